"""Laws of what is sent to agents outside: prompts for language models, questions to programs."""

from __future__ import annotations

from typing import Any

import numpy as np

from boardgame_envs.agents.outside.question import read_answer, write_question
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.table import Table
from boardgame_envs.testing.lawmaking import Case, Each, expect, law
from boardgame_envs.testing.twins import Twin
from boardgame_envs.text import (
    UNREADABLE,
    Reading,
    Style,
    decision_prompt,
    read_move,
    read_reply,
    retry_prompt,
    rules_prompt,
)
from boardgame_envs.text.prompts import example_of
from boardgame_envs.text.style import SAID_OF_LEGAL

# every how many decisions the table is looked at: words take longer than steps
LOOKED_AT = 15
# how many illegal actions are tried at a time
TRIED = 10
# every how many times somebody else is looked at than who is to act
OTHERS = 4


def sent_to(table: Table, seat: int) -> dict[str, Any]:
    """Return all that is sent to somebody outside who has a seat."""
    information = table.information(seat)
    setting = table.game, table.num_players, table.options
    sent: dict[str, Any] = {"the rules": rules_prompt(*setting, seat)}
    if seat == table.seat:
        for said in SAID_OF_LEGAL:
            sent[f"the prompt ({said})"] = decision_prompt(information, Style(said))
        unread = Reading(None, None, UNREADABLE)
        sent["the retry text"] = retry_prompt(unread, "", information)
    sent["the question to a program"] = write_question(information, seed=0)
    return sent


def expect_same_sent(table: Table, other: Table, seat: int) -> None:
    """Complain of anything sent by which a seat could tell two tables apart."""
    there = sent_to(other, seat)
    differ = [name for name, text in sent_to(table, seat).items() if text != there[name]]
    expect(not differ, f"seat {seat} is sent something hidden: {', '.join(differ)}")


@law(Each.OPTION_SET)
def what_is_sent_to_agents_outside_knows_nothing_hidden(case: Case) -> None:
    """Prompts and questions are the same when what is hidden is dealt anew, and at a twin's."""
    table, rng = case.new_table(), np.random.default_rng(71)
    for turn, _ in enumerate(case.random_play(table, seed=71)):
        if turn % LOOKED_AT == 0:
            # mostly who is to act, for others are told less
            is_other = turn // LOOKED_AT % OTHERS == 0
            seat = turn % table.num_players if is_other else table.seat
            expect_same_sent(table, table.redealt(seat, seed=turn), seat)
            expect_same_sent(table, Twin(table, seat, rng).exchanged(), seat)


@law(Each.OPTION_SET)
def moves_in_words_are_judged_by_the_mask_alone(case: Case) -> None:
    """Every legal action can be answered with, the example in a prompt is one, others are none."""
    table = case.new_table()
    for turn, _ in enumerate(case.random_play(table, seed=72)):
        if turn % LOOKED_AT == 0:
            check_moves(table.information())


def check_moves(information: InformationState) -> None:
    """Complain of a name that is not read as its action, or of one that should not be read."""
    legal = information.legal_actions
    for action, name in legal.items():
        expect(read_move(name, information).action == action, f"{name!r} is not action {action}")
        expect(read_answer(b'{"action": %d}' % action, information) == action, f"not {action}")
    expect(example_of(information) in legal.values(), "the example in a prompt is not legal")
    listed = decision_prompt(information)
    missing = [name for name in legal.values() if name not in listed]
    expect(not missing, f"the prompt does not list {missing}")
    others = sorted(set(information.game.actions.names) - set(legal.values()))
    for name in others[:: max(1, len(others) // TRIED)]:
        reading = read_reply(f'{{"move": "{name}"}}', information)
        expect(reading.action is None, f"{name!r} is read as a move, and it is not legal")
