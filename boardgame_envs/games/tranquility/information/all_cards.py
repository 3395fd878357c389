"""All cards of a game, wherever they are: none is ever lost or made [1]."""

from __future__ import annotations

from boardgame_envs.core.compiled import Record, rule
from boardgame_envs.core.piles import count_cards
from boardgame_envs.core.seats import NOBODY
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.state import MAX_CELLS, NOWHERE, NUM_ROWS, Mode, Phase, Stage


@rule
def count_all_cards(state: Record) -> int:
    """Count the cards in all places [1]."""
    count = count_in_field(state) + count_cards(state.gone)
    count += int(state.removed_islands) + int(state.explorer_size) + int(state.found_finishes)
    count += int(state.supply) + int(state.team_compasses)
    count += int(state.shared_compass != NOBODY) + int(state.reef_row != NOWHERE)
    count += int(state.revealed != cards.NO_CARD) + int(state.row_size) + int(state.deck_size)
    for seat in range(state.num_players):
        count += int(state.hand_sizes[seat]) + int(state.pile_sizes[seat])
        count += int(state.discard_sizes[seat]) + int(state.own_compasses[seat])
        count += int(state.yellows[seat]) + int(state.oranges[seat])
    if has_starts_aside(state):
        count += int(state.num_players)
    if state.seat >= 0 and (state.phase == Phase.NEW_REEF or state.phase == Phase.MONSTER):
        # an explorer card that is being played [36]
        count += 1
    return count


@rule
def count_in_field(state: Record) -> int:
    """Count the islands, purple storms and border cards that lie in the field [1, 28, 35]."""
    count = int(state.num_filled)
    for row in range(NUM_ROWS):
        count += int(state.purples[row])
    for cell in range(MAX_CELLS):
        count += int(state.borders[cell])
    return count


@rule
def has_starts_aside(state: Record) -> bool:
    """Tell whether Starts lie ready to be shuffled in [6, 33, 41]."""
    if state.mode == Mode.HIGH_ARCH or state.mode == Mode.DUEL:
        return False
    return bool(state.stage == Stage.DEAL or state.stage == Stage.OPENING)
