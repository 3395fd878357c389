"""Each law can be broken: mistakes in Cart, and the laws that find them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.testing.changed_carts import Edit, run_check, write_changed_cart
from tests.testing.forked_checks import Checks, forked_checks

# chance that does not come from the table: each game in a process has another
SHARED_CHANCE: Edit = (
    "rules.py",
    "state.drawn = draw_random_card(state, state.deck, count_cards(state.deck))",
    "state.drawn = SHARED.choice(np.flatnonzero(state.deck)); state.deck[state.drawn] -= 1",
)
A_SHARED_RNG: Edit = ("rules.py", "NOTHING = -1", "NOTHING = -1; SHARED = np.random.default_rng(0)")
TOO_LARGE: Edit = (
    "observation.py",
    "count_cards(state.deck) / HIGHEST.deck_size",
    "count_cards(state.deck)",
)
LOAD = "    load_card(state, NUMBER_IN_KIND[action])"
A_CRASH: Edit = ("rules.py", LOAD, "    load_card(state, action // 0)")
# many deals are over at once, and what they cost is not the same twice
HEAVY_HANDS: Edit = ("__init__.py", 'Option("heavy_hand", None', 'Option("heavy_hand", 10')
ANY_COST: Edit = (
    "rules.py",
    "state.points[seat] -= count_cards(state.hands[seat])",
    "state.points[seat] -= SHARED.integers(1, 20)",
)
ANOTHER_HAND: Edit = ("observation.py", "state.hands[seat, kind]", "state.hands[1 - seat, kind]")
NO_OTHER_HANDS: Edit = ("rules.py", "if other != seat:", "if other > MAX_SEATS:")

# every turn counts twice
REDEAL = "@rule\ndef redeal_unseen("
A_COUNT_OF_ROUNDS: Edit = (
    "rules.py",
    REDEAL,
    f"@rule\ndef count_rounds(state):\n    return 2 * int(state.turns)\n\n\n{REDEAL}",
)

# another player's draw, which dealing anew leaves on both tables that are compared with each other
KEPT_IN_MIND: Edit = ("rules.py", "if state.last_seat != seat:", "if state.last_seat > MAX_SEATS:")

# words that speak of the table a seat imagines
OTHERS_CARDS: Edit = (
    "guide.py",
    'return "Which sack will you load?"',
    'return f"P1 has {information.imagined.hands[0]}, what will you load?"',
)

# names that differ in capitals only
LOUD_NAMES: Edit = ("actions.py", "tuple(map(str, WEIGHTS))", 'tuple("aAbBc")')

MISTAKES: list[tuple[str, list[Edit], str]] = [
    (
        "every_setting_plays_to_an_end",
        [("rules.py", "state.hands[state.seat, kind] > 0", "state.hands[state.seat, kind] > 1")],
        "P1 is to act, and no action is legal",
    ),
    (
        "every_setting_plays_to_an_end",
        [("rules.py", LOAD, "    return")],
        "the game has not ended after 10,000 decisions",
    ),
    ("every_setting_plays_to_an_end", [A_CRASH], "ZeroDivisionError"),
    (
        "no_game_is_longer_than_the_longest",
        [("rules.py", 'options["max_turns"] or DECK_SIZE', 'options["max_turns"] or 19')],
        "20 decisions, not 19",
    ),
    (
        "a_team_has_one_score_and_wins_or_loses",
        [("notation.py", 'state["points"][: int(state["num_players"])]', 'state["points"][:1]')],
        "there are 1 scores, not 2",
    ),
    (
        "no_card_is_ever_lost_or_made",
        [("rules.py", "state.hands[state.last_seat, state.drawn] += 1", "pass")],
        "there are 19 cards, not 20",
    ),
    ("the_same_seed_gives_the_same_game", [SHARED_CHANCE, A_SHARED_RNG], "the games end otherwise"),
    (
        "different_seeds_give_different_deals",
        [("rules.py", "state.last_seat = NOBODY\n", "state.last_seat = NOBODY; state.rng = 0\n")],
        "20 seeds give 1 deals",
    ),
    (
        "a_game_leaves_global_chance_alone",
        [SHARED_CHANCE, ("rules.py", "NOTHING = -1", "NOTHING = -1; SHARED = np.random")],
        "random or np.random has been drawn from",
    ),
    (
        "returns_keep_to_the_stakes",
        [
            (
                "__init__.py",
                "GAME = Game(",
                "from boardgame_envs.core.game import Stakes\nGAME = Game(",
            ),
            (
                "__init__.py",
                'phases=("turn",)',
                'phases=("turn",), stakes=lambda *_: Stakes("zero")',
            ),
        ],
        "do not come to zero",
    ),
    (
        "legal_actions_have_names_of_their_own",
        [("actions.py", "(SACKS,)", '(SACKS,), "load"')],
        "several legal actions are called load",
    ),
    (
        "every_rule_is_cited_where_it_is_carried_out",
        [("rules.py", "Give each player the points scored so far [8].", "Give points [9].")],
        "no function carries out the rules 8",
    ),
    (
        "every_rule_is_cited_where_it_is_carried_out",
        [("rules.py", "what it was [6].", "what it was [6, 9].")],
        "rules are cited that do not exist: 9",
    ),
    ("observations_lie_in_range_and_survive_decoding", [TOO_LARGE], "which is above 1"),
    (
        "a_table_can_be_copied_saved_and_taken_back",
        [("rules.py", "    state.last_seat = state.seat\n", "    return\n")],
        "clone(): action 3 changes nothing",
    ),
    (
        "a_record_replays_to_the_same_end",
        [("notation.py", '{"drawn": WEIGHTS[int(state["drawn"])]}', '{"drawn": WEIGHTS[0]}')],
        "RecordError",
    ),
    (
        "no_view_changes_when_what_is_hidden_from_a_seat_is_dealt_anew",
        [ANOTHER_HAND],
        "is shown something hidden: the observation, render(), text(), Table.view",
    ),
    (
        "no_view_changes_when_what_is_hidden_from_a_seat_is_dealt_anew",
        [NO_OTHER_HANDS, ("rules.py", "state.drawn = NOTHING\n", "pass\n")],
        "nothing is ever dealt anew",
    ),
    (
        "tables_that_a_seat_cannot_tell_apart_give_it_the_same_information_state",
        [KEPT_IN_MIND],
        "is given something hidden: the attribute _states['drawn']",
    ),
    ("worlds_are_possible_and_vary", [NO_OTHER_HANDS], "the worlds of a decision are all the same"),
    (
        "worlds_are_possible_and_vary",
        [("rules.py", "if other != seat:", "if True:")],
        "a world looks otherwise to its seat",
    ),
    (
        "the_seed_fixes_worlds",
        [
            A_SHARED_RNG,
            (
                "rules.py",
                "            kind = draw_random_card(state, state.deck, count_cards(state.deck))\n"
                "            state.hands[other, kind] += 1\n    if",
                "            kind = SHARED.choice(np.flatnonzero(state.deck))\n"
                "            state.deck[kind] -= 1\n"
                "            state.hands[other, kind] += 1\n    if",
            ),
        ],
        "a copy of an information state gives other worlds",
    ),
    (
        "worlds_do_not_depend_on_what_is_hidden",
        [("rules.py", "if other != seat:", "if other != seat and state.hands[other, 0] == 0:")],
        "tell something hidden",
    ),
    (
        "a_player_is_told_the_same_story_whatever_was_hidden",
        [("notation.py", "observer in (None, seat)", "int(state['drawn']) >= 0")],
        "is told 'P",
    ),
    (
        "what_is_not_private_is_common_knowledge",
        [("observation.py", "private=True, ", "")],
        "seat 0 does not know all that 1 has public",
    ),
    (
        "the_parallel_environment_shows_nothing_hidden",
        [ANOTHER_HAND],
        "is shown something hidden: the observation, text()",
    ),
    (
        "a_learner_is_shown_nothing_hidden",
        [ANOTHER_HAND],
        "is shown something hidden: the observation, render()",
    ),
    (
        "a_position_is_told_to_a_player_without_what_is_hidden",
        [ANOTHER_HAND],
        "is shown something hidden: the position",
    ),
    (
        "a_picture_shows_a_seat_nothing_hidden",
        [ANOTHER_HAND],
        "is shown something hidden: the display list, the SVG",
    ),
    (
        "what_is_drawn_lies_in_the_picture_and_has_an_id_and_words",
        [("drawing.py", 'f"{id}-{n}", f"a sack', 'id, f"a sack')],
        "an id is given twice: hand",
    ),
    (
        "what_is_drawn_lies_in_the_picture_and_has_an_id_and_words",
        [("drawing.py", "frame.TOP + 4 + steps", "560 + steps")],
        "lies outside the picture",
    ),
    (
        "actions_are_chosen_by_pointing_at_what_is_there",
        [("drawing.py", 'f"hand-{n}" for n, kind in enumerate(held)', '"hand-9" for kind in held')],
        "'hand-9'}, which are not in the picture",
    ),
    (
        "what_is_sent_to_agents_outside_knows_nothing_hidden",
        [ANOTHER_HAND],
        "is sent something hidden: the prompt (listed), the prompt (counted), the prompt (omitted)",
    ),
    (
        "moves_in_words_are_judged_by_the_mask_alone",
        [LOUD_NAMES],
        "is read as a move, and it is not legal",
    ),
    (
        "openspiel_shows_a_player_nothing_hidden",
        [ANOTHER_HAND],
        "is shown something hidden: observation_tensor",
    ),
    (
        "a_search_finds_what_rollouts_in_its_worlds_find",
        [SHARED_CHANCE, A_SHARED_RNG],
        "a search earns",
    ),
    ("the_leaves_of_a_search_are_tables", [SHARED_CHANCE, A_SHARED_RNG], "other games are on"),
    (
        "a_search_finds_the_same_at_tables_that_a_seat_cannot_tell_apart",
        [("rules.py", "if other != seat:", "if other != seat and state.hands[other, 0] == 0:")],
        "finds out something hidden",
    ),
    (
        "agents_that_search_do_the_same_at_tables_that_a_seat_cannot_tell_apart",
        [("rules.py", "if other != seat:", "if other != seat and state.hands[other, 0] == 0:")],
        "decides by something hidden",
    ),
    (
        "a_search_to_the_end_of_the_round_ends_with_it",
        [A_COUNT_OF_ROUNDS],
        "a table is left in another round",
    ),
    (
        "what_a_seat_remembers_is_the_same_at_tables_that_it_cannot_tell_apart",
        [("rules.py", "if other != seat:", "if other != seat and state.hands[other, 0] == 0:")],
        "remembers something hidden",
    ),
    (
        "a_seat_remembers_what_it_saw",
        [("rules.py", "if other != seat:", "if True:")],
        "remembers something else than it saw",
    ),
    (
        "a_world_came_about_as_the_seat_remembers",
        [("rules.py", "hand[kind] = own_hand[kind]", "pass")],
        "looked otherwise to seat",
    ),
    (
        "a_world_came_about_as_the_seat_remembers",
        [("rules.py", "return int(ACTION.load) + loaded", "return int(ACTION.load)")],
        "was done in a world, not",
    ),
    (
        "what_was_done_was_legal_in_the_real_world",
        [("rules.py", "return int(ACTION.load) + loaded", "return int(ACTION.load)")],
        "action 0 was not legal, as seat",
    ),
    ("a_batch_is_identical_to_single_tables", [SHARED_CHANCE, A_SHARED_RNG], "another one"),
    (
        "without_action_features_observations_end_where_these_begin",
        [
            (
                "observation.py",
                '"the cart carries 12"),\n    )\n',
                '"the cart carries 12"),\n    ),\n    first_feature="strong_cart",\n',
            )
        ],
        "IndexError",
    ),
    ("the_seed_fixes_all_games_of_a_batch", [SHARED_CHANCE, A_SHARED_RNG], "table"),
    ("threads_change_nothing_but_the_speed", [SHARED_CHANCE, A_SHARED_RNG], "differs"),
    (
        "a_deal_that_is_over_at_once_ends_the_game_of_every_agent",
        [HEAVY_HANDS, ANY_COST, A_SHARED_RNG],
        "is paid, not",
    ),
    (
        "a_deal_that_is_over_at_once_is_counted_where_it_is_replaced",
        [HEAVY_HANDS, ANY_COST, A_SHARED_RNG],
        "reward is",
    ),
    (
        "what_a_critic_is_shown_fits_its_layout_and_changes_nothing",
        [("secrets.py", "hand[kind] / HIGHEST.hands", "hand[kind]")],
        "secrets are not all from 0 to 1",
    ),
    (
        "what_a_critic_is_shown_fits_its_layout_and_changes_nothing",
        [("secrets.py", "hand[kind] / HIGHEST.hands", "hand[kind] / HIGHEST.hands / 9")],
        "secrets are not what they are decoded to",
    ),
    (
        "what_a_critic_is_shown_fits_its_layout_and_changes_nothing",
        [("secrets.py", "(seat + step) % state.num_players", "seat")],
        "a critic is shown nothing that is hidden",
    ),
    (
        "what_a_critic_is_shown_fits_its_layout_and_changes_nothing",
        [("secrets.py", "        hand = ", "        state.points[seat] += 1; hand = ")],
        "the table changes when a critic looks at it",
    ),
    (
        "a_deal_that_is_over_at_once_can_be_told_recorded_and_rolled_out",
        [HEAVY_HANDS, ANY_COST, A_SHARED_RNG],
        "RecordError",
    ),
    ("pettingzoo_accepts_the_environment", [TOO_LARGE], "observation"),
    ("pettingzoo_finds_the_seed_decisive", [SHARED_CHANCE, A_SHARED_RNG], "Incorrect"),
    (
        "pettingzoo_accepts_the_rendering",
        [
            (
                "observation.py",
                'return "\\n".join(',
                'return "".join([]) or " ".join([]) and "".join(',
            )
        ],
        "the table is described by nothing",
    ),
    (
        "an_agent_off_turn_has_an_empty_mask_and_a_view_all_the_same",
        [("observation.py", 'public [R1]."""', 'public."""\n    if state.seat != seat: return')],
        "sees nothing",
    ),
    ("pettingzoo_accepts_the_parallel_environment", [A_CRASH], "ZeroDivisionError"),
    (
        "a_step_is_one_decision_and_all_others_choose_the_no_op",
        [SHARED_CHANCE, A_SHARED_RNG],
        "player_",
    ),
    ("gymnasium_accepts_the_environment_of_a_seat", [TOO_LARGE], "observation"),
    ("words_tell_a_seat_nothing_hidden", [OTHERS_CARDS], "is told something hidden: the question"),
    (
        "every_action_is_legal_or_refused_by_a_rule",
        [("guide.py", '("3",))', '("33",))')],
        "You have no sack of weight",
    ),
    (
        "every_action_is_legal_or_refused_by_a_rule",
        [("guide.py", "[NUMBER_IN_KIND[action]]}.", "[NUMBER_IN_KIND[action]]}")],
        "You have no sack of weight",
    ),
    (
        "each_legal_action_is_offered_and_understood",
        [("guide.py", "the cart carries {load} of {capacity}", "{' '.join(99 * ['more'])}")],
        "is too long",
    ),
    (
        "news_are_told_of_every_event",
        [("guide.py", "scores {scored:+}.", "scores {scored:+}")],
        "a note is 'P",
    ),
    (
        "the_rules_are_taught_for_the_options_in_play",
        [("guide.py", 'goal="Score the most points."', 'goal="Score the most points. " * 250')],
        "the lesson has",
    ),
]


@pytest.fixture(scope="module")
def checks() -> Iterator[Checks]:
    with forked_checks() as process:
        yield process


@pytest.mark.parametrize(
    ("law", "mistakes", "complaint"), MISTAKES, ids=[f"{law}: {why}" for law, _, why in MISTAKES]
)
def test_a_mistake_is_found(
    law: str, mistakes: list[Edit], complaint: str, tmp_path: Path, checks: Checks
):
    write_changed_cart(tmp_path, *mistakes)

    answer = checks.run(tmp_path, "--law", law, "--players", "2")

    assert answer.returncode == 1, answer.stderr
    sentence = law.replace("_", " ")
    assert f"breaks the law '{sentence}': " in answer.stderr
    assert complaint in answer.stderr
    assert "Traceback" not in answer.stderr


def test_a_game_without_secrets_keeps_the_laws_of_hidden_information(tmp_path: Path):
    """All hands lie open; nothing must be dealt anew where nothing is private."""
    write_changed_cart(
        tmp_path,
        NO_OTHER_HANDS,
        ("rules.py", "state.drawn = NOTHING\n", "pass\n"),
        ("observation.py", "private=True, ", ""),
    )

    answer = run_check(
        tmp_path,
        *("--law", "no_view_changes_when_what_is_hidden_from_a_seat_is_dealt_anew"),
        *("--law", "worlds_are_possible_and_vary", "--players", "2"),
    )

    assert answer.returncode == 0, answer.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("law", "mistake", "complaint"),
    [
        (
            "rules_agree_in_plain_python",
            # compiled code wraps around or widens, and NumPy warns
            ("rules.py", "state.turns += 1", "state.turns += np.int16(32767) * np.int16(2) + 3"),
            "RuntimeWarning: overflow",
        ),
        (
            "rules_agree_in_plain_python",
            # compiled code does not look where an index points
            (
                "rules.py",
                "int(WEIGHT[kind])",
                "int(WEIGHT[kind] + 0 * pile[kind + NUM_KINDS])",
            ),
            "IndexError: index",
        ),
        (
            "rules_agree_when_compiled_code_takes_over",
            (
                "rules.py",
                "state.turns += 1",
                "state.turns += 1 if state.turns * np.int16(20000) >= 0 else 2",
            ),
            "decision",
        ),
    ],
    ids=["plain Python", "bounds", "a mixture"],
)
def test_rules_that_are_right_only_when_compiled_are_found(
    law: str, mistake: Edit, complaint: str, tmp_path: Path
):
    write_changed_cart(tmp_path, mistake)

    answer = run_check(tmp_path, "--law", law, NUMBA_DISABLE_JIT="0")

    assert answer.returncode == 1, answer.stderr
    assert f"breaks the law '{law.replace('_', ' ')}': {complaint}" in answer.stderr
