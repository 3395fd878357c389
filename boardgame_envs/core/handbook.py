"""All about a game that its code knows, as a page of Markdown."""

from __future__ import annotations

from boardgame_envs.core.catalogue import OWN_GAMES
from boardgame_envs.core.game import Game


def handbook(game: Game) -> str:
    """Return the rules, options, actions and observation of a game."""
    return "\n".join(
        [
            f"# {game.title}",
            "",
            *facts(game),
            "",
            "## Rules",
            "",
            rules_as_markdown(game),
            "",
            "## Options",
            "",
            *options_table(game),
            "",
            "## Actions",
            "",
            game.actions.as_markdown(),
            "",
            "## Observation",
            "",
            f"{game.layout.size} numbers in [0, 1], the same layout for all options "
            f"(layout `{game.layout.hash}`). “Mine” is the observer's.",
            "",
            game.layout.as_markdown(),
            "",
            "## Positions in writing",
            "",
            *positions_table(game),
            "",
        ]
    )


def facts(game: Game) -> list[str]:
    """Return the header table."""
    fewest, most = game.players[0], game.players[-1]
    players = f"{fewest}" if fewest == most else f"{fewest}–{most} (default {game.default_players})"
    return [
        "| | |",
        "| --- | --- |",
        f"| import | `{import_line(game)}` |",
        f"| players | {players} |",
        f"| agents | `player_0` … `player_{most - 1}` |",
        f"| action space | `Discrete({game.num_actions})` |",
        f"| observation | `Box(0, 1, ({game.layout.size},), float32)` |",
        f"| action mask | `Box(0, 1, ({game.num_actions},), int8)` |",
        f"| phases | {', '.join(game.phases)} |",
    ]


def import_line(game: Game) -> str:
    """Return the line of Python by which users have the game's environment."""
    if game.package.startswith(f"{OWN_GAMES}."):
        return f"from boardgame_envs import {game.name}_v{game.version}"
    return f'boardgame_envs.make_env("{game.name}")'


def rules_as_markdown(game: Game) -> str:
    """Return the numbered rules as they stand in the source, in a block of their own."""
    return f"```text\n{game.rules_in_words.strip()}\n```"


def options_table(game: Game) -> list[str]:
    """Return one row for each option."""
    rows = ["| option | default | allowed | meaning |", "| --- | --- | --- | --- |"]
    for option in game.options:
        rows.append(
            f"| `{option.name}` | `{option.default!r}` | {option.allowed} | {option.meaning} |"
        )
    return rows


def positions_table(game: Game) -> list[str]:
    """Return how positions are written, one row for each entry."""
    rows = [
        f"A position is one line: `{game.name}`, the number of players and the options where they "
        "are not the usual ones, then these entries with ` | ` between them, parts for each player "
        "with ` / `. What is as on an empty table is left out. `Table.at(text)` reads it and "
        "`table.position` writes it; it shows hidden cards.",
        "",
        "| entry | says |",
        "| --- | --- |",
    ]
    return rows + [f"| `{e.name}` | {e.meaning} |" for e in game.notation.POSITION.entries]
