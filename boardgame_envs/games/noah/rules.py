"""The course of the game. Numbers in brackets are the rules listed in ``__init__.py``.

Each subject has a file of its own: the table as a record (``state.py``), the deal, hands, boats
and what fits on them, what special animals do (``effects.py``), departures with their gifts, who
knows which cards (``knowledge.py``), what is legal, and scoring.
"""

from __future__ import annotations

from boardgame_envs.core.compiled import Record, rule
from boardgame_envs.core.piles import count_cards
from boardgame_envs.core.seats import CHANCE, NOBODY, next_seat, seat_after
from boardgame_envs.games.noah.actions import (
    ANIMAL_IN,
    BOAT_IN,
    CARD_IN,
    KIND,
    KIND_OF,
    OPPONENT_IN,
)
from boardgame_envs.games.noah.boats import (
    has_fitting_card,
    is_full,
    makes_pair,
    put_aboard,
    take_boat,
)
from boardgame_envs.games.noah.cards import CARD_OF, NO_ANIMAL, NO_CARD, NUM_BOATS
from boardgame_envs.games.noah.deal import deal
from boardgame_envs.games.noah.departures import depart, forget_last_gift, give_card
from boardgame_envs.games.noah.effects import (
    choose_drawn_card,
    keeps_noah,
    look,
    looks_at_hand,
    return_card,
    swaps_cards,
    take_drawn_card,
)
from boardgame_envs.games.noah.hands import take_from_hand
from boardgame_envs.games.noah.knowledge import all_miss_card, deal_hands_anew
from boardgame_envs.games.noah.legal import mark_legal_actions as mark_legal_actions
from boardgame_envs.games.noah.rewinding import rewind as rewind
from boardgame_envs.games.noah.scoring import (
    add_tears,
    is_match_over,
    is_round_over,
    next_starter,
)
from boardgame_envs.games.noah.scoring import is_truncated as is_truncated
from boardgame_envs.games.noah.scoring import write_returns as write_returns
from boardgame_envs.games.noah.state import STATE as STATE
from boardgame_envs.games.noah.state import Phase
from boardgame_envs.games.noah.state import write_options as write_options
from boardgame_envs.games.noah.swapping import swap_hidden as swap_hidden

# --- a round begins ---


@rule
def set_up(state: Record) -> None:
    """A match begins with a deal [2]."""
    begin_round(state)


@rule
def begin_round(state: Record) -> None:
    """Clear the table for the next deal [2]."""
    state.seat = CHANCE
    state.phase = Phase.LOAD
    state.active = NOBODY
    state.opponent = NOBODY
    state.drawn = NO_CARD
    state.animal = NO_ANIMAL
    state.is_pair = False
    forget_last_gift(state)


@rule
def draw_chance(state: Record) -> None:
    """Deal the cards of a round [2], or draw a card for a lion [10]."""
    if state.phase == Phase.DRAW:
        choose_drawn_card(state)
    else:
        deal(state)


@rule
def carry_on(state: Record) -> None:
    """After a deal the starter has the first turn [3]; a drawn card changes hands [10]."""
    if state.phase == Phase.DRAW:
        take_drawn_card(state)
        state.phase = Phase.RETURN
        state.seat = state.active
    else:
        begin_turn(state, int(state.starter))


# --- a turn ---


@rule
def begin_turn(state: Record, seat: int) -> None:
    """A player's turn begins; who cannot load Noah's boat takes its animals [4, 7]."""
    state.active = seat
    state.seat = seat
    state.phase = Phase.LOAD
    state.animal = NO_ANIMAL
    state.is_pair = False
    state.loaded = state.noah
    if not has_fitting_card(state, seat, int(state.noah)):
        take_boat(state, seat, int(state.noah))


@rule
def apply_action(state: Record, action: int) -> None:
    """Load, then look or swap, then move Noah, then give [4, 9, 10, 13, 16]."""
    kind = KIND_OF[action]
    if kind == KIND.load:
        load(state, ANIMAL_IN[action])
    elif kind == KIND.look:
        look_at_hand(state, chosen_opponent(state, action))
    elif kind == KIND.draw:
        draw_from_hand(state, chosen_opponent(state, action))
    elif kind == KIND.give_back:
        return_card(state, CARD_IN[action])
        go_on_to_noah(state)
    elif kind == KIND.move_noah:
        move_noah(state, BOAT_IN[action] + 1)
    else:
        give(state, CARD_IN[action], chosen_opponent(state, action))


