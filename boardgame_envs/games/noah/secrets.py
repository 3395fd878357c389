"""What a player of Noah cannot see: the other hands [22]. For critics of learners only.

Opponents are counted clockwise from the player, boats clockwise from Noah's. The cards that are
unused in a round need no part of their own: they are those that are unseen and in no hand.
"""

from __future__ import annotations

import numpy as np

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.core.layout import Flag, Layout, Number
from boardgame_envs.core.seats import seat_after
from boardgame_envs.games.noah import cards
from boardgame_envs.games.noah.boats import boat_after, has_fitting_card
from boardgame_envs.games.noah.observation import write_pile

LAYOUT = Layout(
    (
        Number("hands", "cards of each kind in the hand of each opponent", (cards.NUM_OPPONENTS, cards.NUM_CARDS), highest=cards.MAX_COPIES),
        Number("hand_tears", "tears on the cards in the hand of each opponent", (cards.NUM_OPPONENTS,), highest=cards.DECK_TEARS),
        Flag("fitting", "each opponent has a card that fits each boat", (cards.NUM_OPPONENTS, cards.NUM_BOATS)),
    )
)  # fmt: skip

AT = LAYOUT.offsets()
TEARS_SHOWN = LAYOUT.shown("hand_tears")


@rule
def write_secrets(state: Record, seat: int, secrets: Buffer) -> None:
    """Write the hands of the opponents, their tears, and which boats they can load [5, 19, 22]."""
    for steps in range(1, state.num_players):
        place, owner = steps - 1, seat_after(state, seat, steps)
        start = AT.hands + place * cards.NUM_CARDS
        write_pile(state.hands[owner], secrets[start : start + cards.NUM_CARDS])
        secrets[AT.hand_tears + place] = TEARS_SHOWN[tears_in_hand(state, owner)]
        for boats in range(cards.NUM_BOATS):
            fits = has_fitting_card(state, owner, boat_after(state, boats))
            secrets[AT.fitting + place * cards.NUM_BOATS + boats] = np.float32(fits)


@rule
def tears_in_hand(state: Record, owner: int) -> int:
    """Return the tears on the cards in a hand [19]."""
    tears = 0
    for card in range(cards.NUM_CARDS):
        tears += int(state.hands[owner, card]) * int(cards.TEARS[card])
    return tears
