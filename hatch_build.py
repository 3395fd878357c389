"""How the package is built: the README without what only a clone has.

A package index shows the README on a page of its own, where links to files of the repository and
its pictures lead nowhere. There the words stay, and the links go.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PICTURE = re.compile(r"!\[[^\]]*\]\((?!\w+://)[^)]*\)|<img [^>]*src=\"(?!\w+://)[^>]*>")
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\((?!\w+://|#)[^)]*\)")


def for_an_index(text: str) -> str:
    """Return the README with links that work anywhere."""
    return LINK.sub(r"\1", PICTURE.sub("", text))


class ReadmeHook(MetadataHookInterface):
    """Gives the package its long description."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Put the README in, as an index shows it."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": for_an_index(text)}
