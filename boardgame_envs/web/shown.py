"""What is sent to a seat, and to spectators: made from what they may know, and from nothing else.

A seat is shown its information state. Spectators are shown what every seat knows, and the whole
table only when the game is over, so that nobody can learn a hidden card from them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import numpy as np

from boardgame_envs.core.game import Game
from boardgame_envs.core.guide import News, consequence
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.seats import CHANCE, NOBODY, seat_name
from boardgame_envs.core.sight import (
    Sight,
    clicks_of,
    draw_sight,
    names_of,
    sight_of,
    sight_of_information,
)
from boardgame_envs.core.table import Moment, Table
from boardgame_envs.pictures.svg import to_svg
from boardgame_envs.play import Session
from boardgame_envs.play.beliefs import believe, hidden_pieces

Sent = dict[str, Any]
# what follows from more choices than these is told later: a click is answered before
MOST_PRICED_AT_ONCE = 24


# --- a seat ---


def seat_view(session: Session, seat: int, since: int) -> Sent:
    """Return what a seat is shown now, with the news after the first so many events."""
    is_priced = len(session.information(seat).legal_actions) <= MOST_PRICED_AT_ONCE
    shown = session.show(seat, since, with_consequences=is_priced)
    sight = shown.sight()
    return {
        "type": "view",
        "turn": shown.num_events,
        "since": since,
        "news": [news_data(one) for one in shown.news],
        "question": shown.question,
        "to_act": None if shown.over else shown.information.to_act,
        "is_mine": shown.information.to_act == seat and not shown.over,
        "picture": to_svg(draw_sight(session.game, sight), "page"),
        "words": shown.information.text,
        "groups": [group_data(session.game, sight, group) for group in shown.groups],
        "is_priced": is_priced,
        "may_undo": shown.may_undo,
        "over": shown.over,
        "ending": ending_data(session, seat) if shown.over else None,
    }


def news_data(news: News) -> Sent:
    """Return one event as it is told."""
    return {"seat": max(news.seat, NOBODY), "told": news.told, "notes": list(news.notes)}


def group_data(game: Game, sight: Sight, group: Any) -> Sent:
    """Return legal actions that belong together, with what is pointed at to choose each."""
    return {
        "kind": group.kind,
        "title": group.title,
        "choices": [
            {
                "action": choice.action,
                "name": choice.name,
                "label": choice.label,
                "typed": choice.typed,
                "consequence": choice.consequence,
                "clicks": clicks_of(game, sight, choice.action),
            }
            for choice in group.choices
        ],
    }


def prices_data(information: InformationState, turn: int) -> Sent:
    """Return what follows from each choice of a turn."""
    words = {action: consequence(information, action) for action in information.legal_actions}
    return {
        "type": "prices",
        "turn": turn,
        "words": [[a, said] for a, said in words.items() if said],
    }


def belief_data(information: InformationState, turn: int, worlds: int) -> Sent:
    """Return where unseen cards may be, and which pieces of the picture lie there."""
    belief = believe(information, worlds)
    if belief is None:
        raise ValueError("this game does not say where its cards lie")
    pieces = hidden_pieces(information)
    return {
        "type": "belief",
        "turn": turn,
        "worlds": belief.worlds,
        "places": list(belief.places),
        "pieces": [pieces.get(place, []) for place in belief.places],
        "cards": [[one.card, one.unseen, list(one.expected)] for one in belief.cards],
    }


def ending_data(session: Session, seat: int) -> Sent:
    """Return how the game came out, as a seat is told."""
    ending = session.ending(seat)
    return {"words": ending.words, "outcome": ending.outcome, "scores": list(ending.scores)}


def picture_of(information: InformationState) -> str:
    """Return the picture of what a seat knew at some time."""
    sight = sight_of_information(information)
    return to_svg(draw_sight(information.game, sight), "page", prefix="then-")


# --- spectators ---


def spectators_view(session: Session, since: int) -> Sent:
    """Return what spectators are shown now, with the news after the first so many events."""
    table = session.table
    moments = list(table.history())
    return {
        "type": "view",
        "turn": len(moments),
        "since": since,
        "news": [public_news(table, moment) for moment in moments[since:]],
        "question": "The game is over." if table.over else f"{seat_name(table.seat)} is deciding.",
        "to_act": None if table.over else table.seat,
        "is_mine": False,
        "picture": to_svg(draw_sight(session.game, public_sight(table)), "page"),
        "words": "",
        "groups": [],
        "is_priced": True,
        "may_undo": False,
        "over": table.over,
        "ending": public_ending(session) if table.over else None,
    }


def public_sight(table: Table) -> Sight:
    """Return what every seat knows of a table; all of it when the game is over."""
    if table.over:
        return sight_of(table, None)
    return Sight(0, {0: public_values(table)}, names_of(table.num_players, ()))


def public_values(table: Table) -> Mapping[str, Any]:
    """Return the view of the first seat without the parts that only it knows."""
    layout, observation = table.game.layout, table.observe(0).copy()
    sizes = [part.size for part in layout.parts]
    is_private = np.repeat([part.private for part in layout.parts], sizes)
    observation[is_private] = 0
    return layout.decode(observation)


def public_news(table: Table, moment: Moment) -> Sent:
    """Return one event in words that every seat could say."""
    return {"seat": max(moment.seat, NOBODY), "told": public_words(table, moment), "notes": []}


def public_words(table: Table, moment: Moment) -> str:
    """Return one event as all other seats were told of it, if they were told the same."""
    told = set(told_to_others(table, moment))
    if len(told) == 1:
        return told.pop()
    return "Cards are dealt." if moment.seat == CHANCE else "acts."


def told_to_others(table: Table, moment: Moment) -> Iterator[str]:
    """Go through what each seat but the acting one was told of an event."""
    state, seat, action = moment
    seats = range(table.num_players)
    if seat == CHANCE:
        # alone at a table one is told everything
        if table.num_players > 1:
            yield from (table.game.notation.tell_outcome(state, one) for one in seats)
        return
    actions = table.game.actions
    if actions.kind_at(action).told is None:
        yield actions.name(state, action)
        return
    yield from (actions.tell(state, action, one) for one in seats if one != seat)


def public_ending(session: Session) -> Sent:
    """Return how the game came out, as spectators are told."""
    ending = session.ending(None)
    return {"words": ending.words, "outcome": ending.outcome, "scores": list(ending.scores)}


def whole_table_at(session: Session, event: int) -> str:
    """Return the picture of the whole table at an event of a game that is over."""
    table = session.table
    if not table.over:
        raise ValueError("the game is not over: the whole table would show the hidden cards")
    states = [moment.state for moment in islice(table.history(), event, event + 1)]
    then = table.with_state(np.array(states, session.game.rules.STATE)) if states else table
    sight = sight_of(then, None, last="")
    return to_svg(draw_sight(session.game, sight), "page")
