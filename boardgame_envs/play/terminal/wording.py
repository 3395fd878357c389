"""What is said at a terminal, as lines that fit it: news, choices, odds, the end."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from boardgame_envs.core.guide import Choice, Group, News
from boardgame_envs.core.seats import CHANCE, seat_name
from boardgame_envs.core.table import Table
from boardgame_envs.play.session import Ending, Session

WIDTH = 80

HELP = """\
Type what you want to do: a card and a cell (32 c4), a name (play 32 c4), the beginning of one
(dis 32), or a card alone to see what can be done with it. Beside that you can type:
  why 32 c4     why something can, or cannot, be done: the rule
  hint          what the strongest agent would do; hint search: after trying it out
  belief        where the cards that you do not see probably are
  undo          take your last decision back (where all others are agents)
  history       what has happened so far
  table         to see the table again
  rules         how the game goes; rules all: every rule, by number
  save [FILE]   save the game, and play on
  quit          leave the table; the game is saved for boardgame-envs play --resume FILE
  help          to read this"""


def fitted(text: str, width: int = WIDTH) -> str:
    """Return a text with every line broken so that it fits, the rest of it indented."""
    lines: list[str] = []
    for line in text.split("\n"):
        indent = " " * (len(line) - len(line.lstrip()) + 2)
        lines += textwrap.wrap(
            *(line, width),
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
        ) or [""]
    return "\n".join(lines)


def opening(session: Session, seat: int) -> str:
    """Return what is played, who sits where, and why these."""
    table = session.table
    changed = table.game.changed_options(table.options).items()
    heading = [table.game.title, *(f"{name}={value}" for name, value in changed)]
    others = [f"{seat_name(s)} is {p.name}" for s, p in enumerate(session.players) if s != seat]
    sits = f"You are {seat_name(seat)}" + "".join(f"; {other}" for other in others)
    lines = [f"{', '.join(heading)}, seed {table.seed}.", f"{sits}. Type help for help."]
    reasons = dict.fromkeys(reason.partition(" is ")[2] for reason in session.reasons.values())
    return "\n".join([*lines, *reasons])


def news_lines(session: Session, seat: int, news: Iterable[News]) -> Iterator[str]:
    """Go through what has happened, as a seat is told of it."""
    for event in news:
        if event.seat == CHANCE:
            yield event.told
        else:
            yield f"  {session.who(event.seat, seat)}: {event.told}"
        yield from (f"    {note}" for note in event.notes)


def ending_lines(session: Session, seat: int) -> list[str]:
    """Return how the game came out."""
    end: Ending = session.ending(seat)
    if len(end.scores) == len(session.players):
        scores = [f"{session.who(one, seat)} {n}" for one, n in enumerate(end.scores)]
    else:
        # the one number of a team
        scores = [" ".join(map(str, end.scores))]
    return [end.words, "", f"The game is over: {end.outcome}. Scores: {', '.join(scores)}."]


# --- choices ---


def numbered(choices: Sequence[Choice], width: int = WIDTH) -> str:
    """Return a numbered list: with what follows a line each, without in columns."""
    if any(choice.consequence for choice in choices) and len(choices) <= MOST_PRICED:
        longest = max(len(choice.name) for choice in choices)
        return "\n".join(
            f"{number:3} {choice.name:{longest}}  {choice.consequence}".rstrip()
            for number, choice in enumerate(choices, 1)
        )
    return in_columns([f"{n:3} {choice.name}" for n, choice in enumerate(choices, 1)], width)


# a longer list is given in columns, without what follows from each
MOST_PRICED = 24


def in_columns(entries: Sequence[str], width: int = WIDTH) -> str:
    """Return a list in as many columns as fit."""
    widest = max(map(len, entries), default=0) + 2
    columns = max(1, width // widest)
    rows = (entries[start : start + columns] for start in range(0, len(entries), columns))
    return "\n".join("".join(f"{entry:{widest}}" for entry in row).rstrip() for row in rows)


def grouped(groups: Sequence[Group], width: int, room: int) -> list[str]:
    """Return choices in so many lines: with all that follows, with the price, without, or less."""
    ways = (
        with_prices(groups, width),
        with_prices(priced_alone(groups), width),
        with_places(groups, width),
    )
    fitting = (lines for lines in ways if len(lines) <= room)
    return next(fitting, in_short(groups, width))


def priced_alone(groups: Sequence[Group]) -> list[Group]:
    """Return the groups with the first clause of what follows from each choice: what it costs."""
    return [
        group._replace(
            choices=tuple(
                choice._replace(consequence=choice.consequence.partition(";")[0])
                for choice in group.choices
            )
        )
        for group in groups
    ]


def with_prices(groups: Sequence[Group], width: int) -> list[str]:
    """Return the choices of each group, those with the same consequence together."""
    lines: list[str] = []
    for group in groups:
        by_price: dict[str, list[str]] = {}
        for choice in group.choices:
            label = "" if choice.label == choice.name == group.title else choice.label
            by_price.setdefault(choice.consequence, []).append(label)
        for consequence, labels in by_price.items():
            what = f"  {group.title} {' '.join(labels)}".rstrip()
            told = f"{what}: {consequence}" if consequence else what
            lines += fitted(told, width).split("\n")
    return lines


def with_places(groups: Sequence[Group], width: int) -> list[str]:
    """Return a line for each group: its choices, or how many there are; single ones in a line."""
    lines, alone = [], []
    for group in groups:
        places = " ".join(choice.label for choice in group.choices)
        line = f"  {group.title}: {places}"
        if len(group.choices) == 1:
            alone.append(group.choices[0].name)
        elif len(line) <= width:
            lines.append(line)
        else:
            lines.append(f"  {group.title}: {len(group.choices)} ways, type {group.typed}")
    return [*lines, *([f"  {', '.join(alone)}"] if alone else [])]


def in_short(groups: Sequence[Group], width: int) -> list[str]:
    """Return the groups alone, with how many choices each of them has."""
    named = [
        f"{group.title} ({len(group.choices)})" if len(group.choices) > 1 else group.choices[0].name
        for group in groups
    ]
    return fitted("  " + " · ".join(named), width).split("\n")


def regrouped(groups: Sequence[Group], actions: Sequence[int]) -> list[Group]:
    """Return the groups with only some of the actions."""
    kept = set(actions)
    some = (
        group._replace(choices=tuple(c for c in group.choices if c.action in kept))
        for group in groups
    )
    return [group for group in some if group.choices]


# --- texts ---


def rule_by_rule(rules_in_words: str) -> str:
    """Return the rules of a game with every rule on a line, however long."""
    return re.sub(r"(?<!\n)\n(?!\n|[A-Z]?\d+\. ) *", " ", rules_in_words.strip())


def odds_in_words(session: Session) -> Iterator[str]:
    """Tell how likely each network was to take each action; only once the game is over."""
    table = session.table
    if not table.over:
        raise ValueError("the game is not over: the odds would show the hidden cards")
    decisions = (moment for moment in table.history() if moment.seat != CHANCE)
    for number, (state, seat, action) in enumerate(decisions, 1):
        agent = session.agent(seat)
        if hasattr(agent, "probabilities"):
            then = table.with_state(np.array([state], table.game.rules.STATE))
            yield f"{number:4} {seat_name(seat)}: {listed_odds(then, agent, action)}"


def listed_odds(then: Table, agent: object, action: int) -> str:
    """Return what a network did at a table, and how likely each of its actions was."""
    odds = agent.probabilities(then.observation[None], then.mask[None])[0]  # type: ignore[attr-defined]
    by_odds = sorted(then.legal_actions(), key=lambda one: -odds[one])
    name, state = then.game.actions.name, then.states[0]
    listed = ", ".join(f"{name(state, one)} {odds[one]:.1%}" for one in by_odds)
    return f"{name(state, action)} ({listed})"
