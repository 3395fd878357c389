"""The words of Tranquility for people and language models, from what a seat knows."""

from boardgame_envs.games.tranquility.guide.asking import question as question
from boardgame_envs.games.tranquility.guide.lessons import example as example
from boardgame_envs.games.tranquility.guide.lessons import teach as teach
from boardgame_envs.games.tranquility.guide.prices import consequence as consequence
from boardgame_envs.games.tranquility.guide.refusing import refuse as refuse
from boardgame_envs.games.tranquility.guide.refusing import refuse_words as refuse_words
from boardgame_envs.games.tranquility.guide.telling import announce as announce

TURN_RULE, END_RULE = "8", "16"
