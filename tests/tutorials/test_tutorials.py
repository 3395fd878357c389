"""The tutorials run from beginning to end: pages and notebooks, in an empty folder each."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

import tests.cart  # noqa: F401, the game that a tutorial is about
from boardgame_envs.command_line import main
from boardgame_envs.command_line.doctor import installed_version
from tests.libraries import library_of

TUTORIALS = Path(__file__).parents[2] / "docs" / "tutorials"
PAGES = sorted([*TUTORIALS.glob("*.md"), *TUTORIALS.glob("*.ipynb")])
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# what a reader waits half a minute for, and the tests do not
SHORTER = {"524_288": "32_768", "327_680": "16_384", "262_144": "16_384"}
EXTRA = re.compile(r"# pip install 'boardgame_envs\[(\w+)\]'")


def code_of(page: Path) -> Iterator[str]:
    """Go through what is run in a tutorial, commands as lines that begin with ``!``."""
    text = page.read_text(encoding="utf-8")
    if page.suffix == ".ipynb":
        cells = json.loads(text)["cells"]
        yield from ("".join(c["source"]) for c in cells if c["cell_type"] == "code")
        return
    for kind, code in BLOCK.findall(text):
        if kind == "sh":
            yield "\n".join(f"!{line}" for line in code.splitlines())
        if kind == "python":
            yield code


def run(code: str, names: dict[str, object], page: str) -> None:
    """Run a block: commands one by one, all else as Python."""
    for number, shorter in SHORTER.items():
        code = code.replace(number, shorter)
    if not code.startswith("!"):
        exec(compile(code, page, "exec"), names)
        return
    for line in code.splitlines():
        program, *arguments = shlex.split(line.removeprefix("!"))
        assert program == "boardgame-envs"
        assert main(arguments) == 0, line


def is_wanted(code: str) -> bool:
    """Tell whether the library that a block is for is here."""
    extra = EXTRA.match(code)
    return extra is None or installed_version(library_of(extra[1])) is not None


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_tutorial_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    names: dict[str, object] = {"__name__": "__main__"}
    blocks = list(code_of(page))
    assert blocks
    for code in blocks:
        if is_wanted(code):
            run(code, names, page.name)


@pytest.mark.slow
@pytest.mark.parametrize(
    "page", [page for page in PAGES if page.suffix == ".ipynb"], ids=lambda page: page.stem
)
def test_a_notebook_runs_in_a_kernel(page: Path, tmp_path: Path):
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    notebook = nbformat.read(page, as_version=4)

    nbclient.NotebookClient(
        notebook, timeout=600, resources={"metadata": {"path": str(tmp_path)}}
    ).execute()

    printed = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    assert not [output for output in printed if output["output_type"] == "error"]


def test_at_least_three_tutorials_are_notebooks_with_their_outputs():
    notebooks = [page for page in PAGES if page.suffix == ".ipynb"]

    assert len(notebooks) >= 3
    for page in notebooks:
        cells = json.loads(page.read_text(encoding="utf-8"))["cells"]
        assert any(cell.get("outputs") for cell in cells), page.name
