"""The command that holds the laws against a game."""

from __future__ import annotations

from pathlib import Path

from boardgame_envs.testing import LAWS
from tests.command_line.test_commands import run
from tests.testing.changed_carts import run_check, write_changed_cart

CARDS = "no_card_is_ever_lost_or_made"
DEALS = "different_seeds_give_different_deals"


def test_the_laws_that_a_game_keeps_are_printed(capsys):
    status, out, _ = run(capsys, "check", "cart", "--law", CARDS, "--law", DEALS)

    assert status == 0
    assert out.splitlines() == [
        "no card is ever lost or made (12 settings)",
        "different seeds give different deals (1 setting)",
        "cart keeps 2 laws",
    ]


def test_one_table_can_be_chosen(capsys):
    arguments = ("check", "cart", "--players", "2", "-O", "max_turns=3", "--law", CARDS)
    status, out, _ = run(capsys, *arguments)

    assert status == 0
    assert out.splitlines() == ["no card is ever lost or made (1 setting)", "cart keeps 1 law"]


def test_the_laws_can_be_listed(capsys):
    status, out, _ = run(capsys, "check", "cart", "--list")

    assert status == 0
    lines = out.splitlines()
    assert [line for line in lines if not line.startswith(" ")] == [law.name for law in LAWS]
    assert (
        lines[lines.index(CARDS) + 1]
        == "    All cards are there at every decision, and at the end."
    )


def test_a_broken_law_ends_the_command_with_what_is_wrong(tmp_path: Path):
    mistake = ("rules.py", "state.hands[state.last_seat, state.drawn] += 1", "pass")
    write_changed_cart(tmp_path, mistake)

    answer = run_check(
        tmp_path, "--law", DEALS, "--law", CARDS, "--law", "rules_agree_in_plain_python"
    )

    assert answer.returncode == 1
    assert answer.stdout == "different seeds give different deals (1 setting)\n"
    said, position = answer.stderr.splitlines()
    assert said == (
        "boardgame-envs: cart (num_players=2; seed 1, after 1 decision) breaks the law "
        "'no card is ever lost or made': there are 19 cards, not 20"
    )
    assert position.startswith("The position: cart 2 | hands ")


def test_what_cannot_be_checked_is_refused_in_one_sentence(capsys):
    for arguments, complaint in (
        (["check", "kart"], "there is no game 'kart': did you mean 'cart'?"),
        (["check", "cart", "--law", "cards"], "there is no law 'cards'"),
        (["check", "cart", "--players", "9"], "cart seats 2 to 4 players, not 9"),
    ):
        status, out, err = run(capsys, *arguments)
        assert status == 2
        assert complaint in err
        assert out == ""
