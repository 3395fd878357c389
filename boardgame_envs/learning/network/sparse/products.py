"""The products of matrices in the layers between the first and the last.

They take about half of the time of learning. Some processors multiply bfloat16, numbers of 8 bits
beside their exponent, several times as fast as float32. What is multiplied may be rounded to that:
products are added up in float32, and weights, hidden numbers and gradients stay what they are.
"""

from __future__ import annotations

import torch
from torch import Tensor

from boardgame_envs.learning.network.sparse.weights import Weights

# what processors call their instructions for it
INSTRUCTIONS = "avx512_bf16", "amx_bf16"


def has_instructions() -> bool:
    """Tell whether this processor multiplies bfloat16 by itself, as far as torch knows."""
    capabilities: dict[str, object] = getattr(torch.cpu, "get_capabilities", dict)()
    return any(bool(capabilities.get(name)) for name in INSTRUCTIONS)


def multiply(weights: Weights, number: int, before: Tensor, out: Tensor) -> None:
    """Write what a layer between makes of the numbers before it, with its bias."""
    bias = weights.biases[number + 1]
    if weights.rounded:
        torch.add(torch.mm(before.bfloat16(), weights.rounded[number].t()), bias, out=out)
    else:
        torch.addmm(bias, before, weights.between[number].t(), out=out)


def multiply_back(
    weights: Weights, number: int, back: Tensor, before: Tensor, sums: Weights
) -> Tensor:
    """Add the gradient of a layer between, and return that of the numbers before it."""
    if weights.rounded:
        rounded = back.bfloat16()
        sums.between[number].add_(torch.mm(rounded.t(), before.bfloat16()))
        return torch.mm(rounded, weights.rounded[number]).float()
    sums.between[number].addmm_(back.t(), before)
    return torch.mm(back, weights.between[number])
