"""RLlib's settings: the environment, one network for all seats, PPO, tolerance of lost workers."""

from __future__ import annotations

from typing import Any

import torch
from gymnasium import spaces
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from torch import Tensor

from boardgame_envs.adapters.rllib import TableMultiAgentEnv, observation_space
from boardgame_envs.core.action_features import features_of
from boardgame_envs.games import load_game
from boardgame_envs.learning.algorithms.rllib.config import RllibConfig
from boardgame_envs.learning.algorithms.rllib.module import MaskedTrunk
from boardgame_envs.learning.network.trunk import trunk_ranges

LEARNER = "learner"


def make_algorithm(config: RllibConfig) -> Any:
    """Return RLlib's PPO at its beginning, with its workers."""
    return describe_algorithm(config).build_algo()


def describe_algorithm(config: RllibConfig) -> Any:
    """Return RLlib's config for a run."""
    settings: Any = PPOConfig()
    add_environment(settings, config)
    add_network(settings, config)
    add_learning(settings, config)
    # a worker that is lost is started again where there is room; until then the others go on
    settings.fault_tolerance(
        restart_failed_env_runners=True,
        num_consecutive_env_runner_failures_tolerance=1_000_000,
        delay_between_env_runner_restarts_s=1.0,
        env_runner_health_probe_timeout_s=10.0,
        env_runner_restore_timeout_s=60.0,
    )
    settings.debugging(seed=config.seed, log_level="ERROR")
    return settings


def add_environment(settings: Any, config: RllibConfig) -> None:
    """Say what is played, by how many workers."""
    env_config = {
        "game": config.game,
        "options": {},
        "variants": config.settings,
        "reward_scale": config.reward_scale,
    }
    # RLlib's check of environments takes illegal actions
    settings.environment(TableMultiAgentEnv, env_config=env_config, disable_env_checking=True)
    settings.env_runners(
        num_env_runners=config.workers,
        num_envs_per_env_runner=config.tables,
        rollout_fragment_length="auto",
    )


def add_network(settings: Any, config: RllibConfig) -> None:
    """Say that one network decides for every seat."""
    game = load_game(config.game)
    spec = RLModuleSpec(
        module_class=MaskedTrunk,
        observation_space=observation_space(game),
        action_space=spaces.Discrete(game.num_actions),
        model_config=model_config(config),
    )
    settings.multi_agent(policies={LEARNER}, policy_mapping_fn=choose_network)
    settings.rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={LEARNER: spec}))


def choose_network(agent: str, episode: Any, **others: Any) -> str:
    """Let every seat be played by the learner."""
    return LEARNER


def add_learning(settings: Any, config: RllibConfig) -> None:
    """Say how it is learned, by the process that runs this."""
    settings.learners(num_learners=0)
    settings.training(
        train_batch_size_per_learner=config.batch,
        minibatch_size=config.minibatch,
        num_epochs=config.epochs,
        lr=falling(config.learning_rate, config.learning_rate_end, config.total_steps),
        entropy_coeff=falling(config.entropy, config.entropy_floor, config.total_steps),
        gamma=config.gamma,
        lambda_=config.gae_lambda,
        clip_param=config.clip_range,
        vf_loss_coeff=config.value_weight,
        vf_clip_param=float("inf"),
        grad_clip=config.max_grad_norm,
        grad_clip_by="global_norm",
        use_kl_loss=False,
    )


def falling(begin: float, end: float, steps: int) -> Any:
    """Return a schedule that goes in a straight line, or a number if nothing changes."""
    return begin if begin == end else [[0, begin], [steps, end]]


def model_config(config: RllibConfig) -> dict[str, Any]:
    """Return the shape of the network, the same as that of our own learner."""
    game = load_game(config.game)
    return {
        "hidden": list(config.hidden),
        "ranges": trunk_ranges(game),
        "features": [tuple(feature) for feature in features_of(game)],
    }


def weights_of(algorithm: Any) -> dict[str, Tensor]:
    """Return the learner's weights by their names."""
    state = algorithm.learner_group.get_weights([LEARNER])[LEARNER]
    return {name: torch.as_tensor(values) for name, values in state.items()}
