"""Noah taught for the options in play [1-20, V1, V2, R6]."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boardgame_envs.core.guide.finding import Lesson
from boardgame_envs.core.information import InformationState
from boardgame_envs.games.noah import cards
from boardgame_envs.games.noah.actions import ANIMAL_IN, KIND, KIND_OF
from boardgame_envs.games.noah.boats import is_full, makes_pair, put_aboard
from boardgame_envs.games.noah.effects import keeps_noah, looks_at_hand, swaps_cards
from boardgame_envs.games.noah.guide.asking import boat_in_words, consequence
from boardgame_envs.games.noah.observation import pile_in_words


def teach(num_players: int, options: Mapping[str, Any]) -> Lesson:
    """Teach the game with the options in play [1-20]."""
    return Lesson(
        goal=goal_lesson(options),
        set_up=set_up_lesson(num_players),
        turn=turn_lesson(num_players),
        end=end_lesson(options),
        notation="`play lion-f` loads an animal: species and sex, m or f; a snail is played as "
        "`snail-m` or `snail-f`. `noah 4` moves Noah to boat 4."
        + (" `look P2`, `draw P2`: a giraffe, a lion." if num_players > 2 else "")
        + " `return cat-m`: after a lion's draw. `give cat-m P2`: a gift.",
    )


def goal_lesson(options: Mapping[str, Any]) -> str:
    """Teach who wins [20, V1, V2, R3]."""
    if options["play_to"] is not None:
        return (
            "Have the fewest tears when somebody has "
            f"{options['play_to']} at the end of a round. Equal fewest tears are a shared win."
        )
    rounds = "one round" if options["rounds"] == 1 else f"{options['rounds']} rounds"
    return f"Have the fewest tears after {rounds}. Equal fewest tears are a shared win."


def set_up_lesson(num_players: int) -> str:
    """Teach the cards, with weight, tears and how many there are [1, 2]."""
    rows = []
    for species in range(cards.NUM_SPECIES):
        name, weight, tears, *_ = cards.TABLE[species]
        number = sum(
            int(cards.COPIES[num_players, card])
            for card in range(cards.NUM_CARDS)
            if cards.SPECIES_OF_CARD[card] == species
        )
        rows.append(f"{name} {weight}/{tears} ×{number}")
    return (
        f"Animals, weight/tears and how many there are: {', '.join(rows)}. Half of each are "
        "male, half female; a snail in a hand has no sex.\n"
        f"A round: five boats in a ring, numbered 1 to 5, with one random animal each; "
        f"{cards.SPARE_BOATS} spare boats; Noah is at boat 1. Each player is dealt "
        f"{cards.HAND_SIZE} cards, hidden; the rest is unused. All that lies in boats is open."
    )


def turn_lesson(num_players: int) -> str:
    """Teach what happens in a turn, in its order [4-16]."""
    whose = "an opponent of your choice" if num_players > 2 else "your opponent"
    split = ", split among opponents as you like" if num_players > 2 else ""
    steps = [
        "Load a card from your hand on Noah's boat. The boat may then weigh at most "
        f"{cards.LIMIT}, or {cards.WOODPECKER_LIMIT} with a woodpecker aboard. From the third "
        "animal on, its sex must be that of the animal two places back. A snail has the sex you "
        "say.\n   If no card of yours fits, you take all animals of the boat into your hand, seen "
        "by all, and then load any card. While a card fits you cannot take.",
        f"Effects: giraffe: you see the hand of {whose}; lion: you draw a random card from "
        f"{whose} and return one, perhaps the same; mule: Noah stays where he is.",
        "Move Noah: after a female to a boat beside his, after a male to one of the two others.",
        "If the loaded boat weighs exactly its limit, it departs, and a spare boat takes its "
        "place. If it is the first of the round you give one card away, if the second two, then "
        f"three, then four{split}.",
        "If your card came right on an animal of its own species (a pair), you have another turn; "
        "else the next player does.",
    ]
    return "\n".join(f"{number}. {step}" for number, step in enumerate(steps, 1))


def end_lesson(options: Mapping[str, Any]) -> str:
    """Teach when a round ends, and what it costs [3, 17, 19, R6]."""
    return (
        "The round ends after a turn when a hand is empty or no spare boat was left for the one "
        "that departed (the fourth). Each player then gets the tears on the cards still in hand. "
        "Who has the most tears begins the next round, with all cards shuffled again. A round of "
        f"{options['max_turns']} turns is cut short, and nobody wins."
    )


def example(information: InformationState, action: int) -> str | None:
    """Tell of an animal that makes a boat depart, or a pair, and asks for no more [8, 15]."""
    if KIND_OF[action] != KIND.load:
        return None
    animal, state = int(ANIMAL_IN[action]), information.imagined
    if keeps_noah(animal) or looks_at_hand(animal) or swaps_cards(animal):
        return None
    boat, after = int(state.noah), state.copy()
    is_pair = makes_pair(state, boat, animal)
    put_aboard(after, boat, animal)
    if not is_pair and not is_full(after, boat):
        return None
    aboard = " ".join(cards.ANIMAL_NAMES[a] for a in state.boats[boat][: state.num_aboard[boat]])
    name = information.legal_actions[action]
    moves = (
        "to one of the two boats beside his"
        if animal % 2 == cards.FEMALE
        else "to one of the two boats that are not beside his"
    )
    return (
        f"Noah is at boat {boat + 1}: {aboard} ({boat_in_words(state, boat)}). You hold "
        f"{pile_in_words(information.view['my_hand'])}. You choose `{name}`: "
        f"{consequence(information, action)}. Then you move Noah {moves}."
    )
