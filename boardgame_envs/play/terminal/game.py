"""One game at a terminal: what happens is told, and what is typed is done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from boardgame_envs.agents.faults import Forfeit
from boardgame_envs.core.guide import Group, consequence, rules_for
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.problems import shortened
from boardgame_envs.play.session import Session, Shown
from boardgame_envs.play.terminal.answers import Answer, read_answer
from boardgame_envs.play.terminal.screen import Screen
from boardgame_envs.play.terminal.wording import (
    HELP,
    ending_lines,
    news_lines,
    opening,
    regrouped,
    rule_by_rule,
)

RESUME = "boardgame-envs play --resume"
# where there are more choices a card is picked first, and then the prices are told
MOST_PRICED_AT_ONCE = 100
AFTERWARDS = "Type again, review, history or Enter to leave: "
AGAIN = "again"


class LeftTheTable(Exception):  # noqa: N818, it is no error to leave
    """Raised when a person does not want to play on."""


class TerminalGame:
    """A session that one person plays at a terminal."""

    def __init__(self, session: Session, seat: int, screen: Screen) -> None:
        self.session, self.seat, self.screen = session, seat, screen
        self._num_told = 0
        self._picked: tuple[int, ...] = ()
        self._commands: dict[str, Callable[[Answer, Shown], None]] = {
            "help": lambda answer, shown: screen.read(HELP),
            "rules": self._rules,
            "table": lambda answer, shown: self._decide(shown),
            "back": self._back,
            "why": self._why,
            "hint": self._hint,
            "belief": self._belief,
            "undo": self._undo,
            "history": lambda answer, shown: self.screen.read(self.history()),
            "save": self._save,
            "quit": self._quit,
        }

    def play(self) -> None:
        """Play the game to its end, or raise LeftTheTable."""
        self.screen.open(opening(self.session, self.seat))
        try:
            while not self.session.over:
                self._tell_news()
                if self.session.is_machine_turn:
                    self.screen.wait(f"{self.session.who(self.session.seat)} is thinking …")
                    self.session.let_machine_act()
                else:
                    self._ask_until_done()
            self._tell_news()
            self.screen.finish(ending_lines(self.session, self.seat))
        except Forfeit as forfeit:
            self.screen.finish([f"The game is over: {forfeit}."])
        except (EOFError, KeyboardInterrupt):
            raise LeftTheTable from None

    def linger(self) -> bool:
        """Let the person look back at a game that is over; tell whether another one is wanted."""
        while self.screen.lingers:
            try:
                word = self.screen.ask(AFTERWARDS, (AGAIN, "review", "history")).strip().lower()
            except (EOFError, KeyboardInterrupt):
                return False
            if word not in ("review", "history"):
                return word == AGAIN
            self.screen.read(self.review() if word == "review" else self.history())
        return False

    def review(self) -> str:
        """Return where the strongest agent saw something better."""
        self.screen.wait("Looking at your decisions again …")
        return self.session.review(self.seat).words

    def history(self) -> str:
        """Return all that the person was told so far."""
        news = self.session.news(self.seat)
        return "\n".join(news_lines(self.session, self.seat, news)) or "Nothing has happened yet."

    # --- deciding ---

    def _tell_news(self) -> None:
        """Tell what has happened since the last news."""
        news = self.session.news(self.seat, since=self._num_told)
        self._num_told += len(news)
        self.screen.happen(news_lines(self.session, self.seat, news))

    def _ask_until_done(self) -> None:
        """Ask until the person has acted, or taken something back."""
        self._picked = ()
        events = self.session.num_events
        is_priced = len(self.session.table.legal_actions()) <= MOST_PRICED_AT_ONCE
        shown = self.session.show(self.seat, since=events, with_consequences=is_priced)
        self._decide(shown)
        while self.session.num_events == events:
            text = self.screen.ask()
            answer = read_answer(text, shown.information, self._picked, self.screen.numbers)
            if answer.command:
                self._commands[answer.command](answer, shown)
            elif len(answer.actions) == 1:
                self.session.act(self.seat, answer.actions[0])
            elif answer.actions:
                self._picked = answer.actions
                self._decide(shown)
            else:
                self._refuse(text.strip(), shown)

    def _decide(self, shown: Shown) -> None:
        """Show the table and the choices: all, or those that were picked."""
        groups: Sequence[Group] = shown.groups
        if self._picked:
            groups = with_consequences(shown.information, regrouped(groups, self._picked))
        self.screen.decide(shown, groups)

    def _refuse(self, text: str, shown: Shown) -> None:
        """Say why what was typed cannot be done."""
        if not text:
            self._picked = ()
            self._decide(shown)
        elif text.isascii() and text.isdigit() and self.screen.numbers:
            allowed = f"1 to {len(self.screen.numbers)}" if len(self.screen.numbers) > 1 else "1"
            name = self.screen.numbers[0].name
            said = f"{shortened(text)} is not possible now: type {allowed}, a name such as {name!r}"
            self.screen.say(f"{said}, or help.")
        else:
            self.screen.say(f"{self.session.why_not(self.seat, text)} Type help for help.")

    # --- commands ---

    def _back(self, answer: Answer, shown: Shown) -> None:
        self._picked = ()
        self._decide(shown)

    def _rules(self, answer: Answer, shown: Shown) -> None:
        table = self.session.table
        if answer.rest == "all":
            self.screen.read(rule_by_rule(table.game.rules_in_words))
        else:
            self.screen.read(rules_for(table.game, table.options, table.num_players))

    def _why(self, answer: Answer, shown: Shown) -> None:
        meant = read_answer(answer.rest, shown.information, self._picked, self.screen.numbers)
        if len(meant.actions) == 1:
            action = meant.actions[0]
            name = shown.information.legal_actions[action]
            told = consequence(shown.information, action)
            self.screen.say(f"You may {name}" + (f": {told}." if told else "."))
        else:
            self.screen.say(self.session.why_not(self.seat, answer.rest or "nothing"))

    def _hint(self, answer: Answer, shown: Shown) -> None:
        is_searched = answer.rest == "search"
        if is_searched:
            self.screen.wait("Trying it out …")
        hint = self.session.hint(self.seat, search=is_searched)
        if hint.table:
            self.screen.read(f"{hint.words}\n\n{hint.table}")
        else:
            self.screen.say(hint.words)

    def _belief(self, answer: Answer, shown: Shown) -> None:
        belief = self.session.belief(self.seat)
        if belief is None:
            self.screen.say(f"{self.session.game.title} does not say where hidden cards may lie.")
        else:
            heading = f"Where the cards that you do not see are, in {belief.worlds} possible deals:"
            self.screen.read(f"{heading}\n{belief}")

    def _undo(self, answer: Answer, shown: Shown) -> None:
        try:
            self.session.undo(self.seat)
        except ValueError as error:
            self.screen.say(f"{str(error)[0].upper()}{str(error)[1:]}.")
            return
        self._num_told = self.session.num_events
        self.screen.happen(["You take your last decision back."])

    def _save(self, answer: Answer, shown: Shown) -> None:
        path = Path(answer.rest or name_of_file(self.session))
        try:
            self.session.save(path)
        except OSError as error:
            self.screen.say(f"The game could not be saved as {path} ({error.strerror}).")
        else:
            self.screen.say(f"The game is saved. Go on later with: {RESUME} {path}")

    def _quit(self, answer: Answer, shown: Shown) -> None:
        raise LeftTheTable


def with_consequences(information: InformationState, groups: Sequence[Group]) -> list[Group]:
    """Return groups of choices with what follows from each of them."""
    return [
        group._replace(
            choices=tuple(
                choice._replace(consequence=consequence(information, choice.action))
                for choice in group.choices
            )
        )
        for group in groups
    ]


def name_of_file(session: Session) -> str:
    """Return a name for the file of a game that is not over."""
    now = datetime.now().strftime("%Y%m%d-%H%M%S")
    return f"{session.game.name}-{now}.json"
