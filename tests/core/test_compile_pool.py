"""Which process compiles what: none what another has begun, each what it has parts of already."""

from __future__ import annotations

from typing import Any

from boardgame_envs.core.compile_pool import Waiting


class Named:
    """Stands for a loop: only what it consists of counts."""

    def __init__(self, name: str, *functions: str, ready: bool = False) -> None:
        self.name, self._functions, self.ready = name, {name, *functions}, ready

    def functions(self) -> set[str]:
        return self._functions

    def is_ready(self) -> bool:
        return self.ready


def taken(waiting: Waiting, *workers: str) -> list[Any]:
    loops: list[Any] = [waiting.next_for(worker) for worker in workers]
    return [loop and loop.name for loop in loops]


def waiting_for(*loops: Any) -> Waiting:
    return Waiting(loops)


def test_processes_stay_with_what_has_parts_in_common():
    noah, elements = ("boat", "animal", "rng"), ("crystal", "rng")
    loops = [
        Named("step_elements", *elements, "mask_elements"),
        Named("look_elements", *elements),
        Named("step_noah", *noah, "mask_noah"),
        Named("look_noah", *noah),
    ]

    assert taken(waiting_for(*loops), "A", "B", "B", "A") == [
        "step_noah",
        "step_elements",
        "look_elements",
        "look_noah",
    ]


def test_whoever_is_done_takes_over_what_others_have_left():
    waiting = waiting_for(Named("step", "rng", "mask"), Named("look", "rng"), Named("mark", "rng"))

    assert sorted(taken(waiting, "A", "B", "B")) == ["look", "mark", "step"]
    assert taken(waiting, "A", "B") == [None, None]


def test_what_has_become_ready_is_left_out():
    early, late = Named("early", ready=True), Named("late")
    waiting = waiting_for(early, late)
    late.ready = True

    assert taken(waiting, "A") == [None]
