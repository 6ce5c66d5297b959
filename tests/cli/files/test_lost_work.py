"""A crash at any point, or a full disk, leaves the old file or the new one, never half of one."""

from __future__ import annotations

import ast
import json
import os
import re
import resource
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli.main import main
from rulewright.cli.shared.files.files import write_whole
from rulewright.cli.table.session.saving import append_line

from ...sampled import sampled
from .test_outputs import WRITING

ROOT = Path(__file__).parents[3]
FERRY = ROOT / "tests" / "translation" / "documents" / "ferry"
PRINTED = ROOT / "tests" / "translation" / "documents" / "printed" / "ferry.ru.md"
# What keeps files whole.
WRITE = {"write_whole", "write_new", "write_bytes", "write_folder", "append_line"}
OLD, NEW = "old\n" * 2_000, "new text\n" * 1_000
# What a write consists of; a crash comes before or after one of these.
CALLS = ("open", "fsync", "chmod", "umask", "replace")


def killed(work: Callable[[], object]) -> bool:
    """Do some work in a process of its own; says whether it was killed in it."""
    child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


def dying(name: str, when: str, work: Callable[[], object]) -> Callable[[], object]:
    """The same work, killed before or after a function of the system is called."""
    def die(*arguments: object, **named: object) -> object:
        if when == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        real(*arguments, **named)
        os.kill(os.getpid(), signal.SIGKILL)
        return None

    def worked() -> object:
        setattr(os, name, die)
        return work()

    real: Callable[..., object] = getattr(os, name)
    return worked


def cut_short(after: int, work: Callable[[], object]) -> Callable[[], object]:
    """The same work, killed by the system when a file has grown to so many bytes."""
    def worked() -> object:
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (after, after))
        return work()

    return worked


def others(folder: Path, *names: str) -> list[str]:
    """What else lies in a folder; what a crash leaves behind is hidden, and nothing takes it for a game."""
    return [path.name for path in folder.iterdir() if path.name not in names and
            (not path.name.startswith(".") or path.suffix in (".play", ".rules", ".lock"))]


# ---- Crashes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("is_there", [True, False])
def test_a_crash_leaves_the_old_file_or_the_new_one(tmp_path: Path, call: str, when: str, is_there: bool) -> None:
    path = tmp_path / "file.play"
    if is_there:
        path.write_text(OLD)
    was_killed = killed(dying(call, when, lambda: write_whole(path, NEW)))
    assert was_killed == ((call, is_there) != ("umask", True))
    assert (path.read_text() if path.exists() else OLD) in (OLD, NEW)
    assert (path.read_text() == NEW if path.exists() else False) == (not was_killed or (call, when) == ("replace", "after"))
    assert others(tmp_path, "file.play") == []


@pytest.mark.parametrize("after", [1, 4_000, len(NEW) - 1])
def test_a_crash_in_the_middle_of_writing_leaves_the_old_file(tmp_path: Path, after: int) -> None:
    path = tmp_path / "file.play"
    path.write_text(OLD)
    assert killed(cut_short(after, lambda: write_whole(path, NEW)))
    assert path.read_text() == OLD


@pytest.mark.parametrize("after", [9, 12, 18])
def test_a_crash_while_a_move_is_written_loses_that_move_at_most(tmp_path: Path, after: int) -> None:
    path = tmp_path / "game.play"
    before, line = "Anna: b2\n", "Boris: a1\n"
    path.write_text(before)
    assert killed(cut_short(after, lambda: append_line(path, line)))
    assert path.read_text() == (before + line)[:after]


def run(*arguments: str) -> int:
    return CliRunner().invoke(main, arguments).exit_code


PLAY = "game tic_tac_toe\nrules 000000000000\nplayers Anna, Boris\nAnna: b2\nBoris: a1\nexpect Boris to move\n"
BROKEN = (FERRY / "ferry.rules").read_text(encoding="utf-8").replace("most_loaded = 4", "most_loaded = 3") + (
    '\ninvariant still_there: shore > 15\n    "Some stay."\n')
