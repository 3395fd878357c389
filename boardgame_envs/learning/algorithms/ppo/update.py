"""What PPO makes of a rollout.

As long as the network is judged by its own value head, and nothing holds it, this is the update of
sb3-contrib, number for number. A critic of its own is learned beside it, from the same returns, and
the value head that is exported with the network learns from them, too. A magnet holds the policy
near to another one.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
import torch
from stable_baselines3.common.utils import explained_variance
from torch import Tensor
from torch.nn import functional


def learn_from_play(model: Any) -> None:
    """Make what turned out well likelier, and the values those of the games as played."""
    policy, buffer = model.policy, model.rollout_buffer
    policy.set_training_mode(True)
    model._update_learning_rate(policy.optimizer)
    clip = model.clip_range(model._current_progress_remaining)
    noted: dict[str, list[float]] = defaultdict(list)
    if model.magnet is not None:
        model.magnet.note(policy, buffer.decisions)
    for _ in range(model.n_epochs):
        noted["approx_kl"] = []
        for sample in buffer.get(model.batch_size):
            values, logs, entropy, *apart = policy.evaluate_actions(
                sample.observations, sample.actions.long().flatten(), sample.action_masks
            )
            policy_loss = surrogate(logs, sample, clip, model.normalize_advantage, noted)
            value_loss = error(sample, values.flatten())
            entropy_loss = -torch.mean(entropy)
            noted["value_loss"].append(value_loss.item())
            noted["entropy_loss"].append(entropy_loss.item())
            loss = policy_loss + model.ent_coef * entropy_loss + model.vf_coef * value_loss
            if model.magnet is not None:
                divergence = torch.mean(*apart)
                noted["divergence"].append(divergence.item())
                loss = loss + model.magnet.weight * divergence
            step(model, loss, sample, noted)
        model._n_updates += 1
    if model.magnet is not None:
        model.magnet.follow(policy)
    for name, numbers in noted.items():
        model.logger.record(f"train/{name}", np.mean(numbers))
    model.logger.record("train/loss", loss.item())
    explained = explained_variance(buffer.values.flatten(), buffer.returns.flatten())
    model.logger.record("train/explained_variance", explained)
    model.logger.record("train/n_updates", model._n_updates, exclude="tensorboard")
    model.logger.record("train/clip_range", clip)


def surrogate(
    logs: Tensor, sample: Any, clip: float, normalise: bool, noted: dict[str, list[float]]
) -> Tensor:
    """Return PPO's clipped loss, and note how far the policy has moved."""
    advantages = sample.advantages
    if normalise:
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    ratio = torch.exp(logs - sample.old_log_prob)
    clipped = torch.clamp(ratio, 1 - clip, 1 + clip)
    loss: Tensor = -torch.min(advantages * ratio, advantages * clipped).mean()
    with torch.no_grad():
        log_ratio = logs - sample.old_log_prob
        moved = torch.mean((torch.exp(log_ratio) - 1) - log_ratio)
        beyond = torch.mean((torch.abs(ratio - 1) > clip).float())
    noted["policy_gradient_loss"].append(loss.item())
    noted["clip_fraction"].append(beyond.item())
    noted["approx_kl"].append(moved.item())
    return loss


def error(sample: Any, values: Tensor) -> Tensor:
    """Return the mean squared error of values, in which some decisions may count more."""
    if sample.value_weights is None:
        return functional.mse_loss(sample.returns, values)
    return torch.mean(sample.value_weights * (sample.returns - values).square())


def step(model: Any, loss: Tensor, sample: Any, noted: dict[str, list[float]]) -> None:
    """Go one step down the gradients; those of a critic are shortened by themselves."""
    policy, most = model.policy, model.max_grad_norm
    if policy.critic is not None:
        judged = policy.judge(sample.observations)
        critic_loss = error(sample, judged)
        noted["critic_loss"].append(critic_loss.item())
        loss = loss + model.vf_coef * critic_loss
    policy.optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(policy.players_parameters(), most)
    if policy.critic is not None:
        torch.nn.utils.clip_grad_norm_(policy.critic.parameters(), most)
    policy.optimizer.step()
