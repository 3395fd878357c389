"""A network at one moment, which makes choices and values of decisions."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from boardgame_envs.learning.network.sparse.decisions import Decisions
from boardgame_envs.learning.network.sparse.layers import (
    draw,
    first_layer,
    last_layer,
    normalise,
)
from boardgame_envs.learning.network.sparse.threads import run_pieces
from boardgame_envs.learning.network.sparse.weights import SparseModule, Weights, parameters_of

# decisions that are computed together: few enough to stay near the processor
PIECE = 512


def pieces_of(count: int) -> list[slice]:
    """Return numbers below a count in pieces."""
    return [slice(first, min(first + PIECE, count)) for first in range(0, count, PIECE)]


class Outputs:
    """What a network makes of decisions, and the hidden numbers on the way."""

    def __init__(self, weights: Weights, decisions: Decisions, first: int = 0) -> None:
        """Make room for all that is made of the decisions from ``first`` on."""
        self.weights, self.decisions = weights, decisions
        self.count, dtype = decisions.count - first, weights.first.dtype
        self.hidden = [torch.empty(self.count, len(bias), dtype=dtype) for bias in weights.biases]
        self.input_start = decisions.input_start[first : decisions.count + 1]
        self.action_start = decisions.action_start[first : decisions.count + 1]
        # where the legal actions of each decision begin in what is made of them
        self.places = self.action_start - self.action_start[0]
        self.logs = torch.empty(int(self.places[-1]), dtype=dtype).numpy()
        self.values = torch.empty(self.count, dtype=dtype).numpy()

    def compute(self, piece: slice) -> None:
        """Compute a piece of the decisions: hidden numbers, log-probabilities, values."""
        weights, seen = self.weights, self.decisions
        starts = slice(piece.start, piece.stop + 1)
        hidden = [layer[piece] for layer in self.hidden]
        first_layer(
            *(self.input_start[starts], seen.inputs, seen.numbers),
            *(weights.first.numpy(), weights.biases[0].numpy(), hidden[0].numpy()),
        )
        for number, between in enumerate(weights.between):
            # the last layer passes what it is given through a ReLU itself
            before = hidden[number].relu_() if number else hidden[0]
            torch.addmm(weights.biases[number + 1], before, between.t(), out=hidden[number + 1])
        last_layer(
            *(self.action_start[starts], seen.term_start, seen.terms, hidden[-1].numpy()),
            *(weights.head.numpy(), weights.head_bias.numpy()),
            *(self.places[starts], self.logs, self.values[piece]),
        )
        normalise(self.places[starts], self.logs)


class SparseNetwork:
    """A network as it is at one moment; it draws actions, and does not learn."""

    def __init__(self, module: SparseModule) -> None:
        self.reading = module.reading
        has_features = module.action_scores is not None
        self.weights = Weights.of(parameters_of(module), has_features)

    def choose(
        self, decisions: Decisions, first: int, chances: NDArray[np.float64]
    ) -> tuple[NDArray[np.int64], NDArray[Any], NDArray[Any]]:
        """Draw an action at each decision from ``first`` on, with a number in [0, 1) for each.

        Returns the actions, the values and the log-probabilities.
        """
        outputs = Outputs(self.weights, decisions, first)
        drawn = np.empty(outputs.count, np.int64)

        def choose_piece(piece: slice) -> None:
            outputs.compute(piece)
            places = outputs.places[piece.start : piece.stop + 1]
            draw(places, outputs.logs, chances[piece], drawn[piece])

        run_pieces(choose_piece, pieces_of(outputs.count))
        actions = decisions.actions[outputs.action_start[:-1] + drawn].astype(np.int64)
        return actions, outputs.values, outputs.logs[outputs.places[:-1] + drawn]

    def values(self, decisions: Decisions, first: int) -> NDArray[Any]:
        """Return the value of each decision from ``first`` on."""
        outputs = Outputs(self.weights, decisions, first)
        run_pieces(outputs.compute, pieces_of(outputs.count))
        return outputs.values
