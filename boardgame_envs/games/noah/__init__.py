"""Noah: get your animals into the boats before the others do.

Rulebook: «Ной» (Noah), Bruno Cathala and Ludovic Maublanc; Russian edition translated by
Игровед, published by Стиль Жизни. The rulebook does not print the list of cards; the one below is
that of the published deck. Restated here in our own words.

1. The deck has 47 animals. Each has a species with its weight and tears, and a sex (m or f):
   woodpecker (weight 0, tears 2), parrot (0, 2), snail (1, 2), cat (2, 1), kangaroo (3, 1),
   panda (4, 4), lion (5, 1), mule (6, 1), bear (7, 0), giraffe (8, 0), rhinoceros (9, 0) and
   elephant (10, 0). With 2 or 3 players there are one male and one female of each, but two and
   two of parrot, cat and kangaroo, and three snails: 31 cards. With 4 players a pair more of
   cat, kangaroo, panda and lion: 39. With 5 also a pair more of parrot, panda and mule, and two
   snails: 47.
2. 2 to 5 players. For a round, five boats lie in a ring, numbered 1 to 5 clockwise, three
   spare boats in the middle; Noah is at boat 1. Shuffle the deck; one animal goes on each boat
   (a snail with a random sex), eight cards to each player, hidden; the rest is unused in this
   round. The boats, with their animals in order, and the sizes of the hands are public.
3. A random player begins the first round, the player with the most tears each later one.
4. A turn: load a card from your hand on Noah's boat. It must fit by weight and by sex.
5. Weight: the boat with the card may not weigh more than its limit, which is 21.
6. Sex: any on a boat with no animal or one; from the third animal on it must be the sex of the
   animal two places back. So all are alike, or they alternate, as the second one decides.
7. A player without a card that fits takes all animals of the boat into their hand, and then
   loads any card on the empty boat. While a card fits, the boat cannot be taken.
8. A card that comes right on an animal of its species, whatever the sexes, makes a pair: its
   player has another turn after this one.
9. Giraffe: its player sees the hand of an opponent of their choice.
10. Lion: its player draws a random card from an opponent of their choice, and then returns a
    card to that opponent, perhaps the same. Only these two know which cards.
11. Snail: its player says which sex it has, one that fits. In a hand it has none.
12. Woodpecker: with one aboard the limit of a boat is 13.
13. Then the player moves Noah: after a female to a boat beside his, after a male to one of the
    two others.
14. Mule: Noah stays where he is.
15. A boat that now weighs exactly its limit departs with its animals, and an empty spare boat
    takes its place.
16. The player who made the first, second, third or fourth boat of a round depart gives one,
    two, three or four cards (all, if there are fewer) to opponents, split at will. Only giver
    and receiver know which cards.
17. The round ends, after all this, when a hand is empty or no spare boat was there to take the
    place of one that departed (the fourth).
18. Otherwise the same player goes on after a pair, the next one clockwise if there was none.
19. Each player adds the tears on the cards left in hand. For the next round all cards are
    shuffled again and all boats return.
20. After three rounds the fewest tears win.
21. Rewards: on the last step the winners share +1 and the others share -1; if all are equal
    everybody gets 0.
22. A player knows their own hand, what lies open, the sizes of the hands, and cards of an
    opponent: those seen by a giraffe, given or returned to that opponent, or taken from a boat
    for all to see; never the other cards in hands, or those unused.

Variants:
V1. Option play_to (26 in the rulebook): rounds are played until somebody has that many tears.
V2. Option rounds: another number of rounds.
V3. Option reward="points": after each round, the mean of all players' tears in it less one's own.

Rulings:
R1. Of several with the most tears the first one clockwise from the last starter begins, the
    last starter included.
R2. The effects of giraffe and lion are not optional. With two players nobody is asked whose
    hand it is.
R3. Equal fewest tears are a shared win.
R4. Gifts are named in order: by card in the order of rule 1 (m before f), then by seat. So every
    way to give is one sequence of actions, and a gift that could not be followed by enough
    others is not legal.
R5. What is known of an opponent is a count of each card. It falls when the opponent is seen to
    play such a card or gives or returns it to the observer, or the observer draws it. All is
    forgotten when that opponent gives away a card unseen, or swaps by a lion that is not the
    observer's own.
R6. Option max_turns: a round that has not ended after this number of turns is cut short and not
    scored, and the match ends there; nobody wins.
R7. In every round Noah begins at boat 1, and a snail that is dealt to a boat has a random sex; the
    rulebook leaves both open.
R8. Chance decides who begins the first round; the rulebook has the smallest player begin.
R9. A player with fewer cards than gifts are due gives all of them.
"""

