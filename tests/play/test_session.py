"""A session: people and agents at one table, each shown what the own seat knows."""

from __future__ import annotations

import json
import re
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from boardgame_envs.agents.by_name import UnknownAgentError
from boardgame_envs.core import takeover
from boardgame_envs.core.compiled_game import loops_of
from boardgame_envs.core.game import Game, IllegalActionError
from boardgame_envs.core.loop import Address, Loop
from boardgame_envs.core.records import parse_record, replay
from boardgame_envs.core.table import Table
from boardgame_envs.core.tiers import COMPILED
from boardgame_envs.games import load_game
from boardgame_envs.games.elements import GAME as ELEMENTS
from boardgame_envs.matches.one_table import play_game
from boardgame_envs.play import Player, Session, WrongSeatError
from boardgame_envs.play.background import groups_of_search
from boardgame_envs.testing.random_games import played, random_play
from tests.play.twins import dealt_anew
from tests.playing import some_settings

ADA, BOB, RANDOM = Player("Ada"), Player("Bob"), Player("random", "random")
SHORT = {"target_points": 2}
HERE = Address(__name__, "sit_down", ())


def sit_down(*players: Player, seed: int = 3, **options: Any) -> Session:
    return Session.begin(ELEMENTS, players, seed=seed, options={**SHORT, **options})


def play_to(session: Session, decisions: int) -> Session:
    """Let the people take their first legal action, until so many decisions are made."""
    while not session.over and session.num_decisions < decisions:
        if session.is_machine_turn:
            session.let_machine_act()
        else:
            shown = session.show(session.seat)
            session.act(session.seat, next(iter(shown.information.legal_actions)))
    return session


def fill_search_cache() -> None:
    """Have all that a search runs compiled, as it is once people have played for a while."""
    for group in groups_of_search(ELEMENTS):
        loops_of(ELEMENTS, group).use(COMPILED)


# --- the course of a game ---


def test_agents_play_the_game_that_they_play_without_a_session():
    session = play_to(sit_down(RANDOM, RANDOM, seed=9), 1000)
    table = Table(ELEMENTS, 2, **SHORT)
    play_game(table, [session._agents[0], session._agents[1]], seed=9)

    assert session.table == table
    again = replay(parse_record(json.dumps(session.record())), load_game)
    assert again.num_decisions == table.num_decisions


def test_only_the_seat_to_act_may_act_and_only_what_is_legal():
    session = sit_down(ADA, BOB)
    before = session.table.clone()

    with pytest.raises(WrongSeatError, match="cannot act now: it is P"):
        session.act(1 - session.seat, 0)
    with pytest.raises(IllegalActionError):
        session.act(session.seat, ELEMENTS.actions.find("reveal"))
    with pytest.raises(ValueError, match="no agent is to act now"):
        session.think()

    assert session.table == before


def test_a_thought_that_comes_too_late_is_dropped():
    session = sit_down(RANDOM, RANDOM)
    thought = session.think()

    assert session.carry_out(thought)
    assert not session.carry_out(thought)
    assert session.num_decisions == 1


def test_news_are_given_once_and_choices_to_the_seat_to_act_alone():
    session = play_to(sit_down(ADA, BOB), 4)
    first = session.show(0)
    play_to(session, 6)
    later = session.show(0, since=first.num_events)

    assert len(first.news) == first.num_events == 5  # a deal and four decisions
    assert len(later.news) == 2
    other = 1 - session.seat
    assert session.show(other).groups == []
    legal = session.table.legal_actions()
    groups = session.show(session.seat).groups
    assert sorted(c.action for group in groups for c in group.choices) == legal


def test_the_best_agent_is_seated_by_name_with_a_reason():
    session = sit_down(ADA, Player("best", "best"))

    assert session.players[1] == Player("elements", "elements")
    assert session.reasons == {1: "P2 is elements: trained for just these options."}
    assert session.who(1, observer=0) == "P2 (elements)"
    assert session.who(0, observer=0) == "P1 (you)"


def test_wrong_players_are_refused():
    with pytest.raises(ValueError, match="elements seats 2 players, not 1"):
        sit_down(ADA)
    with pytest.raises(UnknownAgentError, match="there is no agent 'nobody'"):
        sit_down(ADA, Player("nobody", "nobody"))


def test_somebody_else_can_sit_down_in_the_middle_of_a_game():
    session = play_to(sit_down(ADA, BOB), 3)
    session.replace(1, RANDOM)
    assert session.people == [0]
    play_to(session, 1000)
    assert session.over
    session.replace(1, BOB)
    assert session.people == [0, 1]


