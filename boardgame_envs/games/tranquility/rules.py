"""The rules of Tranquility. Numbers in brackets are the rules listed in ``__init__.py``.

This file is the course of the game: what happens in a turn, and what follows from it. What can be
done there is in files named after their subjects, and ``legal.py`` says when.
"""

from __future__ import annotations

from boardgame_envs.core.compiled import Record, rule
from boardgame_envs.core.seats import CHANCE, NOBODY, next_seat
from boardgame_envs.games.tranquility.actions import CELL_OF, KIND, KIND_OF, NUMBER_IN_KIND, SLOT_OF
from boardgame_envs.games.tranquility.expansions import (
    compasses,
    lifting,
    monsters,
    reefs,
    storms,
)
from boardgame_envs.games.tranquility.field import grid, placing
from boardgame_envs.games.tranquility.information import evidence, seen_cards
from boardgame_envs.games.tranquility.information.all_cards import count_all_cards
from boardgame_envs.games.tranquility.information.possible_deals import redeal_unseen
from boardgame_envs.games.tranquility.information.swapping import swap_hidden
from boardgame_envs.games.tranquility.legal import can_act, mark_legal_actions
from boardgame_envs.games.tranquility.modes import day_and_night, duel, pyramid
from boardgame_envs.games.tranquility.options import write_options
from boardgame_envs.games.tranquility.returns import is_truncated, write_returns
from boardgame_envs.games.tranquility.state import STATE, TABLE, Mode, Outcome, Phase, Stage
from boardgame_envs.games.tranquility.turn import deal, discards, drawing, hands, pledges, start

# what every game's rules supply
__all__ = [
    "STATE",
    "apply_action",
    "carry_on",
    "count_all_cards",
    "draw_chance",
    "is_truncated",
    "mark_legal_actions",
    "redeal_unseen",
    "set_up",
    "swap_hidden",
    "write_options",
    "write_returns",
]

# --- the game begins ---


@rule
def set_up(state: Record) -> None:
    """A game begins with a deal [5]."""
    evidence.begin(state)
    state.seat = CHANCE
    state.stage = Stage.DEAL


@rule
def draw_chance(state: Record) -> None:
    """Deal the cards [5, 41], or shuffle the Starts in [6]."""
    if state.stage == Stage.STARTS_IN:
        deal.choose_depths(state)
    elif state.mode == Mode.DUEL:
        deal.deal_duel(state)
    else:
        deal.deal_piles(state)


@rule
def carry_on(state: Record) -> None:
    """After the deal the opening hands are drawn; with the Starts the first turn begins [6, 7]."""
    state.seat = TABLE
    if state.stage == Stage.STARTS_IN:
        deal.put_starts_in(state)
        state.stage = Stage.TURN
    elif state.mode == Mode.DUEL:
        deal.take_up_hands(state)
        state.stage = Stage.TURN
    else:
        drawing.begin_round(state, Stage.OPENING)
    go_on(state)


@rule
def draw_opening_hand(state: Record) -> None:
    """The first player draws and resolves a whole opening hand, then the next [6, 25]."""
    seat = int(state.drawer)
    if state.turns_to_take == 0:
        end_of_opening(state)
    elif drawing.can_refill(state, seat):
        drawing.draw_card(state, seat)
    else:
        drawing.go_to_next_player(state)


@rule
def end_of_opening(state: Record) -> None:
    """The Starts are shuffled in; the high arch has none [6, 33]."""
    if state.mode == Mode.HIGH_ARCH:
        state.stage = Stage.TURN
    else:
        state.stage = Stage.STARTS_IN
        state.seat = CHANCE


# --- the table goes on ---


