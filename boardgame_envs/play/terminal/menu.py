"""The menu of ``boardgame-envs play``: which game, which variant, how many players, with whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from boardgame_envs.agents.shipped_agents import opponents_for
from boardgame_envs.benchmark.catalogue import find_suite
from boardgame_envs.core.game import Game
from boardgame_envs.games import BrokenGameError, game_names, load_game
from boardgame_envs.play.terminal.wording import fitted


class Chosen(NamedTuple):
    """What was chosen from the menu."""

    game: Game
    options: dict[str, Any]
    num_players: int
    opponent: str


def choose_table(ask: Callable[[str], str], tell: Callable[[str], None]) -> Chosen:
    """Ask for all that a table needs; Enter takes what comes first."""
    games = {game.title: game for game in playable_games()}
    described = {title: about(game) for title, game in games.items()}
    game = games[choose("Which game?", described, ask, tell)]
    variants = variants_of(game)
    listed = {name: written(options) for name, options in variants.items()}
    options = dict(variants[choose("Which variant?", listed, ask, tell)])
    complete = game.complete_options(options)
    num_players = choose_players(game, complete, ask, tell)
    if num_players == 1:
        return Chosen(game, options, num_players, "best")
    offered = dict(opponents_for(game, complete, num_players))
    return Chosen(game, options, num_players, choose("Who plays with you?", offered, ask, tell))


def choose_players(
    game: Game,
    options: Mapping[str, Any],
    ask: Callable[[str], str],
    tell: Callable[[str], None],
) -> int:
    """Return how many shall play; Enter takes the usual number."""
    usual, numbers = game.check_players(None, options), game.players_with(options)
    if len(numbers) == 1:
        return usual
    allowed = f"{numbers[0]} to {numbers[-1]}"
    while True:
        text = ask(f"\nHow many players, with you? {allowed}, or Enter for {usual}: ").strip()
        if not text:
            return usual
        if text in map(str, numbers):
            return int(text)
        tell(f"Type a number from {allowed}.")


def playable_games() -> list[Game]:
    """Return the games that can be loaded."""
    games = []
    for name in game_names():
        try:
            games.append(load_game(name))
        except BrokenGameError:
            continue
    return games


def about(game: Game) -> str:
    """Return what a game is, in a line: the first one of its rules."""
    first = game.rules_in_words.strip().partition("\n")[0]
    return first.partition(": ")[2] or first


def variants_of(game: Game) -> Mapping[str, Mapping[str, Any]]:
    """Return the variants of a game by name: those that are measured, or the usual one alone."""
    try:
        return find_suite(game).settings
    except ValueError:
        return {"usual": {}}


def written(options: Mapping[str, Any]) -> str:
    """Return options as the command line takes them."""
    return " ".join(
        f"{name}={','.join(map(str, value)) if isinstance(value, list) else value}"
        for name, value in options.items()
    )


def choose(
    question: str,
    entries: Mapping[str, str],
    ask: Callable[[str], str],
    tell: Callable[[str], None],
) -> str:
    """Return the entry that is chosen by its number or name; the first one by Enter alone."""
    names = list(entries)
    if len(names) == 1:
        return names[0]
    tell(f"\n{question}")
    longest = max(map(len, names))
    for number, (name, said) in enumerate(entries.items(), 1):
        tell(fitted(f"{number:3} {name:{longest}}  {said}".rstrip()))
    while True:
        found = find_entry(ask(f"1 to {len(names)}, or Enter for {names[0]}: "), names)
        if found is not None:
            return found
        tell(f"Type a number from 1 to {len(names)}, or a name.")


def find_entry(text: str, names: Sequence[str]) -> str | None:
    """Return the name that is meant by a number, by its beginning, or by nothing at all."""
    typed = text.strip().lower()
    if not typed:
        return names[0]
    exact = [name for name in names if name.lower() == typed]
    if exact:
        return exact[0]
    if typed.isascii() and typed.isdigit():
        return names[int(typed) - 1] if 0 < int(typed) <= len(names) else None
    begun = [name for name in names if name.lower().startswith(typed)]
    return begun[0] if len(begun) == 1 else None
