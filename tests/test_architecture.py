"""Imports point one way, games hold no Python, and the compiler and machine know no game."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.cli.main import main
from rulewright.dsl.source.diagnostics import CODES

from . import folders_drawn
from .imports import (
    LAYERS,
    ROOT,
    circles,
    folder_circles,
    folder_graph,
    import_graph,
    imports,
    modules,
    nodes,
    reduced,
    text,
)

# The folders of applications that the server serves.
APPLICATIONS = ("cli/tables/", "cli/desk/")
# What the interpreter may import from the compiler: the IR, types, and places in the source.
OPEN_TO_INTERPRETER = {"ir", "types", "source"}
# Read in lower case, with the words that begin at a boundary first: ignoring case takes five times as long.
GAME_WORDS = re.compile(
    r"\b(?:county|counties|(?:court|clan|nobles?|mages?|mana|lairs?)\b)"
    r"|carolus|magnus|lancaster|emperor|paladin|castle|knight|squire|territor|parliament|catapult|tic.?tac|breakthrough|goofspiel"
    r"|connect.four")
LOADED = re.compile(r'\bfind\("\w+"\)')  # an example in a docstring may play a game that ships


TESTING = "src/rulewright/testing"


def test_no_layer_knows_the_packages_above_it() -> None:
    above = {path.parent.name for path in (ROOT / "src" / "rulewright").glob("*/__init__.py") if not path.parent.is_symlink()}
    assert above == {"adapters", "testing"}
    assert [(path.name, target) for folder in LAYERS for path in modules(folder) for target in imports(path)
            if target and target[0] in above] == []


def test_only_testing_knows_hypothesis() -> None:
    known = {path.relative_to(ROOT).as_posix() for folder in (*LAYERS, "src") for path in modules(folder)
             if re.search(r"^\s*(from|import) hypothesis\b", text(path), re.MULTILINE)}
    assert known
    assert all(name.startswith(TESTING) for name in known)


@pytest.mark.parametrize("folder", LAYERS)
def test_imports_point_one_way(folder: str) -> None:
    upward = [(path.name, target) for path in modules(folder) for target in imports(path)
              if target and target[0] in LAYERS and LAYERS[target[0]] > LAYERS[folder]]
    assert upward == []


def test_the_interpreter_takes_only_the_ir_types_and_places_from_the_compiler() -> None:
    others = [(path.name, target) for path in modules("interpreter") for target in imports(path)
              if target[:1] == ("dsl",) and target[1] not in OPEN_TO_INTERPRETER]
    assert others == []


GENERATOR = ROOT / "interpreter" / "backends"
# How the Python generator calls what it writes: `b12`, `o12_0`, `score0` (interpreter/backends/python/values/naming.py).
GENERATED_NAME = re.compile(r"(?:[a-zA-Z]|score)(?:\d|\{\}|\x00)+(?:_(?:\d|\x00)+)*")
# How such a name begins where it is written; a module without one is not parsed.
BEGUN = re.compile(r"[\"'](?:[a-zA-Z]|score)(?:\d|\{)")


def name_keys(path: Path) -> Iterator[str]:
    """The texts that a module looks something up by; what is filled in is `\\0`."""
    for node in nodes(path):
        match node:
            case (ast.Subscript(slice=key) | ast.Call(func=ast.Attribute(attr="get"), args=[key, *_])
                  | ast.Call(func=ast.Name(id="getattr"), args=[_, key, *_])):
                pass
            case _:
                continue
        match key:
            case ast.Constant(value=str(written)):
                yield written
            case ast.JoinedStr(values=values):
                yield "".join(str(part.value) if isinstance(part, ast.Constant) else "\x00" for part in values)


def test_only_the_generator_knows_how_generated_functions_are_called() -> None:
    keys = {(path.name, key) for folder in LAYERS for path in modules(folder) if GENERATOR not in path.parents
            and BEGUN.search(text(path)) for key in name_keys(path) if GENERATED_NAME.fullmatch(key)}
    assert keys == set()
    written = (GENERATOR / "python" / "values" / "naming.py").read_text(encoding="utf-8")
    assert len(re.findall(r'return f"(?:[a-zA-Z]|score)\{', written)) > 20


@pytest.mark.parametrize("code", ['names["b12"]', 'names[f"o{n}_{m}"]', 'names.get("t3")', 'getattr(module, f"score{n}")'])
def test_a_look_up_of_a_generated_function_is_found(code: str, tmp_path: Path) -> None:
    path = tmp_path / "m.py"
    path.write_text(code, "utf-8")
    assert BEGUN.search(code)
    assert [key for key in name_keys(path) if GENERATED_NAME.fullmatch(key)] != []


def test_the_wall_is_the_only_way_to_generated_code() -> None:
    doors = {(path.relative_to(ROOT).as_posix(), target[3]) for folder in LAYERS for path in modules(folder)
             if GENERATOR not in path.parents for target in imports(path)
             if target[:3] == ("interpreter", "backends", "python")}
    # What compares the generated code of two programs has to see it; it calls none of it by name.
    assert doors == {
        ("interpreter/game/table/machines.py", "program"), ("interpreter/analysis/mutation/unchanged.py", "compared")}


def test_the_server_knows_nothing_of_games_and_only_it_and_its_applications_know_starlette() -> None:
    assert {target[0] for path in modules("web") for target in imports(path)} <= {"web"}
    knowing = {path.relative_to(ROOT).as_posix() for folder in LAYERS for path in modules(folder)
               if re.search(r"^\s*(from|import) (starlette|uvicorn)\b", text(path), re.MULTILINE)}
    assert knowing
    assert all(name.startswith(("web/", *APPLICATIONS)) for name in knowing)


def test_only_one_package_knows_lark() -> None:
    knowing = {path.relative_to(ROOT).as_posix() for folder in LAYERS for path in modules(folder)
               if re.search(r"^\s*(from|import) lark\b", text(path), re.MULTILINE)}
    assert all(name.startswith("dsl/pars") for name in knowing)
    assert knowing


def test_only_the_command_line_touches_the_terminal() -> None:
    pattern = re.compile(r"^\s*(from|import) (click|rich)\b|\bprint\(|\binput\(", re.MULTILINE)
    touching = [path.name for folder in ("dsl", "interpreter", "translation", "pictures", "web") for path in modules(folder)
                if pattern.search(re.sub(r'"""[\s\S]*?"""', "", text(path)))]
    assert touching == []


def test_games_hold_no_python() -> None:
    assert [path.name for path in (ROOT / "games").rglob("*") if path.suffix in (".py", ".pyc", ".so")] == []


@pytest.mark.parametrize("folder", ["dsl", "interpreter", "translation", "pictures", "web", "grammar"])
def test_compiler_interpreter_and_translation_know_no_game(folder: str) -> None:
    paths = modules(folder) or tuple((ROOT / folder).glob("*.lark"))
    assert paths
    known = {path.relative_to(ROOT).as_posix(): GAME_WORDS.findall(LOADED.sub("", text(path)).lower()) for path in paths}
    assert {name: words for name, words in known.items() if words} == {}


@pytest.mark.parametrize("written", ["the court", "Mages", "Lancaster", "two counties", "a tic-tac-toe", "catapults"])
def test_the_word_of_a_game_is_found(written: str) -> None:
    assert GAME_WORDS.search(written.lower())


def drawing(folder: Path) -> list[str]:
    """The modules and folders (`name/`) that the docstring of a folder draws, in its order."""
    docstring = ast.get_docstring(ast.parse(text(folder / "__init__.py")), clean=False) or ""
    lines = re.findall(r"^ {4,}([\w/]+(?:, [\w/]+)*)(?:  .*)?$", docstring, re.M)
    return [name for line in lines for name in line.split(", ")]


def folders() -> list[Path]:
    return sorted({path.parent for folder in LAYERS for path in modules(folder)})


# `cli/main.py` lists the commands: each is a module of its own name.
DRAWN = [*(folder for folder in folders() if "commands" not in folder.parts), ROOT / TESTING]


@pytest.mark.parametrize("folder", DRAWN, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_module_has_its_place_in_the_drawing_of_its_folder(folder: Path) -> None:
    there = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    inner = {f"{path.parent.name}/" for path in folder.glob("*/__init__.py")}
    assert set(drawing(folder)) == there | inner


@pytest.mark.parametrize("folder", DRAWN, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_folder_imports_only_folders_that_are_drawn_above_it(folder: Path) -> None:
    inner = [name.removesuffix("/") for name in drawing(folder) if name.endswith("/")]
    home = folder.relative_to(ROOT).parts
    against = [(path.name, target) for at, name in enumerate(inner) for path in modules(f"{'/'.join(home)}/{name}")
               for target in imports(path)
               if target[:len(home)] == home and len(target) > len(home) and target[len(home)] in inner[at + 1:]]
    assert against == []


# Folders in which files stand in circles. In `lowering` an expression holds lists, quantifiers, boards and paths, which hold
# expressions: its files are one recursive function, cut by what is lowered.
WITH_CIRCLES = {"interpreter/backends/low/lowering"}


def test_files_import_each_other_in_no_circle() -> None:
    graph = import_graph()
    found = [circle for circle in circles(graph) if not {name.rpartition("/")[0] for name in circle} <= WITH_CIRCLES]
    assert found == []
    assert sum(map(len, graph.values())) > len(graph)


# `__init__` is a module of its folder like any other. If it collects what lies in a folder in it, its folder imports from
# there, and nothing there may import any module of its folder. That Python runs `__init__` of `a` before `a.b` is no import.
def test_folders_import_each_other_in_no_circle() -> None:
    found = folder_circles(import_graph())
    assert found == [], "\n".join(line for circle in found for line in circle.imports)


@pytest.mark.parametrize(("imported", "found"), [
    ({"a/m.py": {"a/b/x.py"}, "a/b/x.py": {"a/n.py"}, "a/n.py": set()}, [{"a", "a/b"}]),
    ({"a/__init__.py": {"a/b/x.py"}, "a/b/x.py": {"a/n.py"}, "a/n.py": set()}, [{"a", "a/b"}]),
    ({"a/m.py": {"a/b/c/x.py"}, "a/b/c/x.py": set(), "a/b/d/x.py": {"a/m.py"}}, [{"a", "a/b"}]),
    ({"a/b/x.py": {"a/c/x.py"}, "a/c/x.py": {"a/m.py"}, "a/m.py": {"a/b/y.py"}, "a/b/y.py": set()}, [{"a", "a/b", "a/c"}]),
    ({"a/b/x.py": {"c/x.py"}, "c/x.py": {"d/e/x.py"}, "d/e/x.py": set(), "d/x.py": {"a/b/x.py"}}, [{"a", "c", "d"}]),
    ({"a/m.py": {"a/b/x.py"}, "a/b/x.py": {"a/c/x.py"}, "a/c/x.py": set(), "a/n.py": {"a/m.py", "a/c/x.py"}}, []),
], ids=["modules and a folder beside them", "a package that collects", "two folders in a folder", "three", "above", "none"])
def test_a_circle_of_folders_is_found(imported: dict[str, set[str]], found: list[set[str]]) -> None:
    assert [circle.parts for circle in folder_circles(imported)] == found


def test_the_imports_of_a_circle_are_those_between_its_parts() -> None:
    imported = {"a/m.py": {"a/n.py", "a/b/x.py", "a/c/x.py"}, "a/n.py": set(), "a/b/x.py": {"a/n.py"}, "a/c/x.py": set()}
    assert [circle.imports for circle in folder_circles(imported)] == [("a/m.py -> a/b/x.py", "a/b/x.py -> a/n.py")]


def test_a_group_imports_the_commands_that_it_names() -> None:
    graph = import_graph()
    assert {"cli/commands/play.py", "cli/commands/document/__init__.py"} <= graph["cli/main.py"]
    assert "cli/commands/document/align.py" in graph["cli/commands/document/__init__.py"]


def test_the_drawing_of_the_folders_shows_their_imports() -> None:
    drawing = folders_drawn.svg(folder_graph())
    assert folders_drawn.FILE.read_text(encoding="utf-8") == drawing, "run `python -m tests.folders_drawn`"


def test_every_row_of_the_drawing_has_room() -> None:
    rows = [["dsl/a", "dsl/b"], [f"dsl/folder_with_a_long_name_{n}" for n in range(9)]]
    for row in rows:
        boxes = [folders_drawn.boxes_of(rows)[folder] for folder in row]
        ends = [0.0, *(box.x + box.width for box in boxes)]
        begins = [*(box.x for box in boxes), folders_drawn.width_of(rows)]
        assert all(end + 9 < begin for end, begin in zip(ends, begins, strict=True))


def test_an_arrow_that_closes_a_circle_is_drawn_apart() -> None:
    graph = {"dsl": {"dsl/a"}, "dsl/a": {"dsl/b"}, "dsl/b": {"dsl"}}
    assert folders_drawn.opened(graph) == ({"dsl": {"dsl/a"}, "dsl/a": {"dsl/b"}, "dsl/b": set()}, [("dsl/b", "dsl")])
    assert folders_drawn.svg(graph).count('stroke="#c22"') == 1
    assert "#c22" not in folders_drawn.FILE.read_text(encoding="utf-8")


def test_another_state_of_the_project_is_drawn_from_its_folder(tmp_path: Path) -> None:
    for name, code in (("dsl/__init__.py", "from . import a"), ("dsl/a/__init__.py", "from .. import b"), ("dsl/b.py", "")):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(code, "utf-8")
    assert folder_graph(tmp_path) == {"dsl": {"dsl/a"}, "dsl/a": {"dsl"}}


def test_an_arrow_that_follows_from_others_is_left_out() -> None:
    assert reduced({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == {"a": {"b"}, "b": {"c"}, "c": set()}


def test_a_circle_is_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a", "d"}}) == [{"b", "c"}]


def test_the_page_on_architecture_tells_every_family_of_mistakes_and_every_command() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert {code[:2] for code in CODES} - set(re.findall(r"\b[EW]\d\b", page)) == set()
    commands = {name for name, _ in main.every_command()}
    assert "document align" in commands
    drawn = page.split("```")[1]
    assert {word for name in commands for word in name.split()} - set(re.findall(r"[\w-]+", drawn)) == set()


# The endings of files that people write.
WRITTEN = (".py", ".md", ".rules", ".play", ".toml", ".lark", ".texts", ".evaluation", ".look", ".lock", ".css", ".csv",
           ".html", ".reading", ".accepted", ".judged", ".glossary", ".tsv", "")


def test_nothing_is_committed_that_belongs_to_one_machine() -> None:
    pattern = re.compile(r"/(root|home|tmp|work)/\w+/|://[a-z.]*(pypi|npmjs)\.", re.IGNORECASE)
    written = (*LAYERS, "games", "grammar", "docs", "tests", "bench", ".ci", TESTING)
    files = [path for folder in written
             for path in (ROOT / folder).rglob("*") if path.suffix in WRITTEN and path.is_file()
             and path.name != "test_architecture.py"]
    files += [path for path in ROOT.glob("*.*") if path.suffix in (".md", ".toml")]
    assert [path.name for path in files if pattern.search(path.read_text(encoding="utf-8", errors="replace"))] == []
