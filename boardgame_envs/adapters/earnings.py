"""Rewards are differences of returns: what was earned since the last time that it was paid."""

from __future__ import annotations

from collections.abc import Sequence


def rewards_since(paid: Sequence[float], returns: Sequence[float]) -> list[float]:
    """Return what each seat has earned since its returns were ``paid``."""
    return [now - before for now, before in zip(returns, paid, strict=True)]
