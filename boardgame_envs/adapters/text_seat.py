"""One seat of a game in words: what trainers of language models and tool servers build on.

Opponents are agents. Rewards are the game's and nothing else: what was illegal or could not be
read is counted apart, and a game that is forfeited has the worst return there is.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from boardgame_envs.core.information import InformationState
from boardgame_envs.core.table import Table
from boardgame_envs.games import load_game
from boardgame_envs.matches.one_table import play_on
from boardgame_envs.matches.seating import Opponents, Seat, Seating
from boardgame_envs.text import (
    ILLEGAL,
    UNREADABLE,
    Reading,
    Style,
    decision_prompt,
    outcome_text,
    read_move,
    read_reply,
    retry_prompt,
    rules_prompt,
)

DECISIONS, FORFEITS = "decisions", "forfeits"
FORFEITED = "You have forfeited the game: none of your replies was a legal move."


class Turn(NamedTuple):
    """What a reply led to: the next text, and whether the game is over.

    ``reward`` is what was earned since the reply before, ``problem`` is None, "illegal" or
    "unreadable".
    """

    text: str
    over: bool
    reward: float
    problem: str | None = None
    forfeited: bool = False


class TextSeat:
    """One seat of a game, played by replies in words.

    ``seat`` is 0, 1, ... or "random"; ``opponents`` are agents or their names, as in the
    Gymnasium environments. ``reset`` begins a game, and ``submit`` takes a reply.
    """

    def __init__(
        self,
        game: str,
        num_players: int | None = None,
        seat: Seat = 0,
        opponents: Opponents = "random",
        style: Style | None = None,
        **options: Any,
    ) -> None:
        self.table = Table(load_game(game), num_players, **options)
        self.style = style or Style()
        self.seating = Seating(self.table.game, self.table.num_players, seat, opponents)
        self.counts = {DECISIONS: 0, ILLEGAL: 0, UNREADABLE: 0, FORFEITS: 0}
        self.forfeited = False
        self._tries = 0
        self._paid = 0.0

    # --- playing ---

    def reset(self, seed: int) -> str:
        """Begin the game of a seed; return the rules and the first decision."""
        self.table.reset(seed)
        self.seat, self._others = self.seating.begin_game(seed)
        self.forfeited, self._tries, self._paid = False, 0, 0.0
        play_on(self.table, self._others)
        return f"{self.rules}\n\n{self.prompt}"

    def submit(self, reply: str) -> Turn:
        """Take a reply, with its move in a JSON object."""
        self._check_open()
        return self._answer(read_reply(reply, self.information), reply)

    def take(self, move: str) -> Turn:
        """Take a move by its bare name, as tools are called."""
        self._check_open()
        return self._answer(read_move(move, self.information), move)

    def _answer(self, reading: Reading, reply: str) -> Turn:
        """Carry out what was read, or say what was wrong with it."""
        if reading.action is None:
            return self._complain(reading, reply)
        self.counts[DECISIONS] += 1
        self._tries = 0
        self.table.step(reading.action)
        play_on(self.table, self._others)
        return Turn(self.prompt, self.over, self._pay())

    def _complain(self, reading: Reading, reply: str) -> Turn:
        """Count what is no legal move; let it be corrected, or end the game."""
        self.counts[str(reading.problem)] += 1
        self._tries += 1
        if self._tries > self.style.retries:
            self.forfeited = True
            self.counts[FORFEITS] += 1
            return Turn(FORFEITED, True, self._pay(), reading.problem, forfeited=True)
        return Turn(self._retry(reading, reply), False, 0.0, reading.problem)

    def _retry(self, reading: Reading, reply: str) -> str:
        """Return what is said of a reply that is no legal move."""
        return retry_prompt(reading, reply, self.information, self.style)

    def _pay(self) -> float:
        """Return what was earned since this was asked last."""
        earned, self._paid = self.reward - self._paid, self.reward
        return earned

    def _check_open(self) -> None:
        """Refuse a reply to a game that is over."""
        self.table.check_begun()
        if self.over:
            raise ValueError("the game is over: reset(seed) begins another one")

    # --- looking ---

    @property
    def information(self) -> InformationState:
        """What the seat knows."""
        return self.table.information(self.seat)

    @property
    def over(self) -> bool:
        """Whether the game has ended or was forfeited."""
        return self.forfeited or self.table.over

    @property
    def reward(self) -> float:
        """What the seat has earned so far; the least there is after a forfeit."""
        if self.forfeited:
            return self.table.game.stakes(self.table.num_players, self.table.options).lowest
        return float(self.table.returns[self.seat])

    @property
    def rules(self) -> str:
        """The rules for the options in play, and how to answer."""
        table = self.table
        return rules_prompt(table.game, table.num_players, table.options, self.seat, self.style)

    @property
    def prompt(self) -> str:
        """The decision to be made, or how the game has ended."""
        if self.forfeited:
            return FORFEITED
        if self.table.over:
            return outcome_text(self.table, self.seat)
        return decision_prompt(self.information, self.style)

    @property
    def legal(self) -> list[str]:
        """The names of the legal actions; none when the game is over."""
        return [] if self.over else list(self.information.legal_actions.values())