from boardgame_envs.core.game import ActionFeature, Game
from boardgame_envs.core.options import Choice, Option, OrNone, WholeNumber
from boardgame_envs.games.noah import cards, notation, observation, rules, scoring, secrets, state
from boardgame_envs.games.noah.actions import ACTIONS

GAME = Game(
    name="noah",
    title="Noah",
    version=0,
    players=range(cards.FEWEST_PLAYERS, cards.MAX_PLAYERS + 1),
    default_players=4,
    options=(
        Option("rounds", 3, WholeNumber(1, state.MAX_ROUNDS), "number of rounds"),
        Option(
            "play_to",
            None,
            OrNone(WholeNumber(1, state.MAX_PLAY_TO)),
            "26: the rulebook's variant: play until somebody has that many tears; rounds is then "
            "not looked at",
        ),
        Option(
            "max_turns",
            500,
            WholeNumber(1, state.MAX_TURNS),
            "turns after which a round that has not ended is cut short",
        ),
        Option(
            "reward",
            "outcome",
            Choice(("outcome", "points")),
            "+1 shared by the winners and -1 by the others, or tears after each round",
        ),
    ),
    actions=ACTIONS,
    phases=state.PHASES,
    rules=rules,
    observation=observation,
    notation=notation,
    secrets=secrets,
    rules_in_words=str(__doc__),
    action_features=(
        ActionFeature("my_pairs", "load"),
        ActionFeature("my_departures", "load"),
        ActionFeature("load_tears", "load", in_trunk=False),
        ActionFeature("load_cards", "load", in_trunk=False),
        ActionFeature("load_end", "load", in_trunk=False),
        ActionFeature("load_room", "load", in_trunk=False),
        ActionFeature("load_sex", "load", in_trunk=False),
        ActionFeature("load_fitting", "load", in_trunk=False),
        ActionFeature("load_prepares", "load", in_trunk=False),
        ActionFeature("load_places", "load", in_trunk=False),
        ActionFeature("load_open", "load", in_trunk=False),
        ActionFeature("load_takes", "load", in_trunk=False),
        ActionFeature("load_harm", "load", in_trunk=False),
        ActionFeature("load_pairs", "load", in_trunk=False),
        ActionFeature("load_departs", "load", in_trunk=False),
        ActionFeature("load_again", "load", in_trunk=False),
        ActionFeature("load_goes_on", "load", in_trunk=False),
        ActionFeature("rival_hidden", "look"),
        ActionFeature("rival_tears", "look"),
        ActionFeature("rival_card", "look"),
        ActionFeature("rival_standing", "look"),
        ActionFeature("rival_hidden", "draw"),
        ActionFeature("rival_tears", "draw"),
        ActionFeature("rival_card", "draw"),
        ActionFeature("rival_standing", "draw"),
        ActionFeature("return_places", "give_back"),
        ActionFeature("return_goes_on", "give_back"),
        ActionFeature("noah_room", "move_noah"),
        ActionFeature("noah_sex", "move_noah"),
        ActionFeature("noah_burden", "move_noah"),
        ActionFeature("noah_fitting", "move_noah"),
        ActionFeature("noah_best", "move_noah"),
        ActionFeature("noah_takes", "move_noah"),
        ActionFeature("noah_harm", "move_noah"),
        ActionFeature("noah_pairs", "move_noah"),
        ActionFeature("noah_departs", "move_noah"),
        ActionFeature("gift_worse", "give", in_trunk=False),
        ActionFeature("gift_standing", "give", in_trunk=False),
        ActionFeature("gift_use", "give", in_trunk=False),
    ),
    example_options=(
        {},
        {"play_to": 26},
        {"rounds": 1, "reward": "points"},
        {"rounds": 2, "max_turns": 12},
    ),
    stakes=scoring.stakes,
    longest=scoring.longest,
)
