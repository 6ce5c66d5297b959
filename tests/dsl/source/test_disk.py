"""What is asked about files can be answered by texts that are not saved, recorded, and asked again."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.dsl.source import disk


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "variants").mkdir()
    (tmp_path / "a.rules").write_text("rulebook a\n")
    (tmp_path / "variants" / "v.rules").write_text("variant v of a\n")
    return tmp_path


def test_texts_lie_over_the_disk(folder: Path) -> None:
    new, old = folder / "variants" / "w.rules", folder / "a.rules"
    with disk.looking_at(disk.Overlay({new: b"variant w of a\n", old: b"rulebook a2\n"})):
        assert disk.is_file(new)
        assert disk.content(old, 100) == b"rulebook a2\n"
        assert disk.matching(folder / "variants", "*.rules") == (folder / "variants" / "v.rules", new)
        assert new in disk.matching(folder, "**/*.rules")
        assert new not in disk.matching(folder, "*.rules")
    assert not disk.is_file(new)
    assert disk.content(old, 100) == b"rulebook a\n"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes")
def test_a_path_is_of_one_kind(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    for link, to in (("link", "a.rules"), ("lost", "nowhere"), ("circle", "circle"), ("inside", "variants")):
        (folder / link).symlink_to(folder / to)
    names = ("a.rules", "link", "variants", "inside", "pipe", "lost", "circle", "nowhere", "a.rules/v.rules", "no\0path")
    assert [disk.Disk().kind(folder / name) for name in names] == [
        "file", "file", "folder", "folder", "other", "lost", "lost", "nothing", "nothing", "nothing"]
    with pytest.raises(OSError, match="too long"):
        disk.Disk().kind(folder / ("x" * 5_000))


def test_a_file_that_is_too_large_is_not_read(folder: Path) -> None:
    with pytest.raises(OSError, match="larger than 3 bytes"):
        disk.content(folder / "a.rules", 3)


def _folder_for_file(folder: Path) -> None:
    (folder / "a.rules").unlink()
    (folder / "a.rules").mkdir()


def _link(folder: Path) -> None:
    (folder / "a.rules").rename(folder / "c")
    (folder / "a.rules").symlink_to(folder / "c")


CHANGES: dict[str, Callable[[Path], object]] = {
    "content": lambda folder: (folder / "a.rules").write_text("rulebook b\n"),
    "a new file beside": lambda folder: (folder / "variants" / "x.rules").write_text(""),
    "a file that was not there": lambda folder: (folder / "b.rules").write_text(""),
    "a file that cannot be opened any more": lambda folder: (folder / "a.rules").unlink(),
    "a file that could not be opened": lambda folder: (folder / "missing").write_text(""),
    "a folder in place of a file": _folder_for_file,
    "a link to elsewhere": _link,
}


@pytest.mark.parametrize("change", CHANGES)
def test_each_change_is_noticed_when_questions_are_asked_again(folder: Path, change: str) -> None:
    with disk.recorded() as answers:
        disk.resolved(folder / "a.rules")
        disk.content(folder / "a.rules", 100)
        disk.matching(folder / "variants", "*.rules")
        disk.is_file(folder / "b.rules")
        with pytest.raises(FileNotFoundError):
            disk.content(folder / "missing", 100)
    assert disk.still_so(answers)
    (folder / "unasked.rules").write_text("")
    assert disk.still_so(answers)
    CHANGES[change](folder)
    assert not disk.still_so(answers)


def test_what_an_inner_block_asks_is_recorded_for_the_outer_one_too(folder: Path) -> None:
    with disk.recorded() as outer:
        with disk.recorded() as inner:
            disk.is_file(folder / "a.rules")
        disk.is_file(folder / "b.rules")
    assert len(inner) == 1
    assert len(outer) == 2


def test_a_question_is_asked_once(folder: Path) -> None:
    old, nowhere = folder / "a.rules", folder / "nowhere"
    with disk.recorded() as answers:
        disk.content(old, 100)
    with disk.asked_once():
        assert disk.still_so(answers)
        assert disk.content(old, 100) == b"rulebook a\n"
        assert not disk.exists(nowhere)
        assert disk.matching(folder, "*.rules") == (old,)
        for _ in range(2):
            with pytest.raises(OSError, match="nowhere"):
                disk.head(nowhere, 100)
        old.write_text("rulebook b\n")
        nowhere.write_text("here")
        (folder / "c.rules").write_text("rulebook c\n")
        # It stays as it was when it was looked at first.
        assert disk.content(old, 100) == b"rulebook a\n"
        assert not disk.exists(nowhere)
        assert disk.matching(folder, "*.rules") == (old,)
        with pytest.raises(OSError, match="nowhere"):
            disk.head(nowhere, 100)
        assert disk.still_so(answers)
        assert disk.answers_now(answers) == answers
    assert disk.content(old, 100) == b"rulebook b\n"
    assert disk.head(nowhere, 100) == b"here"
    assert not disk.still_so(answers)
