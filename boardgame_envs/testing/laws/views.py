"""Laws of views: no interface shows anybody what is hidden, in whatever form.

What a table and PettingZoo's AEC environment show is in ``secrets.py``.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from typing import Any

import numpy as np

from boardgame_envs.adapters.gymnasium_single import SeatEnv
from boardgame_envs.adapters.gymnasium_vector import SeatVectorEnv
from boardgame_envs.adapters.pettingzoo_parallel import ParallelTableEnv
from boardgame_envs.core.records import record_game
from boardgame_envs.core.story import tell_game, tell_position
from boardgame_envs.core.table import Table
from boardgame_envs.testing.lawmaking import Case, Each, expect, law, seats_in_turn, seats_that_look

Views = dict[str, Any]

# what the infos of many tables are about; each has a twin that says for which tables it holds
INFOS = ("seat", "skipped_games", "skipped_return", "action_mask")
KNOWN_INFOS = {*INFOS, *(f"_{name}" for name in INFOS)}


def expect_same(seat: int, shown: Views, shown_there: Views) -> None:
    """Complain of views by which a seat could tell two worlds apart."""
    differ = [name for name, view in shown.items() if not equal(view, shown_there[name])]
    expect(not differ, f"seat {seat} is shown something hidden: {', '.join(differ)}")


def equal(view: Any, other: Any) -> bool:
    """Tell whether two views are the same, number for number."""
    if isinstance(view, dict):
        return view.keys() == other.keys() and all(equal(view[key], other[key]) for key in view)
    if isinstance(view, np.ndarray):
        return view.dtype == other.dtype and np.array_equal(view, other)
    return type(view) is type(other) and bool(view == other)


def in_every_world(case: Case, look: Callable[[Table, int], Views]) -> None:
    """Compare what each seat is shown with what it is shown when all else is dealt anew."""
    table = case.new_table()
    for turn, _ in enumerate(case.random_play(table, seed=51)):
        for seat in seats_that_look(table, turn):
            expect_same(seat, look(table, seat), look(table.redealt(seat, seed=turn), seat))
    for seat in range(table.num_players):
        expect_same(seat, look(table, seat), look(table.redealt(seat, seed=5), seat))


@law(Each.OPTION_SET)
def what_is_not_private_is_common_knowledge(case: Case) -> None:
    """Parts of an observation that are not private show nothing that any seat does not know."""
    parts = case.game.layout.parts
    public = np.concatenate([np.full(part.size, not part.private) for part in parts])
    table = case.new_table()
    for turn, _ in enumerate(case.random_play(table, seed=52)):
        for seat in seats_that_look(table, turn):
            world = table.redealt(seat, seed=turn)
            for other in range(table.num_players):
                differ = (table.observe(other) != world.observe(other)) & public
                expect(not differ.any(), f"seat {seat} does not know all that {other} has public")


@law(Each.OPTION_SET)
def the_parallel_environment_shows_nothing_hidden(case: Case) -> None:
    """Observations, infos and rendering of an agent, on turn or off, know nothing hidden."""
    env = ParallelTableEnv(case.game, mask_in="both", render_mode="ansi", **case.setting)
    env.reset(seed=0)

    def look(table: Table, seat: int) -> Views:
        env.table, env.agents = table, env.possible_agents[:]
        observations, infos = env._look()
        agent = env.possible_agents[seat]
        views: Views = {"the observation": observations[agent], "the info": infos[agent]}
        return {**views, "text()": env.text(agent), **rendered(env, table, seat)}

    in_every_world(case, look)


def rendered(env: Any, table: Table, seat: int) -> Views:
    """Return what ``render`` shows to the seat whose turn it is; off turn it is another's."""
    return {"render()": env.render()} if seat == table.seat else {}


@law(Each.OPTION_SET)
def a_learner_is_shown_nothing_hidden(case: Case) -> None:
    """All that Gymnasium's environment of one seat returns knows nothing hidden from that seat."""
    env = SeatEnv(case.game, mask_in="both", render_mode="ansi", **case.setting)
    env.reset(seed=0)

    def look(table: Table, seat: int) -> Views:
        if seat != table.seat and not table.over:
            # the learner is shown its own turns and the end
            return {}
        env.table, env.seat, env._over = table, seat, table.over
        return {
            "the observation": env._observation(),
            "the info": env._info(),
            "action_masks()": env.action_masks(),
            "render()": env.render(),
        }

    in_every_world(case, look)


