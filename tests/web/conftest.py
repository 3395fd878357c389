from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    # the server's libraries may not be there; tests that need them say so
    from tests.web.serving import serving

    with serving(tmp_path_factory.mktemp("tables")) as served:
        yield served
