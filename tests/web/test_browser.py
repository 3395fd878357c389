"""Whole games in a real browser, by mouse and by keyboard, on a desk and on a phone."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.needs import need_browser

need_browser()

from selenium.webdriver import Chrome
from selenium.webdriver.common.keys import Keys

from boardgame_envs.core.sight import clicks_of, sight_of_information
from boardgame_envs.web.open_table import WORLDS
from boardgame_envs.web.saved import SavedTable
from tests.web.browsing import DESK, PHONE, Page, barriers, chromium, prefer
from tests.web.serving import Served

# a game each, and four more variants of Tranquility: seats (None is the person), options
GAMES: dict[str, tuple[str, tuple[str | None, ...], dict[str, Any]]] = {
    "elements": ("elements", (None, "random"), {}),
    "noah": ("noah", ("random", None), {}),
    "tranquility": ("tranquility", (None, "heuristic"), {}),
    "stormy": (
        "tranquility",
        ("heuristic", None),
        {"expansions": ["reefs", "monsters", "storms"]},
    ),
    "high_arch": ("tranquility", (None,), {"mode": "high_arch"}),
    "pyramid": ("tranquility", (None, "heuristic"), {"mode": "pyramid"}),
    "duel": ("tranquility", (None, "random"), {"mode": "duel"}),
}
# decisions after which a test that need not see the end looks no further
FEW = 4


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    with chromium(tmp_path_factory.mktemp("profile")) as started:
        yield started


def sit_down(server: Served, browser: Chrome, name: str, size: tuple[int, int]) -> Game:
    game, seats, options = GAMES[name]
    table = server.open(game, *seats, seed=11, **options)
    page = Page(browser, size)
    page.open(server.link(next(filter(None, table.keys))))
    return Game(server, page, table)


class Game:
    """A person who plays at random, and looks whether the page offers what is legal."""

    def __init__(self, server: Served, page: Page, table: SavedTable) -> None:
        self.page, self.session = page, server.session(table)
        self.seat = next(seat for seat, key in enumerate(table.keys) if key)
        self.rng = random.Random(5)

    def play(self, by: str, most: int = 10_000) -> dict[str, Any]:
        """Play on to the end, or for a number of decisions; return the last state."""
        state = self.page.my_turn()
        for _ in range(most):
            if state["over"]:
                break
            legal = self.session.table.legal_actions()
            assert sorted(state["actions"]) == sorted(legal)
            if by == "mouse":
                self.point(self.rng.choice(legal))
            else:
                self.type()
            state = self.page.my_turn(after=state["turn"])
        assert self.page.complaints() == []
        return state

    def point(self, action: int) -> None:
        """Choose an action on the table, or in the list if it is a mere word."""
        information = self.session.information(self.seat)
        ways = clicks_of(self.session.game, sight_of_information(information), action)
        for pieces in ways:
            self.page.click(f"#{self.rng.choice(pieces)}")
        if not ways:
            self.page.choose(action)
        elif self.page.run("return !document.querySelector('.several').hidden"):
            name = information.legal_actions[action]
            for offered in self.page.all(".several button"):
                if offered.text.startswith(name):
                    offered.click()
                    break

    def type(self) -> None:
        """Choose anything by keys alone: arrows in the list, Enter to open and to act."""
        self.page.tab_to(".choices")
        for _ in range(2):
            self.page.press(*[Keys.ARROW_DOWN] * self.rng.randrange(6))
            if self.page.run("return document.activeElement.tagName") != "SUMMARY":
                break
            if self.page.run("return !document.activeElement.parentElement.open"):
                self.page.press(Keys.ENTER)
            self.page.press(Keys.ARROW_DOWN)
        while self.page.run("return document.activeElement.tagName") == "SUMMARY":
            self.page.press(Keys.ARROW_DOWN)
        self.page.press(Keys.ENTER)


WAYS = [("mouse", DESK), ("keyboard", PHONE), ("mouse", PHONE), ("keyboard", DESK)]


@pytest.mark.slow
@pytest.mark.parametrize(("by", "size"), WAYS[:2], ids=["mouse-desk", "keyboard-phone"])
@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_played(
    server: Served, browser: Chrome, name: str, by: str, size: tuple[int, int]
):
    game = sit_down(server, browser, name, size)

    state = game.play(by)

    assert state["over"]
    assert game.session.over
    assert game.session.ending(game.seat).outcome in game.page.text(".end")


@pytest.mark.slow
@pytest.mark.parametrize(("by", "size"), WAYS[2:], ids=["mouse-phone", "keyboard-desk"])
def test_a_game_is_played_for_a_while(
    server: Served, browser: Chrome, by: str, size: tuple[int, int]
):
    game = sit_down(server, browser, "tranquility", size)

    game.play(by, FEW)

    assert game.session.num_decisions >= FEW


def test_others_are_told_of_in_words_and_what_follows_is_shown_before(
    server: Served, browser: Chrome
):
    game = sit_down(server, browser, "elements", DESK)
    game.play("mouse", FEW)
    page = game.page

    told = [news.told for news in game.session.show(game.seat).news]
    written = [entry.text for entry in page.all(".log li")]
    assert len(written) == len(told)
    assert all(said in entry for said, entry in zip(told, written, strict=True))
    if not game.session.over:
        groups = game.session.show(game.seat).groups
        consequences = [choice.consequence for group in groups for choice in group.choices]
        shown = page.run("return document.querySelector('.choices').textContent")
        assert all(consequence in shown for consequence in consequences)


def test_hints_undo_unseen_cards_rules_and_reasons(server: Served, browser: Chrome):
    game = sit_down(server, browser, "elements", DESK)
    page, session = game.page, game.session
    before = page.my_turn()

    page.press_button("Hint")
    assert page.one(".choices .hinted")
    assert page.text(".said") == session.hint(game.seat).words.strip()

    page.one("#say").send_keys("reveal" + Keys.ENTER)
    assert page.wait_for(lambda: "rule" in page.text(".said"))

    page.press_button("Rules")
    assert page.wait_for(lambda: page.all("dialog[open] h2"))
    page.press(Keys.ESCAPE)

    game.play("mouse", 1)
    page.press_button("Undo")
    page.wait_for(lambda: page.state()["turn"] == before["turn"])
    assert session.num_events == before["turn"]
    assert len(page.all(".log li")) == before["turn"]


def test_what_hidden_cards_may_be_is_laid_over_them(server: Served, browser: Chrome):
    game = sit_down(server, browser, "elements", DESK)
    page = game.page
    page.my_turn()
    belief = game.session.belief(game.seat, WORLDS)
    assert belief is not None

    page.press_button("Unseen cards (b)")
    laid = page.wait_for(lambda: page.all(".board g.belief"))
    assert len(laid) == len(belief.places)
    likeliest = max(belief.cards, key=lambda one: one.expected[0])
    assert likeliest.card in laid[0].text
    said = page.run("return document.querySelector('.beliefs table').textContent")
    assert all(place in said for place in belief.places)
    # it stays on when the table goes on, and is made anew
    game.play("mouse", 1)
    page.my_turn()
    assert page.wait_for(lambda: page.all(".board g.belief"))
    assert barriers(browser) == []

    page.run("document.querySelector('.choices button').focus()")
    page.press("b")
    page.wait_for(lambda: not page.all(".board g.belief"))
    assert not page.one(".beliefs").is_displayed()
    assert page.one("[aria-keyshortcuts]").get_attribute("aria-pressed") == "false"


def test_another_window_takes_a_seat_over_and_it_can_be_taken_back(server: Served, browser: Chrome):
    game = sit_down(server, browser, "elements", DESK)
    page, first, link = game.page, browser.current_window_handle, browser.current_url
    page.my_turn()
    browser.switch_to.new_window("tab")
    try:
        browser.get(link)
        page.wait_for(lambda: "another window" in page.text(".said"))
    finally:
        browser.close()
        browser.switch_to.window(first)
    page.wait_for(lambda: "now played in another window" in page.text("main"))

    page.press_button("Play here")

    page.my_turn()


def test_after_a_game_another_one_with_the_same_settings(server: Served, browser: Chrome):
    game = sit_down(server, browser, "elements", DESK)
    session, page, link = game.session, game.page, browser.current_url
    page.my_turn()
    while not session.over:
        session.act(session.seat, session.table.legal_actions()[0])
    browser.refresh()
    page.wait_for(lambda: page.state()["over"])
    page.press_button("Play again")

    page.wait_for(lambda: not page.state()["over"])
    assert page.state()["turn"] < session.num_events
    assert browser.current_url != link


def test_a_reload_in_mid_game_changes_nothing(server: Served, browser: Chrome):
    game = sit_down(server, browser, "noah", DESK)
    game.play("mouse", 2)
    before, log = game.page.state(), game.page.text(".log ol")

    browser.refresh()

    assert game.page.my_turn() == before
    assert game.page.text(".log ol") == log


def test_two_people_at_one_table_and_a_spectator(server: Served, browser: Chrome):
    table = server.open("elements", None, None, seed=2)
    session, page = server.session(table), Page(browser)
    first = browser.current_window_handle
    page.open(server.link(table.keys[0] or ""))
    browser.switch_to.new_window("tab")
    second = browser.current_window_handle
    page.open(server.link(table.keys[1] or ""))
    browser.switch_to.new_window("tab")
    bench = browser.current_window_handle
    page.open(server.link(table.watch))
    try:
        for _ in range(4):
            browser.switch_to.window(second if session.seat == 1 else first)
            turn = page.my_turn()["turn"]
            game = Game(server, page, table)
            game.seat = session.seat
            game.point(session.table.legal_actions()[0])
            page.wait_for(lambda: page.state()["turn"] > turn)  # noqa: B023
        browser.switch_to.window(bench)
        page.wait_for(lambda: page.state()["turn"] == session.num_events)
        assert page.all(".choices button") == []
        for seat in range(2):
            hand = session.table.view(seat)["my_hand"]
            assert sum(hand) > 0
        assert page.all("[id^='hand-0']") == []
    finally:
        for window in (second, bench):
            browser.switch_to.window(window)
            browser.close()
        browser.switch_to.window(first)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["elements", "noah", "tranquility"])
def test_nothing_is_a_serious_barrier(server: Served, browser: Chrome, name: str):
    size = PHONE if name == "tranquility" else DESK
    page = sit_down(server, browser, name, size).page
    page.my_turn()
    assert barriers(browser) == []
    prefer(browser, "dark")
    try:
        assert barriers(browser) == []
        page.open(server.link(server.tables.lobby_key))
        page.one(".lobby .seats select")
        assert barriers(browser) == []
    finally:
        prefer(browser, "light")
    assert barriers(browser) == []


def test_nothing_is_wider_than_a_phone_and_buttons_are_large_enough(
    server: Served, browser: Chrome
):
    game = sit_down(server, browser, "tranquility", PHONE)
    game.page.my_turn()

    width = game.page.run("return document.documentElement.scrollWidth")
    sizes = game.page.run(
        "return [...document.querySelectorAll('button, summary, select, input[type=text]')]"
        ".filter((one) => one.offsetParent).map((one) => one.getBoundingClientRect())"
        ".map((box) => Math.min(box.width, box.height))"
    )
    assert width <= PHONE[0]
    assert min(sizes) >= 44


def test_the_first_load_is_small_and_asks_nobody_else(server: Served, browser: Chrome):
    game = sit_down(server, browser, "noah", DESK)
    game.page.my_turn()
    loaded = game.page.run(
        "return performance.getEntries().filter((one) => 'transferSize' in one)"
        ".map((one) => [one.name, one.encodedBodySize])"
    )
    picture = game.page.run("return document.querySelector('.board').innerHTML.length")

    assert all(name.startswith(server.origin) for name, _ in loaded)
    assert sum(size for _, size in loaded) + picture < 300_000


@pytest.mark.slow
def test_a_server_that_is_killed_and_started_again_goes_on(browser: Chrome, tmp_path: Path):
    port = free_port()
    first = start(tmp_path, port)
    try:
        link = first.stdout.readline().split()[-1] if first.stdout else ""
        page = Page(browser)
        page.open(link)
        turn = page.my_turn()["turn"]
        page.click(".choices button")
        state = page.my_turn(after=turn)
        os.kill(first.pid, signal.SIGKILL)
        first.wait()
        page.wait_for(lambda: "lost" in page.text(".banner"))
    finally:
        first.kill()
    second = start(tmp_path, port, new=False)
    try:
        page.wait_for(lambda: not page.all(".banner:not([hidden])"))
        assert page.my_turn() == state
        page.click(".choices button")
        assert page.my_turn(after=state["turn"])["turn"] > state["turn"]
    finally:
        second.kill()


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def start(folder: Path, port: int, new: bool = True) -> subprocess.Popen[str]:
    """Start the command; with a new game, or for those that are kept."""
    game = ["elements", "--against", "random", "--seed", "8"] if new else []
    command = ["play", *game, "--web", "--no-browser", "--port", str(port), "--tables", str(folder)]
    return subprocess.Popen(
        [sys.executable, "-m", "boardgame_envs", *command], stdout=subprocess.PIPE, text=True
    )
