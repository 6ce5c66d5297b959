"""Every example of the documents compiles, plays, or fails with the code that the text says.

A block is tested by the words after its language:

    rules                   parses; an indented excerpt stands so in a rulebook that ships
    rules whole             no diagnostics for any number of players; random games end
    rules part [PLACE]      compiles when put into a frame (see frames/; `alone` without a place)
    rules error CODE [PLACE]    exactly this code; as it stands, or in a frame
    rules step              changes the last whole rulebook of the page; what comes of it must be whole
    rules step error CODE   changes it, and gives exactly this code
    rules variant           a variant of a whole rulebook of the page; both together are whole
    rules variant error CODE    a variant that gives exactly this code
    play [FILE]             passes; `FILE` is there for the commands after it
    console                 its `$ rulewright ...` lines run; `my_game.rules` is the rulebook so far
"""

from __future__ import annotations

import doctest
import importlib
import re
import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from hypothesis import settings

from rulewright import State, open_files
from rulewright.dsl.driver.compile import Compiled, analyse
from rulewright.dsl.load.loader import Files, read_text
from rulewright.dsl.source.diagnostics import Diagnostics, render
from rulewright.dsl.syntax import Rulebook
from rulewright.interpreter.analysis.playouts.simulate import play_out
from rulewright.interpreter.backends.python.written import Written
from rulewright.interpreter.machine.machine import Machine
from rulewright.interpreter.runtime.chance import Dice

from .blocks import Block, blocks, changed, framed

ROOT = Path(__file__).parents[2]
WORDS = ROOT / "docs" / "reference" / "files.md"
DOCUMENTS = sorted([*(ROOT / "docs").rglob("*.md"), *(ROOT / "cli" / "explanations").rglob("*.md"), ROOT / "README.md"])
BLOCKS = [block for path in DOCUMENTS for block in blocks(path, ROOT)]
RULES = [block for block in BLOCKS if block.language == "rules"]

GAMES = 3
# An example shows one thing; that nothing in its frame uses the thing is no mistake of its own.
UNUSED = {"E401", "E405", "W404"}


def tagged(*kinds: str) -> list[Block]:
    return [block for block in RULES if (block.words[0] if block.words else "") in kinds]


def compiled(block: Block, text: str, *variants: str) -> list[Compiled]:
    """What comes of a rulebook and variants of it, for each number of players it allows."""
    return analysed(read_text(str(block), text, *variants))


def analysed(files: Files) -> list[Compiled]:
    """What comes of files that are read, for each number of players they allow."""
    header = next((declaration for declaration in files.declarations if isinstance(declaration, Rulebook)), None)
    numbers = range(header.fewest, header.most + 1) if header is not None and header.fewest else range(2, 3)
    out = []
    for players in numbers:
        diagnostics = Diagnostics()
        diagnostics.extend(files.diagnostics.sorted())
        out.append(analyse(files.declarations, players, {}, diagnostics))
    return out


def codes(results: list[Compiled]) -> set[str]:
    return {diagnostic.code for result in results for diagnostic in result.diagnostics}


def written(results: list[Compiled]) -> str:
    return "\n".join(dict.fromkeys(render(diagnostic) for result in results for diagnostic in result.diagnostics))


def test_every_tag_is_known() -> None:
    unknown = [str(block) for block in RULES if block not in tagged("", "whole", "part", "error", "step", "variant")]
    assert unknown == []


@pytest.mark.parametrize("block", tagged(""), ids=str)
def test_an_example_parses(block: Block) -> None:
    if block.text.startswith(" "):
        games = (path.read_text(encoding="utf-8") for path in (ROOT / "games").rglob("*.rules"))
        assert any(block.text in text for text in games), "an excerpt is no part of a rulebook that ships"
        return
    found = read_text(str(block), block.text).diagnostics.sorted()
    # A text in a document has no folder, so the files it uses are not there.
    assert [render(diagnostic) for diagnostic in found if diagnostic.code != "E103"] == []


