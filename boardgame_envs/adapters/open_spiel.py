"""Our games as OpenSpiel games: importing this module registers ``python_<game>`` for each.

Players and options are OpenSpiel parameters, see ``parameters_of``. A small setting has
explicit chance: one node lists every deal. In the others a chance node has a single outcome
and the deal is drawn when it is applied (``SAMPLED_STOCHASTIC``). Rewards are paid at the end.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping
from typing import Any

import pyspiel

from boardgame_envs.adapters.open_spiel_observer import TableObserver
from boardgame_envs.adapters.open_spiel_parameters import (
    CHANCE_MODE,
    NONE,
    PLAYERS,
    PREFIX,
    SEED,
    parameters_of,
    read,
    written,
)
from boardgame_envs.adapters.open_spiel_referee import CHANCE_MODES, Node, Referee
from boardgame_envs.core.game import Game
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.position import Position
from boardgame_envs.core.seats import CHANCE, NOBODY
from boardgame_envs.games import BrokenGameError, game_names, load_game

__all__ = ["TableGame", "TableState", "load_spiel_game", "parameters_of", "register_games"]

# the largest bound that OpenSpiel has a place for, where a game has none
NO_BOUND = 2**31 - 1

UTILITIES = {
    "zero": pyspiel.GameType.Utility.ZERO_SUM,
    "common": pyspiel.GameType.Utility.IDENTICAL,
    "general": pyspiel.GameType.Utility.GENERAL_SUM,
}


def load_spiel_game(name: str, num_players: int | None = None, **options: Any) -> Any:
    """Return one of our games, by its own name and with its own options, from OpenSpiel.

    ``chance`` and ``rng_seed`` may be given beside the options.
    """
    given = {key: options.pop(key) for key in (CHANCE_MODE, SEED) if key in options}
    parameters = parameters_of(load_game(name), num_players, **options)
    return pyspiel.load_game(PREFIX + name, {**parameters, **given})


# --- what OpenSpiel sees ---


class TableGame(pyspiel.Game):
    """One of our games with its options, as an OpenSpiel game; each game has a subclass."""

    game: Game

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        game = self.game
        options = {o.name: read(o, parameters[o.name]) for o in game.options}
        table = Position(game, parameters[PLAYERS], **options)
        self.referee = Referee(table, parameters[CHANCE_MODE], parameters[SEED])
        stakes = game.stakes(table.num_players, table.options)
        longest = game.longest(table.num_players, table.options)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.num_actions,
            max_chance_outcomes=self.referee.most_outcomes(),
            num_players=table.num_players,
            min_utility=stakes.lowest,
            max_utility=stakes.highest,
            utility_sum=0.0 if stakes.sum == "zero" else None,
            max_game_length=NO_BOUND if longest is None else longest,
        )
        kind = game_type(game, self.referee.is_explicit, stakes.sum)
        super().__init__(kind, info, dict(parameters))

    def new_initial_state(self) -> TableState:
        """Return the state before the first deal."""
        return TableState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TableObserver:
        """Return an observer of what one seat sees, of a part of it, or of all it remembers."""
        if params:
            raise ValueError(f"the observers of our games have no parameters, not {params}")
        return TableObserver(self.referee, iig_obs_type)


class TableState(pyspiel.State):
    """One game in progress, as an OpenSpiel state."""

    # OpenSpiel copies and saves what is in __dict__, and that shall be the position alone
    __slots__ = ("__dict__", "_referee")

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self._referee = game.referee
        self.node = game.referee.beginning

    @property
    def node(self) -> Node:
        """Where the game stands; what was saved is checked when it is first asked for."""
        node = self.__dict__["node"]
        if type(node) is not Node:
            node = self.__dict__["node"] = self._referee.restore(node)
        return node

    @node.setter
    def node(self, node: Node) -> None:
        self.__dict__["node"] = node

    def put(self, record: bytes) -> None:
        """Lay out one of our positions, without a past."""
        self.node = self._referee.node_of(record)

    def information(self, player: int) -> InformationState:
        """Return what a player knows, as our agents are given it."""
        return self._referee.information(self.node, player)

    # --- playing ---

    def current_player(self) -> int:
        """Return the seat to act, or who stands for chance or the end."""
        seat = self.node.seat
        if seat == NOBODY:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if seat == CHANCE else seat

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self.node.seat == NOBODY

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.node.legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what chance can decide, or a single outcome that stands for all."""
        if not self._referee.is_explicit:
            return [(0, 1.0)]
        outcomes = self._referee.outcomes(self.node)
        return [(number, chance) for number, (chance, _) in enumerate(outcomes)]

    def _apply_action(self, action: int) -> None:
        if self.node.seat == CHANCE:
            self.node = self._referee.let_chance_decide(self.node, action)
        else:
            self.node = self._referee.decide(self.node, action)

    def returns(self) -> list[float]:
        """Return what each seat has earned, once the game is over."""
        if self.node.seat != NOBODY:
            return [0.0] * len(self.node.returns)
        return list(self.node.returns)

    def rewards(self) -> list[float]:
        """Return the rewards, which are all paid at the end."""
        return self.returns()

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> TableState:
        """Return a state, without a past, that could be the real one for all a seat knows."""
        seed = int(probability_sampler() * 2**53)
        other = TableState(self.get_game())
        other.node = self._referee.resample(self.node, player_id, seed)
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as game and state; OpenSpiel's way needs more of a game with sampled chance."""
        return restore_state, (str(self.get_game()), self.serialize())

    # --- in words ---

    def _action_to_string(self, player: int, action: int) -> str:
        """Return the name of an action, or of what chance decides.

        Whoever is not to act is given the name in the action table: the one in this position may
        name a card in another's hand.
        """
        actions = self._referee.game.actions
        if player == self.node.seat:
            return actions.name(self._referee.state_of(self.node), action)
        if player != pyspiel.PlayerId.CHANCE:
            return actions.names[action]
        if not self._referee.is_explicit:
            return "chance"
        return json.dumps(self._referee.outcomes(self.node)[action][1])

    def __str__(self) -> str:
        """Return everything on the table in words, the hidden cards too."""
        return self._referee.describe(self.node)


