"""What agents can do wrong, beside answering with an action that is not legal."""

from __future__ import annotations


class Forfeit(Exception):  # noqa: N818, it is a result of a game and no error
    """Raised by an agent that gives its game up; the message says why."""


class AgentFaultError(ValueError):
    """Raised for an agent that cannot go on; the message says who, where and why."""


class SlowAgentError(AgentFaultError):
    """Raised for an agent that has not answered in time."""


class DeadAgentError(AgentFaultError):
    """Raised for an agent that is not there any more, or never was: a program, a server."""


class BadAnswerError(AgentFaultError):
    """Raised for an answer that names no action."""
