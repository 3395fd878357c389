"""A table that is in play: its game, its visitors, and the agents that think beside them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from operator import contains
from typing import Any, TypeAlias

from boardgame_envs.core.game import Game
from boardgame_envs.core.guide import rules_for, understand
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.seats import seat_name
from boardgame_envs.core.sight import clicks_of, sight_of_information
from boardgame_envs.play import Session
from boardgame_envs.web.lobby import written
from boardgame_envs.web.messages import BadMessageError, Message
from boardgame_envs.web.shown import (
    Sent,
    belief_data,
    picture_of,
    prices_data,
    seat_view,
    spectators_view,
    whole_table_at,
)

# messages that wait for a page; one that takes none for so long is gone
MOST_WAITING = 400
# worlds that a belief is counted over
WORLDS = 200
TAKEN_OVER = "This seat was open in another window, which has been told."


# the key to a table for a seat, or for spectators (None)
KeyOf: TypeAlias = Callable[[int | None], str]


class Visitor:
    """A page at a table: its seat (None: a spectator) and what waits to be sent to it."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        # events that it has been told of
        self.told = 0
        # whether another page has taken the seat
        self.is_replaced = False
        self.outbox: asyncio.Queue[Sent | None] = asyncio.Queue(MOST_WAITING)

    def send(self, message: Sent) -> None:
        """Let a message wait to be sent; None closes the connection of who takes none."""
        if self.outbox.full():
            self.send_away()
            return
        self.outbox.put_nowait(message)

    def send_away(self) -> None:
        """Close the connection; what waits is not sent any more."""
        while not self.outbox.empty():
            self.outbox.get_nowait()
        self.outbox.put_nowait(None)


