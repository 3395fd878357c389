"""Laws of hidden information: nobody is shown, in any form, what they cannot know."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np

from boardgame_envs.adapters.pettingzoo_aec import TableEnv
from boardgame_envs.core.compiled import Record
from boardgame_envs.core.compiled_game import TableLoops, loops_of
from boardgame_envs.core.game import Game
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.records import record_game
from boardgame_envs.core.seats import CHANCE
from boardgame_envs.core.secret_part import read_secrets
from boardgame_envs.core.story import tell_moment
from boardgame_envs.core.table import Moment, Table
from boardgame_envs.testing.lawmaking import Case, Each, expect, law, seats_that_look
from boardgame_envs.testing.random_games import seen_after
from boardgame_envs.testing.settings import has_default_options
from boardgame_envs.testing.twins import Twin, all_of, cards_of


@law(Each.SETTING)
def no_view_changes_when_what_is_hidden_from_a_seat_is_dealt_anew(case: Case) -> None:
    """Numbers, masks, texts, rendering and possible worlds of a seat know nothing hidden."""
    table, env, worlds_that_differ = case.new_table(), environment_of(case), 0
    for turn, _ in enumerate(case.random_play(table, seed=11)):
        for seat in seats_that_look(table, turn):
            other_world = table.redealt(seat, seed=turn)
            worlds_that_differ += cards_of(other_world) != cards_of(table)
            expect_same_views(env, table, other_world, seat)
    for seat in range(table.num_players):
        expect_same_views(env, table, table.redealt(seat, seed=5), seat)
    expect(
        worlds_that_differ > 0 or not must_hide(case),
        "nothing is ever dealt anew, though parts of the observation are private",
    )


def must_hide(case: Case) -> bool:
    """Tell whether something must be hidden here: some options leave nothing to hide."""
    hides = any(part.private for part in case.game.layout.parts)
    return hides and has_default_options(case.setting)


def environment_of(case: Case) -> TableEnv:
    """Return PettingZoo's environment of a case, through which tables are looked at."""
    env = TableEnv(case.game, mask_in="both", render_mode="ansi", **case.setting)
    env.reset(seed=0)
    return env


def expect_same_views(env: TableEnv, table: Table, other: Table, seat: int) -> None:
    """Complain of any way to look at a table that tells it from another one."""
    shown, shown_there = views(env, table, seat), views(env, other, seat)
    differ = [name for name, view in shown.items() if view != shown_there[name]]
    expect(not differ, f"seat {seat} is shown something hidden: {', '.join(differ)}")


def views(env: TableEnv, table: Table, seat: int) -> dict[str, Any]:
    """Return all that a seat is shown of a table, in every form there is."""
    information = table.information(seat)
    return {
        **environment_views(env, table, seat),
        "Table.view": table.view(seat),
        "InformationState.observation": information.observation.tobytes(),
        "InformationState.mask": information.mask.tobytes(),
        "InformationState.legal_actions": information.legal_actions,
        "InformationState.text": information.text,
        "InformationState.phase": information.phase,
        "InformationState.worlds": [
            world.states.tobytes() for world in information.worlds(2, seed=3)
        ],
        # not even what it keeps to itself may depend on what is hidden
        "the pickled InformationState": pickle.dumps(table.information(seat)),
    }


def environment_views(env: TableEnv, table: Table, seat: int) -> dict[str, Any]:
    """Return all that PettingZoo's environment shows an agent of a table."""
    agent = env.possible_agents[seat]
    env.look_at(table, agent)
    seen: Any = env.observe(agent)
    return {
        "the observation": seen["observation"].tobytes(),
        "the mask in the observation": seen["action_mask"].tobytes(),
        "the mask in the infos": env.infos[agent]["action_mask"].tobytes(),
        "render()": env.render(),
        "text()": env.text(agent),
    }


@law(Each.SETTING)
def tables_that_a_seat_cannot_tell_apart_give_it_the_same_information_state(case: Case) -> None:
    """All that an information state holds is the same at a twin of the table.

    At a twin other cards are hidden from the seat, which the rules that deal anew have no part in:
    some are exchanged by ``swap_hidden``, and others act otherwise where that looks alike.
    """
    table, rng, others = case.new_table(), np.random.default_rng(14), 0
    twins = [Twin(table, seat, rng) for seat in range(table.num_players)]
    for action in case.random_play(table, seed=14):
        compared = rng.integers(table.num_players)
        for twin in twins:
            if twin.look() and twin.seat == compared:
                others += expect_same_information(twin)
            twin.follow(action)
    for twin in twins:
        others += twin.look() and expect_same_information(twin)
    expect(
        others > 0 or not must_hide(case),
        "no table was found that a seat cannot tell from the real one: offer rules.swap_hidden",
    )


def expect_same_information(twin: Twin) -> bool:
    """Complain of an information state that tells a table from its twin; tell if they differ."""
    known, known_there = (all_of(table.information(twin.seat)) for table in (twin.real, twin.table))
    differ = [name for name, value in known.items() if value != known_there[name]]
    expect(not differ, f"seat {twin.seat} is given something hidden: {', '.join(differ)}")
    return cards_of(twin.real) != cards_of(twin.table)


@law(Each.SETTING)
def worlds_are_possible_and_vary(case: Case) -> None:
    """The worlds of a seat look to it as the real one does, have all cards, and are several."""
    table, hidden = case.new_table(), set()
    count = case.game.rules.count_all_cards
    for turn, _ in enumerate(case.random_play(table, seed=12)):
        whole_deck = count(table.states[0])
        for seat in {table.seat, turn % table.num_players}:
            information = table.information(seat)
            for world in information.worlds(3, seed=turn):
                expect_possible(world, information, table)
                cards = count(world.states[0])
                expect(cards == whole_deck, f"a world has {cards} cards, not {whole_deck}")
                hidden.add((turn, cards_of(world)))
    if must_hide(case):
        expect(len(hidden) > 2 * table.num_decisions, "the worlds of a decision are all the same")


