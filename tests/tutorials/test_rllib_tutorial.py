"""The tutorial on scaling out runs where Ray is installed: .ci/library has a place for it."""

from __future__ import annotations

from tests.libraries import need

need("rllib")

from tests.tutorials.test_tutorials import TUTORIALS, code_of, run


def test_the_tutorial_on_scaling_out_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = list(code_of(TUTORIALS / "scaling_out.md"))

    assert len(blocks) == 2
    for code in blocks:
        run(code, {"__name__": "__main__"}, "scaling_out.md")
