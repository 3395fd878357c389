"""What is public, in one place: modules, and the names in them that users may rely on.

They keep their meaning from release to release, as docs/versioning.md promises; everything else may
change at any time. docs/api.md and the reference of the site are made from this list.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class PublicModule:
    """A module that users import from: what it is for, and which of its names are public."""

    name: str
    purpose: str
    # none: those in its __all__
    names: tuple[str, ...] = ()
    # what must be installed to import it
    extra: str = ""

    def exported(self) -> dict[str, Any]:
        """Import the module, and return what is public in it by name."""
        module = importlib.import_module(self.name)
        return {name: getattr(module, name) for name in self.names or module.__all__}


PUBLIC = (
    PublicModule("boardgame_envs", "tables, batches and environments of any game by its name"),
    PublicModule("boardgame_envs.elements_v0", "Elements for PettingZoo"),
    PublicModule("boardgame_envs.noah_v0", "Noah for PettingZoo"),
    PublicModule("boardgame_envs.tranquility_v0", "Tranquility for PettingZoo"),
    PublicModule("boardgame_envs.replays", "finished games as pages and pictures"),
    PublicModule(
        "boardgame_envs.adapters.gymnasium_single", "one seat for Gymnasium", ("SeatEnv",)
    ),
    PublicModule(
        "boardgame_envs.adapters.gymnasium_vector",
        "one seat at many tables for Gymnasium",
        ("SeatVectorEnv",),
    ),
    PublicModule(
        "boardgame_envs.adapters.sb3",
        "one seat at many tables for Stable-Baselines3",
        ("SeatVecEnv",),
        extra="sb3",
    ),
    PublicModule(
        "boardgame_envs.adapters.rllib",
        "every game for RLlib",
        ("TableMultiAgentEnv",),
        extra="rllib",
    ),
    PublicModule(
        "boardgame_envs.adapters.open_spiel",
        "every game for OpenSpiel; importing it registers them",
        ("load_spiel_game",),
        extra="openspiel",
    ),
    PublicModule(
        "boardgame_envs.adapters.open_spiel_bots",
        "OpenSpiel's bots as agents, and agents as its bots",
        ("from_open_spiel", "to_open_spiel"),
        extra="openspiel",
    ),
    PublicModule(
        "boardgame_envs.adapters.text_seat",
        "one seat of a game in words, for trainers of language models",
        ("TextSeat", "Turn"),
    ),
    PublicModule("boardgame_envs.agents", "agents by name, and what an agent of your own is"),
    PublicModule("boardgame_envs.text", "prompts, and strict reading of replies"),
    PublicModule(
        "boardgame_envs.evaluation.evaluating",
        "agents rated on the same deals",
        ("Evaluation", "evaluate"),
    ),
    PublicModule("boardgame_envs.play", "games among people and agents, for any front end"),
    PublicModule(
        "boardgame_envs.agents.language_model", "language models as agents", ("LanguageModelAgent",)
    ),
    PublicModule("boardgame_envs.search", "search in possible worlds, beliefs"),
    PublicModule("boardgame_envs.dataset", "games of agents, read again from a folder"),
    PublicModule("boardgame_envs.benchmark", "fixed deals, opponents that never change"),
    PublicModule("boardgame_envs.learning", "training, resuming, exporting", extra="train"),
    PublicModule("boardgame_envs.testing", "the laws that every game keeps"),
    # for those who add a game
    PublicModule(
        "boardgame_envs.core.compiled",
        "rules and state records of a game of your own",
        ("Buffer", "Record", "rule", "state_dtype"),
    ),
    PublicModule(
        "boardgame_envs.core.options",
        "options of a game",
        ("Choice", "ListOf", "NumberOrName", "Option", "OrNone", "SomeOf", "Switch", "WholeNumber"),
    ),
    PublicModule(
        "boardgame_envs.core.layout",
        "the parts of an observation",
        ("Flag", "Layout", "Number", "OneOf"),
    ),
    PublicModule(
        "boardgame_envs.core.actions",
        "kinds of actions",
        ("ActionTable", "Actions", "Axis"),
    ),
    PublicModule(
        "boardgame_envs.core.game",
        "what a game supplies",
        ("ActionFeature", "Game", "Notation", "Observation", "Rules", "Secrets", "Stakes"),
    ),
    PublicModule(
        "boardgame_envs.core.seats",
        "whose turn it is",
        ("CHANCE", "NOBODY", "next_seat", "seat_name"),
    ),
    PublicModule(
        "boardgame_envs.core.piles",
        "piles of cards",
        ("count_cards", "draw_random_card", "move_all_cards"),
    ),
)
