"""The rules of a game for the options in play, to learn it from; concise, and without advice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from boardgame_envs.core.guide.choosing import choices
from boardgame_envs.core.guide.finding import Guide, Lesson, guide_of

if TYPE_CHECKING:
    from boardgame_envs.core.game import Game
    from boardgame_envs.core.information import InformationState

# how many games, and decisions of each, are looked at for a turn that is worth telling
EXAMPLE_GAMES, EXAMPLE_DECISIONS = 8, 60


def rules_for(
    game: Game, options: Mapping[str, Any] | None = None, num_players: int | None = None
) -> str:
    """Return the rules of a game as it is played with these options, as Markdown."""
    chosen = game.complete_options(options or {})
    players = game.check_players(num_players, chosen)
    guide = guide_of(game)
    if guide is None:
        return plain_rules(game, players, chosen)
    lesson = guide.teach(players, chosen)
    told = find_example(game, guide, players, chosen)
    return "\n\n".join([heading(game, players, chosen), *sections(lesson, told)]) + "\n"


def heading(game: Game, num_players: int, options: Mapping[str, Any]) -> str:
    """Return what is played, and by how many."""
    players = "1 player" if num_players == 1 else f"{num_players} players"
    changed = [f"{name}={value}" for name, value in game.changed_options(options).items()]
    return f"# {', '.join([game.title, players, *changed])}"


def sections(lesson: Lesson, example: str) -> Iterator[str]:
    """Go through the parts of a lesson, the example after the turn that it shows."""
    titles = {
        "Goal": lesson.goal,
        "Cards and table": lesson.set_up,
        "A turn": lesson.turn,
        "Example": example,
        "End and score": lesson.end,
        "How actions are written": lesson.notation,
    }
    for title, text in titles.items():
        if text:
            yield f"## {title}\n\n{text.strip()}"


def plain_rules(game: Game, num_players: int, options: Mapping[str, Any]) -> str:
    """Return the numbered rules of a game that has no lesson, with an example of a decision."""
    from boardgame_envs.core.table import Table

    table = Table(game, num_players, **options)
    table.reset(0)
    parts = [heading(game, num_players, options), game.rules_in_words.strip()]
    if not table.over:
        information = table.information()
        groups = choices(information, with_consequences=False)
        names = ", ".join(f"`{choice.name}`" for group in groups for choice in group.choices)
        parts.append(f"## Example\n\n{information.text}\n\nYou may answer: {names}.")
    return "\n\n".join(parts) + "\n"


def find_example(game: Game, guide: Guide, num_players: int, options: Mapping[str, Any]) -> str:
    """Return a turn of a real game that is worth telling, or "" if there is none."""
    for information in example_positions(game, num_players, options):
        for action in information.legal_actions:
            told = guide.example(information, action)
            if told is not None:
                return told
    return ""


def example_positions(
    game: Game, num_players: int, options: Mapping[str, Any]
) -> Iterator[InformationState]:
    """Go through what seats know before decisions of a few games that are played at random."""
    # tables know information states, and these are what this package is about
    from boardgame_envs.core.table import Table

    table = Table(game, num_players, **options)
    for seed in range(EXAMPLE_GAMES):
        rng = np.random.default_rng(seed)
        table.reset(seed)
        for _ in range(EXAMPLE_DECISIONS):
            if table.over:
                break
            yield table.information()
            table.step(int(rng.choice(table.legal_actions())))
