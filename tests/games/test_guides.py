"""The words of each game on record, and what they say in positions that matter."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from boardgame_envs.core.guide import (
    choices,
    consequence,
    news,
    question,
    reason,
    rules_for,
    why_not,
)
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.table import Table
from boardgame_envs.games import load_game
from boardgame_envs.testing.random_games import random_play
from boardgame_envs.testing.settings import each_option_set, setting_name
from tests.games.tranquility_tables import along_the_line
from tests.positions import position

GOLDEN = Path(__file__).parent / "golden"
# decisions of a game that are on record, and how many choices and refusals of each
DECISIONS, OF_EACH = 12, 3


@pytest.mark.parametrize("name", ["elements", "noah", "tranquility"])
def test_words_read_as_they_do_on_record(name: str, update_golden: bool):
    game = load_game(name)
    told: list[str] = []
    for setting in each_option_set(game):
        told += [f"=== {setting_name(setting)}", "", *words_of_a_game(Table(game, **setting))]
    path, now = GOLDEN / f"{name}_words.txt", "\n".join(told) + "\n"
    if update_golden:
        path.write_text(now)
    assert now == path.read_text()


def words_of_a_game(table: Table) -> Iterator[str]:
    """Go through a lesson, and what is said at the beginning of a game."""
    yield rules_for(table.game, table.options, table.num_players)
    rng = np.random.default_rng(3)
    for turn, _ in enumerate(random_play(table, seed=3)):
        if turn == DECISIONS:
            break
        information = table.information()
        yield f"{turn}. {question(information)}"
        for group in choices(information)[:OF_EACH]:
            yield f"   {group.title}"
            yield from (f"     {c.typed}: {c.consequence}" for c in group.choices[:OF_EACH])
        illegal = illegal_of_same_kinds(information)
        chosen = rng.choice(illegal, min(OF_EACH, illegal.size), replace=False)
        yield from (f"   not: {why_not(information, int(action))}" for action in chosen)
    for event in news(table, 0):
        yield from (f"   {event.told}", *(f"     {note}" for note in event.notes))
    yield ""


def illegal_of_same_kinds(information: InformationState) -> NDArray[np.int64]:
    """Return illegal actions of kinds that are legal: they are refused for their own reasons."""
    kinds = information.game.actions.kind_of
    is_legal = information.mask.astype(bool)
    alike = np.isin(kinds, kinds[is_legal]) & ~is_legal
    return np.flatnonzero(alike if alike.any() else ~is_legal)


@pytest.mark.parametrize("name", ["elements", "noah", "tranquility"])
def test_each_lesson_is_short_and_has_an_example(name: str):
    game = load_game(name)
    for options in game.example_options:
        lesson = rules_for(game, options)

        assert "## Example" in lesson
        assert len(lesson.split()) <= 800


def said(table: Table, *names: str) -> list[str]:
    """Return what legal actions bring, by their names."""
    information = table.information()
    actions = {name: action for action, name in information.legal_actions.items()}
    return [consequence(information, actions[name]) for name in names]


def asked(table: Table, text: str) -> str:
    """Return why something that is typed is not legal."""
    return why_not(table.information(), text)


# --- Elements ---


def test_limit_and_total_are_told_before_a_card_is_laid():
    table = position("elements | hands 1 6 6 / 2 3 4 | chain 5 4")

    assert said(table, "lay 6", "take", "discard 6") == [
        "limit 15, your total 7: within it",
        "limit 5, your total 17: 12 over it",
        "limit 9, your total 7: within it",
    ]
    assert asked(table, "reveal") == "Your total 13 is over the limit of 9. [rule 8]"
    assert asked(table, "lay 2") == "You hold no 2 to lay. [rule 5]"
    assert asked(table, "discard 1") == "Only a 6 can be discarded. [rule 7]"


def test_the_round_is_told_with_both_totals():
    table = position("elements | hands 1 2 / 6 3 | chain 5 4")
    table.play("reveal")

    [told, _] = news(table, 1)

    assert told.notes == (
        "The limit is 9; totals: you 9; P1 3.",
        "You get 2 points: you have 2, P1 0.",
    )


# --- Noah ---


def test_weight_departure_pair_and_tears_are_told_before_an_animal_is_loaded():
    table = position(
        "noah 3 | hands cat-m cat-f bear-f panda-m / cat-f / mule-f | boats bear-m giraffe-f cat-m"
    )

    assert said(table, "play cat-f") == ["weight 19 of 21; 1 tear less; pair: you go on"]
    assert asked(table, "play cat-m") == (
        "The next animal on boat 1 must be female, as the one two places back. [rule 6]"
    )
    assert asked(table, "play bear-f") == (
        "Boat 1 weighs 17 and may weigh 21 with it; bear-f weighs 7. [rule 5]"
    )
    assert asked(table, "play lion-m") == "You hold no lion-m. [rule 4]"
    assert asked(table, "noah 3") == "You are to load Noah's boat now. [rule 4]"


def test_a_departure_is_announced_with_its_tears_and_gifts():
    table = position("noah 3 | hands panda-m cat-m / cat-f / bear-f | boats bear-m elephant-f")
    table.play("play panda-m")

    [loaded] = news(table, 1)

    assert loaded.notes == ("Boat 1 weighs 21 of 21.",)

    table.play("noah 3")

    assert news(table, 1)[1].notes == (
        "Boat 1 departs with bear-m elephant-f panda-m (4 tears); its player gives 1 card.",
    )


# --- Tranquility ---


def test_cost_and_gaps_are_told_before_an_island_is_played():
    table = position("tranquility 1 | hands 12 13 14 70 80 | grid f1=10")

    assert said(table, "play 12 a2", "play 70 f6") == [
        "costs 2 cards; 29 cells for 13-80",
        "free; 29 cells for 11-69",
    ]
    assert asked(table, "play 13 e1") == "On e1 a number must lie below 10, not 13. [rule 3]"
    assert (
        asked(table, "70 a2") == "That costs 60 cards; you have 4 other cards to discard. [rule 4]"
    )
    assert asked(table, "play 12 f1") == "10 lies on f1 already. [rule 9]"
    assert asked(table, "play 77 a1").startswith("You do not hold 77;")
    assert asked(table, "finish") == "You hold no Finish. [rule 16]"


FULL = along_the_line()


@pytest.mark.parametrize(
    ("written", "typed", "answer"),
    [
        (f"1 | hands 70 finish | grid {FULL}", "finish", "No Start has been played. [rule 16]"),
        (
            f"2 expansions=monsters | hands 70 finish / monster | grid {FULL} | start lies",
            "finish",
            "There is still a monster in a hand. [rule 24]",
        ),
        (
            f"2 mode=day_and_night | hands 70 finish / 71 | grid {FULL} | start lies",
            "finish",
            "Some cards do not lie the right way up. [rule 40]",
        ),
        ("2 | hands 8 start / 9 | piles 1 / 2", "play 8 a1", "You hold a Start and must play it."),
        ("1 mode=high_arch | hands 40 50", "play 40 a4", "The vault is begun when both columns"),
        (
            "1 expansions=reefs | hands 40 50 | grid a1=10 | reef 5",
            "play 40 c5",
            "Row 5 is closed by the reef. [rule 20]",
        ),
        (
            "1 expansions=storms | hands 8 12 40 41 42 | grid c3=10 | oranges 1",
            "play 40 a6",
            "With an orange storm you play only beside an island. [rule 29]",
        ),
        (
            "1 expansions=storms | hands 8 12 | oranges 1",
            "lift orange P1",
            "The team has no compass.",
        ),
        (
            "1 expansions=monsters | hands 10 20 30 monster",
            "discard monster",
            "A monster cannot be discarded. [rules 11, 23]",
        ),
        (
            "1 expansions=monsters,storms | hands 10 20 monster",
            "trade",
            "Not all cards of your hand may be discarded. [rule 32]",
        ),
        (
            "2 mode=duel | hands 3 78 / 40 50 | grid d1=9",
            "play 3 c1",
            "That costs 6 cards; you have 1 other card to discard. [rule 4]",
        ),
        (
            "2 mode=duel | hands 3 78 / 40 50 | grid f1=9",
            "play 3 d1",
            "3 there would leave a gap with too few numbers for its cells. [rule 42]",
        ),
        (
            "2 mode=duel | hands 3 4 5 6 78 / 40 50 | grid f1=9",
            "refresh",
            "You can place a card, so you may not ask for new ones. [rules 44, R6]",
        ),
        (
            "2 mode=duel | hands 3 78 / 40 50",
            "start",
            "There are no Starts in this mode. [rule 41]",
        ),
        (
            "2 mode=day_and_night | hands 60 61 / 1 2 | grid f6=40",
            "rotate a1",
            "There is no card on a1. [rule 39]",
        ),
        ("1 | hands 12 13 14", "discard 14", "Discards are named in order: 2 are due,"),
    ],
)
def test_why_something_cannot_be_done_in_tranquility(written: str, typed: str, answer: str):
    assert asked(position(f"tranquility {written}"), typed).startswith(answer)


# --- not one's turn ---


def test_who_is_not_to_act_is_told_whose_decision_it_is():
    table = position("elements | hands 1 6 6 / 2 3 4 | chain 5 4")
    waiting = table.information(1)

    assert question(waiting) == "P1 is deciding."
    assert choices(waiting) == []
    assert why_not(waiting, "take") == "It is P1's decision. [rule 3]"
    assert consequence(waiting, 6) == ""


def test_numbers_beyond_the_action_table_are_refused():
    information = position("elements | hands 1 6 6 / 2 3 4 | chain 5 4").information()

    for action in (-1, 99):
        refused: Any = reason(information, action)
        assert not refused.is_legal
        assert "0 to 9" in refused.words
