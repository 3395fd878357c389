"""What a player of Elements cannot see: the other hand [15]. For critics of learners only."""

from __future__ import annotations

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.core.layout import Layout, Number, OneOf
from boardgame_envs.core.seats import next_seat
from boardgame_envs.games.elements.cards import MAX_HAND_SIZE, MAX_KINDS
from boardgame_envs.games.elements.observation import MARGIN, MARGINS
from boardgame_envs.games.elements.rules import limit, total

LAYOUT = Layout(
    (
        Number("their_hand", "cards of each kind in their hand", (MAX_KINDS,), highest=MAX_HAND_SIZE),
        OneOf("their_margin", "limit less their total, -20 and 20: or beyond", labels=MARGINS),
        OneOf("lead", "my total less theirs, -20 and 20: or beyond", labels=MARGINS),
    )
)  # fmt: skip

AT = LAYOUT.offsets()
HIGHEST = LAYOUT.highest()


@rule
def write_secrets(state: Record, seat: int, secrets: Buffer) -> None:
    """Write the other hand, and how its total stands to the limit and to the player's [4, 15]."""
    other = next_seat(state, seat)
    for kind in range(MAX_KINDS):
        secrets[AT.their_hand + kind] = state.hands[other, kind] / HIGHEST.their_hand
    theirs = total(state, other)
    secrets[AT.their_margin + place_of(limit(state) - theirs)] = 1.0
    secrets[AT.lead + place_of(total(state, seat) - theirs)] = 1.0


@rule
def place_of(difference: int) -> int:
    """Return the place of a difference of sums among those that are told apart [4]."""
    return int(min(max(difference, -MARGIN), MARGIN)) + MARGIN
