"""Prompts on record, and what they must and must not say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from boardgame_envs import load_game, make_table
from boardgame_envs.core.problems import OptionError
from boardgame_envs.text import (
    Style,
    decision_prompt,
    outcome_text,
    read_reply,
    retry_prompt,
    rules_prompt,
)

GOLDEN = Path(__file__).parent / "golden"
SETTINGS = {"elements": 2, "noah": 3, "tranquility": 2}


def all_prompts(name: str, players: int) -> str:
    """Return what a language model is sent in the first decisions of a game."""
    table = make_table(name, players)
    table.reset(7)
    rules = rules_prompt(table.game, players, {}, table.seat)
    parts = [rules]
    for said in ("listed", "counted", "omitted"):
        information = table.information()
        parts.append(f"--- {said} ---\n{decision_prompt(information, Style(said))}")
        table.step(sorted(information.legal_actions)[len(information.legal_actions) // 2])
    information = table.information()
    for reply in ('{"move": "fly away"}', "I would rather not say."):
        complaint = retry_prompt(read_reply(reply, information), reply, information)
        parts.append(f"--- after {reply} ---\n{complaint}")
    return "\n\n".join(parts) + "\n"


@pytest.mark.parametrize("name", SETTINGS)
def test_prompts_read_as_they_do_on_record(name: str, update_golden: bool):
    text = all_prompts(name, SETTINGS[name])
    path = GOLDEN / f"{name}.txt"
    if update_golden:
        path.write_text(text, encoding="utf-8")

    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", SETTINGS)
def test_the_example_in_a_prompt_is_legal_and_not_always_the_same_place(name: str):
    table, places = make_table(name, SETTINGS[name]), set()
    for seed in range(12):
        table.reset(seed)
        information = table.information()
        shown = re.findall(r'\{"move": "[^"]*"\}', decision_prompt(information))
        assert len(shown) == 1
        reading = read_reply(shown[0], information)
        assert reading.problem is None
        places.add(list(information.legal_actions).index(reading.action or 0))
    assert len(places) > 2


def test_the_rules_are_those_of_the_options_in_play():
    game = load_game("elements")

    usual = rules_prompt(game, 2, {}, 0)
    short = rules_prompt(game, 2, {"rounds": 1, "surrender": False}, 1)

    assert usual != short
    assert "You are P1." in usual
    assert "You are P2." in short
    assert "obody can surrender" in short
    assert "obody can surrender" not in usual


def test_a_style_is_checked():
    with pytest.raises(OptionError, match="legal must be one of listed, counted, omitted"):
        Style("some")
    with pytest.raises(ValueError, match="retries"):
        Style(retries=-1)


def test_an_outcome_is_told_when_the_game_is_over():
    table = make_table("elements", target_points=1)
    table.reset(1)
    with pytest.raises(ValueError, match="not over"):
        outcome_text(table, 0)
    while not table.over:
        table.step(table.legal_actions()[-1])

    told = [outcome_text(table, seat) for seat in (0, 1)]

    assert "wins" in told[0]
    assert "Your return is 1." in " ".join(told)
    assert "Your return is -1." in " ".join(told)
