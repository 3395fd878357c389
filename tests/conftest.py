from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module

import pytest

# what is tested is compiled code, unless a test says otherwise: it is there after ``make test``
# has begun, and no compilers work in the background
os.environ.setdefault("BOARDGAME_ENVS_RULES", "compiled")
# torch with a thread for each core, in each of several processes, mostly waits for itself
os.environ.setdefault("MKL_NUM_THREADS", "1")

# who is started in the background of a shell ignores interruptions, and so do all whom it starts
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

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


@pytest.fixture(scope="session", autouse=True)
def exports_share_operators() -> Iterator[None]:
    """Let torch read ONNX's operators once: it does so for each export, for most of its time."""
    with pytest.MonkeyPatch.context() as patch:
        # another torch may have it elsewhere, or not at all, and be slower
        with suppress(ImportError, AttributeError):
            if "torch" in sys.modules:
                registry = import_module("torch.onnx._internal.exporter._registration").ONNXRegistry
                known = cache(registry.from_torchlib)
                patch.setattr(registry, "from_torchlib", staticmethod(known))
        yield
