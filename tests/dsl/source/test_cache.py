"""What is kept in the user's cache folder is read only if it is whole, and the user's own."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.cli.checking import short_games
from rulewright.dsl import syntax as ast
from rulewright.dsl.parse import cache as parsed
from rulewright.dsl.parse import parse, parse_file, text_expressions
from rulewright.dsl.source import cache
from rulewright.dsl.source.cache import SWITCH, CacheStore, digest_of, user_store, version_of_code
from rulewright.dsl.source.chunks import cut
from rulewright.dsl.source.diagnostics import Diagnostics
from rulewright.dsl.source.search_path import find
from rulewright.dsl.source.span import Source
from rulewright.dsl.syntax.walk import nodes_in
from rulewright.interpreter.backends.wasm import cache as modules

from ...imports import import_graph

KEY = digest_of(b"key")
# What is kept by folders of code: the modules that make it, and those folders.
KEPT_BY = {
    "nodes": (("dsl/parse/files.py", "dsl/parse/text_expressions.py"), parsed.MAKERS),
    "short games": (("cli/checking/short_games.py",), short_games.PLAYED_BY),
    "modules of WebAssembly": (("interpreter/backends/wasm/build.py",), modules.MAKERS),
}


@pytest.mark.parametrize("what", KEPT_BY)
def test_what_is_kept_is_forgotten_when_any_code_that_makes_it_changes(what: str) -> None:
    (makers, folders), graph = KEPT_BY[what], import_graph()
    reached, known = set[str](), set(makers)
    while known - reached:
        reached |= known
        known = {other for name in known for other in graph[name]}
    assert {name.partition("/")[0] for name in reached} <= set(folders)


def test_the_version_of_code_changes_with_any_file_in_its_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "dsl" / "source").mkdir(parents=True)
    (tmp_path / "dsl" / "boards" / "deep").mkdir(parents=True)
    monkeypatch.setattr(cache, "__file__", str(tmp_path / "dsl" / "source" / "cache.py"))
    versions = {version_of_code("dsl")}
    for number, name in enumerate(("boards/deep/new.py", "boards/new.py", "source/a.lark", "boards/deep/new.py"), 1):
        (tmp_path / "dsl" / name).write_text("#" * number)
        versions.add(version_of_code("dsl"))
    assert len(versions) == 5


def test_what_is_damaged_is_not_read(tmp_path: Path) -> None:
    store = CacheStore(tmp_path, 10)
    store.write(KEY, b"payload")
    assert store.read(KEY) == b"payload"
    content = (tmp_path / KEY).read_bytes()
    for at in range(0, len(content), 5):
        (tmp_path / KEY).write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
        assert store.read(KEY) is None
    (tmp_path / KEY).write_bytes(content[:-1])
    assert store.read(KEY) is None


def test_what_was_not_used_for_longest_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "PRUNED_EVERY", 1)
    store = CacheStore(tmp_path, 3)
    keys = [digest_of(bytes([number])) for number in range(5)]
    for number, key in enumerate(keys):
        store.write(key, b"x")
        if number:
            assert store.read(keys[0]) == b"x"
    assert store.read(keys[1]) is None
    assert store.read(keys[4]) == b"x"
    assert len(list(tmp_path.iterdir())) == 3


def test_a_folder_that_cannot_be_written_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store = CacheStore(tmp_path / "file", 10)
    store.write(KEY, b"payload")
    assert store.read(KEY) is None


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such modes there")
def test_a_folder_in_which_others_may_write_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "cache_folder", lambda: tmp_path / "cache")
    monkeypatch.delenv(SWITCH, raising=False)
    (tmp_path / "cache").mkdir(mode=0o700)
    assert user_store("parsed", 10) is not None
    (tmp_path / "cache").chmod(0o777)
    assert user_store("parsed", 10) is None
    (tmp_path / "cache").chmod(0o700)
    monkeypatch.setenv(SWITCH, "1")
    assert user_store("parsed", 10) is None


@pytest.mark.parametrize("name", ["carolus_magnus", "lancaster", "pig"])
def test_a_kept_file_is_the_same_as_one_that_is_parsed(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsed, "_store", lambda: CacheStore(tmp_path, 1000))
    diagnostics = Diagnostics()
    # Under another name: what this process has parsed before is not parsed again, and so not kept.
    source, items = parse_file(f"{name}_once.rules", find(name).read_text(), diagnostics)
    assert diagnostics.sorted() == ()
    elsewhere = Source("elsewhere.rules", source.text)
    again = parsed.cached_items(elsewhere)
    assert again is not None
    assert repr(again) == repr(items)
    assert {node.span.source for item in again for node in nodes_in(item)} == {elsewhere}


def test_a_pickle_that_is_none_is_parsed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = CacheStore(tmp_path, 10)
    monkeypatch.setattr(parsed, "_store", lambda: store)
    source = Source("a.rules", "rulebook a\n    players 2\n" + "# a comment\n" * 20)
    store.write(parsed._key(source), b"no pickle")
    assert parsed.cached_items(source) is None
    assert not list(tmp_path.iterdir())


@st.composite
def rearranged(draw: st.DrawFn) -> list[str]:
    """A file of a rulebook as it is edited: pieces of it left out, said twice, moved, and words put in."""
    lines = find("carolus_magnus").with_name("regions.rules").read_text().split("\n")
    versions = []
    for _ in range(draw(st.integers(1, 4))):
        begin, end = sorted(draw(st.tuples(st.integers(0, len(lines)), st.integers(0, len(lines)))))
        piece = lines[begin : min(end, begin + 30)]
        match draw(st.sampled_from(("left out", "twice", "moved", "put in"))):
            case "left out":
                lines = lines[:begin] + lines[begin + len(piece) :]
            case "twice":
                lines = lines[:begin] + piece + lines[begin:]
            case "moved":
                lines = lines[:begin] + lines[begin + len(piece) :] + piece
            case _:
                lines.insert(begin, draw(st.sampled_from(("", "# here", "    if p", "constants", "    a = 1"))))
        versions.append("\n".join(lines))
    return versions


@given(versions=rearranged())
@settings(max_examples=6)
def test_declarations_that_are_kept_are_those_that_are_parsed(versions: list[str], tmp_path_factory: pytest.TempPathFactory
                                                              ) -> None:
    kept_are_parsed(versions, tmp_path_factory)


@pytest.mark.slow
@given(versions=rearranged())
@settings(max_examples=1000)
def test_many_declarations_that_are_kept_are_those_that_are_parsed(versions: list[str],
                                                                   tmp_path_factory: pytest.TempPathFactory) -> None:
    kept_are_parsed(versions, tmp_path_factory)


def as_text(items: tuple[ast.Item, ...]) -> str:
    """Return declarations as text, in which the words of a set have one order."""
    return re.sub(r"frozenset\(\{([^}]*)\}\)", lambda match: f"{{{', '.join(sorted(match[1].split(', ')))}}}", repr(items))


def kept_are_parsed(versions: list[str], tmp_path_factory: pytest.TempPathFactory) -> None:
    """Parse each version of a file with what is kept of those before, and as a whole, and compare."""
    with pytest.MonkeyPatch.context() as patch:
        store = CacheStore(tmp_path_factory.mktemp("kept"), 100)
        patch.setattr(parsed, "_store", lambda: store)
        for version, text in enumerate((find("carolus_magnus").with_name("regions.rules").read_text(), *versions)):
            here, whole = Diagnostics(), Diagnostics()
            source, items = parse_file("regions.rules", f"{text}\n# {version}", here)
            assert as_text(items) == as_text(tuple(parse(source, whole)))
            assert [repr(diagnostic) for diagnostic in here.sorted()] == [repr(diagnostic) for diagnostic in whole.sorted()]
            assert {node.span.source for item in items for node in nodes_in(item)} <= {source}


def test_of_a_file_that_changed_only_the_changed_declaration_is_parsed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsed, "_store", lambda: CacheStore(tmp_path, 1000))
    # Of this name no other test has parsed it: what was parsed a moment ago is not kept again.
    name, text = str(tmp_path / "pig.rules"), find("pig").read_text()
    parse_file(name, text, Diagnostics())
    changed = Source(name, "# one more line\n" + text.replace("players 2..10", "players 2..9"))
    chunks = cut(changed, Diagnostics())
    known = parsed.cached_parts(changed, chunks)
    assert [chunk.words[:1] for chunk in chunks if chunk not in known] == [("rulebook",)]


def test_expressions_of_texts_are_kept_beside_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_expressions, "_store", lambda: CacheStore(tmp_path, 1000))
    folder = tmp_path / "text"

    def asked(*texts: str) -> list[str]:
        monkeypatch.setattr(text_expressions, "_known", {})
        with text_expressions.cached_beside(folder):
            return [repr(text_expressions.written_expression(text)) for text in texts]

    first = asked("goal - 1", "no expression (")
    assert asked("hexes") != first
    monkeypatch.setattr("rulewright.dsl.parse.expressions.parse_expression", lambda *_: pytest.fail("it is kept"))
    assert asked("goal - 1", "no expression (") == first
    (kept_file,) = tmp_path.iterdir()
    kept_file.write_bytes(b"no pickle")
    monkeypatch.undo()
    monkeypatch.setattr(text_expressions, "_store", lambda: CacheStore(tmp_path, 1000))
    assert asked("goal - 1", "no expression (") == first
