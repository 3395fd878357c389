"""Language models at the table: anything that answers messages with text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from boardgame_envs.agents.faults import Forfeit
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.problems import shortened
from boardgame_envs.text import (
    ILLEGAL,
    UNREADABLE,
    Style,
    decision_prompt,
    read_reply,
    retry_prompt,
    rules_prompt,
)

Message: TypeAlias = dict[str, str]  # its "role" (system, user, assistant) and "content"
Chat: TypeAlias = Callable[[list[Message]], str]


@dataclass
class Usage:
    """What a language model has done: decisions, calls and bad replies by their kind."""

    decisions: int = 0
    calls: int = 0
    problems: dict[str, int] = field(default_factory=lambda: {ILLEGAL: 0, UNREADABLE: 0})
    forfeits: int = 0


class LanguageModelAgent:
    """Asks a chat function for each decision, anew: rules, what the seat knows, the question.

    A reply that is no legal move is answered with what is wrong with it; when all retries are
    used up the agent raises ``Forfeit``. No move is ever made up for it.
    """

    def __init__(self, chat: Chat, style: Style | None = None) -> None:
        self.chat, self.style, self.usage = chat, style or Style(), Usage()

    def begin_game(self, seed: int) -> None:
        """Do nothing: each decision is asked for by itself."""

    def choose(self, information: InformationState) -> int:
        """Return the action that the model answers with, or raise Forfeit."""
        messages = self.messages(information)
        self.usage.decisions += 1
        for _ in range(1 + self.style.retries):
            reply = self._ask(messages)
            reading = read_reply(reply, information)
            if reading.action is not None:
                return reading.action
            self.usage.problems[str(reading.problem)] += 1
            complaint = retry_prompt(reading, reply, information, self.style)
            messages += [said("assistant", reply), said("user", complaint)]
        self.usage.forfeits += 1
        what = f"the move {shortened(reading.move)}" if reading.move else "no move in the reply"
        raise Forfeit(f"{1 + self.style.retries} replies without a legal move, at last {what}")

    def messages(self, information: InformationState) -> list[Message]:
        """Return what the model is told at a decision."""
        table = information.game, information.num_players, information.options
        rules = rules_prompt(*table, information.seat, self.style)
        return [said("system", rules), said("user", decision_prompt(information, self.style))]

    def _ask(self, messages: list[Message]) -> str:
        """Return the model's reply to a copy of the messages, or raise TypeError."""
        self.usage.calls += 1
        reply: Any = self.chat([dict(message) for message in messages])
        if not isinstance(reply, str):
            raise TypeError(f"a chat function returns a text, not {shortened(reply)}")
        return reply


def said(role: str, content: str) -> Message:
    """Return a message."""
    return {"role": role, "content": content}
