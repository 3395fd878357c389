from __future__ import annotations

import numpy as np
import pytest

from boardgame_envs.core.compiled import Buffer, rule
from boardgame_envs.core.layout import Flag, Layout, Number, OneOf

LAYOUT = Layout(
    (
        Number("hand", "cards in hand", (3,), private=True, highest=4),
        OneOf("suits", "suits of two cards", (2,), labels=("red", "blue", "green")),
        Flag("open", "the door is open"),
        Number("rounds", "rounds left", highest=7),
    )
)
AT, HIGHEST = LAYOUT.offsets(), LAYOUT.highest()
VIEW = {"hand": [0, 4, 3], "suits": ["green", None], "open": True, "rounds": 5}


def test_parts_follow_one_another_without_gaps():
    assert [LAYOUT.start(part.name) for part in LAYOUT.parts] == [0, 3, 9, 10]
    assert LAYOUT.size == 11


def test_a_part_that_is_not_there_is_named_with_those_that_are():
    with pytest.raises(KeyError, match="no part 'foot'; there are hand, suits, open, rounds"):
        LAYOUT.start("foot")


def test_a_part_is_found_by_its_name():
    assert LAYOUT.part("suits") is LAYOUT.parts[1]
    with pytest.raises(KeyError, match="no part 'foot'; there are hand, suits, open, rounds"):
        LAYOUT.part("foot")


def test_what_is_seen_ends_where_the_features_begin():
    with_features = Layout(LAYOUT.parts, first_feature="open")

    assert [part.name for part in with_features.seen.parts] == ["hand", "suits"]
    assert with_features.seen.size == with_features.start("open")
    assert with_features.hash == LAYOUT.hash
    assert LAYOUT.seen is LAYOUT
    with pytest.raises(KeyError, match="no part 'foot'; there are hand"):
        _ = Layout(LAYOUT.parts, first_feature="foot").seen


def test_offsets_are_where_the_parts_begin():
    assert AT._asdict() == {"hand": 0, "suits": 3, "open": 9, "rounds": 10}


def test_numbers_are_divided_by_the_highest():
    assert HIGHEST._asdict() == {"hand": 4, "rounds": 7}


@rule
def write_rounds(observation: Buffer, rounds: int) -> None:
    """Write one part by its offset and divisor, as encoders do."""
    observation[AT.rounds] = rounds / HIGHEST.rounds


def test_offsets_and_divisors_are_constants_of_compiled_code():
    observation = np.zeros(LAYOUT.size, np.float32)

    write_rounds(observation, 5)

    assert LAYOUT.decode(observation)["rounds"] == 5


def test_values_of_a_number_are_shown_as_they_are_encoded():
    assert LAYOUT.shown("hand").tolist() == [0, 0.25, 0.5, 0.75, 1]
    assert LAYOUT.shown("rounds").dtype == np.float32
    assert LAYOUT.shown("rounds")[5] == LAYOUT.encode(VIEW)[AT.rounds]


def test_only_numbers_are_shown_divided():
    with pytest.raises(TypeError, match="the part 'suits' is no Number"):
        LAYOUT.shown("suits")


def test_values_are_encoded_between_0_and_1():
    assert LAYOUT.encode(VIEW).tolist() == pytest.approx(
        [0, 1, 0.75, 0, 0, 1, 0, 0, 0, 1, 5 / 7], abs=1e-6
    )


def test_decoding_undoes_encoding():
    assert LAYOUT.decode(LAYOUT.encode(VIEW)) == VIEW


def test_an_observation_of_another_size_is_refused():
    with pytest.raises(ValueError, match="an observation has 11 numbers, not the shape \\(4,\\)"):
        LAYOUT.decode(np.zeros(4, np.float32))


def test_the_table_for_the_docs_names_every_part():
    table = LAYOUT.as_markdown()

    assert "| 0–2 | `hand` | 3 | / 4 | the observer | cards in hand |" in table
    assert "| 3–8 | `suits` | 2 | one of 3: red, blue, green | all | suits of two cards |" in table
    assert "| 9 | `open` | 1 | 0 or 1 | all | the door is open |" in table


def test_the_hash_moves_with_what_agents_rely_on_and_not_with_words():
    reworded = Layout((Number("hand", "my cards", (3,), highest=4), *LAYOUT.parts[1:]))
    rescaled = Layout((Number("hand", "cards in hand", (3,), highest=5), *LAYOUT.parts[1:]))
    reordered = Layout(LAYOUT.parts[::-1])

    assert reworded.hash == LAYOUT.hash
    assert len({LAYOUT.hash, rescaled.hash, reordered.hash}) == 3
