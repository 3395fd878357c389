"""The metadata of an ONNX file, read without a library that runs networks.

A file is a protobuf message: fields one after the other, each with its number, its kind and, for
those that are wanted here, its length. The weights are stepped over.
"""

from __future__ import annotations

from collections.abc import Iterator

from boardgame_envs.agents.agent_card import AgentFileError

# numbers of fields: of the metadata in a model, and of name and text in one entry of it
METADATA, NAME, TEXT = 14, 1, 2
# kinds of fields, and how many bytes those of a fixed size have
VARYING, WITH_LENGTH = 0, 2
FIXED = {1: 8, 5: 4}
MOST_BYTES_OF_A_NUMBER = 10


def read_metadata(data: bytes) -> dict[str, str]:
    """Return the metadata of an ONNX file by name, or raise AgentFileError."""
    try:
        entries = [
            dict(fields_of(entry)) for number, entry in fields_of(data) if number == METADATA
        ]
        return {entry[NAME].decode(): entry.get(TEXT, b"").decode() for entry in entries}
    except (IndexError, KeyError, ValueError):
        raise AgentFileError("this is not an ONNX file, or it is damaged") from None


def fields_of(message: bytes) -> Iterator[tuple[int, bytes]]:
    """Go through the fields of a message that have a length: number and content."""
    at = 0
    while at < len(message):
        tag, at = read_number(message, at)
        number, kind = tag >> 3, tag & 7
        if kind == VARYING:
            _, at = read_number(message, at)
        elif kind in FIXED:
            at += FIXED[kind]
        elif kind == WITH_LENGTH:
            size, at = read_number(message, at)
            if at + size > len(message):
                raise IndexError("a field goes on behind the end of the file")
            yield number, message[at : at + size]
            at += size
        else:
            raise ValueError(f"no field is of the kind {kind}")


def read_number(message: bytes, at: int) -> tuple[int, int]:
    """Return a number that is written in sevens of bits, and the place behind it."""
    number = 0
    for place in range(MOST_BYTES_OF_A_NUMBER):
        byte = message[at + place]
        number |= (byte & 0x7F) << (7 * place)
        if byte < 0x80:
            return number, at + place + 1
    raise ValueError("a number has no end")
