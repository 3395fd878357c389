"""Tranquility: fill the sea with islands, in ascending order and without a word.

Rulebooks: «Море спокою» (Tranquility), James Emmerson, Lucky Duck Games 2021, Ukrainian edition
Rozum 2023; «Штиль», Russian edition. Restated here in our own words. The high arch and the
pyramid are reconstructions: of the one the picture is lost, and the other is only sketched [R16,
R17].

1. There are 80 islands, numbered, 5 Start and 5 Finish cards, and 25 border cards. The expansions
   have one reef, 5 sea monsters, 6 storms (two each of yellow, purple and orange), 6 compasses.
2. The field has 6 by 6 cells, columns a to f from the left and rows 1 to 6 from the bottom. It is
   one line from a1 to f6: adjacent is the previous or next cell in it, over the end of a row too.
3. Along the line the numbers ascend: a card must lie above the nearest number before it and below
   the nearest one after it, however far these are. It may leave cells that nothing can fill.
4. A card with no occupied adjacent cell costs nothing, with one the difference to it, with two
   the smaller difference: that many other cards are discarded from the hand, never from the pile.
   Who cannot pay cannot place it.
5. Islands, 5 Finish cards and what expansions add are shuffled and dealt out, as evenly as
   possible: each player's own pile.
6. Each draws 5 cards; after that each shuffles one Start into their own pile.
7. Who was dealt the fewest cards starts, among equals chance decides.
8. A turn is one action; then the hand is refilled to 5 from one's own pile, as far as that lasts.
9. Action: play an island from the hand on an empty cell of a row that is not closed.
10. Action: discard two cards, face down on one's own pile of discards.
11. Every card may be discarded but monsters and, until a Start lies, Starts. A hand has an order:
    numbers, start, finish, monster.
12. Who holds a Start in their own turn while none lies must play it: no other action is legal.
13. Then the team discards 8 cards. Of two players each first draws 2 extra cards; alone one draws
    8; clockwise from the active player.
14. In the same order each offers a number of cards, public and not binding; then each pledges one,
    public and binding, such that the total can still be exactly 8. Where one number is legal it is
    pledged without a decision. Alone there is neither.
15. Each discards what they pledged, in the same order; then, player by player, all refill to 5.
16. Action: with a Finish in hand, the field full and a Start played, the Finish wins the game.
17. The team loses when a player to move has no legal action.
18. Alone: after the first 5 cards the pile is halved (the upper half is the smaller), and the
    Start is shuffled into the upper half.
19. A player knows their own hand and discards, and all that lies open: the field, storms,
    compasses, offers, pledges and the sizes of hands, piles and discards. Nobody knows other
    hands, piles, removed islands, the others' discards, or cards discarded unseen.

Stormy Seas, option expansions, goes with the standard mode:
20. A row is closed while a reef or a purple storm lies at it. A turn ends in this order: action,
    payment, compass for a row, the reef leaves, the reef moves, a yellow storm is lifted, refill;
    with a Start the last four come after the 8 cards are discarded.
21. Reefs: a reef lies at a random row. At the end of each turn the active player moves it to
    another row with an empty cell, or discards two cards to let it stay.
22. The reef leaves for good when, at the end of a turn, four rows are full.
23. Monsters: 3, 4 or 5 (option monsters) are shuffled in. One in hand takes up a place and cannot
    be discarded. Action: play it on an occupied cell of an open row; both cards leave the game.
24. No Finish while any hand holds a monster.
25. Storms: 6 are shuffled in, and 6 compasses lie ready. A storm is resolved the moment it is
    drawn, in the opening too, and another card is drawn in its place.
26. Yellow lies before its drawer, who discards down to 3; 3 is the limit of the hand while it lies.
27. When the Start is played, after the extra cards, each player with a yellow storm and two cards
    in the pile may discard the top two of it unseen, toward the 8; not to do so is legal only if
    8 can still be reached. Extra cards ignore the limit; before the refill one discards down to it.
28. Purple closes a row with an empty cell, which its drawer chooses. On a full field it is removed
    at once: nobody is asked for a row, nor, with a compass, whether to cancel it.
29. Orange lies before its drawer, who may place cards only beside an occupied cell.
30. A compass lifts a storm and leaves the game. When a storm is drawn its drawer may cancel it
    with one; before the action of their own turn, even a forced one, a player may lift storms,
    and before the refill a yellow one of their own.
31. A compass is gained, while there are any: with the Start, before extra cards; and when a
    placement completes a row of six consecutive numbers.
32. Action: discard the whole hand, if all of it may be discarded, for a compass.

Modes:
33. High arch: two columns, each two wide and three high, and over them a vault of three rows, as
    wide as the arch: 27 cells. There are no Starts; the Finish wins when all is full.
34. First only the columns are filled, each a line of its own, without cost. When both are full the
    vault is, a line of its own, with the usual cost.
35. Pyramid: rows of 11, 9, 7, 5, 3 and 1 cells are one line. Each second cell of a row, from its
    first on, carries a border card. The 4 left over, the Finishes and all cards of the
    expansions are the explorer deck; no compasses lie ready.
36. An island on an open border card uses it up, and after the payment the top explorer card is
    played: a border does nothing, a Finish is found, a compass is gained, a storm is resolved, a
    reef is placed at a row with an empty cell, a monster destroys an island of an open row.
37. The team wins as soon as the pyramid is full, a Start lies and a Finish is found.
38. Day and night: hands are held sun up at first. Below the opening hands 6 compasses are shuffled
    into the piles; one that is drawn is discarded and replaced, and turns all hands. A card is
    placed as it is held.
39. Action: rotate a card of the field, for one discard.
40. The Finish is legal only if rows 4 to 6 show the sun and rows 1 to 3 the moon.
41. Duel, for two: islands only, 5 cards each, 5 open in a row, the rest a common deck. Chance says
    who starts. Cards in the field belong to who placed them.
42. A placement that leaves a gap for which there are too few numbers is not legal; which cards
    are discarded is not looked at.
43. The hand is refilled from the row, the card farthest from the deck first; then the row is.
44. A player with 5 cards and no legal placement may show the hand and ask for new cards. If the
    opponent agrees, all five are discarded, the whole row is taken and the turn ends; if not, the
    player may not ask again in this turn.
45. Who has one card or none, and cannot place it, passes. The game ends, after a payment, when
    the field is full or both have one card or none.
46. Two points for each own card in the field, as many as its length for each run of three or more
    own adjacent cards with consecutive numbers, one less for each own discard. More points win,
    then more cards in the field.
47. Rewards: on the last step +1 for a win and -1 for a loss, 0 for a draw; alike for a team.

Variants:
V1. Option removed_islands: this many islands leave the game unseen, before the deal.
V2. Option edition="ru": to discard unseen [27] is an order; compasses belong to who earned them,
    the Start's to who played it and the next player together, and only their owners use them: of
    those who could cancel a storm the first one clockwise from its drawer is asked, and one's
    own compass goes before a shared one. Who has no legal action may be rescued by others.
V3. Option talk_rounds: another number of rounds of offers.
V4. Option reward: "progress" adds 1 shared by all cells for each one that is filled, and takes it
    back for each one emptied; "points" is the difference of points at the end of a duel.
V5. Option arch_width=6: an arch with a vault of 18 cells.
V6. Expansions go with the standard mode only; removed islands with all modes but the duel and,
    in the Russian edition, not with expansions.
V7. Option row="choose", for the duel: a player who refills takes cards of the row by choice [43];
    the others keep their order, and new ones follow them. A row that has no more cards than are
    needed is taken whole, without a decision.

Rulings:
R1. A set of discards is named in the hand's order, so that each is one sequence of actions: a card
    before the last one named is not legal, nor one that leaves too few after it.
R2. When all discardable cards left in a hand are due, they go without a decision.
R3. If all discardable cards, with those that can be discarded unseen, are fewer than 8 when the
    Start is played, the team loses on the spot.
R4. A compass for a row needs consecutive numbers in both editions.
R5. An island that a monster destroys leaves the game in both editions.
R6. In a duel "cannot move" means that no placement is legal.
R7. In a duel a player remembers what was seen of the opponent's cards; after a discard face down
    each of them may be the one.
R8. There are two storms of each colour; the rulebooks count all six together.
R9. Both editions have the same 18 cards of Stormy Seas; the Ukrainian rulebook counts 20, with two
    that belong to another edition.
R10. With the field full and a Start played it is public who holds monsters.
R11. An orange storm is about placements alone: all other actions stay legal.
R12. Who trades the hand for a compass has two cards or more.
R13. The rulebooks let a compass be played at any moment. Besides the moments of 30 it is offered
    before a refill, at the end of one's own turn and after a Start before one discards down to the
    limit: to a player with a yellow storm and the use of a compass, if the pile has a card or the
    hand is above the limit. That player lifts a yellow storm of their own, or nothing; after a
    lift they are asked again while all this holds. Elsewhere a compass would change next to
    nothing, and nobody is asked; not before an order to discard unseen either.
R14. Rescue, in the Russian edition: when the player to move has no legal action, each other player,
    clockwise, who has the use of a compass while a storm is in play lifts any storm, or nothing.
    Who lifted one is asked again, who did not is not. As soon as the player to move has a legal
    action the turn goes on with it; when nobody is left to ask, all have lost. They are asked even
    where no lift can help. In the Ukrainian edition the player to move has the team's compasses.
R15. Players may talk about which storm to lift; that is no action here.
R16. The high arch is 5 cells wide and 6 high, as the 25 border cards around it suggest.
R17. The pyramid: its rows, their order along the line, which cells carry border cards, what is in
    the explorer deck, and when its cards are played and the game is won [35-37] are our reading of
    a sketch.
R18. Cards of the row are chosen in ascending order, so that each set is one sequence of actions:
    a card is legal if it is above the last one chosen in this refill and leaves enough higher ones.
R19. A duel with equal points and equally many cards in the field is a draw.
R20. Expansions go with the standard mode only in both editions; only the Russian rulebook says so.
R21. Of the neighbours the next player clockwise shares the Start's compass; alone one has it to
    oneself.
R22. In both editions who was dealt the fewest cards starts, the reef begins at a random row, and in
    day and night the upper rows need the sun.
"""

