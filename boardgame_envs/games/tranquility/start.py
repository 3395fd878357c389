"""The Start card: the team discards eight cards, and talks about how many each gives [12-15]."""

from __future__ import annotations

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.core.seats import seat_after
from boardgame_envs.games.tranquility.actions import ACTION
from boardgame_envs.games.tranquility.cards import (
    BLIND_CARDS,
    CARDS_TO_SHED,
    EXTRA_ALONE,
    EXTRA_WITH_TWO,
    START,
)
from boardgame_envs.games.tranquility.drawing import (
    begin_round_of_table,
    can_refill,
    draw_card,
    go_to_next_player,
    take_top_card,
)
from boardgame_envs.games.tranquility.hands import (
    count_discardable,
    find_slot,
    hand_limit,
    holds,
    owe,
    remove_slot,
)
from boardgame_envs.games.tranquility.storms import gain_compass_of_start
from boardgame_envs.games.tranquility.table import (
    TABLE,
    Phase,
    Stage,
)

NOTHING_SAID = -1


@rule
def must_start(state: Record, seat: int) -> bool:
    """Who holds a Start while none lies must play it [12]."""
    return not state.is_start_played and holds(state, seat, START)


@rule
def play_start(state: Record) -> None:
    """The Start goes to the corner, and brings a compass where there are storms [12, 31]."""
    seat = int(state.active)
    remove_slot(state, seat, find_slot(state, seat, START))
    state.is_start_played = True
    state.gone[START] += 1
    gain_compass_of_start(state, seat)
    state.blinded = 0
    state.talked = 0
    begin_round_of_table(state, Stage.START_EXTRA)
    state.extra = extra_cards(state)
    state.seat = TABLE


@rule
def is_start_turn(state: Record) -> bool:
    """Tell whether the Start was played in this turn [15]."""
    return bool(state.pledges[state.active] != NOTHING_SAID)


@rule
def clear_talk(state: Record) -> None:
    """Nothing is offered or pledged any more [14]."""
    for seat in range(state.num_players):
        state.offers[seat] = NOTHING_SAID
        state.pledges[seat] = NOTHING_SAID


# --- extra cards ---


@rule
def extra_cards(state: Record) -> int:
    """Alone one draws eight extra cards, of two players each draws two [13]."""
    if state.num_players == 1:
        return EXTRA_ALONE
    return EXTRA_WITH_TWO if state.num_players == 2 else 0


@rule
def draw_extra(state: Record) -> None:
    """The extra cards are drawn, player by player; short piles give what there is [13]."""
    seat = int(state.drawer)
    if state.extra > 0 and state.pile_sizes[seat] > 0:
        draw_card(state, seat)
    elif state.turns_to_take > 1:
        go_to_next_player(state)
        state.extra = extra_cards(state)
    else:
        state.extra = 0
        state.stage = Stage.START_COUNT


# --- can the eight be reached? ---


@rule
def may_blind(state: Record, seat: int) -> bool:
    """Who has a yellow storm and two cards in the pile may discard these unseen [27]."""
    return bool(state.yellows[seat] > 0 and state.pile_sizes[seat] >= BLIND_CARDS)


@rule
def cards_within_reach(state: Record, blind_from: int) -> int:
    """All discardable cards, what was discarded unseen, and what still may be [13, 27, R3].

    ``blind_from`` counts clockwise from the active player: who comes earlier has chosen.
    """
    cards = int(state.blinded)
    for steps in range(state.num_players):
        seat = seat_after(state, int(state.active), steps)
        cards += count_discardable(state, seat)
        if steps >= blind_from and may_blind(state, seat):
            cards += BLIND_CARDS
    return cards


@rule
def is_start_hopeless(state: Record) -> bool:
    """The team loses on the spot if it cannot discard eight cards [R3]."""
    return cards_within_reach(state, 0) < CARDS_TO_SHED


# --- cards discarded unseen ---


@rule
def go_on_with_blind(state: Record) -> None:
    """Holders of yellow storms decide in turn; in the Russian edition it is an order [27, V2]."""
    seat = int(state.drawer)
    if state.turns_to_take == 0:
        begin_round_of_table(state, Stage.START_OFFER)
    elif not may_blind(state, seat):
        go_to_next_player(state)
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
    mask[ACTION.no_blind] = cards_within_reach(state, later) >= CARDS_TO_SHED