# --- taking back ---


def test_a_decision_is_taken_back_with_all_that_followed():
    session = sit_down(ADA, RANDOM)
    while session.is_machine_turn:
        session.let_machine_act()
    before = session.table.clone()
    session.act(0, session.table.legal_actions()[0])
    session.let_machine_act()
    assert session.may_undo(0)

    session.undo(0)

    assert session.table == before
    assert session.seat == 0
    assert not session.may_undo(0)
    with pytest.raises(ValueError, match="no decision of yours"):
        session.undo(0)


def test_nothing_is_taken_back_where_another_person_plays():
    session = play_to(sit_down(ADA, BOB), 5)

    assert not session.may_undo(0)
    with pytest.raises(ValueError, match="only where all others are agents"):
        session.undo(0)


# --- files ---


def test_a_saved_game_goes_on_where_it_was(tmp_path: Path):
    session = play_to(sit_down(ADA, RANDOM), 5)
    session.save(tmp_path / "game.json")

    again = Session.resume(tmp_path / "game.json")

    assert again.table == session.table
    assert again.players == session.players
    assert again.to_json() == session.to_json()
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]
    assert play_to(again, 1000).over


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"kind": "something"}, "this is not a saved game"),
        ({"format": 2}, "this saved game has the format 2, not 1"),
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"game": "noah"}, "this is a saved table of 'elements' v0, not of noah v0"),
        ({"seats": "two"}, "'seats' must be a list"),
        ({"seats": [{"name": "Ada"}]}, "2 seats need as many players, not 1"),
        ({"seats": [{"name": "A"}, {"name": "B", "agent": 7}]}, "named by a text, not 7"),
        ({"seats": [{"name": "A"}, {"agent": "random"}]}, "a seat lacks 'name'"),
        ({"seats": [{"name": "A"}, {"name": "B", "agent": "nobody"}]}, "no agent 'nobody'"),
        ({"table": "boardgame_envs table 2\nx\n{}"}, "this saved table is damaged"),
        ({"table": None}, "'table' must be a text"),
        ({"table": "tä"}, "this is not a saved table"),
    ],
)
def test_what_is_wrong_in_a_saved_game_is_said_in_a_sentence(tmp_path: Path, change, sentence):
    path = tmp_path / "game.json"
    saved = json.loads(play_to(sit_down(ADA, RANDOM), 3).to_json())
    path.write_text(json.dumps({**saved, **change}), encoding="utf-8")

    with pytest.raises(ValueError, match=sentence) as refusal:
        Session.resume(path)

    assert str(refusal.value).startswith(f"{path}: ")
    assert "\n" not in str(refusal.value)


def test_files_that_are_no_saved_games_are_refused(tmp_path: Path):
    (tmp_path / "a").write_bytes(b"\xff\xfe")
    (tmp_path / "b").write_text("[" * 100_000)
    for name in ("a", "b"):
        with pytest.raises(ValueError, match="this is not a saved game"):
            Session.resume(tmp_path / name)
    with pytest.raises(ValueError, match="No such file"):
        Session.resume(tmp_path / "c")


# --- help ---


def test_a_hint_says_what_the_agent_would_do():
    session = sit_down(ADA, BOB)

    hint = session.hint(session.seat)

    assert hint.agent == "elements"
    assert hint.action == next(iter(hint.odds))
    assert sum(hint.odds.values()) == pytest.approx(1)
    assert hint.value is not None
    assert hint.words.startswith(f"elements would {hint.name} (")
    with pytest.raises(ValueError, match="only to whoever is to act"):
        session.hint(1 - session.seat)


def test_without_a_trained_agent_a_hint_comes_from_the_heuristic():
    game = load_game("tranquility")
    session = Session.begin(game, [ADA, BOB], seed=1, options={"mode": "duel"})

    hint = session.hint(session.seat)

    assert hint.action in session.table.legal_actions()
    assert hint.agent in ("heuristic", "tranquility_duel")


@pytest.mark.slow
def test_a_hint_by_search_explains_itself():
    fill_search_cache()
    session = sit_down(ADA, BOB)

    hint = session.hint(session.seat, search=True)

    assert hint.name in hint.words
    assert hint.name in hint.table


