"""Classes of users that a config names: ``package.module:Class``.

They are imported from the Python path, as any module is, and from the folder that a command is
given in. A name leads to a class of one kind and to nothing else, so a config or checkpoint from
elsewhere can name what is installed here, and no more.
"""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path
from typing import Any

from boardgame_envs.learning.run.config import ConfigError
from boardgame_envs.learning.run.limits import Limit

WRITTEN = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*")
CLASS_NAME = Limit(
    "must be written package.module:Class",
    lambda name: name == "" or WRITTEN.fullmatch(name) is not None,
)
CLASS_NAMES = Limit(
    "must be at most 100 classes, each written package.module:Class",
    lambda names: len(names) <= 100 and all(WRITTEN.fullmatch(name) for name in names),
)


def load_class(field: str, name: str, kind: type) -> Any:
    """Return the class that a field of a config names, which must be one of a kind."""
    module_name, _, class_name = name.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        found = getattr(importlib.import_module(module_name), class_name)
    except ImportError as error:
        raise ConfigError(f"{field}: {module_name} cannot be imported: {error}") from None
    except AttributeError:
        raise ConfigError(f"{field}: {module_name} has no class {class_name}") from None
    if not (isinstance(found, type) and issubclass(found, kind)):
        raise ConfigError(f"{field}: {name} must be a subclass of {kind.__name__}")
    return found
