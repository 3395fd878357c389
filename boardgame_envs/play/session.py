"""One game among people and agents, for any front end: a terminal, a page in a browser.

A session is asked by seat, and answers with what that seat knows: all that it shows comes from
an ``InformationState`` or from what the seat was told. It may be used by several threads; agents
think without keeping others waiting.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from threading import RLock
from typing import Any, NamedTuple

from boardgame_envs.agents.agent import Agent
from boardgame_envs.agents.faults import Forfeit
from boardgame_envs.core import guide
from boardgame_envs.core.game import Game
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.records import record_game, record_result
from boardgame_envs.core.seats import CHANCE, seat_name
from boardgame_envs.core.sight import Sight, sight_of_information
from boardgame_envs.core.table import Table
from boardgame_envs.matches.one_table import begin_game
from boardgame_envs.matches.referee import NO_ACTION, FairPlay, OnError, Referee
from boardgame_envs.matches.rng import seed_of_agent
from boardgame_envs.play.background import can_try_out
from boardgame_envs.play.beliefs import WORLDS, Belief, believe
from boardgame_envs.play.hints import Hint, advise
from boardgame_envs.play.players import Player, seat_players
from boardgame_envs.play.reviews import Review, review_game
from boardgame_envs.play.saved_session import read_session, write_session

# after so many decisions it is a game that will probably be played to its end
SETTLED_IN = 8


class WrongSeatError(ValueError):
    """Raised when somebody acts whose turn it is not; nothing has happened then."""


class Thought(NamedTuple):
    """What an agent wants to do, and after how many decisions it was asked."""

    seat: int
    action: int
    num_decisions: int


class Ending(NamedTuple):
    """How a game came out, as a seat is told."""

    words: str
    outcome: str
    scores: list[int]
    rewards: list[float]


@dataclass(frozen=True)
class Shown:
    """All that a front end may show to a seat now.

    ``news`` are the events that the front end has not had yet; ``num_events`` is how many there
    are by now.
    """

    seat: int
    information: InformationState
    question: str
    groups: list[guide.Group]
    news: list[guide.News]
    num_events: int
    may_undo: bool
    over: bool
    last: str

    def sight(self, names: Sequence[str] = ()) -> Sight:
        """Return what a picture may show."""
        return replace(sight_of_information(self.information, names), last=self.last)


class Session:
    """One table with its players.

    ``table`` is the real one, with all its hidden cards: nothing that is made of it may be shown
    to a seat. ``reasons`` says why agents were taken where ``best`` was asked for.
    """

    def __init__(self, table: Table, players: Sequence[Player]) -> None:
        self.table = table
        self.players, self._agents, self.reasons = seat_players(table, players)
        self.referee = Referee()
        self._lock = RLock()
        self._has_settled_in = False

    @classmethod
    def begin(
        cls,
        game: Game,
        players: Sequence[Player],
        *,
        seed: int,
        options: Mapping[str, Any] | None = None,
    ) -> Session:
        """Begin a game; the seed fixes all chance in it, and in the agents' play."""
        session = cls(Table(game, len(players), **(options or {})), players)
        session.table.reset(seed)
        begin_game(session._agents, seed)
        return session

    def again(self, seed: int) -> Session:
        """Begin another game with the same players and settings."""
        return Session.begin(self.game, self.players, seed=seed, options=self.table.options)

    # --- the table ---

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.table.game

    @property
    def seat(self) -> int:
        """Who is to act; NOBODY when the game is over."""
        return self.table.seat

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.table.over

    @property
    def is_machine_turn(self) -> bool:
        """Whether an agent is to act."""
        return self.table.seat in self._agents

    @property
    def num_decisions(self) -> int:
        """How many decisions have been made and not taken back."""
        return self.table.num_decisions

    def agent(self, seat: int) -> Agent | None:
        """Return the agent in a seat, if one sits there."""
        return self._agents.get(seat)

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, player in enumerate(self.players) if not player.is_machine]

    def who(self, seat: int, observer: int | None = None) -> str:
        """Return the name of a seat with who sits there."""
        return f"{seat_name(seat)} ({'you' if seat == observer else self.players[seat].name})"

    # --- what a seat is shown ---

    def show(self, seat: int, since: int = 0, with_consequences: bool = True) -> Shown:
        """Return all that a seat may be shown, with the events from number ``since`` on.

        What follows from each choice takes a while to say where there are hundreds.
        """
        with self._lock:
            information = self.information(seat)
            news = guide.news(self.table, seat, since)
            return Shown(
                seat=seat,
                information=information,
                question=guide.question(information),
                groups=guide.choices(information, with_consequences) if seat == self.seat else [],
                news=news,
                num_events=self.num_events,
                may_undo=self.may_undo(seat),
                over=self.over,
                last=self.table.last_told(seat),
            )

    def news(self, seat: int, since: int = 0) -> list[guide.News]:
        """Return what a seat has learned of the events from number ``since`` on."""
        with self._lock:
            return guide.news(self.table, seat, since)

    def information(self, seat: int) -> InformationState:
        """Return what a seat knows."""
        with self._lock:
            return self.table.information(seat)

    @property
    def num_events(self) -> int:
        """How many decisions and chance events there have been."""
        return sum(1 for _ in self.table.history())

    def ending(self, seat: int | None) -> Ending:
        """Return how the game came out, as a seat (None: spectators) is told."""
        if not self.over:
            raise ValueError("the game is not over: its end cannot be told")
        result = record_result(self.table)
        words = self.game.notation.tell_end(self.table.states[0], seat)
        return Ending(words, result["outcome"], result["scores"], list(result["rewards"]))

    # --- acting ---

    def act(self, seat: int, action: int) -> None:
        """Let a seat take an action; if it may not, nothing happens but an error."""
        with self._lock:
            if seat != self.seat:
                whose = "the game is over" if self.over else f"it is {seat_name(self.seat)}'s turn"
                raise WrongSeatError(f"{seat_name(seat)} cannot act now: {whose}")
            self.table.step(action)
            if self.num_decisions >= SETTLED_IN and not self._has_settled_in:
                self._has_settled_in = True
                can_try_out(self.game)  # a hint by search, or the review, may be asked for

    def watch(self, on_error: OnError, time_limit: float | None) -> None:
        """Let a referee watch the agents, who says what becomes of one that does wrong."""
        self.referee = FairPlay([player.name for player in self.players], on_error, time_limit)

    def think(self) -> Thought:
        """Let the agent to act decide; this may take long, and changes nothing at the table.

        Raises Forfeit if it gives the game up, or the referee does so for it.
        """
        with self._lock:
            seat, table = self.seat, self.table.clone()
            if seat not in self._agents:
                raise ValueError("no agent is to act now")
            agent = self._agents[seat]
        action = self.referee.decide(seat, agent, table)
        if action == NO_ACTION:
            raise Forfeit(f"{self.who(seat)} has forfeited the game")
        return Thought(seat, action, table.num_decisions)

    def carry_out(self, thought: Thought) -> bool:
        """Take the action that an agent has decided on; False if the table has moved on."""
        with self._lock:
            if (thought.seat, thought.num_decisions) != (self.seat, self.num_decisions):
                return False
            self.act(thought.seat, thought.action)
            return True

    def let_machine_act(self) -> int:
        """Let the agent to act take one action, and return its seat."""
        thought = self.think()
        self.carry_out(thought)
        return thought.seat

    def replace(self, seat: int, player: Player) -> None:
        """Let somebody else sit down in a seat in the middle of the game."""
        with self._lock:
            players = [*self.players[:seat], player, *self.players[seat + 1 :]]
            seated, agents, reasons = seat_players(self.table, players)
            self.players = seated
            self._agents.pop(seat, None)
            self.reasons.pop(seat, None)
            if seat in agents:
                agents[seat].begin_game(self._seed_from_here(seat))
                self._agents[seat] = agents[seat]
                self.reasons |= {s: why for s, why in reasons.items() if s == seat}

    def _seed_from_here(self, seat: int) -> int:
        """Return the seed of an agent that sits down, or comes back, in mid-game."""
        begun = seed_of_agent(self.table.seed or 0, seat)
        return seed_of_agent(begun, self.num_decisions) if self.num_decisions else begun

    # --- taking back ---

    def may_undo(self, seat: int) -> bool:
        """Tell whether a seat may take its last decision back: only where no other person sits."""
        return self.people == [seat] and self._last_decision_of(seat) is not None

    def undo(self, seat: int) -> None:
        """Take the last decision of a seat back, and all that followed from it."""
        with self._lock:
            if self.people != [seat]:
                raise ValueError("a decision can be taken back only where all others are agents")
            last = self._last_decision_of(seat)
            if last is None:
                raise ValueError("there is no decision of yours to take back")
            while self.num_decisions > last:
                self.table.undo()

    def _last_decision_of(self, seat: int) -> int | None:
        """Return how many decisions came before the last one of a seat, if it has made any."""
        seats = [moment.seat for moment in self.table.history() if moment.seat != CHANCE]
        return max(
            (number for number, decided in enumerate(seats) if decided == seat), default=None
        )

    # --- help ---

    def why_not(self, seat: int, what: int | str) -> str:
        """Return why a seat may not do something, or that it may."""
        return guide.why_not(self.information(seat), what)

    def hint(self, seat: int, search: bool = False) -> Hint:
        """Return what the strongest agent would do in the place of the seat to act, and why."""
        with self._lock:
            if seat != self.seat:
                raise ValueError("a hint is given only to whoever is to act")
            information = self.table.information(seat, past=True)
        return advise(information, search=search)

    def belief(self, seat: int, worlds: int = WORLDS, seed: int = 0) -> Belief | None:
        """Return where the cards that a seat does not see probably are."""
        return believe(self.information(seat), worlds, seed)

    def review(self, seat: int, limit: int = 5) -> Review:
        """Return where the strongest agent saw something better than a seat did."""
        with self._lock:
            if not self.over:
                raise ValueError("the game is not over: there is no review before its end")
            table = self.table.clone()
        return review_game(table, seat, limit)

    # --- files ---

    def record(self) -> dict[str, Any]:
        """Return the record of the game, when it is over."""
        return record_game(self.table)

    def to_json(self) -> str:
        """Return the session in writing; it has the seed in it, and so all hidden cards."""
        with self._lock:
            return write_session(self.table, self.players)

    @classmethod
    def from_json(cls, text: str) -> Session:
        """Return the session that ``to_json`` wrote, or raise ValueError.

        The game is played again from its beginning; agents go on with random numbers of their own.
        """
        session = cls(*read_session(text))
        for seat, agent in session._agents.items():
            agent.begin_game(session._seed_from_here(seat))
        return session

    def save(self, path: str | Path) -> None:
        """Write the session to a file, which appears whole or not at all."""
        path = Path(path)
        partial = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            partial.write_text(self.to_json(), encoding="utf-8")
            partial.replace(path)
        finally:
            partial.unlink(missing_ok=True)

    @classmethod
    def resume(cls, path: str | Path) -> Session:
        """Return the session in a file, or raise ValueError that names the file."""
        try:
            return cls.from_json(Path(path).read_text(encoding="utf-8"))
        except UnicodeDecodeError:
            raise ValueError(f"{path}: this is not a saved game") from None
        except OSError as error:
            raise ValueError(f"{path}: {error.strerror}") from None
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None
