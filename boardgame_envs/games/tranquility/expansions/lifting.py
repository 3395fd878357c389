"""Compasses lift storms in play: before an action, before a refill, or to rescue a player [30]."""

from __future__ import annotations

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.core.seats import seat_after
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.actions import ACTION, KIND
from boardgame_envs.games.tranquility.expansions import compasses
from boardgame_envs.games.tranquility.information import evidence
from boardgame_envs.games.tranquility.state import NUM_ROWS, TABLE, Phase, Stage
from boardgame_envs.games.tranquility.turn import discards, drawing, hands

# no moment but these has a question about compasses, and none is talked about [R13, R14, R15]


@rule
def mark_lifts(state: Record, seat: int, mask: Buffer) -> None:
    """With a compass, any storm in play may be lifted [30]."""
    if not compasses.has_compass(state, seat):
        return
    for steps in range(state.num_players):
        other = seat_after(state, seat, steps)
        mask[ACTION.lift_yellow + steps] = state.yellows[other] > 0
        mask[ACTION.lift_orange + steps] = state.oranges[other] > 0
    for row in range(NUM_ROWS):
        mask[ACTION.lift_purple + row] = state.purples[row] > 0


@rule
def lift(state: Record, kind: int, number: int) -> None:
    """A compass and a storm in play leave the game; this is no action [30]."""
    seat = int(state.seat)
    compasses.spend(state, seat)
    if kind == KIND.lift_yellow:
        state.yellows[seat_after(state, seat, number)] -= 1
        state.gone[cards.YELLOW] += 1
    elif kind == KIND.lift_orange:
        state.oranges[seat_after(state, seat, number)] -= 1
        state.gone[cards.ORANGE] += 1
    else:
        state.purples[number] -= 1
        state.gone[cards.PURPLE] += 1
    # the stage stays: who may lift another storm is asked again
    state.seat = TABLE


@rule
def decline(state: Record) -> None:
    """Nothing is lifted: the player refills, or the next one may come to the rescue [R13, R14]."""
    if state.phase == Phase.RESCUE:
        drawing.go_to_next_player(state)
    elif state.stage == Stage.LIFT:
        state.stage = Stage.REFILL
    else:
        state.stage = Stage.TEAM_REFILL
    state.seat = TABLE


# --- before a refill ---


@rule
def ask_before_refill(state: Record, seat: int, refill: Stage) -> None:
    """A player with a yellow storm may lift it before the refill [R13]."""
    if may_lift_before_refill(state, seat):
        state.seat = seat
        state.phase = Phase.LIFT
    else:
        state.stage = refill


@rule
def may_lift_before_refill(state: Record, seat: int) -> bool:
    """With a yellow storm and a compass, if there is a card to draw or too many in hand [R13]."""
    if state.yellows[seat] == 0 or not compasses.has_compass(state, seat):
        return False
    is_above = state.hand_sizes[seat] > hands.hand_limit(state, seat)
    return bool(is_above or state.pile_sizes[seat] > 0)


@rule
def mark_own_yellow(mask: Buffer) -> None:
    """Before a refill one lifts a yellow storm of one's own, or nothing [R13]."""
    mask[ACTION.lift_yellow] = True
    mask[ACTION.no_lift] = True


# --- rescue ---


@rule
def begin_rescue(state: Record) -> None:
    """The others, clockwise, may help a player who has no legal action [V2, R14]."""
    evidence.see_discardable(state, int(state.active), 0, discards.CARDS_OF_A_DISCARD - 1)
    drawing.begin_round(state, Stage.RESCUE)
    drawing.go_to_next_player(state)


@rule
def may_rescue(state: Record, seat: int) -> bool:
    """Who has the use of a compass while a storm is in play is asked [R14]."""
    return is_storm_in_play(state) and compasses.has_compass(state, seat)


@rule
def is_storm_in_play(state: Record) -> bool:
    """Tell whether a storm lies before a player or at a row [26, 28, 29]."""
    for seat in range(state.num_players):
        if state.yellows[seat] > 0 or state.oranges[seat] > 0:
            return True
    return bool(state.purples.sum() > 0)


@rule
def mark_rescue(state: Record, mask: Buffer) -> None:
    """Any storm in play may be lifted, or none [R14]."""
    mark_lifts(state, int(state.seat), mask)
    mask[ACTION.no_lift] = True