# A rulebook that breaks a law in its first game, which is short.
UNLAWFUL = """rulebook small
    players 2

state
    count: 0..3 = 0

play
    repeat 3 times
        for each p in players
            choose adding by p
                "One adds."
                move add "add"
                    count gains 1
                    check full

end full
    "It is over."
    when count = 3
    draw

invariant few: count < 2
    "It stays small."
"""
LOOSE = "rulebook race\n    players   2\n\nplay\n    check over\n\nend over\n    when   yes\n    draw\n"


@pytest.fixture(scope="module")
def first_desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with something of each kind that is written anew; what is tried works on a copy of it."""
    folder = tmp_path_factory.mktemp("desk")
    shutil.copytree(FERRY, folder / "ferry")
    (folder / "printed.md").write_text(PRINTED.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "game.play").write_text(PLAY)
    (folder / "race.rules").write_text(LOOSE)
    (folder / "broken.rules").write_text(BROKEN)
    (folder / "small.rules").write_text(UNLAWFUL)
    (folder / "planted.md").write_text(PRINTED.read_text(encoding="utf-8").replace("2 кости", "3 кости"), encoding="utf-8")
    document = ("--document", str(folder / "printed.md"), "--lang", "ru")
    rulebook = str(folder / "ferry" / "ferry.rules")
    assert run("document", "confirm", rulebook, "storm", *document) == 0
    shutil.copytree(FERRY, folder / "bare")
    shutil.rmtree(folder / "bare" / "text")
    (folder / "ferry" / "text" / "it.texts").write_text("texts of ferry in it\n\nstorm\n    \"Arriva la tempesta.\"\n")
    shutil.copytree(FERRY, folder / "thin")
    (glossary,) = (folder / "thin" / "text").glob("ru.glossary.csv")
    glossary.write_text("".join(glossary.read_text(encoding="utf-8").splitlines(keepends=True)[:-1]), encoding="utf-8")
    return folder


def finding(folder: Path) -> str:
    """The id of what is wrong in a printed rulebook in which a number was changed."""
    document = ("--document", str(folder / "planted.md"), "--lang", "ru")
    found = CliRunner().invoke(main, ("validate", str(folder / "ferry" / "ferry.rules"), *document, "--json"))
    id: str = json.loads(found.stdout)["findings"][0]["id"]
    return id


def writing(folder: Path) -> dict[str, tuple[str, ...]]:
    """Commands that write a file anew, and the arguments of each."""
    rulebook = str(folder / "ferry" / "ferry.rules")
    document = ("--document", str(folder / "printed.md"), "--lang", "ru")
    planted = ("--document", str(folder / "planted.md"), "--lang", "ru")
    found, bare = ("--output", str(folder / "found" / "new")), str(folder / "bare" / "ferry.rules")
    return {
        "fmt": ("fmt", str(folder / "race.rules")),
        "bless": ("test", "--bless", str(folder / "game.play")),
        "lock": ("document", "confirm", rulebook, "turn_of", *document),
        "update": ("document", "update", rulebook, *planted),
        "accepted": ("document", "accept", rulebook, "FINDING", "--reason", "as in the list of errors", *planted),
        "asked": ("document", "ask", rulebook, "storm", "After which round?", *document),
        "withdrawn": ("document", "withdraw", rulebook, "storm", *document),
        "texts": ("texts", rulebook, "--lang", "de", "--write"),
        "meant": ("texts", rulebook, "--lang", "it", "--accept", "storm"),
        "ways": ("diff", rulebook, str(folder / "broken.rules"), "--plays", "2", *found),
        "laws": ("laws", str(folder / "small.rules"), "--games", "1", "--code-games", "1", *found),
        "play": ("play", "pig", "--auto", "--seed", "1", "--save", str(folder / "played.play")),
        "state": ("mutate", rulebook, "--clause", "storm", "--games", "1", "--sample", "1", "--resume", str(folder / "state")),
        "results": ("simulate", "tic_tac_toe", "--games", "3", "--resume", str(folder / "results")),
        "record": ("record", "pig", "--seed", "1", "--force", "--output", str(folder / "game.play")),
        "build": ("build", "nim", "--force", "--output", str(folder / "nim.wasm")),
        "new": ("new", "chest", "--folder", str(folder)),
        "rulebook": ("rulebook", "nim", "--output", str(folder / "nim.md")),
        "migrate": ("migrate", "--bless", str(folder / "game.play")),
        "junit": ("test", "--junit", str(folder / "results.xml"), str(folder / "game.play")),
        "html": ("validate", rulebook, *document, "--html", str(folder / "page.html")),
        "questions": ("document", "questions", rulebook, *document, "--output", str(folder / "asked.md")),
        "assign": ("document", "assign", rulebook, "storm", "3", *document),
        "learnt": ("learn", "breakthrough", "--games", "2", "--force", "--output", str(folder / "learnt.evaluation")),
        "picture": ("picture", "nim", "--force", "--output", str(folder / "nim.svg")),
        "replay": ("replay", str(folder / "game.play"), "--force", "--output", str(folder / "game.html")),
        "weights": ("ambiguities", "nim", "--games", "1", "--only", "heaps", "--output", str(folder / "weighed")),
        "balance": ("balance", "tic_tac_toe", "--games", "20", "--tries", "1", "--csv", str(folder / "games.csv")),
        "terms": ("document", "terms", str(folder / "thin" / "ferry.rules"), *document, "--write"),
        "first lock": ("document", "confirm", bare, "storm", *document),
        "first texts": ("texts", bare, "--lang", "de", "--write"),
        "new folder": ("new", "chest", "--folder", str(folder / "chests" / "new")),
    }


# Commands that go on until somebody stops them: their own tests kill them (tests/desk, tests/tables).
SERVERS = {"review", "serve"}


def asked(folder: Path, name: str) -> tuple[str, ...]:
    """One of these commands, with the id of a finding in it."""
    words = writing(folder)[name]
    return tuple(finding(folder) if word == "FINDING" else word for word in words) if "FINDING" in words else words


def test_every_command_with_an_output_is_tried() -> None:
    names = [name for name, _ in main.every_command()]
    tried = {next(name for name in names[::-1] if " ".join(words).startswith(f"{name} ")) for words in writing(Path()).values()}
    # A command on a document has the option of its lock, which some of them only read.
    assert {name for name, option in WRITING if option != "--lock"} <= tried | SERVERS
    modules = {path.relative_to(ROOT / "cli").with_suffix("") for path in (ROOT / "cli").rglob("*.py") if _calls_a_writer(path)}
    commands = {" ".join(path.parts[1:]) for path in modules if path.parts[0] == "commands"}
    # Modules that write for commands: `documents/decisions` for those that keep a lock or accept findings, `desk` for edits.
    others = {path.stem for path in modules if path.parts[0] != "commands"}
    assert others == {"desk", "decisions", "glossary", "results", "state", "saving", "keyboard"}
    assert commands | {"document confirm", "document assign", "document update", "document accept", "mutate", "play"} <= tried


def _calls_a_writer(path: Path) -> bool:
    """Whether a module writes files by the functions that keep them whole."""
    text = path.read_text(encoding="utf-8")
    if not any(name in text for name in WRITE):
        return False
    calls = (node.func for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call))
    return path.stem != "files" and any(isinstance(call, ast.Name) and call.id in WRITE for call in calls)


def contents(folder: Path) -> dict[str, bytes]:
    """What is in all files of a folder that are not hidden."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*"))
            if path.is_file() and not path.name.startswith(".")}


