"""Language models at the table: scripted ones, behind functions and behind an address."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from boardgame_envs import evaluate, load_game, make_table
from boardgame_envs.agents import Forfeit, LanguageModelAgent, make_agent
from boardgame_envs.agents.agent import choose_at
from boardgame_envs.agents.faults import AgentFaultError, BadAnswerError
from boardgame_envs.agents.outside import endpoint
from boardgame_envs.agents.outside.endpoint import KEY, Endpoint
from boardgame_envs.agents.outside.web import StatusError
from boardgame_envs.command_line import main
from boardgame_envs.core.problems import OptionError
from boardgame_envs.core.table import Table
from boardgame_envs.text import Style
from tests.agents.strangers import serving
from tests.opponents import Nth
from tests.outsiders import expect_nothing_hidden, expect_plays_as

GAME = load_game("elements")


def last_listed(messages: list[dict[str, str]]) -> str:
    """Answer with the last action in the list, after thinking aloud of the first."""
    names = re.findall(r"Legal actions: (.*)\.", messages[-1]["content"])[-1].split("; ")
    considered = json.dumps({"move": names[0]})
    return f"I could {considered}, but no:\n{json.dumps({'move': names[-1]})}"


def some_information() -> Any:
    table = make_table("elements")
    table.reset(3)
    return table.information()


def test_a_chat_function_plays_by_its_last_answer():
    information = some_information()
    agent = LanguageModelAgent(last_listed)

    assert agent.choose(information) == max(information.legal_actions)
    assert vars(agent.usage) == {
        "decisions": 1,
        "calls": 1,
        "problems": {"illegal": 0, "unreadable": 0},
        "forfeits": 0,
    }


def test_a_bad_reply_is_complained_of_and_can_be_corrected():
    replies, asked = iter(["", '{"move": "fly"}', '{"move": "lay 5"}']), []

    def chat(messages: list[dict[str, str]]) -> str:
        asked.append(messages)
        return next(replies)

    agent, information = LanguageModelAgent(chat), some_information()

    assert information.legal_actions[agent.choose(information)] == "lay 5"
    assert [message["role"] for message in asked[-1]] == [
        *("system", "user", "assistant", "user", "assistant", "user")
    ]
    assert "Your reply was empty" in asked[1][-1]["content"]
    assert "The move 'fly' is not legal" in asked[2][-1]["content"]
    assert agent.usage.problems == {"illegal": 1, "unreadable": 1}


@pytest.mark.parametrize(
    "reply", ["", "lay 5", '{"move": "fly"}', "x" * 2_000_000, '{"move": "lay 5"', '{"a":' * 50_000]
)
def test_who_uses_up_all_retries_forfeits_and_no_move_is_made_up(reply: str):
    agent = LanguageModelAgent(lambda messages: reply, Style(retries=1))

    with pytest.raises(Forfeit, match="2 replies without a legal move"):
        agent.choose(some_information())

    assert (agent.usage.forfeits, agent.usage.calls) == (1, 2)
    result = evaluate(
        "elements", {"mute": agent, "random": "random"}, deals=2, rounds=1, surrender=False
    )
    assert result.faults["agents"][0]["forfeit"] == 4
    assert result.figures["pairs"][0]["mean_return"]["mean"] == -1


def test_a_chat_function_must_return_text():
    with pytest.raises(TypeError, match="a chat function returns a text, not 7"):
        LanguageModelAgent(lambda messages: 7).choose(some_information())  # type: ignore[arg-type, return-value]


def test_a_model_earns_what_its_seat_earns():
    expect_plays_as(LanguageModelAgent(last_listed), Nth(last=True))


@pytest.mark.parametrize(("game", "players"), [("elements", 2), ("noah", 3), ("tranquility", 2)])
def test_messages_are_the_same_whatever_is_hidden(game: str, players: int):
    told: list[Any] = []

    def chat(messages: list[dict[str, str]]) -> str:
        told.append(messages)
        # what is said to a reply that cannot be read is looked at, too
        return "hm" if len(messages) < 3 else last_listed(messages[1:2])

    agent = LanguageModelAgent(chat)

    def messages(table: Table) -> str:
        told.clear()
        choose_at(table, agent)
        return json.dumps(told)

    expect_nothing_hidden(messages, game, players)


# --- behind an address ---


def completion(messages: list[dict[str, str]]) -> dict[str, Any]:
    """Return what a server of chat completions answers."""
    return {
        "choices": [{"message": {"role": "assistant", "content": last_listed(messages)}}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 7, "total_tokens": 107},
    }


def test_a_model_behind_an_address_is_asked_as_openai_servers_are(monkeypatch: Any):
    monkeypatch.setenv(KEY, "secret")
    asked: list[Any] = []

    def answer(body: Any, headers: Any) -> Any:
        asked.append((body, headers["Authorization"]))
        return 200, completion(body["messages"])

    with serving(answer) as address:
        agent: Any = make_agent(f"llm:org/tiny@8b@{address}/v1?retries=0,temperature=0", GAME)
        information = some_information()
        assert agent.choose(information) == max(information.legal_actions)

    body, key = asked[0]
    assert (body["model"], body["temperature"], key) == ("org/tiny@8b", 0, "Bearer secret")
    assert [message["role"] for message in body["messages"]] == ["system", "user"]
    assert agent.chat.tokens == {"prompt_tokens": 100, "completion_tokens": 7}
    assert agent.style.retries == 0


def test_a_model_behind_an_address_earns_its_rewards_and_is_sent_nothing_hidden():
    posted: list[Any] = []

    def answer(body: Any, headers: Any) -> Any:
        posted.append(body)
        return 200, completion(body["messages"])

    with serving(answer) as address:
        name = f"llm:tiny@{address}/v1"
        expect_plays_as(name, Nth(last=True))
        agent = make_agent(name, GAME)

        def sent(table: Table) -> str:
            posted.clear()
            choose_at(table, agent)
            return json.dumps(posted)

        expect_nothing_hidden(sent)


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        ((400, {"error": "no such model"}), StatusError),
        ((200, {"choices": []}), BadAnswerError),
        ((200, b"busy"), BadAnswerError),
        ((200, [1]), BadAnswerError),
    ],
)
def test_a_server_that_gives_no_reply_is_an_error_and_no_forfeit(reply: Any, error: Any):
    with serving(lambda *_: reply) as address, pytest.raises(error):
        Endpoint(address, "tiny", time_limit=5)([{"role": "user", "content": "?"}])


def test_a_busy_server_is_asked_again_within_the_time_limit(monkeypatch: Any):
    monkeypatch.setattr(endpoint, "WAITS", (0.05, 60.0))
    answers = iter([(429, {}), (200, {"choices": [{"message": {"content": None}}]})])
    with serving(lambda *_: next(answers)) as address:
        assert Endpoint(address, "tiny", time_limit=20)([]) == ""
    with serving(lambda *_: (503, {})) as address, pytest.raises(StatusError, match="503"):
        Endpoint(address, "tiny", time_limit=5)([])


@pytest.mark.parametrize("settings", ["legal=some", "retries=x", "speed=1"])
def test_settings_of_a_model_are_checked(settings: str):
    with pytest.raises(OptionError):
        make_agent(f"llm:m@http://127.0.0.1:1/v1?{settings}", GAME)


def test_a_model_is_rated_in_one_table_with_shipped_agents_by_one_command(capsys: Any):
    """On duplicate deals; were its rewards lost, it would not lose to who is better."""
    with serving(lambda body, _: (200, completion(body["messages"]))) as address:
        name = f"llm:tiny@{address}/v1"
        words = ["evaluate", "elements", "--agents", name, "random", "heuristic", "shipped"]
        code = main([*words, "--deals", "2", "--on-error", "forfeit", "--time-limit", "60"])

    said = capsys.readouterr().out
    assert code == 0
    assert "Elements, 2 players: 2 deals, seats swapped, 24 games" in said
    rated = [line for line in said.split("Ratings")[1].splitlines() if line.startswith("llm:tiny")]
    assert len(rated) == 1
    assert "Faults" not in said


def test_an_unreachable_model_ends_an_evaluation_with_a_sentence():
    with pytest.raises(AgentFaultError, match=r"llm.*in seat P.* cannot be reached .*\(died\)"):
        evaluate("elements", ["llm:tiny@http://127.0.0.1:9/v1", "random"], deals=2)
