"""``boardgame-envs agents``."""

from __future__ import annotations

from boardgame_envs.command_line import main
from boardgame_envs.command_line.agents import figure


def test_agents_are_listed_with_what_they_were_trained_for_and_their_figures(capsys):
    assert main(["agents"]) == 0

    text = capsys.readouterr().out
    assert "\nnoah: noah v0, self-play PPO, " in text
    assert "trained for 6 settings: target_points 1/2/3/4/5/6" in text
    assert "mode standard/high_arch/pyramid/day_and_night" in " ".join(text.split())
    assert "wins 89.8 ± 2.6 % against heuristic:first" in text
    assert max(map(len, text.split("\n"))) <= 100


def test_one_agent_is_told_setting_by_setting(capsys):
    assert main(["agents", "elements"]) == 0

    text = capsys.readouterr().out
    assert "  trained for target_points=4\n" in text
    assert "noah" not in text


def test_an_unknown_agent_is_refused_in_a_sentence(capsys):
    assert main(["agents", "elefant"]) == 2

    assert "no agent 'elefant' comes with the package: did you mean" in capsys.readouterr().err


def test_figures_say_who_won():
    said = {"win_rate": 0.5, "half_width": 0.1}
    assert figure("team", said) == "a team of it wins 50.0 ± 10.0 %"
    assert figure("team, 2 players", said) == "a team of it wins 50.0 ± 10.0 %, 2 players"
    assert figure("rules team", said) == "a team of heuristic:first wins 50.0 ± 10.0 %"
    assert figure("one among rules", said) == "wins 50.0 ± 10.0 % as one among heuristic:first"
    assert figure("random", said) == "wins 50.0 ± 10.0 % against random"
