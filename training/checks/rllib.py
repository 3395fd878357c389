"""RLlib: a game through its episodes, an update on a Ray of its own, and the agent from it."""

from __future__ import annotations

from pathlib import Path

from ray.rllib.env.multi_agent_env_runner import MultiAgentEnvRunner

from boardgame_envs.agents import make_agent
from boardgame_envs.core.game import Game
from training.export import export_checkpoint
from training.rllib import begin
from training.rllib_algorithm import describe_algorithm
from training.rllib_config import RllibConfig, make_rllib_config
from training.run import BEST

STEPS = 1024


def small_run(game: Game) -> RllibConfig:
    """Return the config of a run that ends with its first update."""
    return make_rllib_config(
        {
            "game": game.name,
            "total_steps": STEPS,
            "workers": 1,
            "batch": STEPS,
            "minibatch": 256,
            "epochs": 1,
            "hidden": [32],
            "evaluation": {"deals": 2, "anchors": ["random"]},
        }
    )


def steps(game: Game, folder: Path) -> str:
    """Let RLlib collect decisions."""
    settings = describe_algorithm(small_run(game)).env_runners(num_env_runners=0)
    runner = MultiAgentEnvRunner(config=settings)
    episodes = runner.sample(num_timesteps=200)
    runner.stop()
    return f"{sum(len(episode) for episode in episodes)} decisions"


def trains(game: Game, folder: Path) -> str:
    """Train with a worker."""
    begin(small_run(game), str(folder / "run"))
    return "PPO, one update"


def exports(game: Game, folder: Path) -> str:
    """Export the agent, and let it be read."""
    output = folder / "agent.onnx"
    export_checkpoint(folder / "run" / BEST, output)
    make_agent(str(output), game)
    return "ONNX agent"
