"""Gradients of what a network makes of decisions, computed sparsely, for torch's autograd."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from boardgame_envs.learning.network.sparse.decisions import Decisions
from boardgame_envs.learning.network.sparse.forward import Outputs, pieces_of
from boardgame_envs.learning.network.sparse.layers import (
    choice_backward,
    find_chosen,
    first_layer_backward,
    judge,
    last_layer_backward,
    relu_backward,
)
from boardgame_envs.learning.network.sparse.threads import run_pieces
from boardgame_envs.learning.network.sparse.weights import SparseModule, Weights, parameters_of

# Gradients are added up in this many shares, each by one thread, and then all together, however
# many threads there are: their number cannot change the result.
SHARES = 4


def evaluate(
    module: SparseModule, decisions: Decisions, actions: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    """Return values, log-probabilities of actions that were taken, and entropies."""
    evaluation = Evaluation(module, decisions, actions)
    apply: Any = Evaluated.apply
    values, logs, entropies = apply(evaluation, *parameters_of(module))
    return values, logs, entropies


class Evaluation:
    """A minibatch on its way through a network, and back."""

    def __init__(self, module: SparseModule, decisions: Decisions, actions: Tensor) -> None:
        scores = module.action_scores
        tables = [] if scores is None else [scores.tables.out_features]
        self.head_rows = [module.action_net.out_features, *tables, 1]
        weights = Weights.of(parameters_of(module), scores is not None)
        self.outputs = Outputs(weights, decisions)
        self.pieces = pieces_of(decisions.count)
        self.actions = actions.numpy()
        self.chosen = np.empty(decisions.count, np.int64)
        self.logs, self.entropies = (np.empty_like(self.outputs.values) for _ in range(2))
        self.is_used = False

    def forward(self) -> tuple[Tensor, Tensor, Tensor]:
        """Compute the minibatch."""
        run_pieces(self._judge, self.pieces)
        if (self.chosen < 0).any():
            raise ValueError("an action that was taken is not legal")
        results = self.outputs.values, self.logs, self.entropies
        values, logs, entropies = (torch.from_numpy(result) for result in results)
        return values, logs, entropies

    def _judge(self, piece: slice) -> None:
        outputs, seen = self.outputs, self.outputs.decisions
        outputs.compute(piece)
        starts = slice(piece.start, piece.stop + 1)
        chosen = self.chosen[piece]
        find_chosen(outputs.action_start[starts], seen.actions, self.actions[piece], chosen)
        parts = chosen, self.logs[piece], self.entropies[piece]
        judge(outputs.places[starts], outputs.logs, *parts)

    def backward(self, *gradients: Tensor) -> list[Tensor]:
        """Return the gradient of each parameter, from those of values, logs and entropies."""
        if self.is_used:
            raise RuntimeError("the gradients of a minibatch can be computed only once")
        self.is_used = True
        given = [gradient.contiguous().numpy() for gradient in gradients]
        shares = [self.pieces[number::SHARES] for number in range(min(SHARES, len(self.pieces)))]
        sums = [self.outputs.weights.zeros() for _ in shares]

        def add_up(share: int) -> None:
            for piece in shares[share]:
                self._backward_piece(piece, given, sums[share])

        run_pieces(add_up, range(len(shares)))
        total, *others = (gradient.tensors() for gradient in sums)
        for other in others:
            torch._foreach_add_(total, other)
        return sums[0].as_parameters(self.head_rows)

    def _backward_piece(self, piece: slice, given: list[NDArray[Any]], sums: Weights) -> None:
        """Add the gradients of a piece, layer by layer from the last to the first."""
        by_value, by_log, by_entropy = (gradient[piece] for gradient in given)
        outputs, seen, weights = self.outputs, self.outputs.decisions, self.outputs.weights
        starts = slice(piece.start, piece.stop + 1)
        places = outputs.places[starts]
        parts = self.chosen[piece], self.entropies[piece], by_log, by_entropy
        choice_backward(places, outputs.logs, *parts)
        hidden = [layer[piece] for layer in outputs.hidden]
        back = torch.empty_like(hidden[-1])
        last_layer_backward(
            *(outputs.action_start[starts], seen.term_start, seen.terms),
            *(hidden[-1].numpy(), weights.head.numpy(), places, outputs.logs, by_value),
            *(back.numpy(), sums.head.numpy(), sums.head_bias.numpy()),
        )
        for number in range(len(weights.between), 0, -1):
            relu_backward(back.numpy(), hidden[number].numpy(), sums.biases[number].numpy())
            sums.between[number - 1].addmm_(back.t(), hidden[number - 1])
            back = torch.mm(back, weights.between[number - 1])
        relu_backward(back.numpy(), hidden[0].numpy(), sums.biases[0].numpy())
        first_layer_backward(
            *(outputs.input_start[starts], seen.inputs, seen.numbers),
            *(back.numpy(), sums.first.numpy()),
        )


class Evaluated(torch.autograd.Function):
    """The evaluation of a minibatch as one step of torch's autograd."""

    @staticmethod
    def forward(ctx: Any, evaluation: Evaluation, *parameters: Tensor) -> Any:
        """Compute values, log-probabilities and entropies."""
        ctx.evaluation = evaluation
        return evaluation.forward()

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx: Any, *gradients: Tensor) -> Any:
        """Return the gradients of the parameters."""
        return None, *ctx.evaluation.backward(*gradients)
