"""Cart: load sacks without breaking the axle. A toy game, invented as an example.

Rulebook: this list is all there is; the game has no publisher.

1. The box holds 20 sack cards: four each of weight 1, 2, 3, 4 and 5.
2. Set-up: shuffle the deck and deal three cards to each player. Seat 0 begins.
3. On your turn, load one card from your hand onto the cart.
4. If the cart now carries exactly 10, it drives off: score one point per card on it.
5. If it carries more than 10, it breaks down: lose one point per card on it.
   In both cases the cards go to the discard pile and the cart is empty.
6. Then draw a card from the shuffled deck, if there is one. The turn passes to the left, over
   players who have no card.
7. The game ends when no hand has a card. The most points win; equal is a shared win.
8. Rewards: the points, as they are scored.

Variants:
V1. Strong cart: the cart carries 12 instead of 10.
V2. Option max_turns: the game is cut short after so many turns.
V3. Option heavy_hand: who is dealt at least this weight breaks the axle before the first turn. That
    player loses a point per card in hand, and the game is over.

Rulings:
R1. Players may count the discard pile, so an observation shows it (rule 5 is silent).
"""

from boardgame_envs.core.game import Game
from boardgame_envs.core.options import Option, OrNone, Switch, WholeNumber
from cart_game import notation, observation, rules, secrets
from cart_game.actions import ACTIONS

GAME = Game(
    name="cart",
    title="Cart",
    version=0,
    players=range(2, rules.MAX_SEATS + 1),
    default_players=3,
    options=(
        Option("strong_cart", False, Switch(), "the cart carries 12 instead of 10"),
        Option("max_turns", None, OrNone(WholeNumber(1, 100)), "cut the game short"),
        Option("heavy_hand", None, OrNone(WholeNumber(1, 15)), "a hand that breaks the axle"),
    ),
    actions=ACTIONS,
    phases=("turn",),
    rules=rules,
    observation=observation,
    notation=notation,
    secrets=secrets,
    rules_in_words=str(__doc__),
    longest=rules.longest,
    example_options=({}, {"strong_cart": True}, {"max_turns": 7}, {"heavy_hand": 12}),
)
