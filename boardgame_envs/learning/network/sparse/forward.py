"""A network at one moment, which makes choices and values of decisions."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray

from boardgame_envs.core.compiled import Buffer
from boardgame_envs.learning.network.sparse.decisions import Decisions
from boardgame_envs.learning.network.sparse.layers import (
    draw,
    first_layer,
    last_layer,
    name_chosen,
    normalise,
)
from boardgame_envs.learning.network.sparse.products import multiply
from boardgame_envs.learning.network.sparse.threads import pieces_of, run_pieces
from boardgame_envs.learning.network.sparse.weights import SparseModule, Weights, parameters_of

# decisions that are made together: several such pieces in a step of many tables, for threads
PIECE = 512

# what compiled loops take of decisions: where each begins and ends, and what stands there
Inputs: TypeAlias = tuple[Buffer, Buffer, Buffer, Buffer]
Actions: TypeAlias = tuple[Buffer, Buffer, Buffer, Buffer, Buffer]

# some of the decisions that were noted: from one to another, or by their numbers
Some: TypeAlias = slice | NDArray[np.int64]


def inputs_of(start: Buffer, places: Buffer, numbers: Buffer, some: Some) -> Inputs:
    """Return the inputs of some decisions, where they are."""
    return start[:-1][some], start[1:][some], places, numbers


def actions_of(decisions: Decisions, some: Some) -> Actions:
    """Return the legal actions of some decisions, where they are."""
    starts, terms = decisions.action_start, decisions.term_start[:-1][some]
    return starts[:-1][some], starts[1:][some], decisions.term_ends, terms, decisions.terms


class Outputs:
    """What a network makes of a piece of decisions, and the hidden numbers on the way."""

    def __init__(self, weights: Weights, decisions: Decisions, some: Some) -> None:
        self.weights = weights
        read = decisions.input_start, decisions.inputs, decisions.numbers
        self.inputs = inputs_of(*read, some)
        self.actions = actions_of(decisions, some)
        begins, ends = self.actions[:2]
        self.count, dtype = len(begins), weights.first.dtype
        # where the log-probabilities of each decision begin
        self.places = np.zeros(self.count + 1, np.int64)
        np.cumsum(ends - begins, out=self.places[1:])
        self.hidden = [torch.empty(self.count, len(bias), dtype=dtype) for bias in weights.biases]
        self.logs = torch.empty(int(self.places[-1]), dtype=dtype).numpy()
        self.values = torch.empty(self.count, dtype=dtype).numpy()

    def compute(self) -> None:
        """Compute hidden numbers, log-probabilities of legal actions, and values."""
        weights, hidden = self.weights, self.hidden
        parameters = weights.first.numpy(), weights.biases[0].numpy()
        first_layer(*self.inputs, *parameters, hidden[0].numpy())
        for number in range(len(weights.between)):
            # the last layer passes what it is given through a ReLU itself
            before = hidden[number].relu_() if number else hidden[0]
            multiply(weights, number, before, out=hidden[number + 1])
        parameters = weights.head.numpy(), weights.head_bias.numpy()
        results = self.places, self.logs, self.values
        last_layer(*self.actions, hidden[-1].numpy(), *parameters, *results)
        normalise(self.places, self.logs)


class SparseNetwork:
    """A network as it is at one moment; it draws actions, and does not learn."""

    def __init__(self, module: SparseModule) -> None:
        self.reading = module.reading
        has_features = module.action_scores is not None
        self.weights = Weights.of(parameters_of(module), has_features, module.rounds)

    def choose(
        self, decisions: Decisions, first: int, chances: NDArray[np.float64]
    ) -> tuple[NDArray[np.int64], NDArray[np.float32], NDArray[np.float32]]:
        """Draw an action at each decision from ``first`` on, with a number in [0, 1) for each.

        Returns the actions, the values and the log-probabilities.
        """
        count = decisions.count - first
        actions = np.empty(count, np.int64)
        values, logs = np.empty(count, np.float32), np.empty(count, np.float32)

        def choose_piece(piece: slice) -> None:
            outputs = Outputs(self.weights, decisions, piece)
            outputs.compute()
            here = slice(piece.start - first, piece.stop - first)
            drawn = np.empty(outputs.count, np.int64)
            draw(outputs.places, outputs.logs, chances[here], drawn)
            name_chosen(*outputs.actions, drawn, actions[here])
            values[here], logs[here] = outputs.values, outputs.logs[outputs.places[:-1] + drawn]

        run_pieces(choose_piece, pieces_of(first, decisions.count, PIECE))
        return actions, values, logs