def expect_possible(world: Table, information: InformationState, table: Table) -> None:
    """Complain of a world that a seat could tell from the real one, or that does not end."""
    seat = information.seat
    seen = world.observe(seat)
    expect(np.array_equal(seen, information.observation), "a world looks otherwise to its seat")
    expect(world.seat == table.seat, f"in a world of seat {seat} another seat is to act")
    if seat == table.seat:
        expect(np.array_equal(world.mask, information.mask), "other actions are legal in a world")
    expect(world.mask.any(), f"in a world of seat {seat} the seat to act has no legal action")
    returns = world.rollout(seed=1)
    expect(len(returns) == table.num_players, f"a world ends with the returns {returns}")


@law(Each.SETTING)
def the_seed_fixes_worlds(case: Case) -> None:
    """The same information state and seed give the same worlds, and another seed gives others."""
    table, others = case.new_table(), 0
    for turn, _ in enumerate(case.random_play(table, seed=15)):
        information = table.information(turn % table.num_players)
        worlds = information.worlds(2, seed=turn)
        again = pickle.loads(pickle.dumps(information)).worlds(2, seed=turn)
        expect(worlds == again, "a copy of an information state gives other worlds")
        others += worlds != information.worlds(2, seed=turn + 1)
    expect(others > 0 or not must_hide(case), "another seed gives the same worlds")


@law(Each.SETTING)
def worlds_do_not_depend_on_what_is_hidden(case: Case) -> None:
    """A seat imagines the same worlds whatever is hidden from it."""
    table = case.new_table()
    for turn, _ in enumerate(case.random_play(table, seed=13)):
        truth = table.information().worlds(2, seed=4)
        elsewhere = table.redealt(table.seat, seed=turn).information().worlds(2, seed=4)
        expect(truth == elsewhere, f"the worlds of seat {table.seat} tell something hidden")


@law(Each.SETTING)
def what_a_critic_is_shown_fits_its_layout_and_changes_nothing(case: Case) -> None:
    """Secrets are numbers from 0 to 1 that can be decoded, and looking at them is not acting.

    They tell more than the seat sees: they differ where what is hidden from it is dealt anew.
    """
    table, worlds_that_differ = case.new_table(), 0
    for turn, _ in enumerate(case.random_play(table, seed=16)):
        for seat in seats_that_look(table, turn):
            before, secrets = cards_of(table), secrets_of(table, seat)
            expect(cards_of(table) == before, "the table changes when a critic looks at it")
            expect_layout(case.game, secrets)
            other_world = table.redealt(seat, seed=turn)
            worlds_that_differ += not np.array_equal(secrets, secrets_of(other_world, seat))
    expect(
        worlds_that_differ > 0 or not must_hide(case) or table.num_players == 1,
        "a critic is shown nothing that is hidden from a seat",
    )


def secrets_of(table: Table, seat: int) -> Any:
    """Return what a critic of a seat is shown of what the seat cannot see."""
    return read_secrets(table.game, table.states[:1], np.array([seat]))[0]


def expect_layout(game: Game, secrets: Any) -> None:
    """Complain of secrets that are out of bounds, or that are not what they are decoded to."""
    expect(bool(((secrets >= 0) & (secrets <= 1)).all()), "secrets are not all from 0 to 1")
    if game.secrets is not None:
        layout = game.secrets.LAYOUT
        again = layout.encode(layout.decode(secrets))
        expect(np.allclose(again, secrets, atol=1e-6), "secrets are not what they are decoded to")


@law(Each.GAME)
def a_game_in_progress_gives_no_record(case: Case) -> None:
    """A record shows every hidden card, so there is none before the game is over."""
    table = case.new_table()
    table.reset(3)
    try:
        record_game(table)
    except ValueError as error:
        expect("the game is not over" in str(error), f"the refusal is {error}")
    else:
        expect(table.over, "a game in progress can be recorded")


@law(Each.SETTING)
def a_player_is_told_the_same_story_whatever_was_hidden(case: Case) -> None:
    """Deal anew what a seat cannot know in the whole of a game's history.

    An action may be told otherwise only where the seat sees the difference with its own eyes.
    """
    table, notation = case.played(seed=31), case.game.notation
    for seat in range(table.num_players):
        for moment in table.history():
            expect_same_story(table, moment, seat)
        end, end_there = (
            notation.tell_end(state, seat)
            for state in (table.states[0], table.redealt(seat, seed=9).states[0])
        )
        expect(end == end_there, f"seat {seat} is told of the end {end!r}, or else {end_there!r}")


def expect_same_story(table: Table, moment: Moment, seat: int) -> None:
    """Complain of a moment that is told otherwise when something else was hidden."""
    other = moment._replace(state=redealt_state(table, moment.state, seat))
    *told, action = tell_moment(table, moment, seat, with_table=True)
    *told_there, action_there = tell_moment(table, other, seat, with_table=True)
    expect(told == told_there, f"seat {seat} is told {told}, or else {told_there}")
    if action != action_there:
        complaint = f"seat {seat} is told {action!r}, or else {action_there!r}"
        expect(moment.seat != CHANCE, complaint)
        expect(seen_after(table, moment, seat) != seen_after(table, other, seat), complaint)


def redealt_state(table: Table, state: Record, seat: int) -> Record:
    """Return a state, even one at which chance decides, with what is hidden dealt anew."""
    states = np.array([state], table.game.rules.STATE)
    loops_of(table.game, TableLoops).redeal_table(states, seat, np.uint64(77))
    return states[0]
