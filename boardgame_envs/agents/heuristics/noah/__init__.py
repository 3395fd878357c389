"""The heuristic for Noah.

1. Shed cards, those with many tears first; after a pair, the next card counts as well. Keep
   cards that fit many boats.
2. Make boats depart: gifts are the quickest way to be rid of tears.
3. Move Noah where the next player, by all that is known and by the odds of what is not, cannot
   load and must take many animals. After a pair the next player is oneself.
4. Give and return what hurts most, to the opponent who is closest to winning.
5. End a round while the others hold more tears than oneself.
"""

from __future__ import annotations

from boardgame_envs.agents.heuristics.compiled_heuristic import CompiledHeuristic, label
from boardgame_envs.agents.heuristics.noah.constants import BY_PLAYERS, CONSTANT, CONSTANTS, FIRST
from boardgame_envs.agents.heuristics.noah.notes import NOTES, empty_boat, put_aboard, read
from boardgame_envs.agents.heuristics.noah.tables import TABLES
from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.games.noah.actions import ACTION, gift_of
from boardgame_envs.games.noah.cards import (
    CARD_OF,
    MAX_PLAYERS,
    MULE,
    NUM_ANIMALS,
    NUM_BOATS,
    NUM_CARDS,
    NUM_OPPONENTS,
    SPARE_BOATS,
    SPECIES_OF_CARD,
    TEARS,
    WEIGHT,
    sex_of,
    species_of,
)
from boardgame_envs.games.noah.effects import may_move_by
from boardgame_envs.games.noah.fitting import ANY_SEX, CARD_FITS, DEPARTS_WITH
from boardgame_envs.games.noah.observation import AT, write_brief_view
from boardgame_envs.games.noah.state import Phase

# --- what the agent looks at ---


@rule
def look(observation: Buffer, notes: Record) -> None:
    """Read what there is to see, with the constants for the number of players."""
    notes.constants[:] = BY_PLAYERS[label(observation, AT.num_players, MAX_PLAYERS - 1)]
    read(observation, notes)


@rule
def look_as_first(observation: Buffer, notes: Record) -> None:
    """Read what there is to see, with the constants of the first edition."""
    notes.constants[:] = FIRST
    read(observation, notes)


# --- what the agent thinks ---


@rule
def burden(notes: Record, card: int) -> float:
    """Return how glad one is to be without a card."""
    weight = notes.constants[CONSTANT.its_weight] * float(WEIGHT[SPECIES_OF_CARD[card]])
    return float(notes.constants[CONSTANT.a_card] + float(TEARS[card]) + weight)


@rule
def cards_that_fit(notes: Record, boat: int) -> Buffer:
    """Return for each card whether it may be loaded on a boat."""
    aboard, needed = notes.num_aboard[boat], ANY_SEX
    if aboard >= 2:
        needed = sex_of(notes.boats[boat, aboard - 2])
    return CARD_FITS[notes.low_limits[boat], notes.weights[boat], needed]


@rule
def chance_to_take(notes: Record, opponent: int, boat: int) -> float:
    """Return the chance that no card of an opponent fits a boat, so that all must be taken."""
    fits = cards_that_fit(notes, boat)
    hidden, unseen, unfit = notes.hand_sizes[opponent + 1], 0, 0
    for card in range(NUM_CARDS):
        if fits[card] and notes.known[opponent, card] > 0:
            return 0.0
        hidden -= notes.known[opponent, card]
        unseen += notes.unseen[card]
        unfit += 0 if fits[card] else notes.unseen[card]
    chance = 1.0
    for drawn in range(hidden):
        chance *= max(unfit - drawn, 0) / max(unseen - drawn, 1)
    return chance


@rule
def worth_of_boat_to_next(notes: Record, boat: int) -> float:
    """Return what it is worth to leave the next player with a boat."""
    aboard = notes.num_aboard[boat] + notes.tears_aboard[boat]
    share = float(notes.constants[CONSTANT.they_take]) / float(notes.num_players - 1)
    return share * chance_to_take(notes, 0, boat) * float(aboard)


@rule
def best_card(notes: Record, boat: int) -> int:
    """Return the card in my hand that I would most gladly load on a boat, -1 if none fits."""
    fits, best = cards_that_fit(notes, boat), -1
    for card in range(NUM_CARDS):
        if (
            fits[card]
            and notes.hand[card] > 0
            and (best < 0 or burden(notes, card) > burden(notes, best))
        ):
            best = card
    return best


