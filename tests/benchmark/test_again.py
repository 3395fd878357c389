"""Figures on record come out again: a sample of what the benchmark says is played anew."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boardgame_envs.command_line import main

FIGURES = sorted((Path(__file__).parent / "figures").glob("*.json"))


def test_there_are_figures_of_every_kind_of_game():
    assert len(FIGURES) >= 3


@pytest.mark.parametrize("file", FIGURES, ids=lambda file: file.stem)
def test_figures_on_record_come_out_again(file: Path, capsys):
    content = json.loads(file.read_text())

    status = main(["benchmark", content["game"], content["agent"]["name"], "--again", str(file)])

    assert status == 0, capsys.readouterr().out
