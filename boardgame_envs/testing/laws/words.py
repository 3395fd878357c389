"""Laws of words: names of actions, and the numbered rules."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from boardgame_envs.core.game import Game
from boardgame_envs.core.table import Table
from boardgame_envs.testing.lawmaking import Case, Each, expect, law

CITATION = re.compile(r"\[((?:[RV]?\d+(?:-\d+)?(?:, )?)+)\][.;:,)]?")


@law(Each.SETTING)
def legal_actions_have_names_of_their_own(case: Case) -> None:
    """No two legal actions have one name, and an action by its name is that action."""
    table = case.new_table()
    for action in case.random_play(table, seed=3):
        names = table.legal_names()
        twice = sorted({name for name in names if names.count(name) > 1})
        expect(not twice, f"several legal actions are called {', '.join(twice)}")
        by_name, by_number = table.clone(), table.clone()
        name = case.game.actions.name(table.states[0], action)
        by_name.play(name)
        by_number.step(action)
        expect(by_name == by_number, f"{name!r} is not action {action}")


@law(Each.SETTING)
def a_position_in_writing_is_the_position(case: Case) -> None:
    """A position that is written down and read again is the same one, byte for byte."""
    table = case.new_table()
    for _ in case.random_play(table, seed=13):
        check_position(table)
    check_position(table)


def check_position(table: Table) -> None:
    """Write a position down, and read it."""
    written = table.position
    again = Table.at(written)
    fields = [name for name in table.states.dtype.names or () if differ(table, again, name)]
    expect(again == table, f"{', '.join(fields)} are lost from {written!r}")
    expect(again.position == written, f"{written!r} is written otherwise when it is read again")
    settings = (table.num_players, table.options), (again.num_players, again.options)
    expect(settings[0] == settings[1], f"players and options are lost from {written!r}")


def differ(table: Table, other: Table, field: str) -> bool:
    """Tell whether a field of two tables is not the same."""
    return bool((table.states[field] != other.states[field]).any())


@law(Each.GAME)
def every_rule_is_cited_where_it_is_carried_out(case: Case) -> None:
    """Every number of the rule list is cited in the sources, and no other number is."""
    listed, cited = listed_rules(case.game), cited_rules(case.game)
    expect(listed <= cited, f"no function carries out the rules {in_order(listed - cited)}")
    expect(cited <= listed, f"rules are cited that do not exist: {in_order(cited - listed)}")


def listed_rules(game: Game) -> set[str]:
    """Return the numbers of a game's rules, variants (V1) and rulings (R1)."""
    return set(re.findall(r"^([RV]?\d+)\. ", game.rules_in_words, re.MULTILINE))


def cited_rules(game: Game) -> set[str]:
    """Return the rules that the docstrings and comments of a game's sources cite."""
    cited: set[str] = set()
    for path in game.folder.rglob("*.py"):
        # the rules in words stand there, and what they refer to is no citation
        if path.name != "__init__.py":
            for brackets in CITATION.findall(docstrings_of(path)):
                cited.update(*map(rule_numbers, brackets.split(",")))
    return cited


def docstrings_of(path: Path) -> str:
    """Return the docstrings and comments of a file, without its code."""
    text = path.read_text(encoding="utf-8")
    return "\n".join(re.findall(r'"""(.*?)"""', text, re.DOTALL) + re.findall(r"#(.*)", text))


def rule_numbers(citation: str) -> set[str]:
    """Return the rules that one part of a citation names: ``3-5`` is 3, 4 and 5."""
    first, _, last = citation.strip().partition("-")
    return {str(n) for n in range(int(first), int(last) + 1)} if last else {first}


def in_order(numbers: Iterable[str]) -> str:
    """Return the numbers of rules in order, plain ones first."""
    return ", ".join(sorted(numbers, key=lambda number: (not number.isdecimal(), number)))


def untested_rules(game: Game, test_files: Iterable[Path]) -> list[str]:
    """Return the rules that no test is named for: rule 4 wants a ``test_4_…``, R1 a ``test_r1_…``.

    It is no law, because a game does not know where its tests are; but its tests do.
    """
    source = "\n".join(file.read_text(encoding="utf-8") for file in test_files)
    tested = {number.upper() for number in re.findall(r"def test_([rv]?\d+)_", source)}
    return sorted(listed_rules(game) - tested)
