"""What a run leaves behind when it has ended: its agent, and what to do with it."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

from boardgame_envs.agents import agent_names
from boardgame_envs.core.table import Table
from boardgame_envs.games import load_game
from boardgame_envs.learning.run.algorithm import Algorithm
from boardgame_envs.learning.run.checkpoints import fitting, read_checkpoint
from boardgame_envs.learning.run.config import ExportConfig, build
from boardgame_envs.learning.run.export import ExportError, export_trained
from boardgame_envs.learning.run.folder import AGENT, BEST, EXPLOITERS, LEAST_EXPLOITED


def leave_agent(algorithm: Algorithm, folder: Path) -> None:
    """Export the network that a run has chosen into its folder, if the config says so."""
    chosen, temperature = choose(folder)
    agent = folder / AGENT
    if not chosen.exists() or (agent.exists() and agent.stat().st_mtime >= chosen.stat().st_mtime):
        return
    content = read_checkpoint(chosen)
    wanted: ExportConfig = build(ExportConfig, content["config"].get("export", {}), "export.")
    if wanted.at_end:
        with fitting(chosen):
            trained = algorithm.trainer().load_network(content)
        try:
            export_trained(trained, agent, temperature or wanted.temperature)
        except ExportError as error:
            print(f"no agent was exported: {error}; the run itself is whole")


def choose(folder: Path) -> tuple[Path, float | None]:
    """Return the checkpoint to export, and at which temperature; None: as the config says.

    It is the one that is exploited least, where that was measured, and else the best.
    """
    if not (folder / LEAST_EXPLOITED).exists():
        return folder / BEST, None
    figures = json.loads((folder / EXPLOITERS).read_text())
    return folder / LEAST_EXPLOITED, figures["chosen"]["temperature"]


def next_commands(folder: Path) -> list[str]:
    """Return what one may want to type after a run."""
    best, agent = folder / BEST, folder / AGENT
    if not best.exists():
        return []
    config = read_checkpoint(best)["config"]
    game = load_game(config["game"])
    is_cooperative = Table(game, **config.get("options", {})).is_cooperative
    commands = []
    if not agent.exists():
        commands.append(["export", str(best), str(agent)])
    known = agent_names(game)[-1]
    commands += [
        ["evaluate", game.name, "--agents", str(agent), known],
        ["play", game.name, "--against", str(agent)],
        ["exploit", str(agent)],
    ]
    if is_cooperative:
        commands.pop()
    return [shlex.join(["boardgame-envs", *command]) for command in commands]
