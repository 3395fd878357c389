"""The docs are true: generated pages are current, and the README's code runs."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from boardgame_envs.command_line import main
from tests.agents.strangers import serving

PROJECT = Path(__file__).parents[1]
README = (PROJECT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_every_block_of_the_readme_is_of_a_kind_we_know():
    assert {kind for kind, _ in BLOCKS} == {"python", "sh", "text", "console"}


def test_the_python_of_the_readme_runs(capsys):
    names: dict[str, object] = {}
    for kind, code in BLOCKS:
        # those for a library are run by test_readme_libraries.py
        if kind == "python" and not code.startswith("# pip install"):
            exec(compile(code, "README.md", "exec"), names)
    assert "You are P" in capsys.readouterr().out


def test_the_quick_start_prints_what_the_readme_says(capsys):
    code = next(code for kind, code in BLOCKS if kind == "python")
    said = next(code for kind, code in BLOCKS if kind == "text")

    exec(compile(code, "README.md", "exec"), {})

    assert capsys.readouterr().out == said


def test_the_code_of_the_tour_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    page = (PROJECT / "docs" / "tour.md").read_text(encoding="utf-8")
    names: dict[str, object] = {}
    for kind, code in re.findall(r"^```(\w*)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        if kind == "python":
            exec(compile(code, "tour.md", "exec"), names)
        for line in code.splitlines() if kind == "sh" else []:
            assert main(shlex.split(line, comments=True)[1:]) == 0, line
    assert "You are P" in capsys.readouterr().out


def test_the_readme_of_an_index_has_no_link_that_leads_nowhere():
    source = (PROJECT / "hatch_build.py").read_text(encoding="utf-8")
    names: dict[str, object] = {}
    exec(source.partition("class ReadmeHook")[0].replace("from hatchling", "# from"), names)

    shown = names["for_an_index"](README)

    assert "Benchmark" in shown
    for target in re.findall(r"\]\(([^)#]+)\)", shown):
        assert "://" in target
    assert ".svg" not in shown


def test_the_python_of_the_page_on_exploiters_runs(capsys):
    page = (PROJECT / "docs" / "exploit.md").read_text(encoding="utf-8")
    for code in re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        exec(compile(code, "exploit.md", "exec"), {})
    assert "worlds; the likeliest has" in capsys.readouterr().out


def test_the_python_of_the_page_on_search_runs(capsys):
    page = (PROJECT / "docs" / "search.md").read_text(encoding="utf-8")
    names: dict[str, object] = {}
    for kind, code in re.findall(r"^```(\w*)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        assert kind in ("python", "sh")
        if kind == "python":
            exec(compile(code, "search.md", "exec"), names)
    assert "surrender " in capsys.readouterr().out
    assert names["action"] in names["information"].legal_actions


@pytest.mark.slow
def test_the_python_of_the_page_on_agents_runs(monkeypatch, capsys):
    for library in ("sb3_contrib", "pyspiel"):
        pytest.importorskip(library)
    page = (PROJECT / "docs" / "agents.md").read_text(encoding="utf-8")
    names: dict[str, object] = {"__name__": "agents"}
    for code in re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        if not code.startswith("# agent.py"):
            exec(compile(code, "agents.md", "exec"), names)
    said = capsys.readouterr().out
    assert "careful" in said
    assert "Usage(decisions=" in said
    assert len(names["rows"]) == 4


def test_the_program_and_the_commands_of_the_page_on_agents_run(tmp_path, monkeypatch, capsys):
    page = (PROJECT / "docs" / "agents.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    (program,) = [code for kind, code in blocks if kind == "python" and "# agent.py" in code]
    (tmp_path / "agent.py").write_text(program)
    (tmp_path / "my_agents.py").write_text(
        "def careful(information): return min(information.legal_actions)\n"
        "def make(game, depth): return careful\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    answer = {"choices": [{"message": {"content": '{"move": "surrender"}'}}]}
    with serving(lambda *_: (200, answer)) as address:
        for line in [line for kind, code in blocks if kind == "sh" for line in code.splitlines()]:
            named = line.replace("http://127.0.0.1:8000", address)
            named = named.replace("program:python ", f"program:{sys.executable} ")
            words = shlex.split(named.replace(" --deals 50", ""))[1:]
            assert main([*words, "--deals", "2"]) == 0, line
    assert capsys.readouterr().out.count("Ratings on the Elo scale") == 3


def test_the_commands_of_the_readme_run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    ran = 0
    for kind, code in BLOCKS:
        for line in code.splitlines() if kind == "sh" else []:
            program, *arguments = shlex.split(line, comments=True)
            if program == "boardgame-envs":
                assert main(arguments) == 0, line
                ran += 1
            else:
                assert program in ("pip", "make")
    assert ran >= 3


@pytest.mark.slow
def test_the_generated_pages_are_current():
    answer = subprocess.run(
        [sys.executable, "docs/generate.py", "--check"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stdout


# the first page of the site has links that are so on the site
ON_THE_SITE = PROJECT / "docs" / "site" / "index.md"
PAGES = sorted({*PROJECT.glob("*.md"), *PROJECT.glob("docs/**/*.md")} - {ON_THE_SITE})


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_links_between_pages_lead_somewhere(page: Path):
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target
