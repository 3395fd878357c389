"""How games are found: those of this package, and those that other packages offer."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

import boardgame_envs
from boardgame_envs import elements_v0
from boardgame_envs.adapters import entry_points
from boardgame_envs.command_line import main
from boardgame_envs.core import catalogue
from boardgame_envs.core.catalogue import (
    BrokenGameError,
    UnknownGameError,
    game_names,
    load_game,
)
from boardgame_envs.core.handbook import handbook
from boardgame_envs.core.table import Table
from cart_game import GAME as CART
from tests.cart import write_metadata

Install = Callable[..., None]

# a game like Cart under another name
LIKE_CART = """
import dataclasses
from cart_game import GAME as CART
GAME = dataclasses.replace(CART, name="{name}")
"""


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Return a function that puts a package on the path, with an entry point for a game."""

    def install(package: str, name: str, value: str, code: str) -> None:
        (tmp_path / f"{package}.py").write_text(code)
        project = tmp_path / f"{package}.toml"
        project.write_text(
            f'[project]\nname = "{package}"\nversion = "1"\n'
            f'[project.entry-points."boardgame_envs.games"]\n{name} = "{value}"\n'
        )
        write_metadata(project, tmp_path)
        monkeypatch.syspath_prepend(str(tmp_path))
        catalogue.offered_games.cache_clear()

    yield install
    catalogue.offered_games.cache_clear()


# --- what is found ---


def test_all_games_are_listed_and_those_of_this_package_on_request():
    assert game_names() == ["cart", "elements", "noah", "tranquility"]
    assert game_names(outside=False) == ["elements", "noah", "tranquility"]


def test_a_game_is_loaded_by_its_name_wherever_it_is():
    assert load_game("elements").package == "boardgame_envs.games.elements"
    assert load_game("cart") is CART
    assert load_game("cart").package == "cart_game"


def test_an_unknown_game_is_refused_with_what_there_is():
    with pytest.raises(UnknownGameError, match=r"did you mean 'cart'\? \(there are cart, elem"):
        load_game("carts")


def test_an_entry_point_may_name_a_package_or_the_game_itself(install: Install):
    install("module_game", "lorry", "module_game", LIKE_CART.format(name="lorry"))
    install("object_game", "sledge", "object_game:GAME", LIKE_CART.format(name="sledge"))

    assert load_game("lorry").name == "lorry"
    assert load_game("sledge").name == "sledge"
    assert game_names() == ["cart", "elements", "lorry", "noah", "sledge", "tranquility"]


