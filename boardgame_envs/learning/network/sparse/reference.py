"""How far choices are from those of a reference: another network, or this one at another time.

The log-probabilities of the reference are written beside the legal actions of noted decisions, once
for a rollout; a minibatch takes its share of them along.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from torch import Tensor

from boardgame_envs.core.compiled import Buffer
from boardgame_envs.core.kernels import kernel
from boardgame_envs.learning.network.sparse.decisions import Decisions
from boardgame_envs.learning.network.sparse.forward import Outputs
from boardgame_envs.learning.network.sparse.threads import pieces_of, run_pieces
from boardgame_envs.learning.network.sparse.weights import Weights

# decisions that the reference looks at together
PIECE = 1024


def note_reference(
    decisions: Decisions, parameters: Sequence[Tensor], has_features: bool, rounds: bool = False
) -> None:
    """Write what a network with these parameters would choose at all decisions."""
    weights = Weights.of(parameters, has_features, rounds)
    reference = np.empty(int(decisions.action_start[decisions.count]), np.float32)

    def note_piece(piece: slice) -> None:
        outputs = Outputs(weights, decisions, piece)
        outputs.compute()
        begin, end = decisions.action_start[[piece.start, piece.stop]]
        reference[begin:end] = outputs.logs

    run_pieces(note_piece, pieces_of(0, decisions.count, PIECE))
    decisions.reference = reference


@kernel
def diverge(places: Buffer, logs: Buffer, reference: Buffer, divergences: Buffer) -> None:
    """Write the divergence of each choice from the reference: KL(choice | reference)."""
    for i in range(len(places) - 1):
        divergence = 0.0
        for k in range(places[i], places[i + 1]):
            divergence += math.exp(logs[k]) * (logs[k] - reference[k])
        divergences[i] = divergence


@kernel
def diverge_backward(
    places: Buffer,
    logs: Buffer,
    reference: Buffer,
    divergences: Buffer,
    divergences_gradient: Buffer,
    logits_gradient: Buffer,
) -> None:
    """Write the gradients of the logits, from those of the divergences."""
    for i in range(len(places) - 1):
        for k in range(places[i], places[i + 1]):
            apart = logs[k] - reference[k] - divergences[i]
            logits_gradient[k] = divergences_gradient[i] * math.exp(logs[k]) * apart
