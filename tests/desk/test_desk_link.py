"""The token of a document's link: the same in each run on this machine, and new where others could have learnt it."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from rulewright.cli.desk.desk_link import token_of
from rulewright.dsl.source.cache import SWITCH


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv(SWITCH, raising=False)
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path / "cache"))
    monkeypatch.setattr("platformdirs.user_cache_path", lambda *_, **__: tmp_path / "cache" / "rulewright")
    return tmp_path / "cache"


def kept(cache: Path) -> list[Path]:
    return [path for path in cache.rglob("*") if path.is_file()]


def test_a_document_has_the_same_token_in_each_run_and_another_document_another(cache: Path) -> None:
    first = token_of(Path("rules.de.md"), "127.0.0.1")
    assert token_of(Path("rules.de.md").absolute(), "::1") == first
    assert token_of(Path("rules.ru.md"), "127.0.0.1") != first


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such bits")
def test_only_the_user_can_read_it(cache: Path) -> None:
    token_of(Path("rules.de.md"), "127.0.0.1")
    assert [stat.S_IMODE(path.stat().st_mode) for path in kept(cache)] == [0o600]


def test_a_damaged_token_is_made_again(cache: Path) -> None:
    first = token_of(Path("rules.de.md"), "127.0.0.1")
    (file,) = kept(cache)
    file.write_bytes(file.read_bytes()[:-1])
    second = token_of(Path("rules.de.md"), "127.0.0.1")
    assert (second != first, token_of(Path("rules.de.md"), "127.0.0.1")) == (True, second)


@pytest.mark.parametrize(("host", "switch"), [("0.0.0.0", ""), ("192.0.2.7", ""), ("127.0.0.1", "1")])
def test_where_others_reach_the_server_or_nothing_may_be_kept_each_run_has_its_own(
    cache: Path, monkeypatch: pytest.MonkeyPatch, host: str, switch: str
) -> None:
    if switch:
        monkeypatch.setenv(SWITCH, switch)
    assert token_of(Path("rules.de.md"), host) != token_of(Path("rules.de.md"), host)
    assert kept(cache) == []
