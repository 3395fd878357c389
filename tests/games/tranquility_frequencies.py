"""How often a card is somewhere in whole games, less how often it is there in their worlds.

Players choose such that what they do tells nothing but that they could: with one hand an action is
as likely as with any other that allows it. No policy is quite so, hence each game has a weight that
makes up for it. Cards are discarded in sets, each as likely. Then truth and worlds are alike on
average, and the difference in units of its standard error is a z.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np

from boardgame_envs import make_table
from boardgame_envs.core.compiled import Buffer, rule
from boardgame_envs.core.table import Table
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.actions import (
    ACTION,
    KIND,
    KIND_OF,
    NUMBER_IN_KIND,
    SLOT_OF,
    action_of_play,
)
from boardgame_envs.games.tranquility.information import hidden_cards
from boardgame_envs.games.tranquility.information.possible_deals import choose_share
from boardgame_envs.games.tranquility.information.sharing import no_share
from boardgame_envs.games.tranquility.state import MAX_CELLS, STATE, Mode, Phase
from tests.games.tranquility_pasts import redealt

WORLDS = 2  # of each moment that is looked at
MOMENTS = 0.3  # of all decisions
# how likely each kind of action is, if it is legal; who does nothing of this discards
LIKELY = {
    KIND.start: 1.0,
    KIND.finish: 0.3,
    KIND.play: 0.4,
    KIND.monster: 0.1,
    KIND.trade: 0.03,
    KIND.rotate: 0.1,
    KIND.refresh: 0.3,
}
LIFTS = (KIND.lift_yellow, KIND.lift_orange, KIND.lift_purple)
LIFT_LIKELY = 0.2
USUAL_DISCARD = 0.5
SAID = 8  # numbers that can be offered or pledged


class NeutralGame:
    """One game, and for each seat the weight that makes up for what others' choices told."""

    def __init__(self, table: Table, rng: np.random.Generator) -> None:
        self.table, self.rng = table, rng
        self.weights = np.ones(table.num_players)
        self.to_name: list[int] = []

    def step(self) -> None:
        """Take an action, and weigh it for all other players."""
        others = np.arange(self.table.num_players) != self.table.seat
        action, weight = self.choose()
        self.weights[others] *= weight
        self.table.step(action)

    def choose(self) -> tuple[int, float]:
        """Return an action, and by how much it counts more than it was likely."""
        legal = np.array(self.table.legal_actions())
        phase = int(self.table.states["phase"][0])
        if int(self.table.states["owed"][0]) > 0:
            return self.name_next(), 1.0
        if phase == Phase.ACT:
            return self.act(legal)
        if phase in (Phase.OFFER, Phase.PLEDGE):
            return self.say(legal)
        if phase in (Phase.REEF, Phase.BLIND):
            return self.keep_or_not(legal)
        return int(self.rng.choice(legal)), 1.0

    def say(self, legal: np.ndarray) -> tuple[int, float]:
        """Offer or pledge any number, or what is nearest to it."""
        first = legal[0] - int(NUMBER_IN_KIND[legal[0]])
        nearest = np.clip(first + np.arange(SAID), legal[0], legal[-1])
        action = int(self.rng.choice(nearest))
        return action, 1 / np.count_nonzero(nearest == action)

    def keep_or_not(self, legal: np.ndarray) -> tuple[int, float]:
        """Let the reef stay, or do not discard unseen, half the time that this is legal."""
        is_special = np.isin(KIND_OF[legal], (KIND.keep_reef, KIND.no_blind))
        if is_special.all() or not is_special.any():
            return int(self.rng.choice(legal)), 0.5
        chosen = legal[is_special] if self.rng.random() < 0.5 else legal[~is_special]
        return int(self.rng.choice(chosen)), 1.0

    def act(self, legal: np.ndarray) -> tuple[int, float]:
        """Choose the action of a turn."""
        likely, kinds = self.likely(legal), KIND_OF[legal]
        lifts, total = legal[np.isin(kinds, LIFTS)], float(likely.sum())
        can_discard = bool((kinds == KIND.discard).any())
        is_lift_all = not can_discard and total == 0.0
        if lifts.size and (is_lift_all or self.rng.random() < LIFT_LIKELY):
            return int(self.rng.choice(lifts)), LIFT_LIKELY if is_lift_all else 1.0
        if can_discard and self.rng.random() >= total:
            self.choose_set(2)
            return self.name_next(), USUAL_DISCARD / (1.0 - total)
        action = int(self.rng.choice(legal, p=likely / total))
        return action, 1.0 if can_discard else total

    def likely(self, legal: np.ndarray) -> np.ndarray:
        """Return how likely actions are; none is more so with one hand than with another."""
        kinds, found = KIND_OF[legal], np.zeros(legal.size)
        for kind, likely in LIKELY.items():
            found[kinds == kind] = likely / max(np.count_nonzero(kinds == kind), 1)
        size = int(self.table.states["hand_sizes"][0, self.table.seat])
        for slot in set(SLOT_OF[legal[kinds == KIND.play]].tolist()):
            of_card = (kinds == KIND.play) & (SLOT_OF[legal] == slot)
            found[of_card] = LIKELY[KIND.play] / size / self.cells_for(slot)
        return found

    def cells_for(self, slot: int) -> int:
        """Return on how many cells a card could lie if any cost could be paid."""
        states, seat = self.table.states.copy(), self.table.seat
        states["hands"][0, seat] = states["hands"][0, seat, slot]
        states["hand_sizes"][0, seat] = cards.MAX_HAND
        first = action_of_play(0, 0)
        return int(self.table.with_state(states).mask[first : first + MAX_CELLS].sum())

    def free_cards(self) -> list[int]:
        """Return the cards of the player to act that may be discarded."""
        kept = {0, cards.MONSTER}
        if not self.table.states["is_start_played"][0]:
            kept.add(cards.START)
        hand = self.table.states["hands"][0, self.table.seat].tolist()
        return [card for card in hand if card not in kept]

    def choose_set(self, count: int) -> None:
        """Choose which cards to discard, each set as likely."""
        free = self.free_cards()
        chosen = self.rng.choice(len(free), count, replace=False)
        # where all go, they go at once
        self.to_name = [free[i] for i in sorted(chosen)][: count if len(free) > count else 1]

    def name_next(self) -> int:
        """Name the next card of the set that is discarded."""
        if not self.to_name:
            self.choose_set(int(self.table.states["owed"][0]))
        hand = self.table.states["hands"][0, self.table.seat].tolist()
        return int(ACTION.discard) + hand.index(self.to_name.pop(0))


