"""Where a game of OpenSpiel stands, and how it goes on by our rules."""

from __future__ import annotations

import hashlib
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.compiled import Record
from boardgame_envs.core.game import IllegalActionError
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.notation import list_outcomes
from boardgame_envs.core.options import OptionError
from boardgame_envs.core.position import Position
from boardgame_envs.core.seats import CHANCE

CHANCE_MODES = ("auto", "explicit", "sampled")
# deals are listed one by one up to this many
MOST_OUTCOMES = 1_000
# bytes of a memory: of its digest, and of that of the latest view
MEMORY_SIZE, VIEW_SIZE = 16, 8
MOST_TEXTS = 100_000


class Node(NamedTuple):
    """Where a game stands. It never changes, so that copies of a state may share it."""

    record: bytes
    seat: int  # a seat, CHANCE or NOBODY
    legal: tuple[int, ...]
    returns: tuple[float, ...]
    memories: tuple[bytes, ...]  # a digest for each seat of all that it has seen and done

    def __deepcopy__(self, memo: dict[int, Any]) -> Node:
        """Copy by sharing."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Save what cannot be worked out; it is checked when it is needed."""
        return SavedNode, (self.record, self.memories)


class SavedNode(NamedTuple):
    """A node that comes from outside, and that nobody has looked at yet."""

    record: bytes
    memories: tuple[bytes, ...]


