"""How the course of the game is written: what is decided, said and under way [8, 14]."""

from __future__ import annotations

from boardgame_envs.core import written_position as writing
from boardgame_envs.core.compiled import Record
from boardgame_envs.core.seats import CHANCE, NOBODY, seat_name
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.state import MOST_TALK, TABLE, Outcome, Phase, Stage, words

# the stage that a phase belongs to, or nearly always does
STAGE_OF = {
    Phase.ACT: Stage.TURN,
    Phase.PAY: Stage.PAID,
    Phase.DISCARD: Stage.PAID,
    Phase.ROTATE: Stage.REEF_STEP,
    Phase.SHED: Stage.START_SHED,
    Phase.NEW_REEF: Stage.EXPLORED,
    Phase.MONSTER: Stage.EXPLORED,
    Phase.STAY: Stage.LIFT,
    Phase.REEF: Stage.LIFT,
    Phase.LIFT: Stage.LIFT,
    Phase.RESCUE: Stage.RESCUE,
    Phase.BLIND: Stage.START_BLIND,
    Phase.OFFER: Stage.START_OFFER,
    Phase.PLEDGE: Stage.START_PLEDGE,
    Phase.TAKE: Stage.DUEL_REFILL,
    Phase.REFRESH: Stage.TURN,
}

PHASE = writing.word_entry("phase", "what is decided", words(Phase))
STAGE = writing.word_entry("stage", "what comes after it", words(Stage))
OUTCOME = writing.word_entry("outcome", "how the game has ended", words(Outcome))


def usual_stage(state: Record) -> Stage:
    """Return the stage that usually goes with a phase [8]."""
    return STAGE_OF.get(Phase(int(state["phase"])), Stage.REFILL)


def player_entry(name: str, meaning: str, field: str) -> writing.Entry:
    """Return the entry of a field that always names a player."""

    def read(state: Record, text: str) -> None:
        state[field] = writing.read_player(state, text, name)

    return writing.Entry(name, meaning, lambda state: seat_name(int(state[field])), read)


def read_phase(state: Record, text: str) -> None:
    """Let the active player decide something, at the stage where that usually happens [8]."""
    PHASE.read(state, text)
    state["stage"] = usual_stage(state)
    state["seat"] = state["active"]


def write_stage(state: Record) -> str:
    """Return the stage, where it is not the usual one of the phase [8]."""
    return "" if int(state["stage"]) == usual_stage(state) else STAGE.write(state)


def write_seat(state: Record) -> str:
    """Return who decides, where it is not the active player [8]."""
    seat, active = int(state["seat"]), int(state["active"])
    if seat == CHANCE:
        return "chance"
    return "" if seat in (TABLE, NOBODY, active) else seat_name(seat)


def read_seat(state: Record, text: str) -> None:
    """Say who decides [8]."""
    state["seat"] = CHANCE if text == "chance" else writing.read_player(state, text, "to act")


def read_outcome(state: Record, text: str) -> None:
    """Let the game be over [16, 17, 46]."""
    OUTCOME.read(state, text)
    if int(state["outcome"]) != Outcome.RUNNING:
        state["seat"] = NOBODY


ENTRIES = (
    # whose turn it is comes before what is decided, and that before who decides
    player_entry("turn", "whose turn it is", "active"),
    writing.Entry("phase", PHASE.meaning, PHASE.write, read_phase),
    writing.Entry("stage", STAGE.meaning, write_stage, STAGE.read),
    writing.Entry("to act", "who decides, or chance", write_seat, read_seat),
    writing.Entry("outcome", OUTCOME.meaning, OUTCOME.write, read_outcome),
    writing.number_entry("owed", "cards still to be discarded", highest=cards.MAX_HAND),
    writing.number_entry("named", "cards of the same set that have been", highest=cards.MAX_HAND),
    writing.number_entry(
        "first slot", "places of the hand that may not be", "first_slot", highest=cards.MAX_HAND
    ),
    player_entry("drawer", "whose turn it is at a stage", "drawer"),
    writing.number_entry(
        "turns to take", "players from then on", "turns_to_take", highest=cards.MAX_PLAYERS
    ),
    writing.number_entry("extra", "extra cards still to be drawn", highest=cards.EXTRA_ALONE),
    writing.numbers_entry(
        "depths", "cards above each Start that is shuffled in", highest=cards.MAX_PILE
    ),
    writing.number_entry("talked", "offers made", highest=MOST_TALK * cards.MAX_PLAYERS),
    writing.number_entry(
        "blinded", "cards discarded unseen for a Start", highest=cards.CARDS_TO_SHED
    ),
    writing.number_entry("bottom", "cards of a pile below every Start", highest=cards.MAX_PILE),
    writing.flag_entry("start lies", "a Start has been played", "is_start_played"),
    writing.flag_entry("refused", "new cards were refused in this turn", "is_refused"),
    writing.word_entry("held", "which way up hands are held", ("sun", "moon"), "is_moon"),
    writing.numbers_entry(
        "yellows", "yellow storms before players", highest=cards.STORMS_OF_A_COLOUR
    ),
    writing.numbers_entry(
        "oranges", "orange storms before players", highest=cards.STORMS_OF_A_COLOUR
    ),
    writing.number_entry("supply", "compasses that can still be gained", highest=cards.COMPASSES),
    writing.number_entry(
        "compasses", "the compasses of the team", "team_compasses", highest=cards.COMPASSES
    ),
    writing.numbers_entry(
        "own compasses", "the compasses of players", "own_compasses", highest=cards.COMPASSES
    ),
    writing.seat_entry("shared compass", "who shares one with the next player", "shared_compass"),
    writing.generator_entry(),
)
