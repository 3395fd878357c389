"""Opponents in Elements."""

from __future__ import annotations

from boardgame_envs.benchmark.opponent import Opponent

OPPONENTS = (
    Opponent("elements", "random", "play:d95748e0706a9067"),
    Opponent("elements", "heuristic:first", "play:91d47cf64b93e614"),
    Opponent("elements", "first/elements.onnx", "file:67daca4b7f8b7942"),
    Opponent("elements", "elements.onnx", "file:bf157603e56f1032"),
)
