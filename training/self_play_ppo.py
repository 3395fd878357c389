"""Self-play PPO for turn-based games in one file, to read, to copy and to change.

    python training/self_play_ppo.py elements --export agent.onnx
    boardgame-envs evaluate elements --agents agent.onnx heuristic random

One network plays all seats of many tables. What differs from PPO for a single player is credit
(``seat_advantages``): consecutive decisions at a table belong to different seats, so every seat has
a trajectory of its own, which skips the others' decisions and collects what is earned meanwhile.
With ``--mini``, a setting small enough to search, the exploitability of the policy is exact.

``boardgame-envs train`` is the same method with past selves and other agents as opponents,
imitation, action features, checkpoints and resuming.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.distributions import Categorical
from tqdm import tqdm

from boardgame_envs import Batch, Game, Table, load_game
from boardgame_envs.agents import agent_names, make_agent
from boardgame_envs.agents.agent import BatchAgent
from boardgame_envs.core.options import parse_options
from boardgame_envs.evaluation.best_response import ask_policy, measure
from boardgame_envs.evaluation.duplicate import play_lineups
from boardgame_envs.evaluation.estimates import estimate_share
from boardgame_envs.evaluation.game_tree import GameTree, grow_tree
from boardgame_envs.learning.run.export import export_network
from boardgame_envs.matches.lineups import alone_lineups, deal_seeds, self_play_lineup

MASKED = -1e8  # the logit of an illegal action: its probability is exactly 0


def setting(default: Any, meaning: str) -> Any:
    """Declare a setting; the command line is made from these."""
    return field(default=default, metadata={"help": meaning})


@dataclass(frozen=True)
class Settings:
    """How to learn."""

    decisions: int = setting(2_000_000, "decisions to play, of all seats together")
    tables: int = setting(512, "games played side by side")
    steps: int = setting(32, "decisions at each table between two updates")
    epochs: int = setting(4, "passes over what was collected")
    minibatch: int = setting(2048, "decisions in one gradient step")
    learning_rate: float = setting(1e-3, "at the beginning; falls in a straight line")
    learning_rate_end: float = setting(1e-4, "at the end")
    entropy: float = setting(0.2, "weight of the entropy bonus at the beginning; falls likewise")
    entropy_end: float = setting(0.02, "at the end: who never varies can be exploited")
    gamma: float = setting(1.0, "discount for each decision of a seat")
    gae_lambda: float = setting(0.95, "how far advantages look ahead")
    clip: float = setting(0.2, "how far an update may move a probability ratio")
    value_weight: float = setting(0.5, "weight of the value loss")
    max_grad_norm: float = setting(0.5, "longest gradient")
    reward_scale: float = setting(1.0, "what rewards are multiplied by, to be about 1 in size")
    width: int = setting(128, "width of the two shared layers")
    evaluations: int = setting(10, "how often the policy is measured")
    deals: int = setting(100, "deals of each evaluation, each played with every seating")
    seed: int = setting(0, "fixes the network, the games and the learning")

    def __post_init__(self) -> None:
        """Refuse counts of nothing."""
        for name in ("decisions", "tables", "steps", "epochs", "minibatch", "width", "deals"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, not {getattr(self, name)}")


# --- the network ---


class Network(nn.Module):
    """Logits of all actions and a value, from the observation of whoever is to act."""

    def __init__(self, game: Game, width: int) -> None:
        super().__init__()
        first, second = linear(game.layout.size, width, 2**0.5), linear(width, width, 2**0.5)
        self.trunk = nn.Sequential(first, nn.ReLU(), second, nn.ReLU())
        self.actor = linear(width, game.num_actions, 0.01)  # at first, nearly uniform
        self.critic = linear(width, 1, 1.0)

    def forward(self, observation: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logits and the value of each row."""
        features = self.trunk(observation)
        return self.actor(features), self.critic(features).squeeze(-1)

    def policy(self, observation: Tensor, mask: Tensor) -> tuple[Categorical, Tensor]:
        """Return the distribution over legal actions, and the value, of each row."""
        logits, value = self(observation)
        return Categorical(logits=logits.masked_fill(~mask, MASKED), validate_args=False), value


def linear(inputs: int, outputs: int, gain: float) -> nn.Linear:
    """Return a layer with orthogonal weights."""
    layer = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer


# --- collecting ---


class Rollout(NamedTuple):
    """What happened at N tables in T steps, with one decision of one of S seats each."""

    observation: NDArray[np.float32]  # (T, N, numbers), of the seat that decided
    mask: NDArray[np.bool_]  # (T, N, actions)
    action: NDArray[np.int64]  # (T, N)
    log_probability: NDArray[np.float32]  # (T, N), of the action
    value: NDArray[np.float32]  # (T, N)
    seat: NDArray[np.int64]  # (T, N)
    reward: NDArray[np.float32]  # (T, N, S), of every seat, whoever decided
    done: NDArray[np.bool_]  # (T, N): the game ended, and the next decision is in a new one
    last_value: NDArray[np.float32]  # (N,), of the decision that comes next
    last_seat: NDArray[np.int64]  # (N,), who will make it


