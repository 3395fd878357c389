"""A person at a terminal: asked in words, told no more than the seat knows."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Any

import pexpect
import pytest

from boardgame_envs.command_line import main
from boardgame_envs.core.game import Game
from boardgame_envs.core.guide import Choice, Group
from boardgame_envs.core.records import parse_record, read_lines, replay
from boardgame_envs.core.table import Table
from boardgame_envs.games import load_game
from boardgame_envs.games.elements import GAME
from boardgame_envs.play import Player, Session
from boardgame_envs.play.terminal.game import LeftTheTable, TerminalGame
from boardgame_envs.play.terminal.menu import choose_table, find_entry
from boardgame_envs.play.terminal.screen import PlainScreen
from boardgame_envs.play.terminal.wording import (
    HELP,
    fitted,
    grouped,
    in_columns,
    odds_in_words,
    rule_by_rule,
)
from boardgame_envs.testing.random_games import random_play
from tests.play.make_agent_file import make_agent_file
from tests.playing import some_settings

PROMPT = "Your action: "
DEAL = {"hands": [[1, 4, 5, 6, 6, 6], [1, 2, 2, 3, 6, 6]], "aside": [3, 4, 5, 6], "starter": 1}


class Script(PlainScreen):
    """A person whose answers are known beforehand, and who remembers what was told."""

    def __init__(self, *answers: str) -> None:
        super().__init__()
        self.answers = iter(answers)
        self.told: list[str] = []

    def say(self, text: str) -> None:
        self.told.append(text)

    def ask(self, prompt: str = PROMPT, words: Iterable[str] = ()) -> str:
        self.told.append(prompt)
        answer = next(self.answers, None)
        if answer is None:
            raise EOFError
        return answer

    def text(self) -> str:
        return "\n".join(self.told)


def first_decision() -> Session:
    """Return a game where P1 holds 1 4 5 6 6 6, and P2 has laid a 3."""
    table = Table(GAME, 2)
    table.reset(0, outcomes=[{"deal": DEAL}])
    table.play("lay 3")
    return Session(table, [Player("you"), Player("random", "random")])


def answered(*answers: str, session: Session | None = None) -> tuple[Session, Script]:
    """Return a game after the answers of a person, and all that was told."""
    session, person = session or first_decision(), Script(*answers)
    with pytest.raises(LeftTheTable):
        TerminalGame(session, 0, person).play()
    return session, person


def own_actions(session: Session) -> list[str]:
    name = session.game.actions.name
    return [name(state, action) for state, seat, action in session.table.history() if seat == 0]


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


# --- the command ---


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the empty folder in which the commands are given."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def play(monkeypatch: Any, capsys: Any, *arguments: str, answer: str = "1") -> tuple[int, str, str]:
    """Play with the same answer to every question; return the status and both streams."""
    monkeypatch.setattr("builtins.input", lambda prompt: answer)
    try:
        status = main(["play", *arguments])
    except SystemExit as exit_:
        status = int(exit_.code or 0)
    out, err = capsys.readouterr()
    return status, out, err


def only_game(path: Path) -> Table:
    """Return the table of the one game that a file holds, replayed through the rules."""
    [line] = read_lines(path)
    return replay(parse_record(line), load_game)


def test_a_game_against_several_agents_is_saved_under_its_name_and_time(
    folder, monkeypatch, capsys
):
    status, out, _ = play(
        *(monkeypatch, capsys, "cart", "--players", "4", "--seat", "p3", "--seed", "8"),
        *("--against", "random", "random", "random", "-O", "strong_cart=true"),
    )

    assert status == 0
    assert out.startswith("Cart, strong_cart=True, seed 8.\nYou are P3; P1 is random; P2 is")
    [path] = folder.iterdir()
    assert re.fullmatch(r"cart-\d{8}-\d{6}\.jsonl", path.name)
    assert out.endswith(f"The game is saved in {path.name}.\n")
    table = only_game(path)
    assert (table.seed, table.num_players, table.options["strong_cart"]) == (8, 4, True)


def test_the_seed_that_is_printed_repeats_the_game(folder, monkeypatch, capsys):
    arguments = ["elements", "--against", "random", "--seat", "random", "--save", "none"]
    _, once, _ = play(monkeypatch, capsys, *arguments)
    seed = re.findall(r"^Elements, seed (\d+)\.", once)[0]
    _, other, _ = play(monkeypatch, capsys, *arguments)

    _, again, _ = play(monkeypatch, capsys, *arguments, "--seed", seed)

    assert again == once
    assert other != once
    assert list(folder.iterdir()) == []


def test_chance_can_choose_the_seat(folder, monkeypatch, capsys):
    seats = set()
    for seed in range(8):
        arguments = ["elements", "--against", "random", "--seat", "random", "--seed", str(seed)]
        _, out, _ = play(monkeypatch, capsys, *arguments, "--save", "none", answer="quit")
        seats.update(re.findall(r"^You are (P\d);", out, re.MULTILINE))

    assert seats == {"P1", "P2"}


def test_the_strongest_agent_is_seated_and_said_why(folder, monkeypatch, capsys):
    _, out, _ = play(monkeypatch, capsys, "elements", "--save", "none", answer="quit")
    assert "P2 is elements. Type help for help.\nelements: trained for just these options." in out


def test_a_game_that_was_left_is_saved_and_resumed(folder, monkeypatch, capsys):
    status, out, _ = play(
        *(monkeypatch, capsys, "elements", "--against", "random", "--seed", "3"), answer="quit"
    )
    [path] = folder.iterdir()
    assert status == 0
    assert f"Go on with: boardgame-envs play --resume {path.name}" in " ".join(out.split())

    status, out, _ = play(monkeypatch, capsys, "--resume", path.name, "--save", "game.jsonl")

    assert status == 0
    assert "Elements, seed 3." in out
    assert only_game(folder / "game.jsonl").seed == 3


def test_a_game_of_several_people_is_not_resumed_at_a_terminal(folder, monkeypatch, capsys):
    people = [Player("Ada"), Player("Bob")]
    Session.begin(GAME, people, seed=1).save(folder / "two.json")

    status, _, err = play(monkeypatch, capsys, "--resume", "two.json")

    assert status == 2
    assert "one person plays at a terminal, and this game has 2 people" in err


def test_odds_come_after_the_end_of_the_game(folder, monkeypatch, capsys):
    agent = make_agent_file(folder / "agent.onnx", GAME)
    arguments = ["elements", "--seed", "2", "--save", "game.jsonl", "--show-odds", "--against"]

    _, out, _ = play(monkeypatch, capsys, *arguments, str(agent))
    before, after = out.split("The game is over")
    assert "P2 is agent.onnx." in before
    assert "%" not in before
    assert len(re.findall(r"^ +\d+ P2: ", after, re.MULTILINE)) == sum(
        moment.seat == 1 for moment in only_game(folder / "game.jsonl").history()
    )

    _, out, _ = play(monkeypatch, capsys, *arguments, "random")
    assert "No network was at the table, so there are no odds to show." in out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["elements", "--seat", "P3"], "--seat takes P1, P2 or random, not 'P3'"),
        (["elements", "--seat", "first"], "--seat takes P1, P2 or random, not 'first'"),
        (["elements", "--against", "random", "random"], "--against takes one name, not 2"),
        (["elements", "--against", "nobody"], "there is no agent 'nobody'"),
        (["elements", "--against", "nowhere.onnx"], "nowhere.onnx: there is no such file"),
        (["elements", "--seed", "-1"], "a seed is a whole number from 0 to"),
        (["elements", "--players", "3"], "elements seats 2 players, not 3"),
        (["elements", "--save", "no/folder/x"], "the game could not be saved as no/folder/x"),
        (["elements", "--save", "."], "the game could not be saved as .; --save takes a file"),
        (["--resume", "nothing.json"], "nothing.json: No such file"),
        ([], "name a game to play: cart, elements, noah, tranquility"),
    ],
)
def test_a_mistaken_command_is_refused_before_the_game(
    folder, monkeypatch, capsys, arguments, complaint
):
    status, out, err = play(monkeypatch, capsys, *arguments)
    assert (status, out) == (2, "")
    assert err.startswith(f"boardgame-envs: {complaint}")
    assert err.count("\n") == 1


# --- in a real terminal ---


def sit_down(folder: Path, *arguments: str, **environment: str) -> Any:
    """Begin a game in a terminal of the usual size."""
    command = ["-m", "boardgame_envs", "play", *arguments]
    child = pexpect.spawn(
        *(sys.executable, command),
        cwd=str(folder),
        encoding="utf-8",
        codec_errors="surrogateescape",
        dimensions=(24, 80),
        timeout=120,
        env={**os.environ, "TERM": "xterm-256color", **environment},
    )
    child.delaybeforesend = None
    return child


ELEMENTS = ("elements", "--against", "random", "--seed", "3")
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>()][B0]?|\r")


def leave(child: Any) -> tuple[int, str]:
    """Wait for the end of the command; return its exit status and its last words."""
    child.expect(pexpect.EOF)
    child.close()
    return child.exitstatus, " ".join(ESCAPES.sub("", child.before).split())


def test_a_whole_game_in_plain_lines(tmp_path):
    arguments = ("--seat", "P2", "-O", "target_points=3", "--save", "game.jsonl", "--plain")
    child = sit_down(tmp_path, *ELEMENTS, *arguments)
    transcript, answers = "", iter(["help", "lay nothing", "\udcff"])
    while child.expect([PROMPT, "The game is over: (P1|P2) wins"]) == 0:
        transcript += child.before
        child.sendline(next(answers, "1"))
    winner = child.match.group(1)
    status, last_words = leave(child)

    assert status == 0
    assert last_words.endswith("The game is saved in game.jsonl.")
    table = only_game(tmp_path / "game.jsonl")
    assert table.game.notation.read_result(table.states[0]) == f"{winner} wins"
    assert table.seed == 3
    assert "leave the table; the game is saved" in transcript
    assert "'\N{REPLACEMENT CHARACTER}' is nothing that can be done here" in transcript
    assert "\x1b" not in transcript
    assert max(map(len, re.split(r"\r?\n", transcript))) <= 100


def test_a_table_that_stays_on_the_screen(tmp_path):
    child = sit_down(tmp_path, *ELEMENTS, "-O", "target_points=1", "--save", "game.jsonl")
    child.expect("Which card will you lay")
    child.expect("> ")
    child.sendline("why reveal")
    child.expect("over the limit")
    child.expect("> ")
    child.sendline("hint")
    child.expect("elements would")
    child.expect("> ")
    # completed to its end
    child.send("surr\t")
    child.expect("surrender")
    child.send("\r")
    child.expect("The game is over: P2 wins")
    child.expect("Enter to leave")
    child.sendline("history")
    child.expect(r"you\): surrender")
    child.expect("back to the table")
    child.sendline("")
    child.expect("Enter to leave")
    child.sendline("")
    status, _ = leave(child)

    assert status == 0
    assert only_game(tmp_path / "game.jsonl").seed == 3


def test_without_colour_no_colour_is_sent(tmp_path):
    child = sit_down(tmp_path, *ELEMENTS, "--save", "none", NO_COLOR="1")
    child.expect("Which card will you lay")
    shown = child.before
    child.expect("> ")
    child.sendeof()
    leave(child)

    # bold and pale are no colours
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", shown)


@pytest.mark.parametrize("way", ["end", "interrupt", "quit"])
def test_whoever_leaves_can_come_back(tmp_path, way):
    child = sit_down(tmp_path, *ELEMENTS)
    child.expect("Which card will you lay")
    child.expect("> ")
    if way == "quit":
        child.sendline("quit")
    else:
        child.send("\x04" if way == "end" else "\x03")
    status, last_words = leave(child)

    [path] = tmp_path.iterdir()
    assert status == 0
    assert f"Go on with: boardgame-envs play --resume {path.name}" in last_words
    assert json.loads(path.read_text())["game"] == "elements"


def test_a_menu_leads_to_a_game(tmp_path):
    child = sit_down(tmp_path, "--save", "none", "--seed", "4")
    for question in ("Which game", "Who plays with you"):
        child.expect(question)
        child.expect(": ")
        child.sendline("elements" if question == "Which game" else "")
    child.expect("Which card will you lay")
    child.expect("> ")
    child.send("\x04")
    assert leave(child)[0] == 0
