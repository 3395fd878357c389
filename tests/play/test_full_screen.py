"""The table that stays on the screen: it fits, and what it offers to be typed is understood."""

from __future__ import annotations

import io
import random
from collections.abc import Iterable
from typing import Any

import pytest
from rich.console import Console

from boardgame_envs.games import load_game
from boardgame_envs.play import Player, Session
from boardgame_envs.play.terminal.full_screen import FullScreen
from boardgame_envs.play.terminal.game import TerminalGame

WIDTH, HEIGHT = 80, 24


class Watched(FullScreen):
    """A screen that is measured, before a person who types what it offers."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.console = Console(file=io.StringIO(), width=WIDTH, height=HEIGHT, highlight=False)
        self.rng = random.Random(seed)
        self.drawn: list[str] = []
        self.typed = 0

    def _draw(self) -> None:
        self.console.file = io.StringIO()
        super()._draw()
        self.drawn.append(self.console.file.getvalue())

    def ask(self, prompt: str = "> ", words: Iterable[str] = ()) -> str:
        assert self._drawn is not None
        self._has_decided = True
        self.typed += 1
        return self.rng.choice([c for group in self._drawn[1] for c in group.choices]).typed


@pytest.mark.parametrize(
    ("name", "num_players", "options"),
    [
        ("elements", 2, {}),
        ("noah", 4, {"rounds": 1}),
        ("tranquility", 2, {"mode": "duel"}),
        ("tranquility", 4, {"mode": "pyramid"}),
        ("tranquility", 5, {"expansions": ["reefs", "monsters", "storms"]}),
    ],
)
def test_a_whole_game_stays_on_the_screen(name: str, num_players: int, options: dict[str, Any]):
    others = [Player("heuristic", "heuristic")] * (num_players - 1)
    session = Session.begin(load_game(name), [Player("you"), *others], seed=4, options=options)
    screen = Watched(seed=1)

    TerminalGame(session, 0, screen).play()

    assert session.over
    # nothing that was typed needed another question
    assert screen.typed == len(screen.drawn) > 5
    for drawn in screen.drawn:
        lines = drawn.split("\n")
        # the last line is for what is typed
        assert len(lines) <= HEIGHT
        assert max(map(len, lines)) <= WIDTH
    assert "You are P1" in screen.drawn[0]


def test_an_answer_takes_the_place_of_the_news():
    players = [Player("you"), Player("random", "random")]
    session = Session.begin(load_game("elements"), players, seed=5)
    screen = Watched(seed=1)
    screen.happen(["something happened"])
    shown = session.show(0)
    screen.decide(shown, shown.groups)

    screen.say("this is why")
    screen.decide(shown, shown.groups)

    assert ["something happened" in drawn for drawn in screen.drawn] == [True, False, True]
    assert ["this is why" in drawn for drawn in screen.drawn] == [False, True, False]
