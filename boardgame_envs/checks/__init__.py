"""How each library is tried out: ``boardgame-envs doctor`` runs these modules.

A module has functions ``steps(game, folder)``, ``trains(game, folder)`` and
``exports(game, folder)``, called in this order in one process. Each returns in a few words what
it saw, and raises whatever went wrong; one that is left out has nothing to try. ``folder`` is
an empty place for files.
"""

from __future__ import annotations

# what is tried, in this order
TRIALS = ("steps", "trains", "exports")
