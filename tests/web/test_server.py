"""The server, without a browser: who gets in, what is refused, and that games stay unharmed."""

from __future__ import annotations

import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.web.needs import need_server

need_server()

from websockets.exceptions import ConnectionClosed, InvalidStatus

from boardgame_envs.core.guide import consequence
from boardgame_envs.web.messages import AT_ONCE
from boardgame_envs.web.server import MOST_BYTES
from boardgame_envs.web.shown import MOST_PRICED_AT_ONCE
from tests.web.serving import Served, serving


def get(url: str, host: str | None = None, method: str = "GET") -> tuple[int, str, dict[str, str]]:
    headers = {} if host is None else {"Host": host}
    request = urllib.request.Request(url, headers=headers, method=method)
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, answer.read().decode(), dict(answer.headers)
    except urllib.error.HTTPError as refusal:
        return refusal.code, refusal.read().decode(), dict(refusal.headers)


# --- files ---


def test_the_page_is_there_with_a_strict_policy(server: Served):
    status, text, headers = get(server.origin)

    assert status == 200
    assert "<title>boardgame_envs</title>" in text
    assert headers["content-security-policy"].startswith("default-src 'self';")
    assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("path", ["/page/main.js", "/page/style.css", "/page/inks.css"])
def test_its_parts_are_there(server: Served, path: str):
    assert get(server.origin + path)[0] == 200


@pytest.mark.parametrize(
    "path", ["/page/../server.py", "/page/..%2fserver.py", "/tables", "/page/"]
)
def test_nothing_else_is(server: Served, path: str):
    assert get(server.origin + path)[0] == 404


def test_another_host_is_turned_away(server: Served):
    status, text, _ = get(server.origin, host=f"evil.example:{server.port}")

    assert (status, text) == (421, "this server is not known by that name\n")


def test_only_get_is_answered(server: Served):
    assert get(server.origin, method="POST")[0] == 405


def test_the_page_is_small_at_its_first_load():
    page = Path(__file__).parents[2] / "boardgame_envs" / "web" / "page"

    assert sum(file.stat().st_size for file in page.iterdir()) < 150_000


# --- sockets ---


def test_a_wrong_key_opens_nothing(server: Served):
    with server.page("x" * 24) as page, pytest.raises(ConnectionClosed) as closed:
        page.hear()

    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4403


def test_who_says_anything_but_hello_first_is_sent_away(server: Served):
    with server.page(None) as page:
        page.send(type="rules")
        with pytest.raises(ConnectionClosed):
            page.hear()


@pytest.mark.parametrize("origin", ["http://evil.example", "null"])
def test_a_page_from_elsewhere_opens_no_socket(server: Served, origin: str):
    with pytest.raises(InvalidStatus), server.page(server.tables.lobby_key, origin):
        pass


def test_broken_messages_are_refused_and_the_game_goes_on(server: Served):
    table = server.open("elements", None, "heuristic", seed=3)
    with server.page(table.keys[0] or "") as page:
        view = page.hear_until("view")
        while not view["is_mine"]:
            view = page.hear_until("view")
        turn = view["turn"]
        for data in ("", "{", "[]", '{"type": "act"}', '{"type": "open", "game": "x"}'):
            page.socket.send(data)
            assert page.hear()["type"] == "trouble"
        page.socket.send(b"\x00\xff")
        assert page.hear()["type"] == "trouble"
        page.send(type="act", turn=turn, action=999)
        assert "999" in page.hear()["words"]
        page.send(type="act", turn=turn + 1, action=view["groups"][0]["choices"][0]["action"])
        assert page.hear()["words"] == "the table has gone on since: look again"
        assert server.session(table).num_events == turn

        page.send(type="act", turn=turn, action=view["groups"][0]["choices"][0]["action"])

        assert page.hear_until("view")["turn"] > turn


def test_a_huge_message_closes_the_line_and_the_game_is_unharmed(server: Served):
    table = server.open("elements", None, None, seed=4)
    before = server.session(table).to_json()
    with server.page(table.keys[0] or "") as page:
        page.hear_until("view")
        page.socket.send("x" * (MOST_BYTES + 1))
        with pytest.raises(ConnectionClosed):
            page.hear()

    assert server.session(table).to_json() == before
    with server.page(table.keys[0] or "") as page:
        assert page.hear_until("view")["turn"] == server.session(table).num_events


def test_a_page_that_sends_too_much_is_sent_away(server: Served):
    table = server.open("elements", None, None, seed=4)
    with server.page(table.keys[0] or "") as page:
        for _ in range(AT_ONCE * 3):
            page.socket.send('{"type": "why", "pieces": ["nothing"]}')

        with pytest.raises(ConnectionClosed):
            page.hear_until("nothing of this kind comes")


def test_nobody_acts_for_another_seat(server: Served):
    table = server.open("elements", None, None, seed=5)
    session = server.session(table)
    waiting = 1 - session.seat
    with server.page(table.keys[waiting] or "") as page:
        view = page.hear_until("view")
        assert view["groups"] == []
        page.send(type="act", turn=view["turn"], action=session.table.legal_actions()[0])

        assert "turn" in page.hear_until("trouble")["words"]
    assert session.num_events == view["turn"]


def test_spectators_only_look(server: Served):
    table = server.open("elements", None, None, seed=5)
    with server.page(table.watch) as page:
        view = page.hear_until("view")
        assert view["groups"] == []
        for message in ({"type": "act", "turn": view["turn"], "action": 0}, {"type": "belief"}):
            page.send(**message)
            assert page.hear()["words"] == "spectators only look"


