"""What must hold in every game. A new game is tested here without a line of code."""

from __future__ import annotations

import copy
import hashlib
import json
import os
import pickle
import random
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boardgame_envs.adapters.pettingzoo_aec import TableEnv
from boardgame_envs.command_line.show import tell_game, tell_moment
from boardgame_envs.core.compiled import Record
from boardgame_envs.core.game import TEAM_LOSES, TEAM_WINS, Game, IllegalActionError
from boardgame_envs.core.records import record_game, replay
from boardgame_envs.core.seats import CHANCE
from boardgame_envs.core.table import Table
from boardgame_envs.games import load_game
from tests.playing import all_games, every_setting, played, random_play, seen_after, settings
from tests.signature import signature

GOLDEN = Path(__file__).parent / "golden"
PROJECT = Path(__file__).parents[2]
LONGEST_GAME = 10_000

each_setting = pytest.mark.parametrize(("game", "setting"), every_setting())
each_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)


# --- playing ---


@each_setting
def test_every_setting_plays_to_an_end(game: Game, setting: dict[str, Any]):
    for seed in range(5):
        table = Table(game, **setting)
        for turn, _ in enumerate(random_play(table, seed)):
            assert 0 <= table.seat < table.num_players
            assert table.mask.any()
            assert turn < LONGEST_GAME
        assert table.over
        assert not table.mask.any()


@each_setting
def test_a_team_has_one_score_and_wins_or_loses(game: Game, setting: dict[str, Any]):
    table, notation = Table(game, **setting), game.notation
    is_team = game.is_cooperative(table.options)
    for seed in range(5):
        list(random_play(table, seed))
        assert len(notation.read_scores(table.states[0])) == (1 if is_team else table.num_players)
        result = notation.read_result(table.states[0])
        assert (result in (TEAM_WINS, TEAM_LOSES)) == is_team
        assert len(set(table.returns)) == 1 or not is_team


@each_setting
def test_no_card_is_ever_lost_or_made(game: Game, setting: dict[str, Any]):
    table = Table(game, **setting)
    table.reset(0)
    whole_deck = game.rules.count_all_cards(table.states[0])
    for _ in random_play(table, seed=1):
        assert game.rules.count_all_cards(table.states[0]) == whole_deck
    assert game.rules.count_all_cards(table.states[0]) == whole_deck


@each_setting
def test_the_mask_is_what_the_engine_accepts(game: Game, setting: dict[str, Any]):
    table = Table(game, **setting)
    for _ in random_play(table, seed=2):
        for action in range(-1, game.num_actions + 1):
            other = table.clone()
            if 0 <= action < game.num_actions and table.mask[action]:
                other.step(action)
                assert other.num_decisions == table.num_decisions + 1
            else:
                with pytest.raises(IllegalActionError, match=f"seat {table.seat}"):
                    other.step(action)
                assert other == table


@each_setting
def test_legal_actions_have_names_of_their_own(game: Game, setting: dict[str, Any]):
    table = Table(game, **setting)
    for action in random_play(table, seed=3):
        names = table.legal_names()
        assert len(set(names)) == len(names)
        other = table.clone()
        other.play(game.notation.name_action(table.states[0], action))
        table_after = table.clone()
        table_after.step(action)
        assert other == table_after


@each_setting
def test_the_same_seed_gives_the_same_game(game: Game, setting: dict[str, Any]):
    first, second = (played(game, setting, seed=7) for _ in range(2))
    assert first == second
    assert list(random_play(Table(game, **setting), 7)) == list(
        random_play(Table(game, **setting), 7)
    )


@each_game
def test_different_seeds_give_different_deals(game: Game):
    deals = set()
    for seed in range(20):
        table = Table(game)
        table.reset(seed)
        deals.add(table.states.tobytes())
    assert len(deals) == 20


@each_game
def test_a_game_leaves_global_chance_alone(game: Game):
    random.seed(1)
    np.random.seed(1)
    before = random.getstate(), np.random.get_state()[1].tolist()
    table = played(game, {}, seed=5)
    table.information(0).worlds(2, seed=1)
    assert (random.getstate(), np.random.get_state()[1].tolist()) == before


@each_setting
def test_returns_are_the_sum_of_rewards(game: Game, setting: dict[str, Any]):
    for seed in range(3):
        env = TableEnv(game, **setting)
        env.reset(seed=seed)
        instant = dict.fromkeys(env.possible_agents, 0.0)
        collected = dict.fromkeys(env.possible_agents, 0.0)
        rng = np.random.default_rng(seed)
        for agent in env.agent_iter():
            _, reward, terminated, truncated, _ = env.last()
            collected[agent] += reward
            over = terminated or truncated
            env.step(None if over else int(rng.choice(env.table.legal_actions())))
            if not over:
                for other, earned in env.rewards.items():
                    instant[other] += earned
        assert instant == pytest.approx(env.returns())
        assert collected == pytest.approx(env.returns())


# --- hidden information ---


