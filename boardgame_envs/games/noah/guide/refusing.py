"""Why an action of Noah is not legal, by the number of a rule [2, 4-7, 9-16, R4]."""

from __future__ import annotations

from boardgame_envs.core.guide.finding import Refusal
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.seats import seat_name
from boardgame_envs.games.noah import cards
from boardgame_envs.games.noah.actions import (
    ANIMAL_IN,
    CARD_IN,
    KIND,
    KIND_OF,
    OPPONENT_IN,
    opponent_of,
)
from boardgame_envs.games.noah.cards import CARD_OF, FEMALE, sex_of, species_of
from boardgame_envs.games.noah.fitting import (
    FITS_BY_WEIGHT,
    has_low_limit,
    limit_with,
    needed_sex,
)
from boardgame_envs.games.noah.state import Phase

# what is to be done in each phase, by which rule, and by which kind of action
TASKS = {
    Phase.LOAD: ("You are to load Noah's boat now.", "4", KIND.load),
    Phase.LOOK: ("You are to say whose hand you see now.", "9", KIND.look),
    Phase.DRAW: ("You are to say from whom you draw a card now.", "10", KIND.draw),
    Phase.RETURN: ("You are to return a card now.", "10", KIND.give_back),
    Phase.NOAH: ("You are to move Noah now.", "13", KIND.move_noah),
    Phase.GIVE: ("You are to give cards away now.", "16", KIND.give),
}
SEX_WORDS = ("male", "female")


def refuse(information: InformationState, action: int) -> Refusal:
    """Tell why an action is not legal [4, 9, 10, 13, 16]."""
    words, rule, kind = TASKS[Phase(int(information.imagined.phase))]
    if KIND_OF[action] != kind:
        return Refusal(words, (rule,))
    if OPPONENT_IN[action] >= information.num_players - 1:
        return Refusal(f"There are only {information.num_players} players.", ("2",))
    if kind == KIND.load:
        return refuse_load(information, int(ANIMAL_IN[action]))
    if kind == KIND.move_noah:
        sex, where = (
            ("a female", "one beside his")
            if sex_of(int(information.imagined.animal)) == FEMALE
            else ("a male", "one of the two that are not beside his")
        )
        return Refusal(f"After {sex} animal Noah goes to another boat, {where}.", ("13",))
    card = int(CARD_IN[action])
    if not information.imagined.hands[information.seat, card]:
        return Refusal(f"You hold no {cards.CARD_NAMES[card]}.", (rule,))
    return refuse_gift(information, card, int(OPPONENT_IN[action]))


def refuse_load(information: InformationState, animal: int) -> Refusal:
    """Tell why an animal cannot be loaded: hand, weight or sex [4-6, 11, 12]."""
    state, boat = information.imagined, int(information.imagined.noah)
    card, name = int(CARD_OF[animal]), cards.ANIMAL_NAMES[animal]
    if not state.hands[information.seat, card]:
        return Refusal(f"You hold no {cards.CARD_NAMES[card]}.", ("4",))
    weight, limit = int(state.weights[boat]), int(state.limits[boat])
    if not FITS_BY_WEIGHT[has_low_limit(state, boat), weight, animal]:
        # with a woodpecker, aboard or about to be, the limit is the lower one
        most = limit_with(limit, animal)
        heavy = int(cards.WEIGHT[species_of(animal)])
        rules = ("5", "12") if most == cards.WOODPECKER_LIMIT else ("5",)
        return Refusal(
            f"Boat {boat + 1} weighs {weight} and may weigh {most} with it; {name} weighs {heavy}.",
            rules,
        )
    needed = SEX_WORDS[needed_sex(state, boat)]
    return Refusal(
        f"The next animal on boat {boat + 1} must be {needed}, as the one two places back.",
        ("6", "11") if card == cards.SNAIL_CARD else ("6",),
    )


def refuse_gift(information: InformationState, card: int, opponent: int) -> Refusal:
    """Tell why a card that is held cannot be given now: gifts go in order [16, R4]."""
    state = information.imagined
    last, name = int(state.last_gift), cards.CARD_NAMES[card]
    receiver = opponent_of(state, opponent)
    if card < last or (card == last and receiver < int(state.last_receiver)):
        before = f"{cards.CARD_NAMES[last]} to {seat_name(int(state.last_receiver))}"
        return Refusal(
            f"Gifts are named in order: {name} to {seat_name(receiver)} comes before {before}.",
            ("R4",),
        )
    return Refusal(
        f"Gifts are named in order: from {name} on you hold fewer cards than the "
        f"{int(state.gifts_due)} you have to give.",
        ("R4",),
    )


def refuse_words(information: InformationState, text: str) -> Refusal | None:
    """Tell that a boat is not taken by choice, and that the sexes of animals matter [6, 7]."""
    words = text.lower().split()
    if words[:1] == ["take"]:
        return Refusal("A boat is taken by who has no card that fits, and only then.", ("7",))
    if words[:1] in (["noah"], ["boat"]) and int(information.imagined.phase) != Phase.NOAH:
        task, rule, _ = TASKS[Phase(int(information.imagined.phase))]
        return Refusal(task, (rule,))
    if words[:1] == ["noah"]:
        return Refusal("Noah goes to another one of the five boats.", ("13",))
    return None
