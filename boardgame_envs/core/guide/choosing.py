"""Legal actions as people choose among them: first a card, then a place; and what they type."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from boardgame_envs.core.guide.finding import guide_of

if TYPE_CHECKING:
    from boardgame_envs.core.information import InformationState


class Choice(NamedTuple):
    """One legal action.

    ``label`` is what tells it apart in its group, ``typed`` the shortest words that mean it.
    """

    action: int
    name: str
    label: str
    typed: str
    consequence: str


class Group(NamedTuple):
    """Legal actions of one kind; of a kind with two axes those with one place on the first."""

    kind: str
    title: str
    typed: str
    choices: tuple[Choice, ...]


def choices(information: InformationState, with_consequences: bool = True) -> list[Group]:
    """Return the legal actions in groups, in the order of the action table."""
    actions, found = information.game.actions, dict[tuple[str, int], list[int]]()
    for action in information.legal_actions:
        kind, indices = actions.kind_at(action), actions.indices(action)
        card = indices[0] if len(kind.axes) > 1 else -1
        found.setdefault((kind.kind, card), []).append(action)
    typed = shortest_words(information)
    return [make_group(information, group, typed, with_consequences) for group in found.values()]


def make_group(
    information: InformationState, group: list[int], typed: Mapping[int, str], is_priced: bool
) -> Group:
    """Return legal actions that are chosen among together."""
    actions, guide = information.game.actions, guide_of(information.game)
    kind, by_card = actions.kind_at(group[0]), len(actions.kind_at(group[0]).axes) > 1
    listed = []
    for action in group:
        texts = axis_texts(information, action)
        listed.append(
            Choice(
                action,
                information.legal_actions[action],
                " ".join(texts[1:] if by_card else texts) or information.legal_actions[action],
                typed[action],
                guide.consequence(information, action) if guide is not None and is_priced else "",
            )
        )
    verb = verb_of(kind.pattern)
    card = axis_texts(information, group[0])[0] if by_card else ""
    return Group(kind.kind, f"{verb} {card}".strip(), card or verb, tuple(listed))


def verb_of(pattern: str) -> str:
    """Return the words with which actions of a kind begin."""
    return pattern.partition("{")[0].strip() or pattern


def axis_texts(information: InformationState, action: int) -> list[str]:
    """Return what an action is about, in the order of its axes: a card, a cell."""
    kind, state = information.game.actions.kind_at(action), information.imagined
    indices = information.game.actions.indices(action)
    return [axis.name_in(state, i) for axis, i in zip(kind.axes, indices, strict=True)]


def names_of(information: InformationState) -> list[str]:
    """Return the names of all actions for the seat to act, the illegal ones too."""
    actions, state = information.game.actions, information.imagined
    return [actions.name(state, action) for action in range(len(actions))]


# --- what is typed ---


def understand(information: InformationState, text: str) -> list[int]:
    """Return the legal actions that typed words can mean: one, several, or none.

    A name means its action. Otherwise each word stands for a word of a name, in its order if
    that is possible: cards and cells are written in full, other words may be cut short.
    """
    return find_among(information.legal_actions, text)


def find_among(names: Mapping[int, str], text: str) -> list[int]:
    """Return the actions, given with their names, that typed words can mean."""
    words = text.lower().split()
    if not words:
        return []
    in_words = {action: name.lower().split() for action, name in names.items()}
    exact = [action for action, name in in_words.items() if name == words]
    if exact:
        return exact
    for stands_for in (is_in_order, is_in_any_order):
        found = [action for action, name in in_words.items() if stands_for(words, name)]
        if found:
            return found
    return []


def is_in_order(words: list[str], name: Iterable[str]) -> bool:
    """Tell whether each word stands for a word of a name, in its order."""
    rest = iter(name)
    return all(any(means(word, whole) for whole in rest) for word in words)


def is_in_any_order(words: list[str], name: Iterable[str]) -> bool:
    """Tell whether the words are among those of a name, in whatever order."""
    return not Counter(words) - Counter(name)


def means(word: str, whole: str) -> bool:
    """Tell whether a word stands for another: cut short, unless there is a number in it."""
    if any(letter.isdigit() for letter in whole):
        return word == whole
    return whole.startswith(word)


def shortest_words(information: InformationState) -> dict[int, str]:
    """Return for each legal action the shortest words that mean it and nothing else."""
    legal = information.legal_actions
    holders: dict[str, set[int]] = {}
    for action, name in legal.items():
        for word in name.lower().split():
            holders.setdefault(word, set()).add(action)
    shortest = {}
    for action, name in legal.items():
        texts = axis_texts(information, action)
        words = " ".join(texts).lower().split()
        among = set(legal).intersection(*(holders.get(word, set()) for word in words))
        shortest[action] = " ".join(texts) if words and among == {action} else name
    return shortest
