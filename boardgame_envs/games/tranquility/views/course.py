"""What a player sees of the setting, and of how far the game is [8, 14, 19]."""

from __future__ import annotations

from boardgame_envs.core.compiled import Buffer, Record, inlined_rule
from boardgame_envs.core.seats import NOBODY, relative_seat, seat_after
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.field.shapes import Shape
from boardgame_envs.games.tranquility.state import Phase
from boardgame_envs.games.tranquility.turn import pledges
from boardgame_envs.games.tranquility.views.layout import AT, HIGHEST


@inlined_rule
def write_setting(state: Record, observation: Buffer) -> None:
    """Write the options [V1, V2, V3, V4, V5, V7]."""
    observation[AT.num_players + state.num_players - 1] = 1.0
    observation[AT.mode + state.mode] = 1.0
    observation[AT.russian] = state.is_ru
    observation[AT.wide_arch] = state.field == Shape.WIDE_ARCH
    observation[AT.row_choice] = state.has_row_choice
    observation[AT.expansions] = state.has_reefs
    observation[AT.expansions + 1] = state.has_monsters
    observation[AT.expansions + 2] = state.has_storms
    if state.has_monsters:
        observation[AT.monsters] = state.monsters / HIGHEST.monsters
    observation[AT.removed_islands] = state.removed_islands / HIGHEST.removed_islands
    observation[AT.talk_rounds] = state.talk_rounds / HIGHEST.talk_rounds
    observation[AT.reward + state.reward] = 1.0


@inlined_rule
def write_course(state: Record, seat: int, observation: Buffer) -> None:
    """Write who decides what, and what is under way [8, 14, 19]."""
    observation[AT.active + relative_seat(state, seat, int(state.active))] = 1.0
    observation[AT.start_played] = state.is_start_played
    observation[AT.moon_up] = state.is_moon
    if state.seat == NOBODY:
        return
    observation[AT.to_act + relative_seat(state, seat, int(state.seat))] = 1.0
    observation[AT.phase + state.phase] = 1.0
    if state.owed > 0:
        observation[AT.owed] = state.owed / HIGHEST.owed
        if state.seat == seat:
            # the place of the last card discarded is the discarder's secret
            observation[AT.first_slot] = state.first_slot / HIGHEST.first_slot
    if state.revealed != cards.NO_CARD:
        observation[AT.revealed + state.revealed - cards.YELLOW] = 1.0
    write_talk(state, seat, observation)


@inlined_rule
def write_talk(state: Record, seat: int, observation: Buffer) -> None:
    """Write offers and pledges while a Start is being dealt with [14]."""
    for steps in range(state.num_players):
        other = seat_after(state, seat, steps)
        observation[AT.offers + steps] = (int(state.offers[other]) + 1) / HIGHEST.offers
        observation[AT.pledges + steps] = (int(state.pledges[other]) + 1) / HIGHEST.pledges
    if state.phase == Phase.OFFER or state.phase == Phase.PLEDGE:
        observation[AT.to_pledge] = pledges.cards_to_pledge(state) / HIGHEST.to_pledge
    if state.phase == Phase.OFFER:
        due = int(state.talk_rounds) * int(state.num_players) - int(state.talked)
        observation[AT.offers_due] = due / HIGHEST.offers_due
