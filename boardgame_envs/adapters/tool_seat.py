"""One seat of a game for models that act by calling a tool, ``play(move)``.

All is as in ``TextSeat``, but nothing asks for an answer in JSON: a tool call is one.
"""

from __future__ import annotations

from boardgame_envs.adapters.text_seat import TextSeat
from boardgame_envs.core.guide import question
from boardgame_envs.core.problems import shortened
from boardgame_envs.core.seats import seat_name
from boardgame_envs.text import LISTED, Reading, legal_text
from boardgame_envs.text.prompts import players_in_words, rules_in_play, times

HOW_TO_ACT = """\
## How to act

At each of your decisions you are shown what you know. Call the tool `play` with the name of a
legal action. A move that is not legal can be corrected {retries}; after that you forfeit the game,
which is its worst result. So do you if you stop before the game is over."""

CALL = "Call `play` with the name of a legal action."


class ToolSeat(TextSeat):
    """One seat of a game, played by calls of a tool."""

    @property
    def rules(self) -> str:
        """The rules for the options in play, and how to act."""
        table = self.table
        return "\n\n".join(
            [
                rules_in_play(table.game, table.num_players, table.options),
                f"## Your seat\n\nThe players are {players_in_words(table.num_players)}. "
                f"You are {seat_name(self.seat)}.",
                HOW_TO_ACT.format(retries=times(self.style.retries)),
            ]
        )

    @property
    def prompt(self) -> str:
        """The decision to be made, or how the game has ended."""
        if self.over:
            return super().prompt
        known = self.information
        parts = [known.text, legal_text(known, self.style), f"{question(known)} {CALL}"]
        return "\n\n".join(part for part in parts if part)

    def _retry(self, reading: Reading, reply: str) -> str:
        """Return what is said of a move that is not legal."""
        names = "; ".join(self.legal)
        legal = f"Legal actions: {names}." if self.style.legal == LISTED else ""
        said = f"The move {shortened(reading.move)} is not legal now."
        return "\n".join(part for part in (said, legal, CALL) if part)

    @property
    def final_reward(self) -> float:
        """What the seat has earned if it acts no more: who stops early has forfeited."""
        if self.over:
            return self.reward
        return self.table.game.stakes(self.table.num_players, self.table.options).lowest