@rule
def worth_of_boat_to_me(notes: Record, boat: int) -> float:
    """Return what it is worth to have another turn with a boat: my best card, or a taking."""
    card = best_card(notes, boat)
    if card < 0:
        return -float(notes.num_aboard[boat] + notes.tears_aboard[boat])
    return burden(notes, card)


@rule
def worth_of_open_boats(notes: Record) -> float:
    """Return what it is worth to be able to load boats that Noah may go to."""
    boats = 0
    for boat in range(1, NUM_BOATS):
        boats += int(best_card(notes, boat) >= 0)
    return float(notes.constants[CONSTANT.a_boat_open]) * boats


@rule
def worth_of_boat(notes: Record, boat: int, is_pair: bool) -> float:
    """Return what it is worth that Noah is at a boat when this turn ends."""
    if is_pair:
        return worth_of_boat_to_me(notes, boat)
    return worth_of_boat_to_next(notes, boat)


@rule
def worth_of_ending(notes: Record, my_tears: int) -> float:
    """Return what it is worth that the round ends, by the tears to be expected of the others."""
    unseen, unseen_tears = 0, 0
    for card in range(NUM_CARDS):
        unseen += notes.unseen[card]
        unseen_tears += notes.unseen[card] * TEARS[card]
    theirs = 0.0
    for opponent in range(notes.num_players - 1):
        hidden = notes.hand_sizes[opponent + 1]
        for card in range(NUM_CARDS):
            hidden -= notes.known[opponent, card]
            theirs += notes.known[opponent, card] * TEARS[card]
        theirs += hidden * unseen_tears / max(unseen, 1)
    return theirs / float(notes.num_players - 1) - my_tears


@rule
def tears_in_hand(notes: Record) -> int:
    """Return the tears on my cards."""
    tears = 0
    for card in range(NUM_CARDS):
        tears += notes.hand[card] * TEARS[card]
    return tears


@rule
def worst_card(notes: Record) -> int:
    """Return the card in my hand that I would most gladly be without."""
    worst = -1
    for card in range(NUM_CARDS):
        if notes.hand[card] > 0 and (worst < 0 or burden(notes, card) > burden(notes, worst)):
            worst = card
    return worst


@rule
def leader(notes: Record, mask: Buffer) -> int:
    """Return the opponent closest to winning, by tears so far and cards in hand."""
    best, best_standing = -1, 0.0
    for opponent in range(notes.num_players - 1):
        standing = float(notes.tears[opponent + 1]) + float(notes.hand_sizes[opponent + 1])
        if mask[opponent] and (best < 0 or standing < best_standing):
            best, best_standing = opponent, standing
    return best


# --- what the agent does ---


@rule
def worth_of_load(notes: Record, animal: int) -> float:
    """Return what it is worth to load an animal, and then to move Noah as well as can be."""
    card, aboard = int(CARD_OF[animal]), notes.num_aboard[0]
    is_pair = aboard > 0 and species_of(notes.boats[0, aboard - 1]) == species_of(animal)
    departs = DEPARTS_WITH[notes.low_limits[0], notes.weights[0], animal]
    notes.hand[card] -= 1
    notes.hand_sizes[0] -= 1
    worth = burden(notes, card) + worth_of_gifts(notes, departs) + worth_of_open_boats(notes)
    if species_of(animal) == MULE:
        worth += worth_of_staying(notes, animal, is_pair, departs)
    else:
        worth += worth_of_moving(notes, animal, is_pair)
    notes.hand[card] += 1
    notes.hand_sizes[0] += 1
    return worth


@rule
def worth_of_gifts(notes: Record, departs: bool) -> float:
    """Return what gifts are worth, and the end of the round if this brings it."""
    cards, tears, worth, gifts = notes.hand_sizes[0], tears_in_hand(notes), 0.0, 0
    if departs:
        gifts = min(notes.departures + 1, cards)
    given = 0
    for level in range(4, -1, -1):
        for card in range(NUM_CARDS):
            if TEARS[card] == level:
                count = min(notes.hand[card], gifts - given)
                worth += count * burden(notes, card)
                tears -= count * level
                given += count
    if given == cards or (departs and notes.departures == SPARE_BOATS):
        worth += worth_of_ending(notes, tears)
    return worth


