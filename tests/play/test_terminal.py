"""A person at a terminal: asked in words, told no more than the seat knows."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

import pytest

from boardgame_envs.core.game import Game
from boardgame_envs.core.guide import Choice, Group
from boardgame_envs.core.table import Table
from boardgame_envs.games.elements import GAME
from boardgame_envs.play import Player, Session
from boardgame_envs.play.terminal.game import TerminalGame
from boardgame_envs.play.terminal.menu import choose_table, find_entry
from boardgame_envs.play.terminal.wording import (
    HELP,
    fitted,
    grouped,
    in_columns,
    odds_in_words,
    rule_by_rule,
)
from boardgame_envs.testing.random_games import random_play
from tests.play.at_terminal import PROMPT, Script, answered, first_decision, own_actions
from tests.play.make_agent_file import make_agent_file
from tests.playing import some_settings

# --- what a person may answer ---


def test_a_person_is_shown_the_view_the_question_and_the_numbered_actions():
    session = first_decision()
    text = session.table.text(0)

    _, person = answered(session=session)

    at = person.told.index(f"\n{text}")
    question, listed, prompt = person.told[at + 1 : at + 4]
    assert question == session.show(0).question
    assert prompt == PROMPT
    names = ["lay 1", "lay 4", "lay 5", "lay 6", "take", "discard 6", "surrender"]
    for number, (line, name) in enumerate(zip(listed.split("\n"), names, strict=True), 1):
        assert line.startswith(f"{number:3} {name} ")


@pytest.mark.parametrize(
    ("answers", "action"),
    [(["1"], "lay 1"), ([" 3 "], "lay 5"), (["7"], "surrender"), (["lay 4"], "lay 4"),
     (["LAY  6"], "lay 6"), (["Discard 6"], "discard 6"), (["surr"], "surrender"),
     (["dis"], "discard 6"), (["lay", "2"], "lay 4"), (["lay", "back", "2"], "lay 4"),
     (["lay", "", "2"], "lay 4")],
)  # fmt: skip
def test_an_action_is_chosen_by_number_by_name_or_by_what_is_short_for_it(answers, action):
    session, _ = answered(*answers)

    assert own_actions(session)[0] == action


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("8", "'8' is not possible now: type 1 to 7, a name such as 'lay 1', or help."),
        ("0", "'0' is not possible now: type 1 to 7, a name such as 'lay 1', or help."),
        ("-1", "is nothing that can be done here"),
        ("lay 3", "You hold no 3 to lay. [rule 5]"),
        ("Reveal", "over the limit"),
        ("\x1b[A", "is nothing that can be done here"),
    ],
)
def test_a_wrong_answer_gets_a_reason_and_another_question(answer, said):
    session, person = answered(answer)

    assert said.lower() in person.told[-2].lower()
    assert person.told[-1] == PROMPT
    assert own_actions(session) == []


def test_a_person_can_ask_for_help_the_rules_and_the_table():
    _, person = answered("help", "RULES", "rules all", "table", "history")

    assert HELP in person.told
    assert rule_by_rule(GAME.rules_in_words) in person.told
    assert any(told.startswith("# Elements") for told in person.told)
    assert person.told.count(f"\n{first_decision().table.text(0)}") == 2
    assert person.told[-2].endswith("  P2 (random): lay 3\n    The limit goes from 0 to 3.")


def test_why_says_what_follows_or_which_rule_forbids_it():
    _, person = answered("why 4", "why not reveal", "why can I not reveal?", "why lay 6")

    assert person.told[-8] == "You may lay 6: limit 9, your total 22: 13 over it."
    for told in (person.told[-6], person.told[-4]):
        assert re.fullmatch(r"Your total 28 is over the limit of 3\. \[rule \d+\]", told)
    assert person.told[-2] == person.told[-8]


def test_hint_belief_and_undo():
    session, person = answered("hint", "belief", "undo", "2", "undo")

    assert any(told.startswith("elements would ") for told in person.told)
    assert any("P2's hand" in told for told in person.told)
    assert "There is no decision of yours to take back." in person.told
    assert "You take your last decision back." in person.told
    assert own_actions(session) == []


def test_a_game_is_saved_and_played_on(tmp_path):
    path = tmp_path / "game.json"
    session, person = answered("1", f"save {path}", f"save {tmp_path}/no/x.json", "1")

    assert f"Go on later with: boardgame-envs play --resume {path}" in person.text()
    assert "could not be saved" in person.text()
    assert own_actions(Session.resume(path)) == own_actions(session)[:1]


def test_the_rules_are_told_rule_by_rule_and_nothing_is_lost():
    text = rule_by_rule(GAME.rules_in_words)

    assert text.split() == GAME.rules_in_words.split()
    rules = [line for line in text.split("\n") if re.match(r"[VR]?\d+\. ", line)]
    assert len(rules) == 15 + 6 + 5
    assert rules[4] == "5. Lay: put a card from your hand on top of the chain."


# --- how choices are listed ---


def test_many_actions_are_listed_in_columns_that_fit():
    entries = [f"{i:3} action number {i}" for i in range(1, 31)]

    lines = in_columns(entries).split("\n")

    assert max(map(len, lines)) <= 80
    assert len(lines) == 10
    assert re.findall(r"(\d+) action number \1\b", "\n".join(lines)) == [
        str(number) for number in range(1, 31)
    ]


def make_group(title: str, *labels: str) -> Group:
    made = (
        Choice(n, f"{title} {label}", label, label, "costs 1" if n % 2 else "free")
        for n, label in enumerate(labels)
    )
    return Group("play", title, title, tuple(made))


def test_choices_take_as_many_lines_as_there_are():
    groups = [make_group("play 32", "a1", "b1", "c1"), make_group("discard", "32")]

    assert grouped(groups, 80, 9) == [
        "  play 32 a1 c1: free",
        "  play 32 b1: costs 1",
        "  discard 32: free",
    ]
    assert grouped(groups, 80, 2) == ["  play 32: a1 b1 c1", "  discard 32"]
    assert grouped(groups, 80, 1) == ["  play 32 (3) · discard 32"]
    assert grouped(groups, 18, 2) == ["  play 32: 3 ways, type play 32", "  discard 32"]


# --- what a person is told ---


@pytest.mark.parametrize(("game", "setting"), some_settings())
def test_no_question_depends_on_what_is_hidden(game: Game, setting: dict[str, Any]):
    table = Table(game, **setting)
    people = [Player("you")] * table.num_players
    for turn, _ in enumerate(islice(random_play(table, seed=42), 40)):
        if turn % 12 == 7:
            asked = []
            for one in (table, table.redealt(table.seat, seed=turn)):
                person, session = Script("table", "foo", "why 1"), Session(one, people)
                game_at_terminal = TerminalGame(session, table.seat, person)
                with pytest.raises(EOFError):
                    game_at_terminal._ask_until_done()
                asked.append(person.told)
            assert asked[0] == asked[1]


def test_a_person_is_told_the_actions_of_all_and_only_the_own_cards():
    players = [Player("you"), Player("random", "random")]
    session = Session.begin(GAME, players, seed=3, options={"target_points": 1})
    person = Script("1", "surrender")
    TerminalGame(session, 0, person).play()

    assert person.told[0].startswith("Elements, target_points=1, seed 3.\n")
    assert "You are P1; P2 is random. Type help for help.\n" in person.told[0]
    assert person.told[1] == "Round 1: P2 starts. P1 is dealt 3 4 4 6 6 6."
    assert "P2 is dealt" not in person.text()
    actions = [line for line in person.told if re.match(r"  P\d \(", line)]
    assert actions == [
        f"  {session.who(seat, 0)}: {session.game.actions.name(state, action)}"
        for state, seat, action in session.table.history()
        if seat >= 0
    ]
    first, second = session.ending(0).scores
    winner = "P1" if first > second else "P2"
    assert person.told[-1] == (
        f"The game is over: {winner} wins. Scores: P1 (you) {first}, P2 (random) {second}."
    )


@pytest.mark.parametrize("text", [GAME.rules_in_words, "  a " + "word " * 40, "x" * 90, "a\n\nb"])
def test_a_text_is_fitted_without_losing_a_word(text):
    lines = fitted(text).split("\n")

    assert " ".join(lines).split() == text.split()
    assert all(len(line) <= 80 or " " not in line.strip() for line in lines)


def test_odds_are_listed_for_networks_only_and_only_after_the_game(tmp_path):
    network = str(make_agent_file(tmp_path / "agent.onnx", GAME))
    players = [Player("random", "random"), Player("agent", network)]
    session = Session.begin(GAME, players, seed=5, options={"target_points": 2})
    with pytest.raises(ValueError, match="the odds would show the hidden cards"):
        list(odds_in_words(session))
    while not session.over:
        session.let_machine_act()

    listed = list(odds_in_words(session))

    decisions = [moment for moment in session.table.history() if moment.seat >= 0]
    of_network = [number for number, moment in enumerate(decisions, 1) if moment.seat == 1]
    assert [int(line.split()[0]) for line in listed] == of_network
    for line, number in zip(listed, of_network, strict=True):
        action = GAME.actions.name(decisions[number - 1].state, decisions[number - 1].action)
        assert f" P2: {action} (" in line
        odds = [float(percent) for percent in re.findall(r"([\d.]+)%", line)]
        assert sum(odds) == pytest.approx(100, abs=0.6)
        assert odds == sorted(odds, reverse=True)


# --- the menu ---


def test_the_menu_offers_games_variants_players_and_opponents():
    told: list[str] = []
    answers = iter(["tranq", "99", "high", "6", "1", ""])

    chosen = choose_table(lambda prompt: next(answers), told.append)

    assert chosen.game.name == "tranquility"
    assert chosen.options == {"mode": "high_arch"}
    assert chosen.num_players == 1
    assert chosen.opponent == "best"
    assert "Type a number from 1 to 13, or a name." in told
    assert "Type a number from 1 to 5." in told
    assert any(re.match(r" +\d+ Noah ", line) for line in told)


def test_enter_takes_the_first_of_everything():
    answers = iter(["elements", "", ""])
    chosen = choose_table(lambda prompt: next(answers), lambda text: None)

    assert (chosen.options, chosen.num_players, chosen.opponent) == ({}, 2, "elements")


def test_an_entry_is_found_by_number_name_or_beginning():
    names = ["3", "1", "storms", "storms ru"]
    assert find_entry("", names) == "3"
    assert find_entry("1", names) == "1"
    assert find_entry("4", names) == "storms ru"
    assert find_entry("5", names) is None
    assert find_entry("STORMS", names) == "storms"
    assert find_entry("sto", names) is None
