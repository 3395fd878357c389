"""OpenSpiel: its own test, and an algorithm of its on a small setting or on the game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyspiel
from open_spiel.python.algorithms import cfr, outcome_sampling_mccfr

from boardgame_envs.adapters.open_spiel import load_spiel_game
from boardgame_envs.core.game import Game


def steps(game: Game, folder: Path) -> str:
    """Let OpenSpiel test the game."""
    pyspiel.random_sim_test(load_spiel_game(game.name), num_sims=5, serialize=False, verbose=False)
    return "random_sim_test"


def trains(game: Game, folder: Path) -> str:
    """Let regrets be minimised: everywhere in a small setting, else along samples of the game."""
    for options in game.small_options:
        spiel = load_spiel_game(game.name, **options)
        solver: Any = cfr.CFRPlusSolver(spiel)
        solver.evaluate_and_update_policy()
        return "an iteration of CFR+"
    sampled: Any = outcome_sampling_mccfr.OutcomeSamplingSolver(load_spiel_game(game.name))
    for _ in range(10):
        sampled.iteration()
    return "10 iterations of MCCFR"
