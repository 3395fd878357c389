"""Laws of beginnings: before a game has begun, and deals that are over before anybody decides."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from boardgame_envs.adapters.gymnasium_single import SeatEnv
from boardgame_envs.adapters.pettingzoo_aec import CheckedTableEnv, TableEnv
from boardgame_envs.adapters.pettingzoo_parallel import ParallelTableEnv
from boardgame_envs.core.batch import Batch
from boardgame_envs.core.records import record_game, replay
from boardgame_envs.core.story import tell_game
from boardgame_envs.core.table import Table
from boardgame_envs.testing.lawmaking import Case, Each, expect, law
from boardgame_envs.testing.laws.batches import begin_game_of

Asked = Callable[[], object]

# in many games there is no such deal, in others one of hundreds is
DEALS = 200


def deals_over_at_once(case: Case) -> Iterator[Table]:
    """Go through tables that are over before anybody has decided."""
    table = case.new_table()
    for seed in range(DEALS):
        table.reset(seed)
        if table.over:
            expect(not table.mask.any(), "something is legal once the game is over")
            yield table


@law(Each.OPTION_SET)
def before_a_game_has_begun_nothing_can_be_asked(case: Case) -> None:
    """Tables and environments say so, whatever is asked of them before ``reset``."""
    asked: dict[str, Asked] = questions(Table(case.game, **case.setting))
    expect_refusals("Table", asked)
    for kind in (TableEnv, CheckedTableEnv):
        env = kind(case.game, render_mode="ansi", **case.setting)
        asked = {"step": partial(env.step, 0), "last": env.last, "render": env.render}
        expect_refusals(kind.__name__, {**asked, **questions_of_agents(env)})
    parallel = ParallelTableEnv(case.game, render_mode="ansi", **case.setting)
    asked = {"step": lambda: parallel.step({}), "render": parallel.render}
    expect_refusals("ParallelTableEnv", {**asked, **questions_of_agents(parallel)})
    seat = SeatEnv(case.game, render_mode="ansi", **case.setting)
    asked = {"step": lambda: seat.step(0), "render": seat.render}
    expect_refusals("SeatEnv", {**asked, "action_masks": seat.action_masks})


def questions(table: Table) -> dict[str, Asked]:
    """Return all that a table can be asked."""
    return {
        "step": lambda: table.step(0),
        "play": lambda: table.play("pass"),
        "undo": table.undo,
        "observe": lambda: table.observe(0),
        "view": lambda: table.view(0),
        "text": lambda: table.text(0),
        "phase": lambda: table.phase,
        "position": lambda: table.position,
        "legal_actions": table.legal_actions,
        "legal_names": table.legal_names,
        "information": table.information,
        "information of a seat": lambda: table.information(0),
        "redealt": lambda: table.redealt(0, seed=1),
        "rollout": lambda: table.rollout(seed=1),
        "record_game": lambda: record_game(table),
        "tell_game": lambda: list(tell_game(table, None)),
    }


def questions_of_agents(env: TableEnv | ParallelTableEnv) -> dict[str, Asked]:
    """Return what PettingZoo's environments can be asked of their agents."""
    agent = env.possible_agents[0]
    return {
        "state": env.state,
        "text": lambda: env.text(agent),
        "information": lambda: env.information(agent),
        "returns": env.returns,
    }


def expect_refusals(what: str, asked: dict[str, Asked]) -> None:
    """Complain of an answer, or of a refusal that does not say why."""
    for name, ask in asked.items():
        try:
            answer = ask()
        except (ValueError, AttributeError, AssertionError) as error:
            expect("reset" in str(error), f"{what}: {name} is refused by {error!r}")
        else:
            raise AssertionError(f"{what}: {name} before reset answers {answer!r}")


@law(Each.SETTING)
def a_deal_that_is_over_at_once_ends_the_game_of_every_agent(case: Case) -> None:
    """The agents of PettingZoo's environments terminate, and are paid what the deal earned them."""
    for table in deals_over_at_once(case):
        for kind in (TableEnv, CheckedTableEnv):
            expect_retired(kind(case.game, **case.setting), table)
        expect_ended_by_a_step(ParallelTableEnv(case.game, **case.setting), table)


def expect_retired(env: TableEnv, table: Table) -> None:
    """Complain unless every agent learns from ``last`` that its game is over, and of its pay."""
    env.reset(seed=table.seed)
    paid = {}
    expect(env.agents == env.possible_agents, f"only {env.agents} are there")
    for agent in env.agent_iter():
        _, paid[agent], terminated, truncated, _ = env.last()
        expect(truncated == table.truncated, f"{agent}: truncated is {truncated}")
        expect(terminated != table.truncated, f"{agent}: terminated is {terminated}")
        expect(env.rewards[agent] in (0.0, paid[agent]), f"the rewards are {env.rewards}")
        env.step(None)
    expect(paid == env.returns(), f"last() gave {paid}, the returns are {env.returns()}")
    expect(list(paid.values()) == table.returns, f"{paid} is paid, not {table.returns}")


def expect_ended_by_a_step(env: ParallelTableEnv, table: Table) -> None:
    """Complain unless the first step, of no-ops alone, ends the game and pays it."""
    observations, _ = env.reset(seed=table.seed)
    for agent, seen in observations.items():
        allowed = np.flatnonzero(dict[str, Any](seen)["action_mask"]).tolist()
        expect(allowed == [env.no_op], f"{agent} may do {allowed}")
    _, rewards, terminations, truncations, _ = env.step(dict.fromkeys(env.agents, env.no_op))
    expect(list(rewards.values()) == table.returns, f"{rewards} is paid, not {table.returns}")
    for flags, expected in ((terminations, not table.truncated), (truncations, table.truncated)):
        expect(flags == dict.fromkeys(env.possible_agents, expected), f"the flags are {flags}")
    expect(env.agents == [], f"{env.agents} are still there")


@law(Each.SETTING)
def a_deal_that_is_over_at_once_is_counted_where_it_is_replaced(case: Case) -> None:
    """A batch shows the next game, and one seat learns there; what the deal paid is not lost."""
    batch = Batch(case.game, 2, **case.setting)
    for table in deals_over_at_once(case):
        batch.reset_to([int(table.seed or 0)] * 2)
        begin_game_of(batch, 1, table.clone(), int(table.seed or 0))
        env = SeatEnv(case.game, **case.setting)
        _, info = env.reset(seed=table.seed)
        expect(info["skipped_games"] >= 1, "the learner does not hear of a game that it lost")
        if info["skipped_games"] == 1:
            paid, earned = info["skipped_return"], table.returns[info["seat"]]
            expect(paid == earned, f"the learner hears of {paid}, not {earned}")
        expect(env.action_masks().any(), "the learner may do nothing")


@law(Each.SETTING)
def a_deal_that_is_over_at_once_can_be_told_recorded_and_rolled_out(case: Case) -> None:
    """A record without a decision replays, a rollout is the end itself, copies are equal."""
    for table in deals_over_at_once(case):
        record = json.loads(json.dumps(record_game(table, legal=True)))
        again = replay(record, lambda _: case.game)
        expect(again.returns == table.returns, f"the replay earns {again.returns}")
        expect(record_game(again, legal=True) == record, "the record of the replay is another")
        for observer in (None, *range(table.num_players)):
            expect(list(tell_game(table, observer, with_table=True)), "there is nothing to tell")
        same = np.allclose(table.rollout(seed=1), table.returns)
        expect(same, f"a rollout earns {table.rollout(seed=1)}")
        restored = Table.from_bytes(case.game, table.to_bytes())
        expect(restored == table and table.clone() == table, "a copy is another table")
