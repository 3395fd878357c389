"""Reading YAML: plain values, every key once, and nothing that grows when it is read."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from typing import Any

from boardgame_envs.learning.run.libraries import needing
from boardgame_envs.learning.run.limits import told


class YamlTextError(ValueError):
    """Raised when a text is not YAML as configs are written in it."""


def read_yaml(text: str) -> Any:
    """Return the value that a text stands for, or raise YamlTextError."""
    with needing("train"):
        import yaml

    try:
        return yaml.load(text, plain_loader())
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        where = "" if mark is None else f" (line {mark.line + 1})"
        raise YamlTextError(f"{error.problem or error.context}{where}") from None
    except RecursionError:
        raise YamlTextError("it is nested too deeply") from None
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        # a date that is none, or a number of thousands of digits
        raise YamlTextError(" ".join(str(error).split())) from None


@cache
def plain_loader() -> Any:
    """Return the loader of plain values without aliases and with every key once."""
    import yaml

    class PlainLoader(yaml.SafeLoader):
        """Refuses what a config does not need: a few aliases can stand for any amount."""

        def compose_node(self, parent: Any, index: Any) -> Any:
            """Read the next value, which may not be an alias."""
            events: Any = self
            if events.check_event(yaml.AliasEvent):
                event = events.peek_event()
                raise yaml.composer.ComposerError(
                    None, None, f"the alias *{event.anchor} is not allowed here", event.start_mark
                )
            return super().compose_node(parent, index)

        def construct_mapping(self, node: Any, deep: bool = False) -> Any:
            """Read fields, each of which may be there only once."""
            seen: set[Any] = set()
            for key_node, _ in node.value if isinstance(node, yaml.MappingNode) else ():
                key = self.construct_object(key_node, deep=True)
                if isinstance(key, Hashable):
                    if key in seen:
                        problem = f"{told(key)} is there twice"
                        raise yaml.constructor.ConstructorError(
                            None, None, problem, key_node.start_mark
                        )
                    seen.add(key)
            return super().construct_mapping(node, deep=deep)

    return PlainLoader
