"""The first and the last layer in compiled loops over what is not 0 and what is legal.

A layer is computed row by row from the arrays of ``Decisions``, for as many decisions as there are
rows of hidden numbers; ``input_begin``, ``input_end`` and so on say where each of them stands.
Gradients are added to the arrays given, so that several calls can share them.
"""

from __future__ import annotations

import math

import numpy as np

from boardgame_envs.core.compiled import Buffer, rule
from boardgame_envs.core.kernels import kernel, summing_kernel

# --- the first layer ---


@kernel
def first_layer(
    input_begin: Buffer,
    input_end: Buffer,
    inputs: Buffer,
    numbers: Buffer,
    weights: Buffer,
    bias: Buffer,
    hidden: Buffer,
) -> None:
    """Write what the first layer makes of decisions, ReLU included; a row of weights an input."""
    width = len(bias)
    for i in range(len(hidden)):
        for j in range(width):
            hidden[i, j] = bias[j]
        k, end = input_begin[i], input_end[i]
        # four at a time: the sum is then read and written once for four rows of weights
        while k + 4 <= end:
            a, b, c, d = inputs[k], inputs[k + 1], inputs[k + 2], inputs[k + 3]
            p, q, r, s = numbers[k], numbers[k + 1], numbers[k + 2], numbers[k + 3]
            for j in range(width):
                hidden[i, j] += (
                    p * weights[a, j] + q * weights[b, j] + r * weights[c, j] + s * weights[d, j]
                )
            k += 4
        while k < end:
            a, p = inputs[k], numbers[k]
            for j in range(width):
                hidden[i, j] += p * weights[a, j]
            k += 1
        for j in range(width):
            hidden[i, j] = max(hidden[i, j], 0.0)


@kernel
def first_layer_backward(
    input_begin: Buffer,
    input_end: Buffer,
    inputs: Buffer,
    numbers: Buffer,
    gradient: Buffer,
    weights_gradient: Buffer,
) -> None:
    """Add the gradient of the weights, from that of the sums before the ReLU."""
    width = gradient.shape[1]
    for i in range(len(gradient)):
        k, end = input_begin[i], input_end[i]
        while k + 2 <= end:
            a, b, p, q = inputs[k], inputs[k + 1], numbers[k], numbers[k + 1]
            for j in range(width):
                weights_gradient[a, j] += p * gradient[i, j]
                weights_gradient[b, j] += q * gradient[i, j]
            k += 2
        if k < end:
            a, p = inputs[k], numbers[k]
            for j in range(width):
                weights_gradient[a, j] += p * gradient[i, j]


# --- ReLU ---


@kernel
def relu_backward(gradient: Buffer, hidden: Buffer, bias_gradient: Buffer) -> None:
    """Stop the gradient where the ReLU had nothing to pass on, and add that of the bias."""
    for i in range(len(gradient)):
        for j in range(gradient.shape[1]):
            passed = gradient[i, j] if hidden[i, j] > 0.0 else 0.0
            gradient[i, j] = passed
            bias_gradient[j] += passed


# --- the last layer: logits of legal actions, and the value ---


@summing_kernel
def dot(hidden: Buffer, i: int, head: Buffer, row: int) -> float:
    """Return the product of the hidden numbers of a decision and a row of the head."""
    total: float = hidden[i, 0] * head[row, 0]
    for j in range(1, hidden.shape[1]):
        total += hidden[i, j] * head[row, j]
    return total


@kernel
def last_layer(
    action_begin: Buffer,
    action_end: Buffer,
    term_ends: Buffer,
    term_begin: Buffer,
    terms: Buffer,
    hidden: Buffer,
    head: Buffer,
    bias: Buffer,
    places: Buffer,
    logits: Buffer,
    values: Buffer,
) -> None:
    """Pass the hidden numbers through a ReLU, and write logits from ``places[i]`` on, and values.

    The last row of the head is that of the value. Actions of a decision have many terms in common:
    each is computed once.
    """
    terms_known = np.full(len(bias), -1, np.int64)  # the decision for which a term was computed
    known = np.zeros(len(bias), logits.dtype)
    for i in range(len(hidden)):
        for j in range(hidden.shape[1]):
            hidden[i, j] = max(hidden[i, j], 0.0)
        place, t = places[i], term_begin[i]
        for k in range(action_begin[i], action_end[i]):
            logits[place] = 0.0
            while t < term_begin[i] + term_ends[k]:
                row = terms[t]
                if terms_known[row] != i:
                    terms_known[row] = i
                    known[row] = bias[row] + dot(hidden, i, head, row)
                logits[place] += known[row]
                t += 1
            place += 1
        values[i] = bias[len(bias) - 1] + dot(hidden, i, head, len(bias) - 1)


