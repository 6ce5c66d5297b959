"""What is told about files that cannot be read, or that lie where they should not."""

from __future__ import annotations

import os
from pathlib import Path

from rulewright.dsl.load.loader import read, read_text, variants_of
from rulewright.dsl.source.chunks import MAX_FILE, MAX_FILES

HEADER = "rulebook case\n    players 2\n"


def reported(path: Path) -> list[tuple[str, str, str, int]]:
    return [(diagnostic.code, diagnostic.message, Path(diagnostic.span.source.name).name, diagnostic.span.line)
            for diagnostic in read(path).diagnostics.sorted()]


def test_a_main_file_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "none.rules"
    assert reported(path) == [("E103", f"`{path}` cannot be read: no such file or directory", "none.rules", 1)]


def test_a_used_file_that_is_not_there_is_reported_at_its_use(tmp_path: Path) -> None:
    main = tmp_path / "main.rules"
    main.write_text(HEADER + 'use "part.rules"\n')
    assert reported(main) == [("E103", "`part.rules` cannot be read: no such file or directory", "main.rules", 3)]
    assert read(main).diagnostics.sorted()[0].span.text == '"part.rules"'


def test_a_folder_is_not_a_file(tmp_path: Path) -> None:
    main = tmp_path / "main.rules"
    main.write_text(HEADER + 'use "part"\n')
    (tmp_path / "part").mkdir()
    assert reported(main) == [("E103", "`part` cannot be read: is a directory", "main.rules", 3)]


def test_a_file_that_is_not_utf_8(tmp_path: Path) -> None:
    main = tmp_path / "main.rules"
    main.write_bytes(b"rulebook caf\xe9\n")
    assert reported(main) == [("E103", f"`{main}` is not text in UTF-8 (byte 12)", "main.rules", 1)]


def test_a_path_that_no_file_can_have(tmp_path: Path) -> None:
    main = tmp_path / "main.rules"
    main.write_text(HEADER + 'use "part\0.rules"\n')
    assert [code for code, *_ in reported(main)] == ["E103"]


def test_a_file_that_is_too_long(tmp_path: Path) -> None:
    main = tmp_path / "main.rules"
    main.write_text("#" * (MAX_FILE + 1))
    assert reported(main) == [("E106", f"`{main}` is larger than {MAX_FILE} bytes", "main.rules", 1)]


def test_files_that_use_each_other_in_a_circle(tmp_path: Path) -> None:
    main, part = tmp_path / "main.rules", tmp_path / "part.rules"
    main.write_text(HEADER + 'use "part.rules"\n')
    part.write_text('use "main.rules"\n')
    assert reported(main) == [("E104", "`main.rules` uses this file: the files form a circle", "part.rules", 1)]


def test_a_file_used_twice_is_read_once(tmp_path: Path) -> None:
    main, part = tmp_path / "main.rules", tmp_path / "part.rules"
    main.write_text(HEADER + 'use "part.rules"\nuse "part.rules"\n')
    part.write_text("enum clan: red, blue\n")
    files = read(main)
    assert files.diagnostics.sorted() == ()
    assert len(files.declarations) == 2


def test_a_file_outside_the_folder_of_its_rulebook(tmp_path: Path) -> None:
    folder = tmp_path / "inside"
    folder.mkdir()
    (tmp_path / "outside.rules").write_text("enum clan: red, blue\n")
    main = folder / "main.rules"
    main.write_text(HEADER + 'use "../outside.rules"\nuse "/etc/passwd"\n')
    assert reported(main) == [
        ("E104", "`../outside.rules` lies outside the rulebook's folder", "main.rules", 3),
        ("E104", "`/etc/passwd` lies outside the rulebook's folder", "main.rules", 4),
    ]


def test_an_example_outside_the_folder_of_its_rulebook(tmp_path: Path) -> None:
    folder = tmp_path / "inside"
    folder.mkdir()
    (folder / "link.play").symlink_to(tmp_path / "outside.play")
    (tmp_path / "outside.play").write_text("game main\n")
    os.mkfifo(folder / "pipe.play")
    paths = ("../outside.play", "/etc/passwd", "link.play", "pipe.play", "a\0.play", "not_there_yet.play")
    main = folder / "main.rules"
    main.write_text(HEADER + "".join(f'example one{i} from "{path}"\n    "Look."\n' for i, path in enumerate(paths)))
    assert [(code, line) for code, _, _, line in reported(main)] == [
        ("E104", 3), ("E104", 5), ("E104", 7), ("E103", 9), ("E103", 11)]


def test_a_file_in_which_nothing_is_declared(tmp_path: Path) -> None:
    main = tmp_path / "main.rules"
    main.write_text("# Nothing yet.\n")
    assert reported(main) == [("E105", "the file declares nothing", "main.rules", 1)]


def test_a_rulebook_given_as_text_has_no_other_files() -> None:
    diagnostics = read_text("typed in", HEADER + 'use "part.rules"\n').diagnostics.sorted()
    assert [(diagnostic.code, diagnostic.message) for diagnostic in diagnostics] == [
        ("E103", "`part.rules` cannot be read: this rulebook is not in a folder")]


def test_a_rulebook_of_too_many_files(tmp_path: Path) -> None:
    for number in range(MAX_FILES):
        (tmp_path / f"part{number}.rules").write_text(f"enum word{number}: yes{number}, no{number}\n")
    main = tmp_path / "main.rules"
    main.write_text(HEADER + "".join(f'use "part{number}.rules"\n' for number in range(MAX_FILES)))
    assert reported(main) == [("E106", f"more than {MAX_FILES} files in a rulebook", "main.rules", MAX_FILES + 2)]


def test_a_file_without_end_is_not_read_to_its_end(tmp_path: Path) -> None:
    endless = tmp_path / "endless.rules"
    endless.symlink_to("/dev/zero")
    assert [code for code, *_ in reported(endless)] == ["E106"]


def test_a_pipe_beside_a_rulebook_is_left_alone(tmp_path: Path) -> None:
    main = tmp_path / "main.rules"
    main.write_text(HEADER + "\nplay\n    check over\n\nend over\n    when yes\n    draw\n")
    os.mkfifo(tmp_path / "pipe.rules")
    assert variants_of(main) == {}
    assert [diagnostic.code for diagnostic in read(main).diagnostics.sorted() if diagnostic.level == "error"] == []


def test_a_pipe_is_not_used(tmp_path: Path) -> None:
    main = tmp_path / "main.rules"
    main.write_text(HEADER + 'use "pipe.rules"\n')
    os.mkfifo(tmp_path / "pipe.rules")
    assert reported(main) == [("E103", "`pipe.rules` cannot be read: it is not a file", "main.rules", 3)]
