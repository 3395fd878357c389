"""What is in the box [1]: islands by their number, and the other cards above them.

A card is a small number: 1 to 80 is an island, 0 stands for no card. Hands are sorted by it.
"""

from __future__ import annotations

from boardgame_envs.core.compiled import rule

NO_CARD = 0
ISLANDS = 80
START, FINISH, MONSTER, YELLOW, PURPLE, ORANGE, COMPASS, REEF, BORDER = range(
    ISLANDS + 1, ISLANDS + 10
)
NUM_KINDS = BORDER + 1

NAMES = ("start", "finish", "monster", "yellow", "purple", "orange", "compass", "reef", "border")
COLOURS = NAMES[YELLOW - START : COMPASS - START]

MAX_PLAYERS = 5
STARTS = FINISHES = MAX_PLAYERS
REEFS = 1
FEWEST_MONSTERS, MOST_MONSTERS = 3, 5
STORMS_OF_A_COLOUR = 2  # [R8]
STORMS = STORMS_OF_A_COLOUR * len(COLOURS)
COMPASSES = 6
BORDERS = 25
MOST_REMOVED = 44

HAND_LIMIT = 5
YELLOW_LIMIT = 3
ROW_SIZE = 5  # open cards beside the deck of a duel [41]
CARDS_TO_SHED = 8
EXTRA_WITH_TWO = 2
EXTRA_ALONE = 8
BLIND_CARDS = 2
# alone, with the Start just played and all extra cards drawn [13]
MAX_HAND = HAND_LIMIT - 1 + EXTRA_ALONE
# alone, with every expansion and the Start shuffled in [5, 18]
MAX_PILE = ISLANDS + FINISHES + MOST_MONSTERS + STORMS + 1


def card_name(card: int) -> int | str:
    """Return a card as records and actions write it: a number or a word [1]."""
    return int(card) if card <= ISLANDS else NAMES[card - START]


@rule
def is_island(card: int) -> bool:
    """Tell whether a card has a number [1]."""
    return 0 < card <= ISLANDS


@rule
def is_storm(card: int) -> bool:
    """Tell whether a card is a storm of any colour [25]."""
    return YELLOW <= card <= ORANGE