from collections.abc import Mapping
from typing import Any

from boardgame_envs.core.game import ActionFeature, Game
from boardgame_envs.core.options import Choice, NumberOrName, Option, SomeOf, WholeNumber
from boardgame_envs.games.tranquility import (
    cards,
    notation,
    observation,
    returns,
    rules,
    secrets,
    state,
)
from boardgame_envs.games.tranquility.actions import ACTIONS

LEVELS = {"galatea": 4, "triton": 6, "leucothea": 8, "amphitrite": 10, "poseidon": 12}


def seats_for(options: Mapping[str, Any]) -> range:
    """Return for how many players a mode is [41]."""
    return range(2, 3) if options["mode"] == "duel" else range(1, cards.MAX_PLAYERS + 1)


def about_cells(part: str, *, in_trunk: bool = True, is_rare: bool = False) -> ActionFeature:
    """Return that a part tells something of the cell that a card is played on."""
    return ActionFeature(part, "play", in_trunk=in_trunk, along="cell", is_rare=is_rare)


ACTION_FEATURES = (
    # where a card is played
    ActionFeature("cost", "play", in_trunk=False),
    ActionFeature("room_after", "play", in_trunk=False),
    ActionFeature("off_centre", "play", in_trunk=False),
    ActionFeature("trouble_after", "play", in_trunk=False, is_rare=True),
    ActionFeature("my_use", "play", along="hand_slot"),
    ActionFeature("my_run", "play", along="hand_slot", is_rare=True),
    about_cells("beside", in_trunk=False),
    about_cells("borders", is_rare=True),
    about_cells("wrong_up", is_rare=True),
    # what is discarded
    ActionFeature("my_places", "discard"),
    ActionFeature("my_free_places", "discard"),
    ActionFeature("my_cheapest", "discard"),
    ActionFeature("my_gap_room", "discard"),
    ActionFeature("my_gap_cells", "discard"),
    ActionFeature("my_kinds", "discard"),
    ActionFeature("my_use", "discard"),
    ActionFeature("my_loss", "discard", in_trunk=False),
    ActionFeature("my_standing", "discard", in_trunk=False),
    ActionFeature("my_touching", "discard", is_rare=True),
    # how many cards are given
    *(
        ActionFeature(part, kind, in_trunk=False)
        for part in ("last_given", "still_missing")
        for kind in ("offer", "pledge")
    ),
    # rows
    *(
        ActionFeature(part, kind, in_trunk=part != "closed")
        for part in ("row_room", "row_cards", "closed")
        for kind in ("move_reef", "place_storm", "lift_purple")
    ),
    ActionFeature("purples", "lift_purple"),
    # players
    *(ActionFeature("piles_left", kind, in_trunk=False) for kind in ("lift_yellow", "lift_orange")),
    ActionFeature("yellows", "lift_yellow"),
    ActionFeature("oranges", "lift_orange"),
    # cards in the field
    ActionFeature("room_beside", "monster"),
    ActionFeature("room_without", "monster"),
    ActionFeature("relief", "monster", in_trunk=False),
    ActionFeature("beside", "monster", in_trunk=False),
    ActionFeature("wrong_up", "rotate"),
    # what is taken in a duel
    ActionFeature("row_places", "take"),
    ActionFeature("row_free_places", "take"),
    ActionFeature("row_cheapest", "take"),
    ActionFeature("row_gap_room", "take"),
    ActionFeature("row_gap_cells", "take"),
    ActionFeature("row_use", "take"),
    ActionFeature("row_standing", "take", in_trunk=False),
)

