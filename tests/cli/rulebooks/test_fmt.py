"""`rulewright fmt` as a user meets it: what it writes, what it leaves alone, what it says."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.main import main
from rulewright.dsl.source.span import Source
from rulewright.dsl.tools.format import formatted

GAMES = Path(__file__).parents[3] / "games"
PIG = (GAMES / "tutorial" / "pig.rules").read_text(encoding="utf-8")
UNTIDY = PIG.replace("    ", "  ").replace(" = ", "=").replace("\n\n", "\n\n\n\n")
FAULTY = "rulebook faulty\n  players   two\n"


def run(*arguments: str | Path, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, ["fmt", *map(str, arguments)], input=stdin, prog_name="rulewright")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with an untidy rulebook, one in its layout, one that does not parse, and one that is hidden."""
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "untidy.rules").write_text(UNTIDY, encoding="utf-8")
    (tmp_path / "tidy.rules").write_text(PIG, encoding="utf-8")
    (tmp_path / "faulty.rules").write_text(FAULTY, encoding="utf-8")
    (tmp_path / ".kept").mkdir()
    (tmp_path / ".kept" / "hidden.rules").write_text(UNTIDY, encoding="utf-8")
    (tmp_path / "notes.txt").write_text("  not  a  rulebook", encoding="utf-8")
    return tmp_path


def test_a_folder_is_laid_out(folder: Path) -> None:
    before = (folder / "tidy.rules").stat().st_mtime_ns
    result = run(folder)
    assert result.exit_code == 1
    path = folder / "inner" / "untidy.rules"
    assert result.stdout == f"{path}: formatted\n1 file formatted, 1 unchanged, 1 skipped\n"
    assert "faulty.rules:2:13" in result.stderr
    assert "error[E101]: `two` does not fit here" in result.stderr
    assert path.read_text(encoding="utf-8") == PIG
    assert (folder / ".kept" / "hidden.rules").read_text(encoding="utf-8") == UNTIDY
    assert (folder / "faulty.rules").read_text(encoding="utf-8") == FAULTY
    assert (folder / "tidy.rules").stat().st_mtime_ns == before


def test_sound_files_are_exit_code_0_and_are_laid_out_once(folder: Path) -> None:
    path = folder / "inner" / "untidy.rules"
    assert run(path, path.parent).stdout == f"{path}: formatted\n1 file formatted, 0 unchanged\n"
    assert run(path).stdout == "0 files formatted, 1 unchanged\n"
    assert run(path).exit_code == 0


def test_check_lists_what_would_change_and_writes_nothing(folder: Path) -> None:
    (folder / "faulty.rules").unlink()
    result = run(folder, "--check")
    assert result.exit_code == 1
    assert result.stdout == f"{folder / 'inner' / 'untidy.rules'}: would change\n1 file would change, 1 formatted already\n"
    assert (folder / "inner" / "untidy.rules").read_text(encoding="utf-8") == UNTIDY
    assert run(folder / "tidy.rules", "--check").exit_code == 0


def test_diff_shows_what_would_change_and_writes_nothing(folder: Path) -> None:
    path = folder / "inner" / "untidy.rules"
    result = run(path, "--diff")
    assert result.exit_code == 0
    assert result.stdout.startswith(f"--- {path}\n+++ {path} (formatted)\n@@ ")
    assert '-  "Pig"\n-  players 2..10\n' in result.stdout
    assert '+    "Pig"\n+    players 2..10\n' in result.stdout
    assert result.stderr == "1 file would change, 0 formatted already\n"
    assert path.read_text(encoding="utf-8") == UNTIDY
    assert run(path, "--diff", "--check").exit_code == 1


def test_a_text_from_standard_input_is_printed_in_its_layout() -> None:
    result = run("-", stdin=UNTIDY)
    assert (result.exit_code, result.stdout, result.stderr) == (0, PIG, "")
    assert run("-", stdin=b"\xef\xbb\xbf" + UNTIDY.encode()).stdout == PIG
    assert (run("-", "--check", stdin=UNTIDY).exit_code, run("-", "--check", stdin=PIG).exit_code) == (1, 0)
    assert '+    "Pig"\n' in run("-", "--diff", stdin=UNTIDY).stdout


