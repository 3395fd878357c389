"""RLlib: a game through its episodes, an update on a Ray of its own, and the agent from it."""

from __future__ import annotations

from pathlib import Path

from ray.rllib.env.multi_agent_env_runner import MultiAgentEnvRunner

from boardgame_envs.agents import make_agent
from boardgame_envs.core.game import Game
from boardgame_envs.learning import export
from boardgame_envs.learning.algorithms.rllib.config import RllibConfig
from boardgame_envs.learning.algorithms.rllib.settings import describe_algorithm
from boardgame_envs.learning.algorithms.rllib.trainer import begin
from boardgame_envs.learning.run.config import make_config
from boardgame_envs.learning.run.folder import BEST

STEPS = 1024


def small_run(game: Game) -> RllibConfig:
    """Return the config of a run that ends with its first update."""
    return make_config(
        RllibConfig,
        {
            "game": game.name,
            "total_steps": STEPS,
            "workers": 1,
            "batch": STEPS,
            "minibatch": 256,
            "epochs": 1,
            "hidden": [32],
            "evaluation": {"deals": 2, "anchors": ["random"]},
            "export": {"at_end": False},
        },
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
    begin(small_run(game), folder / "run")
    return "PPO, one update"


def exports(game: Game, folder: Path) -> str:
    """Export the agent, and let it be read."""
    output = folder / "agent.onnx"
    export(folder / "run" / BEST, output)
    make_agent(str(output), game)
    return "ONNX agent"
