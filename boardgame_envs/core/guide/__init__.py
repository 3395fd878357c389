"""The words that people and language models need: questions, prices, reasons, news, lessons.

Everything said to a seat is made from its ``InformationState``, so it cannot tell more than the
seat knows. A game's own words are in its ``guide.py``; without one there are plain ones for all.
"""

from boardgame_envs.core.guide.asking import Reason as Reason
from boardgame_envs.core.guide.asking import consequence as consequence
from boardgame_envs.core.guide.asking import question as question
from boardgame_envs.core.guide.asking import reason as reason
from boardgame_envs.core.guide.asking import why_not as why_not
from boardgame_envs.core.guide.choosing import Choice as Choice
from boardgame_envs.core.guide.choosing import Group as Group
from boardgame_envs.core.guide.choosing import choices as choices
from boardgame_envs.core.guide.choosing import understand as understand
from boardgame_envs.core.guide.finding import Guide as Guide
from boardgame_envs.core.guide.finding import Lesson as Lesson
from boardgame_envs.core.guide.finding import Refusal as Refusal
from boardgame_envs.core.guide.finding import guide_of as guide_of
from boardgame_envs.core.guide.numbered_rules import rule_in_words as rule_in_words
from boardgame_envs.core.guide.numbered_rules import rule_numbers as rule_numbers
from boardgame_envs.core.guide.teaching import rules_for as rules_for
from boardgame_envs.core.guide.telling import News as News
from boardgame_envs.core.guide.telling import announce as announce
from boardgame_envs.core.guide.telling import news as news