def restore_state(game: str, state: str) -> Any:
    """Return the state that was pickled."""
    return pyspiel.load_game(game).deserialize_state(state)


# --- the registry ---


def game_type(game: Game, is_explicit: bool, sums: str) -> Any:
    """Return what OpenSpiel wants to know of a kind of game."""
    kinds = pyspiel.GameType
    return kinds(
        short_name=PREFIX + game.name,
        long_name=f"Python {game.title}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=(
            kinds.ChanceMode.EXPLICIT_STOCHASTIC
            if is_explicit
            else kinds.ChanceMode.SAMPLED_STOCHASTIC
        ),
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=UTILITIES[sums],
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={
            **{option.name: written(option, option.default) for option in game.options},
            PLAYERS: game.default_players,
            CHANCE_MODE: CHANCE_MODES[0],
            SEED: NONE,
        },
    )


def register_games() -> None:
    """Make OpenSpiel know every game that it does not know yet; warn of those that are broken."""
    known = set(pyspiel.registered_names())
    for name in game_names():
        if PREFIX + name not in known:
            try:
                register_game(load_game(name))
            except BrokenGameError as error:
                warnings.warn(str(error), stacklevel=2)


def register_game(game: Game) -> None:
    """Make OpenSpiel know a game; what is said of it here holds for its default options."""
    stakes = game.stakes(game.default_players, game.complete_options({}))
    kind = game_type(game, is_explicit=False, sums=stakes.sum)
    # OpenSpiel keeps what it is given until after Python has ended, which only a class survives
    pyspiel.register_game(
        kind, type(f"{TableGame.__name__}_{game.name}", (TableGame,), {"game": game})
    )


register_games()
