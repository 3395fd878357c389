"""Saved tables: what comes from outside is refused in a sentence, or is a game by the rules.

A damaged file, and one that somebody has changed with care and a new checksum, must never reach
compiled code with a number that it does not expect: that would be a crash, or worse.
"""

from __future__ import annotations

import copy
import hashlib
import json
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardgame_envs import make_table, restore_table
from boardgame_envs.core.position import Position
from boardgame_envs.core.seats import CHANCE
from boardgame_envs.core.table import Table
from boardgame_envs.games import load_game
from boardgame_envs.testing.settings import each_setting
from tests.core.from_outside import (
    FIELDS,
    GAMES,
    change_field,
    few,
    many,
    mid_game,
    play_to_the_end,
    tables,
    unless_refused,
)


def with_checksum(content: bytes) -> bytes:
    """Return the bytes of a saved table with this content, and a checksum that is right."""
    digest = hashlib.sha256(content).hexdigest().encode()
    return b"boardgame_envs table 2\n" + digest + b"\n" + content


def content_of(data: bytes) -> dict[str, Any]:
    """Return what a saved table says."""
    content: dict[str, Any] = json.loads(data.split(b"\n", 2)[2])
    return content


def changed(data: bytes, **changes: Any) -> bytes:
    """Return a saved table in which some things are others."""
    return with_checksum(json.dumps({**content_of(data), **changes}).encode())


# --- what is saved is restored ---


@pytest.mark.parametrize("game", GAMES)
@many
@given(st.data())
def test_a_table_is_restored_with_its_past(game: str, data: st.DataObject):
    table = data.draw(tables(load_game(game)))

    again = restore_table(table.to_bytes())

    assert again == table
    assert again.to_bytes() == table.to_bytes()
    assert [m.state.tobytes() for m in again.history()] == [
        m.state.tobytes() for m in table.history()
    ]
    while table.num_decisions:
        table.undo()
        again.undo()
    assert again == table


def test_a_saved_game_has_no_state_in_it():
    table = mid_game(load_game("tranquility"), {}, seed=1, decisions=40)

    assert len(table.to_bytes()) < table.states.nbytes


@pytest.mark.parametrize("game", GAMES)
def test_a_world_can_be_saved_though_it_has_no_seed_and_no_past(game: str):
    for seed, setting in enumerate(each_setting(load_game(game))):
        table = mid_game(load_game(game), setting, seed, decisions=10)
        for seat in range(table.num_players):
            (world,) = table.information(seat).worlds(1, seed)
            assert restore_table(world.to_bytes()) == world
            redealt = table.redealt(seat, seed)
            assert restore_table(redealt.to_bytes()) == redealt


def test_a_table_that_began_before_a_chance_event_is_saved_with_it():
    table = Table.at("elements | turn chance | rng 5")

    again = restore_table(table.to_bytes())

    assert again == table
    assert [moment.seat for moment in again.history()] == [CHANCE]


def test_a_table_with_recorded_deals_is_saved_with_them():
    hands = [[1, 2, 3, 4, 5, 6], [1, 3, 4, 6, 6, 6]]
    deal = {"deal": {"hands": hands, "aside": [2, 5, 6, 6], "starter": 1}}
    table = make_table("elements")
    table.reset(3, outcomes=[deal])
    table.play("surrender")
    table.play("surrender")
    table.undo()
    table.undo()
    table.play("lay 3")

    again = restore_table(table.to_bytes())

    assert again == table
    assert [m.state.tobytes() for m in again.history()] == [
        m.state.tobytes() for m in table.history()
    ]
    again.play("surrender")
    table.play("surrender")
    assert again == table


def test_a_table_at_which_nothing_has_begun_is_restored_as_such():
    again = restore_table(make_table("noah", 4).to_bytes())

    assert not again.has_begun
    assert again.num_players == 4


def test_a_state_that_was_changed_by_hand_is_not_lost_without_a_word():
    table = make_table("elements")
    table.reset(1)
    table.states["points"] = 5

    with pytest.raises(ValueError, match="does not come out as it was saved"):
        restore_table(table.to_bytes())


# --- what is damaged is refused ---


@many
@given(st.data())
def test_no_byte_may_be_another(data: st.DataObject):
    table = mid_game(load_game("noah"), {}, seed=3, decisions=20)
    saved = bytearray(table.to_bytes())
    place = data.draw(st.integers(0, len(saved) - 1))
    saved[place] ^= data.draw(st.integers(1, 255))

    with pytest.raises(ValueError, match="saved table"):
        restore_table(bytes(saved))


