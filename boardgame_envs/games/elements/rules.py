"""The course of the game. Numbers in brackets are the rules listed in ``__init__.py``.

The table as a record, and the options, are in ``state.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boardgame_envs.core.chance import random_below
from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.core.game import Stakes
from boardgame_envs.core.piles import clear_pile, count_cards, draw_random_card
from boardgame_envs.core.rewinding import CANNOT_TELL
from boardgame_envs.core.seats import CHANCE, NOBODY, next_seat
from boardgame_envs.games.elements.actions import ACTION, KIND, KIND_OF, NUMBER_IN_KIND
from boardgame_envs.games.elements.cards import MAX_KINDS, NUM_SEATS
from boardgame_envs.games.elements.possible_hands import deal_hand_anew
from boardgame_envs.games.elements.state import STATE as STATE
from boardgame_envs.games.elements.state import Ending
from boardgame_envs.games.elements.state import write_options as write_options
from boardgame_envs.games.elements.swapping import swap_hidden as swap_hidden

POINTS_FOR_REVEAL = 2
POINTS_FOR_SURRENDER = 1

# --- a round begins ---


@rule
def set_up(state: Record) -> None:
    """A match begins with a deal [2]."""
    state.seat = CHANCE


@rule
def draw_chance(state: Record) -> None:
    """Shuffle all cards and deal the hands; the rest lies aside unseen [2]."""
    if state.starter == NOBODY:
        draw_first_starter(state)
    gather_cards(state)
    cards_left = count_cards(state.aside)
    for seat in range(NUM_SEATS):
        for _ in range(state.hand_size):
            card = draw_random_card(state, state.aside, cards_left)
            state.hands[seat, card] += 1
            cards_left -= 1


@rule
def draw_first_starter(state: Record) -> None:
    """Let chance say who begins the first round [R3]."""
    state.starter = random_below(state, NUM_SEATS)


@rule
def gather_cards(state: Record) -> None:
    """Put the whole deck together, face down [2, 12]."""
    clear_pile(state.discard_pile)
    clear_pile(state.chain)
    clear_pile(state.actions)
    state.chain_size = 0
    state.num_actions = 0
    for seat in range(NUM_SEATS):
        clear_pile(state.hands[seat])
        clear_pile(state.open_cards[seat])
    for kind in range(MAX_KINDS):
        state.aside[kind] = state.copies[kind]


@rule
def carry_on(state: Record) -> None:
    """Once the cards are dealt, the starter has the first turn [3]."""
    state.seat = state.starter


# --- counting ---


@rule
def sum_of_values(state: Record, pile: Buffer) -> int:
    """Return the sum of the values in a counted pile [4]."""
    total = 0
    for kind in range(MAX_KINDS):
        total += int(state.values[kind]) * int(pile[kind])
    return total


@rule
def limit(state: Record) -> int:
    """Return the sum of the chain; an empty chain is a limit of 0 [4]."""
    total = 0
    for place in range(state.chain_size):
        total += int(state.values[state.chain[place]])
    return total


@rule
def total(state: Record, seat: int) -> int:
    """Return the sum of a player's cards in hand and open cards [4]."""
    return sum_of_values(state, state.hands[seat]) + sum_of_values(state, state.open_cards[seat])


@rule
def is_within_limit(state: Record, seat: int) -> bool:
    """Tell whether a player's total is no higher than the limit [8]."""
    return total(state, seat) <= limit(state)


@rule
def is_stranded(state: Record, seat: int) -> bool:
    """Tell whether a player has no card in hand and a total over the limit [11]."""
    return count_cards(state.hands[seat]) == 0 and not is_within_limit(state, seat)


@rule
def yin_yang(state: Record) -> int:
    """Return the kind that can be discarded: the highest value of the deck [7, V4]."""
    return int(state.num_kinds) - 1


# --- what is legal ---


@rule
def mark_legal_actions(state: Record, mask: Buffer) -> None:
    """One action a turn [3]: lay, take, discard, reveal or surrender."""
    seat = int(state.seat)
    can_take, can_reveal = may_take(state, seat), may_reveal(state, seat)
    for kind in range(MAX_KINDS):
        mask[ACTION.lay + kind] = state.hands[seat, kind] > 0
    mask[ACTION.take] = can_take
    mask[ACTION.discard] = state.hands[seat, yin_yang(state)] > 0
    mask[ACTION.reveal] = can_reveal
    mask[ACTION.surrender] = state.surrender


