"""What is written lies where it was said to: no option leads out with `..` or a link, and no name in a rulebook does."""

from __future__ import annotations

import os
import re
import shutil
import signal
from collections.abc import Sequence
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from rulewright.cli.main import main
from rulewright.cli.shared.files.files import WouldOverwrite, write_new
from rulewright.cli.shared.files.outputs import OutputPath, free_name, wrong_with

FERRY = Path(__file__).parents[2] / "translation" / "documents" / "ferry"
# Options that take a path and only read from it.
READ = {"load", "document", "from", "weighed"}


def options(command: click.Command) -> Sequence[click.Option]:
    return [param for param in command.params if isinstance(param, click.Option) and isinstance(param.type, click.Path)]


def commands() -> dict[str, click.Command]:
    return dict(main.every_command())


WRITING = [(name, param.opts[0]) for name, command in commands().items() for param in options(command)
           if not READ & {opt.lstrip("-") for opt in param.opts}]


def test_every_option_that_names_an_output_looks_at_it() -> None:
    assert len(WRITING) >= 13
    for name, option in WRITING:
        found = next(param for param in options(commands()[name]) if option in param.opts)
        assert isinstance(found.type, OutputPath), f"{name} {option}"


def test_every_option_and_argument_that_names_a_file_is_a_path() -> None:
    named = {(name, param.name) for name, command in commands().items() for param in command.params
             if {"FILE", "FOLDER", "PATH"} & set(re.findall(r"[A-Z]+", param.make_metavar(click.Context(command))))}
    paths = {(name, param.name) for name, command in commands().items() for param in command.params
             if isinstance(param.type, click.Path)}
    # These name files that are read, or laid out or blessed in their place; `--source` may also be `rules`.
    assert {(name, param) for name, param in named - paths if param != "source"} == {
        *((name, "paths") for name in ("check", "fmt", "test")), ("picture", "path"), ("perft", "path")}
    assert not [name for name, command in commands().items() for param in command.params if isinstance(param.type, click.File)]


LOOSE = "rulebook race\n    players   2\n\nplay\n    check over\n\nend over\n    when   yes\n    draw\n"
WRONG = "game nim\nrules 000000000000\nplayers Anna, Boris\nexpect Boris to move\n"


@pytest.mark.parametrize(("command", "name", "text"), [
    (("fmt",), "race.rules", LOOSE), (("test", "--bless"), "old.play", WRONG), (("migrate", "--bless"), "old.play", WRONG)])
def test_a_file_that_is_a_link_out_of_its_folder_is_not_written_anew(
        tmp_path: Path, command: tuple[str, ...], name: str, text: str) -> None:
    (tmp_path / "inside").mkdir()
    (tmp_path / name).write_text(text)
    link = tmp_path / "inside" / name
    link.symlink_to(tmp_path / name)
    result = CliRunner().invoke(main, [*command, str(link)])
    assert result.exit_code in (1, 2), result.output
    assert "is a link that leads out of its folder" in result.output
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir() if path.is_file()] == [(name, text)]


