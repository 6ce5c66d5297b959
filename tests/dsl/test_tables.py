"""The tables of the grammar are kept between runs, and made anew where what is kept cannot be used."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lark import Lark

from rulewright.dsl.parse import grammar

# The tables of the whole grammar take seconds to make.
SMALL = r"""
declaration: "sum" expression _NL _INDENT (expression _NL)+ _DEDENT
expression: NUMBER ("+" NUMBER)* -> arithmetic
NUMBER: /[0-9]+/
_NL: /\n[\t ]*/
LPAR: "("
RPAR: ")"
LSQB: "["
RSQB: "]"
LBRACE: "{"
RBRACE: "}"
%declare _INDENT _DEDENT
%ignore " "
"""


def test_tables_that_are_spoiled_are_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def small(_package: str, _file: str, _folders: tuple[str, ...], **options: Any) -> Lark:
        return Lark(SMALL, **options)

    monkeypatch.setattr(Lark, "open_from_package", small)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    path = grammar._tables()
    assert path is not None
    Path(path).write_bytes(b"half of the tab")
    made = []
    for _ in ("spoiled", "kept"):
        tree = grammar._lark.__wrapped__().parse("1 + 2", start="expression")
        assert [item.data for item in tree.find_data("arithmetic")] == ["arithmetic"]
        made.append(Path(path).stat().st_mtime_ns)
    assert Path(path).stat().st_size > 1_000
    assert made[0] == made[1]


def test_without_a_place_for_them_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "taken").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "taken"))
    assert grammar._tables() is None
