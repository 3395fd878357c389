"""What was noted of decisions, as observations and masks again."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.learning.network.sparse.decisions import Decisions


def observations_of(decisions: Decisions, rows: Any) -> NDArray[np.float32]:
    """Return what the trunk was shown at decisions, zeros included."""
    shown = np.zeros((len(rows), decisions.reading.num_inputs), np.float32)
    for i, row in enumerate(rows):
        noted = slice(*decisions.input_start[row : row + 2])
        shown[i, decisions.inputs[noted]] = decisions.numbers[noted]
    return shown


def masks_of(decisions: Decisions, rows: Any) -> NDArray[np.bool_]:
    """Return which actions were legal at decisions."""
    legal = np.zeros((len(rows), decisions.reading.num_actions), np.bool_)
    for i, row in enumerate(rows):
        # an action's own term is its first one
        ends = decisions.term_ends[slice(*decisions.action_start[row : row + 2])]
        legal[i, decisions.terms[decisions.term_start[row] + np.array([0, *ends[:-1]])]] = True
    return legal
