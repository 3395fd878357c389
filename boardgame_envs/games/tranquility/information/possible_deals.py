"""Other deals that a player must hold possible [19].

What a player cannot know is dealt anew such that each deal is as likely as it is for all that this
player, and everybody, has seen. A deal is *possible* if the game could have come with it to where
it is, with the same cards in the player's own hand and discards and the same events in the open.
All deals are equally likely before the first card is drawn. After that:

- What others do in the open tells nothing but that it was legal, and which card it was done with.
- What others discard face down, or offer and pledge, tells nothing but how many cards that are;
  every card that may be discarded is as likely to be the one. So is the order in which the cards
  of one set are named [R1]: to all others the discarder may go on with any card.
- Equal cards count as different ones.

The record keeps of the past what it takes to be exact about that: ``ways`` (``evidence.py``), and
what was seen of cards in a duel (``seen_cards.py``). What a Start tells of all hands together
(``start_talk.py``) is used while the team deals with it, and forgotten once the eight cards are
discarded; likewise, that a player with hardly any cards could act (``turn_shown.py``) tells
something of that turn only. A position that is written down may contradict what it says of the
past; then that is not looked at.

Nothing is tried until it fits: how many monsters and Starts are in each hand is chosen among all
ways, weighted by the number of deals (``sharing.py``), and then every card is laid once.
"""

from __future__ import annotations

from boardgame_envs.core.chance import shuffle
from boardgame_envs.core.compiled import Record, rule
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.expansions import monsters
from boardgame_envs.games.tranquility.information import (
    evidence,
    hidden_cards,
    start_talk,
    turn_shown,
)
from boardgame_envs.games.tranquility.information.hidden_cards import (
    DISCARDS,
    HANDS,
    PILES,
    Hidden,
)
from boardgame_envs.games.tranquility.information.hidden_in_duel import redeal_duel
from boardgame_envs.games.tranquility.information.sharing import (
    Share,
    count_choices,
    no_share,
    share_out,
)
from boardgame_envs.games.tranquility.state import IN_DISCARDS, IN_HAND, IN_PILE, Mode, Stage
from boardgame_envs.games.tranquility.turn import deal, hands

# the slots that a Start lies in, by where it is: in the pile, the hand or the discards
GROUP_OF_START = (PILES, HANDS, DISCARDS)


@rule
def redeal_unseen(state: Record, seat: int) -> None:
    """Deal anew what a player cannot know [19]."""
    if state.owed == 0 or state.seat != seat:
        # the place of the last card discarded is the discarder's secret
        state.first_slot = 0
    if state.stage == Stage.STARTS_IN:
        deal.choose_depths(state)
    if state.mode == Mode.DUEL:
        redeal_duel(state, seat)
    elif state.pile_sizes.sum() > 0 or state.stage != Stage.DEAL:
        redeal_piles(state, seat)


@rule
def redeal_piles(state: Record, seat: int) -> None:
    """Deal anew all cards that a player cannot know, in every mode but the duel [19]."""
    hidden, past = hidden_cards.gather(state, seat), state.ways.copy()
    share = no_share()
    if not choose_share(state, seat, hidden, share):
        # this cannot be in a game that was played, but in one that is written down
        forget_past(state)
        share_out(state, seat, hidden, share)
    lay_shares(state, hidden, share)
    turn_shown.lay_known_cards(state, seat, hidden, share)
    hidden_cards.fill_slots(state, hidden)
    hidden_cards.write_slots(state, seat, hidden.slots)
    # from a known order, so that the new one depends on nothing hidden
    hands.sort_hand(state.explorer, int(state.explorer_size))
    shuffle(state, state.explorer, int(state.explorer_size))
    state.ways[:] = past


# --- what is known of hands ---


@rule
def choose_share(state: Record, seat: int, hidden: Hidden, share: Share) -> bool:
    """Share out Starts and monsters by all that is known; tell whether there is any way to [19]."""
    see_present(state)
    turn_shown.weigh_turn(state, seat, hidden)
    return share_out(state, seat, hidden, share)


@rule
def see_present(state: Record) -> None:
    """Look at what all see now, which a position that is written down may not have noted [14]."""
    if state.seat >= 0 and state.owed > 0:
        due = int(state.owed) + int(state.named)
        evidence.see_discardable(state, int(state.seat), due + 1, cards.MAX_HAND)
    if start_talk.is_dealt_with(state) and state.stage >= Stage.START_OFFER:
        for player in range(state.num_players):
            said = max(int(state.offers[player]), int(state.pledges[player]))
            gone = start_talk.already_shed(state, player) - evidence.cards_named(state, player)
            evidence.see_discardable(state, player, said - gone, cards.MAX_HAND)
    if monsters.are_public(state):
        evidence.see_holders(state)


@rule
def forget_past(state: Record) -> None:
    """Let every place of a card be as likely as any other for Starts and monsters [6, 23]."""
    for player in range(state.num_players):
        size = evidence.cards_held(state, player)
        discarded = int(state.discards[player].sum()) - evidence.cards_named(state, player)
        for held in range(evidence.most_monsters(state) + 1):
            ways = count_choices(size, held)
            state.ways[player, IN_PILE, held] = ways
            state.ways[player, IN_HAND, held] = count_choices(size - 1, held) * size
            state.ways[player, IN_DISCARDS, held] = ways * discarded


# --- laying out ---


@rule
def lay_shares(state: Record, hidden: Hidden, share: Share) -> None:
    """Lay Starts, and monsters in hands, where they have been shared out to [6, 23]."""
    for player in range(state.num_players):
        if hidden.starts[player] > 0:
            hidden_cards.lay_start(state, hidden, player, GROUP_OF_START[share.starts[player]])
        hidden_cards.lay_in_hand(hidden, cards.MONSTER, int(share.monsters[player]), player)
