"""Fit the tables of a heuristic to what another agent does.

``python training/fit_tables.py noah`` lets the teacher, the shipped network, play with all numbers
of players, and fits what each value of an action feature is worth so that the tables choose as it
does: the cross-entropy between them falls, decision by decision as they are played. What is written
is the game's file of tables. A quarter of an hour, once.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from tqdm import tqdm

from boardgame_envs.agents import make_agent
from boardgame_envs.agents.heuristics.score_tables import ScoreTables
from boardgame_envs.agents.ways.heuristics import HEURISTICS
from boardgame_envs.core.action_features import Feature
from boardgame_envs.core.batch import Batch
from boardgame_envs.core.numbers import check_count
from boardgame_envs.games import load_game
from boardgame_envs.learning.run.config import read_values
from boardgame_envs.learning.run.named_configs import find_config
from boardgame_envs.learning.run.variants import spread_variants

TABLES = 1024
STEPS_BETWEEN = 2  # of all tables, between two decisions that are learned from
LEARNING_RATE = 0.02
MOST_DECISIONS = 10**9
CHANCE = 0.07  # how often who plays does anything, so that more is seen than the teacher's way


class TableScores(nn.Module):
    """The tables as a network without layers: what actions are worth, and what is learned."""

    def __init__(self, tables: ScoreTables) -> None:
        super().__init__()
        self.tables = tables
        shape = len(tables.columns), len(tables.rows)
        self.worth = nn.Parameter(torch.zeros(shape))

    def forward(self, observation: Tensor) -> Tensor:
        """Return what each action is worth, for a row of each table."""
        given = [
            observation[:, one.start : one.start + len(one.columns)]
            for one in self.tables.circumstances
        ]
        worth = torch.cat(given, 1) @ self.worth
        actions = self.tables.game.num_actions
        scores = worth[:, -actions:].clone()
        for feature, row in self.tables.feature_rows():
            of_action = [feature.entry_of(place) for place in range(feature.actions)]
            values, has_one = values_of(feature, observation)
            said = (worth.gather(1, row + values) * has_one)[:, of_action]
            scores[:, feature.first_action : feature.first_action + feature.actions] += said
        return scores


def values_of(feature: Feature, observation: Tensor) -> tuple[Tensor, Tensor]:
    """Return the value of each entry of a feature, and whether it has one."""
    if feature.is_one_of:
        end = feature.start + feature.entries * feature.values
        labels = observation[:, feature.start : end].reshape(-1, feature.entries, feature.values)
        return labels.argmax(2), labels.amax(2) > 0.5
    entries = observation[:, feature.start : feature.start + feature.entries]
    return (entries * (feature.values - 1) + 0.5).long(), torch.ones_like(entries) > 0.5


def fit(
    tables: ScoreTables, teacher: str, decisions: int, seed: int
) -> tuple[TableScores, float, float]:
    """Return fitted tables, and how they did with the last tenth: cross-entropy, agreement."""
    game, rng = tables.game, np.random.default_rng(seed)
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    config = read_values(find_config(game.name, (), "ppo"))
    settings = spread_variants(config.get("options", {}), config["variants"])
    batch = Batch(game, TABLES, seed=seed, variants=[one.options for one in settings])
    # as it was trained, not as it was sharpened: what it thinks of all actions
    says, plays = make_agent(f"{teacher}@1", game), make_agent(teacher, game)
    scores = TableScores(tables)
    optimizer = torch.optim.Adam(scores.parameters(), lr=LEARNING_RATE)
    steps = max(decisions // TABLES, 1)
    losses, agreed = [], []
    for step in tqdm(range(steps), unit="k", disable=None):
        for _ in range(STEPS_BETWEEN):
            batch.step(chosen_by(plays, batch, rng))
        for group in optimizer.param_groups:
            group["lr"] = LEARNING_RATE * (1 - step / steps)
        mask, wanted = torch.from_numpy(batch.mask), likely(says, batch)
        choice = mask.sum(1) > 1
        said = scores(torch.from_numpy(batch.observation)).masked_fill(~mask, -1e9)[choice]
        loss = -(wanted[choice] * said.log_softmax(1)).sum(1).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        same = said.argmax(1) == wanted[choice].argmax(1)
        agreed.append(same.float().mean().item())
    last = max(steps // 10, 1)
    return scores, float(np.mean(losses[-last:])), float(np.mean(agreed[-last:]))


def likely(agent: object, batch: Batch) -> Tensor:
    """Return how likely an agent takes each action at each table."""
    odds = agent.probabilities(batch.observation, batch.mask)  # type: ignore[attr-defined]
    return torch.from_numpy(odds.astype(np.float32))


def chosen_by(agent: object, batch: Batch, rng: np.random.Generator) -> NDArray[np.int64]:
    """Return an action for each table, now and then any legal one."""
    odds = agent.probabilities(batch.observation, batch.mask)  # type: ignore[attr-defined]
    even = batch.mask / batch.mask.sum(axis=1, keepdims=True)
    sums = ((1 - CHANCE) * odds + CHANCE * even).cumsum(axis=1)
    drawn = (sums > rng.random((batch.num_tables, 1)) * sums[:, -1:]).argmax(axis=1)
    is_legal = batch.mask[np.arange(batch.num_tables), drawn]
    actions: NDArray[np.int64] = np.where(is_legal, drawn, batch.mask.argmax(axis=1))
    return actions


def find_tables(game: str) -> ScoreTables:
    """Return the tables of a game's heuristic."""
    module = importlib.import_module(f"{HEURISTICS}.{load_game(game).name}.tables")
    tables: ScoreTables = module.TABLES
    return tables


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit the tables of the game named, and write them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=["noah", "tranquility"], help="whose heuristic has tables")
    parser.add_argument("--teacher", default="shipped", help="an agent with probabilities")
    parser.add_argument("--decisions", type=int, default=3_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parsed = parser.parse_args(arguments)
    check_count("decisions", parsed.decisions, 1, MOST_DECISIONS)
    tables = find_tables(parsed.game)
    scores, loss, agreed = fit(tables, parsed.teacher, parsed.decisions, parsed.seed)
    tables.write(scores.worth.detach().numpy().T)
    print(f"cross-entropy {loss:.3f}, the same choice in {100 * agreed:.1f} % of decisions")
    print(f"written: {tables.file}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
