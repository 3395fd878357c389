"""All tables of a server, and the keys that open them."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boardgame_envs.core.game import Game
from boardgame_envs.core.seats import seat_name
from boardgame_envs.games import load_game
from boardgame_envs.play import Player, Session
from boardgame_envs.web.doors import new_key
from boardgame_envs.web.lobby import (
    YOU,
    chosen_options,
    games_data,
    players_from,
    settings_data,
)
from boardgame_envs.web.open_table import KeyOf, OpenTable
from boardgame_envs.web.saved import Drawer, SavedTable

Sent = dict[str, Any]
# threads in which agents think
THINKERS = 2
ID_BYTES = 6
# tables in play at once that nobody looks at; more are put away, and fetched when asked for
MOST_IDLE = 20


@dataclass(frozen=True)
class Pass:
    """What a key opens: the lobby (no table), a seat, or the spectators' bench (no seat)."""

    table: str | None
    seat: int | None = None


class Tables:
    """The tables of a server."""

    def __init__(self, folder: Path) -> None:
        self._drawer = Drawer(folder)
        self.lobby_key = self._drawer.lobby_key()
        self._kept: dict[str, SavedTable] = {}
        self._in_play: dict[str, OpenTable] = {}
        self._passes = {self.lobby_key: Pass(None)}
        self._fetching: dict[str, asyncio.Lock] = {}
        self.workers = ThreadPoolExecutor(THINKERS, thread_name_prefix="thinking")
        for table in reversed(list(self._drawer.tables())):
            self._note(table)

    def pass_of(self, key: str) -> Pass | None:
        """Return what a key opens, if it is one."""
        # keys are compared as wholes: a dictionary tells nobody how much of one was right
        return self._passes.get(key)

    def _note(self, table: SavedTable) -> None:
        self._kept[table.id] = table
        self._passes[table.watch] = Pass(table.id)
        for seat, key in enumerate(table.keys):
            if key is not None:
                self._passes[key] = Pass(table.id, seat)

    # --- opening and closing ---

    def begin(
        self, game: Game, players: Sequence[Player], seed: int, options: Mapping[str, Any]
    ) -> SavedTable:
        """Open a table for a new game, and return it with its keys."""
        return self.take_in(Session.begin(game, players, seed=seed, options=options))

    def take_in(self, session: Session) -> SavedTable:
        """Open a table for a game, new or in progress, and return it with its keys."""
        players = session.players
        kept = SavedTable(
            id=secrets.token_hex(ID_BYTES),
            title=title_of(session),
            names=[str(one.agent) if one.is_machine else "a person" for one in players],
            keys=[None if one.is_machine else new_key() for one in players],
            watch=new_key(),
            session=session.to_json(),
            is_over=session.over,
        )
        self._note(kept)
        self._in_play[kept.id] = self._open_table(kept.id, session)
        self._drawer.save(kept)
        return kept

    def _open_table(self, id: str, session: Session) -> OpenTable:
        return OpenTable(id, session, self.workers, self._keep, self._play_again)

    def _play_again(self, session: Session) -> KeyOf:
        """Open a table for another deal to the same players, and return its keys."""
        kept = self.take_in(session.again(secrets.randbits(32)))
        return lambda seat: (kept.keys[seat] if seat is not None else None) or kept.watch

    def key_of(self, table: SavedTable) -> str:
        """Return the key of the first person at a table; the spectators' if there is nobody."""
        return next(filter(None, table.keys), table.watch)

    async def fetch(self, id: str) -> OpenTable:
        """Return a table, from its file if it is not in play; ValueError if it cannot be read."""
        async with self._fetching.setdefault(id, asyncio.Lock()):
            if id not in self._in_play:
                loop = asyncio.get_running_loop()
                saved = self._kept[id].session
                session = await loop.run_in_executor(self.workers, Session.from_json, saved)
                self._in_play[id] = self._open_table(id, session)
        self._put_idle_away(id)
        return self._in_play[id]

    def _put_idle_away(self, asked_for: str) -> None:
        """Let go of tables that nobody looks at, if they are many; they are kept in files."""
        idle = [id for id, table in self._in_play.items() if not table.visitors and id != asked_for]
        for id in idle[: max(len(idle) - MOST_IDLE, 0)]:
            del self._in_play[id]

    def _keep(self, table: OpenTable) -> None:
        """Write down how far a table is."""
        kept = self._kept.get(table.id)
        if kept is not None:
            kept.session, kept.is_over = table.session.to_json(), table.session.over
            self._drawer.save(kept)

    def forget(self, id: str) -> None:
        """Throw a table away, and the keys to it."""
        kept = self._kept.pop(id, None)
        if kept is None:
            raise ValueError("that table is not there any more")
        for key in (kept.watch, *filter(None, kept.keys)):
            self._passes.pop(key, None)
        self._in_play.pop(id, None)
        self._drawer.forget(id)

    async def close(self) -> None:
        """Stop all thinking; all tables are kept."""
        for table in self._in_play.values():
            await table.close()
        self.workers.shutdown(wait=False, cancel_futures=True)

    # --- the lobby ---

    def lobby(self) -> Sent:
        """Return what the lobby shows."""
        newest = reversed(list(self._kept.values()))
        return {"type": "lobby", "games": games_data(), "tables": [table_data(t) for t in newest]}

    def settings(self, said: dict[str, Any]) -> Sent:
        """Return what goes with some options."""
        return settings_data(load_game(said["game"]), said["options"], said["players"])

    def open(self, said: dict[str, Any]) -> Sent:
        """Open the table that the lobby describes, or raise ValueError."""
        game = load_game(said["game"])
        options = chosen_options(game, said["options"])
        number = game.check_players(said["players"], options)
        players = players_from(said["seats"], game, options, number)
        seed = secrets.randbits(32) if said["seed"] is None else said["seed"]
        kept = self.begin(game, players, seed, options)
        mine = said["seats"].index(YOU) if YOU in said["seats"] else None
        return {"type": "opened", "mine": mine, "table": table_data(kept)}


def title_of(session: Session) -> str:
    """Return what is played at a table."""
    changed = session.game.changed_options(session.table.options).items()
    return ", ".join([session.game.title, *(f"{name} {value}" for name, value in changed)])


def table_data(table: SavedTable) -> Sent:
    """Return a table as the lobby lists it."""
    return {
        "id": table.id,
        "title": table.title,
        "made": table.made,
        "is_over": table.is_over,
        "watch": table.watch,
        "seats": [
            {"name": seat_name(seat), "who": who, "key": key}
            for seat, (who, key) in enumerate(zip(table.names, table.keys, strict=True))
        ],
    }
