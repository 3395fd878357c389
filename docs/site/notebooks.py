"""Notebooks as pages: cells in their order, with the outputs that they were saved with."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

# what colours and bars leave in the output of a program
CONTROLS = re.compile(r"\x1b\[[0-9;]*[A-Za-z]|[^\n]*\r")


def notebook_as_markdown(path: Path) -> str:
    """Return a notebook as Markdown."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return "\n".join(line for cell in cells for line in cell_lines(cell))


def cell_lines(cell: dict[str, Any]) -> Iterator[str]:
    """Go through the lines of a cell and of its outputs."""
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        yield from [source, ""]
        return
    if source.startswith("!"):
        yield from ["```console", *(f"$ {line[1:]}" for line in source.splitlines()), "```", ""]
    else:
        yield from ["```python", source, "```", ""]
    for output in cell.get("outputs", ()):
        yield from output_lines(output)


def output_lines(output: dict[str, Any]) -> Iterator[str]:
    """Go through the lines of an output: a picture, or else its text."""
    data = output.get("data", {})
    if "image/svg+xml" in data:
        yield from ["".join(data["image/svg+xml"]), ""]
    elif "image/png" in data:
        picture = "".join(data["image/png"]).replace("\n", "")
        yield from [f'<img alt="what the cell shows" src="data:image/png;base64,{picture}">', ""]
    elif output.get("name") != "stderr":
        text = "".join(output.get("text", data.get("text/plain", "")))
        if text.strip():
            yield from ["```text", CONTROLS.sub("", text).rstrip(), "```", ""]
