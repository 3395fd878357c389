"""A review after the game: decisions where the strongest agent saw something clearly better.

At first sight an action is doubtful if the agent would hardly have taken it. Doubtful ones are then
tried beside the agent's own, in worlds that the seat held possible at the time, with the agent
playing on in all seats: what is found better there, by more than chance explains, is a slip.
Nothing is tried as long as code for that is still being compiled; the review says so then.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import NamedTuple

from boardgame_envs.agents.policies import policy_of
from boardgame_envs.agents.searching.settings import find_settings
from boardgame_envs.agents.shipped_agents import best_agent
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.table import Table
from boardgame_envs.play.background import STILL_COMPILING, can_try_out
from boardgame_envs.play.hints import advisor
from boardgame_envs.search import Leaves, form_belief, play_out
from boardgame_envs.search.belief import Policy
from boardgame_envs.search.judging import judge_tables

# an action is doubtful if the agent takes it this much less often than its own
DOUBTFUL = 0.5
WORLDS = 48  # in which doubtful actions are tried
MOST_TRIED = 20
SECONDS = 20.0
# by how many standard errors the agent's action must be better
CLEARLY = 2.0


class Doubt(NamedTuple):
    """A decision that the agent would hardly have made."""

    number: int  # of the decision in the game, from 1
    information: InformationState
    done: int
    better: int
    odds_done: float
    odds_better: float


class Slip(NamedTuple):
    """A decision with a clearly better one, and what it has cost."""

    number: int  # of the decision in the game, from 1
    information: InformationState  # as the seat knew the table then
    done: str
    better: str
    lost: float
    error: float  # the standard error of that
    odds_done: float
    odds_better: float

    @property
    def words(self) -> str:
        """The slip in a sentence."""
        return (
            f"Decision {self.number}: {self.better} was better than {self.done}, "
            f"by {self.lost:.2f} ± {self.error:.2f} (the agent takes them in "
            f"{self.odds_better:.0%} and {self.odds_done:.0%} of all cases)."
        )


class Review(NamedTuple):
    """What an agent says of a seat's decisions in a game; the dearest slips come first."""

    agent: str
    decisions: int
    doubted: int
    tried: int
    slips: tuple[Slip, ...]

    @property
    def words(self) -> str:
        """The review in a few sentences."""
        agreed = self.decisions - self.doubted
        begun = (
            f"{self.agent} would have done the like in {agreed} of your {self.decisions} decisions."
        )
        if self.tried < min(self.doubted, 1):
            return f"{begun} {STILL_COMPILING}"
        if not self.slips:
            return f"{begun} Nothing that you did was clearly worse than its own choice."
        return "\n".join([begun, *(slip.words for slip in self.slips)])


def review_game(table: Table, seat: int, limit: int = 5) -> Review:
    """Return what the strongest agent says of a seat's decisions in a game that is over."""
    name = best_agent(table.game, table.options, table.num_players).name
    policy = policy_of(advisor(name, table.game))
    made = list(decisions_of(table, seat))
    doubts = [doubt for decision in made if (doubt := doubt_of(*decision, policy)) is not None]
    doubts.sort(key=lambda doubt: doubt.odds_done - doubt.odds_better)
    slips, tried, until = [], 0, time.monotonic() + SECONDS
    can_try = not doubts or can_try_out(table.game)
    for doubt in doubts[:MOST_TRIED] if can_try else ():
        if time.monotonic() > until:
            break
        slip, tried = try_out(doubt, policy), tried + 1
        if slip.lost > CLEARLY * slip.error:
            slips.append(slip)
    slips.sort(key=lambda slip: -slip.lost)
    return Review(name, len(made), len(doubts), tried, tuple(slips[:limit]))


def decisions_of(table: Table, seat: int) -> Iterator[tuple[int, InformationState, int]]:
    """Go through the decisions of a seat, the last first: number, what it knew, what it did."""
    actions = [moment for moment in table.history() if moment.seat >= 0]
    back = table.clone()
    for number in reversed(range(len(actions))):
        back.undo()
        if actions[number].seat == seat:
            yield number + 1, back.information(seat, past=True), actions[number].action


def doubt_of(number: int, information: InformationState, done: int, policy: Policy) -> Doubt | None:
    """Return the doubt about a decision, if there is any."""
    odds = policy(information.observation[None], information.mask[None])[0]
    better = int(odds.argmax())
    if done == better or odds[done] > DOUBTFUL * odds[better]:
        return None
    return Doubt(number, information, done, better, float(odds[done]), float(odds[better]))


def try_out(doubt: Doubt, policy: Policy) -> Slip:
    """Play what was done, and what the agent would have done, out in the same worlds."""
    information, seed = doubt.information, doubt.number
    settings = find_settings(information.game)
    belief = form_belief(information, policy, seed=seed, dealt=settings.weighed)
    leaves = Leaves(
        information,
        worlds=belief.draw(WORLDS, seed),
        seed=seed,
        actions=[doubt.better, doubt.done],
        until_round=settings.until_round,
    )
    play_out([leaves], policy, [seed])
    worth = judge_tables(information.game, settings.judge, leaves.states, information.num_players)
    lost, error = leaves.values(worth).advantage(doubt.better, doubt.done)
    names = information.legal_actions
    return Slip(
        *(doubt.number, information, names[doubt.done], names[doubt.better]),
        *(lost, error, doubt.odds_done, doubt.odds_better),
    )
