"""Elements: outbid your opponent, but stay within the limit.

Rulebook: «Сила стихий» (Elements), team Saien, illustrated by Dennis Lohausen; Russian
edition by Стиль Жизни under licence of Pegasus Spiele, 2016. Restated here in our own words.

1. The deck has 16 cards: Wood 1, Fire 2, Earth 3, Metal 4 and Water 5, two of each, and six
   Yin-Yangs of value 6.
2. Two players. For a round, shuffle all cards and deal six to each, hidden from the other.
   The other four go aside face down; nobody learns them in this round.
3. The starter has the first turn; then turns alternate. A turn is one action. All actions are
   public.
4. Cards are laid in the middle, where they form the chain, every card visible in its order.
   The sum of the chain is the limit; an empty chain is a limit of 0. A player's total is the
   sum of their cards in hand and of their open cards.
5. Lay: put a card from your hand on top of the chain.
6. Take: put the top card of the chain, if there is one, before you. It is one of your open
   cards for the rest of the round and can neither be laid nor discarded.
7. Discard: put a Yin-Yang from your hand face up on the discard pile. No other card can be
   discarded.
8. Reveal: only if your total is not over the limit. Your hand is shown, then your opponent's;
   the round ends.
9. After a reveal: if the opponent's total is over the limit, the revealer gets 2 points. If
   both are within it, the higher total gets 2 points; if they are equal, the opponent of the
   revealer does.
10. Surrender: the round ends, the opponent gets 1 point, and no hand is shown.
11. With no card in hand and a total over the limit a player can only surrender.
12. For the next round everything is reshuffled. The winner of a round starts the next one.
13. The first player with 6 points wins the match.
14. Rewards: on the last step +1 to the winner and -1 to the loser, 0 to both for a draw.
15. A player knows their own hand, all places that lie open, the sizes of the hands, the points,
    who started, and every action of the round; never the other hand or the cards aside.

Variants:
V1. Option surrender=False: nobody can surrender.
V2. Option rounds: a number of rounds instead of a target; most points win, equal is a draw.
V3. Option mistaken_reveal=True: a total over the limit may be revealed, at any turn.
V4. Options values, copies and hand_size: smaller decks for research. The highest value is the
    Yin-Yang of such a deck.
V5. Option reward="points": each round's points, for the winner and against the loser.
V6. Option take_with_empty_hand=False: with no card in hand a player cannot take, and is left with
    reveal and surrender.

Rulings:
R1. With an empty hand and a total within the limit, take stays legal (11 is about totals over
    the limit). The rulebook names only reveal and surrender for an empty hand; V6 takes it at
    its word.
R2. A reveal over the limit, at a table a slip of counting that costs 2 points, is illegal here.
    The variant V3 makes it legal: then only the revealer's hand is shown, and the opponent gets
    the 2 points, whatever their own total is.
R3. Chance decides who starts the first round.
R4. In V1 a player with an empty hand and a total over the limit may take while the chain has
    cards (in V6 not even that). A player who has no action at all when their turn comes loses the
    round at once: 2 points to the opponent.
R5. How the round before ended, with the hands that it has shown, is remembered during the next
    one.
"""

from boardgame_envs.core.game import Game
from boardgame_envs.core.options import Choice, ListOf, Option, OrNone, Switch, WholeNumber
from boardgame_envs.games.elements import cards, notation, observation, rules, secrets
from boardgame_envs.games.elements.actions import ACTIONS

GAME = Game(
    name="elements",
    title="Elements",
    version=0,
    players=range(cards.NUM_SEATS, cards.NUM_SEATS + 1),
    default_players=cards.NUM_SEATS,
    options=(
        Option("target_points", 6, WholeNumber(1, 1000), "points that win the match"),
        Option(
            "rounds",
            None,
            OrNone(WholeNumber(1, 1000)),
            "a fixed number of rounds instead; target_points is then not looked at",
        ),
        Option("surrender", True, Switch(), "False: nobody can surrender"),
        Option(
            "take_with_empty_hand", True, Switch(), "False: who has no card in hand cannot take"
        ),
        Option("mistaken_reveal", False, Switch(), "True: revealing over the limit is legal"),
        Option(
            "values",
            list(cards.VALUES),
            ListOf(WholeNumber(1, cards.MAX_VALUE), cards.MAX_KINDS),
            "the values in the deck; the highest is the Yin-Yang",
        ),
        Option(
            "copies",
            list(cards.COPIES),
            ListOf(WholeNumber(1, cards.MAX_CARDS), cards.MAX_KINDS),
            "how many cards there are of each value",
        ),
        Option(
            "hand_size",
            cards.HAND_SIZE,
            WholeNumber(1, cards.MAX_HAND_SIZE),
            "cards dealt to each player",
        ),
        Option(
            "reward",
            "outcome",
            Choice(("outcome", "points")),
            "+1/-1 for the match, or the points of each round",
        ),
    ),
    actions=ACTIONS,
    phases=("turn",),
    rules=rules,
    observation=observation,
    notation=notation,
    secrets=secrets,
    rules_in_words=str(__doc__),
    example_options=(
        {},
        {"surrender": False},
        {"mistaken_reveal": True},
        {"surrender": False, "mistaken_reveal": True, "rounds": 2},
        {"rounds": 3, "reward": "points"},
        {"values": [1, 2, 3], "copies": [2, 2, 3], "hand_size": 2, "target_points": 2},
        {"values": [9, 4], "copies": [7, 8], "hand_size": 7, "surrender": False},
        {"hand_size": 8, "target_points": 13},
        {"take_with_empty_hand": False},
        {"take_with_empty_hand": False, "surrender": False, "reward": "points"},
        {"take_with_empty_hand": False, "surrender": False, "mistaken_reveal": True, "rounds": 3},
    ),
    stakes=rules.stakes,
    longest=rules.longest,
    # one round with few cards, for its points: small enough to be solved, and worth bluffing in
    small_options=tuple(
        {**deck, "hand_size": 2, "rounds": 1, "reward": "points"}
        for deck in (
            {"values": [1, 2, 3], "copies": [2, 2, 3]},
            {"values": [1, 2, 3, 4], "copies": [2, 2, 2, 2]},
        )
    ),
)
