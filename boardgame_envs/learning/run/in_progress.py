"""A run in progress: evaluations, the best network, metrics and the progress bar."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tqdm import tqdm

from boardgame_envs.agents.agent_card import identity_of
from boardgame_envs.games import load_game
from boardgame_envs.learning.run.checkpoints import write_checkpoint
from boardgame_envs.learning.run.config import RunConfig
from boardgame_envs.learning.run.evaluation import make_evaluation
from boardgame_envs.learning.run.evaluation.learner_evaluation import (
    FrozenLearner,
    figures_in_words,
)
from boardgame_envs.learning.run.folder import BEST
from boardgame_envs.learning.run.metrics import MetricsFile


def is_due(every: int, before: int, now: int) -> bool:
    """Tell whether a multiple of a number was reached since ``before``.

    It depends on the number of decisions alone, so that a resumed run does the same at the same
    time as one that was never interrupted.
    """
    return now // every > before // every


class RunInProgress:
    """What any run does beside learning."""

    def __init__(self, config: RunConfig, folder: Path) -> None:
        self.config, self.folder = config, folder
        self.metrics = MetricsFile(folder)
        self.evaluation = make_evaluation(config)
        self.stage = ""
        self._bar: Any = tqdm(disable=True)

    # --- the progress bar ---

    def start(self, steps: int) -> None:
        """Show how far a run is that begins, or goes on, after these many decisions."""
        self._bar = tqdm(
            total=self.config.total_steps,
            initial=steps,
            unit=" decisions",
            unit_scale=True,
            disable=None,
        )

    def name_stage(self, name: str) -> None:
        """Show which part of the run is going on, if it has several."""
        self.stage = name
        if name:
            self._bar.set_description(name)

    def advance(self, steps: int) -> None:
        """Show that decisions have been made."""
        self._bar.update(steps)

    def end(self) -> None:
        """Close the bar."""
        self._bar.close()

    def tell(self, steps: int, results: Any, more: Mapping[str, str]) -> None:
        """Show the figures of an evaluation on the bar, or in a line of their own."""
        told = {**figures_in_words(results), **more}
        self._bar.set_postfix(told)
        if self._bar.disable:
            stage = {"stage": self.stage} if self.stage else {}
            told = {"step": f"{steps:,}", **stage, **told}
            print("  ".join(f"{name} {text}" for name, text in told.items()), flush=True)

    # --- evaluations ---

    def evaluate(
        self, learner: FrozenLearner, content: dict[str, Any], may_be_best: bool = True
    ) -> tuple[Any, dict[str, float]]:
        """Measure the learner, and keep it if it is the best; return figures and metrics.

        ``content`` is what an agent is made from; see ``content`` below.
        """
        results = self.evaluation.measure(learner, may_be_best)
        if self.evaluation.has_new_best:
            # what it was measured to win belongs to it
            write_checkpoint(self.folder / BEST, {**content, "win_rates": self.evaluation.latest})
        metrics = {}
        for kind, figures in results.items():
            for name, (mean, half_width) in figures.items():
                metrics[f"{kind}/{name}"] = mean
                metrics[f"{kind}_interval/{name}"] = half_width
        return results, metrics

    def content(self, weights: Mapping[str, Any], steps: int) -> dict[str, Any]:
        """Return what an exported agent is made from: every checkpoint holds it."""
        return {
            "config": self.config.as_dict(),
            "model": weights,
            "steps": steps,
            "identity": identity_of(load_game(self.config.game)),
            "win_rates": self.evaluation.latest,
        }
