"""The values of a critic, and their gradients, computed without the zeros of what it sees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from boardgame_envs.core.compiled import Buffer
from boardgame_envs.core.kernels import kernel
from boardgame_envs.learning.network.critic import Critic
from boardgame_envs.learning.network.sparse.decisions import Decisions
from boardgame_envs.learning.network.sparse.forward import Inputs, inputs_of
from boardgame_envs.learning.network.sparse.layers import first_layer_backward, relu_backward
from boardgame_envs.learning.network.sparse.learning import (
    PIECE,
    ChosenDecisions,
    Evaluated,
    Evaluation,
)
from boardgame_envs.learning.network.sparse.noted_rows import NotedRows
from boardgame_envs.learning.network.sparse.products import multiply, multiply_back
from boardgame_envs.learning.network.sparse.threads import pieces_of, run_pieces
from boardgame_envs.learning.network.sparse.weights import Weights


def parameters_of(critic: Critic) -> list[Tensor]:
    """Return the parameters of a critic, weight and bias by turns, from first to last layer."""
    linears = [layer for layer in critic.layers if isinstance(layer, nn.Linear)]
    return [p for linear in (*linears, critic.value_net) for p in (linear.weight, linear.bias)]


def weights_of(critic: Critic) -> Weights:
    """Return what the parameters of a critic are now; its head has one row."""
    numbers = [parameter.detach() for parameter in parameters_of(critic)]
    *trunk, head, head_bias = numbers
    weights = Weights(trunk[0].t().contiguous(), trunk[2::2], trunk[1::2], head, head_bias)
    return weights.in_precision(critic.rounds)


@kernel
def add_inputs(
    input_begin: Buffer,
    input_end: Buffer,
    inputs: Buffer,
    numbers: Buffer,
    weights: Buffer,
    sums: Buffer,
) -> None:
    """Add what the first layer makes of inputs that are not 0; a row of weights an input."""
    width = sums.shape[1]
    for i in range(len(sums)):
        k, end = input_begin[i], input_end[i]
        # four at a time: the sum is then read and written once for four rows of weights
        while k + 4 <= end:
            a, b, c, d = inputs[k], inputs[k + 1], inputs[k + 2], inputs[k + 3]
            p, q, r, s = numbers[k], numbers[k + 1], numbers[k + 2], numbers[k + 3]
            for j in range(width):
                sums[i, j] += (
                    p * weights[a, j] + q * weights[b, j] + r * weights[c, j] + s * weights[d, j]
                )
            k += 4
        while k < end:
            a, p = inputs[k], numbers[k]
            for j in range(width):
                sums[i, j] += p * weights[a, j]
            k += 1


class JudgedPiece:
    """A piece of decisions on its way through a critic, and back."""

    def __init__(self, weights: Weights, num_seen: int, seen: Inputs, secrets: Inputs) -> None:
        """Compute values, of what is seen and of what is hidden."""
        self.weights = weights
        self.parts = (seen, slice(0, num_seen)), (secrets, slice(num_seen, None))
        sums = weights.biases[0].repeat(len(seen[0]), 1)
        for inputs, rows in self.parts:
            add_inputs(*inputs, weights.first[rows].numpy(), sums.numpy())
        self.hidden = [sums.relu_()]
        for number, bias in enumerate(weights.biases[1:]):
            after = torch.empty(len(sums), len(bias), dtype=sums.dtype)
            multiply(weights, number, self.hidden[-1], out=after)
            self.hidden.append(after.relu_())
        values = torch.mv(self.hidden[-1], weights.head[0]) + weights.head_bias
        self.results: tuple[NDArray[Any], ...] = (values.numpy(),)

    def backward(self, given: Sequence[NDArray[Any]], sums: Weights) -> None:
        """Add gradients layer by layer, from the last to the first; this can be done once."""
        weights, hidden, by_value = self.weights, self.hidden, torch.from_numpy(given[0])
        sums.head[0].add_(torch.mv(hidden[-1].t(), by_value))
        sums.head_bias.add_(by_value.sum())
        back = torch.outer(by_value, weights.head[0])
        for number in range(len(weights.between), 0, -1):
            relu_backward(back.numpy(), hidden[number].numpy(), sums.biases[number].numpy())
            back = multiply_back(weights, number - 1, back, hidden[number - 1], sums)
        relu_backward(back.numpy(), hidden[0].numpy(), sums.biases[0].numpy())
        for inputs, rows in self.parts:
            first_layer_backward(*inputs, back.numpy(), sums.first[rows].numpy())


def judge_chosen(critic: Critic, chosen: ChosenDecisions) -> Tensor:
    """Return the values of a minibatch, with their gradients."""
    decisions, secrets, weights = chosen.decisions, secrets_of(chosen), weights_of(critic)

    def judge_piece(here: slice) -> JudgedPiece:
        rows = chosen.rows[here]
        seen = inputs_of(decisions.input_start, decisions.inputs, decisions.numbers, rows)
        hidden = inputs_of(secrets.start, secrets.places, secrets.numbers, rows)
        return JudgedPiece(weights, critic.num_seen, seen, hidden)

    apply: Any = Evaluated.apply
    evaluation = Evaluation(weights, [1], len(chosen.rows), judge_piece)
    values: Tensor = apply(evaluation, *parameters_of(critic))[0]
    return values


def secrets_of(chosen: ChosenDecisions) -> NotedRows:
    """Return what is hidden at decisions, or raise ValueError if it was not noted."""
    if chosen.secrets is None:
        raise ValueError("a critic judges decisions that were noted with what is hidden at them")
    return chosen.secrets


def judge_all(critic: Critic, decisions: Decisions, secrets: NotedRows) -> NDArray[np.float32]:
    """Return the values of all decisions that were noted."""
    weights, values = weights_of(critic), np.empty(decisions.count, np.float32)

    def judge_piece(piece: slice) -> None:
        seen = inputs_of(decisions.input_start, decisions.inputs, decisions.numbers, piece)
        hidden = inputs_of(secrets.start, secrets.places, secrets.numbers, piece)
        values[piece] = JudgedPiece(weights, critic.num_seen, seen, hidden).results[0]

    run_pieces(judge_piece, pieces_of(0, decisions.count, PIECE))
    return values
