"""What can be chosen before a game: games, their options, players and who sits where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from boardgame_envs.agents.shipped_agents import opponents_for
from boardgame_envs.core.game import Game
from boardgame_envs.core.options import (
    Allowed,
    Choice,
    NumberOrName,
    Option,
    OrNone,
    SomeOf,
    Switch,
    WholeNumber,
    parse_options,
)
from boardgame_envs.core.problems import shortened
from boardgame_envs.core.seats import seat_name
from boardgame_envs.games import game_names, load_game
from boardgame_envs.play import Player

YOU, PERSON = "you", "person"
Sent = dict[str, Any]


def games_data() -> list[Sent]:
    """Return all games with their options."""
    return [game_data(load_game(name)) for name in game_names()]


def game_data(game: Game) -> Sent:
    """Return what can be chosen of a game."""
    return {
        "name": game.name,
        "title": game.title,
        "options": [option_data(option) for option in game.options],
    }


def option_data(option: Option) -> Sent:
    """Return an option as a field of a form; values are written as on the command line."""
    return {
        "name": option.name,
        "title": option.name.replace("_", " "),
        "meaning": option.meaning,
        "value": written(option.default),
        **field_of(option.allowed),
    }


def field_of(allowed: Allowed) -> Sent:
    """Return the kind of field by which a value is chosen."""
    match allowed:
        case Switch():
            return {"field": "one", "values": ["false", "true"]}
        case Choice(words):
            return {"field": "one", "values": list(words)}
        case SomeOf(words):
            return {"field": "some", "values": list(words)}
        case WholeNumber(lowest, highest) if highest - lowest < 12:
            return {"field": "one", "values": [str(n) for n in range(lowest, highest + 1)]}
        case WholeNumber(lowest, highest):
            return {"field": "number", "lowest": lowest, "highest": highest}
        case OrNone(Choice(words)):
            return {"field": "one", "values": ["none", *words]}
        case OrNone(WholeNumber(lowest, highest)) if highest - lowest < 12:
            return {"field": "one", "values": ["none", *map(str, range(lowest, highest + 1))]}
        case NumberOrName(lowest, highest, names):
            # a name is written by its number, as the default is
            named = {str(number): name for name, number in names.items()}
            return {"field": "text", "allowed": str(allowed), "names": named}
        case _:
            return {"field": "text", "allowed": str(allowed)}


def written(value: Any) -> str:
    """Return the value of an option as it is written on a command line."""
    if isinstance(value, list | tuple):
        return ",".join(map(written, value))
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def chosen_options(game: Game, texts: Mapping[str, str]) -> dict[str, Any]:
    """Return complete options from the fields of a form, or raise ValueError."""
    chosen = parse_options(game.options, [f"{name}={text}" for name, text in texts.items()])
    return game.complete_options(chosen)


def settings_data(game: Game, texts: Mapping[str, str], num_players: int | None) -> Sent:
    """Return how many may play with some options, and who there is to sit in the other seats."""
    try:
        options = chosen_options(game, texts)
        allowed = game.players_with(options)
        number = game.check_players(num_players if num_players in allowed else None, options)
        game.make_template(number, options)
        opponents = opponents_for(game, options, number)
    except ValueError as problem:
        return {"type": "settings", "game": game.name, "problem": str(problem)}
    return {
        "type": "settings",
        "game": game.name,
        "problem": "",
        "players": list(allowed),
        "number": number,
        "opponents": [{"name": name, "about": about} for name, about in opponents],
    }


def players_from(
    seats: Sequence[str], game: Game, options: Mapping[str, Any], num_players: int
) -> list[Player]:
    """Return who sits where, or raise ValueError: people, and agents that the lobby offers."""
    if len(seats) != num_players:
        raise ValueError(f"there are {num_players} seats to fill, not {len(seats)}")
    if seats.count(YOU) > 1:
        raise ValueError("you can have one seat only")
    offered = {name for name, _ in opponents_for(game, options, num_players)}
    return [player_from(who, seat, offered) for seat, who in enumerate(seats)]


def player_from(who: str, seat: int, offered: set[str]) -> Player:
    """Return who sits in a seat."""
    if who in (YOU, PERSON):
        return Player(seat_name(seat))
    if who not in offered:
        known = ", ".join([YOU, PERSON, *sorted(offered)])
        raise ValueError(f"nobody is called {shortened(who)}; there are {known}")
    return Player(who, who)
