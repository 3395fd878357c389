"""What a seat is asked, what its answer would bring, and why another answer is not possible."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from boardgame_envs.core.guide.choosing import find_among, names_of
from boardgame_envs.core.guide.finding import Refusal, guide_of
from boardgame_envs.core.problems import shortened
from boardgame_envs.core.seats import NOBODY, seat_name

if TYPE_CHECKING:
    from boardgame_envs.core.information import InformationState

# a list of names is cut off after this many
MOST_NAMES = 6


class Reason(NamedTuple):
    """Whether an action is legal, in words, and by which rules it is not."""

    is_legal: bool
    words: str
    rules: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return the words with the numbers of the rules."""
        if not self.rules:
            return self.words
        word = "rule" if len(self.rules) == 1 else "rules"
        return f"{self.words} [{word} {', '.join(self.rules)}]"


def question(information: InformationState) -> str:
    """Return what a seat is asked now, or for whom it waits."""
    if information.to_act == NOBODY:
        return "The game is over."
    if information.to_act != information.seat:
        return f"{seat_name(information.to_act)} is deciding."
    guide = guide_of(information.game)
    if guide is None:
        return f"What will you do ({information.phase})?"
    return guide.question(information)


def consequence(information: InformationState, action: int) -> str:
    """Return what a legal action costs and brings, as far as a seat can know; "" for others."""
    guide = guide_of(information.game)
    is_legal = 0 <= action < information.mask.size and information.mask[action]
    return guide.consequence(information, action) if guide is not None and is_legal else ""


def reason(information: InformationState, action: int) -> Reason:
    """Return whether an action is legal for a seat now, and why not."""
    guide, size = guide_of(information.game), information.mask.size
    if not 0 <= action < size:
        return Reason(False, f"There is no action {shortened(action)}: they are 0 to {size - 1}.")
    if information.to_act != information.seat:
        return waiting(information)
    name = information.game.actions.name(information.imagined, action)
    if information.mask[action]:
        return Reason(True, f"You may {name} now.")
    if guide is None:
        return Reason(False, f"{name!r} is not possible now; you may {some_of(information)}.")
    return Reason(False, *guide.refuse(information, action))


def waiting(information: InformationState) -> Reason:
    """Return why a seat that is not to act may do nothing at all."""
    guide, is_over = guide_of(information.game), information.to_act == NOBODY
    words = "The game is over." if is_over else f"It is {seat_name(information.to_act)}'s decision."
    if guide is None:
        return Reason(False, words)
    return Reason(False, words, (guide.END_RULE if is_over else guide.TURN_RULE,))


def why_not(information: InformationState, what: int | str) -> str:
    """Return why an action, given by its number or in words, is not legal; or that it is."""
    if isinstance(what, str):
        return str(reason_for_words(information, what))
    return str(reason(information, what))


def reason_for_words(information: InformationState, text: str) -> Reason:
    """Return whether what is typed can be done, and why not."""
    if information.to_act != information.seat:
        return waiting(information)
    names = names_of(information)
    meant = find_among(dict(enumerate(names)), text)
    legal = [action for action in meant if information.mask[action]]
    if len(legal) > 1:
        return Reason(True, f"That may be {listed([names[action] for action in legal])}.")
    if meant:
        return reason(information, (legal or meant)[0])
    guide = guide_of(information.game)
    refusal: Refusal | None = None if guide is None else guide.refuse_words(information, text)
    if refusal is not None:
        return Reason(False, *refusal)
    said = f"{shortened(text.strip())} is nothing that can be done here"
    return Reason(False, f"{said}; you may {some_of(information)}.")


def some_of(information: InformationState) -> str:
    """Return what a seat may do, or the first of it."""
    return listed(list(information.legal_actions.values()))


def listed(names: list[str]) -> str:
    """Return a few names, and that there are more."""
    more = len(names) - MOST_NAMES
    return ", ".join(names[:MOST_NAMES]) + (f" and {more} more" if more > 0 else "")
