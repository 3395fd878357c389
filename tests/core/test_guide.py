"""Guides: what is understood, what is grouped, and what is said without a game's own words."""

from __future__ import annotations

import pytest

from boardgame_envs.core.guide import (
    announce,
    asking,
    choices,
    choosing,
    question,
    reason,
    rule_in_words,
    rule_numbers,
    rules_for,
    teaching,
    telling,
    understand,
    why_not,
)
from boardgame_envs.core.table import Table
from boardgame_envs.games import load_game


@pytest.fixture
def islands() -> Table:
    return Table.at("tranquility 2 | hands 12 13 14 70 80 / 1 2 3 | grid f1=10")


def test_rules_are_found_by_their_numbers():
    elements = load_game("elements")

    assert rule_in_words(elements, "8").startswith("Reveal: only if your total")
    assert rule_in_words(elements, "V1") == "Option surrender=False: nobody can surrender."
    assert rule_numbers(elements)[-1] == "R5"
    with pytest.raises(ValueError, match="elements has no rule '99'; it has 1, 2"):
        rule_in_words(elements, "99")


def test_a_card_then_a_cell(islands: Table):
    groups = {group.title: group for group in choices(islands.information())}

    assert groups["play 12"].typed == "12"
    assert [c.typed for c in groups["play 12"].choices][:2] == ["12 a2", "12 b2"]
    assert groups["discard"].choices[0].label == "12"
    assert groups["discard"].choices[0].typed == "discard 12"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("play 12 a2", ["play 12 a2"]),
        ("12 a2", ["play 12 a2"]),
        ("  12   A2 ", ["play 12 a2"]),
        ("a2 12", ["play 12 a2"]),
        ("dis 80", []),
        ("disc 12", ["discard 12"]),
        ("1", []),
        ("", []),
    ],
)
def test_what_is_typed_is_understood(islands: Table, typed: str, meant: list[str]):
    information = islands.information()

    assert [information.legal_actions[a] for a in understand(information, typed)] == meant


def test_words_that_can_mean_several_actions_mean_all_of_them(islands: Table):
    information = islands.information()
    meant = [information.legal_actions[action] for action in understand(information, "12")]

    assert "discard 12" in meant
    assert "play 12 a2" in meant
    assert why_not(information, "12").startswith("That may be play 12 a2, ")


def test_nonsense_is_answered_with_what_is_possible(islands: Table):
    assert why_not(islands.information(), "sail").startswith(
        "'sail' is nothing that can be done here; you may play 12 a2, "
    )


def test_a_seat_is_not_told_what_another_knows(islands: Table):
    with pytest.raises(ValueError, match="seat 0 is not told what seat 1 knows"):
        announce(islands.information(0), "", islands.information(1))


def test_a_game_without_a_guide_has_plain_words(monkeypatch: pytest.MonkeyPatch):
    for module in (asking, choosing, teaching, telling):
        monkeypatch.setattr(module, "guide_of", lambda game: None)
    table = Table.at("elements | hands 1 6 / 2 3 | chain 5 4")
    information = table.information()

    assert question(information) == "What will you do (turn)?"
    assert str(reason(information, 1)) == (
        "'lay 2' is not possible now; you may lay 1, lay 6, take, discard 6, reveal, surrender."
    )
    assert [choice.consequence for group in choices(information) for choice in group.choices] == [
        ""
    ] * 6
    assert why_not(table.information(1), 0) == "It is P1's decision."
    assert "10. Surrender" in rules_for(load_game("elements"))
    assert announce(information, "take", information) == ()