def test_the_lobby_opens_tables_with_a_key_for_each_person(server: Served):
    with server.page(server.tables.lobby_key) as page:
        lobby = page.hear_until("lobby")
        assert {"elements", "noah", "tranquility"} <= {game["name"] for game in lobby["games"]}
        page.send(type="settings", game="elements", options={}, players=None)
        offered = page.hear_until("settings")["opponents"][0]["name"]
        page.send(
            type="open",
            game="elements",
            options={},
            players=2,
            seats=["you", offered],
            seed=7,
        )
        opened = page.hear_until("opened")

    keys = [seat["key"] for seat in opened["table"]["seats"]]
    assert opened["mine"] == 0
    assert keys[0]
    assert keys[1] is None
    with server.page(keys[0]) as page:
        assert page.hear()["title"] == "Elements"


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"game": "chess"}, "chess"),
        ({"players": 9}, "elements seats 2 players"),
        ({"options": {"surrender": "perhaps"}}, "the option surrender must be"),
        ({"seats": ["you", "/etc/passwd"]}, "nobody is called"),
        ({"seats": ["you", "you"]}, "one seat only"),
        ({"seats": ["you"]}, "2 seats to fill"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(
    server: Served, change: dict[str, object], complaint: str
):
    asked = {
        "game": "elements",
        "options": {},
        "players": 2,
        "seats": ["you", "random"],
        "seed": None,
    }
    with server.page(server.tables.lobby_key) as page:
        page.hear_until("lobby")
        page.send(type="open", **{**asked, **change})

        assert complaint in page.hear()["words"]


def test_options_that_do_not_go_together_are_named_at_once(server: Served):
    options = {"mode": "duel", "expansions": "reefs"}
    with server.page(server.tables.lobby_key) as page:
        page.hear_until("lobby")
        page.send(type="settings", game="tranquility", options=options, players=None)

        assert "expansions go with" in page.hear_until("settings")["problem"]


def test_a_server_that_is_started_again_goes_on_with_its_tables(tmp_path: Path):
    with serving(tmp_path) as server:
        table = server.open("noah", None, None, None, seed=6)
        session = server.session(table)
        with server.page(table.keys[session.seat] or "") as page:
            view = page.hear_until("view")
            action = view["groups"][0]["choices"][0]["action"]
            page.send(type="act", turn=view["turn"], action=action)
            turn = page.hear_until("view")["turn"]
        lobby = server.tables.lobby_key

    with serving(tmp_path) as again:
        assert again.tables.lobby_key == lobby
        with again.page(table.keys[0] or "") as page:
            assert page.hear_until("view")["turn"] == turn


# --- seats, prices, and another game ---


def test_who_opens_the_link_of_a_seat_last_has_it_and_both_are_told(server: Served):
    table = server.open("elements", None, None, seed=5)
    key = table.keys[0] or ""
    with server.page(key) as first, server.page(table.keys[1] or "") as other:
        first.hear_until("view")
        other.hear_until("view")
        with server.page(key) as second:
            second.hear_until("view")

            assert "another window, which has been told" in second.hear_until("trouble")["words"]
            with pytest.raises(ConnectionClosed) as closed:
                first.hear()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4409
    with server.page(key) as reloaded:
        reloaded.hear_until("view")
        reloaded.send(type="rules")
        assert reloaded.hear()["type"] == "rules"


def test_a_click_does_not_wait_for_the_prices_of_hundreds_of_choices(server: Served):
    table = server.open("tranquility", None, None, seed=2)
    session = server.session(table)
    with server.page(table.keys[session.seat] or "") as page:
        view = page.hear_until("view")
        choices = [choice for group in view["groups"] for choice in group["choices"]]
        assert len(choices) > MOST_PRICED_AT_ONCE
        assert not any(choice["consequence"] for choice in choices)

        prices = page.hear_until("prices")

    information = session.information(session.seat)
    told = {action: consequence(information, action) for action in information.legal_actions}
    assert prices["turn"] == view["turn"]
    assert dict(prices["words"]) == {action: said for action, said in told.items() if said}
    assert prices["words"]


def test_people_play_again_at_one_new_table_each_with_a_key_of_their_own(server: Served):
    table = server.open("elements", None, None, seed=5, surrender=False)
    session = server.session(table)
    with server.page(table.keys[0] or "") as page:
        page.hear_until("view")
        page.send(type="again")
        assert page.hear()["words"] == "the game is not over yet"
    while not session.over:
        session.act(session.seat, session.table.legal_actions()[0])

    keys = []
    for key in (table.keys[0], table.keys[1], table.watch):
        with server.page(key or "") as page:
            page.hear_until("view")
            page.send(type="again")
            keys.append(page.hear_until("again")["key"])

    passes = [server.tables.pass_of(key) for key in keys]
    assert [found and found.seat for found in passes] == [0, 1, None]
    ids = {found.table for found in passes if found}
    assert len(ids) == 1
    assert ids != {table.id}
    again = server.tables._in_play[str(ids.pop())].session
    assert (again.num_decisions, again.table.options) == (0, session.table.options)
    assert again.table.seed != session.table.seed


def test_a_table_that_is_thrown_away_opens_no_more(server: Served):
    table = server.open("elements", None, None)
    server.tables.forget(table.id)

    with server.page(table.keys[0] or "") as page, pytest.raises(ConnectionClosed):
        page.hear()