@rule
def go_on(state: Record) -> None:
    """Go from stage to stage until somebody is asked, or the game is over [8, 20]."""
    while state.seat == TABLE:
        stage = int(state.stage)
        if stage == Stage.TURN:
            open_turn(state)
        elif stage == Stage.LIFT:
            lifting.ask_before_refill(state, int(state.active), Stage.REFILL)
        elif stage == Stage.REFILL:
            refill(state)
        elif stage == Stage.PAID:
            state.stage = Stage.EXPLORED
            pyramid.explore(state)
        elif stage == Stage.EXPLORED:
            end_action(state)
        elif stage == Stage.REEF_STEP:
            begin_refill(state)
            reefs.leave_or_move(state)
        elif stage == Stage.OPENING:
            draw_opening_hand(state)
        elif stage == Stage.DUEL_REFILL:
            duel.refill_from_row(state)
        elif stage == Stage.RESCUE:
            rescue(state)
        else:
            go_on_with_start(state, stage)
    if monsters.are_public(state):
        evidence.see_holders(state)


@rule
def go_on_with_start(state: Record, stage: int) -> None:
    """The Start goes through its steps [13-15, 27]."""
    if stage == Stage.START_EXTRA:
        start.draw_extra(state)
    elif stage == Stage.START_COUNT:
        count_the_team(state)
    elif stage == Stage.START_BLIND:
        start.go_on_with_blind(state)
    elif stage == Stage.START_OFFER:
        pledges.go_on_with_talk(state)
    elif stage == Stage.START_PLEDGE:
        pledges.go_on_with_pledges(state)
    elif stage == Stage.START_SHED:
        start.go_on_with_shedding(state)
    elif stage == Stage.TEAM_REFILL:
        start.refill_team(state)
    elif state.turns_to_take > 0:
        lifting.ask_before_refill(state, int(state.drawer), Stage.TEAM_REFILL)
    else:
        end_turn(state)


@rule
def count_the_team(state: Record) -> None:
    """A team that cannot discard eight cards has lost [R3]."""
    if start.is_hopeless(state):
        end_game(state, Outcome.LOST)
    else:
        drawing.begin_round(state, Stage.START_BLIND)


@rule
def open_turn(state: Record) -> None:
    """A player to move who has no legal action has lost the game for all [17]."""
    if state.mode == Mode.DUEL:
        duel.open_turn(state)
    elif can_act(state, int(state.active)):
        state.seat = state.active
        state.phase = Phase.ACT
    elif state.is_ru:
        lifting.begin_rescue(state)
    else:
        end_game(state, Outcome.LOST)


@rule
def rescue(state: Record) -> None:
    """Others are asked until the player to move can act; if nobody is left, all have lost [R14]."""
    if can_act(state, int(state.active)):
        state.stage = Stage.TURN
    elif state.turns_to_take == 0:
        end_game(state, Outcome.LOST)
    elif lifting.may_rescue(state, int(state.drawer)):
        state.seat = state.drawer
        state.phase = Phase.RESCUE
    else:
        drawing.go_to_next_player(state)


@rule
def end_action(state: Record) -> None:
    """After payment and explorer card: a compass for a row, then the end of the turn [20, 31]."""
    if state.mode == Mode.DUEL:
        duel.end_action(state)
    elif pyramid.is_won(state):
        end_game(state, Outcome.WON)
    else:
        compasses.gain_for_row(state)
        state.stage = Stage.REEF_STEP


@rule
def begin_refill(state: Record) -> None:
    """After the reef the active player refills, after a Start the whole team [15, 20]."""
    if pledges.is_start_turn(state):
        drawing.begin_round(state, Stage.TEAM_LIFT)
    else:
        state.stage = Stage.LIFT


@rule
def refill(state: Record) -> None:
    """Refill to five from the pile; with an empty one go on with what is left [8]."""
    if drawing.can_refill(state, int(state.active)):
        drawing.draw_card(state, int(state.active))
    else:
        end_turn(state)


@rule
def end_turn(state: Record) -> None:
    """The next player clockwise has a turn [8]."""
    if pledges.is_start_turn(state):
        pledges.clear_talk(state)
    state.placed_cell = -1
    state.active = next_seat(state, int(state.active))
    state.stage = Stage.TURN


@rule
def end_game(state: Record, outcome: Outcome) -> None:
    """All have won, or all have lost [16, 17]."""
    state.outcome = outcome
    state.seat = NOBODY


# --- what happens ---

LIFTS = (KIND.lift_yellow, KIND.lift_orange, KIND.lift_purple)


