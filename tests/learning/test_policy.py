"""Scores of actions by features of their own: tables that the trunk writes."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from gymnasium import spaces

from boardgame_envs.core.action_features import describe_feature, features_of
from boardgame_envs.core.layout import Flag, Number, OneOf
from boardgame_envs.core.table import Table
from boardgame_envs.games import load_game
from boardgame_envs.learning.algorithms.ppo.policy import Trunk, TrunkPolicy
from boardgame_envs.learning.network.action_scores import ActionScores
from boardgame_envs.learning.network.trunk import trunk_ranges
from tests.playing import published_games


@pytest.mark.parametrize("game", published_games(), ids=lambda game: game.name)
def test_features_have_an_entry_for_each_of_their_actions(game):
    for feature in features_of(game):
        assert feature.first_action >= 0
        assert feature.first_action + feature.actions <= game.num_actions
        assert feature.start + feature.actions <= game.layout.size


@pytest.mark.parametrize("game", published_games(), ids=lambda game: game.name)
def test_a_trunk_looks_at_all_but_what_is_left_to_the_features(game):
    seen = set()
    for start, end in trunk_ranges(game):
        seen.update(range(start, end))
    left_out = {f.part for f in game.action_features if not f.in_trunk}

    for part in game.layout.parts:
        places = set(range(game.layout.start(part.name), game.layout.start(part.name) + part.size))
        assert places.isdisjoint(seen) if part.name in left_out else places <= seen


def test_an_action_gets_what_the_table_says_of_its_value():
    number = describe_feature(Number("cost", "", (3,), highest=4), 0, first_action=1)
    kinds = describe_feature(OneOf("kind", "", (3,), labels=("a", "b")), 3, first_action=1)
    flags = describe_feature(Flag("free", "", (2,)), 9, first_action=5)
    scores = ActionScores(1, [number, kinds, flags])
    with torch.no_grad():
        scores.tables.bias[:] = torch.tensor([10.0, 11, 12, 13, 14, 0.5, 0.25, 100, 200])
    observation = torch.tensor([[0.0, 0.5, 1.0, 1, 0, 0, 1, 0, 0, 0, 1]])

    said = scores(torch.zeros(1, 1), observation, torch.ones(1, 8))

    assert said.tolist() == [[1, 11.5, 13.25, 15, 1, 101, 201, 1]]


def test_a_feature_of_an_axis_says_the_same_of_all_actions_at_a_place():
    # of three cards with two cells each: what is said of the card, and of the cell
    cards = describe_feature(Number("use", "", (3,), highest=2), 0, first_action=1)
    cells = describe_feature(Flag("free", "", (2,)), 3, first_action=1)
    cards = cards._replace(actions=6, in_a_row=2)
    cells = cells._replace(actions=6, is_rare=True)
    scores = ActionScores(1, [cards, cells])
    with torch.no_grad():
        scores.tables.bias[:] = torch.tensor([10.0, 20, 30, 5, 1])
    observation = torch.tensor([[0.0, 0.5, 1.0, 0, 1]])

    said = scores(torch.zeros(1, 1), observation, torch.zeros(1, 8))

    # the 5 of a cell that is not free is not added: it says nothing
    assert said.tolist() == [[0, 10, 11, 20, 21, 30, 31, 0]]
    assert [cards.entry_of(action) for action in range(6)] == [0, 0, 1, 1, 2, 2]
    assert [cells.entry_of(action) for action in range(6)] == [0, 1, 0, 1, 0, 1]


def test_a_part_of_another_kind_is_refused():
    with pytest.raises(TypeError, match="odd cannot be an action feature"):
        describe_feature(type("Odd", (), {"name": "odd"})(), 0, 0)  # type: ignore[arg-type]


def test_what_the_features_say_is_learned_with_the_rest():
    game = load_game("tranquility")
    policy = TrunkPolicy(
        spaces.Box(0.0, 1.0, (game.layout.size,), np.float32),
        spaces.Discrete(game.num_actions),
        lambda remaining: 1e-2,
        features_extractor_class=Trunk,
        features_extractor_kwargs={"hidden": [16], "ranges": trunk_ranges(game)},
        features=features_of(game),
        net_arch=[],
    )
    table = Table(game, 2)
    table.reset(1)
    seen, mask = torch.from_numpy(table.observation[None]), table.mask[None]
    before = policy.action_scores.tables.weight.clone()

    logs, _ = policy.log_probabilities(seen, mask)
    (-logs[0, table.legal_actions()[3]]).backward()
    policy.optimizer.step()

    assert not torch.equal(policy.action_scores.tables.weight, before)
    assert logs.exp()[0, torch.from_numpy(~table.mask)].sum() == 0.0
