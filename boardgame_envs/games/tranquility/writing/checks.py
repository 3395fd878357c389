"""What cannot be: refused before any rule looks at a position [1, 8, 12-15, 41].

A phase comes at certain stages and is some player's decision; ``QUESTIONS`` says so, and the
functions below what else must be on the table for it.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from boardgame_envs.core.compiled import Record
from boardgame_envs.core.problems import NotationError
from boardgame_envs.core.seats import CHANCE, NOBODY, next_seat, seat_name
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.expansions.compasses import has_compass
from boardgame_envs.games.tranquility.modes import duel
from boardgame_envs.games.tranquility.state import (
    NOTHING_SAID,
    NOWHERE,
    PHASES,
    Mode,
    Phase,
    Stage,
    words,
)
from boardgame_envs.games.tranquility.turn import pledges, start
from boardgame_envs.games.tranquility.views.known_cards import hidden_in_game
from boardgame_envs.games.tranquility.writing import card_entries

STAGES = words(Stage)

MOST_IN_BOX = Counter(
    {
        **dict.fromkeys(range(1, cards.ISLANDS + 1), 1),
        **dict.fromkeys((cards.YELLOW, cards.PURPLE, cards.ORANGE), cards.STORMS_OF_A_COLOUR),
        cards.START: cards.STARTS,
        cards.FINISH: cards.FINISHES,
        cards.MONSTER: cards.MOST_MONSTERS,
        cards.COMPASS: cards.COMPASSES,
        cards.REEF: cards.REEFS,
        cards.BORDER: cards.BORDERS,
    }
)


class Question(NamedTuple):
    """When something is decided: at which stages, by whom, and whether cards are owed for it."""

    stages: tuple[Stage, ...]
    decided_by: str = "active"  # a field with a seat, or nothing if it may be anybody
    owes: bool = False


WHILE_DRAWING = (Stage.OPENING, Stage.REFILL, Stage.TEAM_REFILL, Stage.EXPLORED)
BEFORE_REFILL = (Stage.LIFT, Stage.TEAM_LIFT)

QUESTIONS = {
    Phase.ACT: Question((Stage.TURN,)),
    Phase.PAY: Question((Stage.PAID,), owes=True),
    Phase.DISCARD: Question((Stage.PAID,), owes=True),
    Phase.ROTATE: Question((Stage.REEF_STEP,), owes=True),
    Phase.STAY: Question(BEFORE_REFILL, owes=True),
    Phase.HOLD: Question(WHILE_DRAWING, "", owes=True),
    Phase.SHED: Question((Stage.START_SHED,), "", owes=True),
    Phase.REEF: Question(BEFORE_REFILL),
    Phase.NEW_REEF: Question((Stage.EXPLORED,)),
    Phase.MONSTER: Question((Stage.EXPLORED,)),
    Phase.STORM: Question((*WHILE_DRAWING, Stage.START_EXTRA), ""),
    Phase.ANSWER: Question((*WHILE_DRAWING, Stage.START_EXTRA), ""),
    Phase.LIFT: Question(BEFORE_REFILL, ""),
    Phase.RESCUE: Question((Stage.RESCUE,), "drawer"),
    Phase.BLIND: Question((Stage.START_BLIND,), "drawer"),
    Phase.OFFER: Question((Stage.START_OFFER,), "drawer"),
    Phase.PLEDGE: Question((Stage.START_PLEDGE,), "drawer"),
    Phase.TAKE: Question((Stage.DUEL_REFILL,)),
    Phase.REFRESH: Question((Stage.TURN,), ""),
}

STARTING = range(Stage.START_EXTRA, Stage.TEAM_REFILL + 1)
BEFORE_STARTS = (Stage.DEAL, Stage.OPENING, Stage.STARTS_IN)
IN_DUEL = (Stage.DEAL, Stage.TURN, Stage.PAID, Stage.EXPLORED, Stage.DUEL_REFILL)
# phases in which the table goes on to the next player, so that one must be left
ROUND_THE_TABLE = (Phase.RESCUE, Phase.BLIND, Phase.PLEDGE)


def refuse_if(condition: object, sentence: str) -> None:
    """Raise NotationError with a sentence if something cannot be."""
    if condition:
        raise NotationError(sentence)


# --- cards ---


def check_cards(state: Record) -> None:
    """Refuse cards that are not in the box, or not where they lie [1, 6, 35, 41, V1]."""
    for card, count in sorted(cards_on_table(state).items()):
        name, most = cards.card_name(card), MOST_IN_BOX[card]
        if card == cards.START:
            most = hidden_in_game(state, card)
        refuse_if(count > most, f"the box has {most} of the card {name}, not {count}")
    check_removed(state)
    mode = int(state["mode"])
    for field, its_mode in (("explorer", Mode.PYRAMID), ("row", Mode.DUEL), ("deck", Mode.DUEL)):
        here = mode == its_mode
        refuse_if(state[field].any() and not here, f"{field!r} is not played with in this mode")
    is_duel = mode == Mode.DUEL
    refuse_if(is_duel and state["piles"].any(), "there are no piles in a duel")
    in_hands = state["hands"].max()
    refuse_if(is_duel and in_hands > cards.ISLANDS, "the hands of a duel hold islands only")
    if int(state["stage"]) in BEFORE_STARTS:
        has_starts = (state["piles"] == cards.START).any() or (state["hands"] == cards.START).any()
        refuse_if(has_starts, "no Start lies in a pile or hand before they are shuffled in")


def cards_on_table(state: Record) -> Counter[int]:
    """Return how many of each card there are, in all places [1]."""
    places = ("grid", "hands", "piles", "blind", "removed", "explorer", "row", "deck")
    there = Counter(int(card) for name in places for card in state[name].flat if card)
    there.update(card_entries.by_kind(state["gone"] + state["discards"].sum(axis=0)))
    there[cards.YELLOW] += int(state["yellows"].sum())
    there[cards.ORANGE] += int(state["oranges"].sum())
    there[cards.PURPLE] += int(state["purples"].sum())
    there[int(state["revealed"]) or cards.YELLOW] += int(state["revealed"] != cards.NO_CARD)
    there[cards.FINISH] += int(state["found_finishes"])
    there[cards.REEF] += int(state["reef_row"] != NOWHERE)
    there[cards.COMPASS] += int(state["team_compasses"]) + int(state["own_compasses"].sum())
    there[cards.COMPASS] += int(state["shared_compass"] >= 0)
    return there


def check_removed(state: Record) -> None:
    """Refuse another number of removed islands than the options say [V1]."""
    removed, number = int((state["removed"] > 0).sum()), int(state["removed_islands"])
    is_dealt = int(state["stage"]) != Stage.DEAL
    refuse_if(
        is_dealt and removed != number,
        f"'removed' names {number} islands with these options, not {removed}",
    )


# --- the course of the game ---


def check_course(state: Record) -> None:
    """Refuse a stage or a question that cannot come with what is on the table [8]."""
    check_stage(state)
    check_hands(state)
    check_named(state)
    seat, stage = int(state["seat"]), int(state["stage"])
    if seat == CHANCE:
        by_chance = stage in (Stage.DEAL, Stage.STARTS_IN)
        refuse_if(not by_chance, f"chance decides nothing at the stage {STAGES[stage]}")
    elif seat >= 0:
        check_question(state, seat, Phase(int(state["phase"])))


def check_stage(state: Record) -> None:
    """Refuse a stage that does not go with the mode, or with what was said [12-15, 41]."""
    mode, stage = int(state["mode"]), int(state["stage"])
    here = f"at the stage {STAGES[stage]}"
    is_strange = stage not in IN_DUEL if mode == Mode.DUEL else stage == Stage.DUEL_REFILL
    refuse_if(is_strange, f"this mode does not come to the stage {STAGES[stage]}")
    refuse_if(stage == Stage.DEAL and has_begun(state), f"nothing is played {here}")
    if mode == Mode.DUEL and stage in (Stage.TURN, Stage.DUEL_REFILL) and state["seat"] != NOBODY:
        is_over = (state["hand_sizes"][:2] <= 1).all()
        refuse_if(is_over, "a duel is over when both players have one card or none")
    players = int(state["num_players"])
    refuse_if(state["turns_to_take"] > players, f"'turns to take' is at most {players} here")
    if stage in STARTING:
        refuse_if(not state["is_start_played"], f"'start lies' {here}")
    if stage == Stage.START_SHED:
        unsaid = (state["pledges"][:players] == NOTHING_SAID).any()
        refuse_if(unsaid, f"all have pledged {here}")
    if stage not in STARTING and state["seat"] != NOBODY:
        talk = [*state["offers"][:players], *state["pledges"][:players]]
        is_said = any(said != NOTHING_SAID for said in talk)
        refuse_if(is_said, f"nothing is offered or pledged {here}")
    missing = pledges.cards_to_pledge(state)
    refuse_if(missing < 0, f"{cards.CARDS_TO_SHED} cards are pledged or blind, not more")
    if stage in (Stage.START_BLIND, Stage.START_OFFER):
        asked = players - int(state["turns_to_take"]) if stage == Stage.START_BLIND else players
        reach = start.cards_within_reach(state, asked)
        refuse_if(reach < cards.CARDS_TO_SHED, f"only {reach} cards can be discarded {here}")


def has_begun(state: Record) -> bool:
    """Tell whether more has happened than a deal, which leaves hands in a duel only [5, 41]."""
    places = ["grid", "blind", "discards", "gone", "yellows", "oranges", "purples"]
    places += ["hands"] if int(state["mode"]) != Mode.DUEL else []
    return any(state[name].any() for name in places)


def check_hands(state: Record) -> None:
    """Refuse more cards in a hand than can be there, now or with those to be drawn [8, 13]."""
    players, stage, drawer = (int(state[name]) for name in ("num_players", "stage", "drawer"))
    extra = start.extra_cards(state)
    refuse_if(state["extra"] > extra, f"'extra' is at most {extra} here, not {state['extra']}")
    for seat in range(players):
        held = int(state["hand_sizes"][seat])
        most = cards.HAND_LIMIT
        if stage in STARTING:
            # alone, the Start has left the hand
            most += extra - (players == 1)
        if stage == Stage.START_EXTRA:
            most -= int(state["extra"]) if seat == drawer else 0
        refuse_if(held > most, f"{seat_name(seat)} holds {held} cards, and can hold {most} here")


def check_named(state: Record) -> None:
    """Refuse more cards of a set than are discarded, or a set of which nothing is owed [R1]."""
    named, seat = int(state["named"]), int(state["seat"])
    discarded = int(state["discards"][seat].sum()) if seat >= 0 else 0
    refuse_if(
        named > discarded or (named and not state["owed"]),
        f"'named' counts cards that the player to act has discarded of those owed, not {named}",
    )


def check_question(state: Record, seat: int, phase: Phase) -> None:
    """Refuse a question that comes at another stage, or to another player [8]."""
    question, stage, name = QUESTIONS[phase], int(state["stage"]), PHASES[phase]
    if stage not in question.stages:
        allowed = " or ".join(STAGES[one] for one in question.stages)
        raise NotationError(f"the phase {name} is at the stage {allowed}, not at {STAGES[stage]}")
    by = question.decided_by
    refuse_if(by and seat != int(state[by]), f"in the phase {name} another player is to act")
    refuse_if(bool(state["owed"] > 0) != question.owes, f"'owed' does not go with the phase {name}")
    is_last = phase in ROUND_THE_TABLE and int(state["turns_to_take"]) == 0
    refuse_if(is_last, f"the phase {name} needs 'turns to take'")
    is_possible = IS_POSSIBLE.get(phase)
    refuse_if(
        is_possible is not None and not is_possible(state, seat),
        f"{seat_name(seat)} cannot be in the phase {name} with what is on the table",
    )
    is_drawn = phase in (Phase.STORM, Phase.ANSWER)
    refuse_if(is_drawn != bool(state["revealed"]), "'revealed' goes with the phases storm, answer")


def may_place_storm(state: Record, seat: int) -> bool:
    """A purple storm is placed [28]."""
    return int(state["revealed"]) == cards.PURPLE


def may_cancel(state: Record, seat: int) -> bool:
    """Who is asked has the use of a compass [30]."""
    return bool(has_compass(state, seat))


def may_lift_yellow(state: Record, seat: int) -> bool:
    """Who is asked before a refill has a yellow storm and a compass [R13]."""
    refills = "active" if int(state["stage"]) == Stage.LIFT else "drawer"
    return seat == int(state[refills]) and state["yellows"][seat] > 0 and may_cancel(state, seat)


def has_reef(state: Record, seat: int) -> bool:
    """There is a reef to move [21]."""
    return int(state["reef_row"]) != NOWHERE


def may_take(state: Record, seat: int) -> bool:
    """Cards of the row are chosen where not all are needed [V7]."""
    return bool(state["has_row_choice"]) and 0 < duel.count_missing(state) < int(state["row_size"])


def may_consent(state: Record, seat: int) -> bool:
    """The opponent of a duel is asked [44]."""
    return int(state["mode"]) == Mode.DUEL and seat == next_seat(state, int(state["active"]))


IS_POSSIBLE = {
    Phase.STORM: may_place_storm,
    Phase.ANSWER: may_cancel,
    Phase.LIFT: may_lift_yellow,
    Phase.RESCUE: may_cancel,
    Phase.BLIND: start.may_blind,
    Phase.REEF: has_reef,
    Phase.STAY: has_reef,
    Phase.TAKE: may_take,
    Phase.REFRESH: may_consent,
}
