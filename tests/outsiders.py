"""What holds for whoever plays from outside: masks, rewards, and no hidden card.

===================  ============================================================================
way in               where the three are tested
===================  ============================================================================
function, object     tests/agents/test_strangers.py, the fixture ``way``; what they are given is an
module:factory       information state, whose laws are in testing/laws/secrets.py
entry point          the same
program, server      the same, and by what has arrived there
SB3, torch           tests/agents/test_models.py
OpenSpiel            tests/adapters/test_open_spiel_bots.py, in both directions
language model       tests/agents/test_language_model.py, as a function and behind an address
text and tools       tests/adapters/test_text_seat.py, test_tool_seat.py
TRL, OpenEnv, MCP    tests/adapters/test_trl.py, test_openenv.py, test_mcp.py
verifiers            tests/adapters/test_verifiers.py
===================  ============================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from boardgame_envs import evaluate, make_table
from boardgame_envs.adapters.text_seat import TextSeat
from boardgame_envs.core.table import Table
from boardgame_envs.testing.twins import Twin, cards_of

# few games, in which points are won and lost
SHORT = {"deals": 3, "rounds": 2, "surrender": False, "reward": "points"}
# how many tables are looked at, and how many of these must have a twin with other cards
TABLES, FEWEST_TWINS = 6, 3


def expect_plays_as(outsider: Any, known: Any) -> None:
    """Complain unless an outsider does exactly as an agent of ours that follows the mask.

    An action that the mask forbids is raised, and a lost reward gives another mean return.
    """
    found = evaluate("elements", {"it": outsider, "other": "heuristic"}, **SHORT)
    expected = evaluate("elements", {"it": known, "other": "heuristic"}, **SHORT)

    assert found.figures["pairs"] == expected.figures["pairs"]
    assert found.faults["agents"][0]["decisions"] > 0
    assert found.figures["pairs"][0]["mean_return"]["mean"] != 0


def twin_tables(
    game: str = "elements", num_players: int | None = None, **options: Any
) -> Iterator[tuple[Table, Table]]:
    """Go through tables, each with one that differs in nothing but what the seat to act hides from.

    Some are at their beginning, and some a few decisions on.
    """
    rng, others = np.random.default_rng(3), 0
    for number in range(TABLES):
        table = make_table(game, num_players, **options)
        table.reset(number)
        for _ in range(2 * (number % 3)):
            if len(table.legal_actions()) > 1 and not table.over:
                table.step(table.legal_actions()[0])
        twin = Twin(table, table.seat, rng).exchanged()
        others += cards_of(twin) != cards_of(table)
        yield table, twin
    assert others >= FEWEST_TWINS, "too few tables have a twin with other cards"


def seated_at(seat: TextSeat, table: Table) -> Any:
    """Let a seat in words go on at another table, as who is to act there."""
    seat.table, seat.seat, seat.forfeited, seat._tries = table, table.seat, False, 0
    return seat


def expect_nothing_hidden(
    shown: Callable[[Table], bytes | str],
    game: str = "elements",
    num_players: int | None = None,
    **options: Any,
) -> None:
    """Complain if what an outsider is shown tells a table from one with other hidden cards."""
    for table, twin in twin_tables(game, num_players, **options):
        at_the_table, at_its_twin = shown(table), shown(twin)
        assert at_the_table
        assert at_the_table == at_its_twin
