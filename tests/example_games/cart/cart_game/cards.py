"""What is in the box [1]."""

from __future__ import annotations

import numpy as np

WEIGHTS = (1, 2, 3, 4, 5)
NUM_KINDS = len(WEIGHTS)
COPIES_OF_EACH = 4
DECK_SIZE = NUM_KINDS * COPIES_OF_EACH

# A card is its kind: 0 is the sack of weight 1. WEIGHT[kind] is what it weighs.
WEIGHT = np.array(WEIGHTS, np.int16)
