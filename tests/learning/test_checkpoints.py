"""Checkpoints hold numbers and texts, and nothing in them is ever run."""

from __future__ import annotations

import io
import os
import pickle
import random
import shutil
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from boardgame_envs import make_batch
from boardgame_envs.command_line import main
from boardgame_envs.learning import train
from boardgame_envs.learning.run import whole_files
from boardgame_envs.learning.run.checkpoints import (
    CheckpointError,
    random_states,
    read_checkpoint,
    read_newest,
    save_checkpoint,
    set_random_states,
    write_checkpoint,
)
from boardgame_envs.learning.run.packed_arrays import pack, unpack
from boardgame_envs.learning.run.whole_files import UnwritableError
from tests.learning.test_stopping import CONFIG

LEAST: dict[str, Any] = {"config": {}, "model": {"bias": torch.arange(3.0)}, "steps": 7}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a run of two rollouts, the second one in its checkpoint."""
    values = {**CONFIG, "total_steps": 512, "checkpoints": {"every": 256, "kept": 2}}
    return train(values, tmp_path_factory.mktemp("runs") / "run")


def checkpoints(folder: Path) -> list[Path]:
    return sorted(folder.glob("checkpoints/*.pt"))


class Trap:
    """Makes a file when it is unpickled."""

    def __init__(self, marker: Path) -> None:
        self.marker = marker

    def __reduce__(self) -> Any:
        return os.mkdir, (str(self.marker),)


def trapped(path: Path, marker: Path) -> dict[str, Any]:
    """Return the content of a checkpoint with a trap beside it."""
    return {**read_checkpoint(path), "surprise": Trap(marker)}


# --- files from others ---


@pytest.mark.parametrize("how", ["torch", "torch before it had archives", "pickle", "tar"])
def test_a_trap_in_the_place_of_a_checkpoint_does_not_spring(
    run: Path, tmp_path: Path, capsys, how: str
):
    folder, marker = tmp_path / "run", tmp_path / "sprung"
    shutil.copytree(run, folder)
    content = trapped(run / "best.pt", marker)
    for path in [folder / "best.pt", *checkpoints(folder)]:
        if how == "torch":
            torch.save(content, path)
        elif how == "pickle":
            path.write_bytes(pickle.dumps(content))
        elif how == "tar":
            write_tar(path, pickle.dumps(content))
        else:
            torch.save(content, path, _use_new_zipfile_serialization=False)

    assert main(["export", str(folder / "best.pt"), str(tmp_path / "agent.onnx")]) == 2
    exporting = capsys.readouterr().err
    assert main(["train", "--resume", str(folder)]) == 2
    resuming = capsys.readouterr()
    started = ["--set", f"start_from={folder / 'best.pt'}", "-o", str(tmp_path / "new")]
    assert main(["train", "elements", "--set", "hidden=[8]", *started]) == 2

    assert not marker.exists()
    assert not (tmp_path / "new").exists()
    sentence = "is not read, because it holds more than numbers and texts: an earlier version"
    sentence = sentence if how == "torch" else "is damaged"
    assert sentence in exporting
    assert exporting.count("\n") == 1
    assert resuming.out.count(sentence) == 2
    assert "there is no checkpoint to resume from" in resuming.err
    # the trap was a real one
    pickle.loads(pickle.dumps(Trap(marker)))
    assert marker.exists()


def write_tar(path: Path, data: bytes) -> None:
    import tarfile

    with tarfile.open(path, "w") as archive:
        for name in ("sys_info", "pickle", "storages", "tensors"):
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))


def test_checkpoints_of_earlier_versions_are_refused_in_one_sentence(tmp_path: Path):
    path = tmp_path / "checkpoint-000000000007.pt"
    # they had arrays as NumPy pickles them
    torch.save({**LEAST, "tables": {"seat": np.arange(3)}, "random": random.getstate()}, path)

    with pytest.raises(CheckpointError) as refusal:
        read_checkpoint(path)

    assert "an earlier version wrote it, or somebody else" in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_all_that_a_run_writes_is_read_without_running_anything(run: Path):
    for path in [run / "best.pt", *checkpoints(run)]:
        content = torch.load(path, weights_only=True)
        assert content["steps"] > 0
        assert content["config"]["game"] == "elements"


# --- damage ---


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9, 0.999])
def test_a_checkpoint_that_ends_early_is_damaged(run: Path, tmp_path: Path, share: float):
    data = (run / "best.pt").read_bytes()
    (tmp_path / "best.pt").write_bytes(data[: int(share * len(data))])

    with pytest.raises(CheckpointError, match=r"best.pt is damaged \("):
        read_checkpoint(tmp_path / "best.pt")


def test_one_wrong_byte_in_what_was_learned_is_noticed(run: Path, tmp_path: Path):
    data = bytearray((run / "best.pt").read_bytes())
    weights = read_checkpoint(run / "best.pt")["model"]["action_net.weight"]
    data[bytes(data).index(weights.numpy().tobytes()) + 5] ^= 1
    (tmp_path / "best.pt").write_bytes(data)

    with pytest.raises(CheckpointError, match="is damaged"):
        read_checkpoint(tmp_path / "best.pt")


def test_an_archive_that_grows_when_it_is_unpacked_is_refused(run: Path, tmp_path: Path):
    with (
        zipfile.ZipFile(run / "best.pt") as archive,
        zipfile.ZipFile(tmp_path / "best.pt", "w", zipfile.ZIP_DEFLATED) as packed,
    ):
        for item in archive.infolist():
            packed.writestr(item.filename, archive.read(item))

    with pytest.raises(CheckpointError, match="is damaged"):
        read_checkpoint(tmp_path / "best.pt")


@pytest.mark.parametrize(
    "content",
    [
        [],
        {},
        {"model": 1},
        {**LEAST, "config": None},
        {**LEAST, "model": {"bias": [1.0]}},
        {**LEAST, "steps": "7"},
        {**LEAST, "steps": True},
        {**LEAST, "steps": -1},
    ],
    ids=str,
)
def test_another_archive_is_no_checkpoint(tmp_path: Path, content: Any):
    torch.save(content, tmp_path / "other.pt")

    with pytest.raises(CheckpointError, match=r"other.pt is not a checkpoint of a training run"):
        read_checkpoint(tmp_path / "other.pt")


def test_a_folder_is_no_checkpoint(tmp_path: Path):
    with pytest.raises(CheckpointError, match=r"cannot be read \(Is a directory\)"):
        read_checkpoint(tmp_path)


CHANGES: dict[str, Any] = {
    "another network": lambda content: content["model"].popitem(),
    "another shape": lambda content: content["model"].update(
        {"action_net.bias": torch.zeros(3)},
    ),
    "another layout": lambda content: content["identity"].update(layout="0123456789ab"),
    "no tables": lambda content: content.pop("tables"),
    "other tables": lambda content: content["tables"]["states"].update(fields="[('seat', '<i8')]"),
    "fewer tables": lambda content: content["tables"]["seat"].update(shape=[3]),
    "too few bytes": lambda content: content["tables"]["seat"].update(
        bytes=torch.zeros(3, dtype=torch.uint8)
    ),
    "floats for bytes": lambda content: content["tables"]["seat"].update(bytes=torch.zeros(128)),
    "cards that there are not": lambda content: content["tables"]["states"]["bytes"].fill_(7),
    "any action legal": lambda content: content["tables"]["mask"]["bytes"].fill_(1),
    "texts for arrays": lambda content: content["opponents"].update(assigned="all"),
    "no optimizer": lambda content: content["optimizer"].clear(),
    "no random numbers": lambda content: content["random"].clear(),
    "another generator": lambda content: content["opponents"]["rng"].update(bit_generator="Dice"),
    "no lines": lambda content: content.update(metrics="all"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_checkpoint_that_does_not_fit_is_refused_in_one_sentence(
    run: Path, tmp_path: Path, capsys, change: Any
):
    folder = tmp_path / "run"
    shutil.copytree(run, folder)
    for path in checkpoints(folder):
        content = read_checkpoint(path)
        change(content)
        write_checkpoint(path, content)

    assert main(["train", "--resume", str(folder)]) == 2

    told = capsys.readouterr().err
    assert "does not fit this run and version (" in told
    assert told.count("\n") == 1
    assert (folder / "metrics.jsonl").read_bytes() == (run / "metrics.jsonl").read_bytes()


@pytest.mark.parametrize("name", ["another network", "another shape", "another layout"])
def test_a_network_that_does_not_fit_is_not_exported(run: Path, tmp_path: Path, capsys, name: str):
    content = read_checkpoint(run / "best.pt")
    CHANGES[name](content)
    write_checkpoint(tmp_path / "best.pt", content)

    assert main(["export", str(tmp_path / "best.pt"), str(tmp_path / "agent.onnx")]) == 2

    told = capsys.readouterr().err
    assert "does not fit this run and version (" in told
    assert told.count("\n") == 1
    assert not (tmp_path / "agent.onnx").exists()


def test_a_damaged_checkpoint_is_passed_over_for_an_older_one(tmp_path: Path, capsys):
    save_checkpoint(tmp_path, 1, LEAST, kept=3)
    (tmp_path / "checkpoint-000000000002.pt").write_bytes(b"half a file")

    path, content = read_newest(tmp_path)

    assert content["steps"] == 7
    assert torch.equal(content["model"]["bias"], LEAST["model"]["bias"])
    assert path.name == "checkpoint-000000000001.pt"
    assert "is damaged" in capsys.readouterr().out


# --- writing ---


def test_a_write_that_fails_leaves_older_checkpoints_intact(tmp_path: Path, monkeypatch):
    older = save_checkpoint(tmp_path, 1, LEAST, kept=3)

    def fail(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(whole_files.os, "fsync", fail)
    with pytest.raises(UnwritableError, match=r"cannot be written \(No space left on device\)"):
        write_checkpoint(older, {**LEAST, "steps": 8})

    assert read_checkpoint(older)["steps"] == 7
    assert [path.name for path in tmp_path.iterdir()] == [older.name]


def test_what_is_neither_number_nor_text_is_not_written(tmp_path: Path):
    with pytest.raises(TypeError, match=r"content.model.layers\[\] is PosixPath"):
        write_checkpoint(tmp_path / "a.pt", {**LEAST, "model": {"layers": [1, Path("x")]}})
    assert list(tmp_path.iterdir()) == []


def test_numbers_of_numpy_are_written_as_pythons_own(tmp_path: Path):
    figures = {"random": (np.float64(0.1), np.float32(0.5)), "games": np.int64(3)}
    write_checkpoint(tmp_path / "a.pt", {**LEAST, "win_rates": figures})

    read = read_checkpoint(tmp_path / "a.pt")["win_rates"]

    assert read == {"random": (0.1, 0.5), "games": 3}
    assert {type(number) for number in (*read["random"], read["games"])} == {float, int}


# --- arrays ---


@pytest.mark.parametrize(
    "array",
    [
        np.arange(6, dtype=np.uint64).reshape(2, 3) + 2**63,
        np.array([True, False]),
        np.zeros((0, 3), np.float32),
        np.arange(8)[::2],
    ],
    ids=["whole numbers", "marks", "nothing", "every other one"],
)
def test_an_array_is_unpacked_as_it_was_packed(array: Any):
    again = unpack(pack(array), np.zeros_like(array))

    assert again.dtype == array.dtype
    assert np.array_equal(again, array)


def test_records_are_unpacked_as_they_were_packed():
    batch, other = make_batch("elements", 5, seed=1), make_batch("elements", 5, seed=2)
    assert batch.states.tobytes() != other.states.tobytes()

    assert unpack(pack(batch.states), other.states).tobytes() == batch.states.tobytes()
    with pytest.raises(ValueError, match="another kind or shape"):
        unpack(pack(batch.states), other.states[:3])
    with pytest.raises(ValueError, match="another kind or shape"):
        unpack(pack(batch.seat), other.states)


def test_random_numbers_go_on_where_they_were_left(tmp_path: Path):
    def draw() -> Any:
        return random.random(), np.random.random(), np.random.normal(), torch.rand(2).tolist()

    np.random.normal()  # a second one is kept for later
    write_checkpoint(tmp_path / "a.pt", {**LEAST, "random": random_states()})
    first = draw()
    draw()

    set_random_states(read_checkpoint(tmp_path / "a.pt")["random"])

    assert draw() == first