class Referee:
    """Carries out, by the game's rules, what OpenSpiel asks for."""

    def __init__(self, position: Position, chance: str, seed: int) -> None:
        self.game, self.num_players = position.game, position.num_players
        self._rng = np.random.default_rng(None if seed < 0 else seed)
        # where whatever is asked about is laid out
        self._position = position
        self._texts: dict[bytes, str] = {}
        self._listed: tuple[bytes, list[tuple[float, dict[str, Any]]]] = (b"", [])
        position.begin()
        self.beginning = self._node(no_memories(self.num_players))
        self.is_explicit = self._lists_chance(chance)

    def _lists_chance(self, chance: str) -> bool:
        """Tell whether chance nodes list all that can happen."""
        if chance not in CHANCE_MODES:
            raise OptionError(f"chance must be one of {', '.join(CHANCE_MODES)}, not {chance!r}")
        is_listed = hasattr(self.game.notation, "list_outcomes")
        if chance == "explicit" and not is_listed:
            raise OptionError(
                f"{self.game.name} does not list what chance can decide: chance must be "
                "'auto' or 'sampled', not 'explicit'"
            )
        if chance == "auto" and is_listed and self.beginning.seat == CHANCE:
            outcomes = list_outcomes(self.game, self.state_of(self.beginning))
            return len(list(islice(outcomes, MOST_OUTCOMES + 1))) <= MOST_OUTCOMES
        return chance == "explicit"

    def most_outcomes(self) -> int:
        """Return how many outcomes a chance node has at most: in cards, the first deal's."""
        if not self.is_explicit:
            return 1
        first = self.outcomes(self.beginning) if self.beginning.seat == CHANCE else []
        return max(MOST_OUTCOMES, len(first))

    # --- what happens ---

    def decide(self, node: Node, action: int) -> Node:
        """Carry out an action up to the next chance event, or raise IllegalActionError."""
        position = self._laid_out(node)
        if action not in node.legal:
            raise IllegalActionError(position.refusal(action))
        position.apply(action)
        memories = list(node.memories)
        memories[node.seat] = with_action(memories[node.seat], action)
        return self._node(tuple(memories))

    def let_chance_decide(self, node: Node, outcome: int) -> Node:
        """Go on after a chance event: the one that is named, or a random one."""
        position = self._laid_out(node)
        if self.is_explicit:
            position.apply_outcome(self.outcomes(node)[outcome][1])
        else:
            position.draw_outcome(int(self._rng.integers(2**64, dtype=np.uint64)))
        return self._node(node.memories)

    def resample(self, node: Node, seat: int, seed: int) -> Node:
        """Deal anew all that a seat cannot know; nobody else remembers what was before."""
        self._laid_out(node).redeal(seat, seed)
        other = self._node(no_memories(self.num_players))
        memories = list(other.memories)
        memories[seat] = node.memories[seat]
        return other._replace(memories=tuple(memories))

    def restore(self, node: Any) -> Node:
        """Return a node that comes from outside, or raise ValueError."""
        if not isinstance(node, SavedNode):
            raise ValueError("this is no state of a game of boardgame_envs")
        size = MEMORY_SIZE + VIEW_SIZE
        memories = node.memories if isinstance(node.memories, tuple) else ()
        are_whole = all(isinstance(one, bytes) and len(one) == size for one in memories)
        if len(memories) != self.num_players or not are_whole:
            raise ValueError("this saved state does not say what each player remembers")
        self._position.put_checked(node.record)
        return self._remembered(memories)

    def _laid_out(self, node: Node) -> Position:
        """Return the position of a node."""
        self._position.put(node.record)
        return self._position

    def _node(self, memories: tuple[bytes, ...]) -> Node:
        """Return the position as a node; whoever sees it remembers it."""
        position = self._position
        if position.seat != CHANCE:
            seen = (position.observe(seat).tobytes() for seat in range(self.num_players))
            memories = tuple(map(with_view, memories, seen))
        return self._remembered(memories)

    def _remembered(self, memories: tuple[bytes, ...]) -> Node:
        """Return the position as a node in which the seats remember this."""
        position = self._position
        legal = tuple(position.legal_actions())
        return Node(position.record, position.seat, legal, tuple(position.returns), memories)

    # --- what can be known ---

    def state_of(self, node: Node) -> Record:
        """Return the state of a node, as a record of its own."""
        return self._position.state_from(node.record)

    def outcomes(self, node: Node) -> list[tuple[float, dict[str, Any]]]:
        """Return all that chance can decide, each with its probability."""
        # OpenSpiel asks for them several times in a row
        if self._listed[0] != node.record:
            outcomes = list(list_outcomes(self.game, self.state_of(node)))
            self._listed = node.record, outcomes
        return self._listed[1]

    def node_of(self, record: bytes) -> Node:
        """Return a position as a node without a past."""
        self._position.put(record)
        return self._node(no_memories(self.num_players))

    def information(self, node: Node, seat: int) -> InformationState:
        """Return what a seat knows."""
        return self._laid_out(node).information(seat)

    def observe(self, node: Node, seat: int) -> NDArray[np.float32]:
        """Return what a seat sees; nothing, while chance decides."""
        if node.seat == CHANCE:
            return np.zeros(self.game.layout.size, np.float32)
        return self._laid_out(node).observe(seat)

    def text(self, node: Node, seat: int) -> str:
        """Return what a seat sees, in words."""
        if node.seat == CHANCE:
            return "Chance decides."
        memory = node.memories[seat]
        if memory not in self._texts:
            # what was seen last is part of what is remembered, so the text belongs to it
            if len(self._texts) >= MOST_TEXTS:
                self._texts.clear()
            self._texts[memory] = self._laid_out(node).text(seat)
        return self._texts[memory]

    def describe(self, node: Node) -> str:
        """Return everything on the table in words, the hidden cards too."""
        record = np.frombuffer(node.record, self.game.rules.STATE).copy()
        text = self.game.observation.describe_table(record[0])
        record["rng"] = 0
        # tables with the same description may differ in what was done before
        return f"{text}\nState {digest(record.tobytes(), MEMORY_SIZE).hex()}"


# --- memories: a digest of all there was, then one of the latest view ---


def no_memories(num_players: int) -> tuple[bytes, ...]:
    """Return what each seat remembers at first: that it is this seat."""
    return tuple(bytes([seat]).ljust(MEMORY_SIZE + VIEW_SIZE, b"\0") for seat in range(num_players))


def with_view(memory: bytes, view: bytes) -> bytes:
    """Return a memory to which a view is added, unless it is the latest one still.

    A seat does not notice what changes nothing that it sees.
    """
    latest = digest(view, VIEW_SIZE)
    return memory if memory.endswith(latest) else digest(memory + latest, MEMORY_SIZE) + latest


def with_action(memory: bytes, action: int) -> bytes:
    """Return a memory to which an action of one's own is added."""
    done = digest(memory + action.to_bytes(4, "little"), MEMORY_SIZE)
    return done + memory[MEMORY_SIZE:]


def digest(data: bytes, size: int) -> bytes:
    """Return a fingerprint of this many bytes."""
    return hashlib.blake2b(data, digest_size=size).digest()
