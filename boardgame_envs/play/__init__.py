"""People at the table: one game among people and agents, for any front end."""

from boardgame_envs.play.beliefs import Belief, CardBelief
from boardgame_envs.play.hints import Hint
from boardgame_envs.play.players import Player
from boardgame_envs.play.reviews import Review, Slip
from boardgame_envs.play.session import Ending, Session, Shown, Thought, WrongSeatError

__all__ = [
    "Belief",
    "CardBelief",
    "Ending",
    "Hint",
    "Player",
    "Review",
    "Session",
    "Shown",
    "Slip",
    "Thought",
    "WrongSeatError",
]
