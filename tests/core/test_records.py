"""Records: what is written can be read, and what is wrong is refused in one sentence."""

from __future__ import annotations

import copy
import gzip
import io
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from boardgame_envs.core import records
from boardgame_envs.core.records import (
    RecordError,
    parse_record,
    read_lines,
    record_game,
    replay,
    write_records,
)
from boardgame_envs.games import load_game
from boardgame_envs.testing import played
from tests.playing import TESTS

RECORDS = sorted((TESTS / "records").glob("*.jsonl.gz"))

RECORD: dict[str, Any] = {
    "format": 1,
    "game": "elements",
    "version": "v0",
    "players": 2,
    "options": {"target_points": 1},
    "seed": 7,
    "events": [
        {
            "deal": {
                "hands": [[1, 2, 4, 6, 6, 6], [1, 3, 3, 5, 6, 6]],
                "aside": [2, 4, 5, 6],
                "starter": 1,
            }
        },
        {
            "seat": 1,
            "action": "lay 6",
            "legal": ["discard 6", "lay 1", "lay 3", "lay 5", "lay 6", "surrender"],
        },
        {"seat": 0, "action": "surrender"},
    ],
    "result": {"rewards": [-1.0, 1.0], "scores": [0, 1], "outcome": "P2 wins"},
}


def changed(change: Callable[[Any], object]) -> dict[str, Any]:
    record = copy.deepcopy(RECORD)
    change(record)
    return record


def test_there_are_recorded_games_to_agree_with():
    assert len(RECORDS) >= 6


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name.removesuffix(".jsonl.gz"))
def test_recorded_games_agree_with_the_rules(path: Path):
    for line in read_lines(path):
        record = parse_record(line)
        assert all("legal" in event for event in record["events"] if "action" in event)
        table = replay(record, load_game)
        again = record_game(table, legal=True)
        assert again["events"] == record["events"]
        assert again["result"] == record["result"]


def test_the_example_of_the_format_is_a_record():
    assert replay(RECORD, load_game).returns == [-1.0, 1.0]


def test_options_at_their_default_and_further_keys_are_accepted():
    record = changed(lambda r: r["options"].update(surrender=True, rounds=None))
    record["events"][2]["comment"] = "too early"
    record["comment"] = "from a tournament"

    assert replay(record, load_game).returns == [-1.0, 1.0]