@rule
def discard_blind(state: Record) -> None:
    """Discard the top two cards of the own pile, unseen; they count toward the eight [27]."""
    seat = int(state.drawer)
    for place in range(BLIND_CARDS):
        state.blind[seat, place] = take_top_card(state, seat)
        state.discard_sizes[seat] += 1
    state.blinded += BLIND_CARDS
    decline_blind(state)


@rule
def decline_blind(state: Record) -> None:
    """The next holder decides [27]."""
    go_to_next_player(state)
    state.seat = TABLE


# --- talk and pledges ---


@rule
def go_on_with_talk(state: Record) -> None:
    """Each announces how many cards it could give, round by round; alone nobody talks [14, V3]."""
    offers_due = int(state.talk_rounds) * int(state.num_players)
    if state.num_players == 1 or state.talked >= offers_due:
        begin_round_of_table(state, Stage.START_PLEDGE)
    else:
        state.seat = state.drawer
        state.phase = Phase.OFFER


@rule
def mark_offers(state: Record, mask: Buffer) -> None:
    """Any number up to the own discardable cards [14]."""
    for cards in range(count_discardable(state, int(state.seat)) + 1):
        mask[ACTION.offer + cards] = True


@rule
def offer(state: Record, cards: int) -> None:
    """An offer is public, and binds nobody [14]."""
    state.offers[state.seat] = cards
    state.talked += 1
    go_to_next_player(state)
    state.seat = TABLE


@rule
def cards_to_pledge(state: Record) -> int:
    """Return how many of the eight nobody has promised yet [14, 27]."""
    cards = CARDS_TO_SHED - int(state.blinded)
    for seat in range(state.num_players):
        cards -= max(int(state.pledges[seat]), 0)
    return cards


@rule
def pledge_bounds(state: Record) -> tuple[int, int]:
    """Return the fewest and the most that may be pledged so that eight can come together [14]."""
    missing, later = cards_to_pledge(state), 0
    for steps in range(1, state.turns_to_take):
        later += count_discardable(state, seat_after(state, int(state.drawer), steps))
    own = count_discardable(state, int(state.drawer))
    return max(missing - later, 0), min(own, missing)


@rule
def go_on_with_pledges(state: Record) -> None:
    """Each pledges in turn; where one number is legal nobody is asked [14]."""
    if state.num_players == 1:
        state.pledges[state.drawer] = cards_to_pledge(state)
        begin_round_of_table(state, Stage.START_SHED)
    elif state.turns_to_take == 0:
        begin_round_of_table(state, Stage.START_SHED)
    else:
        fewest, most = pledge_bounds(state)
        if fewest == most:
            pledge(state, fewest)
        else:
            state.seat = state.drawer
            state.phase = Phase.PLEDGE


@rule
def mark_pledges(state: Record, mask: Buffer) -> None:
    """Only what lets the total come to exactly eight [14]."""
    fewest, most = pledge_bounds(state)
    for cards in range(fewest, most + 1):
        mask[ACTION.pledge + cards] = True


@rule
def pledge(state: Record, cards: int) -> None:
    """A pledge is public, and binding [14]."""
    state.pledges[state.drawer] = cards
    go_to_next_player(state)
    state.seat = TABLE


# --- cards go, and come ---


@rule
def go_on_with_shedding(state: Record) -> None:
    """Each discards what it pledged, in the same order; then the turn comes to its end [15, 20]."""
    if state.turns_to_take == 0:
        state.stage = Stage.REEF_STEP
        return
    seat = int(state.drawer)
    go_to_next_player(state)
    owe(state, seat, int(state.pledges[seat]), Phase.SHED)


@rule
def refill_team(state: Record) -> bool:
    """Player by player, all refill; above the own limit one discards first [15, 26].

    Returns whether all have done so.
    """
    seat = int(state.drawer)
    above = int(state.hand_sizes[seat]) - hand_limit(state, seat)
    if state.turns_to_take == 0:
        return True
    if above > 0 and count_discardable(state, seat) > 0:
        owe(state, seat, above, Phase.HOLD)
    elif can_refill(state, seat):
        draw_card(state, seat)
    else:
        go_to_next_player(state)
    return False
