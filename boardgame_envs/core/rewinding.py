"""What a game's ``rewind`` returns in the place of an action."""

from __future__ import annotations

# how the world came about cannot be told any further back: a deal, or cards that moved unseen
CANNOT_TELL = -1
# it can, but not what exactly was done: that decision says nothing of the world
TELLS_NOTHING = -2
