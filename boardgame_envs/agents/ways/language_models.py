"""``llm:MODEL@URL``: a language model behind an address that speaks as OpenAI's servers do.

Settings stand behind a question mark: ``llm:my-model@http://127.0.0.1:8000/v1?legal=counted``.
"""

from __future__ import annotations

from boardgame_envs.agents.agent import Agent
from boardgame_envs.agents.searching.naming import (
    Reader,
    SearchName,
    number_from,
    read_settings,
    whole_from,
)
from boardgame_envs.agents.ways.way import UnknownAgentError, Way
from boardgame_envs.core.game import Game
from boardgame_envs.core.problems import OptionError, shortened
from boardgame_envs.text.style import MOST_RETRIES, SAID_OF_LEGAL

LANGUAGE_MODEL, AT, SETTINGS = "llm:", "@http", "?"


def make(name: str, game: Game) -> Agent | None:
    """Return the agent that a language model is."""
    if not name.startswith(LANGUAGE_MODEL):
        return None
    from boardgame_envs.agents.language_model import LanguageModelAgent
    from boardgame_envs.agents.outside.endpoint import DEFAULT_LIMIT, Endpoint
    from boardgame_envs.text import Style

    model, at, rest = name.removeprefix(LANGUAGE_MODEL).rpartition(AT)
    if not model or not at:
        raise UnknownAgentError(
            f"a language model is named as llm:MODEL@URL, not {shortened(name)}"
        )
    address, _, text = f"http{rest}".partition(SETTINGS)
    entries = (entry.partition("=") for entry in text.split(",") if text)
    settings = read_settings(
        SearchName("llm", None, {key: value for key, _, value in entries}), READERS
    )
    limit = settings.pop("seconds", DEFAULT_LIMIT)
    asked = {key: settings.pop(key) for key in ("temperature", "max_tokens") if key in settings}
    return LanguageModelAgent(Endpoint(address, model, limit, **asked), Style(**settings))


def read_legal(key: str, text: str) -> str:
    """Read what is said of legal actions."""
    if text not in SAID_OF_LEGAL:
        raise OptionError(f"{key} must be one of {', '.join(SAID_OF_LEGAL)}, not {shortened(text)}")
    return text


READERS: dict[str, Reader] = {
    "legal": read_legal,
    "retries": whole_from(0, MOST_RETRIES),
    "seconds": number_from(0.001, 86_400),
    "temperature": number_from(0, 100),
    "max_tokens": whole_from(1, 10_000_000),
}

WAY = Way(make, lambda game: [f"{LANGUAGE_MODEL}MODEL@URL"])
