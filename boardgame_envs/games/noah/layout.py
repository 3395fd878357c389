"""The named parts of what a player of Noah sees, and how their numbers are coded.

Players are counted clockwise from the observer (0), boats clockwise from Noah's (0).
"""

# the layout is a table: one part, one line
# ruff: noqa: E501

from __future__ import annotations

from boardgame_envs.core.layout import Flag, Layout, Number, OneOf
from boardgame_envs.games.noah import cards
from boardgame_envs.games.noah.state import MAX_PLAY_TO, MAX_ROUNDS, MAX_TURNS, PHASES

# what is beyond these is shown as these
SHOWN_ROUNDS = 6
SHOWN_TEARS = 26  # missing to the end of a match [V1]
SHOWN_LEAD = 20
SHOWN_HAND = 10
SHOWN_FITTING = 4
SHOWN_HARM = 32  # in quarters
SHOWN_BURDEN = 16
SHOWN_STANDING = 12
SHOWN_HAND_TEARS = 16
SHOWN_SHED = 12
SHOWN_WORSE = 5
EVEN_END = 4  # a round ends with as many tears for me as for others
SHOWN_END = 12
# chances are shown as 0 if none, then in these steps, the last one for what is certain
CHANCES = (0.02, 0.06, 0.12, 0.25, 0.5, 0.75, 1.0)
SURE = len(CHANCES) + 1
CHANCE_STEPS = "0: none, 2 to 7: from 2, 6, 12, 25, 50, 75 %, 8: certain"
MOVES = cards.NUM_BOATS - 1
MOST_TEARS = int(cards.TEARS.max())
SEATS = tuple(range(cards.MAX_PLAYERS))