@law(Each.OPTION_SET)
def learners_at_many_tables_are_shown_nothing_hidden(case: Case) -> None:
    """All that Gymnasium's environment of many tables returns knows nothing hidden from a seat."""
    env = SeatVectorEnv(case.game, 3, seat="random", mask_in="both", **case.setting)
    seen, infos = env.reset(seed=55)
    rng = np.random.default_rng(55)
    for turn in range(20):
        for i in range(env.num_envs):
            seat, table = int(infos["seat"][i]), env.tables.table(i)
            there = table.redealt(seat, seed=turn)
            mask = there.mask if there.seat == seat else np.zeros_like(there.mask)
            shown = {"the observation": seen["observation"][i], "the mask": seen["action_mask"][i]}
            shown |= {"the mask of infos": infos["action_mask"][i]}
            as_numbers = mask.view(np.int8)
            right = {"the observation": there.observe(seat), "the mask": as_numbers}
            expect_same(seat, shown, {**right, "the mask of infos": as_numbers})
            expect(set(infos) <= KNOWN_INFOS, f"infos have {', '.join(set(infos) - KNOWN_INFOS)}")
        mask = env.action_masks()
        chosen = (mask * (rng.random(mask.shape) + 0.1)).argmax(axis=1)
        seen, _, _, _, infos = env.step(chosen)


@law(Each.OPTION_SET)
def a_position_is_told_to_a_player_without_what_is_hidden(case: Case) -> None:
    """``boardgame-envs show --position … --as P2`` tells what P2 sees and may do."""
    in_every_world(case, lambda table, seat: {"the position": list(tell_position(table, seat))})


@law(Each.OPTION_SET)
def a_game_in_progress_has_no_record_and_no_story(case: Case) -> None:
    """Both show every hidden card, so there are none before the game is over."""
    table = case.new_table()
    for _ in case.random_play(table, seed=53):
        for what, ask in (("record", record_game), ("story", whole_story)):
            try:
                ask(table)
            except ValueError as error:
                expect("the game is not over" in str(error), f"the refusal is {error}")
            else:
                raise AssertionError(f"there is a {what} of a game in progress")
    expect(record_game(table)["result"], "a finished game has no result")


def whole_story(table: Table) -> list[str]:
    """Tell a game with all that is hidden."""
    return list(tell_game(table, None))


@law(Each.OPTION_SET)
def openspiel_shows_a_player_nothing_hidden(case: Case) -> None:
    """Strings, tensors, observers and names of actions, if OpenSpiel is installed."""
    if importlib.util.find_spec("pyspiel") is None:
        return
    from boardgame_envs.adapters.open_spiel import load_spiel_game

    game = load_spiel_game(case.game.name, rng_seed=1, **case.setting)
    state, rng = game.new_initial_state(), np.random.default_rng(54)
    look, turn = spiel_look(game), 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(int(rng.choice([outcome for outcome, _ in state.chance_outcomes()])))
            continue
        for seat in seats_in_turn(game.num_players(), state.current_player(), turn):
            other = state.resample_from_infostate(seat, rng.random)
            expect_same(seat, look(state, seat), look(other, seat))
        state.apply_action(int(rng.choice(state.legal_actions())))
        turn += 1


def spiel_look(game: Any) -> Callable[[Any, int], Views]:
    """Return what shows all that OpenSpiel shows a player of a state."""
    import pyspiel

    kinds, private = pyspiel.IIGObservationType, pyspiel.PrivateInfoType
    observers = {
        "public": game.make_py_observer(kinds(perfect_recall=False, private_info=private.NONE)),
        "private": game.make_py_observer(kinds(perfect_recall=False, public_info=False)),
    }
    everything = range(game.num_distinct_actions())

    def look(state: Any, seat: int) -> Views:
        return {
            "observation_string": state.observation_string(seat),
            "information_state_string": state.information_state_string(seat),
            "observation_tensor": state.observation_tensor(seat),
            "information_state_tensor": state.information_state_tensor(seat),
            "legal_actions": state.legal_actions(seat),
            "action_to_string": [state.action_to_string(seat, action) for action in everything],
            **{f"the {name} observer": o.string_from(state, seat) for name, o in observers.items()},
        }

    return look