@rule
def worth_of_moving(notes: Record, animal: int, is_pair: bool) -> float:
    """Return what the better of the two boats is worth that Noah may go to."""
    best, found = 0.0, False
    for steps in range(1, NUM_BOATS):
        if may_move_by(animal, steps):
            worth = worth_of_boat(notes, steps, is_pair)
            if not found or worth > best:
                best, found = worth, True
    return best


@rule
def worth_of_staying(notes: Record, animal: int, is_pair: bool, departs: bool) -> float:
    """Return what Noah's boat is worth with a mule aboard, or the new one if it departs."""
    weight, low_limit = notes.weights[0], notes.low_limits[0]
    tears, aboard = notes.tears_aboard[0], notes.num_aboard[0]
    if departs:
        empty_boat(notes, 0)
    else:
        put_aboard(notes, 0, animal)
    worth = worth_of_boat(notes, 0, is_pair)
    notes.weights[0], notes.low_limits[0] = weight, low_limit
    notes.tears_aboard[0], notes.num_aboard[0] = tears, aboard
    return worth


@rule
def choose_load(notes: Record, mask: Buffer) -> int:
    """Return the animal whose loading is worth most."""
    best, best_worth = -1, 0.0
    for animal in range(NUM_ANIMALS):
        if mask[ACTION.load + animal]:
            worth = worth_of_load(notes, animal)
            if best < 0 or worth > best_worth:
                best, best_worth = ACTION.load + animal, worth
    return best


@rule
def choose_boat(notes: Record, mask: Buffer) -> int:
    """Return the move of Noah that is worth most."""
    best, best_worth = -1, 0.0
    for steps in range(1, NUM_BOATS):
        if mask[ACTION.move_noah + steps - 1]:
            worth = worth_of_boat(notes, steps, bool(notes.is_pair))
            if best < 0 or worth > best_worth:
                best, best_worth = ACTION.move_noah + steps - 1, worth
    return best


@rule
def choose_gift(notes: Record, mask: Buffer) -> int:
    """Give the worst cards: of as many as are due, the one that comes first in order."""
    chosen, first = notes.gifts_due, -1
    for level in range(4, -1, -1):
        for card in range(NUM_CARDS):
            if TEARS[card] == level and chosen > 0 and can_give(mask, card):
                chosen -= notes.hand[card]
                if first < 0 or card < first:
                    first = card
    start = gift_of(first, 0)
    return start + leader(notes, mask[start : start + NUM_OPPONENTS])


@rule
def can_give(mask: Buffer, card: int) -> bool:
    """Tell whether a card may be given to anybody now."""
    start = gift_of(card, 0)
    return bool(mask[start : start + NUM_OPPONENTS].any())


@rule
def choose_action(observation: Buffer, mask: Buffer, notes: Record) -> int:
    """Decide what is to be decided."""
    if notes.phase == Phase.LOAD:
        return choose_load(notes, mask)
    if notes.phase == Phase.NOAH:
        return choose_boat(notes, mask)
    if notes.phase == Phase.LOOK:
        return int(ACTION.look)  # at the hand of the next player, against whom Noah moves
    if notes.phase == Phase.DRAW:
        opponents = mask[ACTION.draw : ACTION.draw + NUM_OPPONENTS]
        return int(ACTION.draw) + leader(notes, opponents)
    if notes.phase == Phase.RETURN:
        return int(ACTION.give_back) + worst_card(notes)
    return choose_gift(notes, mask)


class Heuristic(CompiledHeuristic):
    """Sheds tears, and thinks of the boat that the next player will find."""

    look = staticmethod(look)
    read = staticmethod(read)
    choose_action = staticmethod(choose_action)
    view = staticmethod(write_brief_view)
    notes = NOTES
    constants = CONSTANTS


class FirstEdition(Heuristic):
    """The heuristic as it was at first, for good: a yardstick does not get easier or harder."""

    look = staticmethod(look_as_first)


class ThirdEdition(CompiledHeuristic):
    """Judges each action by tables: stronger, and slower, for it reads what is said of actions."""

    look, choose_action = TABLES.rules()
    look, choose_action = staticmethod(look), staticmethod(choose_action)
    notes = TABLES.notes


EDITIONS = {"first": FirstEdition, "second": Heuristic, "third": ThirdEdition}
