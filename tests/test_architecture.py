"""Imports point one way, games hold no Python, and the compiler and machine know no game."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from rulewright.cli.main import main
from rulewright.dsl.diagnostics import CODES

ROOT = Path(__file__).parent.parent
LAYERS = {"dsl": 0, "interpreter": 1, "cli": 2}
# What the interpreter may take from the compiler: the IR, types, and places in the source.
OPEN_TO_INTERPRETER = {"ir", "types", "conversion", "spans", "clauses", "diagnostics"}
GAME_WORDS = re.compile(
    r"carolus|magnus|lancaster|emperor|paladin|castle|knight|squire|\bcourt\b|territor|\bclan\b|parliament|\bcounty|\bcounties"
    r"|\bnobles?\b|\bmages?\b|\bmana\b|\blairs?\b|catapult|tic.?tac|breakthrough|goofspiel|connect.four",
    re.IGNORECASE)
LOADED = re.compile(r'\bfind\("\w+"\)')  # an example in a docstring may play a game that ships


def modules(folder: str) -> list[Path]:
    return sorted(path for path in (ROOT / folder).rglob("*.py"))


def imports(path: Path) -> set[tuple[str, ...]]:
    """The modules of the package that a module imports, from the package's root."""
    package = path.relative_to(ROOT).parts[:-1]
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = package[: len(package) - node.level + 1]
            module = tuple((node.module or "").split(".")) if node.module else ()
            found |= {(*base, *module, alias.name) for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rulewright"):
            found |= {(*(node.module or "").split(".")[1:], alias.name) for alias in node.names}
    return found


@pytest.mark.parametrize("folder", LAYERS)
def test_imports_point_one_way(folder: str) -> None:
    upward = [(path.name, target) for path in modules(folder) for target in imports(path)
              if target and target[0] in LAYERS and LAYERS[target[0]] > LAYERS[folder]]
    assert upward == []


def test_the_interpreter_takes_only_the_ir_types_and_places_from_the_compiler() -> None:
    others = [(path.name, target) for path in modules("interpreter") for target in imports(path)
              if target[:1] == ("dsl",) and target[1] not in OPEN_TO_INTERPRETER]
    assert others == []


def test_only_one_package_knows_lark() -> None:
    knowing = {path.relative_to(ROOT).as_posix() for folder in LAYERS for path in modules(folder)
               if re.search(r"^\s*(from|import) lark\b", path.read_text(encoding="utf-8"), re.MULTILINE)}
    assert all(name.startswith("dsl/pars") for name in knowing)
    assert knowing


def test_only_the_command_line_touches_the_terminal() -> None:
    pattern = re.compile(r"^\s*(from|import) (click|rich)\b|\bprint\(|\binput\(", re.MULTILINE)
    touching = [path.name for folder in ("dsl", "interpreter") for path in modules(folder)
                if pattern.search(re.sub(r'"""[\s\S]*?"""', "", path.read_text(encoding="utf-8")))]
    assert touching == []


def test_games_hold_no_python() -> None:
    assert [path.name for path in (ROOT / "games").rglob("*") if path.suffix in (".py", ".pyc", ".so")] == []


@pytest.mark.parametrize("path", [*modules("dsl"), *modules("interpreter"), ROOT / "grammar" / "rulebook.lark"],
                         ids=lambda path: path.name)
def test_compiler_and_machine_know_no_game(path: Path) -> None:
    assert GAME_WORDS.findall(LOADED.sub("", path.read_text(encoding="utf-8"))) == []


DRAWN = ["interpreter", "interpreter/codegen", "interpreter/backends/low", "interpreter/backends/wasm", "cli"]


@pytest.mark.parametrize("folder", DRAWN)
def test_every_module_has_its_place_in_the_drawing_of_its_folder(folder: str) -> None:
    lines = re.findall(r"^ {4,}(\w[\w, /]*?)(?:  .*)?$", (ROOT / folder / "__init__.py").read_text(encoding="utf-8"), re.M)
    drawn = {name for line in lines for name in line.split(", ")}
    there = {path.stem for path in (ROOT / folder).glob("*.py")} - {"__init__"}
    folders = {f"{path.parent.name}/" for path in (ROOT / folder).glob("*/__init__.py")}
    assert drawn == there | folders


def test_the_page_on_architecture_tells_every_family_of_mistakes_and_every_command() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert {code[:2] for code in CODES} - set(re.findall(r"\b[EW]\d\b", page)) == set()
    assert set(main.commands) - set(re.findall(r"[\w-]+", page)) == set()


# The endings of files that people write.
WRITTEN = (".py", ".md", ".rules", ".play", ".toml", ".lark", ".texts", ".worth", ".lock", ".css", ".csv", ".html", ".reading",
           ".accepted", ".judged", ".glossary", ".tsv", "")


def test_nothing_is_committed_that_belongs_to_one_machine() -> None:
    pattern = re.compile(r"/(root|home|tmp|work)/\w+/|://[a-z.]*(pypi|npmjs)\.", re.IGNORECASE)
    files = [path for folder in ("cli", "dsl", "interpreter", "games", "grammar", "docs", "tests", "bench", ".ci")
             for path in (ROOT / folder).rglob("*") if path.suffix in WRITTEN and path.is_file()
             and path.name != "test_architecture.py"]
    files += [path for path in ROOT.glob("*.*") if path.suffix in (".md", ".toml")]
    assert [path.name for path in files if pattern.search(path.read_text(encoding="utf-8", errors="replace"))] == []