def collect(batch: Batch, network: Network, settings: Settings) -> Rollout:
    """Let the network play all seats for some steps."""
    steps = []
    with torch.inference_mode():
        for _ in range(settings.steps):
            # the arrays of a batch are filled anew by every step
            seen, mask, seat = batch.observation.copy(), batch.mask.copy(), batch.seat.copy()
            policy, value = network.policy(torch.from_numpy(seen), torch.from_numpy(mask))
            action = policy.sample()
            decided = action.numpy(), policy.log_prob(action).numpy(), value.numpy()
            batch.step(decided[0])
            reward, done = batch.reward * settings.reward_scale, batch.done.copy()
            steps.append((seen, mask, *decided, seat, reward, done))
        last_value = network(torch.from_numpy(batch.observation))[1].numpy()
    parts = [np.stack(part) for part in zip(*steps, strict=True)]
    return Rollout._make([*parts, last_value, batch.seat.copy()])


def seat_advantages(
    rollout: Rollout, gamma: float, gae_lambda: float
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Return generalised advantages, seat by seat, and which decisions can be learned from.

    It walks back in time and keeps, for every table and seat, the value and advantage of that
    seat's next decision and what it earns until then, be it during the others' turns. The end of
    a game settles all its seats. Where the rollout is cut, only the seat to act has a value to
    bootstrap from; the last decisions of the others have no known future, and are left out.
    """
    tables = np.arange(rollout.seat.shape[1])
    next_value, next_advantage, earned = np.zeros((3, *rollout.reward.shape[1:]), np.float32)
    known = np.zeros(next_value.shape, np.bool_)
    to_act = tables, rollout.last_seat
    next_value[to_act], known[to_act] = rollout.last_value, True
    advantage, learnable = np.zeros_like(rollout.value), np.zeros_like(rollout.done)
    for step in reversed(range(len(rollout.seat))):
        over = rollout.done[step]
        next_value[over] = next_advantage[over] = earned[over] = 0.0
        known[over] = True
        earned += rollout.reward[step]
        mover = tables, rollout.seat[step]
        ahead = earned[mover] + gamma * (next_value[mover] + gae_lambda * next_advantage[mover])
        learnable[step] = known[mover]
        advantage[step] = np.where(known[mover], ahead - rollout.value[step], 0.0)
        next_value[mover], next_advantage[mover] = rollout.value[step], advantage[step]
        earned[mover], known[mover] = 0.0, True
    return advantage, learnable


# --- learning ---


def train(table: Table, settings: Settings, tree: GameTree | None = None) -> Network:
    """Learn the game of a table with its players and options, and show how it goes."""
    torch.manual_seed(settings.seed)
    options = {"num_players": table.num_players, **table.options}
    batch = Batch(table.game, settings.tables, seed=settings.seed, **options)
    network = Network(table.game, settings.width)
    optimizer = torch.optim.Adam(network.parameters(), eps=1e-5)
    every = settings.decisions / max(settings.evaluations, 1)
    with tqdm(total=settings.decisions, unit=" decisions", unit_scale=True, disable=None) as bar:
        decisions, measured = 0, 0.0
        while decisions < settings.decisions:
            rollout = collect(batch, network, settings)
            decisions += rollout.seat.size
            remaining = max(1.0 - decisions / settings.decisions, 0.0)
            update(network, optimizer, rollout, settings, remaining)
            bar.update(rollout.seat.size)
            if settings.evaluations and decisions // every > measured:
                measured = decisions // every
                bar.write(f"{decisions:>12,}  {evaluate(network, table, settings.deals, tree)}")
    return network


def update(
    network: Network, optimizer: Any, rollout: Rollout, settings: Settings, remaining: float
) -> None:
    """Learn from a rollout when a share of all decisions remains to be made."""
    begin, end = settings.learning_rate, settings.learning_rate_end
    optimizer.param_groups[0]["lr"] = end + (begin - end) * remaining
    entropy = settings.entropy_end + (settings.entropy - settings.entropy_end) * remaining
    advantage, learnable = seat_advantages(rollout, settings.gamma, settings.gae_lambda)
    arrays = (*rollout[:4], advantage, advantage + rollout.value)
    rows = [torch.from_numpy(array[learnable]) for array in arrays]
    count = int(learnable.sum())
    size = min(settings.minibatch, count)
    for _ in range(settings.epochs):
        # a ragged rest is left out: a few advantages cannot be normalised
        for chosen in torch.randperm(count).split(size)[: count // size]:
            loss = ppo_loss(network, Decisions(*(row[chosen] for row in rows)), settings, entropy)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), settings.max_grad_norm)
            optimizer.step()


class Decisions(NamedTuple):
    """Decisions to learn from, a row each."""

    observation: Tensor
    mask: Tensor
    action: Tensor
    log_probability: Tensor  # of the action, when it was taken
    advantage: Tensor
    target: Tensor  # what the value should have been


def ppo_loss(
    network: Network, rows: Decisions, settings: Settings, entropy_weight: float
) -> Tensor:
    """Return PPO's loss: the clipped objective, the error of the value, the entropy bonus."""
    policy, value = network.policy(rows.observation, rows.mask)
    advantage = (rows.advantage - rows.advantage.mean()) / (rows.advantage.std() + 1e-8)
    ratio = (policy.log_prob(rows.action) - rows.log_probability).exp()
    clipped = ratio.clamp(1.0 - settings.clip, 1.0 + settings.clip)
    objective = torch.min(ratio * advantage, clipped * advantage).mean()
    value_loss, entropy = (value - rows.target).square().mean(), policy.entropy().mean()
    loss: Tensor = settings.value_weight * value_loss - objective - entropy_weight * entropy
    return loss


# --- measuring ---


class NetworkAgent(BatchAgent):
    """The network as an agent that decides for one seat at each of many tables."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network

    def probabilities(self, observation: Any, mask: Any) -> NDArray[np.float64]:
        """Return how likely each action is, a row for each table."""
        with torch.inference_mode():
            policy, _ = self.network.policy(torch.tensor(observation), torch.tensor(mask))
        return np.asarray(policy.probs.numpy(), np.float64)

    def choose_many(self, observation: Any, mask: Any, rng: np.random.Generator) -> Any:
        """Return an action for each row, each as often as it is likely."""
        reached = self.probabilities(observation, mask).cumsum(axis=1)
        return (reached > rng.random((len(mask), 1)) * reached[:, -1:]).argmax(axis=1)


def evaluate(network: Network, table: Table, deals: int, tree: GameTree | None = None) -> str:
    """Return win rates by duplicate play with 95 % intervals, and the exact exploitability."""
    seeds, told = deal_seeds(1, deals), []
    others = [] if table.is_cooperative else agent_names(table.game)
    if not others:
        team = self_play_lineup(0, table.num_players)
        played = play_lineups(table, [NetworkAgent(network)], [team], seeds)
        wins = played.of_teams([team]).win_rate
        told.append(f"as a team {wins.mean:.3f} ± {wins.half_width:.3f}")
    for name in others:
        lineups = alone_lineups(0, 1, table.num_players)
        agents = [NetworkAgent(network), make_agent(name, table.game)]
        played = play_lineups(table, agents, lineups, seeds)
        wins = estimate_share(played.per_deal(played.shares(), 0, lineups))
        told.append(f"against {name} {wins.mean:.3f} ± {wins.half_width:.3f}")
    if tree is not None:
        told.append(f"exploitability {exploitability(network, tree):.3f}")
    return "  ".join(told)


def exploitability(network: Network, tree: GameTree) -> float:
    """Return what a best response wins against the policy, on average over both seats."""
    return measure(tree, ask_policy(tree, NetworkAgent(network).probabilities)).exploitability


# --- the command ---


def read_arguments(arguments: Sequence[str] | None) -> tuple[argparse.Namespace, Settings, Table]:
    """Return the arguments, the settings and the table that they describe."""
    parser = argparse.ArgumentParser(
        description=(__doc__ or "").splitlines()[0],
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    add = parser.add_argument
    add("game", help="the game to learn, e.g. elements")
    add("--players", type=int, metavar="N", help="number of players; None: the game's usual one")
    add("--option", "-O", action="append", metavar="KEY=VALUE", help="an option of the game")
    add("--mini", action="store_true", help="a setting small enough for exact exploitability")
    add("--export", type=Path, metavar="AGENT.onnx", help="where to write the trained agent")
    for item in fields(Settings):
        name, kind = f"--{item.name.replace('_', '-')}", type(item.default)
        add(name, type=kind, default=item.default, metavar="N", help=item.metadata["help"])
    parsed = parser.parse_args(arguments)
    try:
        game = load_game(parsed.game)
        if parsed.mini and not game.small_options:
            raise ValueError(f"{game.name} has no setting that is small enough for --mini")
        if parsed.export and not parsed.export.parent.is_dir():
            raise ValueError(f"there is no folder {parsed.export.parent}")
        options = {**(game.small_options[0] if parsed.mini else {})}
        options |= parse_options(game.options, parsed.option or [])
        settings = Settings(**{item.name: getattr(parsed, item.name) for item in fields(Settings)})
        return parsed, settings, Table(game, parsed.players, **options)
    except ValueError as error:
        parser.error(str(error))


def main(arguments: Sequence[str] | None = None) -> None:
    """Train as the arguments say."""
    parsed, settings, table = read_arguments(arguments)
    torch.set_num_threads(1)
    network = train(table, settings, grow_tree(table) if parsed.mini else None)
    if parsed.export:
        training = {"algorithm": "self-play PPO", "decisions": settings.decisions}
        export_network(
            network.eval(), table.game, parsed.export, {**training, "seed": settings.seed}
        )
        print(f"{parsed.export}: boardgame-envs play {table.game.name} --against {parsed.export}")


if __name__ == "__main__":
    main()
