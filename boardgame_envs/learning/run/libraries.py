"""Libraries that training needs, imported when they are needed: they come with extras."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class MissingLibraryError(ValueError):
    """Raised when what an extra installs is not there."""


@contextmanager
def needing(extra: str) -> Iterator[None]:
    """Say what to install where an import fails."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise MissingLibraryError(
            f"training needs the extra {extra!r}: pip install 'boardgame_envs[{extra}]' "
            f"(there is no module {error.name!r})"
        ) from None
