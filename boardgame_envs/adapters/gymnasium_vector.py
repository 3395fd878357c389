"""Our games as Gymnasium vector environments: one seat learns at each of many tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from boardgame_envs.adapters.illegal_actions import (
    MOST_PENALTIES,
    Illegal,
    IllegalActions,
    find_illegal_rows,
)
from boardgame_envs.adapters.rendering import (
    RENDER_FPS,
    RENDER_MODES,
    SELECTED,
    Frame,
    RenderMode,
    check_render_mode,
    check_render_seat,
    frame_of,
    observer_of,
    render_table,
)
from boardgame_envs.adapters.spaces import (
    MaskIn,
    Observation,
    action_space,
    check_mask_in,
    observation_space,
    with_mask,
)
from boardgame_envs.core.game import Game, IllegalActionError
from boardgame_envs.core.notebook import table_html
from boardgame_envs.core.numbers import (
    MOST_TABLES,
    check_count,
    check_numbers,
    check_seed,
    whole_number,
)
from boardgame_envs.core.problems import KeywordError, NotBegunError, OptionError, shortened
from boardgame_envs.games import load_game
from boardgame_envs.matches.learner_tables import LearnerTables
from boardgame_envs.matches.seating import Opponents, Seat

Infos = dict[str, Any]
Flags = NDArray[np.bool_]

MODES = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)


class SeatVectorEnv(VectorEnv[Observation, Any, NDArray[Any]]):
    """Many tables in step; each is what ``SeatEnv`` with the same arguments would be.

    With the same seeds, and opponents that draw no random numbers, both play the same games.
    ``autoreset_mode`` is NEXT_STEP (the step after the end of a game takes no action, and shows
    the next game) or SAME_STEP (it is shown at once, and the end is in ``info["final_obs"]``).
    ``render()`` returns a picture, or a text, of each table.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        num_players: int | None = None,
        *,
        opponents: Opponents = "random",
        seat: Seat = 0,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        mask_in: MaskIn = "info",
        illegal: Illegal = "terminate",
        illegal_reward: float = -1.0,
        render_mode: RenderMode = None,
        render_seat: str = SELECTED,
        action_features: bool = True,
        **options: Any,
    ) -> None:
        chosen = load_game(game) if isinstance(game, str) else game
        self.num_envs = check_count("num_envs", num_envs, 1, MOST_TABLES)
        self.action_features, observed = action_features, chosen.observed(action_features).size
        self.tables = LearnerTables(
            chosen, self.num_envs, num_players, seat, opponents, options, observed
        )
        self.mask_in = check_mask_in(mask_in)
        self.illegal_actions = IllegalActions(illegal, illegal_reward)
        self.render_mode = check_render_mode(render_mode)
        if self.render_mode == "human":
            raise KeywordError("many tables are not printed: render_mode must not be 'human'")
        self.render_seat = check_render_seat(render_seat, self.tables.num_players)
        self.autoreset_mode = check_mode(autoreset_mode)
        self.metadata = {
            "render_modes": [mode for mode in RENDER_MODES if mode != "human"],
            "render_fps": RENDER_FPS,
            "autoreset_mode": self.autoreset_mode,
        }
        self.single_observation_space = observation_space(
            chosen, self.mask_in, action_features=action_features
        )
        self.single_action_space = action_space(chosen)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._all = np.arange(self.num_envs)
        self._has_begun = False
        self._penalties = np.zeros(self.num_envs, np.int64)  # in a row
        # at which tables the game was over when the last step ended (NEXT_STEP)
        self._ended = np.zeros(self.num_envs, np.bool_)

    # --- playing ---

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: Infos | None = None
    ) -> tuple[Observation, Infos]:
        """Begin a new game at every table; a seed fixes these and all that follow.

        Table ``i`` has the seed ``seed + i``; a list has one for each.
        """
        seeds = self._check_seeds(seed)
        super().reset(seed=None if whole_number(seed) is None else seeds[0])
        self._seed_tables(seeds)
        self._has_begun = True
        self._ended[:] = False
        self._penalties[:] = 0
        self.tables.begin(self._all)
        return self._observation(), self._infos()

    def _check_seeds(self, seed: Any) -> list[int | None]:
        """Return the seed of each table, None where it has none, or raise ValueError."""
        if seed is None:
            return [None] * self.num_envs
        if not isinstance(seed, Sequence | np.ndarray) or isinstance(seed, str | bytes):
            first = check_seed(seed)
            check_seed(first + self.num_envs - 1)
            return [first + i for i in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise ValueError(f"there must be {self.num_envs} seeds, not {len(seed)}")
        return [None if one is None else check_seed(one) for one in seed]

    def _seed_tables(self, seeds: list[int | None]) -> None:
        """Give every table the seed of its next game."""
        tables = self.tables
        if self._has_begun:
            tables.advance_seeds(self._all)
        else:
            tables.seeds[:] = self.np_random.integers(2**63, size=self.num_envs)
        for i, seed in enumerate(seeds):
            if seed is not None:
                tables.seeds[i] = seed
        if any(seed is not None for seed in seeds):
            tables.seed_agents(int(tables.seeds[0]))

    def step(self, actions: Any) -> tuple[Observation, NDArray[Any], Flags, Flags, Infos]:
        """Take every learner's action, and let the others play until it is asked again."""
        chosen = self._check_actions(actions)
        tables = self.tables
        tables.forget_skipped_games()
        playing = self._all[~self._ended]
        penalised = self._answer_illegal_actions(playing, chosen)
        acting = np.setdiff1d(playing, penalised) if penalised.size else playing
        tables.step(acting, chosen[acting])
        self._penalties[acting] = 0
        if penalised.size:
            self._penalise(penalised)
        if self._ended.any():
            self._begin_next(np.flatnonzero(self._ended))
        return self._outcome()

    def _check_actions(self, actions: Any) -> NDArray[np.int64]:
        """Return the actions as an array, or raise ValueError."""
        if not self._has_begun:
            raise NotBegunError("no game has begun: call reset()")
        # a copy, because illegal actions may be replaced in it
        return check_numbers(actions, self.num_envs, "actions").copy()

    def _begin_next(self, rows: NDArray[np.int64]) -> None:
        """Begin the next game at tables where one has ended."""
        self._penalties[rows] = 0
        self.tables.advance_seeds(rows)
        self.tables.begin(rows)

    def _outcome(self) -> tuple[Observation, NDArray[Any], Flags, Flags, Infos]:
        """Return what the step has brought; where games are over, begin new ones if it is time."""
        tables = self.tables
        over, truncated = tables.over.copy(), tables.truncated.copy()
        rewards = tables.reward.astype(np.float64)
        finals: Infos = {}
        if self.autoreset_mode is AutoresetMode.NEXT_STEP:
            self._ended[:] = over
        elif over.any():
            finals = self._finals(over)
            self._begin_next(np.flatnonzero(over))
        return self._observation(), rewards, over & ~truncated, truncated, finals | self._infos()

    # --- illegal actions ---

    def _answer_illegal_actions(
        self, playing: NDArray[np.int64], actions: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Do what the argument ``illegal`` says; return the tables that pay for it."""
        mask = self.tables.mask
        culprits = find_illegal_rows(playing, actions, mask)
        if culprits.size == 0:
            return culprits

        def error(row: int) -> IllegalActionError:
            refusal = self.tables.table(row).refusal(int(actions[row]))
            return IllegalActionError(f"table {row}: {refusal}")

        return self.illegal_actions.answer_many(culprits, actions, mask, error, self.np_random)

    def _penalise(self, culprits: NDArray[np.int64]) -> None:
        """Let tables pay for an illegal action; their games may be over."""
        tables = self.tables
        self._penalties[culprits] += 1
        ends = self.illegal_actions.end_games
        is_cut = (self._penalties[culprits] >= MOST_PENALTIES) & (not ends)
        tables.reward[culprits] = self.illegal_actions.reward
        tables.truncated[culprits] = is_cut
        tables.over[culprits] = is_cut | ends
        tables.mask[culprits[tables.over[culprits]]] = False

    # --- looking ---

    def action_masks(self) -> NDArray[np.bool_]:
        """Return what each learner may do now, a row for each table."""
        if not self._has_begun:
            raise NotBegunError("no game has begun: call reset()")
        return self.tables.mask.copy()

    def render(self) -> tuple[Frame, ...] | None:
        """Show every table as ``render_seat`` sees it: the learner there."""
        if not self._has_begun:
            raise NotBegunError("no game has begun: call reset()")
        if self.render_mode is None:
            render_table(self.tables.table(0), None, None)
            return None
        mode, learners = self.render_mode, self.tables.learner.tolist()
        return tuple(
            frame_of(self.tables.table(i), mode, observer_of(self.render_seat, learners[i]))
            for i in range(self.num_envs)
        )

    def __repr__(self) -> str:
        """Return which game this is, and at how many tables."""
        begun = "" if self._has_begun else ", no game has begun"
        return f"<SeatVectorEnv {self.tables.setting}: {self.num_envs} tables{begun}>"

    def _repr_html_(self) -> str | None:
        """Return the first table for notebooks, as ``render_seat`` says."""
        if not self._has_begun:
            return None
        return table_html(
            self.tables.table(0), observer_of(self.render_seat, int(self.tables.learner[0]))
        )

    def set_opponents(self, opponents: Opponents) -> None:
        """Let others sit in the other seats, at each table from its next game on."""
        self.tables.choose_opponents(opponents)

    def _observation(self) -> Observation:
        """Return what every learner sees."""
        numbers = self.tables.observation.copy()
        if self.mask_in == "info":
            return numbers
        return with_mask(numbers, self.action_masks().view(np.int8))

    def _infos(self) -> Infos:
        """Return the infos of all tables; every key has a twin that says for which it holds."""
        infos: Infos = {
            "seat": self.tables.learner.copy(),
            "skipped_games": self.tables.skipped_games.copy(),
            "skipped_return": self.tables.skipped_return.astype(np.float64),
        }
        infos |= {f"_{name}": self._everywhere() for name in infos}
        if self.mask_in != "observation":
            infos["action_mask"] = self.action_masks().view(np.int8)
            infos["_action_mask"] = self._everywhere()
        return infos

    def _everywhere(self) -> Flags:
        """Return a flag for each table, all True."""
        return np.ones(self.num_envs, np.bool_)

    def _finals(self, over: Flags) -> Infos:
        """Return how games ended that are replaced in the same step."""
        seen: Any = self._observation()
        final = np.full(self.num_envs, None, dtype=object)
        for i in np.flatnonzero(over):
            if self.mask_in == "info":
                final[i] = seen[i]
            else:
                final[i] = {name: array[i] for name, array in seen.items()}
        infos = self._infos()
        for name in infos:
            infos[name][~over] = 0
        return {
            "final_obs": final,
            "_final_obs": over.copy(),
            "final_info": infos,
            "_final_info": over.copy(),
        }


def check_mode(mode: Any) -> AutoresetMode:
    """Return one of the modes that are offered, or raise OptionError."""
    for offered in MODES:
        if isinstance(mode, str | AutoresetMode) and mode in (offered, offered.value, offered.name):
            return offered
    names = " or ".join(repr(offered.value) for offered in MODES)
    raise OptionError(f"autoreset_mode must be {names}, not {shortened(mode)}")