class OpenTable:
    """One game and all who look at it; ``keep`` is called whenever something has happened."""

    def __init__(
        self,
        id: str,
        session: Session,
        workers: Executor,
        keep: Callable[[OpenTable], None],
        play_again: Callable[[Session], KeyOf] | None = None,
    ) -> None:
        self.id, self.session = id, session
        self.visitors: set[Visitor] = set()
        self._workers, self._keep, self._play_again = workers, keep, play_again
        # the keys to the next game of the same people, once somebody has asked for it
        self._next: KeyOf | None = None
        self._thinking: asyncio.Task[None] | None = None
        # what is asked for and takes long
        self._answering: set[asyncio.Task[None]] = set()

    # --- coming and going ---

    def welcome(self, visitor: Visitor) -> None:
        """Show a visitor the table, and let the agents go on if they were waiting."""
        has_taken_over = self._send_others_away(visitor.seat)
        self.visitors.add(visitor)
        visitor.send(self.introduction(visitor.seat))
        self.tell(visitor)
        if has_taken_over:
            visitor.send(trouble(TAKEN_OVER))
        self.go_on()

    def _send_others_away(self, seat: int | None) -> bool:
        """Let go of other pages in a seat: who came last has it. Tell whether there was one."""
        others = [one for one in self.visitors if seat is not None and one.seat == seat]
        for other in others:
            other.is_replaced = True
            other.send_away()
            self.visitors.discard(other)
        return bool(others)

    def part_from(self, visitor: Visitor) -> None:
        """Let a visitor go."""
        self.visitors.discard(visitor)

    def introduction(self, seat: int | None) -> Sent:
        """Return what a page needs to know once: the game and who sits where."""
        session = self.session
        seats = range(session.table.num_players)
        return {
            "type": "table",
            "title": session.game.title,
            "seat": seat,
            "players": [
                {
                    "name": seat_name(one),
                    "who": "you" if one == seat else self.who(one),
                    "is_machine": session.players[one].is_machine,
                    "reason": session.reasons.get(one, ""),
                }
                for one in seats
            ],
            "options": {
                name: written(value)
                for name, value in session.game.changed_options(session.table.options).items()
            },
        }

    def who(self, seat: int) -> str:
        """Return who sits in a seat, for others to read."""
        player = self.session.players[seat]
        return str(player.agent) if player.is_machine else "a person"

    # --- telling ---

    def tell_all(self) -> None:
        """Send all visitors what has happened."""
        for visitor in self.visitors:
            self.tell(visitor)

    def tell(self, visitor: Visitor) -> None:
        """Send a visitor what has happened since it was last told."""
        events = self.session.num_events
        visitor.told = min(visitor.told, events)
        view = (
            spectators_view(self.session, visitor.told)
            if visitor.seat is None
            else seat_view(self.session, visitor.seat, visitor.told)
        )
        visitor.told = events
        visitor.send(view)
        if visitor.seat is not None and view["groups"] and not view["is_priced"]:
            information = self.session.information(visitor.seat)
            self._ask(visitor, lambda: prices_data(information, events))

    def tell_who_thinks(self) -> None:
        """Send all visitors that an agent is thinking."""
        for visitor in self.visitors:
            visitor.send({"type": "thinking", "seat": self.session.seat})

    # --- playing ---

    def go_on(self) -> None:
        """Let agents play until a person is to act."""
        is_thinking = self._thinking is not None and not self._thinking.done()
        if self.session.is_machine_turn and not is_thinking:
            self._thinking = asyncio.get_running_loop().create_task(self._let_machines_play())

    async def _let_machines_play(self) -> None:
        loop = asyncio.get_running_loop()
        while self.session.is_machine_turn and self.visitors:
            self.tell_who_thinks()
            try:
                thought = await loop.run_in_executor(self._workers, self.session.think)
                has_acted = self.session.carry_out(thought)
            except Exception as problem:
                # whatever an agent stumbles over, the table and its people stay
                name = seat_name(self.session.seat)
                self._complain(f"{name} cannot go on: {problem}")
                return
            if has_acted:
                self._keep(self)
                self.tell_all()

    def _complain(self, sentence: str) -> None:
        for visitor in self.visitors:
            visitor.send(trouble(sentence))

    async def close(self) -> None:
        """Stop what is under way; the game itself is kept."""
        tasks = [task for task in (self._thinking, *self._answering) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # --- what visitors say ---

    def hear(self, visitor: Visitor, message: Message) -> None:
        """Do what a page asks for, or tell it in a sentence why not."""
        try:
            self._answer(visitor, message)
        except ValueError as problem:
            visitor.send(trouble(str(problem)))

    def _answer(self, visitor: Visitor, message: Message) -> None:
        if message.kind == "rules":
            table = self.session.table
            text = rules_for(self.session.game, table.options, table.num_players)
            visitor.send({"type": "rules", "text": text})
            return
        if message.kind == "look":
            self._look_back(visitor, message.values["event"])
            return
        if message.kind == "again":
            self._begin_again(visitor)
            return
        if visitor.seat is None:
            raise BadMessageError("spectators only look")
        answers: dict[str, Callable[[int, Visitor, dict[str, Any]], None]] = {
            "act": self._act,
            "say": self._say,
            "why": self._tell_why_not,
            "hint": self._hint,
            "undo": self._undo,
            "belief": self._tell_belief,
            "review": self._review,
        }
        if message.kind not in answers:
            raise BadMessageError(f"{message.kind!r} is not for a table")
        answers[message.kind](visitor.seat, visitor, message.values)

    def _act(self, seat: int, visitor: Visitor, said: dict[str, Any]) -> None:
        self._check_turn(said["turn"])
        self.session.act(seat, said["action"])
        self._has_happened()

    def _say(self, seat: int, visitor: Visitor, said: dict[str, Any]) -> None:
        self._check_turn(said["turn"])
        information = self.session.information(seat)
        meant = understand(information, said["words"])
        if len(meant) == 1:
            self.session.act(seat, meant[0])
            self._has_happened()
        elif meant:
            visitor.send({"type": "several", "actions": meant})
        else:
            visitor.send({"type": "why", "words": self.session.why_not(seat, said["words"])})

    def _undo(self, seat: int, visitor: Visitor, said: dict[str, Any]) -> None:
        self._check_turn(said["turn"])
        self.session.undo(seat)
        self._has_happened()

    def _check_turn(self, turn: int) -> None:
        """Refuse what was meant for a position that is no more."""
        if turn != self.session.num_events:
            raise ValueError("the table has gone on since: look again")

    def _has_happened(self) -> None:
        self._keep(self)
        self.tell_all()
        self.go_on()

    def _tell_why_not(self, seat: int, visitor: Visitor, said: dict[str, Any]) -> None:
        information = self.session.information(seat)
        action = pointed_at(self.session.game, information, said["pieces"])
        words = "" if action is None else self.session.why_not(seat, action)
        visitor.send({"type": "why", "words": words or "Nothing is done with that now."})

    # --- what takes longer: asked for in another thread ---

    def _hint(self, seat: int, visitor: Visitor, said: dict[str, Any]) -> None:
        self._check_turn(said["turn"])

        def ask() -> Sent:
            hint = self.session.hint(seat)
            odds = [[action, odds] for action, odds in hint.odds.items()]
            return {
                "type": "hint",
                "turn": said["turn"],
                "action": hint.action,
                "name": hint.name,
                "words": hint.words,
                "odds": odds,
            }

        self._ask(visitor, ask)

    def _tell_belief(self, seat: int, visitor: Visitor, said: dict[str, Any]) -> None:
        information, turn = self.session.information(seat), self.session.num_events

        def ask() -> Sent:
            return belief_data(information, turn, WORLDS)

        self._ask(visitor, ask)

    def _review(self, seat: int, visitor: Visitor, said: dict[str, Any]) -> None:
        if not self.session.over:
            raise ValueError("the game is not over yet")

        def ask() -> Sent:
            review = self.session.review(seat)
            slips = [
                {"event": slip.number, "words": slip.words, "picture": picture_of(slip.information)}
                for slip in review.slips
            ]
            return {"type": "review", "words": review.words, "slips": slips}

        self._ask(visitor, ask)

    def _begin_again(self, visitor: Visitor) -> None:
        """Lead a visitor to the next game with the same settings, and tell the others of it."""
        if not self.session.over:
            raise ValueError("the game is not over yet")
        if self._play_again is None or (visitor.seat is None and self._next is None):
            raise ValueError("a new game is begun by those who have played")
        if self._next is None:
            self._next = self._play_again(self.session)
            for other in self.visitors - {visitor}:
                other.send(trouble("A new game has been begun: press Play again to go there."))
        visitor.send({"type": "again", "key": self._next(visitor.seat)})

    def _look_back(self, visitor: Visitor, event: int) -> None:
        if not self.session.over:
            raise ValueError("the game is not over yet")

        def ask() -> Sent:
            return {"type": "look", "event": event, "picture": whole_table_at(self.session, event)}

        self._ask(visitor, ask)

    def _ask(self, visitor: Visitor, ask: Callable[[], Sent]) -> None:
        """Let a thread find an answer, and send it."""

        async def answer() -> None:
            try:
                sent = await asyncio.get_running_loop().run_in_executor(self._workers, ask)
            except ValueError as problem:
                sent = trouble(str(problem))
            visitor.send(sent)

        task = asyncio.get_running_loop().create_task(answer())
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)


def trouble(sentence: str) -> Sent:
    """Return a message that says why something was not done."""
    return {"type": "trouble", "words": sentence}


def pointed_at(game: Game, information: InformationState, pieces: list[str]) -> int | None:
    """Return an action that is chosen by pointing at some pieces, legal or not, if there is one."""
    sight = sight_of_information(information)
    for action in range(game.num_actions):
        clicks = clicks_of(game, sight, action)
        if len(clicks) == len(pieces) > 0 and all(map(contains, clicks, pieces)):
            return action
    return None
