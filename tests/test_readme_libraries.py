"""The snippet of the docs for each library runs, where the library is installed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from boardgame_envs.command_line.doctor import LIBRARIES
from tests.libraries import REQUIRED, library_of, need

PROJECT = Path(__file__).parents[1]
PAGES = (PROJECT / "docs" / name for name in ("integrations.md", "language_models.md"))
TEXT = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
# a snippet for a library begins with the extra that it needs
SNIPPETS = dict(
    reversed(found)
    for found in re.findall(
        r"^```python\n((?:# pip install 'boardgame_envs\[(\w+)\]').*?)^```$",
        TEXT,
        re.MULTILINE | re.DOTALL,
    )
)
EXTRAS = [library.extra for library in LIBRARIES if library.extra]


@pytest.mark.slow
@pytest.mark.parametrize("extra", EXTRAS)
def test_the_snippet_for_a_library_runs(extra: str, tmp_path, monkeypatch):
    if REQUIRED and extra not in REQUIRED:
        pytest.skip(f"{library_of(extra).name} is tested in another environment")
    need(extra, whole_module=False)
    monkeypatch.chdir(tmp_path)
    exec(compile(SNIPPETS[extra], f"snippet for {extra}", "exec"), {"__name__": "__main__"})


def test_every_library_is_tested_in_some_environment():
    text = (PROJECT / "Makefile").read_text(encoding="utf-8")
    together, apart = (
        re.search(rf"^{name} := (.*)$", text, re.MULTILINE)[1].split()  # type: ignore[index]
        for name in ("TOGETHER", "APART")
    )
    shared = [extra for joined in apart for extra in joined.split("+")]
    assert not set(together) & set(shared)
    assert set(EXTRAS) <= {*together, *shared}
    for joined in apart:
        assert (PROJECT / f"constraints-{joined.split('+')[0]}.txt").exists()
