"""The site: its pages are all there, and it builds without a warning."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

# `make site` builds it, too
pytestmark = pytest.mark.slow

PROJECT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "source"
    subprocess.run([sys.executable, "docs/site/stage.py", str(folder)], cwd=PROJECT, check=True)
    return folder


def test_every_page_of_the_docs_is_on_the_site(source: Path):
    pages = {path.stem for path in PROJECT.glob("docs/**/*.md") if "site" not in path.parts}

    # a page called search is Sphinx's own
    assert pages <= {*(path.stem for path in source.rglob("*.md")), "search"}
    assert (source / "searching.md").exists()
    assert "(guides)" not in (source / "index.md").read_text()


def test_how_agents_were_trained_is_apart_from_how_to_train(source: Path):
    journal, guide = source / "training" / "journal.md", source / "training.md"

    assert "agent in the package" in journal.read_text()
    assert "agent in the package" not in guide.read_text()


def test_language_models_find_all_pages(source: Path):
    listed = (source / "extra" / "llms.txt").read_text()

    for path in source.rglob("*.md"):
        assert path.relative_to(source).with_suffix(".html").as_posix() in listed


def test_notebooks_are_pages_with_commands_and_outputs(source: Path):
    page = (source / "tutorials" / "first_agent.md").read_text()

    assert "$ boardgame-envs evaluate" in page
    assert "You are P" in page
    assert ".ipynb)" not in page


@pytest.mark.slow
def test_the_site_builds_without_a_warning(source: Path, tmp_path: Path):
    pytest.importorskip("furo")
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html"]

    answer = subprocess.run(
        [*command, str(source), str(tmp_path)], capture_output=True, text=True, check=False
    )

    assert answer.returncode == 0, answer.stderr
