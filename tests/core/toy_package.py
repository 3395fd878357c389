"""A toy package, small enough to be compiled in a second."""

from __future__ import annotations

import sys
from pathlib import Path

RULES = """
from boardgame_envs.core.compiled import rule
from toy.cards import HAND_SIZE
from toy.thinking import whole

@rule
def hand_size(extra):
    return HAND_SIZE + whole(extra)
"""
THINKING = """
import numpy as np
from boardgame_envs.core.compiled import rule

@rule
def whole(number):
    return np.int64(number + 0.5)
"""


def write_toy(folder: Path) -> None:
    package = folder / "toy"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "cards.py").write_text("HAND_SIZE = 5\n")
    (package / "thinking.py").write_text(THINKING)
    (package / "rules.py").write_text(RULES)


def edit(file: Path, old: str, new: str) -> None:
    source = file.read_text()
    assert old in source
    file.write_text(source.replace(old, new))


def forget_toy() -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "toy"]:
        del sys.modules[name]
