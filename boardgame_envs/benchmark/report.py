"""The report on a benchmark: a table in words, and figures for a file.

Every figure names its opponent with the fingerprint, the deals, and the command that makes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from boardgame_envs.benchmark.measuring import DIFFERENCE, SAMPLE_DEALS, Figure
from boardgame_envs.benchmark.row import Row
from boardgame_envs.benchmark.suite import Suite
from boardgame_envs.evaluation.estimates import Estimate
from boardgame_envs.evaluation.report import aligned, rate_in_words


def in_words(
    name: str, fingerprint: str, suite: Suite, deals: int, figures: Sequence[Figure]
) -> list[str]:
    """Return the table of an agent's figures, line by line."""
    kinds = list(dict.fromkeys(kind for figure in figures for kind in figure.estimates))
    rows = [["setting", "players", "opponent", *kinds]]
    rows += [
        [
            figure.setting,
            str(figure.players),
            figure.opponent.name,
            *(cell(kind, figure.estimates.get(kind)) for kind in kinds),
        ]
        for figure in figures
    ]
    opponents = dict.fromkeys(figure.opponent for figure in figures)
    return [
        f"{suite.game.title}: {name} ({fingerprint}) in %, with 95 % intervals",
        f"{deals} deals of seed {suite.seed}, with every seating",
        *(f"against {each.name} ({each.fingerprint})" for each in opponents),
        "",
        *aligned(rows),
    ]


def cell(kind: str, value: Estimate | None) -> str:
    """Return an estimate in percent; a difference has its sign."""
    if value is None:
        return "-"
    if kind == DIFFERENCE:
        low, high = 100 * value.low, 100 * value.high
        return f"{100 * value.mean:+.1f} ({low:+.1f} to {high:+.1f})"
    return rate_in_words(value)


def as_json(
    name: str,
    fingerprint: str,
    suite: Suite,
    deals: int,
    figures: Sequence[Figure],
    command: str,
    rows: Sequence[Row] = (),
) -> dict[str, Any]:
    """Return all figures, and what is needed to get them again."""
    return {
        "game": suite.game_name,
        "version": f"v{suite.game.version}",
        "agent": {"name": name, "fingerprint": fingerprint},
        "deals": deals,
        "seed": suite.seed,
        "confidence": 0.95,
        "command": command,
        "figures": [
            {
                "setting": figure.setting,
                "options": dict(suite.settings[figure.setting]),
                "players": figure.players,
                "opponent": {
                    "name": figure.opponent.name,
                    "fingerprint": figure.opponent.fingerprint,
                },
                "games": figure.games,
                "sample": {"deals": min(deals, SAMPLE_DEALS), "mean": figure.sample},
                **{kind: value.as_json() for kind, value in figure.estimates.items()},
            }
            for figure in figures
        ],
        "rows": [row.as_json() for row in rows],
    }
