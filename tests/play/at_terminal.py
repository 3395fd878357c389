"""A person at a terminal whose answers are known beforehand, for tests."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from boardgame_envs.core.records import parse_record, read_lines, replay
from boardgame_envs.core.table import Table
from boardgame_envs.games import load_game
from boardgame_envs.games.elements import GAME
from boardgame_envs.play import Player, Session
from boardgame_envs.play.terminal.game import LeftTheTable, TerminalGame
from boardgame_envs.play.terminal.screen import PlainScreen

PROMPT = "Your action: "
DEAL = {"hands": [[1, 4, 5, 6, 6, 6], [1, 2, 2, 3, 6, 6]], "aside": [3, 4, 5, 6], "starter": 1}


class Script(PlainScreen):
    """A person whose answers are known beforehand, and who remembers what was told."""

    def __init__(self, *answers: str) -> None:
        super().__init__()
        self.answers = iter(answers)
        self.told: list[str] = []

    def say(self, text: str) -> None:
        self.told.append(text)

    def ask(self, prompt: str = PROMPT, words: Iterable[str] = ()) -> str:
        self.told.append(prompt)
        answer = next(self.answers, None)
        if answer is None:
            raise EOFError
        return answer

    def text(self) -> str:
        return "\n".join(self.told)


def first_decision() -> Session:
    """Return a game where P1 holds 1 4 5 6 6 6, and P2 has laid a 3."""
    table = Table(GAME, 2)
    table.reset(0, outcomes=[{"deal": DEAL}])
    table.play("lay 3")
    return Session(table, [Player("you"), Player("random", "random")])


def answered(*answers: str, session: Session | None = None) -> tuple[Session, Script]:
    """Return a game after the answers of a person, and all that was told."""
    session, person = session or first_decision(), Script(*answers)
    with pytest.raises(LeftTheTable):
        TerminalGame(session, 0, person).play()
    return session, person


def own_actions(session: Session) -> list[str]:
    name = session.game.actions.name
    return [name(state, action) for state, seat, action in session.table.history() if seat == 0]


def only_game(path: Path) -> Table:
    """Return the table of the one game that a file holds, replayed through the rules."""
    [line] = read_lines(path)
    return replay(parse_record(line), load_game)