@many
@given(st.integers(0, 400), st.binary(max_size=20))
def test_nothing_may_be_missing_or_too_much(length: int, tail: bytes):
    saved = mid_game(load_game("noah"), {}, seed=3, decisions=20).to_bytes()

    for damaged in (saved[: min(length, len(saved) - 1)], saved + tail + b" "):
        with pytest.raises(ValueError, match="saved table"):
            restore_table(damaged)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-3, 12)
    | st.floats()
    | st.sampled_from([2**63, -(2**63), 2**64, 10**400, 1e308])
    | st.text(max_size=8)
    | st.sampled_from(["", "elements", "cart", "turn P1", "rng 7"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=5) | st.sampled_from(["game", "rounds"]), inner)
    ),
    max_leaves=6,
)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "key",
    ["game", "version", "players", "options", "seed", "position", "outcomes", "actions", "state"],
)
@many
@given(data=st.data())
def test_anything_under_any_key_is_refused_or_a_game(game: str, key: str, data: st.DataObject):
    table = data.draw(tables(load_game(game)))
    saved = changed(table.to_bytes(), **{key: data.draw(JSON)})

    again = unless_refused(lambda: restore_table(saved))

    if again is not None:
        assert again.to_bytes() == saved
        if again.has_begun:
            play_to_the_end(again)


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b"NaN", b"{", b"[" * 100_000, b"\xff"])
def test_whatever_is_no_object_is_refused(content: bytes):
    with pytest.raises(ValueError, match="saved table"):
        restore_table(with_checksum(content))


@pytest.mark.parametrize("key", ["game", "players", "options", "position", "actions", "state"])
def test_nothing_may_be_left_out(key: str):
    content = content_of(mid_game(load_game("elements"), {}, seed=1, decisions=3).to_bytes())
    del content[key]

    with pytest.raises(ValueError, match=f"this saved table lacks '{key}'"):
        restore_table(with_checksum(json.dumps(content).encode()))


def test_options_that_do_not_go_together_are_refused():
    saved = mid_game(load_game("elements"), {}, seed=1, decisions=3).to_bytes()
    options = {**content_of(saved)["options"], "hand_size": 8, "copies": [1] * 6}

    with pytest.raises(ValueError, match="the option hand_size must leave enough cards"):
        restore_table(changed(saved, options=options))


def test_another_deal_than_the_seed_has_is_refused():
    saved = mid_game(load_game("elements"), {}, seed=1, decisions=0).to_bytes()

    with pytest.raises(ValueError, match="does not come out as it was saved"):
        restore_table(changed(saved, seed=2))


def test_an_illegal_action_is_refused_in_words():
    table = mid_game(load_game("elements"), {}, seed=1, decisions=0)

    with pytest.raises(ValueError, match="may not 'take' now"):
        restore_table(changed(table.to_bytes(), actions=[6]))


def test_a_table_of_an_earlier_format_is_refused_as_such():
    with pytest.raises(ValueError, match="has the format of another version of boardgame_envs"):
        restore_table(b"boardgame_envs table 1\n{}\n")


# --- states from outside ---


@pytest.mark.parametrize(("game", "field"), FIELDS, ids=lambda part: part)
@few
@given(data=st.data())
def test_a_state_with_another_field_is_refused_or_a_position(
    game: str, field: str, data: st.DataObject
):
    table = data.draw(tables(load_game(game)))
    states = table.states.copy()
    change_field(states, field, data)

    again = unless_refused(lambda: table.with_checked_state(states))

    if again is not None:
        if states["seat"][0] != CHANCE:
            assert again.states.tobytes() == states.tobytes()
        play_to_the_end(again)


