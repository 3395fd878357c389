"""Opponents in Noah."""

from __future__ import annotations

from boardgame_envs.benchmark.opponent import Opponent

OPPONENTS = (
    Opponent("noah", "random", "play:1dd1d737367624d0"),
    Opponent("noah", "heuristic:first", "play:aac602b46e64d0fa"),
    Opponent("noah", "heuristic:second", "play:0460e300b08b8a68"),
    Opponent("noah", "heuristic:third", "play:4406c1c4bf581297"),
    Opponent("noah", "first/noah.onnx", "file:4cda8d3734de2c9c"),
    Opponent("noah", "noah.onnx", "file:b16434e24e270fb0"),
)
