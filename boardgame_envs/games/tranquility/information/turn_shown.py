"""What it tells of a hand that its player can act, or cannot [17].

Nearly always there are two cards to discard, and it tells nothing. With one card beside monsters
and a Start that one may be known to fit into the field, to fit nowhere, or to be a Finish.
"""

from __future__ import annotations

import numpy as np

from boardgame_envs.core.chance import random_by_weight
from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.core.seats import NOBODY
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.information import evidence, hidden_cards
from boardgame_envs.games.tranquility.information.hidden_cards import Hidden, count_islands
from boardgame_envs.games.tranquility.information.sharing import Share
from boardgame_envs.games.tranquility.legal import can_act
from boardgame_envs.games.tranquility.state import IN_HAND, Mode, Outcome, Phase, Stage
from boardgame_envs.games.tranquility.turn import hands


@rule
def is_turn_open(state: Record) -> bool:
    """Tell whether a player is asked for the action of a turn, and so has a legal one [17]."""
    return bool(state.seat == state.active and state.phase == Phase.ACT)


@rule
def is_stuck(state: Record) -> bool:
    """Tell whether the player to move has no legal action: lost, or in need of rescue [17, R14]."""
    if state.seat == NOBODY:
        is_opened = state.stage == Stage.TURN or state.stage == Stage.RESCUE
        return bool(state.outcome == Outcome.LOST and is_opened)
    return bool(state.seat >= 0 and state.stage == Stage.RESCUE)


@rule
def has_finished(state: Record) -> bool:
    """Tell whether the active player has won by a Finish from the hand [16, 37]."""
    is_won = state.seat == NOBODY and state.outcome == Outcome.WON
    return bool(is_won and state.mode != Mode.PYRAMID)


@rule
def weigh_turn(state: Record, seat: int, hidden: Hidden) -> None:
    """Rule out hands of the active player that could not act, or could not win [16, 17]."""
    player, is_open_or_stuck = int(state.active), is_turn_open(state) or is_stuck(state)
    if player == seat or not (is_open_or_stuck or has_finished(state)):
        return
    weights = np.zeros(cards.NUM_KINDS)
    for where in evidence.PLACES_OF_A_START:
        for held in range(evidence.most_monsters(state) + 1):
            if state.ways[player, where, held] == 0.0:
                continue
            if is_open_or_stuck:
                share = weigh_last_card(state, hidden, where, held, weights)
            else:
                others = int(state.hand_sizes[player]) - held - int(where == IN_HAND)
                share = weigh_first_finish(state, hidden, others, weights)
            state.ways[player, where, held] *= share


@rule
def lay_known_cards(state: Record, seat: int, hidden: Hidden, share: Share) -> None:
    """Lay a card of the active player that is known in part, or the winning Finish [16, 17]."""
    player, is_open_or_stuck = int(state.active), is_turn_open(state) or is_stuck(state)
    if player == seat or not (is_open_or_stuck or has_finished(state)):
        return
    weights = np.zeros(cards.NUM_KINDS)
    where, held = int(share.starts[player]), int(share.monsters[player])
    if is_open_or_stuck:
        weigh_last_card(state, hidden, where, held, weights)
        lay_if_any(state, hidden, random_by_weight(state, weights))
    else:
        others = int(state.hand_sizes[player]) - held - int(where == IN_HAND)
        weigh_first_finish(state, hidden, others, weights)
        for _ in range(random_by_weight(state, weights)):
            weigh_islands(hidden, weights)
            lay_if_any(state, hidden, random_by_weight(state, weights))
        lay_if_any(state, hidden, cards.FINISH)


@rule
def lay_if_any(state: Record, hidden: Hidden, card: int) -> None:
    """Lay a card in the active player's hand, if it is one that is hidden."""
    if hidden.kinds[card] > 0:
        hidden_cards.lay_in_hand(hidden, card, 1, int(state.active))


@rule
def weigh_islands(hidden: Hidden, weights: Buffer) -> None:
    """Let every hidden island weigh the same, and other cards nothing."""
    weights[:] = 0.0
    for number in range(1, cards.ISLANDS + 1):
        weights[number] = hidden.kinds[number]


@rule
def weigh_first_finish(state: Record, hidden: Hidden, others: int, weights: Buffer) -> float:
    """Write how likely the first Finish of a hand comes after how many islands; return the sum.

    The hand has a number of cards beside monsters and Start.
    """
    finishes, none_yet = hidden.kinds[cards.FINISH], 1.0
    places = finishes + count_islands(hidden) - int(state.removed_islands)
    weights[:] = 0.0
    for before in range(min(others, places)):
        weights[before] = none_yet * finishes / (places - before)
        none_yet -= weights[before]
    return 1.0 - none_yet


@rule
def weigh_last_card(
    state: Record, hidden: Hidden, where: int, monsters: int, weights: Buffer
) -> float:
    """Write how likely a hand's only card beside monsters and Start is each kind; return the sum.

    Kinds are left out with which the player could not act, or could act and does not. Where no card
    makes a difference none is written, and the sum is 1 or 0.
    """
    player = int(state.active)
    weights[:] = 0.0
    others = int(state.hand_sizes[player]) - monsters - int(where == IN_HAND)
    if others < 0:
        return 0.0
    can_surely = evidence.discardable(state, player, where, monsters) > 1
    can_surely = can_surely or can_act_with(state, where, monsters, cards.NO_CARD)
    if others == 0 or can_surely:
        return 1.0 if can_surely != is_stuck(state) else 0.0
    total, finishes, islands = 0.0, hidden.kinds[cards.FINISH], count_islands(hidden)
    places = finishes + islands - int(state.removed_islands)
    for card in range(1, cards.FINISH + 1):
        is_fit = hidden.kinds[card] > 0 and can_act_with(state, where, monsters, card)
        if hidden.kinds[card] > 0 and is_fit != is_stuck(state):
            of_islands = (places - finishes) / places / max(islands, 1)
            weights[card] = finishes / places if card == cards.FINISH else of_islands
            total += weights[card]
    return total


@rule
def can_act_with(state: Record, where: int, monsters: int, card: int) -> bool:
    """Tell whether the active player could act with monsters, perhaps a Start, and one card [17].

    The hand is written over, but for its size.
    """
    player = int(state.active)
    hand, size = state.hands[player], int(state.hand_sizes[player])
    hand[:] = cards.NO_CARD
    state.hand_sizes[player] = 0
    if card != cards.NO_CARD:
        hands.take_card(state, player, card)
    if where == IN_HAND:
        hands.take_card(state, player, cards.START)
    for _ in range(monsters):
        hands.take_card(state, player, cards.MONSTER)
    can_so = can_act(state, player)
    state.hand_sizes[player] = size
    return can_so