@rule
def chosen_opponent(state: Record, action: int) -> int:
    """Return the seat of the opponent that an action names [9, 10, 16]."""
    return seat_after(state, int(state.active), OPPONENT_IN[action] + 1)


@rule
def load(state: Record, animal: int) -> None:
    """Put a card on Noah's boat [4]; its effect comes next [9, 10]."""
    seat, boat, card = int(state.active), int(state.loaded), int(CARD_OF[animal])
    state.is_pair = makes_pair(state, boat, animal)
    state.animal = animal
    take_from_hand(state, seat, card)
    all_miss_card(state, seat, card)
    put_aboard(state, boat, animal)
    if looks_at_hand(animal):
        begin_look(state)
    elif swaps_cards(animal):
        begin_draw(state)
    else:
        go_on_to_noah(state)


@rule
def begin_look(state: Record) -> None:
    """The player says at whose hand to look; with two players there is no choice [9, R2]."""
    if state.num_players == 2:
        look_at_hand(state, next_seat(state, int(state.active)))
    else:
        state.phase = Phase.LOOK


@rule
def look_at_hand(state: Record, opponent: int) -> None:
    """See a hand, then move Noah [9]."""
    look(state, opponent)
    go_on_to_noah(state)


@rule
def begin_draw(state: Record) -> None:
    """The player says from whom to draw; with two players there is no choice [10, R2]."""
    state.phase = Phase.DRAW
    if state.num_players == 2:
        draw_from_hand(state, next_seat(state, int(state.active)))


@rule
def draw_from_hand(state: Record, opponent: int) -> None:
    """Chance picks a card of the opponent's hand [10]."""
    state.opponent = opponent
    state.seat = CHANCE


@rule
def go_on_to_noah(state: Record) -> None:
    """The player moves Noah, unless a mule keeps him where he is [13, 14]."""
    if keeps_noah(int(state.animal)):
        end_of_move(state)
    else:
        state.phase = Phase.NOAH


@rule
def move_noah(state: Record, steps: int) -> None:
    """Noah goes to another boat [13]."""
    boat = int(state.noah) + steps
    state.noah = boat if boat < NUM_BOATS else boat - NUM_BOATS
    end_of_move(state)


@rule
def end_of_move(state: Record) -> None:
    """A boat that weighs exactly its limit departs [15]."""
    if is_full(state, int(state.loaded)):
        depart(state, int(state.loaded))
    if state.gifts_due > 0:
        state.phase = Phase.GIVE
    else:
        end_turn(state)


@rule
def give(state: Record, card: int, receiver: int) -> None:
    """Give a card to an opponent; the last gift that was due ends the turn [16]."""
    give_card(state, card, receiver)
    if state.gifts_due == 0:
        forget_last_gift(state)
        end_turn(state)


@rule
def end_turn(state: Record) -> None:
    """The round is over, or cut short, or the next turn begins [17, 18, R6]."""
    state.turns += 1
    if is_round_over(state):
        end_round(state)
    elif state.turns >= state.max_turns:
        state.is_cut_short = True
        state.seat = NOBODY
    elif state.is_pair:
        begin_turn(state, int(state.active))
    else:
        begin_turn(state, next_seat(state, int(state.active)))


@rule
def end_round(state: Record) -> None:
    """All add their tears [19]; the match is over [20], or another round begins [3]."""
    add_tears(state)
    state.rounds_played += 1
    if is_match_over(state):
        state.seat = NOBODY
    else:
        state.starter = next_starter(state)
        begin_round(state)


@rule
def count_rounds(state: Record) -> int:
    """Return after how many rounds tears have been added [19]."""
    return int(state.rounds_played)


# --- what cannot be seen ---


@rule
def redeal_unseen(state: Record, seat: int) -> None:
    """Deal the other hands anew, but for the cards known in them [22, R5].

    Who is to load has a card that fits, or would have taken the boat [7]: all know that.
    """
    deal_hands_anew(state, seat)
    while is_stuck(state):
        deal_hands_anew(state, seat)


@rule
def is_stuck(state: Record) -> bool:
    """Tell whether a player is to load and has no card that fits, which cannot be [7]."""
    if state.seat < 0 or state.phase != Phase.LOAD:
        return False
    return not has_fitting_card(state, int(state.seat), int(state.noah))


@rule
def count_all_cards(state: Record) -> int:
    """Count the cards in all places; it is always the whole deck [1]."""
    in_all = count_cards(state.rest) + count_cards(state.departed)
    for seat in range(state.num_players):
        in_all += count_cards(state.hands[seat])
    for boat in range(NUM_BOATS):
        in_all += int(state.num_aboard[boat])
    return in_all
