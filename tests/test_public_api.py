"""What is public is there, documented, typed, and known to editors."""

from __future__ import annotations

import ast
import inspect
import typing
from pathlib import Path

import jedi
import pytest

from boardgame_envs.adapters.stubs import stub
from boardgame_envs.core.options import Allowed
from boardgame_envs.games import game_names, load_game
from boardgame_envs.public import PUBLIC, PublicModule

PROJECT = Path(__file__).parents[1]
ALWAYS_THERE = [module for module in PUBLIC if not module.extra]


def test_every_module_is_named_once():
    names = [module.name for module in PUBLIC]

    assert len(set(names)) == len(names)


@pytest.mark.parametrize("module", ALWAYS_THERE, ids=lambda module: module.name)
def test_every_public_name_is_there_and_says_what_it_is(module: PublicModule):
    exported = module.exported()

    assert exported
    for name, value in exported.items():
        if inspect.isclass(value) or inspect.isfunction(value):
            assert inspect.getdoc(value), name


@pytest.mark.parametrize("module", ALWAYS_THERE, ids=lambda module: module.name)
def test_public_functions_have_types(module: PublicModule):
    for name, value in module.exported().items():
        if inspect.isfunction(value):
            signature = inspect.signature(value)
            assert signature.return_annotation is not inspect.Signature.empty, name
            for parameter in signature.parameters.values():
                assert parameter.annotation is not inspect.Parameter.empty, (name, parameter)


def test_names_in_modules_that_need_a_library_are_declared_in_their_source():
    for module in PUBLIC:
        if module.extra and module.names:
            source = PROJECT.joinpath(*module.name.split(".")).with_suffix(".py")
            body = ast.parse(source.read_text(encoding="utf-8")).body
            declared = {
                node.name for node in body if isinstance(node, ast.ClassDef | ast.FunctionDef)
            }
            assert set(module.names) <= declared


@pytest.mark.parametrize("name", game_names(outside=False))
def test_the_stub_of_a_game_takes_what_its_environments_take(name: str):
    game = load_game(name)
    makers = [node for node in ast.parse(stub(game)).body if isinstance(node, ast.FunctionDef)]

    assert [maker.name for maker in makers] == ["env", "raw_env", "parallel_env"]
    for maker in makers:
        keywords = {argument.arg for argument in maker.args.kwonlyargs}
        assert {option.name for option in game.options} <= keywords
        assert {"num_players", "render_mode", "mask_in", "illegal", "max_cycles"} <= keywords


def test_an_option_without_a_type_of_its_own_takes_anything():
    class Odd(Allowed):
        def __str__(self) -> str:
            return "odd"

        def check(self, value):
            return value

        def parse(self, text):
            return text

    assert Odd().hint == "Any"
    game = load_game("elements")
    hints = {option.name: option.allowed.hint for option in game.options}
    assert hints["rounds"] == "int | None"
    assert hints["values"] == "Sequence[int]"
    assert hints["reward"] == 'Literal["outcome", "points"]'
    for hint in hints.values():
        eval(hint, {"Literal": typing.Literal, "Sequence": typing.Sequence})


def test_an_editor_completes_the_options_of_a_game():
    code = "from boardgame_envs import elements_v0\nelements_v0.env(targ"
    project = jedi.Project(PROJECT)
    completions = jedi.Script(code, path=PROJECT / "mine.py", project=project).complete()

    assert "target_points=" in [found.name_with_symbols for found in completions]
