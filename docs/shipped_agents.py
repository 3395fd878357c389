"""Write the table of shipped agents in docs/benchmark.md: `boardgame-envs benchmark` makes it.

    python docs/shipped_agents.py --deals 200 --responses 50 --games elements noah

Figures go to docs/benchmark/GAME.json, one file for each game with all that is needed to get them
again, and the rows between the marks in the page. Games that are not named keep what they have.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path
from typing import Any

from boardgame_envs.agents.by_name import shipped_file
from boardgame_envs.benchmark import find_suite
from boardgame_envs.benchmark.opponent import fingerprint_of
from boardgame_envs.command_line import main as command
from boardgame_envs.games import game_names, load_game

DOCS = Path(__file__).resolve().parent
PAGE, FIGURES = DOCS / "benchmark.md", DOCS / "benchmark"
BEGIN, END = "<!-- shipped agents: begin -->", "<!-- shipped agents: end -->"
HEADER = [
    "| game | agent | setting | players | deals | wins in % against `heuristic:first` "
    "| one among it | searched best response wins | ms a move |",
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
]
YARDSTICK, SHIPPED = "heuristic:first", "shipped"


def measure(game: str, parsed: argparse.Namespace) -> None:
    """Measure the shipped agent of a game, and keep the figures."""
    FIGURES.mkdir(exist_ok=True)
    # an agent is known by its file; the command that is kept does not say in whose folder that is
    file, kept = str(shipped_file(load_game(game))), FIGURES / f"{game}.json"
    arguments = ["benchmark", game, file, "--against", YARDSTICK, "--row"]
    arguments += ["--deals", str(parsed.deals), "--json", str(kept)]
    arguments += ["--responses", str(parsed.responses)] if parsed.responses else []
    for setting in parsed.setting or ():
        if setting in find_suite(load_game(game)).settings:
            arguments += ["--setting", setting]
    if command(arguments):
        sys.exit(f"the benchmark of {game} failed")
    kept.write_text(kept.read_text(encoding="utf-8").replace(file, SHIPPED), encoding="utf-8")


def rows_of(content: dict[str, Any]) -> list[str]:
    """Return the rows that the figures of a file come to."""
    rows = []
    for row in content["rows"]:
        figure = next(
            one
            for one in content["figures"]
            if (one["setting"], one["players"]) == (row["setting"], row["players"])
        )
        searched = row["searched"]["wins"] if row["searched"] else None
        cells = [
            content["game"],
            f"`{content['agent']['fingerprint']}`",
            row["setting"],
            str(row["players"]),
            str(content["deals"]),
            percent(figure.get("win share") or figure.get("team")),
            percent(figure.get("one among them")),
            percent(searched),
            f"{row['milliseconds']:.2f}",
        ]
        rows.append(f"| {' | '.join(cells)} |")
    return rows


def percent(estimate: dict[str, float] | None) -> str:
    """Return an estimate with its interval."""
    if estimate is None:
        return "–"
    mean, low, high = (100 * estimate[name] for name in ("mean", "low", "high"))
    return f"{mean:.1f} ({low:.1f} to {high:.1f})"


def table() -> list[str]:
    """Return the table of all figures that are there."""
    files = [json.loads(file.read_text()) for file in sorted(FIGURES.glob("*.json"))]
    return HEADER + [row for content in files for row in rows_of(content)]


def stale() -> list[str]:
    """Return the games whose shipped agent is another one than that in the table."""
    found = []
    for file in sorted(FIGURES.glob("*.json")):
        game = load_game(file.stem)
        now = fingerprint_of(str(shipped_file(game)), find_suite(game))
        if json.loads(file.read_text())["agent"]["fingerprint"] != now:
            found.append(game.name)
    return found


def main() -> None:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(description="write the table of shipped agents")
    parser.add_argument("--games", nargs="*", default=game_names(outside=False))
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument(
        "--responses", type=int, default=100, help="deals of best responses; 0: none"
    )
    parser.add_argument("--setting", action="append", help="only these settings")
    parsed = parser.parse_args()
    for game in parsed.games:
        measure(game, parsed)
    text = PAGE.read_text(encoding="utf-8")
    rows = "\n".join([BEGIN, "", *table(), "", END])
    PAGE.write_text(
        re.sub(f"{BEGIN}.*?{END}", lambda _: rows, text, flags=re.DOTALL), encoding="utf-8"
    )
    for game in stale():
        print(f"the table has another agent of {game} than the package: run it for this game")


if __name__ == "__main__":
    main()
