"""Where action features stand in an observation, and which actions each of their entries judges."""

from __future__ import annotations

from typing import NamedTuple

from boardgame_envs.core.game import ActionFeature, Game
from boardgame_envs.core.layout import Flag, Number, OneOf, Part


class Feature(NamedTuple):
    """Where an action feature stands in the observation, and which actions it judges."""

    start: int
    actions: int
    first_action: int
    values: int  # how many different values an entry can have
    is_one_of: bool  # an entry is as many numbers, of which one is 1
    entries: int  # less than the actions if it is about one of their axes
    in_a_row: int = 1  # actions one after the other that have the same entry
    is_rare: bool = False  # the value 0 brings nothing

    def entry_of(self, action: int) -> int:
        """Return which entry is about an action, counted among those of its kind."""
        return action // self.in_a_row % self.entries


def features_of(game: Game) -> list[Feature]:
    """Return the action features of a game."""
    return [find_feature(game, feature) for feature in game.action_features]


def find_feature(game: Game, declared: ActionFeature) -> Feature:
    """Return where an action feature of a game stands, and which of its entries is about what."""
    part, actions = game.layout.part(declared.part), game.actions.range_of(declared.kind)
    feature = describe_feature(part, game.layout.start(declared.part), actions.start)
    feature = feature._replace(is_rare=declared.is_rare)
    if declared.along is None:
        return feature
    entries, in_a_row = game.actions.spread_along(declared.kind, declared.along)
    return feature._replace(actions=len(actions), entries=entries, in_a_row=in_a_row)


def describe_feature(part: Part, start: int, first_action: int) -> Feature:
    """Return where a part stands that has an entry for each action, and how many values it has."""
    if isinstance(part, OneOf):
        labels = len(part.labels)
        entries = part.size // labels
        return Feature(start, entries, first_action, labels, True, entries)
    if isinstance(part, Number | Flag):
        highest = part.highest if isinstance(part, Number) else 1
        return Feature(start, part.size, first_action, highest + 1, False, part.size)
    raise TypeError(f"the part {part.name} cannot be an action feature: {type(part).__name__}")
