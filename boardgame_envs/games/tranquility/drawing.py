"""Drawing from the own pile, one card at a time [6, 8]."""

from __future__ import annotations

from boardgame_envs.core.compiled import Record, rule
from boardgame_envs.core.seats import next_seat
from boardgame_envs.games.tranquility.cards import COMPASS, NO_CARD, START, is_storm
from boardgame_envs.games.tranquility.day_and_night import turn_hands
from boardgame_envs.games.tranquility.hands import hand_limit, take_card
from boardgame_envs.games.tranquility.storms import reveal
from boardgame_envs.games.tranquility.table import Stage


@rule
def take_top_card(state: Record, seat: int) -> int:
    """Take the top card off the own pile."""
    state.pile_sizes[seat] -= 1
    top = int(state.pile_sizes[seat])
    card = int(state.piles[seat, top])
    state.piles[seat, top] = NO_CARD
    return card


@rule
def draw_card(state: Record, seat: int) -> None:
    """Draw one card; storms and compasses happen at once, and are replaced [25, 38]."""
    card = take_top_card(state, seat)
    if is_storm(card):
        reveal(state, seat, card)
    elif card == COMPASS:
        turn_hands(state)
    else:
        take_card(state, seat, card)
        state.drew[seat] = state.stage != Stage.OPENING
        if state.stage == Stage.START_EXTRA:
            state.extra -= 1


@rule
def can_refill(state: Record, seat: int) -> bool:
    """Tell whether a hand is below its limit and there is a card to draw [8, 26]."""
    return bool(state.hand_sizes[seat] < hand_limit(state, seat) and state.pile_sizes[seat] > 0)


@rule
def begin_round_of_table(state: Record, stage: int) -> None:
    """From the active player clockwise, all have their turn at something [13]."""
    state.stage = stage
    state.drawer = state.active
    state.turns_to_take = state.num_players


@rule
def go_to_next_player(state: Record) -> None:
    """The next player clockwise has a turn at it."""
    state.drawer = next_seat(state, int(state.drawer))
    state.turns_to_take -= 1


@rule
def put_start_into_pile(state: Record, seat: int, depth: int) -> None:
    """Put a Start under so many cards of a pile [6, 18]."""
    pile, place = state.piles[seat], int(state.pile_sizes[seat])
    for _ in range(depth):
        pile[place] = pile[place - 1]
        place -= 1
    pile[place] = START
    state.pile_sizes[seat] += 1
