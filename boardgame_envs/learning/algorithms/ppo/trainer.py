"""Runs of self-play PPO: how they begin, go on, and give away their network."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from stable_baselines3.common.callbacks import BaseCallback, CallbackList

from boardgame_envs.agents.agent_card import AgentFileError
from boardgame_envs.agents.by_name import EXPORTED, SHIPPED, shipped_file
from boardgame_envs.core.action_features import features_of
from boardgame_envs.core.game import Game
from boardgame_envs.core.secret_part import num_secrets
from boardgame_envs.games import load_game
from boardgame_envs.learning.algorithms.ppo.averaging import make_average
from boardgame_envs.learning.algorithms.ppo.config import (
    AUTO,
    BFLOAT16,
    PRIVILEGED,
    SHARED,
    PPOConfig,
)
from boardgame_envs.learning.algorithms.ppo.custom_policy import (
    CustomPolicy,
    custom_weights,
    make_network,
)
from boardgame_envs.learning.algorithms.ppo.magnet import make_magnet
from boardgame_envs.learning.algorithms.ppo.policy import CriticShape, Trunk, TrunkPolicy, take_over
from boardgame_envs.learning.algorithms.ppo.run_callback import RunCallback
from boardgame_envs.learning.algorithms.ppo.self_play import SelfPlayPPO
from boardgame_envs.learning.algorithms.ppo.stage_change import (
    LearningRate,
    make_batch,
    make_curriculum,
    make_imitation,
    make_opponents,
)
from boardgame_envs.learning.algorithms.ppo.stages import Stage, plan_stages
from boardgame_envs.learning.algorithms.ppo.vector_env import TableVecEnv
from boardgame_envs.learning.network.critic import PREFIX
from boardgame_envs.learning.network.exported_weights import read_exported
from boardgame_envs.learning.network.sparse.products import has_instructions
from boardgame_envs.learning.network.sparse.threads import usable_cores, use_threads
from boardgame_envs.learning.network.trunk import TrunkNetwork, trunk_ranges
from boardgame_envs.learning.run.algorithm import TrainedNetwork
from boardgame_envs.learning.run.checkpoints import (
    check_identity,
    fitting,
    read_checkpoint,
    read_newest,
)
from boardgame_envs.learning.run.config import ConfigError, make_config, merged
from boardgame_envs.learning.run.curves import draw_curves
from boardgame_envs.learning.run.folder import (
    CHECKPOINTS,
    describe_run,
    has_ended,
    write_config,
)
from boardgame_envs.learning.run.named_classes import load_class

PACKAGES = ("stable-baselines3", "sb3-contrib")


def begin(config: PPOConfig, folder: Path) -> None:
    """Train anew, in a folder that has no run yet."""
    earlier = read_network(config) if config.start_from else None
    check_classes(config)
    describe_run(config, folder, PACKAGES)
    model, callback = make_model(config, folder)
    if earlier is not None:
        if config.network:
            model.policy.load_state_dict(earlier)
        else:
            take_over(model.policy, earlier)
    learn(config, model, callback)


def resume(folder: Path, changes: dict[str, Any]) -> None:
    """Go on with the run in a folder from its newest checkpoint."""
    path, content = read_newest(folder / CHECKPOINTS)
    config = make_config(PPOConfig, merged(content["config"], changes))
    with fitting(path):
        stage = plan_stages(config)[content.get("stage", 0)]
    model, callback = make_model(config, folder, stage)
    with fitting(path):
        check_identity(content, load_game(config.game))
        callback.restore(model, content)
    if changes:
        write_config(config, folder)
    print(f"resumed from {path.name} at {model.num_timesteps:,} decisions")
    learn(config, model, callback)


def load_network(content: dict[str, Any]) -> TrainedNetwork:
    """Return the network in a checkpoint."""
    config = make_config(PPOConfig, content["config"])
    game = load_game(config.game)
    check_identity(content, game)
    weights = content.get("average") or content["model"]
    network = trained_network(config, game, weights)
    stages = plan_stages(config)
    last = stages[content.get("stage") or 0].config
    training = {
        "algorithm": "self-play PPO",
        "decisions": content["steps"],
        "seed": config.seed,
        "hidden": config.hidden,
        "critic": config.critic,
        "opponents": {"past selves": last.opponents.past, **last.opponents.agents},
    }
    if config.stages:
        training["stages"] = [{"name": stage.name, "decisions": stage.steps} for stage in stages]
    if config.network:
        training["network"], training["hidden"] = config.network, None
    return TrainedNetwork(config, network.eval(), training)


def trained_network(config: PPOConfig, game: Game, weights: Mapping[str, Any]) -> torch.nn.Module:
    """Return the network that a config names, or ours, with the weights of a checkpoint."""
    if not config.network:
        return TrunkNetwork(game, config.hidden).load_weights(weights)
    network = make_network(config, game)
    network.load_state_dict(custom_weights(weights))
    return network


def read_network(config: PPOConfig) -> dict[str, torch.Tensor]:
    """Return the network to begin with, which must be one of the same shape."""
    chosen = load_game(config.game)
    file = shipped_file(chosen) if config.start_from == SHIPPED else config.start_from
    if file is not None and file.endswith(EXPORTED):
        try:
            return read_exported(Path(file), chosen, config.hidden)
        except AgentFileError as error:
            raise ConfigError(f"start_from: {config.start_from}: {error}") from None
    content = read_checkpoint(Path(config.start_from))
    game, hidden = (content["config"].get(name) for name in ("game", "hidden"))
    if config.network:
        return custom_start(config, content)
    if (game, hidden) != (config.game, config.hidden):
        raise ConfigError(
            f"start_from: {config.start_from} is a network for {game} with hidden "
            f"layers {hidden}, not for {config.game} with {config.hidden}"
        )
    with fitting(Path(config.start_from)):
        check_identity(content, load_game(game))
        network = TrunkNetwork(load_game(game), hidden).load_weights(content["model"])
    critic = {n: tensor for n, tensor in content["model"].items() if n.startswith(PREFIX)}
    return {**network.state_dict(), **critic}


def custom_start(config: PPOConfig, content: dict[str, Any]) -> dict[str, torch.Tensor]:
    """Return the weights of an earlier run with the same network of the user's own."""
    earlier = content["config"]
    for name in ("game", "network", "network_arguments"):
        if earlier.get(name) != getattr(config, name):
            raise ConfigError(
                f"start_from: {config.start_from} has {name} {earlier.get(name)!r}, "
                f"not {getattr(config, name)!r}"
            )
    with fitting(Path(config.start_from)):
        check_identity(content, load_game(config.game))
        weights: dict[str, torch.Tensor] = content.get("average") or content["model"]
        trained_network(config, load_game(config.game), weights)
    return weights