@pytest.mark.parametrize("game", GAMES)
@many
@given(data=st.data())
def test_a_position_with_other_entries_is_refused_or_a_position(game: str, data: st.DataObject):
    """Entries are left out, taken from other positions, or have other numbers and words."""
    table = data.draw(tables(load_game(game)))
    other = data.draw(tables(load_game(game)))
    entries, others = table.position.split(" | ")[1:], other.position.split(" | ")[1:]
    for _ in range(data.draw(st.integers(1, 3))):
        kind = data.draw(st.sampled_from(["leave out", "take over", "another word", "a word more"]))
        place = data.draw(st.integers(0, len(entries) - 1)) if entries else 0
        if kind == "take over" and others:
            entries.append(data.draw(st.sampled_from(others)))
        elif entries and kind == "leave out":
            entries.pop(place)
        elif entries:
            words = entries[place].split(" ")
            at = data.draw(st.integers(0, len(words) - 1))
            number = st.integers(-2, 40).map(str) | st.sampled_from(["32767", "2147483647"])
            word = data.draw(number | st.sampled_from(" ".join(entries + others).split(" ")))
            words[at : at + (kind == "another word")] = [word]
            entries[place] = " ".join(words)
    text = " | ".join([table.position.split(" | ")[0], *entries])

    again = unless_refused(lambda: Table.at(text))

    if again is not None:
        assert Table.at(again.position) == again
        play_to_the_end(again)


# --- whatever carries states ---


@pytest.mark.parametrize("game", GAMES)
def test_pickles_of_tables_have_no_state_in_them(game: str):
    table = mid_game(load_game(game), {}, seed=1, decisions=5)

    assert table.states.tobytes()[8:] not in pickle.dumps(table)
    assert pickle.loads(pickle.dumps(table)) == table


@pytest.mark.parametrize("game", GAMES)
@many
@given(data=st.data())
def test_what_a_seat_knows_is_pickled_in_writing(game: str, data: st.DataObject):
    table = data.draw(tables(load_game(game)))
    seat = data.draw(st.integers(0, table.num_players - 1))
    information = table.information(seat)

    again = pickle.loads(pickle.dumps(information))

    assert information._states.tobytes()[8:] not in pickle.dumps(information)
    assert again._states.tobytes() == information._states.tobytes()
    assert (again.seat, again.phase, again.text) == (seat, information.phase, information.text)
    assert again.legal_actions == information.legal_actions
    assert again.worlds(1, seed=3) == information.worlds(1, seed=3)


@pytest.mark.parametrize("game", GAMES)
def test_a_position_is_copied_and_pickled_wherever_it_stands(game: str):
    position, rng = Position(load_game(game)), np.random.default_rng(1)
    assert not pickle.loads(pickle.dumps(position)).has_begun
    position.begin()
    for _ in range(60):
        for again in (copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
            assert again == position
            assert (again.seat, again.returns) == (position.seat, position.returns)
            if position.seat >= 0:
                again.apply(position.legal_actions()[0])
                assert again != position
        if position.seat == CHANCE:
            position.draw_outcome(int(rng.integers(2**63)))
        elif not position.over:
            position.apply(int(rng.choice(position.legal_actions())))


# --- walking ---


@pytest.mark.parametrize("make", [Table, Position], ids=["a table", "a position"])
def test_a_walk_takes_nothing_but_legal_steps(make: Any):
    position = make(load_game("elements"))
    for walk in (
        lambda: position.apply(0),
        lambda: position.apply_outcome({}),
        lambda: position.draw_outcome(1),
        lambda: position.redeal(0, 1),
    ):
        with pytest.raises(ValueError, match="no game has begun"):
            walk()
    position.begin()
    for action in (-1, 0, 9, 10, 10**6, -(10**6), 10**30):
        with pytest.raises(ValueError, match="chance is to decide"):
            position.apply(action)
    position.draw_outcome(1)
    for action in (-1, 10, 10**6, -(10**6), 10**30):
        with pytest.raises(ValueError, match="may not do action"):
            position.apply(action)
    with pytest.raises(ValueError, match="chance has nothing to decide now"):
        position.draw_outcome(1)
    with pytest.raises(ValueError, match="chance has nothing to decide now"):
        position.apply_outcome({})


def test_what_is_put_on_a_table_is_checked_and_has_no_past():
    table, other = make_table("elements"), make_table("elements")
    table.reset(1)
    other.reset(2)
    other.play("surrender")
    bad = other.states.copy()
    bad["chain_size"] = 30000

    for record in (b"", b"x" * 10, bad.tobytes(), bytes(other.states.nbytes)):
        with pytest.raises(ValueError, match=r"no position|not one state"):
            table.put(record)
    assert table.seed == 1
    table.put(other.record)

    assert table == other
    assert (table.num_decisions, table.seed) == (0, None)
    assert restore_table(table.to_bytes()) == table
    table.redeal(0, seed=3)
    assert restore_table(table.to_bytes()) == table