@rule
def may_take(state: Record, seat: int) -> bool:
    """There must be a card to take [6]; the stranded may only surrender [11, R1, R4, V6]."""
    if state.chain_size == 0:
        return False
    if not state.take_with_empty_hand and count_cards(state.hands[seat]) == 0:
        return False
    return not state.surrender or not is_stranded(state, seat)


@rule
def may_reveal(state: Record, seat: int) -> bool:
    """Only a total within the limit may be revealed [8], but for the variant [R2, V3]."""
    return state.mistaken_reveal or is_within_limit(state, seat)


@rule
def has_an_action(state: Record, seat: int) -> bool:
    """Tell whether a player can do anything at all [V1, R4]."""
    if state.surrender or count_cards(state.hands[seat]) > 0:
        return True
    return may_take(state, seat) or may_reveal(state, seat)


# --- what happens ---


@rule
def apply_action(state: Record, action: int) -> None:
    """Carry out the one action of a turn [3]; all actions are public."""
    state.actions[state.num_actions] = action
    state.num_actions += 1
    kind = KIND_OF[action]
    if kind == KIND.reveal:
        reveal(state)
    elif kind == KIND.surrender:
        surrender(state)
    else:
        move_card(state, action)
        pass_turn(state)


@rule
def move_card(state: Record, action: int) -> None:
    """Lay [5], take [6] or discard [7] a card."""
    kind = KIND_OF[action]
    if kind == KIND.take:
        take(state)
    elif kind == KIND.discard:
        discard(state)
    else:
        lay(state, NUMBER_IN_KIND[action])


@rule
def lay(state: Record, kind: int) -> None:
    """A card from the hand becomes the top of the chain [5]."""
    state.hands[state.seat, kind] -= 1
    state.chain[state.chain_size] = kind
    state.chain_size += 1


@rule
def take(state: Record) -> None:
    """The top card of the chain goes to the player's open cards [6]."""
    state.chain_size -= 1
    kind = state.chain[state.chain_size]
    state.chain[state.chain_size] = 0
    state.open_cards[state.seat, kind] += 1


@rule
def discard(state: Record) -> None:
    """A Yin-Yang from the hand goes face up to the discard pile [7]."""
    kind = yin_yang(state)
    state.hands[state.seat, kind] -= 1
    state.discard_pile[kind] += 1


@rule
def pass_turn(state: Record) -> None:
    """The other player is next [3]; one who can do nothing at all has lost the round [R4]."""
    before = int(state.seat)
    state.seat = next_seat(state, before)
    if not has_an_action(state, int(state.seat)):
        win_round(state, before, POINTS_FOR_REVEAL, Ending.NO_ACTION)


@rule
def reveal(state: Record) -> None:
    """Hands are shown, and somebody gets two points [8, 9]; a mistake shows one hand [R2, V3]."""
    revealer = int(state.seat)
    opponent = next_seat(state, revealer)
    if is_within_limit(state, revealer):
        win_round(state, winner_of_reveal(state, revealer), POINTS_FOR_REVEAL, Ending.REVEAL)
        show_hand(state, opponent)
    else:
        win_round(state, opponent, POINTS_FOR_REVEAL, Ending.MISTAKEN_REVEAL)
    show_hand(state, revealer)


@rule
def show_hand(state: Record, seat: int) -> None:
    """Both players see a hand, and remember it during the next round [8, R5]."""
    for kind in range(MAX_KINDS):
        state.shown_hands[seat, kind] = state.hands[seat, kind]


@rule
def winner_of_reveal(state: Record, revealer: int) -> int:
    """The higher total within the limit wins; equal totals win for the opponent [9]."""
    opponent = next_seat(state, revealer)
    if not is_within_limit(state, opponent):
        return revealer
    return revealer if total(state, revealer) > total(state, opponent) else opponent


@rule
def surrender(state: Record) -> None:
    """Give the round up: one point to the opponent, and no hand is shown [10]."""
    win_round(state, next_seat(state, int(state.seat)), POINTS_FOR_SURRENDER, Ending.SURRENDER)


# --- a round ends ---


