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

import re

import pytest

from rulewright import State
from rulewright.dsl.driver.compilation import Compilation, header_of
from rulewright.dsl.driver.compile import Compiled
from rulewright.dsl.load.loader import read_text
from rulewright.dsl.source.diagnostics import render
from rulewright.interpreter.analysis.playouts.simulate import play_out
from rulewright.interpreter.backends.python.program import PythonProgram
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.machine.machine import Machine
from rulewright.interpreter.runtime.chance import Dice

from .blocks import Block, blocks, framed
from .examples import ROOT, RULES, Numbers, analysed, compiled, file_at, tagged

WORDS = ROOT / "docs" / "reference" / "files.md"
GAMES = 3
# An example shows one thing; that nothing in its frame uses the thing is no mistake of its own.
UNUSED = {"E401", "E405", "W404"}


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
    files = read_text(str(block), text, *variants)
    results = analysed(files)
    assert codes(results) <= ignored, written(results)
    fewest = header_of(files).fewest
    for players, result in enumerate(results, fewest):
        rules = Rules(Compilation(files, players, {}, result), briefly=True)
        for seed in range(GAMES):
            positions: list[State] = []
            play = play_out(rules, Dice(seed), 10_000, positions.append)
            assert [rules.invariants.broken(state) for state in positions] == [()] * len(positions)
            assert play.end is not None, "the game does not end"


@pytest.mark.parametrize("block", tagged("part"), ids=str)
def test_a_part_compiles_in_its_frame(block: Block, monkeypatch: pytest.MonkeyPatch) -> None:
    assert_compiles_in_its_frame(block, monkeypatch, Numbers.MOST)


@pytest.mark.slow
def test_parts_compile_in_their_frames_for_every_number_of_players(monkeypatch: pytest.MonkeyPatch) -> None:
    for block in tagged("part"):
        with monkeypatch.context() as patch:
            assert_compiles_in_its_frame(block, patch, Numbers.ALL)


def assert_compiles_in_its_frame(block: Block, monkeypatch: pytest.MonkeyPatch, numbers: Numbers) -> None:
    text = framed(block.text, block.words[1] if len(block.words) > 1 else "alone")
    files = read_text(str(block), text)
    results = analysed(files, numbers)
    assert codes(results) <= UNUSED, written(results)
    if any(result.program is None for result in results):
        # Once more as if all of it were used, so that it is compiled to its end.
        monkeypatch.setattr("rulewright.dsl.driver.compile.verify", lambda *_: None)
        results = analysed(files, numbers)
    for result in results:
        assert result.program is not None
        Machine(PythonProgram(result.program), list(result.program.player.members))


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


GALLERY = sorted(path.stem for path in (ROOT / "games" / "gallery").glob("*.rules"))


@pytest.mark.parametrize("name", GALLERY)
def test_every_game_of_the_gallery_has_a_look_and_known_numbers(name: str) -> None:
    assert (ROOT / "games" / "gallery" / "look" / f"{name}.look").is_file()
    assert "source = " in (ROOT / "tests" / "perft" / f"{name}.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GALLERY)
def test_every_game_of_the_gallery_has_a_page_that_the_index_names(name: str) -> None:
    page = ROOT / "docs" / "games" / f"{name}.md"
    assert f"({name}.md)" in (page.parent / "index.md").read_text(encoding="utf-8")
    assert f"games/gallery/{name}.rules" in (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
    rulebook = (ROOT / "games" / "gallery" / f"{name}.rules").read_text(encoding="utf-8")
    excerpts = [block.text for block in blocks(page, ROOT) if block.language == "rules"]
    assert excerpts
    assert [text for text in excerpts if text not in rulebook] == []