def test_games_of_other_packages_are_looked_for_when_one_is_asked_for_and_not_before():
    code = (
        "import sys, boardgame_envs; from boardgame_envs.core.catalogue import offered_games;"
        "assert offered_games.cache_info().currsize == 0; assert 'cart_game' not in sys.modules;"
        "assert 'cart' in boardgame_envs.game_names(); assert 'cart_game' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_game_of_another_package_can_be_imported_first():
    code = "from cart_game import GAME; import boardgame_envs; boardgame_envs.load_game('cart')"
    subprocess.run([sys.executable, "-c", code], check=True)


# --- what is broken ---


@pytest.mark.parametrize(
    ("value", "code", "complaint"),
    [
        ("broken", "import no_such_module", "cannot be loaded: ModuleNotFoundError: No module"),
        ("broken", "raise ValueError('one\\ntwo')", "cannot be loaded: ValueError: one$"),
        ("broken:CART", "GAME = 1", "cannot be loaded: AttributeError: .* no attribute 'CART'"),
        ("elsewhere", "GAME = 1", "cannot be loaded: ModuleNotFoundError: .* 'elsewhere'"),
        ("broken", "", "has no GAME there"),
        ("broken", "GAME = 'cart'", "must be a Game, not a str"),
        ("broken", LIKE_CART.format(name="lorry"), "is called 'lorry' there"),
    ],
    ids=["import", "error", "no such object", "no such module", "no GAME", "no Game", "name"],
)
def test_a_broken_game_is_named_when_it_is_asked_for(
    install: Install, monkeypatch: pytest.MonkeyPatch, value: str, code: str, complaint: str
):
    monkeypatch.delitem(sys.modules, "broken", raising=False)
    install("broken", "kart", value, code)

    with pytest.raises(BrokenGameError, match=complaint) as refusal:
        load_game("kart")

    beginning = f"the game 'kart', which broken offers as {value!r}, "
    assert str(refusal.value).startswith(beginning)
    assert "\n" not in str(refusal.value)
    assert "kart" in game_names()
    assert load_game("cart") is CART


def test_two_games_of_one_name_are_told_from_each_other_by_their_packages(install: Install):
    install("other_cart", "cart", "other_cart", LIKE_CART.format(name="cart"))
    install("other_noah", "noah", "other_noah", LIKE_CART.format(name="noah"))

    with pytest.raises(BrokenGameError, match="boardgame_envs and other_noah each have a game"):
        load_game("noah")
    with pytest.raises(BrokenGameError, match="other_cart and cart_game each have a game 'cart'"):
        load_game("cart")
    assert load_game("elements").name == "elements"


def test_who_offers_the_same_game_twice_does_not_contradict_itself(install: Install):
    install("cart_again", "cart", "cart_game", "")

    assert load_game("cart") is CART


def test_the_list_of_games_says_what_is_broken(install: Install, capsys):
    install("broken", "kart", "nowhere", "")

    assert main(["list"]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == game_names()
    assert "the game 'kart', which broken offers as 'nowhere', cannot be loaded" in lines[2]


# --- what works by name ---


def test_a_game_of_another_package_can_be_pickled():
    assert pickle.loads(pickle.dumps(CART)) is CART


def test_a_game_that_is_not_the_game_of_its_package_can_be_pickled(install: Install):
    install("editions", "lorry", "editions:LORRY", LIKE_CART.format(name="lorry") + "LORRY = GAME")
    lorry = load_game("lorry")

    assert lorry.package == "cart_game"
    assert pickle.loads(pickle.dumps(lorry)) is lorry


def test_tables_batches_and_environments_are_made_by_name():
    table = boardgame_envs.make_table("cart", 2)
    table.reset(1)
    assert boardgame_envs.restore_table(table.to_bytes()) == table
    assert boardgame_envs.make_batch("cart", 3).game is CART
    for make in (
        boardgame_envs.make_env,
        boardgame_envs.make_raw_env,
        boardgame_envs.make_parallel_env,
    ):
        env = make("cart", num_players=2, strong_cart=True)
        env.reset(seed=1)
        assert env.metadata["name"] == "cart_v0"
        assert isinstance(env.table, Table)
        assert env.table.options["strong_cart"]


def test_an_environment_by_name_is_the_one_of_the_module():
    ours, theirs = boardgame_envs.make_env("elements"), elements_v0.env()
    for env in (ours, theirs):
        env.reset(seed=1)

    assert type(ours) is type(theirs)
    assert np.array_equal(ours.state(), theirs.state())


REGISTERED = """
import gymnasium, pettingzoo
env = gymnasium.make("boardgame_envs.every_game:boardgame_envs/Cart-v0", num_players=2)
env.reset(seed=1)
assert env.unwrapped.table.game.name == "cart"
envs = gymnasium.make_vec("boardgame_envs/Cart-v0", 3, vectorization_mode="vector_entry_point")
assert envs.reset(seed=1)[0].shape[0] == 3
if hasattr(pettingzoo, "make"):
    for kind in ("aec", "parallel"):
        assert str(pettingzoo.make(kind, "boardgame_envs/cart-v0")) == "cart_v0"
from boardgame_envs.adapters.entry_points import register_outside_games
before = dict(gymnasium.registry)
register_outside_games()
assert gymnasium.registry == before
"""


@pytest.mark.slow
def test_the_registries_know_games_of_other_packages_on_request():
    answer = subprocess.run(
        [sys.executable, "-W", "error::UserWarning:boardgame_envs", "-c", REGISTERED],
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr


def test_a_broken_game_is_left_out_of_the_registries_with_a_warning(
    install: Install, monkeypatch: pytest.MonkeyPatch
):
    install("broken", "kart", "nowhere", "")
    install("broken_too", "elements", "nowhere", "")
    registered: list[tuple[str, str]] = []
    monkeypatch.setattr(
        entry_points, "register_with_gymnasium", lambda *game: registered.append(game)
    )
    monkeypatch.setattr(entry_points, "register_with_pettingzoo", lambda *game: None)

    with pytest.warns(UserWarning, match="the game 'kart', which broken offers"):
        entry_points.register_outside_games()

    assert registered == [("cart", "0")]


def test_the_handbook_says_how_an_environment_is_made():
    assert "| import | `from boardgame_envs import noah_v0` |" in handbook(load_game("noah"))
    assert '| import | `boardgame_envs.make_env("cart")` |' in handbook(CART)
