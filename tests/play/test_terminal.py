"""A person at the table: asked in words, told no more than the seat knows."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pexpect
import pytest

from boardgame_envs import make_table
from boardgame_envs.agents import RandomAgent, by_name
from boardgame_envs.agents.human_agent import HumanAgent, LeftTheTable, numbered, rule_by_rule
from boardgame_envs.agents.network_agent import NetworkAgent
from boardgame_envs.command_line import main
from boardgame_envs.core.compiled_game import TableLoops, loops_of
from boardgame_envs.core.game import Game
from boardgame_envs.core.records import parse_record, read_lines, record_game, replay
from boardgame_envs.core.table import Moment, Table
from boardgame_envs.games import load_game
from boardgame_envs.games.elements import GAME
from boardgame_envs.matches.one_table import play_game
from boardgame_envs.play import terminal
from boardgame_envs.play.terminal import Teller, fitted, odds_in_words, play_and_tell
from boardgame_envs.testing.random_games import played, random_play, seen_after
from tests.play.make_agent_file import make_agent_file
from tests.playing import some_settings

PROMPT = "Your action: "
LEFT = "You left the table; the game is not saved."


class Script:
    """A person whose answers are known beforehand, and who remembers what was told."""

    def __init__(self, answers: Iterable[str]) -> None:
        self.answers = iter(answers)
        self.told: list[str] = []
        self.agent = HumanAgent(self.ask, self.told.append)

    def ask(self, prompt: str) -> str:
        self.told.append(prompt)
        answer = next(self.answers, None)
        if answer is None:
            raise EOFError
        return answer

    def text(self) -> str:
        return "\n".join(self.told)


def first_decision() -> Table:
    """Return a table where P1 holds 1 4 5 6 6 6, and P2 has laid a 3."""
    table = make_table("elements")
    deal = {"hands": [[1, 4, 5, 6, 6, 6], [1, 2, 2, 3, 6, 6]], "aside": [3, 4, 5, 6], "starter": 1}
    table.reset(0, outcomes=[{"deal": deal}])
    table.play("lay 3")
    return table


# --- what a person may answer ---


def test_a_person_is_shown_the_view_and_the_numbered_actions():
    table, person = first_decision(), Script(["1"])

    person.agent.choose(table.information())

    assert table.text(0) in person.told[0]
    listed = re.findall(r"(\d) (\D+(?: \d)?)(?:  |\n|$)", person.told[1])
    names = ["lay 1", "lay 4", "lay 5", "lay 6", "take", "discard 6", "surrender"]
    assert [(number, name.strip()) for number, name in listed] == [
        (str(number), name) for number, name in enumerate(names, 1)
    ]
    assert person.told[2] == PROMPT


@pytest.mark.parametrize(
    ("answer", "action"),
    [("1", "lay 1"), (" 3 ", "lay 5"), ("7", "surrender"), ("lay 4", "lay 4"), ("take", "take"),
     ("LAY  6", "lay 6"), ("Discard 6", "discard 6")],
)  # fmt: skip
def test_an_action_is_chosen_by_number_or_by_name(answer, action):
    table, person = first_decision(), Script([answer])

    chosen = person.agent.choose(table.information())

    assert table.information().legal_actions[chosen] == action


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("8", "'8' is not possible now"),
        ("0", "'0' is not possible now"),
        ("-1", "'-1' is not possible now"),
        ("lay 3", "'lay 3' is not possible now"),
        ("Reveal", "'Reveal' is not possible now"),
        ("", "That was no answer"),
        ("  ", "That was no answer"),
        ("\x1b[A", r"'\x1b[A' is not possible now"),
    ],
)
def test_a_wrong_answer_gets_one_sentence_and_another_question(answer, said):
    table, person = first_decision(), Script([answer, "take"])

    chosen = person.agent.choose(table.information())

    assert table.information().legal_actions[chosen] == "take"
    sentence = f"{said}: type 1 to 7, a name such as 'lay 1', or help."
    assert person.told[3:] == [sentence, PROMPT]


def test_a_person_can_ask_for_help_the_rules_and_the_table():
    table, person = first_decision(), Script(["help", "RULES", "table", "5"])

    person.agent.choose(table.information())

    view, actions, _, help_text, _, rules, _, *again, _ = person.told
    assert all(word in help_text for word in ("table", "rules", "help", "quit"))
    assert rules == rule_by_rule(GAME.rules_in_words)
    assert again == [view, actions]


def test_the_rules_are_told_rule_by_rule_and_nothing_is_lost():
    text = rule_by_rule(GAME.rules_in_words)

    assert text.split() == GAME.rules_in_words.split()
    rules = [line for line in text.split("\n") if re.match(r"[VR]?\d+\. ", line)]
    assert len(rules) == 15 + 6 + 5
    assert rules[4] == "5. Lay: put a card from your hand on top of the chain."


@pytest.mark.parametrize("answers", [["quit"], ["foo", " Quit "], [], ["help"]])
def test_quitting_and_the_end_of_input_leave_the_table(answers):
    with pytest.raises(LeftTheTable):
        Script(answers).agent.choose(first_decision().information())


def test_many_actions_are_listed_in_columns_that_fit():
    names = [f"action number {i}" for i in range(1, 31)]

    lines = numbered(names).split("\n")

    assert max(map(len, lines)) <= 80
    assert len(lines) == 10
    assert re.findall(r"(\d+) (action number \1)\b", "\n".join(lines)) == [
        (str(number), name) for number, name in enumerate(names, 1)
    ]


# --- what a person is told ---


def told_of(table: Table, seat: int) -> list[str]:
    """Return all that a person in a seat is told of a finished game."""
    told: list[str] = []
    teller = Teller(table, seat, ["random"] * table.num_players, told.append)
    teller.tell_opening()
    teller.tell_news()
    teller.tell_end()
    return told


def dealt_anew(table: Table, seat: int) -> Table:
    """Return a finished game with another past: in each state the unseen is dealt anew.

    Where an action then does something else that the seat sees, the state stays as it was.
    """

    def redeal(state: bytes) -> bytes:
        states = np.frombuffer(state, table.game.rules.STATE).copy()
        loops_of(table.game, TableLoops).redeal_table(states, seat, np.uint64(5))
        return states.tobytes()

    def redeal_before(state: bytes, action: int) -> bytes:
        was, is_now = (table.state_from(data) for data in (state, redeal(state)))
        seen = [seen_after(table, Moment(s, int(s["seat"]), action), seat) for s in (was, is_now)]
        return redeal(state) if seen[0] == seen[1] else state

    other = table.clone()
    other._before = [
        redeal_before(state, action)
        for state, action in zip(table._before, table._actions, strict=True)
    ]
    other._chances = [(number, redeal(state)) for number, state in table._chances]
    other.states[:] = table.redealt(seat, seed=5).states
    return other


@pytest.mark.parametrize(("game", "setting"), some_settings())
def test_nothing_that_is_told_depends_on_what_is_hidden(game: Game, setting: dict[str, Any]):
    table = played(game, setting, seed=41)
    for seat in range(table.num_players):
        other = dealt_anew(table, seat)
        differs = seen_from_above(other) != seen_from_above(table)
        assert differs or setting.keys() != {"num_players"}, "some options leave nothing hidden"
        assert told_of(other, seat) == told_of(table, seat)


def seen_from_above(table: Table) -> list[str]:
    """Return every state of a game in words, the hidden cards too."""
    return [table.game.observation.describe_table(moment.state) for moment in table.history()]


@pytest.mark.parametrize(("game", "setting"), some_settings())
def test_no_question_depends_on_what_is_hidden(game: Game, setting: dict[str, Any]):
    table = Table(game, **setting)
    for turn, _ in enumerate(random_play(table, seed=42)):
        truth, elsewhere = Script(["table", "foo", "1"]), Script(["table", "foo", "1"])
        chosen = truth.agent.choose(table.information())
        redealt = table.redealt(table.seat, seed=turn)
        assert elsewhere.agent.choose(redealt.information()) == chosen
        assert elsewhere.told == truth.told


def test_a_person_is_told_the_actions_of_all_and_only_the_own_cards():
    table, person = make_table("elements", target_points=1), Script(["1", "surrender"])
    teller = Teller(table, 0, ["you", "random"], person.told.append)

    play_and_tell(table, [person.agent, RandomAgent()], 3, teller)

    assert person.told[0] == "Elements, target_points=1, seed 3."
    assert person.told[1] == "You are P1; P2 is random. Type help for help.\n"
    assert person.told[2] == "Round 1: P2 starts. P1 is dealt 3 4 4 6 6 6."
    assert "P2 is dealt" not in person.text()
    actions = [line for line in person.told if re.match(r"  P\d \(", line)]
    assert actions == [
        f"  {teller.who(seat)}: {table.game.actions.name(state, action)}"
        for state, seat, action in table.history()
        if seat >= 0
    ]
    first, second = table.game.notation.read_scores(table.states[0])
    winner = "P1" if first > second else "P2"
    assert person.told[-1] == (
        f"\nThe game is over: {winner} wins. Scores: P1 (you) {first}, P2 (random) {second}."
    )


def test_the_game_is_the_one_that_agents_would_have_played():
    table, agents = make_table("cart"), [RandomAgent(), RandomAgent(), RandomAgent()]
    play_game(table, agents, seed=9)
    expected = record_game(table)

    play_and_tell(table, agents, 9, Teller(table, 0, ["random"] * 3, str))

    assert record_game(table) == expected


@pytest.mark.parametrize("text", [GAME.rules_in_words, "  a " + "word " * 40, "x" * 90, "a\n\nb"])
def test_a_text_is_fitted_without_losing_a_word(text):
    lines = fitted(text).split("\n")

    assert " ".join(lines).split() == text.split()
    assert all(len(line) <= 80 or " " not in line.strip() for line in lines)


def test_odds_are_listed_for_networks_only_and_only_after_the_game(tmp_path):
    network = NetworkAgent(make_agent_file(tmp_path / "agent.onnx", GAME), GAME)
    table, agents = make_table("elements", target_points=2), [RandomAgent(), network]
    play_game(table, agents, seed=5)

    listed = list(odds_in_words(table, agents))

    decisions = [moment for moment in table.history() if moment.seat >= 0]
    of_network = [number for number, moment in enumerate(decisions, 1) if moment.seat == 1]
    assert [int(line.split()[0]) for line in listed] == of_network
    for line, number in zip(listed, of_network, strict=True):
        action = GAME.actions.name(decisions[number - 1].state, decisions[number - 1].action)
        assert f" P2: {action} (" in line
        odds = [float(percent) for percent in re.findall(r"([\d.]+)%", line)]
        assert sum(odds) == pytest.approx(100, abs=0.6)
        assert odds == sorted(odds, reverse=True)
    table.reset(5)
    with pytest.raises(ValueError, match="the odds would show the hidden cards"):
        list(odds_in_words(table, agents))


def test_the_usual_opponent_is_the_best_there_is(tmp_path, monkeypatch):
    monkeypatch.setattr(by_name.resources, "files", lambda package: tmp_path)
    monkeypatch.setattr(terminal, "agent_names", lambda game: ["random"])
    assert terminal.usual_opponent(GAME) == "random"

    monkeypatch.setattr(terminal, "agent_names", lambda game: ["random", "heuristic"])
    assert terminal.usual_opponent(GAME) == "heuristic"

    (tmp_path / "shipped").mkdir()
    shipped = make_agent_file(tmp_path / "shipped" / "elements.onnx", GAME)
    assert terminal.usual_opponent(GAME) == str(shipped)
    assert terminal.usual_opponent(load_game("cart")) == "heuristic"


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
    assert out.startswith("Cart, strong_cart=True, seed 8.\nYou are P3; P1 is random, P2 is")
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
        _, out, _ = play(monkeypatch, capsys, *arguments, answer="quit")
        seats.update(re.findall(r"^You are (P\d);", out, re.MULTILINE))

    assert seats == {"P1", "P2"}


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
        (["--seat", "P3"], "--seat takes P1, P2 or random, not 'P3'"),
        (["--seat", "first"], "--seat takes P1, P2 or random, not 'first'"),
        (["--against", "random", "random"], "--against takes one name, not 2"),
        (["--against", "nobody"], "there is no agent 'nobody'"),
        (["--against", "nowhere.onnx"], "nowhere.onnx: there is no such file"),
        (["--seed", "-1"], "a seed is a whole number from 0 to"),
        (["--players", "3"], "elements seats 2 players, not 3"),
        (["--save", "no/folder/x"], "the game could not be saved as no/folder/x; --save takes"),
        (["--save", "."], "the game could not be saved as .; --save takes a file, or none"),
    ],
)
def test_a_mistaken_command_is_refused_before_the_game(
    folder, monkeypatch, capsys, arguments, complaint
):
    status, out, err = play(monkeypatch, capsys, "elements", *arguments)
    assert (status, out) == (2, "")
    assert err.startswith(f"boardgame-envs: {complaint}")
    assert err.count("\n") == 1


# --- in a real terminal ---


def sit_down(folder: Path, *arguments: str) -> Any:
    """Begin a game in a terminal of the usual size."""
    command = ["-m", "boardgame_envs", "play", "elements", "--against", "random", "--seed", "3"]
    child = pexpect.spawn(
        *(sys.executable, [*command, *arguments]),
        cwd=str(folder),
        encoding="utf-8",
        codec_errors="surrogateescape",
        dimensions=(24, 80),
        timeout=120,
    )
    child.delaybeforesend = None
    return child


def leave(child: Any) -> tuple[int, str]:
    """Wait for the end of the command; return its exit status and its last words."""
    child.expect(pexpect.EOF)
    child.close()
    return child.exitstatus, child.before.replace("\r\n", "\n")


def test_a_whole_game_in_a_terminal(tmp_path):
    child = sit_down(tmp_path, "--seat", "P2", "-O", "target_points=3", "--save", "game.jsonl")
    transcript, answers = "", iter(["help", "lay nothing", "\udcff"])
    while child.expect([PROMPT, "The game is over: (P1|P2) wins"]) == 0:
        transcript += child.before
        child.sendline(next(answers, "1"))
    transcript += child.before
    winner = child.match.group(1)
    status, last_words = leave(child)

    assert status == 0
    assert last_words.endswith("The game is saved in game.jsonl.\n")
    table = only_game(tmp_path / "game.jsonl")
    assert table.game.notation.read_result(table.states[0]) == f"{winner} wins"
    assert table.seed == 3
    for told in told_of(table, 1)[:-1]:
        assert fitted(told).strip() in transcript.replace("\r\n", "\n")
    assert "quit    to leave the table" in transcript
    assert "'lay nothing' is not possible now: type 1 to" in transcript
    assert "'\N{REPLACEMENT CHARACTER}' is not possible now: type 1 to" in transcript
    assert max(map(len, re.split(r"\r?\n", transcript))) <= 80


def test_the_end_of_input_leaves_the_table(tmp_path):
    child = sit_down(tmp_path)
    child.expect(PROMPT)
    child.sendeof()
    assert leave(child) == (0, f"\n{LEFT}\n")
    assert list(tmp_path.iterdir()) == []


def test_an_interrupt_leaves_the_table(tmp_path):
    child = sit_down(tmp_path)
    child.expect(PROMPT)
    child.sendintr()
    assert leave(child) == (0, f"^C\n{LEFT}\n")
    assert list(tmp_path.iterdir()) == []


def test_quitting_leaves_the_table(tmp_path):
    child = sit_down(tmp_path)
    child.expect(PROMPT)
    child.sendline("quit")
    assert leave(child) == (0, f"quit\n{LEFT}\n")
    assert list(tmp_path.iterdir()) == []