def views(table: Table, seat: int) -> list[Any]:
    """Return all that a seat is shown of a table, in every form there is."""
    env = TableEnv(
        table.game, table.num_players, mask_in="both", render_mode="ansi", **table.options
    )
    env.reset(seed=0)
    env.table = table
    env._mask_bytes = table.mask.view(np.int8)
    env.agent_selection = env.possible_agents[seat]
    env._show_masks()
    seen: Any = env.observe(env.agent_selection)
    information = table.information(seat)
    return [
        seen["observation"].tobytes(),
        seen["action_mask"].tobytes(),
        env.infos[env.agent_selection]["action_mask"].tobytes(),
        env.render(),
        env.text(env.agent_selection),
        table.view(seat),
        information.observation.tobytes(),
        information.mask.tobytes(),
        information.legal_actions,
        information.text,
        information.phase,
        [world.states.tobytes() for world in information.worlds(2, seed=3)],
        # not even what it keeps to itself may depend on what is hidden
        pickle.dumps(table.information(seat)),
    ]


@each_setting
def test_no_view_changes_when_what_is_hidden_from_a_seat_is_dealt_anew(
    game: Game, setting: dict[str, Any]
):
    table, worlds_that_differ = Table(game, **setting), 0
    for turn, _ in enumerate(random_play(table, seed=11)):
        for seat in range(table.num_players):
            other_world = table.redealt(seat, seed=turn)
            worlds_that_differ += without_dice(other_world) != without_dice(table)
            assert views(table, seat) == views(other_world, seat)
    for seat in range(table.num_players):
        assert views(table, seat) == views(table.redealt(seat, seed=5), seat)
    assert worlds_that_differ > 0 or not is_default(setting)


@each_setting
def test_worlds_are_possible_and_vary(game: Game, setting: dict[str, Any]):
    table, hidden = Table(game, **setting), set()
    for turn, _ in enumerate(random_play(table, seed=12)):
        information = table.information()
        for world in information.worlds(3, seed=turn):
            assert np.array_equal(world.observe(information.seat), information.observation)
            assert np.array_equal(world.mask, information.mask)
            assert game.rules.count_all_cards(world.states[0]) == game.rules.count_all_cards(
                table.states[0]
            )
            assert len(world.rollout(seed=1)) == table.num_players
            hidden.add((turn, without_dice(world)))
    if is_default(setting):
        assert len(hidden) > table.num_decisions, "the worlds of a decision are all the same"


def is_default(setting: dict[str, Any]) -> bool:
    """Tell whether the default options are played: some others leave nothing hidden."""
    return setting.keys() == {"num_players"}


def without_dice(table: Table) -> bytes:
    """Return the cards of a table, without the generator that all later chance comes from."""
    states = table.states.copy()
    states["rng"] = 0
    return states.tobytes()


@each_setting
def test_worlds_do_not_depend_on_what_is_hidden(game: Game, setting: dict[str, Any]):
    table = Table(game, **setting)
    for turn, _ in enumerate(random_play(table, seed=13)):
        truth = table.information().worlds(2, seed=4)
        elsewhere = table.redealt(table.seat, seed=turn).information().worlds(2, seed=4)
        assert truth == elsewhere


@each_game
def test_a_game_in_progress_gives_no_record(game: Game):
    table = Table(game)
    table.reset(3)
    with pytest.raises(ValueError, match="the game is not over"):
        record_game(table)


# --- round trips ---


@each_setting
def test_observations_lie_in_range_and_survive_decoding(game: Game, setting: dict[str, Any]):
    table = Table(game, **setting)
    for _ in random_play(table, seed=21):
        for seat in range(table.num_players):
            observation = table.observe(seat)
            assert observation.min() >= 0.0
            assert observation.max() <= 1.0
            decoded = game.layout.decode(observation)
            assert np.array_equal(game.layout.encode(decoded), observation)
            json.dumps(decoded)


@each_setting
def test_a_table_can_be_copied_saved_and_taken_back(game: Game, setting: dict[str, Any]):
    table, before = Table(game, **setting), None
    for action in random_play(table, seed=22):
        copies = [
            table.clone(),
            copy.copy(table),
            copy.deepcopy(table),
            pickle.loads(pickle.dumps(table)),
            Table.from_bytes(game, table.to_bytes()),
        ]
        for other in copies:
            assert other == table
            assert other.to_bytes() == table.to_bytes()
            other.step(action)
            assert other != table
            other.undo()
            assert other == table
            assert other.to_bytes() == table.to_bytes()
            assert other.legal_actions() == table.legal_actions()
        before = table.clone()
    assert before is not None
    table.undo()
    assert table == before


@each_setting
def test_a_record_replays_to_the_same_end(game: Game, setting: dict[str, Any]):
    for seed in range(3):
        table = played(game, setting, seed)
        record = json.loads(json.dumps(record_game(table, legal=True)))
        again = replay(record, load_game)
        assert again.returns == table.returns
        assert record_game(again, legal=True) == record
        # the deals are those of the record, not those of the seed
        assert record_game(replay({**record, "seed": 99}, load_game), legal=True) == {
            **record,
            "seed": 99,
        }


