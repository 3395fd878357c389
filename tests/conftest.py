from __future__ import annotations

import os

import pytest

# what is tested is compiled code, unless a test says otherwise: it is there after ``make test``
# has begun, and no compilers work in the background
os.environ.setdefault("BOARDGAME_ENVS_RULES", "compiled")

import tests.playing  # noqa: F401, so that every test finds Cart, the example game


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="write signatures and transcripts anew instead of comparing with them",
    )


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-golden"))
