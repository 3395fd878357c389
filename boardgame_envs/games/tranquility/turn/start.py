"""The Start card: extra cards, cards discarded unseen, eight discards, and a refill [12-15, 27]."""

from __future__ import annotations

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.core.seats import seat_after
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.actions import ACTION
from boardgame_envs.games.tranquility.expansions import compasses
from boardgame_envs.games.tranquility.information import evidence
from boardgame_envs.games.tranquility.state import TABLE, Phase, Stage
from boardgame_envs.games.tranquility.turn import discards, drawing, hands


@rule
def must_start(state: Record, seat: int) -> bool:
    """Who holds a Start while none lies must play it [12]."""
    return not state.is_start_played and hands.holds(state, seat, cards.START)


@rule
def play_start(state: Record) -> None:
    """The Start goes to the corner, and brings a compass where there are storms [12, 31]."""
    seat = int(state.active)
    hands.remove_slot(state, seat, hands.find_slot(state, seat, cards.START))
    state.is_start_played = True
    state.gone[cards.START] += 1
    compasses.gain_for_start(state, seat)
    state.blinded = 0
    state.talked = 0
    drawing.begin_round(state, Stage.START_EXTRA)
    state.extra = extra_cards(state)
    state.seat = TABLE


# --- extra cards ---


@rule
def extra_cards(state: Record) -> int:
    """Alone one draws eight extra cards, of two players each draws two [13]."""
    if state.num_players == 1:
        return cards.EXTRA_ALONE
    return cards.EXTRA_WITH_TWO if state.num_players == 2 else 0


@rule
def draw_extra(state: Record) -> None:
    """The extra cards are drawn, player by player; short piles give what there is [13]."""
    seat = int(state.drawer)
    if state.extra > 0 and state.pile_sizes[seat] > 0:
        drawing.draw_card(state, seat)
    elif state.turns_to_take > 1:
        drawing.go_to_next_player(state)
        state.extra = extra_cards(state)
    else:
        state.extra = 0
        state.stage = Stage.START_COUNT


# --- can the eight be reached? ---


@rule
def may_blind(state: Record, seat: int) -> bool:
    """Who has a yellow storm and two cards in the pile may discard these unseen [27]."""
    return bool(state.yellows[seat] > 0 and state.pile_sizes[seat] >= cards.BLIND_CARDS)


@rule
def cards_within_reach(state: Record, blind_from: int) -> int:
    """All discardable cards, what was discarded unseen, and what still may be [13, 27, R3].

    ``blind_from`` counts clockwise from the active player: who comes earlier has chosen.
    """
    count = int(state.blinded)
    for steps in range(state.num_players):
        seat = seat_after(state, int(state.active), steps)
        count += discards.count_discardable(state, seat)
        if steps >= blind_from and may_blind(state, seat):
            count += cards.BLIND_CARDS
    return count


@rule
def is_hopeless(state: Record) -> bool:
    """The team loses on the spot if it cannot discard eight cards [R3]."""
    return cards_within_reach(state, 0) < cards.CARDS_TO_SHED


# --- cards discarded unseen ---


@rule
def go_on_with_blind(state: Record) -> None:
    """Holders of yellow storms decide in turn; in the Russian edition it is an order [27, V2]."""
    seat = int(state.drawer)
    if state.turns_to_take == 0:
        drawing.begin_round(state, Stage.START_OFFER)
    elif not may_blind(state, seat):
        drawing.go_to_next_player(state)
    elif state.is_ru:
        discard_blind(state)
    else:
        state.seat = seat
        state.phase = Phase.BLIND


@rule
def mark_blind(state: Record, mask: Buffer) -> None:
    """Not to do it is legal only if the eight can still be reached [27]."""
    mask[ACTION.blind] = True
    later = int(state.num_players) - int(state.turns_to_take) + 1
    mask[ACTION.no_blind] = cards_within_reach(state, later) >= cards.CARDS_TO_SHED


@rule
def discard_blind(state: Record) -> None:
    """Discard the top two cards of one's own pile, unseen; they count toward the eight [27]."""
    seat = int(state.drawer)
    for place in range(cards.BLIND_CARDS):
        state.blind[seat, place] = drawing.take_top_card(state, seat)
        state.discard_sizes[seat] += 1
    state.blinded += cards.BLIND_CARDS
    decline_blind(state)


@rule
def decline_blind(state: Record) -> None:
    """The next holder decides [27]."""
    drawing.go_to_next_player(state)
    state.seat = TABLE


# --- cards go, and come ---


@rule
def go_on_with_shedding(state: Record) -> None:
    """Each discards what it pledged, in the same order; then the turn comes to its end [15, 20]."""
    if state.turns_to_take == 0:
        state.stage = Stage.REEF_STEP
        return
    seat = int(state.drawer)
    drawing.go_to_next_player(state)
    discards.owe(state, seat, int(state.pledges[seat]), Phase.SHED)


@rule
def refill_team(state: Record) -> None:
    """Player by player, all refill; who is above the limit discards first [15, 26]."""
    seat = int(state.drawer)
    above = int(state.hand_sizes[seat]) - hands.hand_limit(state, seat)
    if above > 0 and discards.count_discardable(state, seat) > 0:
        discards.owe(state, seat, above, Phase.HOLD)
    elif drawing.can_refill(state, seat):
        drawing.draw_card(state, seat)
    else:
        if above > 0:
            evidence.see_discardable(state, seat, 0, 0)
        drawing.go_to_next_player(state)
        state.stage = Stage.TEAM_LIFT