# These play games or read a document for long, and then write a new file as `record` and `laws` do.
LONG = {"learnt", "weights", "ways", "balance", "questions"}


SHORT = sorted({*writing(Path())} - LONG)


@pytest.mark.parametrize("name", [*SHORT, *(pytest.param(name, marks=pytest.mark.slow) for name in sorted(LONG))])
def test_a_command_changes_no_file_before_the_new_text_is_on_the_disk(first_desk: Path, tmp_path: Path, name: str,
                                                                      monkeypatch: pytest.MonkeyPatch) -> None:
    folder, found = shutil.copytree(first_desk, tmp_path, dirs_exist_ok=True), list[dict[str, bytes]]()
    command, before = asked(folder, name), contents(folder)

    def noted(file: int) -> None:
        # A process that is killed here leaves the files as they are found.
        found.append(contents(folder))
        real(file)

    real = os.fsync
    monkeypatch.setattr(os, "fsync", noted)
    assert run(*command) in (0, 1)
    assert found[0] == before
    assert contents(folder) != before


@pytest.mark.parametrize("name", [*sampled(SHORT, every=6),
                                  *(pytest.param(name, marks=pytest.mark.slow) for name in sorted(LONG))])
def test_a_command_that_was_killed_leaves_every_file_whole_and_can_be_repeated(first_desk: Path, tmp_path: Path,
                                                                               name: str) -> None:
    folder = shutil.copytree(first_desk, tmp_path, dirs_exist_ok=True)
    command, before = asked(folder, name), contents(folder)
    assert killed(dying("fsync", "before", lambda: run(*command)))
    assert contents(folder) == before
    assert run(*command) in (0, 1)
    assert contents(folder) != before


