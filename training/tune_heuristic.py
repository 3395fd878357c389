"""Tune the constants of a heuristic, setting by setting, by the cross-entropy method.

``python training/tune_heuristic.py tranquility -O reward=progress`` tunes for every setting that
the heuristic declares, first for all numbers of players together, then for each by itself. Sets of
constants are drawn from normal distributions, each set plays the same deals, and the best eighth
of them says from where the next ones are drawn. What comes out is judged on deals that it has not
seen, and written to the heuristic's file of constants only if it is better there than what the
file has. A setting takes a minute or two. ``--rest`` leaves out what the file has a row for, so
that a run which was stopped can be taken up again.

Where all win or lose together a set of constants has all seats, and its score is what the team
earns. Elsewhere it has one seat among the constants that the file has, each seat equally often.
"""

# the names that rules take the place of are declared, not defined (mypy knows them)
# ruff: noqa: F821

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from boardgame_envs.agents.by_name import heuristic_module
from boardgame_envs.agents.heuristics.constants import Constants
from boardgame_envs.core import loops
from boardgame_envs.core.compiled import Buffer, bind
from boardgame_envs.core.compiled_game import RULES
from boardgame_envs.core.game import Game
from boardgame_envs.core.kernels import kernel
from boardgame_envs.core.options import parse_options
from boardgame_envs.core.table import Table
from boardgame_envs.games import load_game
from boardgame_envs.matches.lineups import deal_seeds

Numbers = NDArray[np.float64]
Key = tuple[str, int]  # a setting and a number of players

# what the seeds of a run are used for, so that no deal serves two purposes
TUNING, JUDGING = 0, 1
ELITE = 8  # one set in this many says from where the next ones are drawn
KEPT = 0.3  # how much of the distribution before stays
LEAST_STEP = 0.1  # of the step with which the search began
ENOUGH = 1.0  # standard errors by which new constants must be better on the deals that judge


class Search(NamedTuple):
    """How much is tried."""

    rounds: int
    sets: int  # of constants, in each round
    deals: int  # that each set plays


# --- games ---

# what is put in their place: a game's rules, and what a heuristic thinks
deal: Callable[..., None]
look: Callable[..., None]
settle_chance: Callable[..., None]
apply_action: Callable[..., None]
write_returns: Callable[..., None]
read: Callable[..., None]
choose_action: Callable[..., int]


def play_deals(
    states: Buffer,
    template: Buffer,
    seeds: Buffer,
    views: tuple[Buffer, Buffer, Buffer],
    sets: Buffer,
    seated: Buffer,
    returns: Buffer,
) -> None:
    """Play deals to their ends, in each seat with the set of constants that sits there."""
    mask, observation, notepad = views
    state, notes = states[0], notepad[0]
    for i in range(seeds.size):
        deal(states, 0, template, seeds[i])
        while state.seat >= 0:
            look(state, mask, observation)
            notes.constants[:] = sets[seated[i, state.seat]]
            read(observation, notes)
            apply_action(state, choose_action(observation, mask, notes))
            settle_chance(state)
        write_returns(state, returns[i])


class Players:
    """Sets of constants that play a game with a heuristic."""

    def __init__(self, game: Game, heuristic: Any) -> None:
        self.game = game
        parts = {name: getattr(game.rules, name) for name in RULES}
        parts["write_observation"] = game.observation.write_observation
        clear = getattr(game.observation, "clear_observation", loops.clear_whole)
        parts["clear_observation"] = clear
        for part in (loops.begin, loops.settle_chance, loops.deal, loops.look):
            parts[part.__name__] = bind(part, game.name, parts)
        parts |= {"read": heuristic.read, "choose_action": heuristic.choose_action}
        self._play = kernel(bind(play_deals, game.name, parts))
        self._states = np.zeros(1, game.rules.STATE)
        self._views = (
            np.zeros(game.num_actions, np.bool_),
            np.zeros(game.layout.size, np.float32),
            np.zeros(1, heuristic.notes),
        )

    def score(
        self, table: Table, constants: Numbers, others: Numbers, seeds: NDArray[np.uint64]
    ) -> Numbers:
        """Return what a set of constants earns with each deal, in one seat or as a team."""
        seated = np.zeros((len(seeds), table.num_players), np.int64)
        if not table.is_cooperative:
            mine = np.arange(len(seeds)) % table.num_players
            seated[np.arange(len(seeds)), mine] = 1
        sets = np.stack([constants if table.is_cooperative else others, constants])
        returns = np.zeros((len(seeds), self.game.max_players), np.float32)
        self._play(self._states, table.template, seeds, self._views, sets, seated, returns)
        if table.is_cooperative:
            return returns[:, 0].astype(np.float64)
        return returns[np.arange(len(seeds)), mine].astype(np.float64)


# --- the search ---