def test_a_text_that_does_not_parse_is_explained_and_not_printed() -> None:
    result = run("-", stdin=FAULTY)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "standard input:2:13" in result.stderr


@pytest.mark.parametrize("data", [PIG.replace("\n", "\r\n").encode(), b"\xef\xbb\xbf" + PIG.encode(), PIG.rstrip().encode()])
def test_line_ends_are_made_alike(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "pig.rules"
    path.write_bytes(data)
    assert run(path).exit_code == 0
    assert path.read_bytes() == PIG.encode()


@pytest.mark.parametrize("data", [b"\xff\xfe", b"rulebook \0", b"\n\n\t\n x", b'"', b"rulebook x\n    players 99999999999\n"])
def test_hostile_files_are_left_alone(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "hostile.rules"
    path.write_bytes(data)
    result = run(path)
    assert result.exit_code == 1
    assert "error[E1" in result.stderr
    assert path.read_bytes() == data


@pytest.mark.parametrize("arguments", [(), ("no_such_folder",), ("-", "games"), (Path(__file__),)])
def test_wrong_usage_is_exit_code_2(arguments: tuple[str | Path, ...]) -> None:
    assert run(*arguments).exit_code == 2


def test_a_file_that_cannot_be_written_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "faulty.rules").write_text(UNTIDY, encoding="utf-8")

    def write(path: Path, text: str) -> None:
        if path.name == "faulty.rules":
            raise OSError(28, "No space left on device")
        path.write_text(text, encoding="utf-8")

    monkeypatch.setattr("rulewright.cli.commands.fmt.write_whole", write)
    result = run(folder)
    assert result.exit_code == 1
    assert "faulty.rules cannot be written: no space left on device" in result.stderr
    assert (folder / "inner" / "untidy.rules").read_text(encoding="utf-8") == PIG


def test_a_layout_that_says_something_else_is_not_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder / "tidy.rules"
    monkeypatch.setattr("rulewright.dsl.tools.format.text.laid_out", lambda source: source.text.replace("= 6", "= 7"))
    result = run(path)
    assert result.exit_code == 1
    assert f"{path}:12:13: the formatted text says something else here; this is a bug of the formatter" in result.stderr
    assert path.read_text(encoding="utf-8") == PIG


def test_a_layout_that_changes_the_rules_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules are compiled before and after, with the files that a rulebook uses."""
    main, part, other = (tmp_path / name for name in ("main.rules", "part.rules", "other.rules"))
    main.write_text('use "part.rules"\n' + PIG.replace("    faces = 6 \"The die has {faces} faces.\"\n", ""), encoding="utf-8")
    part.write_text('constants\n    faces = 6 "The die has {faces} faces."\n', encoding="utf-8")
    other.write_text(UNTIDY, encoding="utf-8")

    def wrong(source: Source) -> str:
        return source.text.replace("= 6", "= 7") if source.name == str(part) else formatted(source)

    monkeypatch.setattr("rulewright.cli.shared.games.formatting.formatted", wrong)
    result = run(tmp_path)
    assert result.exit_code == 1
    assert f"{part} would be played by other rules; this is a bug of the formatter" in result.stderr
    assert "= 6" in part.read_text(encoding="utf-8")
    assert other.read_text(encoding="utf-8") == PIG
    monkeypatch.setattr(
        "rulewright.cli.shared.games.formatting.formatted", lambda source: source.text.replace("1000 = 100", "1000 = 99")
    )
    assert "standard input would be played by other rules" in run("-", stdin=PIG).stderr


def test_what_ships_is_laid_out() -> None:
    # That every file which ships stands in the layout is tested in `tests/dsl/format`.
    result = run(GAMES / "tutorial", "--check")
    assert result.exit_code == 0, result.output
