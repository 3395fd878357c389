"""The page of a replay in a real browser: a file from disk, without a server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.needs import need_browser

need_browser()

from selenium.webdriver import Chrome
from selenium.webdriver.common.keys import Keys

from boardgame_envs import make_table
from boardgame_envs.agents.by_name import make_agent
from boardgame_envs.agents.network_agent import NetworkAgent
from boardgame_envs.core.table import Table
from boardgame_envs.replays.page import replay_page
from tests.web.browsing import DESK, PHONE, Page, barriers, chromium, prefer

TURN = "return Number(document.getElementById('turn').value)"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    with chromium(tmp_path_factory.mktemp("profile")) as started:
        yield started


@pytest.fixture(scope="module")
def game() -> Table:
    """Return a finished game of a few turns."""
    table = make_table("elements", surrender=False)
    table.reset(4)
    while not table.over:
        table.step(table.legal_actions()[0])
    return table


@pytest.fixture
def page(browser: Chrome, game: Table, tmp_path_factory: pytest.TempPathFactory) -> Page:
    file = tmp_path_factory.mktemp("replay") / "game.html"
    agent = make_agent("elements", game.game)
    assert isinstance(agent, NetworkAgent)
    file.write_text(replay_page(game, agent, "elements"), encoding="utf-8")
    opened = Page(browser)
    browser.get(Path(file).as_uri() + "#3")
    opened.one("body[data-ready]")
    return opened


def turn_of(page: Page) -> int:
    return int(page.run(TURN))


def test_the_address_the_slider_buttons_and_keys_lead_to_turns(page: Page, game: Table):
    assert turn_of(page) == 3
    page.run("location.hash = '#5'")
    page.wait_for(lambda: turn_of(page) == 5)
    page.click("#next")
    assert (turn_of(page), page.run("return location.hash")) == (6, "#6")
    page.one("#turn").send_keys(Keys.ARROW_LEFT)
    assert turn_of(page) == 5
    page.run("document.activeElement.blur()")
    page.press(Keys.HOME)
    assert turn_of(page) == 0
    page.press(Keys.END)
    assert turn_of(page) == game.num_decisions
    page.run("const t = document.getElementById('turn'); t.value = 2; t.oninput()")
    assert page.text("#count") == f"2 of {game.num_decisions}"
    page.press(" ")
    page.wait_for(lambda: turn_of(page) > 2)


def test_a_line_of_the_log_leads_to_its_turn_and_is_read_out(page: Page):
    lines = page.all("#log button")
    wanted = int(lines[4].get_attribute("data-turn"))
    page.click("#log li:nth-child(5) button")

    assert turn_of(page) == wanted
    assert page.one("#log [aria-current]").text in page.text("#said")


def test_seen_as_a_seat_the_other_hand_and_what_it_thought_are_hidden(page: Page):
    page.click("#first")
    views = [option.text for option in page.all("#view option")]
    before = page.run("return document.getElementById('picture').textContent")
    names = (
        "return [...document.querySelectorAll('#chart polyline title')].map((o) => o.textContent)"
    )
    seen = []
    for _ in views:
        page.run("document.activeElement.blur()")
        page.press("s")
        text = page.run("return document.getElementById('picture').innerHTML")
        seen.append((page.run(names), "a hidden card" in text))

    assert before
    # everything shows both lines and no hidden card; a seat its own line alone
    assert sorted((len(lines), is_hidden) for lines, is_hidden in seen) == [
        (1, True),
        (1, True),
        (2, False),
    ]


def test_a_click_on_the_chart_leads_to_a_turn(page: Page, game: Table):
    page.run("document.querySelector('#chart svg').scrollIntoView()")
    page.click("#chart svg")
    assert abs(turn_of(page) - game.num_decisions / 2) <= game.num_decisions / 8 + 1


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_is_a_serious_barrier(page: Page, theme: str):
    prefer(page.browser, theme)
    for size in (DESK, PHONE):
        Page(page.browser, size)
        assert barriers(page.browser) == []
        assert page.run("return document.documentElement.scrollWidth") <= size[0]
