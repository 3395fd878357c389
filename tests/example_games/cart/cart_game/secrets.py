"""What a player of Cart cannot see, for the critic of a learner: the other hands."""

from __future__ import annotations

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.core.layout import Layout, Number
from cart_game.cards import NUM_KINDS
from cart_game.rules import HAND_SIZE, MAX_SEATS

LAYOUT = Layout(
    (
        Number(
            "hands",
            "cards of each kind in the other hands, from the left neighbour's on",
            (MAX_SEATS - 1, NUM_KINDS),
            highest=HAND_SIZE,
        ),
    )
)

AT = LAYOUT.offsets()
HIGHEST = LAYOUT.highest()


@rule
def write_secrets(state: Record, seat: int, secrets: Buffer) -> None:
    """Write the hands of the others [R1]."""
    for step in range(1, state.num_players):
        hand = state.hands[(seat + step) % state.num_players]
        for kind in range(NUM_KINDS):
            secrets[AT.hands + (step - 1) * NUM_KINDS + kind] = hand[kind] / HIGHEST.hands