def learn(config: PPOConfig, model: SelfPlayPPO, callback: RunCallback) -> None:
    """Train until all decisions are made, measure what has come of it, and draw the curves."""
    left = config.total_steps - model.num_timesteps
    if left > 0:
        callback.has_finished = False
        with callback.in_progress():
            callbacks = CallbackList([callback, *own_callbacks(config)])
            model.learn(left, callback=callbacks, reset_num_timesteps=model.num_timesteps == 0)
    if callback.has_finished:
        print(has_ended(config, callback.folder))
    else:
        callback.finish()
    draw_curves(callback.folder)


def make_model(
    run: PPOConfig, folder: Path, stage: Stage | None = None
) -> tuple[SelfPlayPPO, RunCallback]:
    """Return a model at the beginning of a stage, and the callback that runs with it."""
    use_threads(run.threads or usable_cores())
    stage = stage or plan_stages(run)[0]
    config, game = stage.config, load_game(run.game)
    batch = make_batch(stage)
    model = SelfPlayPPO(
        CustomPolicy if run.network else TrunkPolicy,
        TableVecEnv(batch),
        opponents=make_opponents(stage, batch),
        imitation=make_imitation(stage, batch),
        curriculum=make_curriculum(config, batch),
        reward_scale=config.reward_scale,
        n_steps=config.steps_per_rollout,
        batch_size=config.minibatch,
        n_epochs=config.epochs,
        learning_rate=LearningRate(config),
        gamma=config.gamma,
        gae_lambda=config.gae_lambda,
        clip_range=config.clip_range,
        ent_coef=config.entropy,
        vf_coef=config.value_weight,
        max_grad_norm=config.max_grad_norm,
        seed=config.seed,
        device="cpu",
        policy_kwargs=custom_shape(run, game) if run.network else network(config, game),
    )
    model.magnet, model.average = make_magnet(config.magnet), make_average(run.average)
    model.rollout_buffer.by_variant = config.by_variant
    if run.stages:
        model.remaining = stage.remaining
    callback = RunCallback(run, folder, stage)
    callback.attach(model)
    return model, callback


def check_classes(config: PPOConfig) -> None:
    """Refuse a network or callbacks that there are not, before anything is written."""
    if config.network:
        make_network(config, load_game(config.game))
    own_callbacks(config)


def own_callbacks(config: PPOConfig) -> list[BaseCallback]:
    """Return the callbacks that a config names, made anew."""
    made = []
    for name in config.callbacks:
        kind = load_class("callbacks", name, BaseCallback)
        try:
            made.append(kind())
        except TypeError as error:
            raise ConfigError(
                f"callbacks: {name} cannot be made without arguments: {error}"
            ) from None
    return made


def custom_shape(config: PPOConfig, game: Game) -> dict[str, Any]:
    """Return what a policy with a network of the user's own is made of."""
    return {"config": config, "game": game, "optimizer_kwargs": {"fused": True}}


def network(config: PPOConfig, game: Game) -> dict[str, Any]:
    """Return the shape of the network."""
    return {
        "features_extractor_class": Trunk,
        "features_extractor_kwargs": {"hidden": config.hidden, "ranges": trunk_ranges(game)},
        "features": features_of(game),
        "critic": critic_shape(config, game),
        "rounds": rounds(config.precision),
        "net_arch": [],
        "optimizer_kwargs": {"fused": True},
    }


def rounds(precision: str) -> bool:
    """Tell whether numbers are rounded before they are multiplied, on this processor."""
    return precision == BFLOAT16 or (precision == AUTO and has_instructions())


def critic_shape(config: PPOConfig, game: Game) -> CriticShape | None:
    """Return the shape of a critic of its own, or None for none."""
    if config.critic == SHARED:
        return None
    secrets = num_secrets(game) if config.critic == PRIVILEGED else 0
    return CriticShape(secrets, config.critic_hidden)
