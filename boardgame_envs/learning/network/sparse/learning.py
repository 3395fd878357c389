"""Gradients of what a network makes of decisions, computed sparsely, for torch's autograd."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from boardgame_envs.learning.network.sparse.decisions import Decisions, take_items
from boardgame_envs.learning.network.sparse.forward import Outputs
from boardgame_envs.learning.network.sparse.layers import (
    choice_backward,
    find_chosen,
    first_layer_backward,
    judge,
    last_layer_backward,
    relu_backward,
)
from boardgame_envs.learning.network.sparse.noted_rows import NotedRows
from boardgame_envs.learning.network.sparse.products import multiply_back
from boardgame_envs.learning.network.sparse.reference import diverge, diverge_backward
from boardgame_envs.learning.network.sparse.threads import pieces_of, run_pieces
from boardgame_envs.learning.network.sparse.weights import SparseModule, Weights, parameters_of

# Gradients are added up in this many shares, each by one thread, and then all together, however
# many threads there are: their number cannot change the result.
SHARES = 4

# decisions that are learned from together: few enough for the memory near the processor
PIECE = 1024


class ChosenDecisions(NamedTuple):
    """Some of the decisions that were noted: a minibatch."""

    decisions: Decisions
    rows: NDArray[np.int64]
    secrets: NotedRows | None = None  # what is hidden at all of them, for a critic


def evaluate(module: SparseModule, chosen: ChosenDecisions, actions: Tensor) -> tuple[Tensor, ...]:
    """Return values, log-probabilities of actions that were taken, and entropies.

    Where a reference was noted for the decisions, divergences from it come last.
    """
    scores, taken = module.action_scores, actions.numpy()
    tables = [] if scores is None else [scores.tables.out_features]
    weights = Weights.of(parameters_of(module), scores is not None, module.rounds)

    def evaluate_piece(here: slice) -> EvaluatedPiece:
        rows = ChosenDecisions(chosen.decisions, chosen.rows[here])
        return EvaluatedPiece(weights, rows, taken[here])

    head_rows = [module.action_net.out_features, *tables, 1]
    evaluation = Evaluation(weights, head_rows, len(chosen.rows), evaluate_piece)
    apply: Any = Evaluated.apply
    results: tuple[Tensor, ...] = apply(evaluation, *parameters_of(module))
    return results


class Piece(Protocol):
    """A piece of a minibatch that has gone through a network."""

    @property
    def results(self) -> tuple[NDArray[Any], ...]:
        """What came of it, each with a number for each decision."""

    def backward(self, given: Sequence[NDArray[Any]], sums: Weights) -> None:
        """Add gradients of the weights, from those of the results."""


class EvaluatedPiece:
    """A piece of a minibatch on its way through a network, and back."""

    def __init__(self, weights: Weights, chosen: ChosenDecisions, actions: NDArray[np.int64]):
        decisions = chosen.decisions
        self.outputs = Outputs(weights, decisions, chosen.rows)
        self.outputs.compute()
        self.logs, self.entropies = (np.empty_like(self.outputs.values) for _ in range(2))
        self.chosen = np.empty_like(actions)
        find_chosen(*self.outputs.actions, actions, self.chosen)
        if (self.chosen < 0).any():
            raise ValueError("an action that was taken is not legal")
        results = self.chosen, self.logs, self.entropies
        judge(self.outputs.places, self.outputs.logs, *results)
        self.results: tuple[NDArray[Any], ...] = self.outputs.values, self.logs, self.entropies
        self.reference = None
        if decisions.reference is not None:
            places = self.outputs.places
            self.reference = np.empty(places[-1], np.float32)
            take_items(
                chosen.rows, decisions.action_start, decisions.reference, places, self.reference
            )
            self.divergences = np.empty_like(self.logs)
            diverge(self.outputs.places, self.outputs.logs, self.reference, self.divergences)
            self.results += (self.divergences,)

    def backward(self, given: Sequence[NDArray[Any]], sums: Weights) -> None:
        """Add gradients layer by layer, from the last to the first; this can be done once."""
        outputs, weights, hidden = self.outputs, self.outputs.weights, self.outputs.hidden
        by_value = given[0]
        self._choice_backward(*given[1:])
        back = torch.empty_like(hidden[-1])
        last_layer_backward(
            *outputs.actions,
            *(hidden[-1].numpy(), weights.head.numpy(), outputs.places, outputs.logs, by_value),
            *(back.numpy(), sums.head.numpy(), sums.head_bias.numpy()),
        )
        for number in range(len(weights.between), 0, -1):
            relu_backward(back.numpy(), hidden[number].numpy(), sums.biases[number].numpy())
            back = multiply_back(weights, number - 1, back, hidden[number - 1], sums)
        relu_backward(back.numpy(), hidden[0].numpy(), sums.biases[0].numpy())
        first_layer_backward(*outputs.inputs, back.numpy(), sums.first.numpy())

    def _choice_backward(
        self,
        by_log: NDArray[Any],
        by_entropy: NDArray[Any],
        by_divergence: NDArray[Any] | None = None,
    ) -> None:
        """Put the gradients of the logits in the place of the log-probabilities."""
        places, logs = self.outputs.places, self.outputs.logs
        added = None
        if self.reference is not None and by_divergence is not None:
            added = np.empty_like(logs)
            apart = self.reference, self.divergences, by_divergence
            diverge_backward(places, logs, *apart, added)
        choice_backward(places, logs, self.chosen, self.entropies, by_log, by_entropy)
        if added is not None:
            logs += added


class Evaluation:
    """A minibatch on its way through a network, and back, in pieces."""

    def __init__(
        self, weights: Weights, head_rows: list[int], count: int, make: Callable[[slice], Piece]
    ) -> None:
        """Take the network as it is now, and what makes a piece of the minibatch."""
        self.weights, self.head_rows, self.make = weights, head_rows, make
        self.slices = pieces_of(0, count, PIECE)
        self.pieces: dict[int, Piece] = {}

    def forward(self) -> tuple[Tensor, ...]:
        """Compute the results of all pieces."""

        def make_piece(number: int) -> None:
            self.pieces[number] = self.make(self.slices[number])

        run_pieces(make_piece, range(len(self.slices)))
        results = zip(
            *(self.pieces[number].results for number in range(len(self.slices))), strict=True
        )
        return tuple(torch.from_numpy(np.concatenate(parts)) for parts in results)

    def backward(self, *gradients: Tensor) -> list[Tensor]:
        """Return the gradient of each parameter, from those of the results of ``forward``."""
        if not self.pieces:
            raise RuntimeError("the gradients of a minibatch can be computed only once")
        given = [gradient.contiguous().numpy() for gradient in gradients]
        sums = [self.weights.zeros() for _ in range(min(SHARES, len(self.slices)))]

        def add_up(share: int) -> None:
            for number in range(share, len(self.slices), SHARES):
                here = [gradient[self.slices[number]] for gradient in given]
                self.pieces.pop(number).backward(here, sums[share])

        run_pieces(add_up, range(len(sums)))
        total, *others = (gradient.tensors() for gradient in sums)
        for other in others:
            torch._foreach_add_(total, other)
        return sums[0].as_parameters(self.head_rows)


class Evaluated(torch.autograd.Function):
    """The evaluation of a minibatch as one step of torch's autograd."""

    @staticmethod
    def forward(ctx: Any, evaluation: Evaluation, *parameters: Tensor) -> Any:
        """Compute the results."""
        ctx.evaluation = evaluation
        return evaluation.forward()

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx: Any, *gradients: Tensor) -> Any:
        """Return the gradients of the parameters."""
        return None, *ctx.evaluation.backward(*gradients)
