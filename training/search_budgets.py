"""Budget curves: how strong a search is, by how long it thinks.

``python training/search_budgets.py noah --players 3 --among heuristic noah`` lets each search sit
in every seat among other agents, on the same deals, and times its decisions at one table, as a
person who plays against it would wait. Figures go to a JSON file, and a picture is drawn of them.
What the file has already is not played again, so a script that was stopped goes on.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tqdm import tqdm

from boardgame_envs.agents import Agent, make_agent
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.options import parse_options
from boardgame_envs.core.table import Table
from boardgame_envs.evaluation.exploiters import Exploited, measure_exploiter
from boardgame_envs.evaluation.plots import load_figure
from boardgame_envs.games import load_game
from boardgame_envs.matches.one_table import begin_game, play_on

TIMED_GAMES = 2
Row = dict[str, Any]


class Timed:
    """An agent whose decisions are counted and timed, in seconds of CPU."""

    def __init__(self, agent: Agent) -> None:
        self.agent, self.decisions, self.seconds = agent, 0, 0.0
        self.needs_past = getattr(agent, "needs_past", False)

    def begin_game(self, seed: int) -> None:
        """Prepare for a new game."""
        self.agent.begin_game(seed)

    def choose(self, information: InformationState) -> int:
        """Return what the agent does."""
        begun = time.process_time()
        action = self.agent.choose(information)
        self.seconds += time.process_time() - begun
        # a decision that is none says nothing of how long one takes
        self.decisions += int(information.mask.sum()) > 1
        return action


def milliseconds_a_move(table: Table, agent: Agent, other: Agent) -> float:
    """Return how long an agent takes to decide, in the first seat of some games."""
    timed = Timed(agent)
    for seed in range(TIMED_GAMES):
        if seed == 0:
            # what is compiled or loaded at the first decision is not counted
            agent.begin_game(0)
            table.reset(0)
            agent.choose(table.information(past=timed.needs_past))
        seated: dict[int, Agent] = {0: timed, **dict.fromkeys(range(1, table.num_players), other)}
        table.reset(seed)
        begin_game(seated, seed)
        play_on(table, seated)
    return 1000 * timed.seconds / max(timed.decisions, 1)


def measure(table: Table, name: str, among: str, deals: int, seed: int) -> Row:
    """Return the figures of one search among copies of another agent."""
    game = table.game
    agent, other = make_agent(name, game), make_agent(among, game)
    found: Exploited = measure_exploiter(name, table, other, agent, deals, seed)
    even = found.usual if isinstance(found.usual, float) else found.usual.mean
    return {
        "agent": name,
        "among": among,
        "deals": deals,
        "seed": seed,
        "wins": found.wins.as_json(),
        "even": even,
        "gain": None if found.gain is None else found.gain.as_json(),
        "ms": milliseconds_a_move(table, make_agent(name, game), other),
    }


def budgets(name: str, worlds: Sequence[int]) -> list[str]:
    """Return the names of a search with each of the budgets, beside its other settings."""
    mark = "," if "?" in name else "?"
    return [f"{name}{mark}worlds={number}" for number in worlds]


def said_of(row: Row) -> str:
    """Return what was found out, in %."""
    rates = {"wins": row["wins"], "gain": row["gain"]}
    said = [
        f"{name} {100 * one['mean']:.1f} ({100 * one['low']:.1f} to {100 * one['high']:.1f})"
        for name, one in rates.items()
        if one is not None
    ]
    in_its_place = f"{row['among']} in its place {100 * row['even']:.1f}"
    who = f"{row['agent']} among {row['among']}"
    return f"{who}: {', '.join(said)}, {in_its_place}, {row['ms']:.1f} ms"


def draw(rows: Sequence[Row], title: str, path: Path) -> None:
    """Draw the curves: one for each search and each agent that it sits among."""
    figure = load_figure()(figsize=(7, 4.5), layout="constrained")
    axes = figure.subplots()
    for number, key in enumerate(dict.fromkeys(curve_of(row) for row in rows)):
        points = sorted((row["ms"], row["wins"]) for row in rows if curve_of(row) == key)
        times = [ms for ms, _ in points]
        means = [100 * wins["mean"] for _, wins in points]
        below = [100 * (wins["mean"] - wins["low"]) for _, wins in points]
        above = [100 * (wins["high"] - wins["mean"]) for _, wins in points]
        label, colour = f"{key[0]} among {key[1]}", f"C{number}"
        axes.errorbar(
            times, means, (below, above), marker="o", capsize=3, label=label, color=colour
        )
    for even, names in names_by_even(rows).items():
        axes.axhline(even, color="grey", linestyle=":", linewidth=1)
        label = f"{' or '.join(names)} in its place"
        axes.annotate(label, (0.99, even), xycoords=("axes fraction", "data"), ha="right")
    axes.set_xscale("log")
    for axis in (axes.xaxis.set_major_formatter, axes.xaxis.set_minor_formatter):
        axis("{x:g}")
    axes.set_xlabel("milliseconds of CPU a decision")
    axes.set_ylabel("wins in % (95 % interval)")
    axes.set_title(title)
    axes.legend()
    figure.savefig(path, dpi=110)


def names_by_even(rows: Sequence[Row]) -> dict[float, list[str]]:
    """Return who would win how much in the place of the search, in %."""
    names: dict[float, list[str]] = {}
    for among, even in dict.fromkeys((row["among"], 100 * row["even"]) for row in rows):
        names.setdefault(even, []).append(among)
    return names


def curve_of(row: Row) -> tuple[str, str]:
    """Return which curve a row belongs to."""
    return row["agent"].partition("?")[0], row["among"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure all searches with all budgets, and draw the picture after each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, help="how many play")
    parser.add_argument("-O", dest="options", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--searches", nargs="+", default=["search"], help="names of searches")
    parser.add_argument("--worlds", nargs="+", type=int, default=[4, 16, 64], help="budgets")
    parser.add_argument("--among", nargs="+", default=["heuristic"], help="who has the other seats")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=51)
    parser.add_argument("--output", default="budgets", help="file names without .json, .png")
    parsed = parser.parse_args(arguments)
    game = load_game(parsed.game)
    players = {} if parsed.players is None else {"num_players": parsed.players}
    table = Table(game, **players, **parse_options(game.options, parsed.options))
    changed = game.changed_options(table.options)
    title = ", ".join(
        [game.title, f"{table.num_players} players", *(f"{k}={v}" for k, v in changed.items())]
    )
    output = Path(parsed.output)
    data = output.with_suffix(".json")
    rows: list[Row] = json.loads(data.read_text())["rows"] if data.exists() else []
    done = {(row["agent"], row["among"], row["deals"], row["seed"]) for row in rows}
    wanted = [
        (name, among)
        for among in parsed.among
        for search in parsed.searches
        for name in budgets(search, parsed.worlds)
        if (name, among, parsed.deals, parsed.seed) not in done
    ]
    for name, among in tqdm(wanted, unit=" searches", disable=None):
        rows.append(measure(table, name, among, parsed.deals, parsed.seed))
        data.write_text(json.dumps({"title": title, "rows": rows}, indent=1) + "\n")
        print(said_of(rows[-1]), flush=True)
    draw(rows, title, output.with_suffix(".png"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
