"""Opponents and partners in Tranquility."""

from __future__ import annotations

from boardgame_envs.benchmark.opponent import Opponent

OPPONENTS = (
    Opponent("tranquility", "heuristic:first", "play:3ecf96e90de05b54"),
    Opponent("tranquility", "heuristic:third", "play:baaea85c8bb3693f"),
    Opponent("tranquility", "first/tranquility.onnx", "file:58d4c194ab40098f"),
    Opponent("tranquility", "tranquility.onnx", "file:9bd08f4fac7478d8"),
)
