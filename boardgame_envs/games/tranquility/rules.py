"""The rules of Tranquility. Numbers in brackets are the rules listed in ``__init__.py``.

This file is the course of the game: what may be done in a turn, and what follows from it. What
expansions and modes add is in files named after them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.core.game import Stakes
from boardgame_envs.core.piles import count_cards
from boardgame_envs.core.seats import CHANCE, NOBODY, next_seat
from boardgame_envs.games.tranquility import table
from boardgame_envs.games.tranquility.actions import CELL_OF, KIND, KIND_OF, NUMBER_IN_KIND, SLOT_OF
from boardgame_envs.games.tranquility.cards import (
    ISLANDS,
)
from boardgame_envs.games.tranquility.day_and_night import (
    rotate,
)
from boardgame_envs.games.tranquility.deal import (
    choose_depths,
    deal_duel,
    deal_piles,
    put_starts_in,
    take_up_hands,
)
from boardgame_envs.games.tranquility.drawing import (
    begin_round_of_table,
    can_refill,
    draw_card,
    go_to_next_player,
)
from boardgame_envs.games.tranquility.duel import (
    CARD_POINTS,
    duel_lead,
    end_duel_action,
    exchange_hand,
    open_duel_turn,
    points_of,
    refill_from_row,
    refuse_exchange,
    show_hand,
)
from boardgame_envs.games.tranquility.grid import cost_of, fill_cell
from boardgame_envs.games.tranquility.hands import (
    collect,
    discard_owed,
    discard_slot,
    owe,
    remove_slot,
)
from boardgame_envs.games.tranquility.hidden import is_before_starts
from boardgame_envs.games.tranquility.knowledge import see_played
from boardgame_envs.games.tranquility.legal import CARDS_OF_A_DISCARD, can_act
from boardgame_envs.games.tranquility.legal import mark_legal_actions as mark_legal_actions
from boardgame_envs.games.tranquility.monsters import (
    destroy,
    play_monster,
)
from boardgame_envs.games.tranquility.options import write_options as write_options
from boardgame_envs.games.tranquility.possible import redeal_unseen as redeal_unseen
from boardgame_envs.games.tranquility.pyramid import explore, is_pyramid_won
from boardgame_envs.games.tranquility.reefs import (
    keep_reef,
    look_at_reef,
    move_reef,
)
from boardgame_envs.games.tranquility.start import (
    clear_talk,
    decline_blind,
    discard_blind,
    draw_extra,
    go_on_with_blind,
    go_on_with_pledges,
    go_on_with_shedding,
    go_on_with_talk,
    is_start_hopeless,
    is_start_turn,
    offer,
    play_start,
    pledge,
    refill_team,
)
from boardgame_envs.games.tranquility.storms import (
    break_loose,
    cancel_storm,
    gain_compass_of_row,
    lift,
    place_storm,
    trade,
)
from boardgame_envs.games.tranquility.table import (
    MAX_CELLS,
    NOWHERE,
    NUM_ROWS,
    TABLE,
    Mode,
    Outcome,
    Phase,
    Reward,
    Stage,
)

STATE = table.STATE


# --- the game begins ---


@rule
def set_up(state: Record) -> None:
    """A game begins with a deal [5]."""
    state.seat = CHANCE
    state.stage = Stage.DEAL


@rule
def draw_chance(state: Record) -> None:
    """Deal the cards [5, 41], or shuffle the Starts in [6]."""
    if state.stage == Stage.STARTS_IN:
        choose_depths(state)
    elif state.mode == Mode.DUEL:
        deal_duel(state)
    else:
        deal_piles(state)


@rule
def carry_on(state: Record) -> None:
    """After the deal the opening hands are drawn; with the Starts the first turn begins [6, 7]."""
    state.seat = TABLE
    if state.stage == Stage.STARTS_IN:
        put_starts_in(state)
        state.stage = Stage.TURN
    elif state.mode == Mode.DUEL:
        take_up_hands(state)
        state.stage = Stage.TURN
    else:
        begin_round_of_table(state, Stage.OPENING)
    go_on(state)


@rule
def draw_opening_hand(state: Record) -> None:
    """The first player draws and resolves a whole opening hand, then the next [6, 25]."""
    seat = int(state.drawer)
    if state.turns_to_take == 0:
        end_of_opening(state)
    elif can_refill(state, seat):
        draw_card(state, seat)
    else:
        go_to_next_player(state)


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
        elif stage == Stage.REFILL:
            refill(state)
        elif stage == Stage.PAID:
            state.stage = Stage.EXPLORED
            explore(state)
        elif stage == Stage.EXPLORED:
            end_action(state)
        elif stage == Stage.REEF_STEP:
            begin_refill(state)
            look_at_reef(state)
        elif stage == Stage.OPENING:
            draw_opening_hand(state)
        elif stage == Stage.DUEL_REFILL:
            refill_from_row(state)
        else:
            go_on_with_start(state, stage)


@rule
def go_on_with_start(state: Record, stage: int) -> None:
    """The Start goes through its steps [13-15, 27]."""
    if stage == Stage.START_EXTRA:
        draw_extra(state)
    elif stage == Stage.START_COUNT:
        count_the_team(state)
    elif stage == Stage.START_BLIND:
        go_on_with_blind(state)
    elif stage == Stage.START_OFFER:
        go_on_with_talk(state)
    elif stage == Stage.START_PLEDGE:
        go_on_with_pledges(state)
    elif stage == Stage.START_SHED:
        go_on_with_shedding(state)
    elif refill_team(state):
        end_turn(state)


@rule
def count_the_team(state: Record) -> None:
    """A team that cannot discard eight cards has lost [R3]."""
    if is_start_hopeless(state):
        end_game(state, Outcome.LOST)
    else:
        begin_round_of_table(state, Stage.START_BLIND)


@rule
def open_turn(state: Record) -> None:
    """A player to move who has no legal action has lost the game for all [17]."""
    if state.mode == Mode.DUEL:
        open_duel_turn(state)
    elif can_act(state, int(state.active)):
        state.seat = state.active
        state.phase = Phase.ACT
    else:
        end_game(state, Outcome.LOST)


@rule
def end_action(state: Record) -> None:
    """After payment and explorer card: a compass for a row, then the end of the turn [20, 31]."""
    if state.mode == Mode.DUEL:
        end_duel_action(state)
    elif is_pyramid_won(state):
        end_game(state, Outcome.WON)
    else:
        gain_compass_of_row(state)
        state.stage = Stage.REEF_STEP


@rule
def begin_refill(state: Record) -> None:
    """After the reef the active player refills, after a Start the whole team [15, 20]."""
    if is_start_turn(state):
        begin_round_of_table(state, Stage.TEAM_REFILL)
    else:
        state.stage = Stage.REFILL


@rule
def refill(state: Record) -> None:
    """Refill to five from the own pile; with an empty one go on with what is left [8]."""
    if can_refill(state, int(state.active)):
        draw_card(state, int(state.active))
    else:
        end_turn(state)


@rule
def end_turn(state: Record) -> None:
    """The next player clockwise has a turn [8]."""
    if is_start_turn(state):
        clear_talk(state)
    state.placed_cell = -1
    state.active = next_seat(state, int(state.active))
    state.stage = Stage.TURN


@rule
def end_game(state: Record, outcome: int) -> None:
    """All have won, or all have lost [16, 17]."""
    state.outcome = outcome
    state.seat = NOBODY


# --- what happens ---

LIFTS = (KIND.lift_yellow, KIND.lift_orange, KIND.lift_purple)
OF_START_AND_FINISH = (KIND.start, KIND.finish, KIND.offer, KIND.pledge)
OF_STORMY_SEAS = (
    *(KIND.move_reef, KIND.keep_reef, KIND.monster, KIND.place_storm),
    *(KIND.cancel, KIND.accept, KIND.blind, KIND.no_blind),
)


@rule
def apply_action(state: Record, action: int) -> None:
    """Carry out what was chosen, and go on to the next decision [8]."""
    kind, number = KIND_OF[action], NUMBER_IN_KIND[action]
    if state.phase == Phase.ACT and kind not in LIFTS:
        # who acts has no Start in hand, or plays it [12]
        state.drew[state.active] = False
    if kind == KIND.play:
        play(state, SLOT_OF[action], CELL_OF[action])
    elif kind == KIND.discard:
        discard(state, number)
    elif kind in OF_START_AND_FINISH:
        do_for_start_and_finish(state, kind, number)
    elif kind in OF_STORMY_SEAS:
        do_for_stormy_seas(state, kind, number)
    elif kind in LIFTS:
        lift(state, kind, number)
        state.stage = Stage.TURN
        state.seat = TABLE
    else:
        do_for_modes(state, kind, number)
    go_on(state)


@rule
def do_for_start_and_finish(state: Record, kind: int, number: int) -> None:
    """Start, Finish, and the talk about the eight cards [12, 14, 16, 37]."""
    if kind == KIND.start:
        play_start(state)
        if is_pyramid_won(state):
            end_game(state, Outcome.WON)
    elif kind == KIND.finish:
        end_game(state, Outcome.WON)
    elif kind == KIND.offer:
        offer(state, number)
    else:
        pledge(state, number)


@rule
def do_for_stormy_seas(state: Record, kind: int, number: int) -> None:
    """What reefs, monsters and storms ask for [21, 23, 27, 28, 30]."""
    if kind == KIND.move_reef:
        move_reef(state, number)
    elif kind == KIND.keep_reef:
        keep_reef(state)
    elif kind == KIND.monster:
        free_monster(state, number)
    elif kind == KIND.place_storm:
        place_storm(state, number)
    elif kind == KIND.cancel:
        cancel_storm(state)
    elif kind == KIND.accept:
        break_loose(state)
    elif kind == KIND.blind:
        discard_blind(state)
    else:
        decline_blind(state)


@rule
def do_for_modes(state: Record, kind: int, number: int) -> None:
    """A trade, and the actions that one mode has [32, 39, 44]."""
    if kind == KIND.trade:
        trade(state)
        state.stage = Stage.REEF_STEP
        state.seat = TABLE
    elif kind == KIND.rotate:
        state.stage = Stage.REEF_STEP
        rotate(state, number)
    elif kind == KIND.refresh:
        show_hand(state)
    elif kind == KIND.agree:
        exchange_hand(state)
    else:
        refuse_exchange(state)


@rule
def play(state: Record, slot: int, cell: int) -> None:
    """Place an island, then pay for it [4, 9]."""
    seat = int(state.active)
    cost = cost_of(state, cell, int(state.hands[seat, slot]))
    number = remove_slot(state, seat, slot)
    fill_cell(state, cell, number)
    state.moon[cell] = state.is_moon
    state.owner[cell] = seat
    state.placed_cell = cell
    state.stage = Stage.PAID
    if state.mode == Mode.DUEL:
        see_played(state, seat, number)
    owe(state, seat, cost, Phase.PAY)


@rule
def discard(state: Record, slot: int) -> None:
    """Discard a card that is due, or the first of two as an action [10]."""
    seat = int(state.seat)
    if state.phase != Phase.ACT:
        discard_owed(state, seat, slot)
        return
    state.stage = Stage.PAID
    state.phase = Phase.DISCARD
    state.owed = CARDS_OF_A_DISCARD - 1
    state.first_slot = slot
    discard_slot(state, seat, slot)
    collect(state, seat)


@rule
def free_monster(state: Record, cell: int) -> None:
    """A monster is let loose, as an action or by an explorer [23, 36]."""
    if state.phase == Phase.MONSTER:
        destroy(state, cell)
    else:
        play_monster(state, cell)
        state.stage = Stage.REEF_STEP
    state.seat = TABLE


# --- the end ---


@rule
def is_truncated(state: Record) -> bool:
    """No game is cut short: every turn uses up cards [17]."""
    return False


@rule
def write_returns(state: Record, returns: Buffer) -> None:
    """All win or lose together [47]; the duel has a winner [46]."""
    if state.mode == Mode.DUEL:
        write_duel_returns(state, returns)
        return
    value = 0.0
    if state.reward == Reward.PROGRESS:
        value += float(state.num_filled) / float(state.num_cells)
    if state.outcome == Outcome.WON:
        value += 1.0
    elif state.outcome == Outcome.LOST:
        value -= 1.0
    for seat in range(state.num_players):
        returns[seat] = value


@rule
def write_duel_returns(state: Record, returns: Buffer) -> None:
    """At the end who is ahead wins, or points are counted [46, V4]."""
    for seat in range(state.num_players):
        returns[seat] = 0.0
        if state.outcome != Outcome.RUNNING:
            lead = duel_lead(state, seat)
            if state.reward == Reward.POINTS:
                returns[seat] = points_of(state, seat) - points_of(state, 1 - seat)
            else:
                returns[seat] = int(lead > 0) - int(lead < 0)


def stakes(num_players: int, options: Mapping[str, Any]) -> Stakes:
    """A team earns alike [47]; in a duel what one earns the other loses [46, V4]."""
    if options["mode"] != "duel":
        most = 2.0 if options["reward"] == "progress" else 1.0
        return Stakes("common", -1.0, most)
    if options["reward"] == "outcome":
        return Stakes("zero", -1.0, 1.0)
    # every cell filled in one run, and every other card discarded by the opponent
    most = float((CARD_POINTS + 1) * MAX_CELLS + ISLANDS)
    return Stakes("zero", -most, most)


@rule
def count_all_cards(state: Record) -> int:
    """Count the cards in all places [1]."""
    cards = int(state.num_filled) + count_cards(state.gone)
    cards += int(state.removed_islands) + int(state.explorer_size) + int(state.found_finishes)
    cards += int(state.supply) + int(state.team_compasses)
    cards += int(state.shared_compass != NOBODY) + int(state.reef_row != NOWHERE)
    cards += int(state.revealed != 0) + int(state.row_size) + int(state.deck_size)
    for seat in range(state.num_players):
        cards += int(state.hand_sizes[seat]) + int(state.pile_sizes[seat])
        cards += int(state.discard_sizes[seat]) + int(state.own_compasses[seat])
        cards += int(state.yellows[seat]) + int(state.oranges[seat])
    if is_before_starts(state) and state.mode not in (Mode.HIGH_ARCH, Mode.DUEL):
        cards += int(state.num_players)
    if state.seat >= 0 and (state.phase == Phase.NEW_REEF or state.phase == Phase.MONSTER):
        cards += 1
    for row in range(NUM_ROWS):
        cards += int(state.purples[row])
    for cell in range(MAX_CELLS):
        cards += int(state.borders[cell])
    return cards
