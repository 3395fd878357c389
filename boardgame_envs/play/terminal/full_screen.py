"""A terminal with the table always on it: drawn anew for each decision, with colour and completion.

The table comes first, whatever else there is to say; below it what has happened, the question and
the choices, as far as there is room. The only file that imports rich and prompt-toolkit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.shortcuts import CompleteStyle
from rich.console import Console
from rich.table import Table as Columns
from rich.text import Text

from boardgame_envs.core.guide import Choice, Group
from boardgame_envs.play.session import Shown
from boardgame_envs.play.terminal.answers import COMMANDS
from boardgame_envs.play.terminal.wording import fitted, grouped

# from this width on, what happens is told beside the table
WIDE = 110
# lines that are left to choices and news however high the table is
FEWEST_CHOICES, FEWEST_NEWS = 2, 3
HELP_IS_THERE = "help: what you can type"
MORE = "Enter: go on; q: back to the table. "
# what is coloured in the words of any game; the first that fits a part of a line wins
INKS = (
    (r"^Your hand:.*|^Your hand .*", "bold green"),
    (r"\bP\d\b", "cyan"),
    (r"(?<=\s)\.(?=\s|$)", "dim"),
    (r"\b\d+\*", "bold magenta"),
    (r"^> .*", "bold"),
    (r"^#+ .*", "bold"),
    (r"^(Unseen|Discard pile|Your discards|Departed):.*", "dim"),
)


class FullScreen:
    """A terminal that is drawn anew for each decision."""

    lingers = True
    numbers: Sequence[Choice] = ()

    def __init__(self) -> None:
        self.console = Console(highlight=False, soft_wrap=False)
        self._completer = Words()
        self._news: list[str] = []
        self._has_decided = False
        self._message = ""
        self._ending: list[str] = []
        self._drawn: tuple[Shown, Sequence[Group]] | None = None

    @cached_property
    def _prompt(self) -> PromptSession[str]:
        """What reads lines, with completion and the lines before; made when it is first needed."""
        return PromptSession(
            completer=self._completer,
            complete_while_typing=False,
            complete_style=CompleteStyle.READLINE_LIKE,
            reserve_space_for_menu=0,
            rprompt=HELP_IS_THERE,
        )

    # --- what happens ---

    def open(self, text: str) -> None:
        """Show what is played, which is the first of the news."""
        self.happen(text.split("\n"))

    def happen(self, lines: Iterable[str]) -> None:
        """Show what has happened at once, and again beside the next decision."""
        if self._has_decided:
            self._news, self._has_decided = [], False
        for line in lines:
            self._news.append(line)
            self._print(line)

    def wait(self, text: str) -> None:
        """Show for whom one has to wait."""
        self.console.print(Text(text, "dim"))

    def decide(self, shown: Shown, groups: Sequence[Group]) -> None:
        """Draw the table, what has happened, the question and the choices."""
        self._drawn = shown, groups
        self._completer.offer(groups)
        self._draw()
        self._message = ""

    def say(self, text: str) -> None:
        """Draw the table again, with an answer in the place of the news."""
        self._message = text
        if self._drawn is None:
            self._print(text)
        else:
            self._draw()
        self._message = ""

    def finish(self, lines: Iterable[str]) -> None:
        """Show how the game came out, below what was drawn last."""
        self._drawn, self._ending = None, list(lines)
        self._end()

    def _end(self) -> None:
        for line in self._ending:
            self.console.print(Text(fitted(line, self.console.width), "bold"))

    def read(self, text: str) -> None:
        """Show a text page by page."""
        lines = fitted(text, self.console.width).split("\n")
        size = max(self.console.height - 2, 5)
        for start in range(0, len(lines), size):
            self.console.clear()
            for line in lines[start : start + size]:
                self.console.print(coloured(line))
            if self._prompt.prompt(MORE, rprompt="").strip().lower().startswith("q"):
                break
        self.console.clear()
        if self._drawn is None:
            self._end()
        else:
            self._draw()

    def ask(self, prompt: str = "> ", words: Iterable[str] = ()) -> str:
        """Return what is typed, with completion of what can be chosen."""
        if words:
            self._completer.words = list(words)
        answer = self._prompt.prompt(prompt, rprompt="" if words else HELP_IS_THERE)
        self._has_decided = True
        return answer

    # --- drawing ---

    def _print(self, text: str) -> None:
        for line in fitted(text, self.console.width).split("\n"):
            self.console.print(coloured(line))

    def _draw(self) -> None:
        """Draw everything, as it fits the terminal now."""
        assert self._drawn is not None
        shown, groups = self._drawn
        width, height = self.console.size
        left = width * 3 // 5 if width >= WIDE else width
        table = fitted(shown.information.text, left).split("\n")
        question = fitted(shown.question, width).split("\n")
        # one line is for what is typed
        rest = height - len(table) - len(question) - 1
        kept = 0 if left < width else max(FEWEST_NEWS, len(self._answer(width)))
        choices = grouped(groups, width, max(rest - kept, FEWEST_CHOICES))
        self.console.clear()
        if left < width:
            told = self._told(width - left - 2, height - len(question) - len(choices) - 1)
            self.console.print(beside(table, told, left))
        else:
            self._stack(table, self._told(width, rest - len(choices)))
        for line in question:
            self.console.print(Text(line, "bold yellow"))
        for line in choices:
            self.console.print(priced(line))

    def _stack(self, table: Sequence[str], told: Sequence[str]) -> None:
        """Draw the table with what is told below it."""
        for line in table:
            self.console.print(coloured(line))
        for line in told:
            self.console.print(coloured(line, "italic"))

    def _answer(self, width: int) -> list[str]:
        """Return the answer that is due, if any."""
        return fitted(self._message, width).split("\n") if self._message else []

    def _told(self, width: int, room: int) -> list[str]:
        """Return the answer that is due, or what has happened last, as far as there is room.

        An answer is shown even if the highest lines of the table have to go for it.
        """
        if self._message:
            return self._answer(width)[: max(room, FEWEST_NEWS)]
        lines = [part for line in self._news for part in fitted(line, width).split("\n")]
        return lines[-max(room, 1) :]


def beside(table: Sequence[str], told: Sequence[str], left: int) -> Columns:
    """Return the table with what is told to its right."""
    columns = Columns.grid(padding=(0, 2, 0, 0))
    columns.add_column(width=left)
    columns.add_column()
    columns.add_row(
        Text("\n").join(coloured(line) for line in table),
        Text("\n").join(coloured(line, "italic") for line in told),
    )
    return columns


def coloured(line: str, ink: str = "") -> Text:
    """Return a line of words with colours."""
    text = Text(line, ink)
    for pattern, style in reversed(INKS):
        text.highlight_regex(pattern, style)
    return text


def priced(line: str) -> Text:
    """Return a line of choices: what can be done, and, paler, what follows from it."""
    what, colon, consequence = line.partition(": ")
    text = Text(what, "green")
    text.append(colon + consequence, "dim" if consequence else "")
    return text


class Words(Completer):
    """Completes what can be typed now: choices as they are written, and commands."""

    def __init__(self) -> None:
        self.words: list[str] = []

    def offer(self, groups: Sequence[Group]) -> None:
        """Offer what a person can choose from, and the words for everything else."""
        choices = [choice for group in groups for choice in group.choices]
        typed = [*(choice.typed for choice in choices), *(choice.name for choice in choices)]
        self.words = list(dict.fromkeys([*typed, *(f"why {word}" for word in typed), *COMMANDS]))

    def get_completions(self, document: Document, event: CompleteEvent) -> Iterator[Completion]:
        """Go through the words that begin as what was typed."""
        begun = document.text_before_cursor.lstrip()
        for word in self.words:
            if word.lower().startswith(begun.lower()) and word != begun:
                yield Completion(word, start_position=-len(begun))