@each_setting
def test_a_player_is_told_the_same_story_whatever_was_hidden(game: Game, setting: dict[str, Any]):
    """Deal anew what a seat cannot know in the whole of a game's history.

    An action may be told otherwise only where the seat sees the difference with its own eyes.
    """
    table = played(game, setting, seed=31)
    for seat in range(table.num_players):
        for moment in table.history():
            other = moment._replace(state=redealt_state(table, moment.state, seat))
            *told, action = tell_moment(table, moment, seat, with_table=True)
            *again, other_action = tell_moment(table, other, seat, with_table=True)
            assert told == again
            if action != other_action:
                assert moment.seat != CHANCE
                assert seen_after(table, moment, seat) != seen_after(table, other, seat)
        end = table.redealt(seat, seed=9).states[0]
        assert game.notation.tell_end(end, seat) == game.notation.tell_end(table.states[0], seat)


def redealt_state(table: Table, state: Record, seat: int) -> Record:
    """Return a state in which what a seat cannot know is dealt anew."""
    states = np.array([state], table.game.rules.STATE)
    table._drivers.redeal_table(states, seat, np.uint64(77))
    return states[0]


# --- the rules on record ---


@each_game
def test_the_rules_are_the_ones_on_record(game: Game, update_golden: bool):
    """A changed signature means the rules or views changed: bump the version, say so."""
    now = {
        "version": game.version,
        "layout": game.layout.hash,
        "actions": [action.name for action in game.actions],
        "signature": signature(game, num_games=100),
    }
    path = GOLDEN / f"{game.name}.json"
    if update_golden:
        path.write_text(json.dumps(now, indent=2) + "\n")
    assert now == json.loads(path.read_text())


@each_game
def test_whole_games_read_as_they_do_on_record(game: Game, update_golden: bool):
    stories = []
    for seed, setting in enumerate(settings(game)):
        table = played(game, setting, seed)
        stories += [*shortened(tell_game(table, None)), ""]
        stories += [
            *shortened(tell_game(table, min(1, table.num_players - 1), with_table=True)),
            "",
        ]
    path, now = GOLDEN / f"{game.name}.txt", "\n".join(stories) + "\n"
    if update_golden:
        path.write_text(now)
    assert now == path.read_text()


def shortened(story: Iterable[str], longest: int = 30) -> list[str]:
    """Return the beginning of a story, and for the rest a fingerprint that changes with it."""
    lines = list(story)
    digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]
    rest = [f"... {len(lines)} lines, {digest}"] if len(lines) > longest else []
    return [*lines[:longest], *rest]


@each_game
@pytest.mark.parametrize(
    "variables",
    [{"NUMBA_DISABLE_JIT": "1"}, {"NUMBA_BOUNDSCHECK": "1"}],
    ids=["plain Python", "bounds-checked"],
)
def test_rules_agree_however_they_are_run(game: Game, variables: dict[str, str]):
    num_games = 2 * len(settings(game))
    process = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.signature", game.name, str(num_games)],
        cwd=PROJECT,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    assert process.stdout.strip() == signature(game, num_games)


# --- the rules in words ---


def listed_rules(game: Game) -> set[str]:
    return set(re.findall(r"^([RV]?\d+)\. ", game.rules_in_words, re.MULTILINE))


@each_game
def test_every_rule_is_cited_where_it_is_carried_out(game: Game):
    cited: set[str] = set()
    for path in game.folder.rglob("*.py"):
        for brackets in re.findall(
            r"\[((?:[RV]?\d+(?:-\d+)?(?:, )?)+)\][.;:,)]?", docstrings(path)
        ):
            cited.update(*map(rule_numbers, brackets.split(",")))

    assert listed_rules(game) - cited == set(), "rules that no function carries out"
    assert cited - listed_rules(game) == set(), "citations of rules that do not exist"


def docstrings(path: Path) -> str:
    """Return the docstrings and comments of a file, without its code."""
    text = path.read_text()
    if path.name == "__init__.py":
        return ""
    return "\n".join(re.findall(r'"""(.*?)"""', text, re.DOTALL) + re.findall(r"#(.*)", text))


def rule_numbers(citation: str) -> set[str]:
    """Return the rules that one part of a citation names: ``3-5`` is 3, 4 and 5."""
    first, _, last = citation.strip().partition("-")
    return {str(n) for n in range(int(first), int(last) + 1)} if last else {first}


@each_game
def test_every_rule_has_a_test_of_its_own(game: Game):
    files = Path(__file__).parent.glob(f"test_{game.name}*.py")
    source = "\n".join(file.read_text() for file in files)
    tested = {number.upper() for number in re.findall(r"def test_([rv]?\d+)_", source)}
    assert listed_rules(game) - tested == set(), "rules that no test is named for"
