"""A search for hyperparameters with Optuna: short runs of our own PPO, measured by duplicate play.

    pip install 'boardgame_envs[train]' optuna
    python optuna_search.py --game elements --trials 20 --decisions 500000 -o study

Each trial is a whole run in a folder of its own, with curves, checkpoints and config. It is judged
by its win rate against the heuristic on deals that are the same in all trials, so that trials
differ in what they learned and not in the cards they were dealt. Take the best few, train them
longer with other seeds, and believe those figures: the best of many short runs is partly luck.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import optuna

from boardgame_envs.learning import train

MEASURED = "win_rate/heuristic"


def suggest(trial: optuna.Trial) -> dict[str, Any]:
    """Return the fields of a config that a trial is to try."""
    return {
        "learning_rate": trial.suggest_float("learning_rate", 1e-4, 3e-3, log=True),
        "entropy": trial.suggest_float("entropy", 0.005, 0.2, log=True),
        "gae_lambda": trial.suggest_float("gae_lambda", 0.8, 1.0),
        "epochs": trial.suggest_int("epochs", 1, 6),
        "hidden": [trial.suggest_categorical("width", [64, 128, 256])] * 2,
    }


def read_curve(folder: Path) -> list[tuple[int, float]]:
    """Return after how many decisions a run was measured, and what came out."""
    with open(folder / "metrics.jsonl", encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    return [(line["step"], line[MEASURED]) for line in lines if MEASURED in line]


def run_trial(trial: optuna.Trial, parsed: argparse.Namespace) -> float:
    """Train as a trial suggests; return the last win rate."""
    rollout = parsed.tables * 64
    config = {
        "game": parsed.game,
        "total_steps": parsed.decisions,
        "seed": parsed.seed,
        "tables": parsed.tables,
        "minibatch": min(4096, rollout),
        "evaluation": {
            "every": parsed.decisions // 2,
            "deals": parsed.deals,
            "anchors": ["heuristic"],
        },
        "checkpoints": {"every": parsed.decisions, "kept": 1},
        "export": {"at_end": False},
        **suggest(trial),
    }
    config["learning_rate_end"] = config["learning_rate"] / 10
    config["entropy_floor"] = config["entropy"] / 2
    folder = train(config, Path(parsed.output) / f"trial-{trial.number}")
    curve = read_curve(folder)
    for step, win_rate in curve:
        trial.report(win_rate, step)
    return curve[-1][1]


def main(arguments: list[str] | None = None) -> optuna.Study:
    """Search, and print the best trial as a config for a longer run."""
    parser = argparse.ArgumentParser(description="search for hyperparameters")
    parser.add_argument("--game", default="elements")
    parser.add_argument("--trials", type=int, default=20)
    parser.add_argument("--decisions", type=int, default=500_000, help="of each trial")
    parser.add_argument("--tables", type=int, default=512)
    parser.add_argument("--deals", type=int, default=250, help="of each evaluation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", "-o", default="study")
    parsed = parser.parse_args(arguments)
    sampler = optuna.samplers.TPESampler(seed=parsed.seed)
    study = optuna.create_study(direction="maximize", sampler=sampler)
    study.optimize(lambda trial: run_trial(trial, parsed), n_trials=parsed.trials)
    best = study.best_trial
    print(f"trial {best.number} wins {best.value:.1%} of its games against the heuristic:")
    print(json.dumps(best.params, indent=2))
    print(f"its config: {Path(parsed.output) / f'trial-{best.number}' / 'config.yaml'}")
    return study


if __name__ == "__main__":
    main()