LAYOUT = Layout(
    (
        # the options
        OneOf("num_players", "how many play", labels=tuple(range(cards.FEWEST_PLAYERS, cards.MAX_PLAYERS + 1))),
        Flag("reward_points", "tears are the reward, not the match"),
        OneOf("rounds_left", "rounds left, this one included, 6: or more; none: the match goes to a number of tears", labels=tuple(range(SHOWN_ROUNDS + 1))),
        Number("play_to", "that number of tears; 0: the match goes over rounds", highest=MAX_PLAY_TO),
        Number("turns_left", "turns after which this round is cut short", highest=MAX_TURNS),
        # the match, players in order from me
        Number("tears", "tears of each player", (cards.MAX_PLAYERS,), highest=cards.DECK_TEARS * MAX_ROUNDS),
        Number("tears_missing", "tears of each player missing to the end of the match, 26: or more, or it goes over rounds", (cards.MAX_PLAYERS,), highest=SHOWN_TEARS),
        Number("tears_to_mine", "20 and the tears of each opponent less mine, 0 and 40: or beyond", (cards.NUM_OPPONENTS,), highest=2 * SHOWN_LEAD),
        OneOf("starter", "who began this round", labels=SEATS),
        OneOf("to_act", "who decides; none: the match is over", labels=SEATS),
        OneOf("phase", "what is decided", labels=PHASES),
        # the turn
        OneOf("animal", "the animal played in this turn", labels=cards.ANIMAL_NAMES),
        Flag("pair", "it made a pair: the same player has another turn"),
        OneOf("opponent", "with whom the lion swaps a card", labels=SEATS),
        OneOf("drawn", "the card that my lion has drawn", private=True, labels=cards.CARD_NAMES),
        OneOf("gifts_due", "gifts still to be given", labels=tuple(range(1, cards.SPARE_BOATS + 2))),
        OneOf("last_gift", "the card I gave last in this turn", private=True, labels=cards.CARD_NAMES),
        OneOf("last_receiver", "to whom I gave it", private=True, labels=SEATS),
        # the cards
        Number("my_hand", "cards of each kind in my hand", (cards.NUM_CARDS,), private=True, highest=cards.MAX_COPIES),
        Number("hand_sizes", "cards in the hand of each player", (cards.MAX_PLAYERS,), highest=cards.DECK_SIZE),
        OneOf("few_cards", "cards in the hand of each player, 10: or more", (cards.MAX_PLAYERS,), labels=tuple(range(SHOWN_HAND + 1))),
        Number("known", "cards of each kind that I know in the hand of each opponent", (cards.NUM_OPPONENTS, cards.NUM_CARDS), private=True, highest=cards.MAX_COPIES),
        Number("unseen", "cards of each kind that may be anywhere: in other hands, beyond those I know, or unused", (cards.NUM_CARDS,), private=True, highest=cards.MAX_COPIES),
        Number("departed", "cards of each kind that have departed", (cards.NUM_CARDS,), highest=cards.MAX_COPIES),
        # the boats, in order from Noah's
        OneOf("noah", "the number of Noah's boat less one", labels=tuple(range(cards.NUM_BOATS))),
        OneOf("departures", "boats that have left in this round", labels=tuple(range(cards.SPARE_BOATS + 2))),
        Number("boats", "the animals aboard each boat in order, each its place in the list of animals, 0: none", (cards.NUM_BOATS, cards.MAX_ABOARD), highest=cards.NUM_ANIMALS),
        OneOf("room", "limit of each boat less its weight", (cards.NUM_BOATS,), labels=tuple(range(cards.LIMIT + 1))),
        Flag("woodpecker", "there is a woodpecker aboard: the limit is 13", (cards.NUM_BOATS,)),
        OneOf("needed_sex", "the sex that the next animal must have; none: any", (cards.NUM_BOATS,), labels=cards.SEXES),
        OneOf("top", "the species of the last animal aboard; none: the boat is empty", (cards.NUM_BOATS,), labels=cards.SPECIES_NAMES),
        Number("tears_aboard", "tears on the animals aboard", (cards.NUM_BOATS,), highest=cards.DECK_TEARS),
        # at a glance
        Flag("my_fitting", "cards of my hand that fit each boat", (cards.NUM_BOATS, cards.NUM_CARDS), private=True),
        Flag("my_pairs", "animals of my hand that fit Noah's boat and make a pair", (cards.NUM_ANIMALS,), private=True),
        Flag("my_departures", "animals of my hand that make Noah's boat depart", (cards.NUM_ANIMALS,), private=True),
        # of each opponent
        Number("rival_hidden", "cards in the hand that I do not know, 10: or more", (cards.NUM_OPPONENTS,), private=True, highest=SHOWN_HAND),
        Number("rival_tears", "tears to be expected in the hand, 16: or more", (cards.NUM_OPPONENTS,), private=True, highest=SHOWN_HAND_TEARS),
        Number("rival_card", "tears to be expected on a card of the hand, in quarters", (cards.NUM_OPPONENTS,), private=True, highest=4 * MOST_TEARS),
        Number("rival_standing", "tears and cards beyond the fewest of any opponent, 12: or more", (cards.NUM_OPPONENTS,), private=True, highest=SHOWN_STANDING),
        # of each animal that I may load now
        Number("load_tears", "tears that leave my hand by it, with gifts of the most tears, 12: or more", (cards.NUM_ANIMALS,), private=True, highest=SHOWN_SHED),
        Number("load_cards", "cards left in my hand after it and the gifts, 10: or more", (cards.NUM_ANIMALS,), private=True, highest=SHOWN_HAND),
        Number("load_end", "0: the round goes on; else it ends, 4: with as many tears in my hand as are to be expected in another, 5: with one less, 12: with 8 less or more, 1: with 3 more or worse", (cards.NUM_ANIMALS,), private=True, highest=SHOWN_END),
        Number("load_room", "limit of the boat less its weight after it, 0: it departs", (cards.NUM_ANIMALS,), private=True, highest=cards.LIMIT),
        Number("load_sex", "the sex that the boat in that place then needs, 0: any, 1: m, 2: f", (cards.NUM_ANIMALS,), private=True, highest=len(cards.SEXES)),
        Number("load_fitting", "cards left in my hand that fit that boat, 4: or more", (cards.NUM_ANIMALS,), private=True, highest=SHOWN_FITTING),
        Flag("load_prepares", "one of them would make it depart", (cards.NUM_ANIMALS,), private=True),
        Number("load_places", "other boats that the card would fit as well", (cards.NUM_ANIMALS,), private=True, highest=MOVES),
        Number("load_open", "other boats that a card left in my hand fits", (cards.NUM_ANIMALS,), private=True, highest=MOVES),
        Number("load_takes", f"chance that the next player must take the boat where Noah harms most, {CHANCE_STEPS}", (cards.NUM_ANIMALS,), private=True, highest=SURE),
        Number("load_harm", "animals and tears to be expected to be taken there, in quarters, 32: or more", (cards.NUM_ANIMALS,), private=True, highest=SHOWN_HARM),
        Number("load_pairs", f"chance that the next player can make a pair, where that is least likely, {CHANCE_STEPS}", (cards.NUM_ANIMALS,), private=True, highest=SURE),
        Number("load_departs", f"chance that the next player can make a boat depart, where that is least likely, {CHANCE_STEPS}", (cards.NUM_ANIMALS,), private=True, highest=SURE),
        Number("load_again", "0: it makes no pair; else the next turn is mine: 1: I shall have to take, 2 to 6: I can load a card with up to 0 to 4 tears", (cards.NUM_ANIMALS,), private=True, highest=MOST_TEARS + 2),
        Flag("load_goes_on", "it makes a pair, and then I can make another or a departure", (cards.NUM_ANIMALS,), private=True),
        # of each boat that I may move Noah to now, for who comes next: after a pair that is me
        Number("noah_room", "limit of the boat less its weight", (MOVES,), private=True, highest=cards.LIMIT),
        Number("noah_sex", "the sex that it needs, 0: any, 1: m, 2: f", (MOVES,), private=True, highest=len(cards.SEXES)),
        Number("noah_burden", "animals aboard and their tears, 16: or more", (MOVES,), private=True, highest=SHOWN_BURDEN),
        Number("noah_fitting", "cards in my hand that fit it, 4: or more", (MOVES,), private=True, highest=SHOWN_FITTING),
        Number("noah_best", "0: no card in my hand fits it, 1 to 5: one with up to 0 to 4 tears does", (MOVES,), private=True, highest=MOST_TEARS + 1),
        Number("noah_takes", f"chance that who comes next must take it, {CHANCE_STEPS}", (MOVES,), private=True, highest=SURE),
        Number("noah_harm", "animals and tears to be expected to be taken, in quarters, 32: or more", (MOVES,), private=True, highest=SHOWN_HARM),
        Number("noah_pairs", f"chance that who comes next can make a pair, {CHANCE_STEPS}", (MOVES,), private=True, highest=SURE),
        Number("noah_departs", f"chance that who comes next can make it depart, {CHANCE_STEPS}", (MOVES,), private=True, highest=SURE),
        # of each card that I may return or give now
        Number("return_places", "boats that the card fits", (cards.NUM_CARDS,), private=True, highest=cards.NUM_BOATS),
        Number("return_goes_on", "boats on which it makes a pair or a departure", (cards.NUM_CARDS,), private=True, highest=cards.NUM_BOATS),
        Number("gift_worse", "cards I may still give that have more tears, or as many and an earlier place, 5: or more", (cards.NUM_CARDS, cards.NUM_OPPONENTS), private=True, highest=SHOWN_WORSE),
        Number("gift_standing", "tears and cards of the receiver beyond the fewest of any opponent, 12: or more", (cards.NUM_CARDS, cards.NUM_OPPONENTS), private=True, highest=SHOWN_STANDING),
        Number("gift_use", "0: the receiver does not come next; else the card 1: does not fit Noah's boat, 2: fits it, 3: makes a pair or a departure", (cards.NUM_CARDS, cards.NUM_OPPONENTS), private=True, highest=3),
    ),
    first_feature="rival_hidden",
)  # fmt: skip

# how long an observation is without what can be worked out from it
SEEN_SIZE = LAYOUT.seen.size

# where each part begins, and what its numbers are divided by
AT = LAYOUT.offsets()
HIGHEST = LAYOUT.highest()