@rule
def apply_action(state: Record, action: int) -> None:
    """Carry out what was chosen, and go on to the next decision [8]."""
    kind, number = KIND_OF[action], NUMBER_IN_KIND[action]
    if state.phase == Phase.ACT and kind not in LIFTS:
        evidence.see_action(state, int(state.active), kind)
    if kind == KIND.play:
        play(state, SLOT_OF[action], CELL_OF[action])
    elif kind == KIND.discard:
        discard(state, number)
    elif kind == KIND.start:
        open_with_start(state)
    elif kind == KIND.finish:
        end_game(state, Outcome.WON)
    elif kind == KIND.offer:
        pledges.offer(state, number)
    elif kind == KIND.pledge:
        pledges.pledge(state, number)
    else:
        do_for_stormy_seas(state, kind, number)
    go_on(state)


@rule
def do_for_stormy_seas(state: Record, kind: int, number: int) -> None:
    """What reefs, monsters, storms and compasses ask for [21, 23, 27, 28, 30, 32]."""
    if kind == KIND.move_reef:
        reefs.move(state, number)
    elif kind == KIND.keep_reef:
        reefs.keep(state)
    elif kind == KIND.monster:
        free_monster(state, number)
    elif kind == KIND.place_storm:
        storms.place(state, number)
    elif kind == KIND.cancel:
        storms.cancel(state)
    elif kind == KIND.accept:
        storms.break_loose(state)
    elif kind == KIND.blind:
        start.discard_blind(state)
    elif kind == KIND.no_blind:
        start.decline_blind(state)
    elif kind == KIND.trade:
        compasses.trade(state)
        go_on_with(state, Stage.REEF_STEP)
    elif kind in LIFTS:
        lifting.lift(state, kind, number)
    elif kind == KIND.no_lift:
        lifting.decline(state)
    else:
        do_for_modes(state, kind, number)


@rule
def do_for_modes(state: Record, kind: int, number: int) -> None:
    """The actions that one mode has [39, 43, 44]."""
    if kind == KIND.rotate:
        state.stage = Stage.REEF_STEP
        day_and_night.rotate(state, number)
    elif kind == KIND.take:
        duel.take(state, number)
    elif kind == KIND.refresh:
        duel.show_hand(state)
    elif kind == KIND.agree:
        duel.exchange_hand(state)
    else:
        duel.refuse_exchange(state)


@rule
def go_on_with(state: Record, stage: Stage) -> None:
    """Nobody is asked any more: the table goes on with a stage [8]."""
    state.stage = stage
    state.seat = TABLE


@rule
def play(state: Record, slot: int, cell: int) -> None:
    """Place an island, then pay for it [4, 9]."""
    seat = int(state.active)
    cost = placing.cost_of(state, cell, int(state.hands[seat, slot]))
    number = hands.remove_slot(state, seat, slot)
    grid.fill_cell(state, cell, number)
    state.moon[cell] = state.is_moon
    state.owner[cell] = seat
    state.placed_cell = cell
    state.stage = Stage.PAID
    if state.mode == Mode.DUEL:
        seen_cards.see_played(state, seat, number)
    discards.owe(state, seat, cost, Phase.PAY)


@rule
def discard(state: Record, slot: int) -> None:
    """Discard a card that is due, or the first of two as an action [10]."""
    if state.phase == Phase.ACT:
        state.stage = Stage.PAID
        discards.discard_first(state, int(state.seat), slot)
    else:
        discards.discard_owed(state, int(state.seat), slot)


@rule
def open_with_start(state: Record) -> None:
    """Play the Start; a pyramid may be won by it [12, 37]."""
    start.play_start(state)
    if pyramid.is_won(state):
        end_game(state, Outcome.WON)


@rule
def free_monster(state: Record, cell: int) -> None:
    """A monster is let loose, as an action or by an explorer [23, 36]."""
    if state.phase == Phase.MONSTER:
        monsters.destroy(state, cell)
    else:
        monsters.play_from_hand(state, cell)
        state.stage = Stage.REEF_STEP
    state.seat = TABLE
