"""OpenSpiel: its own tests of every game, its algorithms on them, and what must not leak."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boardgame_envs.core.game import Game, IllegalActionError
from boardgame_envs.core.options import OptionError
from boardgame_envs.core.table import Table
from boardgame_envs.evaluation.best_response import likelihood_of_sequences, solve
from boardgame_envs.evaluation.game_tree import grow_tree
from tests.libraries import need
from tests.playing import all_games, load_game, some_settings

need("openspiel")
import pyspiel

from boardgame_envs.adapters import open_spiel as adapter
from boardgame_envs.adapters.open_spiel_parameters import PREFIX, read

adapter.register_games()

each_setting = pytest.mark.parametrize(("game", "setting"), some_settings())
GOLDEN = Path(__file__).parent / "golden" / "open_spiel.json"
# a mini-Elements that OpenSpiel's CFR solves in seconds, and in which bluffing pays
MINI = {"values": [1, 2], "copies": [2, 3], "hand_size": 2, "rounds": 1, "reward": "points"}
ITERATIONS = 40
IMPERFECT_RECALL = pyspiel.IIGObservationType(perfect_recall=False)


def load(game: Game, setting: dict[str, Any], **parameters: Any) -> Any:
    return adapter.load_spiel_game(game.name, **{"rng_seed": 1, **setting, **parameters})


def random_states(game: Any, seed: int) -> Iterator[Any]:
    """Play at random, yielding every state on the way and the last one."""
    rng, state = np.random.default_rng(seed), game.new_initial_state()
    while not state.is_terminal():
        yield state
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=chances)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    yield state


def decisions(game: Any, seed: int) -> Iterator[Any]:
    return (state for state in random_states(game, seed) if state.current_player() >= 0)


def table_under(state: Any, game: Game, setting: dict[str, Any]) -> Table:
    """Return the same game on a table of our own."""
    return Table(game, **setting).with_state(np.frombuffer(state.node.record, game.rules.STATE))


def views(state: Any, seat: int) -> list[Any]:
    """Return all that OpenSpiel shows a seat."""
    return [
        state.information_state_string(seat),
        state.information_state_tensor(seat),
        state.observation_string(seat),
        state.observation_tensor(seat),
        state.legal_actions(seat),
    ]


def sampler(seed: int) -> Any:
    rng = np.random.default_rng(seed)
    return rng.random


# --- OpenSpiel's own tests, and the registry ---


@each_setting
def test_openspiel_accepts_the_game(game: Game, setting: dict[str, Any]):
    spiel = load(game, setting)
    # OpenSpiel cannot save the generator of a Python game whose chance is sampled
    is_explicit = spiel.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC

    pyspiel.random_sim_test(spiel, num_sims=2, serialize=is_explicit, verbose=False)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_every_game_is_registered_with_its_players_and_options(game: Game):
    kind = {t.short_name: t for t in pyspiel.registered_games()}[f"python_{game.name}"]

    assert (kind.min_num_players, kind.max_num_players) == (game.players[0], game.players[-1])
    names = {option.name for option in game.options}
    assert set(kind.parameter_specification) == names | {"players", "chance", "rng_seed"}
    for num_players in game.players:
        spiel = pyspiel.load_game(f"python_{game.name}(players={num_players})")
        assert spiel.num_players() == num_players
        assert spiel.num_distinct_actions() == game.num_actions


@each_setting
def test_options_survive_the_way_through_a_text(game: Game, setting: dict[str, Any]):
    spiel = pyspiel.load_game(str(load(game, setting)))

    table = Table(game, **setting)
    options = {o.name: read(o, spiel.get_parameters()[o.name]) for o in game.options}
    assert game.complete_options(options) == table.options
    assert spiel.num_players() == table.num_players


def test_a_list_of_one_is_told_from_a_number():
    elements = load_game("elements")

    parameters = adapter.parameters_of(elements, values=[9], copies=[16], rounds=None)

    assert parameters == {"values": "9;", "copies": "16;", "rounds": -1}
    spiel = pyspiel.load_game("python_elements", parameters)
    assert str(pyspiel.load_game(str(spiel))) == str(spiel)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("python_elements(hand_size=99)", "hand_size must be a whole number from 1 to 8, not 99"),
        ("python_elements(players=3)", "elements seats 2 players, not 3"),
        ("python_elements(chance=maybe)", "chance must be one of auto, explicit, sampled"),
        ("python_noah(chance=explicit)", "noah does not list what chance can decide"),
        ("python_elements(values=1;x)", "the option values must be a list of 1 to 6 items"),
    ],
)
def test_a_wrong_parameter_is_refused_in_one_sentence(text: str, complaint: str):
    with pytest.raises(OptionError, match=complaint):
        pyspiel.load_game(text)


# --- masks and rewards ---


@each_setting
def test_legal_actions_are_those_of_the_table_and_no_other_is_taken(
    game: Game, setting: dict[str, Any]
):
    for turn, state in enumerate(decisions(load(game, setting), seed=2)):
        table = table_under(state, game, setting)
        assert state.current_player() == table.seat
        assert state.legal_actions() == table.legal_actions()
        assert state.legal_actions_mask() == table.mask.astype(int).tolist()
        illegal = np.flatnonzero(~table.mask)
        for action in illegal[turn % 7 :: 7].tolist():
            before = state.node
            with pytest.raises(IllegalActionError, match=f"seat {table.seat}"):
                state.clone().apply_action(action)
            assert state.node == before


@each_setting
def test_every_seat_gets_at_the_end_what_it_has_earned(game: Game, setting: dict[str, Any]):
    for seed in range(3):
        paid = np.zeros(Table(game, **setting).num_players)
        for state in random_states(load(game, setting), seed):
            paid += state.rewards()
        table = table_under(state, game, setting)
        assert table.over
        assert state.returns() == pytest.approx(table.returns)
        assert paid == pytest.approx(table.returns)


# --- hidden information ---


def is_default(setting: dict[str, Any]) -> bool:
    return setting.keys() == {"num_players"}


def same_step(here: Any, other: Any) -> bool:
    """Take the same action in two worlds, and let chance decide; tell whether that was possible."""
    if other.current_player() != here.current_player():
        return False
    action = here.legal_actions()[0]
    if action not in other.legal_actions():
        return False
    for state in (here, other):
        state.apply_action(action)
        while state.is_chance_node():
            state.apply_action(0)
    return bool(other.current_player() == here.current_player())


def seen_by(state: Any, seat: int) -> Any:
    """Return all that a seat is shown as numbers: what it may do is part of that (pledges)."""
    legal = state.legal_actions() if state.current_player() == seat else []
    return state.observation_tensor(seat), legal


@each_setting
def test_nothing_that_is_shown_depends_on_what_is_hidden(game: Game, setting: dict[str, Any]):
    """Deal anew what a seat cannot know, and go on in both worlds as long as it cannot tell."""
    spiel, compared = load(game, setting), 0
    for turn, state in enumerate(decisions(spiel, seed=3)):
        seat = turn % spiel.num_players()
        other = state.resample_from_infostate(seat, sampler(turn))
        assert views(other, seat) == views(state, seat)
        here = state.clone()
        for _ in range(5):
            if not same_step(here, other) or here.is_terminal():
                break
            sees_the_same = seen_by(here, seat) == seen_by(other, seat)
            assert (views(here, seat) == views(other, seat)) == sees_the_same
            compared += sees_the_same and str(here) != str(other)
            if not sees_the_same:
                break
    # some options leave nothing hidden
    assert compared > 0 or not is_default(setting)


@each_setting
def test_worlds_vary_have_no_past_and_tell_nothing_of_the_truth(
    game: Game, setting: dict[str, Any]
):
    worlds_that_vary = 0
    for turn, state in enumerate(decisions(load(game, setting), seed=4)):
        seat = state.current_player()
        worlds = [state.resample_from_infostate(seat, sampler(i)) for i in range(3)]
        for number, world in enumerate(worlds):
            assert world.history() == []
            assert world.legal_actions() == state.legal_actions()
            elsewhere = worlds[number - 1].resample_from_infostate(seat, sampler(turn))
            assert elsewhere.node == state.resample_from_infostate(seat, sampler(turn)).node
        worlds_that_vary += len({str(world) for world in worlds}) > 1
    assert worlds_that_vary > 0 or not is_default(setting)


def test_information_states_are_the_information_sets_of_the_game():
    """One too many and something hidden has leaked; one too few and something is forgotten."""
    elements = load_game("elements")
    tree = grow_tree(Table(elements, **MINI))
    seen: dict[str, set[tuple[int, tuple[float, ...]]]] = {}

    def visit(state: Any) -> None:
        if state.current_player() >= 0:
            told = (state.current_player(), tuple(state.information_state_tensor()))
            seen.setdefault(state.information_state_string(), set()).add(told)
        for action in state.legal_actions():
            visit(state.child(action))

    visit(load(elements, MINI).new_initial_state())

    assert len(seen) == tree.num_information_sets == 1682
    # in a single round the numbers alone tell everything
    assert all(len(told) == 1 for told in seen.values())
    assert len(set.union(*seen.values())) == len(seen)


def test_earlier_rounds_are_remembered():
    """P1 held other cards in the first of three rounds, and all looks alike in the third."""
    spiel = load(load_game("elements"), {**MINI, "rounds": 3}, chance="explicit")
    surrender, states = 9, []
    for hands in ([[1, 1], [2, 2]], [[2, 2], [1, 1]]):
        state = spiel.new_initial_state()
        for dealt, starter in ((hands, 0), ([[1, 2], [1, 2]], 1), ([[1, 2], [1, 2]], 0)):
            state.apply_action(find_deal(state, dealt, starter))
            if state.move_number() < 5:
                state.apply_action(surrender)
        states.append(state)

    one, other = states
    assert one.current_player() == other.current_player() == 0
    for seat in range(2):
        assert one.observation_tensor(seat) == other.observation_tensor(seat)
        assert one.information_state_string(seat) != other.information_state_string(seat)


def find_deal(state: Any, hands: list[list[int]], starter: int) -> int:
    """Return the chance outcome that deals these hands."""
    for outcome in state.legal_actions():
        deal = json.loads(state.action_to_string(outcome))["deal"]
        if deal["hands"] == hands and deal["starter"] == starter:
            return int(outcome)
    raise AssertionError(f"no deal of {hands}")


def test_while_chance_decides_there_is_nothing_to_see():
    state = load(load_game("noah"), {}).new_initial_state()

    assert state.is_chance_node()
    assert not any(state.information_state_tensor(3))
    assert state.observation_string(3) == "Chance decides."


def test_the_seats_of_a_mirrored_game_are_told_apart():
    spiel = load(load_game("elements"), MINI)
    for state in decisions(spiel, seed=1):
        first, second = (state.information_state_string(seat) for seat in range(2))
        assert first.startswith("You are P1.")
        assert second.startswith("You are P2.")


# --- observers ---


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_an_observer_has_the_parts_of_the_layout(game: Game):
    from open_spiel.python.observation import make_observation

    spiel = load(game, {})
    observation = make_observation(spiel, IMPERFECT_RECALL)
    assert list(observation.dict) == [part.name for part in game.layout.parts]
    for state in decisions(spiel, seed=5):
        for seat in range(spiel.num_players()):
            observation.set_from(state, seat)
            table = table_under(state, game, {})
            assert np.array_equal(observation.tensor, table.observe(seat))
            assert observation.string_from(state, seat) == table.text(seat)


PUBLIC_ALONE = pyspiel.IIGObservationType(
    perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
)
PRIVATE_ALONE = pyspiel.IIGObservationType(perfect_recall=False, public_info=False)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_public_and_private_information_can_be_observed_apart(game: Game):
    from open_spiel.python.observation import make_observation

    spiel = load(game, {})
    whole, public, private = (
        make_observation(spiel, kind) for kind in (IMPERFECT_RECALL, PUBLIC_ALONE, PRIVATE_ALONE)
    )
    apart = 0
    assert [*public.dict] == [part.name for part in game.layout.parts if not part.private]
    assert [*private.dict] == [part.name for part in game.layout.parts if part.private]
    for state in decisions(spiel, seed=6):
        for observation in (whole, public, private):
            observation.set_from(state, 0)
        for name, numbers in {**public.dict, **private.dict}.items():
            assert np.array_equal(numbers, whole.dict[name]), name
        assert len(public.string_from(state, 0).splitlines()) == len(public.dict)
        assert public.string_from(state, 0) == public.string_from(state, spiel.num_players() - 1)
        first, last = (private.string_from(state, seat) for seat in (0, spiel.num_players() - 1))
        assert f"my_hand: {json.dumps(table_under(state, game, {}).view(0)['my_hand'])}" in first
        apart += first != last
    assert apart > 0
    assert public.string_from(spiel.new_initial_state(), 0) == ""


def test_part_of_the_past_cannot_be_observed():
    for kind in (PUBLIC_ALONE, PRIVATE_ALONE):
        kind = pyspiel.IIGObservationType(
            perfect_recall=True, public_info=kind.public_info, private_info=kind.private_info
        )
        with pytest.raises(ValueError, match="perfect recall shows all that a player sees"):
            load(load_game("elements"), {}).make_py_observer(kind)


@pytest.mark.slow
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_openspiel_writes_a_playthrough(game: Game):
    from absl import flags
    from open_spiel.python.algorithms.generate_playthrough import playthrough_lines

    flags.FLAGS.mark_as_parsed()
    rounds = ",rounds=1" if "rounds" in {option.name for option in game.options} else ""
    text = f"{PREFIX}{game.name}(rng_seed=1{rounds})"

    lines = playthrough_lines(text, seed=1)

    assert f"game: {text}" in lines
    assert sum(line.startswith("PublicObservationString() = ") for line in lines) > 2
    assert sum(line.startswith("PrivateObservationString(1) = ") for line in lines) > 2
    assert "IsTerminal() = True" in lines
    actions = [int(line.split()[1]) for line in lines if line.startswith("action: ")]
    assert playthrough_lines(text, action_sequence=actions, seed=1) == lines


@each_setting
def test_no_game_is_longer_than_openspiel_is_told(game: Game, setting: dict[str, Any]):
    spiel = load(game, setting)
    longest = spiel.max_game_length()

    assert max(sum(1 for _ in decisions(spiel, seed)) for seed in range(5)) <= longest
    told = game.longest(spiel.num_players(), game.complete_options(without_players(setting)))
    assert longest == (2**31 - 1 if told is None else told)


def without_players(setting: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in setting.items() if name != "num_players"}


def test_the_longest_games_are_counted_by_hand():
    """Elements to 3 points: 5 rounds of 2 × 2 × 6 actions and one more; Noah: 4 a turn."""
    assert load(load_game("elements"), {"target_points": 3}).max_game_length() == 5 * 25
    assert load(load_game("elements"), {"rounds": 2, "hand_size": 1}).max_game_length() == 10
    noah = {"num_players": 3, "rounds": 2, "max_turns": 7}
    assert load(load_game("noah"), noah).max_game_length() == 2 * (4 * 7 + 10)
    assert load(load_game("noah"), {"play_to": 26}).max_game_length() == 2**31 - 1
    assert load(load_game("cart"), {"max_turns": 7}).max_game_length() == 7


def test_actions_are_named_by_their_cards_only_to_whom_they_belong():
    setting = {"num_players": 2}
    state = next(decisions(load(load_game("tranquility"), setting), seed=1))
    acting = state.current_player()
    table = table_under(state, load_game("tranquility"), setting)

    own, others = (
        [state.action_to_string(seat, action) for action in state.legal_actions()]
        for seat in (acting, 1 - acting)
    )

    assert sorted(own) == table.legal_names()
    names = table.game.actions.names
    assert others == [names[action] for action in state.legal_actions()]
    assert own != others


def test_an_observer_of_all_hands_is_refused():
    all_players = pyspiel.PrivateInfoType.ALL_PLAYERS
    everything = pyspiel.IIGObservationType(perfect_recall=False, private_info=all_players)

    with pytest.raises(ValueError, match="shows what one player sees"):
        load(load_game("elements"), {}).make_py_observer(everything)
    with pytest.raises(ValueError, match="no parameters"):
        load(load_game("elements"), {}).make_py_observer(None, {"size": 3})


# --- chance ---


def test_small_settings_list_their_deals_and_large_ones_draw():
    elements = load_game("elements")
    listed = pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    for setting in elements.small_options:
        assert load(elements, setting).get_type().chance_mode == listed
    assert load(elements, {}).get_type().chance_mode != listed
    assert load(elements, MINI, chance="sampled").get_type().chance_mode != listed

    state = load(elements, elements.small_options[0]).new_initial_state()
    chances = [chance for _, chance in state.chance_outcomes()]
    assert len(chances) == 50
    assert sum(chances) == pytest.approx(1.0)
    whole = load(elements, {}, chance="explicit").new_initial_state()
    assert len(whole.chance_outcomes()) == 10_792


def test_a_seed_fixes_the_deals_and_copies_draw_their_own():
    elements = load_game("elements")

    def deals(seed: int) -> list[str]:
        spiel, told = load(elements, {}, rng_seed=seed), []
        for _ in range(3):
            state = spiel.new_initial_state()
            state.apply_action(0)
            told.append(str(state))
        return told

    assert deals(5) == deals(5)
    assert len({*deals(5), *deals(6)}) == 6
    before = load(elements, {}).new_initial_state()
    assert len({str(before.child(0)) for _ in range(3)}) == 3


# --- copies ---


@pytest.mark.parametrize("setting", [MINI, {}], ids=["explicit", "sampled"])
def test_a_state_can_be_copied_and_saved_in_mid_game(setting: dict[str, Any]):
    spiel = load(load_game("elements"), setting)
    for state in random_states(spiel, seed=6):
        others = [
            state.clone(),
            spiel.deserialize_state(state.serialize()),
            pickle.loads(pickle.dumps(state)),
        ]
        for other in others:
            assert other.node == state.node
            assert other.history() == state.history()
            assert str(other) == str(state)
            if other.current_player() >= 0:
                other.apply_action(other.legal_actions()[0])
                assert other.node != state.node


@pytest.mark.slow
def test_a_process_that_used_the_games_ends_in_peace():
    """OpenSpiel outlives Python, and must not let go of anything of ours after it."""
    code = (
        "import pyspiel, boardgame_envs.adapters.open_spiel;"
        "game = pyspiel.load_game('python_elements');"
        "state = game.new_initial_state(); state.apply_action(0)"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert answer.returncode == 0, answer.stderr


# --- OpenSpiel's algorithms ---


def play_against_random(spiel: Any, simulations: int, games: int) -> Any:
    """Return what ISMCTS in the first seat earns on average against random play."""
    from open_spiel.python.algorithms import ismcts, mcts

    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(0))
    bot = ismcts.ISMCTSBot(
        spiel, evaluator, 1.5, simulations, random_state=np.random.RandomState(1)
    )
    rng, earned = np.random.default_rng(2), np.zeros(spiel.num_players())
    for _ in range(games):
        state = spiel.new_initial_state()
        while not state.is_terminal():
            if state.current_player() == 0:
                state.apply_action(bot.step(state))
            elif state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(rng.choice(outcomes, p=chances)))
            else:
                state.apply_action(int(rng.choice(state.legal_actions())))
        earned += state.returns()
    return earned / games


def test_ismcts_plays_better_than_at_random():
    spiel = load(load_game("elements"), {"target_points": 1})

    earned = play_against_random(spiel, simulations=40, games=30)

    assert earned[0] > 0.5


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_ismcts_plays_every_game(game: Game):
    setting = {"rounds": 1} if "rounds" in {option.name for option in game.options} else {}

    earned = play_against_random(load(game, setting), simulations=5, games=1)

    stakes = game.stakes(game.default_players, game.complete_options(setting))
    assert stakes.lowest <= earned.min() <= earned.max() <= stakes.highest


@pytest.mark.slow
def test_cfr_solves_a_mini_elements_to_the_value_on_record(update_golden: bool):
    from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

    spiel = load(load_game("elements"), MINI)
    solver = cfr.CFRPlusSolver(spiel)
    for _ in range(ITERATIONS):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    beginning, value = spiel.new_initial_state(), 0.0
    for deal, chance in beginning.chance_outcomes():
        dealt = beginning.child(deal)
        # the game is fair before the lot is drawn: what counts is who begins
        starter = dealt.current_player()
        value += chance * expected_game_score.policy_value(dealt, [policy, policy])[starter]

    now = {
        "setting": MINI,
        "iterations": ITERATIONS,
        "value_for_the_starter": round(float(value), 6),
        "exploitability": round(float(exploitability.exploitability(spiel, policy)), 6),
    }
    if update_golden:
        GOLDEN.write_text(json.dumps(now, indent=2) + "\n")
    on_record = json.loads(GOLDEN.read_text())
    assert now.pop("setting") == on_record.pop("setting")
    assert now == pytest.approx(on_record, abs=1e-5)
    # our own solver, which knows nothing of OpenSpiel, agrees
    assert value == pytest.approx(value_for_the_starter(), abs=2 * now["exploitability"])


def value_for_the_starter() -> float:
    """Return what who begins earns in an equilibrium, by our own tree and solver."""
    game = load_game("elements")
    tree = grow_tree(Table(game, **MINI))
    plan = likelihood_of_sequences(tree, solve(tree, 500))
    first, second = tree.played
    # who has not decided anything has not begun either
    decided = first != tree.nothing_done(0)
    rows = np.where(decided, first // game.num_actions, 0)
    begins = decided & (tree.observation[rows, game.layout.start("i_started")] > 0.5)
    likely = tree.chance * plan[first] * plan[second]
    return float((likely * np.where(begins, tree.returns, -tree.returns)).sum())
