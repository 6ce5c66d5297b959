"""The tables of the grammar are kept between runs, and made anew where what is kept cannot be used."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.parse import grammar


def test_tables_that_are_spoiled_are_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    path = grammar._tables()
    assert path is not None
    Path(path).write_bytes(b"half of the tab")
    for _ in ("spoiled", "kept"):
        tree = grammar._lark.__wrapped__().parse("1 + 2", start="expression")
        assert [item.data for item in tree.find_data("arithmetic")] == ["arithmetic"]
    assert Path(path).stat().st_size > 10_000


def test_without_a_place_for_them_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "taken").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "taken"))
    assert grammar._tables() is None
