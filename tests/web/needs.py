"""What tests of the page need: the server's libraries, a browser, and what checks the page."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path

import pytest

from tests.libraries import REQUIRED

AXE = Path(__file__).parents[2] / ".ci/page/node_modules/axe-core/axe.min.js"
BROWSER = "browser"


def need_server() -> None:
    """Skip a module of tests where the server's libraries are not there."""
    for library in ("starlette", "uvicorn", "websockets"):
        miss(importlib.util.find_spec(library), f"{library} (the extra 'web')", "web")


def need_browser() -> None:
    """Skip a module of tests where there is no Chromium that can be driven."""
    need_server()
    miss(importlib.util.find_spec("selenium"), "selenium (the extra 'dev')", BROWSER)
    miss(shutil.which("chromium"), "chromium (.ci/browser installs it)", BROWSER)
    miss(shutil.which("chromedriver"), "chromium-driver (.ci/browser installs it)", BROWSER)


def need_axe() -> str:
    """Return the script that looks for barriers; skip a test where it is not there."""
    miss(AXE.exists(), "axe-core (.ci/browser installs it)", BROWSER, whole_module=False)
    return AXE.read_text(encoding="utf-8")


def miss(found: object, name: str, required: str, whole_module: bool = True) -> None:
    """Skip tests for want of something; where it is required, that is an error."""
    if found:
        return
    if required in REQUIRED:
        raise RuntimeError(f"{name} is not installed, and it is required here")
    pytest.skip(f"{name} is not installed", allow_module_level=whole_module)