def test_nobody_waits_for_the_code_of_a_search(monkeypatch):
    wanted = []
    monkeypatch.setattr(Loop, "is_ready", lambda loop: False)
    monkeypatch.setattr(takeover.takeover, "add", wanted.append)
    session = sit_down(ADA, Player("heuristic", "heuristic"), target_points=1)

    hint = None
    while not session.over:
        if session.is_machine_turn:
            session.let_machine_act()
        else:
            hint = session.hint(0, search=True)
            session.act(0, ELEMENTS.actions.find("surrender"))
    review = session.review(0)

    assert hint is not None
    assert "compiled" in hint.words
    assert hint.action in range(ELEMENTS.num_actions)
    assert (review.doubted, review.tried) == (1, 0)
    assert "compiled" in review.words
    assert {loops.name for loops in wanted} >= {
        f"elements {about}" for about in ("for search to leaves", "for looking back")
    }


@pytest.mark.parametrize("why", ["no folder", "no other process finds it", "it did not compile"])
def test_what_cannot_be_compiled_in_the_background_is_not_promised(monkeypatch, why):
    monkeypatch.setattr(Loop, "is_ready", lambda loop: False)
    monkeypatch.setattr(takeover.takeover, "add", pytest.fail)
    loop = Loop("a loop", print, (), None if why == "no other process finds it" else HERE)
    monkeypatch.setattr(takeover, "can_keep", lambda: why != "no folder")
    monkeypatch.setattr(takeover.takeover, "lost", {"loops"} if "compile" in why else set())

    assert takeover.bring("loops", {"loop": loop})


def test_beliefs_count_every_unseen_card_once():
    session = play_to(sit_down(ADA, BOB), 3)
    belief = session.belief(0, worlds=40)

    assert belief.places == ("P2's hand", "aside")
    unseen = session.information(0).view["unseen"]
    assert sum(card.unseen for card in belief.cards) == sum(unseen)
    for card in belief.cards:
        assert sum(card.expected) == pytest.approx(card.unseen)
    in_hand = sum(card.expected[0] for card in belief.cards)
    assert in_hand == pytest.approx(session.information(0).view["hand_sizes"][1])
    assert "P2's hand" in str(belief)


@pytest.mark.slow
def test_a_review_finds_what_was_given_away():
    fill_search_cache()
    session = sit_down(ADA, Player("heuristic", "heuristic"), target_points=3)
    surrender = ELEMENTS.actions.find("surrender")
    with pytest.raises(ValueError, match="no review before its end"):
        session.review(0)
    while not session.over:
        if session.is_machine_turn:
            session.let_machine_act()
        else:
            session.act(0, surrender)

    review = session.review(0)

    assert review.decisions == 3
    assert review.doubted == review.tried == 3
    assert review.slips[0].done == "surrender"
    assert review.slips[0].lost > 2 * review.slips[0].error > 0
    assert review.slips == tuple(sorted(review.slips, key=lambda slip: -slip.lost))
    assert "was better than surrender" in review.words


# --- nothing hidden reaches a seat ---


def all_shown(session: Session, seat: int) -> list[Any]:
    """Return all that a seat gets out of a session, but the news."""
    shown = session.show(seat)
    told = [shown.information.text, shown.question, shown.groups, session.belief(seat, worlds=4)]
    if seat == session.seat:
        told.append(session.hint(seat))
    illegal = next((a for a in range(session.game.num_actions) if not session.table.mask[a]), 0)
    return [*told, session.why_not(seat, illegal)]


@pytest.mark.parametrize(("game", "setting"), some_settings())
def test_nothing_that_is_shown_depends_on_what_is_hidden(game: Game, setting: dict[str, Any]):
    table = Table(game, **setting)
    people = [Player(f"P{seat}") for seat in range(table.num_players)]
    for turn, _ in enumerate(islice(random_play(table, seed=43), 40)):
        if turn % 9 == 4:
            seat = turn % table.num_players
            truth, twin = Session(table, people), Session(table.redealt(seat, seed=turn), people)
            assert all_shown(twin, seat) == all_shown(truth, seat)


@pytest.mark.parametrize(("game", "setting"), some_settings())
def test_no_news_depend_on_what_is_hidden(game: Game, setting: dict[str, Any]):
    table = played(game, setting, seed=44)
    people = [Player(f"P{seat}") for seat in range(table.num_players)]
    seat = table.num_players - 1
    since = max(0, len(list(table.history())) - 30)
    truth, twin = Session(table, people), Session(dealt_anew(table, seat), people)

    assert twin.show(seat, since).news == truth.show(seat, since).news
    assert twin.ending(seat).words == truth.ending(seat).words


def test_the_python_of_the_page_on_playing_runs(capsys: pytest.CaptureFixture[str]):
    page = Path(__file__).parents[2] / "docs" / "playing.md"
    [code] = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)

    exec(code, {})

    assert capsys.readouterr().out in ("P1 wins\n", "P2 wins\n")
