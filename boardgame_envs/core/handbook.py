"""All about a game that its code knows, as a page of Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from boardgame_envs.core.catalogue import OWN_GAMES
from boardgame_envs.core.game import ANY_RETURN, Game
from boardgame_envs.core.options import Choice
from boardgame_envs.core.problems import OptionError


def handbook(game: Game) -> str:
    """Return the rules, options, actions and observation of a game."""
    return "\n".join(
        [
            f"# {game.title}",
            "",
            *facts(game),
            "",
            "## Rules",
            "",
            rules_as_markdown(game),
            "",
            "## Options",
            "",
            *options_table(game),
            "",
            "## Rewards",
            "",
            *rewards_table(game),
            "",
            "## Actions",
            "",
            f"{game.num_actions} actions, numbered kind by kind, the last axis running fastest "
            f"(action table `{game.actions.hash}`). `game.actions.names` lists all of them, and "
            "`table.legal_names()` the legal ones by the names that they have in a position.",
            "",
            game.actions.as_markdown(),
            "",
            "## Observation",
            "",
            f"{game.layout.size} numbers in [0, 1], the same layout for all options "
            f"(layout `{game.layout.hash}`). “Mine” is the observer's.",
            *features_in_words(game),
            "",
            game.layout.as_markdown(),
            "",
            "## Positions in writing",
            "",
            *positions_table(game),
            "",
        ]
    )


def features_in_words(game: Game) -> list[str]:
    """Return where action features begin, and how they are left out."""
    if game.layout.first_feature is None:
        return []
    return [
        f"The first {game.layout.seen.size} are what is seen. From "
        f"`{game.layout.first_feature}` on all is worked out from them, for learners that judge "
        "actions one by one; `action_features=False` leaves it out.",
    ]


def facts(game: Game) -> list[str]:
    """Return the header table."""
    fewest, most = game.players[0], game.players[-1]
    players = f"{fewest}" if fewest == most else f"{fewest}–{most} (default {game.default_players})"
    return [
        "| | |",
        "| --- | --- |",
        f"| import | `{import_line(game)}` |",
        f"| players | {players} |",
        f"| agents | `player_0` … `player_{most - 1}` |",
        f"| action space | `Discrete({game.num_actions})` |",
        f"| observation | `Box(0, 1, ({game.layout.size},), float32)` |",
        f"| action mask | `Box(0, 1, ({game.num_actions},), int8)` |",
        f"| phases | {', '.join(game.phases)} |",
    ]


def import_line(game: Game) -> str:
    """Return the line of Python by which users have the game's environment."""
    if game.package.startswith(f"{OWN_GAMES}."):
        return f"from boardgame_envs import {game.name}_v{game.version}"
    return f'boardgame_envs.make_env("{game.name}")'


def rules_as_markdown(game: Game) -> str:
    """Return the numbered rules as they stand in the source, in a block of their own."""
    return f"```text\n{game.rules_in_words.strip()}\n```"


def options_table(game: Game) -> list[str]:
    """Return one row for each option."""
    rows = ["| option | default | allowed | meaning |", "| --- | --- | --- | --- |"]
    for option in game.options:
        rows.append(
            f"| `{option.name}` | `{option.default!r}` | {option.allowed} | {option.meaning} |"
        )
    return rows


def rewards_table(game: Game) -> list[str]:
    """Return what is played for: a row for each reward, and for each choice that changes it."""
    rows: dict[tuple[str, str], tuple[str, list[int]]] = {}
    for chosen in reward_settings(game):
        reward = str(chosen.get("reward", "–"))
        others = {name: value for name, value in chosen.items() if name != "reward"}
        setting = ", ".join(f"`{name}={value!r}`" for name, value in others.items())
        for number in game.players:
            told = stakes_in_words(game, number, chosen)
            if told:
                players = rows.setdefault((reward, told), (setting, []))
                if players[0] == setting:
                    players[1].append(number)
    return [
        "A return is what a seat has earned since the game began; a reward is the difference that "
        "a step makes. All agents terminate together.",
        "",
        "| reward | players | stakes | returns lie in |",
        "| --- | --- | --- | --- |",
        *(
            f"| {reward}{' with ' + setting if setting else ''} "
            f"| {', '.join(map(str, players))} | {told} |"
            for (reward, told), (setting, players) in rows.items()
        ),
    ]


def reward_settings(game: Game) -> Iterator[dict[str, Any]]:
    """Go through the rewards, first with all else as usual, then with one other choice each."""
    words = {o.name: o.allowed.words for o in game.options if isinstance(o.allowed, Choice)}
    for reward in words.pop("reward", ("",)):
        chosen = {"reward": reward} if reward else {}
        yield chosen
        for name, values in words.items():
            yield from ({**chosen, name: value} for value in values)


def stakes_in_words(game: Game, num_players: int, chosen: Mapping[str, Any]) -> str:
    """Return what that many play for, or nothing if they cannot play so."""
    try:
        options = game.complete_options(chosen)
        game.check_players(num_players, options)
        game.make_template(num_players, options)
    except OptionError:
        return ""
    stakes = game.stakes(num_players, options)
    sums = {"zero": "zero-sum", "common": "all earn the same", "general": "each for itself"}
    if stakes.highest >= ANY_RETURN:
        return f"{sums[stakes.sum]} | any number"
    return f"{sums[stakes.sum]} | [{stakes.lowest:g}, {stakes.highest:g}]"


def positions_table(game: Game) -> list[str]:
    """Return how positions are written, one row for each entry."""
    rows = [
        f"A position is one line: `{game.name}`, the number of players and the options where they "
        "are not the usual ones, then these entries with ` | ` between them, parts for each player "
        "with ` / `. What is as on an empty table is left out. `Table.at(text)` reads it and "
        "`table.position` writes it; it shows hidden cards.",
        "",
        "| entry | says |",
        "| --- | --- |",
    ]
    return rows + [f"| `{e.name}` | {e.meaning} |" for e in game.notation.POSITION.entries]