GAME = Game(
    name="tranquility",
    title="Tranquility",
    version=0,
    players=range(1, cards.MAX_PLAYERS + 1),
    default_players=3,
    seats_for=seats_for,
    options=(
        Option("mode", "standard", Choice(state.MODES), "the field and what is to be done there"),
        Option("edition", "uk", Choice(state.EDITIONS), "the Ukrainian or the Russian rules"),
        Option(
            "expansions",
            [],
            SomeOf(state.EXPANSIONS),
            "Stormy Seas, in any combination; with the standard mode only",
        ),
        Option(
            "monsters",
            cards.FEWEST_MONSTERS,
            WholeNumber(cards.FEWEST_MONSTERS, cards.MOST_MONSTERS),
            "sea monsters in that expansion: easy, medium, hard",
        ),
        Option(
            "removed_islands",
            0,
            NumberOrName(0, cards.MOST_REMOVED, LEVELS),
            "islands that leave the game unseen",
        ),
        Option(
            "talk_rounds",
            1,
            WholeNumber(0, state.MOST_TALK),
            "rounds of offers when the Start is played",
        ),
        Option("arch_width", 5, WholeNumber(5, 6), "the width of the high arch"),
        Option(
            "row",
            "farthest",
            Choice(state.ROW_RULES),
            "which cards of the row of a duel are taken: the farthest from the deck, or any",
        ),
        Option(
            "reward",
            "outcome",
            Choice(state.REWARDS),
            "+1 or -1 at the end; with a share for each filled cell; the points of a duel",
        ),
    ),
    actions=ACTIONS,
    phases=state.PHASES,
    rules=rules,
    observation=observation,
    notation=notation,
    secrets=secrets,
    stakes=returns.stakes,
    longest=returns.longest,
    rules_in_words=str(__doc__),
    action_features=ACTION_FEATURES,
    example_options=(
        {},
        {"expansions": ["reefs", "monsters", "storms"], "monsters": 4},
        {"expansions": ["monsters", "storms"], "edition": "ru", "talk_rounds": 2},
        {"mode": "high_arch", "arch_width": 6, "removed_islands": 12, "reward": "progress"},
        {"mode": "pyramid", "edition": "ru"},
        {"mode": "pyramid", "removed_islands": 4, "talk_rounds": 0},
        {"mode": "day_and_night", "removed_islands": 6},
        {"mode": "duel", "reward": "points"},
        {"mode": "duel", "row": "choose"},
    ),
)