# --- what is compared ---


def features(states: np.ndarray, seat: int) -> dict[str, np.ndarray]:
    """Return by which numbers truth and worlds are compared, of all other players together."""
    others = [p for p in range(int(states["num_players"][0])) if p != seat]
    hands, discards = states["hands"][:, others], states["discards"][:, others]
    found = {
        f"{name} in hands": (hands == card).sum(axis=(1, 2))
        for name, card in (("starts", cards.START), ("finishes", cards.FINISH))
    }
    found["monsters in hands"] = (hands == cards.MONSTER).sum(axis=(1, 2))
    found["two monsters in a hand"] = ((hands == cards.MONSTER).sum(axis=2) > 1).sum(axis=1)
    found["low islands in hands"] = ((hands > 0) & (hands <= 40)).sum(axis=(1, 2))
    found["starts in discards"] = discards[:, :, cards.START].sum(axis=1)
    found["finishes in discards"] = discards[:, :, cards.FINISH].sum(axis=1)
    found["low islands in discards"] = discards[:, :, 1:41].sum(axis=(1, 2))
    found["low islands in piles"] = ((states["piles"] > 0) & (states["piles"] <= 40)).sum(
        axis=(1, 2)
    )
    found["low islands next in the deck"] = (
        np.take_along_axis(
            states["deck"], np.maximum(states["deck_size"][:, None] - 1, 0).astype(int), 1
        )[:, 0]
        <= 40
    )
    sizes = states["pile_sizes"].astype(int)
    top = np.take_along_axis(states["piles"], np.maximum(sizes - 1, 0)[:, :, None], 2)[:, :, 0]
    found["starts on piles"] = (top == cards.START).sum(axis=1)
    found["monsters on piles"] = (top == cards.MONSTER).sum(axis=1)
    found["storms on piles"] = (top >= cards.YELLOW).sum(axis=1)
    return {name: np.asarray(number, float) for name, number in found.items()}


def compare(players: int, options: dict[str, Any], games: int, seed: int) -> dict[str, float]:
    """Play games; return, for each number that is compared, how far worlds are off, as a z."""
    rng, sums = np.random.default_rng(seed), defaultdict[str, list[float]](list)
    table = make_table("tranquility", players, **options)
    for _ in range(games):
        for name, difference in one_game(table, rng).items():
            sums[name].append(difference)
    z = {}
    for name, of_games in sums.items():
        values = np.array(of_games)
        if np.count_nonzero(values) >= 10:
            z[name] = float(values.mean() / values.std() * np.sqrt(len(values)))
    return z


def one_game(table: Table, rng: np.random.Generator) -> dict[str, float]:
    """Play a game; return by how much more there is in truth than in worlds, weighted and added."""
    table.reset(int(rng.integers(2**62)))
    game, found = NeutralGame(table, rng), defaultdict[str, float](float)
    while not table.over:
        if rng.random() < MOMENTS:
            look(game, found)
        game.step()
    look(game, found)
    return found


@rule
def has_possible_past(states: Buffer, seat: int) -> bool:
    """Tell whether what the record says of the past agrees with what lies on the table."""
    state = states[0]
    hidden = hidden_cards.gather(state, seat)
    return bool(state.mode == Mode.DUEL or choose_share(state, seat, hidden, no_share()))


def look(game: NeutralGame, found: dict[str, float]) -> None:
    """Compare the table with worlds of one seat; nothing of its past may be forgotten for them."""
    seat = int(game.rng.integers(game.table.num_players))
    assert has_possible_past(game.table.states.copy(), seat)
    worlds = redealt(game.table, seat, WORLDS, int(game.rng.integers(2**62)))
    truth = np.frombuffer(game.table.states.tobytes(), STATE)
    there, here = features(worlds, seat), features(truth, seat)
    for name, number in here.items():
        found[name] += float(game.weights[seat] * (number[0] - there[name].mean()))
