"""The card of a data set: what is in it, how it was made, and its licence, for people and hubs."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from boardgame_envs.dataset.numbers import MEANINGS
from boardgame_envs.games import load_game

CARD = """\
---
license: apache-2.0
pretty_name: {title}, {games} games
tags:
- reinforcement-learning
- imitation-learning
- card-games
- imperfect-information
configs:
{configs}---

# {title}: {games} games of {agents}

Games of {title} (`{game}_v{version}`) with {players} players{options}, played by agents of
boardgame_envs. Every row is one decision, and holds what the seat that decided saw, and
nothing that was hidden from it.

## How it was made

```sh
{command}
```

with {package}. Game *i* has the seed {seed} + *i*; in game *i* the seat *s* has agent
(*s* + *i*) mod {num_agents} of this list:

| agent | name | files it plays by (SHA-256) | all its actions here (SHA-256) |
| --- | --- | --- | --- |
{agent_rows}

The same command with the same version makes the same games. Networks may differ in the last digits
from machine to machine, and then now and then in an action.

## What is in it

- `numbers-*.npz` (NumPy), `numbers-*.parquet` if it was made with pyarrow: a row for a decision.

| column | meaning |
| --- | --- |
{columns}

`observation` has {observation_size} numbers (layout `{layout}`), `mask` {num_actions} (actions
`{actions}`); `boardgame-envs rules {game}` lists both. The NumPy files also hold
`end_observation`, what each seat saw when a game was over: for each game a row for each seat.

{text_files}- `games-*.jsonl`: for each game its seed, who sat where, the returns of all
  seats. A seed tells what was hidden: give it to nobody who learns.
- `dataset.json`: all of the above for programs.

```python
from boardgame_envs.dataset import read_numbers

columns = read_numbers("this folder")
```

## Licence

Apache-2.0, as the software that made it. The games belong to their authors and publishers; this
data set has none of their texts or pictures, and is not affiliated with them.
"""

NUMBERS_CONFIG = """\
- config_name: numbers
  data_files: numbers-*.parquet
"""

TEXT_CONFIG = """\
- config_name: text
  data_files: text-*.jsonl
"""

TEXT_FILES = """\
- `text-*.jsonl`: the same decisions in words: `prompt` (the messages that a language model in
  that seat is given), `answer` (what it should say), `action` and `return`.
"""


def write_card(description: Mapping[str, Any], plays: Sequence[str]) -> str:
    """Return the card of a data set; ``plays`` is a hash of each agent's actions."""
    agents, in_words = description["agents"], description["in_words"]
    names = dict.fromkeys(f"`{agent['name']}`" for agent in agents)
    options = written_options(description["options"])
    parts = {
        "title": load_game(description["game"]).title,
        "agents": ", ".join(names),
        "options": f" and {', '.join(options)}" if options else "",
        "command": command_of(description),
        "num_agents": len(agents),
        "agent_rows": "\n".join(map(agent_row, range(len(agents)), agents, plays)),
        "columns": "\n".join(f"| `{name}` | {meaning} |" for name, meaning in MEANINGS.items()),
        "configs": NUMBERS_CONFIG + TEXT_CONFIG * in_words,
        "text_files": TEXT_FILES * in_words,
    }
    return CARD.format(**{**description, **parts})


def agent_row(number: int, agent: Mapping[str, Any], play: str) -> str:
    """Return the line of an agent."""
    files = "<br>".join(f"`{name}` {digest}" for name, digest in agent["files"].items())
    return f"| {number} | `{agent['name']}` | {files or 'none'} | {play} |"


def written_options(options: Mapping[str, Any]) -> list[str]:
    """Return options as they are written on the command line."""
    return [
        f"{key}={','.join(map(str, value)) if isinstance(value, list | tuple) else value}"
        for key, value in options.items()
    ]


def command_of(description: Mapping[str, Any]) -> str:
    """Return the command that makes a data set."""
    words = ["boardgame-envs", "dataset", description["game"]]
    words += ["--players", str(description["players"])]
    for option in written_options(description["options"]):
        words += ["-O", option]
    words += ["--agents", *(agent["name"] for agent in description["agents"])]
    words += ["--games", str(description["games"]), "--seed", str(description["seed"])]
    words += [] if description["in_words"] else ["--no-text"]
    return shlex.join([*words, "-o", "DIR"])
