"""Put the source of the site together: pages, tutorials, the reference of what is public.

Pages are Markdown that GitHub shows as well. Here they are copied to one folder, links to files
that are no pages become their names, notebooks become pages, and there is a page for each public
module.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from notebooks import notebook_as_markdown

from boardgame_envs.command_line import main as command
from boardgame_envs.public import PUBLIC, PublicModule

SITE = Path(__file__).resolve().parent
DOCS = SITE.parent
PROJECT = DOCS.parent
# pages from outside docs/, by what they are called on the site
FROM_ABOVE = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
}
# pages that are called otherwise on the site: Sphinx has a page of its own of this name
RENAMED = {"search.md": "searching.md"}
# how the shipped agents were trained is a journal, apart from how to train
JOURNAL, JOURNAL_SECTION = "training/journal.md", re.compile(r"## The \w+ agent in the package")
# where the first page lists the pages that it does not name
GUIDES = "(guides)"
# a recorded game for the page of each game, before this heading
RULES = "## Rules"
REPLAYED = {
    "elements": "elements.jsonl.gz",
    "noah": "noah-3.jsonl.gz",
    "tranquility": "tranquility-2-sensible.jsonl.gz",
}
PICTURES = (".png", ".svg")
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
FENCE = re.compile(r"^ *(```|~~~)")


def stage(folder: Path) -> None:
    """Write the source of the site to a folder, which is emptied first."""
    shutil.rmtree(folder, ignore_errors=True)
    for source, target in pages().items():
        destination = folder / target
        destination.parent.mkdir(parents=True, exist_ok=True)
        if source.suffix in PICTURES:
            shutil.copy(source, destination)
        else:
            destination.write_text(page(source), encoding="utf-8")
    keep_journal_apart(folder / "training.md", folder / JOURNAL)
    for module in PUBLIC:
        write_reference(module, folder / "reference")
    (folder / "reference.md").write_text("\n".join(reference_index()), encoding="utf-8")
    shutil.copy(SITE / "conf.py", folder / "conf.py")
    (folder / "_static").mkdir()
    shutil.copy(SITE / "site.css", folder / "_static" / "site.css")
    write_index(folder)
    extra = folder / "extra"
    (extra / "games").mkdir(parents=True)
    (extra / "llms.txt").write_text("\n".join(for_language_models(folder)), encoding="utf-8")
    for name, records in REPLAYED.items():
        write_replay(PROJECT / "tests" / "records" / records, extra / "games" / replay_file(name))


def write_index(folder: Path) -> None:
    """Write the first page; what it does not list by name is a guide."""
    text = (SITE / "index.md").read_text(encoding="utf-8")
    listed = {line.strip() for line in text.splitlines()}
    guides = sorted(path.stem for path in folder.glob("*.md") if path.stem not in listed)
    (folder / "index.md").write_text(text.replace(GUIDES, "\n".join(guides)), encoding="utf-8")


def keep_journal_apart(guide: Path, journal: Path) -> None:
    """Move the sections on how shipped agents were trained to a page of their own."""
    parts = re.split(r"^(?=## )", guide.read_text(encoding="utf-8"), flags=re.MULTILINE)
    kept = [part for part in parts if not JOURNAL_SECTION.match(part)]
    moved = [part for part in parts if JOURNAL_SECTION.match(part)]
    guide.write_text("".join(kept), encoding="utf-8")
    title, text = "# How the shipped agents were trained\n\n", "".join(moved)
    journal.parent.mkdir(exist_ok=True)
    journal.write_text(title + one_folder_down(text), encoding="utf-8")


def one_folder_down(text: str) -> str:
    """Return a page of the top folder with the links that it has in a folder below."""

    def moved(link: re.Match[str]) -> str:
        mark, words, target = link.groups()
        is_ours = "://" not in target and not target.startswith("#")
        return f"{mark}[{words}](../{target})" if is_ours else link[0]

    return LINK.sub(moved, text)


def pages() -> dict[Path, str]:
    """Return where each page, notebook and picture stands on the site."""
    found = {PROJECT / name: target for name, target in FROM_ABOVE.items()}
    for path in sorted(DOCS.rglob("*")):
        if path.suffix in (".md", ".ipynb", *PICTURES) and SITE not in path.parents:
            target = path.relative_to(DOCS).as_posix()
            found[path] = RENAMED.get(target, re.sub(r"\.ipynb$", ".md", target))
    return found


def page(source: Path) -> str:
    """Return a page with links that work on the site."""
    is_notebook = source.suffix == ".ipynb"
    text = notebook_as_markdown(source) if is_notebook else source.read_text(encoding="utf-8")
    lines, is_code = [], False
    for line in text.splitlines():
        if FENCE.match(line):
            is_code = not is_code
        lines.append(line if is_code else LINK.sub(lambda m: site_link(source, m), line))
    rules = lines.index(RULES) if RULES in lines else len(lines)
    return "\n".join([*lines[:rules], *replay_of(source), "", *lines[rules:], ""])


def site_link(source: Path, link: re.Match[str]) -> str:
    """Return a link as it is on the site; to what is no page, the name of the file."""
    mark, text, target = link.groups()
    path, hash_sign, place = target.partition("#")
    if "://" in target or not path:
        return link[0]
    file, staged = (source.parent / path).resolve(), pages_by_file()
    if file not in staged:
        return f"{text} (`{file.relative_to(PROJECT).as_posix()}`)" if text else ""
    here = Path(staged[source.resolve()]).parent
    depth = "../" * len(here.parts)
    return f"{mark}[{text}]({depth}{staged[file]}{hash_sign}{place})"


def pages_by_file() -> dict[Path, str]:
    """Return what is on the site by its resolved file, looked up once."""
    if not _PAGES:
        _PAGES.update({path.resolve(): target for path, target in pages().items()})
    return _PAGES


_PAGES: dict[Path, str] = {}


def write_replay(records: Path, output: Path) -> None:
    """Write the replay of the first game in a file of records, as a page of its own."""
    if command(["show", str(records), "--game", "1", "--html", str(output)]):
        sys.exit(f"there is no replay of {records}")


def replay_file(game: str) -> str:
    """Return what the replay of a game is called, beside its page."""
    return f"{game}.replay.html"


def replay_of(source: Path) -> list[str]:
    """Return the replay of a game to go with its page, if this is one."""
    name = source.stem
    if source.parent != DOCS / "games" or name not in REPLAYED:
        return []
    return [
        "",
        "## A game to watch",
        "",
        f'<iframe src="{replay_file(name)}" title="A game of {name}, turn by turn" '
        'style="width:100%;height:56rem;border:0" loading="lazy"></iframe>',
        "",
        f'<a href="{replay_file(name)}">The replay on a page of its own</a>, as '
        "`boardgame-envs show --html` makes it.",
    ]


# --- the reference ---


def write_reference(module: PublicModule, folder: Path) -> None:
    """Write the page of a public module."""
    folder.mkdir(exist_ok=True)
    names = module.names or tuple(module.exported())
    needs = f"Needs the extra `{module.extra}`." if module.extra else ""
    lines = [f"# {module.name}", "", f"{module.purpose[0].upper()}{module.purpose[1:]}. {needs}"]
    for name in names:
        lines += ["", f"## {name}", "", *directive(module, name)]
    (folder / f"{module.name}.md").write_text("\n".join([*lines, ""]), encoding="utf-8")


def directive(module: PublicModule, name: str) -> Iterator[str]:
    """Go through the lines that let autodoc describe a public name."""
    source = PROJECT.joinpath(*module.name.split("."))
    kind = kind_of(module, name, source)
    yield "```{eval-rst}"
    if kind == "data":
        # a value has no docstring of its own, but that of its type
        yield f".. py:data:: {module.name}.{name}"
    else:
        yield f".. auto{kind}:: {module.name}.{name}"
    if kind == "class":
        yield "   :members:"
    yield "```"


def kind_of(module: PublicModule, name: str, source: Path) -> str:
    """Return what autodoc calls a public thing."""
    if module.extra and module.names:
        text = source.with_suffix(".py").read_text(encoding="utf-8")
        return "class" if re.search(rf"^class {name}\b", text, re.MULTILINE) else "function"
    value = module.exported()[name]
    if isinstance(value, type):
        return "exception" if issubclass(value, BaseException) else "class"
    return "function" if callable(value) and hasattr(value, "__code__") else "data"


def reference_index() -> Iterator[str]:
    """Go through the lines of the page that lists the public modules."""
    yield "# Reference"
    yield ""
    yield "What is public; [Versions](versioning.md) says what that means, and [Public API](api.md)"
    yield "lists all names on one page."
    yield ""
    yield "```{toctree}"
    yield ":maxdepth: 1"
    yield ""
    for module in PUBLIC:
        yield f"reference/{module.name}"
    yield "```"
    yield ""


# --- for language models ---


def for_language_models(folder: Path) -> Iterator[str]:
    """Go through the lines of llms.txt: what this is, and where to read on."""
    yield "# boardgame_envs"
    yield ""
    yield "> Tabletop card games with hidden information (Elements, Noah, Tranquility) as"
    yield "> reinforcement-learning environments for PettingZoo and Gymnasium, with batches,"
    yield "> search, self-play, trained agents and a benchmark."
    yield ""
    yield "## Pages"
    yield ""
    for path in sorted(folder.rglob("*.md")):
        title = next(
            (
                line[2:]
                for line in path.read_text(encoding="utf-8").splitlines()
                if line[:2] == "# "
            ),
            path.stem,
        )
        yield f"- [{title}]({path.relative_to(folder).with_suffix('.html').as_posix()})"
    yield ""


if __name__ == "__main__":
    stage(Path(sys.argv[1]))
