"""Rendering: a text, or printed for humans."""

from __future__ import annotations

from typing import Any

import pytest

from boardgame_envs import OptionError
from boardgame_envs.adapters.rendering import check_render_mode, render_text


def test_a_text_is_returned_or_printed(capsys: Any):
    assert render_text("ansi", lambda: "the table") == "the table"
    assert capsys.readouterr().out == ""
    assert render_text("human", lambda: "the table") is None
    assert capsys.readouterr().out == "the table\n"


def test_without_a_mode_there_is_a_warning_and_nothing_is_described():
    with pytest.warns(UserWarning, match="needs an environment made with a render_mode"):
        assert render_text(None, lambda: pytest.fail("nobody asked for this")) is None


def test_there_are_two_modes():
    assert [check_render_mode(mode) for mode in (None, "ansi", "human")] == [None, "ansi", "human"]
    with pytest.raises(OptionError, match="render_mode must be None, 'ansi' or 'human', not 'rgb'"):
        check_render_mode("rgb")
