"""AgileRL: why not to use its IPPO on these games. It takes no heed of masks when it learns.

    python docs/examples/agilerl_masks.py elements

Asks IPPO for an action with a mask, and then for the log-probability of that action as its
``learn`` computes it: without. Where the ratio of the two is not 1 before anything was learned,
what PPO clips and follows is not the policy that played.
"""

from __future__ import annotations

import argparse

import numpy as np
import torch
from agilerl.algorithms import IPPO
from gymnasium import spaces

from boardgame_envs.adapters.entry_points import EntryPoints
from boardgame_envs.core.game import Game
from boardgame_envs.games import load_game


def make_learner(game: Game, num_agents: int) -> IPPO:
    """Return IPPO for all agents of a game."""
    seen = spaces.Box(0.0, 1.0, (game.layout.size,), np.float32)
    actions = spaces.Discrete(game.num_actions + 1)
    agents = [f"player_{seat}" for seat in range(num_agents)]
    return IPPO([seen] * num_agents, [actions] * num_agents, agent_ids=agents)


def error_of_masks(game: Game) -> str:
    """Return what IPPO says to masks in infos, the only place where it looks for them."""
    env = EntryPoints(game.name).parallel_env(mask_in="info")
    seen, infos = env.reset(seed=1)
    try:
        make_learner(game, len(env.possible_agents)).get_action(seen, infos=infos)
    except ValueError as error:
        return f"{type(error).__name__}: {error}"
    return "none"


def ratio_before_learning(game: Game) -> float:
    """Return the ratio of PPO for an action that was chosen with a mask; it should be 1."""
    torch.manual_seed(1)
    table = EntryPoints(game.name).raw_env().table
    table.reset(1)
    actor = make_learner(game, 2).actors["player"]
    seen = torch.from_numpy(table.observation)[None]
    mask = torch.from_numpy(np.append(table.mask, False))[None]
    with torch.no_grad():
        action, log_chance, _ = actor(seen, action_mask=mask)
        # as in learn(): the actor is asked again, and told nothing of the mask
        actor(seen)
        ratio = (actor.action_log_prob(action) - log_chance).exp()
    return float(ratio)


def main() -> None:
    """Show the ratio."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    game = load_game(parser.parse_args().game)
    print(f"error when masks are given: {error_of_masks(game)}")
    print(f"ratio before anything was learned: {ratio_before_learning(game):.3f}, not 1")


if __name__ == "__main__":
    main()