@rule
def win_round(state: Record, winner: int, points: int, ending: int) -> None:
    """Score the round [9, 10]; then the match is over, or its winner starts the next [12]."""
    state.points[winner] += points
    state.rounds_played += 1
    state.last_ending = ending
    state.last_winner = winner
    forget_shown_hands(state)
    if is_match_over(state):
        state.seat = NOBODY
    else:
        state.starter = winner
        state.seat = CHANCE


@rule
def count_rounds(state: Record) -> int:
    """Return how many rounds have been scored [9, 10]."""
    return int(state.rounds_played)


@rule
def forget_shown_hands(state: Record) -> None:
    """Only hands that the latest round has shown are remembered [R5]."""
    for seat in range(NUM_SEATS):
        clear_pile(state.shown_hands[seat])


@rule
def is_match_over(state: Record) -> bool:
    """The match goes to a number of points [13], or of rounds [V2]."""
    if state.rounds > 0:
        return bool(state.rounds_played >= state.rounds)
    for seat in range(NUM_SEATS):
        if state.points[seat] >= state.target_points:
            return True
    return False


@rule
def is_truncated(state: Record) -> bool:
    """Every match ends by itself: nothing has to cut it short [13]."""
    return False


@rule
def write_returns(state: Record, returns: Buffer) -> None:
    """Count the lead in points [V5], or +1 and -1 for the match once it is over [14]."""
    for seat in range(NUM_SEATS):
        lead = float(state.points[seat]) - float(state.points[next_seat(state, seat)])
        if state.reward_points:
            returns[seat] = lead
        elif state.seat == NOBODY and lead != 0.0:
            returns[seat] = 1.0 if lead > 0.0 else -1.0
        else:
            returns[seat] = 0.0


def stakes(num_players: int, options: Mapping[str, Any]) -> Stakes:
    """What one player earns the other loses: the match [14] or a lead in points [V5]."""
    if options["reward"] == "outcome":
        return Stakes("zero", -1.0, 1.0)
    # a target may be passed by one point
    by_rounds = POINTS_FOR_REVEAL * (options["rounds"] or 0)
    lead = float(by_rounds or options["target_points"] + POINTS_FOR_REVEAL - 1)
    return Stakes("zero", -lead, lead)


def longest(num_players: int, options: Mapping[str, Any]) -> int:
    """Each card that is dealt is laid or discarded, and taken, once; then a round ends [5-8, 13].

    A round brings a point at least, so a match to a target is over when both could be one short.
    """
    rounds = options["rounds"] or 2 * options["target_points"] - 1
    return int(rounds) * (2 * NUM_SEATS * int(options["hand_size"]) + 1)


# --- what cannot be seen ---


@rule
def redeal_unseen(state: Record, seat: int) -> None:
    """Mix the other hand with the cards aside [2, 15], unless a reveal has shown it [8]."""
    other = next_seat(state, seat)
    if state.seat != NOBODY or not has_shown_hand(state, other):
        deal_hand_anew(state, other)


@rule
def has_shown_hand(state: Record, seat: int) -> bool:
    """Tell whether a player's hand was shown when a round last ended [8, R2]."""
    if state.last_ending == Ending.MISTAKEN_REVEAL:
        return bool(state.last_winner != seat)
    return bool(state.last_ending == Ending.REVEAL)


@rule
def rewind(earlier: Record, later: Record, seat: int) -> int:
    """Put the other hand and the cards aside as they were before the last action [5-7, 15].

    ``earlier`` is that table as a seat knew it. Returns the action, if no round lies between.
    """
    if later.rounds_played != earlier.rounds_played:
        return CANNOT_TELL
    other, action = next_seat(earlier, seat), int(later.actions[earlier.num_actions])
    for kind in range(MAX_KINDS):
        earlier.hands[other, kind] = later.hands[other, kind]
        earlier.aside[kind] = later.aside[kind]
    if earlier.seat == other:
        if KIND_OF[action] == KIND.lay:
            earlier.hands[other, NUMBER_IN_KIND[action]] += 1
        elif KIND_OF[action] == KIND.discard:
            earlier.hands[other, yin_yang(earlier)] += 1
    return action


@rule
def count_all_cards(state: Record) -> int:
    """Count the cards in all places; it is always the whole deck [1]."""
    cards = count_cards(state.aside) + count_cards(state.discard_pile) + int(state.chain_size)
    for seat in range(NUM_SEATS):
        cards += count_cards(state.hands[seat]) + count_cards(state.open_cards[seat])
    return cards
