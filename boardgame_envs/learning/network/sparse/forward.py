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


def places_of(decisions: Decisions, rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return where the legal actions of decisions begin when they are laid out in a row."""
    places = np.zeros(len(rows) + 1, np.int64)
    np.cumsum(decisions.action_start[rows + 1] - decisions.action_start[rows], out=places[1:])
    return places


class Outputs:
    """What a network makes of decisions, and the hidden numbers on the way."""

    def __init__(self, weights: Weights, decisions: Decisions, rows: NDArray[np.int64]) -> None:
        self.weights, self.decisions, self.rows = weights, decisions, rows
        count, dtype = len(rows), weights.first.dtype
        self.hidden = [torch.empty(count, len(bias), dtype=dtype) for bias in weights.biases]
        self.places = places_of(decisions, rows)
        self.logs = torch.empty(int(self.places[-1]), dtype=dtype).numpy()
        self.values = torch.empty(count, dtype=dtype).numpy()

    def compute(self, piece: slice) -> None:
        """Compute a piece of the decisions: hidden numbers, log-probabilities, values."""
        weights, seen, rows = self.weights, self.decisions, self.rows[piece]
        hidden = [layer[piece] for layer in self.hidden]
        first_layer(
            *(rows, seen.input_start, seen.inputs, seen.numbers),
            *(weights.first.numpy(), weights.biases[0].numpy(), hidden[0].numpy()),
        )
        for number, between in enumerate(weights.between):
            # the last layer passes what it is given through a ReLU itself
            before = hidden[number].relu_() if number else hidden[0]
            torch.addmm(weights.biases[number + 1], before, between.t(), out=hidden[number + 1])
        places = self.places[piece.start : piece.stop + 1]
        last_layer(
            *(rows, seen.action_start, seen.term_start, seen.terms, hidden[-1].numpy()),
            *(weights.head.numpy(), weights.head_bias.numpy()),
            *(places, self.logs, self.values[piece]),
        )
        normalise(places, self.logs)


class SparseNetwork:
    """A network as it is at one moment; it draws actions, and does not learn."""

    def __init__(self, module: SparseModule) -> None:
        self.reading = module.reading
        has_features = module.action_scores is not None
        self.weights = Weights.of(parameters_of(module), has_features)

    def choose(
        self, decisions: Decisions, rows: NDArray[np.int64], chances: NDArray[np.float64]
    ) -> tuple[NDArray[np.int64], NDArray[Any], NDArray[Any]]:
        """Draw an action at each decision; return them with values and log-probabilities."""
        outputs = Outputs(self.weights, decisions, rows)
        drawn = np.empty(len(rows), np.int64)

        def choose_piece(piece: slice) -> None:
            outputs.compute(piece)
            places = outputs.places[piece.start : piece.stop + 1]
            draw(places, outputs.logs, chances[piece], drawn[piece])

        run_pieces(choose_piece, pieces_of(len(rows)))
        actions = decisions.actions[decisions.action_start[rows] + drawn].astype(np.int64)
        return actions, outputs.values, outputs.logs[outputs.places[:-1] + drawn]

    def values(self, decisions: Decisions, rows: NDArray[np.int64]) -> NDArray[Any]:
        """Return the value of each decision."""
        outputs = Outputs(self.weights, decisions, rows)
        run_pieces(outputs.compute, pieces_of(len(rows)))
        return outputs.values