# ---- A full disk -----------------------------------------------------------------------------------


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder on a file system of its own that takes little."""
    folder = tmp_path / "disk"
    folder.mkdir()
    tool = shutil.which("mount")
    options = ["-t", "tmpfs", "-o", "size=512k", "tmpfs", str(folder)]
    if tool is None or subprocess.run([tool, *options], capture_output=True, check=False).returncode:
        pytest.skip("a file system may not be mounted here")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def fill(folder: Path) -> None:
    """Write until nothing more can be written."""
    with suppress(OSError), (folder / "filler").open("wb", buffering=0) as file:
        while file.write(b"x" * 512):
            pass


@pytest.mark.parametrize("names", [SHORT, pytest.param(sorted(LONG), marks=pytest.mark.slow)], ids=["short", "long"])
def test_a_full_disk_leaves_every_file_as_it_was(first_desk: Path, small_disk: Path, names: list[str]) -> None:
    shutil.copytree(first_desk, small_disk, dirs_exist_ok=True)
    commands = {name: asked(small_disk, name) for name in names}
    fill(small_disk)
    before, there = contents(small_disk), sorted(small_disk.rglob("*"))
    for name, command in commands.items():
        result = CliRunner().invoke(main, command)
        assert (name, result.exit_code) == (name, 1), result.output
        assert "no space left on device" in result.output.lower(), name
        assert name != "record" or "game.play" in result.output
        assert contents(small_disk) == before, name
        assert sorted(small_disk.rglob("*")) == there, name
    with pytest.raises(OSError, match="No space left"):
        append_line(small_disk / "filler", "x" * 10_000)
    assert contents(small_disk) == before


# ---- Nothing else writes ---------------------------------------------------------------------------

# The modules through which everything is written.
WRITERS = {"dsl/source/cache.py", "cli/shared/files/files.py", "cli/table/session/saving.py", "cli/mutants/state.py",
           "cli/tasks/results.py"}


def writes(path: Path) -> Iterator[str]:
    """The calls in a module that write to a file."""
    text = path.read_text(encoding="utf-8")
    # Few modules call one of these at all, and to go through all nodes of the others takes long.
    for node in ast.walk(ast.parse(text)) if re.search(r"(?:write_text|write_bytes|open)\s*\(", text) else ():
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            words = [
                item.value
                for item in (*node.args, *(keyword.value for keyword in node.keywords))
                if isinstance(item, ast.Constant)
            ]
            modes = [word for word in words if isinstance(word, str) and word and set(word) <= set("rwaxbt+")]
            if name in ("write_text", "write_bytes") and isinstance(node.func, ast.Attribute):
                yield name
            if name in ("open", "fdopen") and any(set(mode) & set("wax+") for mode in modes):
                yield name


def test_everything_is_written_through_the_modules_that_keep_files_whole() -> None:
    found = {str(path.relative_to(ROOT)) for folder in ("cli", "dsl", "interpreter", "translation")
             for path in (ROOT / folder).rglob("*.py") if list(writes(path))}
    assert found <= WRITERS
    assert "cli/shared/files/files.py" in found
