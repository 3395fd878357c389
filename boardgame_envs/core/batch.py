"""Many games at once, for training: one compiled call lets every table take a step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.bundles import ManyTables, RandomGames
from boardgame_envs.core.compiled import available_threads, limit_threads, threads_are_lost
from boardgame_envs.core.compiled_game import BatchLoops, RandomLoops, loops_of
from boardgame_envs.core.game import Game
from boardgame_envs.core.loops import MOST_GAMES_WITHOUT_A_DECISION
from boardgame_envs.core.numbers import (
    MOST_TABLES,
    MOST_TURNS,
    check_count,
    check_numbers,
    check_seed,
    check_seeds,
    check_weights,
)
from boardgame_envs.core.problems import IllegalActionError, OptionError, shortened
from boardgame_envs.core.saved_batch import (
    check_arrays,
    check_picks,
    check_seeds_pick,
    check_tables,
)
from boardgame_envs.core.seats import NOBODY
from boardgame_envs.core.states import copy_states
from boardgame_envs.core.table import Table
from boardgame_envs.core.variant_shares import slot_picks, slots_of

# with fewer tables than this, handing work to threads costs more than it saves
FEWEST_TABLES_FOR_THREADS = 256
# does a piece of work for some tables after the other, or side by side
Share = Callable[[Callable[[slice], None], Sequence[slice]], None]

# what changes from step to step, and must be kept to go on later
ARRAYS = tuple(name for name in ManyTables._fields if name != "templates")
# which of several variants the game at each table has, and the one that ended last there
PICKED = ("variant", "finished_variant")
# what begins at 0
COUNTED = (
    *("returns", "reward", "length", "done", "final_returns", "final_length"),
    *("skipped_games", "skipped_returns"),
)


class Batch:
    """Many tables of one game. The arrays are made once and filled in place: copy to change them.

    Every step a game that has ended is replaced by the next one, so ``seat``, ``mask`` and
    ``observation`` always show a decision. Where ``done``, the finished game's outcome is
    in ``final_returns``, ``final_length`` and ``finished`` (its last state).

    Some deals are over before anybody decides. The game that ``reset_to`` asks for is then done
    at once, with a ``final_length`` of 0. Others are skipped: ``skipped_games`` counts those that
    were dealt in the place of the finished game, and ``skipped_returns`` adds up what they paid.
    """

    states: NDArray[Any]
    seeds: NDArray[np.uint64]
    seat: NDArray[np.int64]
    mask: NDArray[np.bool_]
    observation: NDArray[np.float32]
    returns: NDArray[np.float32]
    reward: NDArray[np.float32]
    length: NDArray[np.int64]
    done: NDArray[np.bool_]
    final_returns: NDArray[np.float32]
    final_length: NDArray[np.int64]
    finished: NDArray[Any]
    skipped_games: NDArray[np.int64]
    skipped_returns: NDArray[np.float32]

    def __init__(
        self,
        game: Game,
        num_tables: int,
        *,
        seed: int = 0,
        threads: int = 1,
        num_players: int | None = None,
        variants: Sequence[Mapping[str, Any]] = (),
        shares: Sequence[float] | NDArray[np.float64] | None = None,
        action_features: bool = True,
        **options: Any,
    ) -> None:
        """Set up tables; with ``variants`` each game picks one of these option sets.

        A variant may say ``num_players``; what it leaves out is as in ``options``. All variants
        are picked equally often, or as often as ``shares`` say, a number for each.

        Without ``action_features`` observations end where these begin: what is seen is all there,
        what can be worked out from it for each action is not, and costs no time. Their parts are
        those of ``game.layout.seen``.
        """
        self.game = game
        self.num_tables = check_count("num_tables", num_tables, 1, MOST_TABLES)
        self.threads = check_count("threads", threads, 1, available_threads())
        self.variants = [
            {"num_players": num_players, **options, **variant}
            for variant in check_variants(variants)
        ]
        self._tables = [Table(game, **variant) for variant in self.variants]
        self.num_players = max(table.num_players for table in self._tables)
        self._templates = np.concatenate([table.template for table in self._tables])
        # which variant a game has whose seed picks a slot
        self._slots = np.arange(len(self._tables))
        self._has_shares = shares is not None
        if shares is not None:
            self._slots = slots_of(shares, len(self._tables))
        templates = copy_states(self._templates[self._slots])
        self._parallel = self.threads > 1 and self.num_tables >= FEWEST_TABLES_FOR_THREADS
        self._loops = loops_of(game, BatchLoops, self._parallel)
        self.layout, self.action_features = game.observed(action_features), action_features
        self.arrays = ManyTables.make(
            game, templates, self.num_tables, self.num_players, self.layout.size
        )
        for name in ARRAYS:
            setattr(self, name, getattr(self.arrays, name))
        self._picked = {name: np.zeros(self.num_tables, np.int64) for name in PICKED}
        self.reset(seed)

    @property
    def variant(self) -> NDArray[np.int64]:
        """Which of the variants the game at each table has."""
        return self._picked["variant"].copy()

    @property
    def finished_variant(self) -> NDArray[np.int64]:
        """Which of the variants the game had that ended last at each table."""
        return self._picked["finished_variant"].copy()

    @property
    def tables(self) -> list[Table]:
        """A table with the options of each of the variants."""
        return list(self._tables)

    @property
    def is_cooperative(self) -> list[bool]:
        """Whether all win or lose together, in each of the variants."""
        return [table.is_cooperative for table in self._tables]

    def set_shares(self, shares: Sequence[float] | NDArray[np.float64]) -> None:
        """Let the games that begin from now on pick variants as often as these shares say."""
        if not self._has_shares:
            raise ValueError("shares can change only where there were shares from the beginning")
        self._slots[:] = slots_of(shares, len(self._tables))
        self.arrays.templates[:] = self._templates[self._slots]

    def _note_picks(self, begun: NDArray[np.bool_] | slice) -> None:
        """Write down which variants the games have that have just begun."""
        if len(self._tables) > 1 and (isinstance(begun, slice) or begun.any()):
            picked, finished = self._picked["variant"], self._picked["finished_variant"]
            finished[begun] = picked[begun]
            picked[begun] = slot_picks(self.seeds[begun], self._slots)

    def _share_work(self) -> None:
        """Let loops use the threads that were asked for; after a fork there is only one."""
        if self._parallel and threads_are_lost():
            self._parallel = False
            self._loops = loops_of(self.game, BatchLoops)
        if self._parallel:
            limit_threads(self.threads)

    def reset(self, seed: int) -> None:
        """Begin anew at every table; the seed fixes all games that follow."""
        sequence = np.random.SeedSequence(check_seed(seed))
        self.reset_to(sequence.generate_state(self.num_tables, np.uint64))

    def reset_to(self, seeds: NDArray[Any] | Sequence[int]) -> None:
        """Begin a chosen game at every table, the one that ``Table.reset`` has for its seed.

        Where it is over before anybody decides, it is ``done``, and the next one is shown.
        """
        self.seeds[:] = check_seeds(seeds, self.num_tables)
        for name in COUNTED:
            getattr(self, name).fill(0)
        self.finished.view(np.uint8).fill(0)
        self._share_work()
        self._note_picks(slice(None))
        self._loops.start_batch(self.arrays)
        self._note_picks(self.done)
        if (self.seat < 0).any():
            raise ValueError(
                f"{MOST_GAMES_WITHOUT_A_DECISION} games in a row were over before anybody "
                f"decided: {self.game.name} cannot be played with these options"
            )

    def step(self, actions: NDArray[Any] | Sequence[int], share: Share | None = None) -> None:
        """Let every table take one action; if one is illegal, nothing happens but an error.

        Whoever has threads of their own may ``share`` the work among them: it is given what is to
        be done, and the tables in parts for which that is to be done once each.
        """
        chosen = check_numbers(actions, self.num_tables, "actions")
        self._share_work()
        if share is None:
            illegal = self._loops.step_batch(self.arrays, chosen)
        else:
            illegal = self._step_parts(chosen, share)
        if illegal >= 0:
            refusal = self.table(illegal).refusal(int(chosen[illegal]))
            raise IllegalActionError(f"table {illegal}: {refusal}")
        self._note_picks(self.done)

    def _step_parts(self, chosen: NDArray[np.int64], share: Share) -> int:
        """Step some tables at a time; return -1, or a table whose action is not legal."""
        known = (chosen >= 0) & (chosen < self.mask.shape[1])
        legal = known & self.mask[np.arange(self.num_tables), np.where(known, chosen, 0)]
        illegal = -1 if legal.all() else int(legal.argmin())
        if illegal < 0:
            step = FEWEST_TABLES_FOR_THREADS
            parts = [slice(n, n + step) for n in range(0, self.num_tables, step)]

            def step_part(part: slice) -> None:
                self._loops.step_batch(self.arrays.part(part), chosen[part])

            share(step_part, parts)
        return illegal

    def observe(self, seats: NDArray[Any], *, finished: bool = False) -> NDArray[np.float32]:
        """Return what one seat sees at each table; zeros for a negative seat.

        With ``finished`` the games that ended last are looked at, not the running ones.
        """
        chosen = check_numbers(seats, self.num_tables, "seats")
        states = self.finished if finished else self.states
        # where no game has ended yet there is nothing to be seen
        players = states["num_players"]
        chosen = np.where(players > 0, chosen, NOBODY)
        for i in np.flatnonzero((players > 0) & (chosen >= players)):
            raise ValueError(
                f"table {i}: the seat must be one below {players[i]}, or negative for none, "
                f"not {chosen[i]}"
            )
        observation = np.empty_like(self.observation)
        self._share_work()
        self._loops.observe_batch(states, chosen, observation)
        return observation

    def rollout(
        self, num_steps: int, seed: int, weights: Sequence[float] | None = None
    ) -> tuple[int, NDArray[np.float32]]:
        """Play a number of random steps on from each table, wholly in compiled code.

        Returns how many games ended, and the sum of their returns for each seat. The tables
        themselves stay as they are.
        """
        check_count("num_steps", num_steps, 0, MOST_TURNS)
        odds = check_weights(self.game.num_actions, weights)
        games = RandomGames.make(
            self.game, self.states, self.arrays.templates, self.num_players, odds
        )
        sequence = np.random.SeedSequence(check_seed(seed))
        games.rng[:] = sequence.generate_state(self.num_tables, np.uint64)
        games.seeds[:] = self.seeds
        self._share_work()
        loops_of(self.game, RandomLoops, self._parallel).play_on(games, num_steps)
        return int(games.games.sum()), games.total_returns.sum(axis=0)

    def table(self, i: int) -> Table:
        """Return a copy of one of the games, as a table without a past."""
        i = check_count("the table", i, 0, self.num_tables - 1)
        table = self._tables[int(self._picked["variant"][i])]
        return table.with_state(self.states[i : i + 1])

    def get_state(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays; ``set_state`` goes on from them exactly."""
        return {
            name: copy_states(array) if array.dtype.names else array.copy()
            for name, array in self._kept.items()
        }

    def set_state(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Go on from what ``get_state`` returned, for the same game, tables and options.

        Every game is checked first, because what is in a file may have changed.
        """
        own = self._kept
        check_arrays(state, own)
        picks = {name: state[name] for name in own if name not in ARRAYS}
        check_picks(picks, len(self._tables))
        if picks and not self._has_shares:
            check_seeds_pick(slot_picks(state["seeds"], self._slots), picks["variant"])
        check_tables(state, self._tables)
        for name, array in own.items():
            array[...] = state[name]
        self.arrays.templates[:] = self._templates[self._slots]

    @property
    def _kept(self) -> dict[str, NDArray[Any]]:
        """The arrays that must be kept to go on later: where variants are, who has which, too."""
        kept = {name: getattr(self, name) for name in ARRAYS}
        if len(self._tables) > 1:
            kept |= self._picked
        if self._has_shares:
            kept["slots"] = self._slots
        return kept

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle so that what is read is checked."""
        shares = [1.0] * len(self.variants) if self._has_shares else None
        settings = self.game, self.num_tables, self.threads, self.variants, shares
        return restore_batch, (*settings, self.get_state(), self.action_features)


def restore_batch(
    game: Game,
    num_tables: int,
    threads: int,
    variants: Sequence[Mapping[str, Any]],
    shares: Sequence[float] | None,
    state: Mapping[str, NDArray[Any]],
    action_features: bool = True,
) -> Batch:
    """Return a batch that was pickled, or raise ValueError."""
    batch = Batch(
        game,
        num_tables,
        threads=threads,
        variants=variants,
        shares=shares,
        action_features=action_features,
    )
    batch.set_state(state)
    return batch


def check_variants(variants: Any) -> Sequence[Mapping[str, Any]]:
    """Return the option sets that games pick from, one without choices if there are none."""
    is_list = isinstance(variants, Sequence) and not isinstance(variants, str)
    if not is_list or not all(isinstance(variant, Mapping) for variant in variants):
        raise OptionError(
            "variants must be option sets in a list, such as [{'num_players': 2}], "
            f"not {shortened(variants)}"
        )
    return variants or ({},)
