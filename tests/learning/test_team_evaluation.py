"""A learner in a cooperative game is watched as a team."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boardgame_envs.agents.by_name import shipped_file
from boardgame_envs.core.table import Table
from boardgame_envs.evaluation.duplicate import play_lineups
from boardgame_envs.games import load_game
from boardgame_envs.learning import train
from boardgame_envs.learning.algorithms.ppo.config import PPOConfig
from boardgame_envs.learning.run.config import make_config
from boardgame_envs.learning.run.evaluation import make_evaluation
from boardgame_envs.learning.run.evaluation.competitive import CompetitiveEvaluation
from boardgame_envs.learning.run.evaluation.learner_evaluation import EVALUATION_SEED
from boardgame_envs.learning.run.evaluation.teams import TeamEvaluation
from boardgame_envs.matches.lineups import deal_seeds
from tests.evaluation.tranquil_agents import Discarder, Placer
from tests.opponents import FirstLegal, LastLegal

SMALL = {
    "game": "tranquility",
    "total_steps": 512,
    "options": {"mode": "high_arch", "reward": "progress"},
    "tables": 16,
    "steps_per_rollout": 16,
    "minibatch": 64,
    "hidden": [8],
    "opponents": {"past": 0.0},
    "evaluation": {"every": 256, "deals": 6, "anchors": ["random"]},
    "checkpoints": {"every": 512, "kept": 1},
    "export": {"at_end": False},
}
PLAYERS = [{"num_players": 1}, {"num_players": 2}, {"num_players": 2}, {"num_players": 3}]


def watch(**changes: Any) -> Any:
    return make_evaluation(make_config(PPOConfig, {**SMALL, **changes}))


def test_teams_are_watched_where_all_win_or_lose_together():
    duel = {"mode": "duel", "reward": "outcome"}

    assert isinstance(watch(), TeamEvaluation)
    assert isinstance(watch(variants=[duel, {"num_players": 2}]), TeamEvaluation)
    assert isinstance(watch(options=duel), CompetitiveEvaluation)
    # the options alone would be a cooperative game
    against = watch(options={}, variants=[duel])
    assert isinstance(against, CompetitiveEvaluation)
    assert against.table.options["mode"] == "duel"


def test_a_learner_that_won_every_deal_is_not_sure_to_win_the_next():
    evaluation = watch(game="elements", options={})

    result = evaluation.win_rate(FirstLegal(), LastLegal())

    assert (result.mean, result.deals) == (1.0, 6)
    assert result.half_width > 0.1


def test_each_setting_of_a_run_is_measured_once():
    assert watch(variants=PLAYERS).settings == ["1 player", "2 players", "3 players"]
    modes = [{"num_players": 2, "mode": mode} for mode in ("standard", "pyramid")]
    assert watch(variants=modes).settings == [
        "2 players, mode standard",
        "2 players, mode pyramid",
    ]


def test_the_learners_team_the_anchors_and_both_together_are_measured():
    figures = watch(options={**SMALL["options"], "num_players": 2}).measure(Placer())

    assert set(figures) == {"win_rate", "score"}
    assert set(figures["win_rate"]) == {"team", "random team", "one among random"}
    table = Table(load_game("tranquility"), 2, **SMALL["options"])
    seeds = deal_seeds(EVALUATION_SEED, 6)
    team = play_lineups(table, [Placer()], [(0, 0)], seeds).of_teams([(0, 0)])
    assert figures["win_rate"]["team"][0] == team.wins.mean() > 0
    assert figures["score"]["team"][0] == team.scores.mean()
    assert figures["score"]["random team"][0] < figures["score"]["one among random"][0]


def test_deals_are_divided_among_settings_and_each_is_told():
    watching = watch(variants=PLAYERS, evaluation={**SMALL["evaluation"], "deals": 9})
    played = watching.play(Placer(), 3, EVALUATION_SEED)
    figures = watching.measure(Placer())

    assert [len(samples["team"].wins) for samples in played] == [3, 3, 3]
    assert "one among random" not in played[0]
    by_setting = figures["score_by_setting"]
    assert list(by_setting) == ["1 player", "2 players", "3 players"]
    assert [mean for mean, _ in by_setting.values()] == [
        samples["team"].scores.mean() for samples in played
    ]
    mean_of_all = sum(mean for mean, _ in by_setting.values()) / 3
    assert figures["score"]["team"][0] == pytest.approx(mean_of_all)


def test_the_best_wins_most_and_scores_break_ties():
    watching = watch(options={**SMALL["options"], "num_players": 2})

    new_best = []
    for agent in (Discarder(), Discarder(), Placer(), Placer(), Discarder()):
        watching.measure(agent)
        new_best.append(watching.has_new_best)
    assert new_best == [True, False, True, False, False]

    watching.best = (watching.best[0], watching.best[1] - 0.5)
    watching.measure(Placer())
    assert watching.has_new_best


def test_a_resumed_run_remembers_its_best():
    first, second = watch(), watch()
    first.measure(Placer())
    second.set_state(first.get_state(), first.latest, None)

    second.measure(Placer())

    assert not second.has_new_best
    assert second.latest == first.latest


def test_a_run_of_teams_tells_of_them(tmp_path: Path):
    folder = train({**SMALL, "variants": PLAYERS[:2]}, tmp_path / "run")

    lines = [json.loads(line) for line in (folder / "metrics.jsonl").read_text().splitlines()]
    told = next(line for line in lines if "win_rate/team" in line)
    assert 0 < told["score/team"] < 27
    assert told["score_interval/team"] > 0
    assert {"win_rate/random team", "win_rate/one among random"} <= set(told)
    assert {"win_rate_by_setting/1 player", "score_by_setting/2 players"} <= set(told)
    assert (folder / "curves.png").stat().st_size > 10_000
    assert (folder / "best.pt").exists()


RATED = {"team", "random team", "one among random", "team, 2 players"}


def test_an_agent_is_rated_as_a_team():
    ratings = watch(variants=PLAYERS[:2]).rate(shipped_file(load_game("tranquility")))

    assert set(ratings) >= RATED
    assert ratings["team"]["score"] > 0


# a network for a game with many action features takes long to be written as ONNX
@pytest.mark.slow
def test_the_agent_of_a_run_of_teams_is_rated(tmp_path: Path):
    from boardgame_envs.agents import make_agent
    from boardgame_envs.command_line import main

    folder = train({**SMALL, "variants": PLAYERS[:2]}, tmp_path / "run")

    assert main(["export", str(folder / "best.pt"), str(tmp_path / "agent.onnx")]) == 0
    card = make_agent(str(tmp_path / "agent.onnx"), load_game("tranquility")).card  # type: ignore[attr-defined]
    assert set(card["ratings"]) >= RATED
    assert card["ratings"]["team"]["score"] > 0


# --- each for itself, at every setting ---


def test_each_setting_of_a_competitive_run_is_measured_if_it_is_asked_for():
    values = {
        "game": "noah",
        "options": {"rounds": 1},
        "variants": [{"num_players": [2, 4]}],
        "evaluation": {"deals": 12, "anchors": ["random"], "every_setting": True},
    }

    evaluation = watch(**values)
    figures = evaluation.measure(FirstLegal())

    assert evaluation.settings == ["2 players", "4 players"]
    by_setting = {name: mean for name, (mean, _) in figures["win_rate_by_setting"].items()}
    assert set(by_setting) == {"2 players against random", "4 players against random"}
    # the deals are divided, so each setting counts the same
    mean = sum(by_setting.values()) / 2
    assert figures["win_rate"]["random"][0] == pytest.approx(mean)
    assert evaluation.has_new_best
    # the same once more is not better than itself
    evaluation.measure(FirstLegal())
    assert not evaluation.has_new_best


def test_better_is_who_has_more_than_an_equal_share_in_the_mean_over_settings():
    evaluation = watch(
        game="noah",
        options={},
        variants=[{"num_players": [2, 4]}],
        evaluation={"deals": 4, "anchors": [], "every_setting": True},
    )

    # of two 0.4, of four 0.4: 0.8 and 1.6 of an equal share
    assert evaluation.is_above_par([np.full(3, 0.4), np.full(3, 0.4)])
    assert not evaluation.is_above_par([np.full(3, 0.4), np.full(3, 0.28)])


def test_a_learner_that_may_not_be_the_best_is_measured_all_the_same():
    evaluation = watch(game="elements", options={})

    figures = evaluation.measure(FirstLegal(), may_be_best=False)

    assert set(figures["win_rate"]) == {"random"}
    assert not evaluation.has_new_best
    evaluation.measure(FirstLegal())
    assert evaluation.has_new_best
    evaluation.forget_best()
    assert set(evaluation.measure(FirstLegal())["win_rate"]) == {"random"}


def test_with_names_a_setting_is_told_by_its_name():
    named = [{"name": "arch", "num_players": [1, 3]}, {"name": "wide", "arch_width": 6}]

    settings = watch(variants=named).settings

    assert settings[:2] == ["arch, 1 player", "arch, 3 players"]
    assert settings[2].startswith("wide, ")
