"""A game from outside, as its author and its users meet it: Cart, really installed by pip.

It is built from a copy, because building leaves files behind, and installed into a folder of its
own. Nothing else on the path of the processes here knows Cart.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cart import CART
from tests.libraries import need

PROJECT = Path(__file__).parents[1]
Run = Callable[..., str]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder into which pip has installed Cart."""
    folder = tmp_path_factory.mktemp("installed")
    source = shutil.copytree(CART, folder / "source", ignore=shutil.ignore_patterns("__pycache__"))
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    offline = ["--no-deps", "--no-index", "--no-build-isolation"]
    subprocess.run([*pip, *offline, "--target", folder / "packages", source], check=True)
    return folder / "packages"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the empty folder in which the commands are given."""
    return tmp_path_factory.mktemp("work")


@pytest.fixture(scope="module")
def run(installed: Path, folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Return a function that runs Python, and returns what is printed."""
    cache = tmp_path_factory.mktemp("cache")

    def run(*arguments: str, answers: str = "") -> str:
        process = subprocess.run(
            [sys.executable, *arguments],
            cwd=folder,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join([str(installed), str(PROJECT)]),
                "BOARDGAME_ENVS_CACHE": str(cache),
                "BOARDGAME_ENVS_QUIET": "1",
                "OMP_NUM_THREADS": "1",
            },
            input=answers,
            capture_output=True,
            text=True,
            check=False,
        )
        assert process.returncode == 0, process.stderr
        return process.stdout

    return run


@pytest.fixture(scope="module")
def command(run: Run) -> Run:
    """Return a function that runs ``boardgame-envs``."""
    return lambda *arguments, **more: run("-m", "boardgame_envs", *arguments, **more)


def test_the_game_is_the_installed_one(run: Run, installed: Path):
    code = "from boardgame_envs import load_game; print(load_game('cart').folder)"
    assert run("-c", code).strip() == str((installed / "cart_game").resolve())


def test_it_is_listed_with_the_others(command: Run):
    names = [line.split()[0] for line in command("list").splitlines()]
    assert names == ["cart", "elements", "noah", "tranquility"]


def test_it_keeps_the_laws(run: Run):
    code = (
        "from boardgame_envs import load_game\n"
        "from boardgame_envs.testing import LAWS, check_game\n"
        "assert check_game(load_game('cart')) == list(LAWS)\n"
        "print('all laws are kept')\n"
    )
    assert run("-c", code) == "all laws are kept\n"


def test_games_are_recorded_verified_and_shown(command: Run):
    command("record", "cart", "--games", "3", "--seed", "1", "-o", "games.jsonl")
    assert "3 games with" in command("verify", "games.jsonl")
    assert "Cart v0, 3 players, seed 1, as P2 saw it" in command(
        "show", "games.jsonl", "--as", "P2"
    )


def test_every_other_command_takes_it(command: Run):
    assert 'boardgame_envs.make_env("cart")' in command("rules", "cart")
    assert "keeps 1 law" in command("check", "cart", "--law", "no_card_is_ever_lost_or_made")
    played = command("play", "cart", "--save", "played.jsonl", answers="1\n" * 20)
    assert "The game is over" in played
    assert "1 games with" in command("verify", "played.jsonl")
    ratings = command("evaluate", "cart", "--agents", "random", "random", "--deals", "3")
    assert "random" in ratings
    assert "env()" in command("bench", "cart", "--seconds", "0.01", "--no-startup")


def test_it_is_trained_exported_and_played_with(command: Run, folder: Path):
    config = {
        "game": "cart",
        "total_steps": 1024,
        "tables": 16,
        "steps_per_rollout": 16,
        "minibatch": 128,
        "hidden": [16],
        "evaluation": {"every": 1024, "deals": 4, "anchors": ["random"]},
    }
    # JSON is YAML
    (folder / "cart.yaml").write_text(json.dumps(config))

    command("train", "cart.yaml", "-o", "run")

    assert "cart v0" in command("export", "run/best.pt", "agent.onnx")
    assert "1 game written" in command("record", "cart", "--agent", "agent.onnx", "-o", "one.jsonl")


def test_the_registries_know_it(run: Run):
    code = (
        "import gymnasium\n"
        "env = gymnasium.make('boardgame_envs.every_game:boardgame_envs/Cart-v0')\n"
        "env.reset(seed=1)\n"
        "print(env.unwrapped.table.game.title)\n"
    )
    assert run("-c", code) == "Cart\n"


def test_openspiel_knows_it(run: Run):
    need("openspiel", whole_module=False)
    code = (
        "import pyspiel, boardgame_envs.adapters.open_spiel\n"
        "print(pyspiel.load_game('python_cart(players=4)').num_players())\n"
    )
    assert run("-c", code) == "4\n"
