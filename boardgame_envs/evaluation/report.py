"""Reports on evaluations: in words, as figures and as a picture."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from boardgame_envs.evaluation.estimates import Estimate


class Block(NamedTuple):
    """A table of a report: its caption, its rows with their labels, and a note below."""

    caption: str
    rows: list[list[str]]
    note: str = ""

    @property
    def lines(self) -> list[str]:
        """The table as text."""
        return [self.caption, *aligned(self.rows), *([self.note] if self.note else [])]

    @property
    def html(self) -> str:
        """The table for a notebook."""
        head, *body = [[html.escape(cell) for cell in row] for row in self.rows]
        top = "".join(f"<th>{cell}</th>" for cell in head)
        rows = "".join(
            f"<tr><th>{label}</th>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
            for label, *cells in body
        )
        note = f"<p>{html.escape(self.note)}</p>" if self.note else ""
        return (
            f"<table><caption>{html.escape(self.caption)}</caption>"
            f"<thead><tr>{top}</tr></thead><tbody>{rows}</tbody></table>{note}"
        )


@dataclass(frozen=True)
class Report:
    """What an evaluation has found: tables, figures by name, and a picture."""

    heading: str
    blocks: list[Block]
    figures: dict[str, Any]  # for a JSON file
    draw: Callable[[], Any]  # makes a figure of matplotlib

    @property
    def lines(self) -> list[str]:
        """The report as text."""
        lines = [self.heading]
        for block in self.blocks:
            lines += ["", *block.lines]
        return lines

    @property
    def html(self) -> str:
        """The report for a notebook."""
        return f"<p><b>{html.escape(self.heading)}</b></p>" + "".join(b.html for b in self.blocks)


def rate_in_words(rate: Estimate, between: str = " ") -> str:
    """Return a win rate in percent; its interval is not as wide on both sides."""
    return f"{100 * rate.mean:.1f}{between}({100 * rate.low:.1f} to {100 * rate.high:.1f})"


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return lines with the cells of each column below each other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip()
        for row in rows
    ]
