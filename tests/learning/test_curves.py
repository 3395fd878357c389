"""The picture of a run."""

from __future__ import annotations

from typing import Any

from boardgame_envs.learning.run.curves import draw_panel, stage_borders

KEY = "win_rate_by_setting/"


class Axis:
    """Keeps what is drawn."""

    def __init__(self) -> None:
        self.curves: dict[str, list[float]] = {}
        self.borders: list[int] = []

    def plot(
        self, steps: list[int], values: list[float], label: str, marker: str | None = None
    ) -> list[Any]:
        self.curves[label] = values
        return [self]

    def get_color(self) -> str:
        return "black"

    def axvline(self, step: int, **how: Any) -> None:
        self.borders.append(step)

    def fill_between(self, *arguments: Any, **how: Any) -> None:
        """Intervals are not looked at."""

    def set_ylim(self, *bounds: float) -> None:
        assert bounds == (0, 1.02)

    @property
    def yaxis(self) -> Axis:
        return self

    def set_major_formatter(self, formatter: Any) -> None:
        assert formatter(0.25, 0) == "25"

    def legend(self, **how: Any) -> None:
        assert how["loc"] == "upper center"


def lines(kinds: int) -> list[dict[str, Any]]:
    """Return metrics of two rollouts, each in a stage of its own."""
    rates = {
        f"{KEY}kind {kind}, {players} player{'s' if players > 1 else ''}": 0.1 * players
        for kind in range(kinds)
        for players in range(1, 6)
    }
    return [{"step": 10, "stage": "first", **rates}, {"step": 20, "stage": "second", **rates}]


def test_few_settings_have_a_curve_each():
    axis = Axis()

    draw_panel(axis, lines(2), KEY)

    assert len(axis.curves) == 10
    assert axis.borders == [10]


def test_of_many_settings_those_for_other_numbers_of_players_are_one_curve():
    axis = Axis()

    draw_panel(axis, lines(12), KEY)

    assert sorted(axis.curves) == sorted(f"kind {kind}" for kind in range(12))
    assert [round(value, 6) for value in axis.curves["kind 3"]] == [0.3, 0.3]


def test_a_run_without_stages_has_no_borders():
    assert stage_borders([{"step": 1}, {"step": 2}]) == []
