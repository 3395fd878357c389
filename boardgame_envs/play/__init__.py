"""People at the table: one game among people and agents, for any front end."""

from boardgame_envs.play.beliefs import Belief as Belief
from boardgame_envs.play.beliefs import CardBelief as CardBelief
from boardgame_envs.play.hints import Hint as Hint
from boardgame_envs.play.players import Player as Player
from boardgame_envs.play.reviews import Review as Review
from boardgame_envs.play.reviews import Slip as Slip
from boardgame_envs.play.session import Ending as Ending
from boardgame_envs.play.session import Session as Session
from boardgame_envs.play.session import Shown as Shown
from boardgame_envs.play.session import Thought as Thought
from boardgame_envs.play.session import WrongSeatError as WrongSeatError
