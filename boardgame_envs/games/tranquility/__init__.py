"""tmp."""
from boardgame_envs.core.game import ActionMeaning, Game
from boardgame_envs.core.options import Choice, Option, NumberOrName, SomeOf, WholeNumber
from boardgame_envs.games.tranquility import cards, notation, observation, rules, table

GAME = Game(
    name="tranquility", title="Tranquility", version=0, players=range(1, 6), default_players=3,
    options=(
        Option("mode", "standard", Choice(table.MODES), "the mode of play"),
        Option("edition", "uk", Choice(table.EDITIONS), "the edition"),
        Option("expansions", [], SomeOf(table.EXPANSIONS), "x"),
        Option("monsters", 3, WholeNumber(3, 5), "x"),
        Option("removed_islands", 0, NumberOrName(0, 44, {"galatea": 4}), "x"),
        Option("talk_rounds", 1, WholeNumber(0, 100), "x"),
        Option("arch_width", 5, WholeNumber(5, 6), "x"),
        Option("reward", "outcome", Choice(table.REWARDS), "x"),
    ),
    actions=tuple(ActionMeaning(str(i), "") for i in range(table.NUM_ACTIONS)),
    phases=table.PHASES, rules=rules, observation=observation, notation=notation, rules_in_words="",
)
