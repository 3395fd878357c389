"""Who knows which cards of whom [22].

``known[observer, owner]`` is a counted pile: cards that the observer knows in the owner's
hand. ``public[owner]`` are those that all know. Both are never more than the hand holds.
"""

from __future__ import annotations

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.core.piles import clear_pile, count_cards, draw_random_card
from boardgame_envs.core.seats import NOBODY
from boardgame_envs.games.noah.cards import NO_CARD, NUM_CARDS
from boardgame_envs.games.noah.fitting import cards_that_fit
from boardgame_envs.games.noah.state import Phase


@rule
def know_card(state: Record, observer: int, owner: int, card: int) -> None:
    """An observer learns of a card that comes into another hand [22]."""
    state.known[observer, owner, card] += 1


@rule
def miss_card(state: Record, observer: int, owner: int, card: int) -> None:
    """An observer sees a card leave another hand: if it was known, it is no more [22]."""
    if state.known[observer, owner, card] > 0:
        state.known[observer, owner, card] -= 1


@rule
def all_know_card(state: Record, owner: int, card: int) -> None:
    """All see a card come into a hand [7, 22]."""
    state.public[owner, card] += 1
    for observer in range(state.num_players):
        if observer != owner:
            know_card(state, observer, owner, card)


@rule
def all_miss_card(state: Record, owner: int, card: int) -> None:
    """All see a card leave a hand [4, 22]."""
    if state.public[owner, card] > 0:
        state.public[owner, card] -= 1
    for observer in range(state.num_players):
        miss_card(state, observer, owner, card)


@rule
def know_hand(state: Record, observer: int, owner: int) -> None:
    """An observer sees a whole hand [9, 22]."""
    for card in range(NUM_CARDS):
        state.known[observer, owner, card] = state.hands[owner, card]


@rule
def forget_hand(state: Record, owner: int, witness: int) -> None:
    """A card leaves a hand unseen: what was known of it is void, but for a witness [22, R5]."""
    clear_pile(state.public[owner])
    for observer in range(state.num_players):
        if observer != witness:
            clear_pile(state.known[observer, owner])


@rule
def forget_all_hands(state: Record) -> None:
    """All cards are shuffled again: nobody knows anything of another hand [19, 22]."""
    for owner in range(state.num_players):
        forget_hand(state, owner, NOBODY)


@rule
def deal_hands_anew(state: Record, seat: int) -> None:
    """Mix the cards of the other hands that a seat does not know with those left over [22]."""
    for owner in range(state.num_players):
        if owner != seat:
            put_back(state, seat, owner)
    if state.phase == Phase.LOAD and state.seat >= 0 and state.seat != seat:
        # before the other hands, so that all together are as likely as they should be
        deal_loading_hand(state, seat, int(state.seat))
    for owner in range(state.num_players):
        if owner != seat:
            fill_hand(state, owner)
            suppose_knowledge(state, seat, owner)
    forget_private_choices(state, seat)


@rule
def put_back(state: Record, seat: int, owner: int) -> None:
    """Put the cards of a hand that a seat does not know to those left over [22]."""
    for card in range(NUM_CARDS):
        known = state.known[seat, owner, card]
        state.rest[card] += state.hands[owner, card] - known
        state.hands[owner, card] = known


@rule
def deal_loading_hand(state: Record, seat: int, owner: int) -> None:
    """Deal a hand with a card that Noah's boat can be loaded with: else it was taken [4, 7].

    Hands are dealt until one will do. The real one has such a card, known or hidden, so the
    chance of each is at least one in the number of hidden cards.
    """
    fits = cards_that_fit(state, int(state.noah))
    lacks_cards = int(state.hand_sizes[owner]) > count_cards(state.hands[owner])
    can_fit = lacks_cards and has_any(state.rest, fits)
    fill_hand(state, owner)
    while can_fit and not has_any(state.hands[owner], fits):
        put_back(state, seat, owner)
        fill_hand(state, owner)


@rule
def has_any(pile: Buffer, fits: Buffer) -> bool:
    """Tell whether a pile has a card that fits on a boat [4]."""
    for card in range(NUM_CARDS):
        if pile[card] > 0 and fits[card]:
            return True
    return False


@rule
def fill_hand(state: Record, owner: int) -> None:
    """Draw the cards that a hand lacks from those left over, each as likely [22]."""
    cards_left = count_cards(state.rest)
    for _ in range(int(state.hand_sizes[owner]) - count_cards(state.hands[owner])):
        state.hands[owner, draw_random_card(state, state.rest, cards_left)] += 1
        cards_left -= 1


@rule
def suppose_knowledge(state: Record, seat: int, owner: int) -> None:
    """Of each other, opponents are supposed to know what everybody knows [22].

    What they know of the seat's own hand stays: it was there when they learned it.
    """
    for observer in range(state.num_players):
        if observer != seat and observer != owner:
            for card in range(NUM_CARDS):
                state.known[observer, owner, card] = state.public[owner, card]


@rule
def forget_private_choices(state: Record, seat: int) -> None:
    """Only the two who swap know the card drawn [10]; only the giver the last gift [16]."""
    if seat != state.active and seat != state.opponent:
        state.drawn = NO_CARD
    if seat != state.active:
        state.last_gift = NO_CARD
        state.last_receiver = NOBODY
