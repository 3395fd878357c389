"""``boardgame-envs bench``: how fast a game runs on this machine.

A subject is a module of this package, listed in ``SUBJECTS``: it says what its rows are and how
each is measured (see ``rows.py``). All is measured through what users call, too.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path

from boardgame_envs.command_line.arguments import add_table, options_from, progress, table_from
from boardgame_envs.command_line.bench import (
    aec,
    batches,
    browser,
    gymnasium_envs,
    learning,
    pictures,
    search,
    startup,
)
from boardgame_envs.command_line.bench.rows import SECONDS, NotMeasured, Row, Setting, Subject
from boardgame_envs.command_line.bench.stored_run import (
    StoredRun,
    check_writable,
    read_run,
    write_run,
)
from boardgame_envs.core.tiers import COMPILED, running_rules
from boardgame_envs.games import load_game

NAME = "bench"
HELP = "measure how fast a game runs on this machine"
DESCRIPTION = (
    "Measure how fast a game runs: batches, search, Gymnasium, PettingZoo, pictures, the browser, "
    "learning and the start-up time, all in one run. Compare figures of one run with each other, "
    "or with those of an earlier run on the same machine, not with another machine's."
)

SUBJECTS: tuple[Subject, ...] = (
    batches,
    search,
    gymnasium_envs,
    aec,
    pictures,
    browser,
    learning,
    startup,
)
QUICK_SECONDS, QUICK_ROUNDS = 0.1, 2
LONG_SECONDS = 3600


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_table(parser)
    parser.add_argument(
        "--only",
        action="append",
        choices=[subject.NAME for subject in SUBJECTS],
        metavar="SUBJECT",
        help="measure this alone, or these; may be given several times: "
        + "; ".join(f"{subject.NAME}, {subject.ABOUT}" for subject in SUBJECTS),
    )
    parser.add_argument(
        "--quick",
        action="store_true",
        help="short and rough, and without what takes long (learning, startup) unless --only "
        "names it",
    )
    parser.add_argument(
        "--seconds", type=float, metavar="S", help="per measurement; default 0.5, quick 0.1"
    )
    parser.add_argument(
        "--no-startup", action="store_true", help="leave out the start-up time (a compilation)"
    )
    parser.add_argument("--json", metavar="FILE", help="write the figures to a file as well")
    parser.add_argument(
        "--against",
        metavar="FILE",
        help="show how many times as fast each row is as in a run that --json has stored",
    )


@running_rules(COMPILED)
def run(parsed: argparse.Namespace) -> int:
    """Measure, and print a table; what plain Python begins with is not the speed that counts."""
    setting = setting_from(parsed)
    then = read_run(Path(parsed.against), setting) if parsed.against else None
    if parsed.json:
        check_writable(Path(parsed.json))
    figures: dict[Row, float | None] = {}
    for subject in chosen_subjects(parsed):
        measured, missing = measure(subject, setting)
        report(subject, measured, missing, then)
        figures.update(measured)
    if parsed.json:
        write_run(Path(parsed.json), setting, figures)
    if then is not None:
        print(f"× is how many times as fast as in {then.path}{roughly(then, setting)}")
    return 0


def setting_from(parsed: argparse.Namespace) -> Setting:
    """Return what the arguments ask for."""
    table = table_from(parsed)
    game = load_game(parsed.game)
    options = {"num_players": table.num_players, **options_from(game, parsed)}
    default = QUICK_SECONDS if parsed.quick else 0.5
    seconds = default if parsed.seconds is None else parsed.seconds
    if not 0 < seconds < LONG_SECONDS:
        raise ValueError(f"--seconds must be above 0 and below {LONG_SECONDS}, not {seconds}")
    return Setting(game, options, seconds, parsed.quick)


def chosen_subjects(parsed: argparse.Namespace) -> Sequence[Subject]:
    """Return the subjects that the arguments ask for."""
    if parsed.only:
        return [subject for subject in SUBJECTS if subject.NAME in parsed.only]
    subjects: Iterable[Subject] = SUBJECTS
    if parsed.no_startup:
        subjects = [subject for subject in subjects if subject.NAME != startup.NAME]
    return [subject for subject in subjects if subject.ROUNDS > 1 or not parsed.quick]


def measure(subject: Subject, setting: Setting) -> tuple[dict[Row, float | None], dict[str, str]]:
    """Return the best figure of each row of a subject, and why those that are missing are."""
    rounds = min(subject.ROUNDS, QUICK_ROUNDS) if setting.quick else subject.ROUNDS
    # by turns: other work on the machine comes and goes
    short = setting._replace(seconds=setting.seconds / rounds)
    rows = subject.rows(short)
    figures, missing = dict.fromkeys(rows), dict[str, str]()
    for row in progress(rows * rounds, subject.NAME, len(rows) * rounds):
        try:
            figures[row] = row.better(figures[row], row.measure())
        except NotMeasured as reason:
            missing[row.name] = str(reason)
    return figures, missing


def report(
    subject: Subject,
    figures: dict[Row, float | None],
    missing: dict[str, str],
    then: StoredRun | None,
) -> None:
    """Print the figures of a subject, and the ratios that can be compared between machines."""
    if not figures:
        return
    print(f"{subject.ABOUT[0].upper()}{subject.ABOUT[1:]}:")
    for row, figure in figures.items():
        speed = then.speed_of(row, figure) if then else None
        beside = f"{speed:8.2f}×" if speed is not None else ""
        said = describe(row, figure) if figure is not None else f"- {missing.get(row.name, '')}"
        print(f"  {row.name:<62} {said}{beside}".rstrip())
    by_name = {row.name: figure for row, figure in figures.items()}
    for ratio in subject.RATIOS:
        number = ratio.of(by_name)
        if number is not None:
            print(f"  {ratio.name}: {number:.2f}")


def describe(row: Row, figure: float) -> str:
    """Return a figure with its unit."""
    number = f"{figure:12.2f}" if row.unit == SECONDS else f"{figure:12,.0f}"
    return f"{number} {row.unit:<11}"


def roughly(then: StoredRun, setting: Setting) -> str:
    """Return what makes a comparison rough, if anything does."""
    return "; one of the two runs was quick" if then.quick != setting.quick else ""