def file_at(block: Block) -> str | None:
    """What the reader's file holds at a block of a page: a whole rulebook, changed step by step."""
    text: str | None = None
    for item in RULES:
        if item.document == block.document and item.line <= block.line:
            if item.words == ("whole",) or (item.words[:1] == ("error",) and len(item.words) == 2):
                text = item.text
            elif item.words[:1] == ("step",):
                assert text is not None, f"{item} changes nothing"
                text = changed(text, item.text)
    return text


@pytest.mark.parametrize("block", [item for item in tagged("whole", "step") if "error" not in item.words], ids=str)
def test_a_whole_rulebook_plays(block: Block) -> None:
    assert_plays(block, file_at(block) or "")


@pytest.mark.parametrize("block", [item for item in tagged("variant") if "error" not in item.words], ids=str)
def test_a_variant_plays(block: Block) -> None:
    assert_plays(block, base_of(block), block.text)


def base_of(block: Block) -> str:
    """The whole rulebook of a page that a variant on it names; `my_game` is the rulebook so far."""
    name = block.text.split()[3]
    if name == "my_game":
        return file_at(block) or ""
    wholes = [whole for whole in tagged("whole") if whole.text.startswith(f"rulebook {name}\n")]
    here = [whole for whole in wholes if whole.document == block.document]
    return (here or wholes)[0].text


def assert_plays(block: Block, text: str, *variants: str, ignored: frozenset[str] = frozenset()) -> None:
    results = compiled(block, text, *variants)
    assert codes(results) <= ignored, written(results)
    game = open_files(read_text(str(block), text, *variants))
    for players in range(game.fewest, game.most + 1):
        rules = game.rules(players)
        for seed in range(GAMES):
            positions: list[State] = []
            play = play_out(rules, Dice(seed), 10_000, positions.append)
            assert [rules.invariants.broken(state) for state in positions] == [()] * len(positions)
            assert play.end is not None, "the game does not end"


@pytest.mark.parametrize("block", tagged("part"), ids=str)
def test_a_part_compiles_in_its_frame(block: Block, monkeypatch: pytest.MonkeyPatch) -> None:
    text = framed(block.text, block.words[1] if len(block.words) > 1 else "alone")
    files = read_text(str(block), text)
    results = analysed(files)
    assert codes(results) <= UNUSED, written(results)
    if any(result.program is None for result in results):
        # Once more as if all of it were used, so that it is compiled to its end.
        monkeypatch.setattr("rulewright.dsl.driver.compile.verify", lambda *_: None)
        results = analysed(files)
    for result in results:
        assert result.program is not None
        Machine(Written(result.program), list(result.program.player.members))


@pytest.mark.parametrize("block", [item for item in RULES if "error" in item.words], ids=str)
def test_a_mistake_has_its_code(block: Block) -> None:
    code, *place = block.words[block.words.index("error") + 1:]
    if block.words[0] == "variant":
        results = compiled(block, base_of(block), block.text)
    else:
        results = compiled(block, framed(block.text, place[0]) if place else file_at(block) or "")
    ignored = UNUSED - {code} if place else {"W404"} - {code}
    assert codes(results) - ignored == {code}, written(results)


@pytest.mark.parametrize("place", ["alone", "top", "turn"])
def test_a_frame_is_a_sound_rulebook(place: str) -> None:
    text = framed("", place)
    # Its fields are there for the examples.
    assert_plays(Block("frame", 1, "rules", ("whole",), text), text, ignored=frozenset({"W404"}))


def test_the_words_of_the_grammar_are_listed() -> None:
    grammar = (ROOT / "grammar" / "rulebook.lark").read_text(encoding="utf-8")
    words = set(re.findall(r'"([a-z]+)"', grammar)) | {"all", "none"}
    for alternatives in re.findall(r"/\(?([a-z|]+)\)?\(\?=", grammar):
        words |= set(alternatives.split("|"))
    listed = " ".join(re.findall(r"^> (.*)$", WORDS.read_text(encoding="utf-8"), re.MULTILINE)).split()
    assert listed == sorted(words)