@pytest.mark.parametrize(
    ("change", "event", "complaint"),
    [
        (lambda r: r.pop("seed"), None, "the record lacks 'seed'"),
        (lambda r: r.update(format=2), None, "the format must be 1, not 2"),
        (lambda r: r.update(format="1"), None, "'format' must be a whole number, not '1'"),
        (lambda r: r.update(game="elephants"), None, "no game 'elephants': did you mean"),
        (lambda r: r.update(game=["elements"]), None, "'game' must be a text"),
        (lambda r: r.update(version="v1"), None, "elements is at v0, not 'v1'"),
        (lambda r: r.update(players=3), None, "elements seats 2 players, not 3"),
        (lambda r: r.update(players=True), None, "'players' must be a whole number"),
        (lambda r: r.update(options=[]), None, "'options' must be an object"),
        (lambda r: r["options"].update(colour=1), None, "there is no option 'colour'"),
        (lambda r: r["options"].update(hand_size=7), 1, "hand of P1 has 6 cards instead of 7"),
        (lambda r: r["options"].update(num_players=2), None, "no option 'num_players'"),
        (lambda r: r.update(seed=-1), None, "a seed is a whole number"),
        (lambda r: r.update(events={}), None, "'events' must be a list"),
        (lambda r: r["events"].pop(0), 1, "a deal or another chance event should come here"),
        (lambda r: r["events"].insert(1, r["events"][0]), 2, "a decision of P2 should come here"),
        (lambda r: r["events"].append(r["events"][2]), 4, "the game is over before this event"),
        (lambda r: r["events"].pop(), 3, "the record ends where a decision of P1 should come"),
        (lambda r: r["events"].clear(), 1, "the record ends where a deal"),
        (lambda r: r["events"].__setitem__(1, "lay 6"), 2, "must be a JSON object, not 'lay 6'"),
        (lambda r: r["events"][1].update(seat=0), 2, "it is P2's turn, not P1's"),
        (lambda r: r["events"][1].update(seat=5), 2, "must be a seat from 0 to 1, not 5"),
        (lambda r: r["events"][1].update(seat=True), 2, "'seat' must be a whole number"),
        (lambda r: r["events"][1].pop("action"), 2, "the event lacks 'action'"),
        (lambda r: r["events"][1].update(action="lay 2"), 2, "P2 may not 'lay 2' now; legal are"),
        (lambda r: r["events"][1]["legal"].append("take"), 2, "names what is not legal: 'take'"),
        (lambda r: r["events"][1]["legal"].remove("lay 5"), 2, "lacks what is legal: lay 5"),
        (lambda r: r["events"][1].update(legal=3), 2, "'legal' must be a list of actions"),
        (lambda r: r["events"][0].update(deal=4), 1, "'deal' must be an object"),
        (lambda r: r["events"][0].update(seat=1), 1, "not both"),
        (lambda r: r["events"][0]["deal"].pop("aside"), 1, "the deal lacks 'aside'"),
        (lambda r: r["events"][0]["deal"].update(starter=2), 1, "starter must be a seat"),
        (lambda r: r["events"][0]["deal"]["hands"].pop(), 1, "1 hands instead of 2"),
        (lambda r: r["events"][0]["deal"]["hands"][0].reverse(), 1, "P1 is not sorted"),
        (lambda r: r["events"][0]["deal"]["hands"].__setitem__(0, 5), 1, "P1 must be a list"),
        (lambda r: r["events"][0]["deal"]["aside"].pop(), 1, "5 cards of value 6 instead of 6"),
        (lambda r: r["events"][0]["deal"]["aside"].append(7), 1, "has 7, which is no card"),
        (lambda r: r["events"][0]["deal"]["aside"].insert(0, None), 1, "has None, which is no"),
        (lambda r: r["result"].pop("scores"), None, "the result lacks 'scores'"),
        (lambda r: r["result"].update(scores=[1, 0]), None, "scores should be [0, 1], not [1, 0]"),
        (lambda r: r["result"].update(scores=[0]), None, "scores should be [0, 1], not [0]"),
        (lambda r: r["result"].update(rewards=[1.0, -1.0]), None, "rewards should be [-1.0, 1.0]"),
        (lambda r: r["result"].update(outcome="P1 wins"), None, "outcome should be 'P2 wins'"),
        (lambda r: r.update(result=[]), None, "'result' must be an object"),
    ],
)
def test_a_corrupted_record_is_refused_with_the_event_that_is_wrong(change, event, complaint):
    with pytest.raises(RecordError) as refusal:
        replay(changed(change), load_game)

    assert complaint in str(refusal.value)
    assert refusal.value.event == event
    assert "\n" not in str(refusal.value)


# numbers without end, in every sense
HUGE = st.sampled_from([10**400, -(10**400), 1e308, float("nan"), float("-inf")])
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | HUGE,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)


@cache
def short_records() -> list[dict[str, Any]]:
    """Return records of short games, of every game."""
    settings = {
        "cart": {"max_turns": 4},
        "noah": {"num_players": 2, "rounds": 1, "max_turns": 5},
        "tranquility": {"num_players": 2, "expansions": ["reefs", "monsters", "storms"]},
    }
    games = [record_game(played(load_game(name), s, 1)) for name, s in settings.items()]
    duel = record_game(played(load_game("tranquility"), {"mode": "duel"}, 1))
    return [RECORD, *games, duel]