@rule
def add_row(
    factor: float, hidden: Buffer, i: int, head: Buffer, row: int, back: Buffer, change: Buffer
) -> None:
    """Add what one row of the head brings to the gradients of hidden numbers and of the head."""
    for j in range(hidden.shape[1]):
        back[i, j] += factor * head[row, j]
        change[row, j] += factor * hidden[i, j]


@kernel
def last_layer_backward(
    action_begin: Buffer,
    action_end: Buffer,
    term_ends: Buffer,
    term_begin: Buffer,
    terms: Buffer,
    hidden: Buffer,
    head: Buffer,
    places: Buffer,
    logits_gradient: Buffer,
    values_gradient: Buffer,
    back: Buffer,
    head_gradient: Buffer,
    bias_gradient: Buffer,
) -> None:
    """Write the gradient of the hidden numbers to ``back``, and add those of head and bias.

    Actions of a decision have many terms in common: what they pass on to one is summed up first.
    """
    last = len(bias_gradient) - 1
    listed_for = np.full(last + 1, -1, np.int64)  # the decision in whose list a term stands
    listed = np.zeros(last + 1, np.int64)
    factors = np.zeros(last + 1, logits_gradient.dtype)
    for i in range(len(hidden)):
        for j in range(hidden.shape[1]):
            back[i, j] = 0.0
        listed[0], factors[last], count = last, values_gradient[i], 1
        place, t = places[i], term_begin[i]
        for k in range(action_begin[i], action_end[i]):
            while t < term_begin[i] + term_ends[k]:
                row = terms[t]
                if listed_for[row] != i:
                    listed_for[row], listed[count], factors[row] = i, row, 0.0
                    count += 1
                factors[row] += logits_gradient[place]
                t += 1
            place += 1
        for k in range(count):
            row = listed[k]
            add_row(factors[row], hidden, i, head, row, back, head_gradient)
            bias_gradient[row] += factors[row]


# --- the choice ---


@kernel
def normalise(places: Buffer, logits: Buffer) -> None:
    """Make logits of legal actions log-probabilities."""
    for i in range(len(places) - 1):
        highest = logits[places[i]]
        for k in range(places[i] + 1, places[i + 1]):
            highest = max(highest, logits[k])
        total = 0.0
        for k in range(places[i], places[i + 1]):
            total += math.exp(logits[k] - highest)
        highest += math.log(total)
        for k in range(places[i], places[i + 1]):
            logits[k] -= highest


@kernel
def draw(places: Buffer, logs: Buffer, chances: Buffer, drawn: Buffer) -> None:
    """Write which of the legal actions a uniform random number chooses at each decision."""
    for i in range(len(places) - 1):
        place, below = places[i], 0.0
        while place < places[i + 1] - 1:
            below += math.exp(logs[place])
            if chances[i] < below:
                break
            place += 1
        drawn[i] = place - places[i]


@kernel
def judge(
    places: Buffer, logs: Buffer, chosen: Buffer, chosen_logs: Buffer, entropies: Buffer
) -> None:
    """Write the log-probability of what was chosen and the entropy of the choice."""
    for i in range(len(places) - 1):
        chosen_logs[i] = logs[places[i] + chosen[i]]
        entropy = 0.0
        for k in range(places[i], places[i + 1]):
            entropy -= math.exp(logs[k]) * logs[k]
        entropies[i] = entropy


@kernel
def choice_backward(
    places: Buffer,
    logs: Buffer,
    chosen: Buffer,
    entropies: Buffer,
    logs_gradient: Buffer,
    entropies_gradient: Buffer,
) -> None:
    """Put the gradients of the logits in the place of the log-probabilities."""
    for i in range(len(places) - 1):
        by_log, by_entropy = logs_gradient[i], entropies_gradient[i]
        for k in range(places[i], places[i + 1]):
            factor = by_log + by_entropy * (logs[k] + entropies[i])
            logs[k] = -math.exp(logs[k]) * factor
        logs[places[i] + chosen[i]] += by_log


@kernel
def find_chosen(
    action_begin: Buffer,
    action_end: Buffer,
    term_ends: Buffer,
    term_begin: Buffer,
    terms: Buffer,
    taken: Buffer,
    chosen: Buffer,
) -> None:
    """Write where each action that was taken stands among the legal ones; -1 if it is none."""
    for i in range(len(chosen)):
        chosen[i], t = -1, term_begin[i]
        for k in range(action_begin[i], action_end[i]):
            # the first term of an action is its own
            if terms[t] == taken[i]:
                chosen[i] = k - action_begin[i]
            t = term_begin[i] + term_ends[k]


@kernel
def name_chosen(
    action_begin: Buffer,
    action_end: Buffer,
    term_ends: Buffer,
    term_begin: Buffer,
    terms: Buffer,
    chosen: Buffer,
    taken: Buffer,
) -> None:
    """Write which action stands at each place among the legal ones: the reverse."""
    for i in range(len(chosen)):
        before = term_ends[action_begin[i] + chosen[i] - 1] if chosen[i] else 0
        taken[i] = terms[term_begin[i] + before]
