"""Laws of guides: words are true to the mask, and tell nobody what is hidden."""

from __future__ import annotations

from typing import Any

import numpy as np

from boardgame_envs.core.guide import (
    announce,
    choices,
    consequence,
    guide_of,
    question,
    reason,
    rule_numbers,
    rules_for,
    understand,
)
from boardgame_envs.core.guide.telling import news
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.table import Table
from boardgame_envs.testing.lawmaking import Case, Each, expect, law
from boardgame_envs.testing.twins import Twin

# every how many decisions all actions are spoken of
LOOKED_AT = 11
# a consequence stands beside its action; a lesson is part of every prompt
LONGEST_CONSEQUENCE, LONGEST_LESSON = 90, 1000


def words_of(information: InformationState, before: InformationState | None) -> dict[str, Any]:
    """Return all that is said to a seat; ``before`` is what it knew one decision earlier."""
    actions = range(information.game.num_actions)
    return {
        "the question": question(information),
        "the choices": choices(information),
        "why actions are not legal": [reason(information, action) for action in actions],
        "the news": () if before is None else announce(before, "", information),
    }


def expect_same_words(
    information: InformationState, other: InformationState, before: InformationState | None
) -> None:
    """Complain of words that depend on what a seat cannot know."""
    said, said_there = words_of(information, before), words_of(other, before)
    differ = [name for name, words in said.items() if words != said_there[name]]
    expect(not differ, f"seat {information.seat} is told something hidden: {', '.join(differ)}")


def imagined_otherwise(table: Table, seat: int, seed: int) -> InformationState:
    """Return what a seat knows, with other cards where it cannot see."""
    information = table.information(seat)
    # in the place of the cached one
    vars(information)["imagined"] = information.worlds(1, seed)[0].states[0]
    return information


@law(Each.OPTION_SET)
def words_tell_a_seat_nothing_hidden(case: Case) -> None:
    """All that is said to a seat is the same at a twin's table, and whatever cards it imagines."""
    table, rng = case.new_table(), np.random.default_rng(71)
    before: dict[int, InformationState] = {}
    for turn, _ in enumerate(case.random_play(table, seed=71)):
        seat = turn // LOOKED_AT % table.num_players
        if turn % LOOKED_AT == 0:
            information, past = table.information(seat), before.get(seat)
            expect_same_words(information, imagined_otherwise(table, seat, turn), past)
            expect_same_words(
                information, Twin(table, seat, rng).exchanged().information(seat), past
            )
        elif turn % LOOKED_AT == LOOKED_AT - 1:
            before = {one: table.information(one) for one in range(table.num_players)}
    for seat in range(table.num_players):
        past = before.get(seat)
        expect_same_words(table.information(seat), imagined_otherwise(table, seat, 5), past)


@law(Each.SETTING)
def every_action_is_legal_or_refused_by_a_rule(case: Case) -> None:
    """What the mask allows is said to be legal, and all else is refused by rules that exist."""
    table, game = case.new_table(), case.game
    numbers, has_guide = set(rule_numbers(game)), guide_of(game) is not None
    for turn, _ in enumerate(case.random_play(table, seed=72)):
        if turn % LOOKED_AT:
            continue
        for seat in {table.seat, turn // LOOKED_AT % table.num_players}:
            check_reasons(table.information(seat), numbers, has_guide)
    check_reasons(table.information(0), numbers, has_guide)


def check_reasons(information: InformationState, numbers: set[str], has_guide: bool) -> None:
    """Complain of a reason that does not go with the mask or with the rules."""
    for action in range(information.game.num_actions):
        said = reason(information, action)
        at = f"of action {action} it is said: {said}"
        expect(said.is_legal == bool(information.mask[action]), at)
        expect(said.words.endswith("."), at)
        expect(set(said.rules) <= numbers, at)
        expect(said.is_legal or said.rules or not has_guide, at)
        expect(said.is_legal or not consequence(information, action), at)


@law(Each.SETTING)
def each_legal_action_is_offered_and_understood(case: Case) -> None:
    """The groups hold the legal actions, each once; its name and its short words mean it."""
    table = case.new_table()
    for turn, _ in enumerate(case.random_play(table, seed=73)):
        if turn % LOOKED_AT:
            continue
        information = table.information()
        expect(question(information).endswith("?"), f"the question is {question(information)!r}")
        offered = [choice for group in choices(information) for choice in group.choices]
        expect(
            sorted(choice.action for choice in offered) == list(information.legal_actions),
            "the choices are not the legal actions",
        )
        for choice in offered:
            for typed in (choice.name, choice.typed):
                meant = understand(information, typed)
                expect(meant == [choice.action], f"{typed!r} is taken for {meant}, not {choice}")
            expect(len(choice.consequence) <= LONGEST_CONSEQUENCE, f"{choice} is too long")


@law(Each.SETTING)
def news_are_told_of_every_event(case: Case) -> None:
    """Each event of a game is told once to each seat, the same early and late."""
    table = case.new_table()
    for turn, _ in enumerate(case.random_play(table, seed=74)):
        if turn == LOOKED_AT:
            early = news(table, 0)
    whole = news(table, 0)
    expect(len(whole) == sum(1 for _ in table.history()), "there is not one piece of news for each")
    if table.num_decisions > LOOKED_AT:
        expect(whole[: len(early)] == early, "the past is told otherwise later on")
    for told in (note for event in whole for note in event.notes):
        expect(told.endswith("."), f"a note is {told!r}")


@law(Each.SETTING)
def the_rules_are_taught_for_the_options_in_play(case: Case) -> None:
    """There is a lesson for each setting, short enough for a prompt if the game has a guide."""
    players = case.setting.get("num_players")
    options = {name: value for name, value in case.setting.items() if name != "num_players"}
    lesson = rules_for(case.game, options, players)
    expect(case.game.title in lesson, "the lesson does not name its game")
    words = len(lesson.split())
    is_short = guide_of(case.game) is None or words <= LONGEST_LESSON
    expect(is_short, f"the lesson has {words} words")