@settings(max_examples=600, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_no_damage_to_a_record_causes_anything_but_a_refusal(data: st.DataObject):
    """Replace any value anywhere in a record by any other."""
    record: Any = copy.deepcopy(data.draw(st.sampled_from(short_records())))
    place: Any = record
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = data.draw(st.sampled_from(keys))
        inner = place[key]
        if not isinstance(inner, dict | list) or not inner or data.draw(st.booleans()):
            break
        place = inner
    place[key] = data.draw(JSON_VALUES)
    try:
        replay(record, load_game)
    except RecordError as refusal:
        assert "\n" not in str(refusal)  # noqa: PT017


@pytest.mark.parametrize(
    "value", [10**400, -(10**400), 10**5000, float("nan"), float("inf")], ids=range(5)
)
@pytest.mark.parametrize("key", ["rewards", "scores"])
def test_a_result_without_end_is_refused(key: str, value: float):
    with pytest.raises(RecordError, match=f"the result's {key} should be"):
        replay(changed(lambda r: r["result"].update({key: [value, value]})), load_game)


@pytest.mark.parametrize("name", ["NaN", "Infinity", "-Infinity"])
def test_a_number_that_is_no_json_is_refused(name: str):
    line = json.dumps(RECORD).replace("-1.0", name)

    with pytest.raises(RecordError, match="the line is not JSON"):
        parse_record(line)


def test_a_line_without_end_is_not_read_to_its_end(tmp_path: Path, monkeypatch: Any):
    """A file of a few kilobytes may unpack to gigabytes."""
    monkeypatch.setattr(records, "LONGEST_LINE", 10_000)
    unpacked = CountedFile(b"1" * 10**7)
    with pytest.raises(RecordError, match="a line of more than 10000 characters"):
        list(records.lines_with_text(io.TextIOWrapper(unpacked)))
    assert unpacked.given < 10**5
    bomb = tmp_path / "bomb.gz"
    bomb.write_bytes(gzip.compress(json.dumps(RECORD).encode() + b"\n" + b"\n" * 10**6))
    lines = read_lines(bomb)
    assert parse_record(next(lines)) == RECORD
    with pytest.raises(RecordError, match="empty lines of more than 10000 characters"):
        next(lines)


def test_empty_lines_without_end_are_not_counted_to_their_end():
    unpacked = CountedFile(b"\n" * 10**7)
    with pytest.raises(RecordError, match="more than 10000 empty lines in a row"):
        list(records.lines_with_text(io.TextIOWrapper(unpacked)))
    assert unpacked.given < 10**5


class CountedFile(io.BytesIO):
    """Counts how much of it is read."""

    given = 0

    def read1(self, size: int | None = -1) -> bytes:
        data = super().read1(size)
        self.given += len(data)
        return data


def test_no_record_is_written_that_could_not_be_read(tmp_path: Path, monkeypatch: Any):
    monkeypatch.setattr(records, "LONGEST_LINE", 100)

    with pytest.raises(RecordError, match="too long for a record"):
        write_records(tmp_path / "games.jsonl", [RECORD])

    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("line", ["{", "[1]", '"text"', "NaN", "[" * 100_000], ids=len)
def test_a_line_that_is_no_record_is_refused(line: str):
    with pytest.raises(RecordError):
        parse_record(line)


@pytest.mark.parametrize("name", ["games.jsonl", "games.jsonl.gz"])
def test_records_are_written_and_read_compressed_or_not(tmp_path: Path, name: str):
    games = [record_game(played(load_game("elements"), {}, seed)) for seed in range(3)]

    assert write_records(tmp_path / name, games) == 3

    assert [parse_record(line) for line in read_lines(tmp_path / name)] == games
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_equal_records_make_equal_files(tmp_path: Path):
    for name in ("one.gz", "two.gz"):
        write_records(tmp_path / name, [RECORD])

    assert (tmp_path / "one.gz").read_bytes() == (tmp_path / "two.gz").read_bytes()


def test_a_failure_while_writing_leaves_the_older_file_alone(tmp_path: Path):
    path = tmp_path / "games.jsonl"
    write_records(path, [RECORD])

    def interrupted() -> Any:
        yield RECORD
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_records(path, interrupted())

    assert json.loads(path.read_text()) == RECORD
    assert [file.name for file in tmp_path.iterdir()] == ["games.jsonl"]


def test_a_file_that_is_cut_off_or_no_text_is_refused(tmp_path: Path):
    packed = gzip.compress(json.dumps(RECORD).encode() * 100)
    for name, content in (("cut.gz", packed[:-20]), ("bad.gz", packed[:40] + b"\xff" * 40)):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(RecordError, match="damaged or cut off"):
            list(read_lines(tmp_path / name))
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RecordError, match="not text"):
        list(read_lines(tmp_path / "binary"))
