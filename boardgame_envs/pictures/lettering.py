"""How wide words are, roughly and rather too wide than too narrow: fonts differ.

Printers choose a plain sans serif; what must fit somewhere is shortened by these widths.
"""

from __future__ import annotations

from functools import lru_cache

# hundredths of the size, about those of the wider ones among the usual fonts
NARROW, WIDE = "ijl.,:;'|!()[]-· ", "mwMW@%—…"
WIDTHS = {
    **dict.fromkeys("0123456789", 60),
    **dict.fromkeys("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 69),
    **dict.fromkeys(NARROW, 34),
    **dict.fromkeys(WIDE, 92),
    **dict.fromkeys("frt", 41),
}
USUAL = 58
BOLD = 108  # percent
ELLIPSIS = "…"


@lru_cache(maxsize=4096)
def width_of(text: str, size: int, bold: bool = False) -> int:
    """Return how wide a line of text is."""
    hundredths = sum(WIDTHS.get(letter, USUAL) for letter in text)
    return -(-hundredths * size * (BOLD if bold else 100) // 10_000)


@lru_cache(maxsize=4096)
def fitting(text: str, size: int, width: int, bold: bool = False) -> str:
    """Return a text that fits a width, its end left out if need be."""
    if width_of(text, size, bold) <= width:
        return text
    while text and width_of(text + ELLIPSIS, size, bold) > width:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS


def wrapped(text: str, size: int, width: int, most: int) -> list[str]:
    """Return a text in lines of some width, and no more lines than are allowed."""
    lines: list[str] = []
    words = text.split()
    while words and len(lines) < most:
        line = words.pop(0)
        while words and width_of(f"{line} {words[0]}", size) <= width:
            line += f" {words.pop(0)}"
        lines.append(line)
    if words:
        lines[-1] += f" {' '.join(words)}"
    return [fitting(line, size, width) for line in lines]


def counted(number: int, word: str) -> str:
    """Return a number of things: 1 card, 2 cards."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
