"""Patterns: what tells kinds of cards apart beside their colour."""

from __future__ import annotations

from boardgame_envs.pictures.display import Path


def segments(lines: list[tuple[int, int, int, int]]) -> str:
    """Return straight lines as the steps of a path."""
    return " ".join(f"M {a} {b} L {c} {d}" for a, b, c, d in lines)


def upright(x: int, y: int, width: int, height: int, ink: str, step: int = 6) -> Path:
    """Return upright lines."""
    lines = [(at, y, at, y + height) for at in range(x + step // 2, x + width, step)]
    return Path(segments(lines), "", ink)


def level(x: int, y: int, width: int, height: int, ink: str, step: int = 6) -> Path:
    """Return level lines."""
    lines = [(x, at, x + width, at) for at in range(y + step // 2, y + height, step)]
    return Path(segments(lines), "", ink)


def slanting(x: int, y: int, width: int, height: int, ink: str, step: int = 8) -> Path:
    """Return lines that rise to the right, within a box."""
    lines = []
    for offset in range(step, width + height, step):
        left, low = max(offset - height, 0), min(offset, height)
        right, high = min(offset, width), max(offset - width, 0)
        lines.append((x + left, y + low, x + right, y + high))
    return Path(segments(lines), "", ink)


def crossed(x: int, y: int, width: int, height: int, ink: str, step: int = 9) -> Path:
    """Return lines that cross each other."""
    rising = slanting(x, y, width, height, ink, step).steps
    falling = []
    for offset in range(step, width + height, step):
        left, low = max(offset - height, 0), min(offset, height)
        right, high = min(offset, width), max(offset - width, 0)
        falling.append((x + width - left, y + low, x + width - right, y + high))
    return Path(f"{rising} {segments(falling)}", "", ink)


def dotted(x: int, y: int, width: int, height: int, ink: str, step: int = 8) -> Path:
    """Return dots in a grid, every second row moved."""
    dots = [
        (at_x, at_y, at_x, at_y)
        for row, at_y in enumerate(range(y + step // 2, y + height, step))
        for at_x in range(x + (step if row % 2 else step // 2), x + width - 1, step)
    ]
    return Path(segments(dots), "", ink, 2)


def waves(x: int, y: int, width: int, height: int, ink: str, step: int = 8) -> Path:
    """Return waves, one below the other."""
    steps = []
    for at in range(y + step // 2, y + height - step // 4, step):
        steps.append(f"M {x} {at}")
        up = True
        for left in range(x, x + width - step + 1, step):
            top = at - step // 2 if up else at + step // 2
            steps.append(f"Q {left + step // 2} {top} {left + step} {at}")
            up = not up
    return Path(" ".join(steps), "", ink)


def zigzag(x: int, y: int, width: int, height: int, ink: str, step: int = 8) -> Path:
    """Return zigzag lines, one below the other."""
    steps = []
    for at in range(y + step // 2 + 1, y + height, step):
        steps.append(f"M {x} {at}")
        for place, left in enumerate(range(x + step // 2, x + width + 1, step // 2)):
            steps.append(f"L {left} {at - step // 2 if place % 2 == 0 else at}")
    return Path(" ".join(steps), "", ink)
