"""What is legal: the phases of a turn, one after the other [4, 9, 10, 13, 16]."""

from __future__ import annotations

from boardgame_envs.core.compiled import Buffer, Record, inlined_rule, rule
from boardgame_envs.core.seats import seat_after
from boardgame_envs.games.noah.actions import ACTION, gift_of
from boardgame_envs.games.noah.cards import CARD_OF, NUM_ANIMALS, NUM_BOATS, NUM_CARDS
from boardgame_envs.games.noah.effects import may_move_by
from boardgame_envs.games.noah.fitting import animals_that_fit
from boardgame_envs.games.noah.state import Phase


@rule
def mark_legal_actions(state: Record, mask: Buffer) -> None:
    """One kind of decision at a time: a turn goes through its phases [4, 9, 10, 13, 16]."""
    if state.phase == Phase.LOAD:
        mark_loads(state, mask)
    elif state.phase == Phase.LOOK:
        mark_opponents(state, mask, ACTION.look)
    elif state.phase == Phase.DRAW:
        mark_opponents(state, mask, ACTION.draw)
    elif state.phase == Phase.RETURN:
        mark_returns(state, mask)
    elif state.phase == Phase.NOAH:
        mark_moves(state, mask)
    else:
        mark_gifts(state, mask)


@inlined_rule
def mark_loads(state: Record, mask: Buffer) -> None:
    """Any card in hand that fits; a snail as either sex that fits [4, 11]."""
    fits, hand = animals_that_fit(state, int(state.noah)), state.hands[state.seat]
    for animal in range(NUM_ANIMALS):
        mask[ACTION.load + animal] = fits[animal] & (hand[CARD_OF[animal]] > 0)


@inlined_rule
def mark_opponents(state: Record, mask: Buffer, first: int) -> None:
    """Any opponent may be looked at [9] or drawn from [10]."""
    for opponent in range(state.num_players - 1):
        mask[first + opponent] = True


@inlined_rule
def mark_returns(state: Record, mask: Buffer) -> None:
    """Any card may be given back, the one just drawn too [10]."""
    for card in range(NUM_CARDS):
        mask[ACTION.give_back + card] = state.hands[state.seat, card] > 0


@inlined_rule
def mark_moves(state: Record, mask: Buffer) -> None:
    """Two of the other boats, by the sex of the animal [13]."""
    for steps in range(1, NUM_BOATS):
        mask[ACTION.move_noah + steps - 1] = may_move_by(int(state.animal), steps)


@inlined_rule
def mark_gifts(state: Record, mask: Buffer) -> None:
    """Gifts go in order, so that each way to give is one sequence of actions [16, R4]."""
    cards_from_here = 0
    for card in range(NUM_CARDS - 1, max(int(state.last_gift), 0) - 1, -1):
        cards_from_here += int(state.hands[state.seat, card])
        if state.hands[state.seat, card] > 0 and cards_from_here >= state.gifts_due:
            for opponent in range(state.num_players - 1):
                receiver = seat_after(state, int(state.seat), opponent + 1)
                in_order = card > state.last_gift or receiver >= state.last_receiver
                mask[gift_of(card, opponent)] = in_order