@pytest.mark.parametrize("path", ["../out.play", "sub/../../out.play", "link.play", "folder/out.play"])
def test_people_write_to_any_path_that_they_type(tmp_path: Path, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    (inside / "sub").mkdir(parents=True)
    outside.mkdir()
    (outside / "there.play").write_text("old")
    (inside / "link.play").symlink_to(outside / "there.play")
    (inside / "folder").symlink_to(outside)
    monkeypatch.chdir(inside)
    result = CliRunner().invoke(main, ["record", "nim", "--seed", "1", "--force", "-o", path])
    assert result.exit_code == 0, result.output
    real = (inside / path).resolve()
    assert real.read_text().startswith("game nim\n")
    assert inside not in real.parents
    real.unlink()
    (inside / "link.play").unlink()
    typed = CliRunner().invoke(main, ["play", "pig", "--save", "kept.play"], input=f"save {path}\nquit\n").output
    assert f"saved to {path}" in typed
    assert (inside / path).read_text().startswith("game pig\n")


@pytest.mark.parametrize("arguments", [("check", ""), ("test", ""), ("fmt", ""), ("show", ""), ("record", "nim", "-o", ""),
                                       ("record", "nim", "--output="), ("play", "nim", "--save", ""), ("check", "pig", "")])
def test_an_empty_argument_is_wrong_usage(arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, arguments)
    assert (result.exit_code, "An argument is empty" in result.output) == (2, True), result.output


def test_a_path_is_what_it_says(tmp_path: Path) -> None:
    (tmp_path / "here.play").write_text("")
    (tmp_path / "link.play").symlink_to(tmp_path / "here.play")
    assert [wrong_with(tmp_path / name) for name in ("here.play", "link.play", "a..b", "...")] == [None] * 4
    assert wrong_with(Path("a\0b")) is not None


@pytest.mark.parametrize("arguments", [("check", "LOOP"), ("fmt", "LOOP"), ("test", "LOOP"), ("show", "LOOP"), ("play", "LOOP"),
                                       ("mutate", "nim", "--resume", "LOOP"), ("record", "nim", "--output", "LOOP")])
def test_a_link_that_leads_back_to_itself_is_told(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    loop = tmp_path / "loop.rules"
    loop.symlink_to(loop)
    result = CliRunner().invoke(main, [word.replace("LOOP", str(loop)) for word in arguments])
    assert (result.exit_code, type(result.exception)) == (2, SystemExit), result.output


@pytest.mark.parametrize("arguments", [("fmt", "PIPE"), ("check", "PIPE"), ("show", "PIPE"),
                                       ("mutate", "nim", "--resume", "PIPE")])
def test_nothing_waits_for_a_pipe(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    pipe = tmp_path / "pipe.rules"
    os.mkfifo(pipe)

    def late(*_: object) -> None:
        raise AssertionError("the command waits")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(60)
    try:
        result = CliRunner().invoke(main, [word.replace("PIPE", str(pipe)) for word in arguments])
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
    assert (result.exit_code in (1, 2), type(result.exception)) == (True, SystemExit), result.exception
    assert "pipe" in result.stderr


def test_what_is_there_is_written_over_by_force_where_that_can_be_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "game.play"
    path.write_text("mine")
    record = ["record", "nim", "--seed", "1", "--output", str(path)]
    refused = CliRunner().invoke(main, record)
    assert (refused.exit_code, "choose another name, or give --force" in refused.output) == (2, True)
    assert path.read_text() == "mine"
    assert CliRunner().invoke(main, [*record, "--force"]).exit_code == 0
    assert path.read_text().startswith("game nim\n")


def test_nothing_new_is_written_through_a_link_that_leads_nowhere(tmp_path: Path) -> None:
    (tmp_path / "new.play").symlink_to(tmp_path / "elsewhere" / "there.play")
    with pytest.raises(WouldOverwrite):
        write_new(tmp_path / "new.play", "text")
    assert free_name(tmp_path, "new", ".play") == tmp_path / "new_2.play"


@pytest.mark.parametrize("name", ["../evil", "a/b", "/etc/evil", ".hidden", "..", "a b", ""])
def test_a_new_rulebook_has_a_name_and_no_path(tmp_path: Path, name: str) -> None:
    result = CliRunner().invoke(main, ["new", "--folder", str(tmp_path), "--", name])
    assert result.exit_code == 2
    assert list(tmp_path.rglob("*")) == []


def ferry(tmp_path: Path) -> Path:
    """A rulebook in a folder beside which there is another, and a folder of it that is a link to that one."""
    home = tmp_path / "home"
    (tmp_path / "elsewhere").mkdir()
    shutil.copytree(FERRY, home)
    return home


@pytest.mark.parametrize("language", ["../../elsewhere/ru", "/some/ru", "xx"])
def test_a_language_leads_nowhere(tmp_path: Path, language: str) -> None:
    home = ferry(tmp_path)
    result = CliRunner().invoke(main, ["texts", str(home / "ferry.rules"), "--lang", language, "--write"])
    assert result.exit_code == 2
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_texts_are_not_written_through_a_folder_that_is_a_link(tmp_path: Path) -> None:
    home = ferry(tmp_path)
    shutil.rmtree(home / "text")
    (home / "text").symlink_to(tmp_path / "elsewhere")
    result = CliRunner().invoke(main, ["texts", str(home / "ferry.rules"), "--lang", "fr", "--write"])
    assert (result.exit_code, "leads out of the folder of its rulebook" in result.output) == (2, True)
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_lock_is_not_written_through_a_folder_that_is_a_link(tmp_path: Path) -> None:
    home = ferry(tmp_path)
    (home / "documents").symlink_to(tmp_path / "elsewhere")
    document = ("--document", str(FERRY.parent / "printed" / "ferry.ru.md"), "--lang", "ru")
    result = CliRunner().invoke(main, ["document", "confirm", str(home / "ferry.rules"), "storm", *document])
    assert list((tmp_path / "elsewhere").iterdir()) == []
    assert (result.exit_code, "leads out of the folder of its rulebook" in result.output) == (2, True), result.output
