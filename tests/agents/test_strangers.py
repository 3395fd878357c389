"""Every way in for agents from outside: masks hold, rewards arrive, hidden cards do not."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boardgame_envs import load_game, make_table
from boardgame_envs.agents import UnknownAgentError, as_agent, make_agent
from boardgame_envs.agents.agent import choose_at
from boardgame_envs.agents.faults import BadAnswerError, DeadAgentError, Forfeit, SlowAgentError
from boardgame_envs.agents.outside.program import ProgramAgent
from boardgame_envs.agents.outside.question import write_question
from boardgame_envs.agents.outside.web import StatusError
from boardgame_envs.agents.ways import offered
from boardgame_envs.core.problems import OptionError
from boardgame_envs.core.table import Table
from boardgame_envs.matches.one_table import play_game
from boardgame_envs.testing.twins import all_of
from tests.agents import strangers
from tests.agents.strangers import Last, last, serving, write_program
from tests.outsiders import expect_nothing_hidden, expect_plays_as

GAME = load_game("elements")
HERE = "tests.agents.strangers"


@pytest.fixture(
    params=["function", "object", "factory", "settings", "offered", "program", "server"]
)
def way(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: Any) -> Iterator[Any]:
    """Give the same agent, which takes the last legal action, in every way there is."""
    if request.param == "server":
        with serving(lambda asked, _: (200, {"action": max_legal(asked)})) as address:
            yield address
        return
    if request.param == "offered":
        entry = Entry("stranger", f"{HERE}:make_last", offered.GROUP)
        monkeypatch.setattr(offered, "offers", lambda: {"stranger": [entry]})
    yield {
        "function": last,
        "object": Last(),
        "factory": f"{HERE}:make_last",
        "settings": f"{HERE}:make_last?first=false",
        "offered": "stranger",
        "program": write_program(tmp_path),
    }[request.param]


class Entry(offered.importlib.metadata.EntryPoint):
    """An entry point of no distribution."""


def max_legal(asked: Any) -> int:
    """Return the last legal action, by the mask that was sent."""
    return max(np.flatnonzero(asked["mask"]).tolist())


def test_every_way_in_plays_by_the_mask_and_earns_what_its_seat_earns(way: Any):
    """An agent that ignored the mask, or a lost reward, would give other figures."""
    expect_plays_as(way, LastLegal())


class LastLegal:
    """Takes the last legal action, as agents of this package do."""

    def begin_game(self, seed: int) -> None:
        pass

    def choose(self, information: Any) -> int:
        return int(np.flatnonzero(information.mask)[-1])


@pytest.mark.parametrize("way_in", ["function", "object", "factory", "offered"])
def test_nothing_that_python_is_given_tells_what_is_hidden(way_in: str, monkeypatch: Any):
    if way_in == "offered":
        entry = Entry("noting", f"{HERE}:make_note", offered.GROUP)
        monkeypatch.setattr(offered, "offers", lambda: {"noting": [entry]})
    agent = as_agent(
        {
            "function": strangers.note,
            "object": strangers.Noting(),
            "factory": f"{HERE}:make_note",
            "offered": "noting",
        }[way_in],
        GAME,
    )

    def given(table: Table) -> bytes:
        strangers.NOTED.clear()
        choose_at(table, agent)
        (information,) = strangers.NOTED
        return repr(sorted(all_of(information).items())).encode()

    expect_nothing_hidden(given)


def test_nothing_that_a_program_or_a_server_is_asked_tells_what_is_hidden(tmp_path: Path):
    notes, posted = tmp_path / "notes.jsonl", list[Any]()
    program = make_agent(write_program(tmp_path), GAME)

    def asked_of_program(table: Table) -> bytes:
        notes.unlink(missing_ok=True)
        choose_at(table, program)
        return notes.read_bytes()

    def answer(body: Any, headers: Any) -> tuple[int, Any]:
        posted.append((body, sorted(headers.items())))
        return 200, {"action": max_legal(body)}

    expect_nothing_hidden(asked_of_program)
    with serving(answer) as address:
        server = make_agent(address, GAME)

        def posted_to_server(table: Table) -> str:
            choose_at(table, server)
            return json.dumps(posted[-1])

        expect_nothing_hidden(posted_to_server)


def test_a_question_has_all_that_is_needed_to_answer():
    table = make_table("elements")
    table.reset(0)

    asked = json.loads(write_question(table.information(), seed=0))

    assert asked["legal_actions"] == [
        {"action": action, "name": name} for action, name in first_legal().items()
    ]
    assert {"observation", "mask", "text", "seat", "options", "players", "seed"} <= set(asked)


def first_legal() -> dict[int, str]:
    table = make_table("elements")
    table.reset(0)
    return table.information().legal_actions


# --- names and objects ---


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        (f"{HERE}:nothing", "has no attribute 'nothing'"),
        (f"{HERE}:fails", "makes no agent for elements: ValueError: there is no model file"),
        (f"{HERE}:make_last?first", "a setting is written as name=value"),
        (f"{HERE}:make_last?second=1", "makes no agent for elements: TypeError"),
        (f"{HERE}:last?first=1", "it takes no settings"),
        (f"{HERE}:PROGRAM", "returns the text"),
        ("no_such_module:make", "there is no agent 'no_such_module:make'.*package.module:factory"),
        ("llm:model", "a language model is named as llm:MODEL@URL"),
    ],
)
def test_a_name_that_makes_no_agent_says_why(name: str, complaint: str):
    with pytest.raises(UnknownAgentError, match=complaint):
        make_agent(name, GAME)


@pytest.mark.parametrize(
    ("thing", "complaint"),
    [
        (3, "an agent is the name of an agent, an object with choose"),
        (None, "a Stable-Baselines3 model or a torch module, not None"),
        (LastLegal, r"an agent is an object: LastLegal\(\) is one"),
    ],
)
def test_what_cannot_play_is_refused(thing: Any, complaint: str):
    with pytest.raises(OptionError, match=complaint):
        as_agent(thing, GAME)


def test_a_module_beside_the_user_is_found(tmp_path: Path, monkeypatch: Any):
    (tmp_path / "beside_me.py").write_text("def agent(information): return 4\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))

    assert make_agent("beside_me:agent", GAME).choose(None) == 4  # type: ignore[arg-type]


def test_functions_are_opponents_of_environments_single_and_many():
    gymnasium = pytest.importorskip("gymnasium")
    single = gymnasium.make("boardgame_envs/Elements-v0", opponents=last)
    many = gymnasium.make_vec("boardgame_envs/Elements-v0", num_envs=3, opponents=last)
    for env in (single, many):
        _, info = env.reset(seed=4)
        env.step(np.asarray(info["action_mask"]).argmax(axis=-1))
        env.close()


# --- programs and servers that fail ---


def asking(code: str, folder: Path, limit: float = 5.0) -> Any:
    """Return what a program of this code answers to the first question of a game."""
    table = make_table("elements")
    table.reset(1)
    # it waits for the question: what is said before it is another mistake
    program = write_program(folder, f"input()\n{code}")
    agent = ProgramAgent(program.removeprefix("program:"), limit)
    try:
        return agent.choose(table.information())
    finally:
        agent.close()


@pytest.mark.parametrize(
    ("code", "error", "complaint"),
    [
        ("raise SystemExit(3)", DeadAgentError, "has ended with the code 3"),
        ("print('hello')", BadAnswerError, "the answer is no JSON"),
        ("print('[1]')", BadAnswerError, "an answer is"),
        ("print('{\"action\": true}')", BadAnswerError, "an answer is"),
        ('print(\'{"action": "fly"}\')', BadAnswerError, "no legal action is called 'fly'"),
        ("print('{\"action\": -1}')", BadAnswerError, "there is no action -1"),
        ('print(\'{"forfeit": "tired"}\')', Forfeit, "tired"),
    ],
)
def test_a_program_that_does_not_answer_is_named(
    tmp_path: Path, code: str, error: type[Exception], complaint: str
):
    with pytest.raises(error, match=complaint):
        asking(code, tmp_path)


def test_a_program_that_is_too_slow_is_ended_and_started_anew(tmp_path: Path):
    table = make_table("elements")
    table.reset(1)
    agent = ProgramAgent(write_program(tmp_path, "import time; time.sleep(60)")[8:], 0.3)
    with pytest.raises(SlowAgentError, match=r"no answer within 0.3 s"):
        agent.choose(table.information())
    assert agent._running is None

    write_program(tmp_path)
    agent.time_limit = 20.0

    assert agent.choose(table.information()) == max(table.legal_actions())
    agent.close()


def test_a_program_plays_whole_games_in_all_seats(tmp_path: Path):
    table, agent = (
        make_table("tranquility", 3),
        make_agent(write_program(tmp_path), load_game("tranquility")),
    )
    play_game(table, [agent] * 3, seed=2)

    assert table.over
    asked = [json.loads(line) for line in (tmp_path / "notes.jsonl").read_text().splitlines()]
    assert {question["seat"] for question in asked} == {0, 1, 2}


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        ((500, {"error": "no"}), StatusError),
        ((302, {}), StatusError),
        ((200, b"<html>"), BadAnswerError),
        ((200, {"move": "lay 1"}), BadAnswerError),
    ],
)
def test_a_server_that_does_not_answer_is_named(answer: Any, error: type[Exception]):
    table = make_table("elements")
    table.reset(1)
    with serving(lambda *_: answer) as address, pytest.raises(error):
        make_agent(address, GAME).choose(table.information())


def test_a_server_that_is_not_there_has_died():
    table = make_table("elements")
    table.reset(1)
    with serving(lambda *_: (200, {})) as address:
        agent = make_agent(address, GAME)
    with pytest.raises(DeadAgentError, match="cannot be reached"):
        agent.choose(table.information())
    with pytest.raises(OptionError, match="the address of a server begins with"):
        make_agent("http:///", GAME)