def improve(
    players: Players,
    tables: Sequence[Table],
    start: Numbers,
    steps: Numbers,
    search: Search,
    seed: int,
    title: str,
) -> Numbers:
    """Return constants that do better than those to start with, as far as the search can tell."""
    rng, mean, spread = np.random.default_rng(seed), start.copy(), steps.copy()
    for number in tqdm(range(search.rounds), desc=title, disable=None, leave=False):
        sets = mean + spread * rng.standard_normal((search.sets, len(mean)))
        sets[0] = mean
        seeds = deal_seeds(seed + 1 + number, search.deals)
        scores = [
            sum(players.score(table, each, start, seeds).mean() for table in tables)
            for each in sets
        ]
        best = sets[np.argsort(scores)[-max(search.sets // ELITE, 2) :]]
        mean = KEPT * mean + (1 - KEPT) * best.mean(axis=0)
        spread = KEPT * spread + (1 - KEPT) * best.std(axis=0)
        spread = np.maximum(spread, LEAST_STEP * steps)
    return mean


def standard_errors(differences: Numbers) -> float:
    """Return how many standard errors the mean difference of a deal is from none."""
    error = differences.std(ddof=1) / np.sqrt(len(differences))
    return float(differences.mean() / max(error, 1e-9))


# --- a run ---


class Run:
    """Tunes setting by setting, and writes down what is better."""

    def __init__(self, parsed: argparse.Namespace) -> None:
        self.game = load_game(parsed.game)
        heuristic = find_heuristic(self.game)
        self.constants: Constants = heuristic.constants
        self.players = Players(self.game, heuristic)
        self.search = Search(parsed.rounds, parsed.sets, parsed.deals)
        self.judging, self.seed, self.rest = parsed.judging, parsed.seed, parsed.rest
        self.like = parsed.like
        self.options = parse_options(self.game.options, parsed.option)
        self.tuned = self.constants.tuned()

    def tune(self, setting: str) -> None:
        """Tune a setting for all numbers of players together, and then for each."""
        tables = self._tables(setting)
        if not tables:
            return
        seed, steps = self._seed(setting, TUNING), self.constants.steps(setting)
        start = np.where(steps > 0, self._start(self.like or setting), self.constants.first)
        few = self.search._replace(deals=2 * self.search.deals // len(tables))
        together = improve(self.players, list(tables.values()), start, steps, few, seed, setting)
        few = self.search._replace(rounds=self.search.rounds // 2, sets=self.search.sets * 2 // 3)
        for number, table in tables.items():
            found, title = [together], f"{setting}, {number} players"
            if few.rounds:
                by_itself = seed + 1000 * number
                found += [
                    improve(self.players, [table], together, steps / 2, few, by_itself, title)
                ]
            self._keep_better((setting, number), table, found)

    def _start(self, setting: str) -> Numbers:
        """Return the mean of what is tuned for a setting, or else the first constants."""
        tuned = [values for (name, _), values in self.tuned.items() if name == setting]
        return np.mean(tuned, axis=0) if tuned else self.constants.first

    def _tables(self, setting: str) -> dict[int, Table]:
        """Return the tables to tune for, by their number of players."""
        options = self.game.complete_options({**self.constants.settings[setting], **self.options})
        possible = set(self.game.players_with(options)) & set(self.constants.players)
        wanted = [n for n in sorted(possible) if not (self.rest and (setting, n) in self.tuned)]
        return {n: Table(self.game, n, **options) for n in wanted}

    def _now(self, key: Key) -> Numbers:
        """Return the constants that the file has, or the first ones."""
        now: Numbers = self.tuned.get(key, self.constants.first)
        return now

    def _seed(self, setting: str, purpose: int) -> int:
        """Return a seed for one purpose in one setting."""
        place = list(self.constants.settings).index(setting)
        sequence = np.random.SeedSequence(self.seed, spawn_key=(purpose, place))
        return int(sequence.generate_state(1)[0])

    def _keep_better(self, key: Key, table: Table, found: Sequence[Numbers]) -> None:
        """Write the best of some constants to the file, if it is better than what is there."""
        seeds = deal_seeds(self._seed(key[0], JUDGING), self.judging)
        now = self._now(key)
        before, *after = (self.players.score(table, each, now, seeds) for each in (now, *found))
        best = int(np.argmax([scores.mean() for scores in after]))
        errors = standard_errors(after[best] - before)
        is_better = errors > ENOUGH
        if is_better:
            self.tuned[key] = found[best]
            self.constants.write(self.tuned)
        print(
            f"{key[0]}, {key[1]} players: {before.mean():.3f} -> {after[best].mean():.3f} "
            f"({errors:+.1f} errors){'' if is_better else ', not kept'}",
            flush=True,
        )


def find_heuristic(game: Game) -> Any:
    """Return the heuristic of a game, which must have constants to tune."""
    module = heuristic_module(game)
    heuristic = getattr(importlib.import_module(module), "Heuristic", None) if module else None
    if not isinstance(getattr(heuristic, "constants", None), Constants):
        raise SystemExit(f"{game.name} has no heuristic that declares constants")
    return heuristic


def main(arguments: Sequence[str] | None = None) -> int:
    """Tune what the arguments say."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--setting", action="append", help="default: all that are declared")
    parser.add_argument("--rest", action="store_true", help="only what the file has no row for")
    parser.add_argument(
        "-O", "--option", action="append", default=[], help="KEY=VALUE, while tuning"
    )
    parser.add_argument("--like", help="the setting to start from; default: what is tuned")
    parser.add_argument("--rounds", type=int, default=12, help="0: judge those to start from")
    parser.add_argument("--sets", type=int, default=40, help="of constants in each round")
    parser.add_argument("--deals", type=int, default=100, help="that each set plays")
    parser.add_argument("--judging", type=int, default=2000, help="deals that judge the result")
    parser.add_argument("--seed", type=int, default=0)
    parsed = parser.parse_args(arguments)
    run = Run(parsed)
    for setting in parsed.setting or run.constants.settings:
        if setting not in run.constants.settings:
            known = ", ".join(run.constants.settings)
            raise SystemExit(f"there is no setting {setting!r}; there are: {known}")
        run.tune(setting)
    return 0


if __name__ == "__main__":
    sys.exit(main())
