"""A real browser: Debian's Chromium, driven by selenium."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from selenium.webdriver import ActionChains, Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.web.needs import need_axe

LOOK_FOR_BARRIERS = """
const done = arguments[0];
axe.run().then((found) => done(found.violations
  .filter((one) => ['serious', 'critical'].includes(one.impact))
  .map((one) => one.id + ': ' + one.nodes.map((node) => node.html).slice(0, 3).join(' '))));
"""
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-sync",
    "--no-first-run",
)
DESK, PHONE = (1280, 800), (360, 640)
PATIENCE = 60.0
# a page that says how far it is: the turn that is shown, and whether it is mine or the end
STATE = """
const page = document.querySelector('.table-page');
if (!page || !page.dataset.turn) return null;
return {
  turn: Number(page.dataset.turn),
  mine: page.classList.contains('mine'),
  over: !document.querySelector('.end').hidden,
  actions: [...document.querySelectorAll('.choices [data-action]')]
    .map((one) => Number(one.dataset.action)),
};
"""
PRESS = """
const found = [...document.querySelectorAll('button')]
  .find((one) => one.innerText === arguments[0]);
if (!found || found.disabled) return false;
found.click();
return true;
"""


@contextmanager
def chromium(profile: Path) -> Iterator[Chrome]:
    """Start a browser with a new empty profile."""
    options = ChromeOptions()
    options.binary_location = str(shutil.which("chromium"))
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    browser = Chrome(options=options, service=Service(str(shutil.which("chromedriver"))))
    try:
        yield browser
    finally:
        browser.quit()


def barriers(browser: Chrome) -> list[str]:
    """Return what axe finds on a page that keeps people out, the serious part of it."""
    browser.execute_script(need_axe())
    return list(browser.execute_async_script(LOOK_FOR_BARRIERS))


def prefer(browser: Chrome, theme: str) -> None:
    """Let the browser ask for light or dark pages."""
    wish = {"name": "prefers-color-scheme", "value": theme}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [wish]})


class Page:
    """A window with a page of ours."""

    def __init__(self, browser: Chrome, size: tuple[int, int] = DESK) -> None:
        self.browser = browser
        width, height = size
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def open(self, link: str) -> None:
        """Go to a link, as if the window were new; others act at once there."""
        self.browser.get("about:blank")
        self.browser.get(link)
        self.run("localStorage.setItem('pace', 'at once'); sessionStorage.clear()")
        self.browser.refresh()

    def run(self, script: str, *arguments: Any) -> Any:
        return self.browser.execute_script(script, *arguments)

    def wait_for(self, what: Callable[[], Any]) -> Any:
        """Wait until something is there, and return it."""
        until = time.monotonic() + PATIENCE
        while True:
            found = what()
            if found:
                return found
            if time.monotonic() > until:
                shown = self.run("return document.body.innerText")
                raise TimeoutError(f"the page does not get there; it shows:\n{shown}")
            time.sleep(0.02)

    def all(self, selector: str) -> list[Any]:
        return list(self.browser.find_elements(By.CSS_SELECTOR, selector))

    def one(self, selector: str) -> Any:
        return self.wait_for(lambda: self.all(selector))[0]

    def text(self, selector: str) -> str:
        return str(self.one(selector).text)

    def click(self, selector: str) -> None:
        """Click on something with the mouse, once it is in view."""
        element = self.one(selector)
        self.run("arguments[0].scrollIntoView({block: 'center', inline: 'center'})", element)
        ActionChains(self.browser, 0).move_to_element(element).click().perform()

    def press_button(self, words: str) -> None:
        """Press a button by its words, once it is there."""
        self.wait_for(lambda: self.run(PRESS, words))

    def press(self, *keys: str) -> None:
        """Press keys, wherever the focus is."""
        ActionChains(self.browser, 0).send_keys(*keys).perform()

    def tab_to(self, selector: str, most: int = 80) -> None:
        """Press Tab until the focus is on, or in, something."""
        inside = "return Boolean(document.activeElement.closest(arguments[0]))"
        for _ in range(most):
            if self.run(inside, selector):
                return
            self.press(Keys.TAB)
        raise AssertionError(f"Tab does not lead to {selector}")

    # --- at a table ---

    def state(self) -> dict[str, Any]:
        """Return how far the page is, once it shows a table."""
        return dict(self.wait_for(lambda: self.run(STATE)))

    def my_turn(self, after: int = -1) -> dict[str, Any]:
        """Wait until a later turn is mine, or the game is over, and return the state."""

        def ready() -> dict[str, Any] | None:
            state = self.state()
            is_later = state["turn"] > after
            return state if is_later and (state["mine"] or state["over"]) else None

        return dict(self.wait_for(ready))

    def choose(self, action: int) -> None:
        """Click on an action in the list, in its group if it has one."""
        button = f".choices [data-action='{action}']"
        self.run(
            "const d = arguments[0].closest('details'); if (d) d.open = true", self.one(button)
        )
        self.click(button)

    def complaints(self) -> list[str]:
        """Return what the browser has complained of: scripts that fail, what was blocked."""
        return [
            str(entry["message"])
            for entry in self.browser.get_log("browser")
            if "WebSocket connection" not in entry["message"]
        ]
