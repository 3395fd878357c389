"""Drawing from one's own pile, one card at a time, and player by player [6, 8, 13]."""

from __future__ import annotations

from boardgame_envs.core.compiled import Record, rule
from boardgame_envs.core.seats import next_seat
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.expansions import storms
from boardgame_envs.games.tranquility.information import evidence
from boardgame_envs.games.tranquility.modes import day_and_night
from boardgame_envs.games.tranquility.state import Stage
from boardgame_envs.games.tranquility.turn import hands


@rule
def take_top_card(state: Record, seat: int) -> int:
    """Take the top card off a player's pile [8]."""
    state.pile_sizes[seat] -= 1
    top = int(state.pile_sizes[seat])
    card = int(state.piles[seat, top])
    state.piles[seat, top] = cards.NO_CARD
    return card


@rule
def draw_card(state: Record, seat: int) -> None:
    """Draw one card; storms and compasses happen at once, and are replaced [25, 38]."""
    card = take_top_card(state, seat)
    if cards.is_storm(card):
        storms.reveal(state, seat, card)
    elif card == cards.COMPASS:
        day_and_night.turn_hands(state)
    else:
        hands.take_card(state, seat, card)
        evidence.see_draw(state, seat)
        if state.stage == Stage.START_EXTRA:
            state.extra -= 1


@rule
def can_refill(state: Record, seat: int) -> bool:
    """Tell whether a hand is below its limit and there is a card to draw [8, 26]."""
    is_below = state.hand_sizes[seat] < hands.hand_limit(state, seat)
    return bool(is_below and state.pile_sizes[seat] > 0)


# --- player by player ---


@rule
def begin_round(state: Record, stage: Stage) -> None:
    """From the active player clockwise, all have their turn at a stage [13]."""
    state.stage = stage
    state.drawer = state.active
    state.turns_to_take = state.num_players


@rule
def go_to_next_player(state: Record) -> None:
    """The next player clockwise has a turn at it [13]."""
    state.drawer = next_seat(state, int(state.drawer))
    state.turns_to_take -= 1
