"""Train an agent by self-play: ``python -m training.ppo configs/ppo/elements.yaml``."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch

from boardgame_envs.agents import make_agent
from boardgame_envs.command_line.train import add_arguments
from boardgame_envs.core.batch import Batch
from boardgame_envs.core.game import Game
from boardgame_envs.games import load_game
from training.checkpoints import (
    CheckpointError,
    list_checkpoints,
    read_checkpoint,
    read_newest,
)
from training.config import ConfigError, TrainingConfig, make_config, read_config
from training.curves import draw_curves
from training.imitation import Imitation
from training.opponents import Opponents
from training.policy import Trunk, TrunkPolicy, features_of, trunk_ranges
from training.run import Run, describe_run
from training.self_play import SelfPlayPPO
from training.tables import TableVecEnv


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one training, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m training.ppo",
        description="Train an agent by self-play with PPO, as a config says.",
    )
    add_arguments(parser)
    parsed = parser.parse_args(arguments)
    try:
        return run(parsed)
    except (ConfigError, CheckpointError, OSError) as error:
        print(f"training: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("training: interrupted; go on with --resume FOLDER", file=sys.stderr)
        return 130


def run(parsed: argparse.Namespace) -> int:
    """Train as the arguments say."""
    if parsed.resume:
        if parsed.config or parsed.set or parsed.output:
            raise ConfigError("--resume FOLDER goes on with a run as it is: give nothing beside it")
        folder = resume(Path(parsed.resume))
    elif parsed.config:
        folder = begin(read_config(parsed.config, parsed.set), parsed.output)
    else:
        raise ConfigError("give a config, e.g. configs/ppo/elements.yaml, or --resume FOLDER")
    print(f"{folder}: metrics.jsonl, curves.png, best.pt, checkpoints/, tensorboard/")
    return 0


def begin(config: TrainingConfig, output: str | None) -> Path:
    """Train anew."""
    folder = Path(output or f"results/{config.game}-{time.strftime('%Y%m%d-%H%M%S')}")
    if list_checkpoints(folder / "checkpoints"):
        raise ConfigError(f"there is a run in {folder} already: --resume it, or choose another")
    (folder / "checkpoints").mkdir(parents=True, exist_ok=True)
    describe_run(config, folder)
    model, watch = make_model(config, folder)
    if config.start_from:
        take_network(model, config)
    learn(config, model, watch)
    return folder


def take_network(model: SelfPlayPPO, config: TrainingConfig) -> None:
    """Begin with the network of an earlier run, which must be one of the same shape."""
    content = read_checkpoint(Path(config.start_from))
    earlier = content["config"]
    if (earlier["game"], earlier["hidden"]) != (config.game, config.hidden):
        raise ConfigError(
            f"start_from: {config.start_from} is a network for {earlier['game']} with hidden "
            f"layers {earlier['hidden']}, not for {config.game} with {config.hidden}"
        )
    model.policy.load_state_dict(content["model"])


def resume(folder: Path) -> Path:
    """Go on with a run from its newest checkpoint."""
    path, content = read_newest(folder / "checkpoints")
    config = make_config(content["config"])
    model, watch = make_model(config, folder)
    watch.restore(model, content)
    print(f"resumed from {path.name} at {model.num_timesteps:,} decisions")
    learn(config, model, watch)
    return folder


def learn(config: TrainingConfig, model: SelfPlayPPO, watch: Run) -> None:
    """Train until all decisions are made, and draw the curves."""
    left = config.total_steps - model.num_timesteps
    if left > 0:
        model.learn(left, callback=watch, reset_num_timesteps=model.num_timesteps == 0)
    watch.evaluate_last()
    watch.save()
    draw_curves(watch.folder)


def make_model(config: TrainingConfig, folder: Path) -> tuple[SelfPlayPPO, Run]:
    """Return a model at its beginning, and the run that watches it."""
    torch.set_num_threads(config.threads)
    game = load_game(config.game)
    batch = Batch(game, config.tables, seed=config.seed, variants=config.variants, **config.options)
    model = SelfPlayPPO(
        TrunkPolicy,
        TableVecEnv(batch),
        opponents=make_opponents(config, batch),
        imitation=make_imitation(config),
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
        policy_kwargs=network(config, game),
    )
    watch = Run(config, folder)
    watch.attach(model)
    return model, watch


def network(config: TrainingConfig, game: Game) -> dict[str, Any]:
    """Return the shape of the network."""
    return {
        "features_extractor_class": Trunk,
        "features_extractor_kwargs": {"hidden": config.hidden, "ranges": trunk_ranges(game)},
        "features": features_of(game),
        "net_arch": [],
        "optimizer_kwargs": {"fused": True},
    }


def make_opponents(config: TrainingConfig, batch: Batch) -> Opponents | None:
    """Return who sits at the tables beside the learner, or None for nobody."""
    others = config.opponents
    if others.past + sum(others.agents.values()) == 0:
        return None
    fixed: Any = {
        name: (make_agent(name, batch.game), share) for name, share in others.agents.items()
    }
    return Opponents(
        batch.num_tables,
        batch.states["num_players"],
        batch.num_players,
        fixed,
        seed=config.seed,
        past_share=others.past,
        past_kept=others.past_kept,
    )


def make_imitation(config: TrainingConfig) -> Imitation | None:
    """Return whom the learner imitates at the beginning, or None for nobody."""
    if config.imitation.steps == 0:
        return None
    teacher: Any = make_agent(config.imitation.agent, load_game(config.game))
    return Imitation(teacher, config.imitation.steps)


class LearningRate:
    """A learning rate that falls in a straight line over the whole run."""

    def __init__(self, config: TrainingConfig) -> None:
        self.begin, self.end = config.learning_rate, config.learning_rate_end

    def __call__(self, remaining: float) -> float:
        """Return the rate when so much of the run remains."""
        return self.end + (self.begin - self.end) * remaining


if __name__ == "__main__":
    sys.exit(main())