PYTHON = sorted({block.document for block in BLOCKS if block.language == "python"})


@pytest.mark.parametrize(("name", "examples"), [
    *((name, 25) for name in PYTHON), pytest.param("docs/testing.md", 100, marks=pytest.mark.slow)])
def test_python_does_what_is_shown(name: str, examples: int) -> None:
    settings.register_profile("shown", settings(), max_examples=examples)
    before = settings.get_current_profile_name()
    settings.load_profile("shown")
    try:
        assert doctest.testfile(str(ROOT / name), module_relative=False).failed == 0
    finally:
        settings.load_profile(before)


# ---- Commands ----------------------------------------------------------------------------------


def command_line() -> click.Command:
    main: click.Command = importlib.import_module("rulewright.cli.main").main
    return main


@pytest.mark.parametrize("block", [block for block in BLOCKS if block.language == "console"], ids=str)
def test_a_command_does_what_is_shown(block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    main = command_line()
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games").symlink_to(ROOT / "games")
    monkeypatch.setattr(click, "get_app_dir", lambda *_: str(tmp_path / "kept"))
    text = file_at(block)
    if text is not None:
        (tmp_path / "my_game.rules").write_text(text, encoding="utf-8")
    for name, written in beside(block):
        (tmp_path / name).write_text(written, encoding="utf-8")
    for command, shown in runs(block.text):
        result = CliRunner().invoke(main, shlex.split(command)[1:], input="")
        assert result.exception is None or isinstance(result.exception, SystemExit), command
        wrong_use = any(line.startswith("Error: ") for line in shown)
        assert result.exit_code in ((2,) if wrong_use else (0, 1)), result.output
        for line in shown:
            assert squeezed(line) in squeezed(result.output), result.output


@pytest.mark.parametrize("block", [block for block in BLOCKS if block.language == "play"], ids=str)
def test_a_playthrough_on_a_page_passes(block: Block, tmp_path: Path) -> None:
    (tmp_path / "my_game.rules").write_text(file_at(block) or "", encoding="utf-8")
    (tmp_path / "shown.play").write_text(block.text, encoding="utf-8")
    result = CliRunner().invoke(command_line(), ["test", str(tmp_path / "shown.play")])
    assert result.exit_code == 0, result.output


def beside(block: Block) -> list[tuple[str, str]]:
    """The files that the reader of a page has written beside the rulebook: playthroughs with a name, and its variants."""
    above = [item for item in BLOCKS if item.document == block.document and item.line < block.line]
    plays = [(item.words[0], item.text) for item in above if item.language == "play" and item.words]
    variants = [(f"{item.text.split()[1]}.rules", item.text) for item in above
                if item.words == ("variant",) and item.text.split()[3] == "my_game"]
    return plays + variants


def runs(text: str) -> list[tuple[str, list[str]]]:
    """The commands of a console block, each with the lines of output shown for it.

    A line `...` stands for output left out, and so does `...` at the end of a line.
    """
    out: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        if line.startswith("$ rulewright"):
            out.append((line.removeprefix("$ "), []))
        elif out and line.strip().removesuffix("..."):
            out[-1][1].append(line.removesuffix("..."))
    return out


def squeezed(text: str) -> str:
    return " ".join(text.split())


GALLERY = sorted(path.stem for path in (ROOT / "games" / "gallery").glob("*.rules"))


@pytest.mark.parametrize("name", GALLERY)
def test_every_game_of_the_gallery_has_a_page_that_the_index_names(name: str) -> None:
    page = ROOT / "docs" / "games" / f"{name}.md"
    assert f"({name}.md)" in (page.parent / "index.md").read_text(encoding="utf-8")
    assert f"games/gallery/{name}.rules" in (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
    rulebook = (ROOT / "games" / "gallery" / f"{name}.rules").read_text(encoding="utf-8")
    excerpts = [block.text for block in blocks(page, ROOT) if block.language == "rules"]
    assert excerpts
    assert [text for text in excerpts if text not in rulebook] == []
