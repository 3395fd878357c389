"""Our games as Gymnasium environments: one seat learns, agents have the others."""

from __future__ import annotations

from typing import Any, SupportsFloat

import gymnasium
import numpy as np
from numpy.typing import NDArray

from boardgame_envs.adapters.earnings import rewards_since
from boardgame_envs.adapters.illegal_actions import (
    LEGAL,
    Answer,
    Illegal,
    IllegalActions,
    IllegalRow,
)
from boardgame_envs.adapters.rendering import (
    RENDER_FPS,
    RENDER_MODES,
    SELECTED,
    Frame,
    RenderMode,
    check_render_mode,
    check_render_seat,
    observer_of,
    render_table,
)
from boardgame_envs.adapters.spaces import (
    MaskIn,
    Observation,
    action_space,
    as_action,
    check_mask_in,
    observation_space,
    with_mask,
)
from boardgame_envs.agents.agent import Agent
from boardgame_envs.core.chance import seed_after
from boardgame_envs.core.game import Game, IllegalActionError
from boardgame_envs.core.loops import MOST_GAMES_WITHOUT_A_DECISION
from boardgame_envs.core.notebook import table_html
from boardgame_envs.core.numbers import check_seed
from boardgame_envs.core.seats import NOBODY, seat_name
from boardgame_envs.core.table import Table
from boardgame_envs.games import load_game
from boardgame_envs.matches.one_table import play_on
from boardgame_envs.matches.random_others import RandomOthers, choose_at_random
from boardgame_envs.matches.seating import Opponents, Seat, Seating, check_seat


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """One seat of a table: a step is a decision of that seat, and what the others do then.

    ``reset`` plays on to the learner's first decision. A game that ends before it is replaced
    by the next: ``info["skipped_games"]`` says how many were, and ``info["skipped_return"]`` what
    the learner earned in them. A reward is all that the seat has earned since its last decision,
    or since the game began. Who sits where is drawn when a game begins (see ``Seating``).

    ``illegal`` is what an illegal action does: "terminate" (the game is over and earns
    ``illegal_reward``), "penalise" (that is earned, and the seat must choose again; a game with
    1,000 illegal actions in a row is truncated), "random" (a random legal action is taken instead)
    or "raise" (an error). ``mask_in`` says where the mask is shown, beside ``action_masks()``:
    "info", "observation" (a dict) or "both". ``render_seat`` is whose eyes the table is shown
    with: "selected" (the learner's), "player_1" and so on, or "table" (every hand is seen).
    Without ``action_features`` observations are shorter: what they say of each action is left out.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": list(RENDER_MODES),
        "render_fps": RENDER_FPS,
    }

    def __init__(
        self,
        game: str | Game,
        num_players: int | None = None,
        *,
        opponents: Opponents = "random",
        seat: Seat = 0,
        render_mode: RenderMode = None,
        render_seat: str = SELECTED,
        mask_in: MaskIn = "info",
        illegal: Illegal = "terminate",
        illegal_reward: float = -1.0,
        action_features: bool = True,
        **options: Any,
    ) -> None:
        chosen = load_game(game) if isinstance(game, str) else game
        self.table = Table(chosen, num_players, **options)
        self.seating = Seating(chosen, self.table.num_players, seat, opponents)
        self.render_mode = check_render_mode(render_mode)
        self.render_seat = check_render_seat(render_seat, self.table.num_players)
        self.mask_in = check_mask_in(mask_in)
        self.illegal_actions = IllegalActions(illegal, illegal_reward)
        self.action_features = action_features
        self._observed = chosen.observed(action_features).size
        self.observation_space = observation_space(
            chosen, self.mask_in, action_features=action_features
        )
        self.action_space = action_space(chosen)
        self.seat = NOBODY  # the learner's, once a game has begun
        self._game_seed: int | None = None
        self._earned: list[float] = []
        self._over, self._illegal_row = True, IllegalRow()
        self._skipped_games, self._skipped_return = 0, 0.0
        self._agents: dict[int, Agent] = {}  # who sits in the other seats
        # who plays for them if all choose at random
        self._random_others, self._are_random = RandomOthers(self.table), False
        # the mask of whoever is to act, as it is shown
        self._mask = self.table.mask.view(np.int8)

    # --- playing ---

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new game; a seed fixes this one and all that follow.

        ``options={"seat": 1}`` seats the learner there, in this game alone;
        ``{"outcomes": [...]}`` gives recorded deals in the place of random ones.
        """
        chosen = options or {}
        seat = check_seat(chosen["seat"], self.table.num_players) if "seat" in chosen else None
        super().reset(seed=None if seed is None else check_seed(seed))
        self._deal(self._next_seed() if seed is None else seed, seat, chosen.get("outcomes"))
        self._skipped_games, self._skipped_return = 0, 0.0
        while self._over:
            self._skip(seat)
        return self._observation(), self._info()

    def _skip(self, seat: Seat | None) -> None:
        """Count a game in which the learner was not asked, and begin the next one."""
        if self._skipped_games == MOST_GAMES_WITHOUT_A_DECISION:
            raise ValueError(
                f"the learner in seat {self.seat} was not asked for a decision in "
                f"{MOST_GAMES_WITHOUT_A_DECISION} games in a row"
            )
        self._skipped_games += 1
        self._skipped_return += self._earnings()
        self._deal(self._next_seed(), seat)

    def _next_seed(self) -> int:
        """Return the seed of the next game: it follows from that of the last one."""
        if self._game_seed is None:
            return int(self.np_random.integers(2**63))
        return seed_after(self._game_seed)

    def _deal(self, seed: int, seat: Seat | None, outcomes: Any = None) -> None:
        """Begin a game, let everyone take their seats, and play on to the learner's turn."""
        self._game_seed, self._illegal_row = seed, IllegalRow()
        self.table.reset(seed, outcomes)
        self.seat, self._agents = self.seating.begin_game(seed, seat)
        self._earned = [0.0] * self.table.num_players
        # recorded deals are asked for after each decision
        self._are_random = outcomes is None and choose_at_random(self._agents)
        if self._are_random:
            self._random_others.begin(self.seat, self._agents, seed)
        self._play_on()

    def step(self, action: Any) -> tuple[Observation, SupportsFloat, bool, bool, dict[str, Any]]:
        """Take the learner's action, and let the others play until it is asked again."""
        if self._over:
            raise ValueError("no game is going on: call reset()")
        self._skipped_games, self._skipped_return = 0, 0.0
        answer = self._act(action if type(action) is int else as_action(action))
        if answer.ends_game or answer.cuts_game:
            self._over = True
        else:
            self._play_on()
        reward = answer.penalty + self._earnings()
        truncated = self._over and (self.table.truncated or answer.cuts_game)
        return self._observation(), reward, self._over and not truncated, truncated, self._info()

    def _act(self, action: int) -> Answer:
        """Take an action, or answer an illegal one."""
        try:
            if self._are_random:
                self._random_others.step(action)
            else:
                self.table.step(action)
        except IllegalActionError as error:
            self._illegal_row = self._illegal_row.with_another(self.table.num_decisions)
            actions, rng = self.illegal_actions, lambda: self.np_random
            return actions.answer(self.table, error, self._illegal_row, rng)
        return LEGAL

    def _play_on(self) -> None:
        """Let the others play until the learner is to act, or the game is over."""
        if self.table.seat != self.seat:
            if self._are_random:
                self._random_others.play_on()
            else:
                play_on(self.table, self._agents)
        self._over = self.table.seat == NOBODY

    def _earnings(self) -> float:
        """Return what the learner has earned since it was last paid."""
        returns = self.table.returns
        if returns == self._earned:
            return 0.0
        gains, self._earned = rewards_since(self._earned, returns), returns
        return gains[self.seat]

    def set_opponents(self, opponents: Opponents) -> None:
        """Let others sit in the other seats, from the next game on."""
        self.seating.choose_opponents(opponents)

    # --- looking ---

    def action_masks(self) -> NDArray[np.bool_]:
        """Return what the learner may do now; nothing once the game is over."""
        self.table.check_begun()
        return self._shown_mask().view(np.bool_)

    def _shown_mask(self) -> NDArray[np.int8]:
        """Return the learner's mask as it is shown."""
        return np.zeros_like(self._mask) if self._over else self._mask.copy()

    def _observation(self) -> Observation:
        """Return what the learner sees; the end of a game is seen from its seat, too."""
        table = self.table
        is_over = table.seat == NOBODY
        seen = table.observe(self.seat) if is_over else table.observation
        numbers = seen[: self._observed].copy()
        return numbers if self.mask_in == "info" else with_mask(numbers, self._shown_mask())

    def _info(self) -> dict[str, Any]:
        """Return the learner's seat, the games skipped and, where it is asked for, the mask."""
        info: dict[str, Any] = {
            "seat": self.seat,
            "skipped_games": self._skipped_games,
            "skipped_return": self._skipped_return,
        }
        if self.mask_in != "observation":
            info["action_mask"] = self._shown_mask()
        return info

    def render(self) -> Frame | None:
        """Show the table by ``render_mode``, as ``render_seat`` sees it: the learner."""
        return render_table(self.table, self.render_mode, self._observer)

    @property
    def _observer(self) -> int | None:
        """The seat that the table is shown to; "selected" is the learner."""
        return observer_of(self.render_seat, max(self.seat, 0))

    def __repr__(self) -> str:
        """Return which game this is and how it stands, without a card."""
        table = self.table
        learner = f", {seat_name(self.seat)} learns" if self.seat != NOBODY else ""
        return f"<SeatEnv {table.setting}{learner}: {table.standing_in_words}>"

    def _repr_html_(self) -> str | None:
        """Return the table for notebooks, as ``render_seat`` says."""
        return table_html(self.table, self._observer)
