"""No object is cut over files: a class inherits from a class of another file only in the families listed here.

A class that grows too long is parted into objects that are given what they need. A base class in another file hides what the
parts need of each other, since both files read and write the same attributes. Protocols and exceptions need no line here.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from attrs import frozen

from .imports import LAYERS, ROOT, import_statements, modules, text

# By the class that others inherit from: why each of its family is one.
FAMILIES = {
    "cli.shared.process.lazy_group.LazyGroup": "click asks for groups of commands so, and each says which it has",
    "cli.table.view.AtView": "parts of the table: the view that each is given, with names for two things in it",
    "dsl.syntax.expressions.Node": "the nodes of the syntax tree, a closed family of data",
    "interpreter.backends.python.functions.PythonFunctions": "the same functions, each with a watch around it",
    "interpreter.backends.python.values.expressions.PyCode": "used alone too; what writes loops overrides two methods",
    "interpreter.canonical.canonical_form.CanonicalWriter": "words for one comparison of clauses override those for all",
    "interpreter.game.viewing.event_log.PlayedStep": "a step of a playthrough is a played step with more data",
    "interpreter.playthroughs.running.runner.PlaythroughRunner": "runners that override what becomes of a step",
    "interpreter.runtime.chance.Dice": "dice whose numbers come from elsewhere",
}

# The head of a class. To parse whole modules takes ten times as long.
CLASS = re.compile(r"^[ \t]*(class \w+(?:\([^:]*\))?):", re.MULTILINE)


@frozen
class Inherits:
    """A class and a base of it, both by module and name."""

    child: str
    base: str


@frozen
class Module:
    """The classes of a module with their bases as they are written, and what the names that it imports stand for."""

    classes: Mapping[str, tuple[str, ...]]
    imported: Mapping[str, str]


def read(path: Path, root: Path) -> tuple[str, Module]:
    """Read a module; return its name too."""
    parts = path.relative_to(root).with_suffix("").parts
    parts = parts[2:] if parts[:2] == ("src", "rulewright") else parts
    heads = ast.parse("\n".join(f"{head}: ..." for head in CLASS.findall(text(path)))).body
    classes = {node.name: tuple(ast.unparse(base).partition("[")[0] for base in node.bases)
               for node in heads if isinstance(node, ast.ClassDef)}
    imported = dict(imported_by(import_statements(text(path)), parts[:-1]))
    return ".".join(parts).removesuffix(".__init__"), Module(classes, imported)


def imported_by(statements: Iterable[ast.stmt], package: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield each name that the imports of a module in this package give, with what it stands for."""
    for node in statements:
        if isinstance(node, ast.ImportFrom):
            home = package[: len(package) - node.level + 1] if node.level else ()
            inside = (node.module,) if node.module else ()
            for alias in node.names:
                yield alias.asname or alias.name, ".".join((*home, *inside, alias.name)).removeprefix("rulewright.")


def bases_of(paths: Iterable[Path], root: Path) -> dict[str, tuple[str, ...]]:
    """Read modules: return each class with its bases, all by module and name as far as the modules have them."""
    read_modules = dict(read(path, root) for path in paths)

    def place(module: str, name: str) -> str:
        first, dot, rest = name.partition(".")
        here = read_modules.get(module)
        if here is None or name in here.classes or first not in here.imported:
            return f"{module}.{name}" if here is not None and name in here.classes else name
        target = here.imported[first] + dot + rest
        home, _, last = target.rpartition(".")
        # A folder may hand on a class of one of its modules.
        return place(home, last) if home in read_modules else target

    return {f"{name}.{child}": tuple(place(name, base) for base in bases)
            for name, module in read_modules.items() for child, bases in module.classes.items()}


def is_free(name: str, bases: Mapping[str, tuple[str, ...]]) -> bool:
    """Return whether any class may inherit from a class: a protocol, or an exception."""
    return "typing.Protocol" in bases.get(name, ()) or is_exception(name, bases)


def is_exception(name: str, bases: Mapping[str, tuple[str, ...]]) -> bool:
    known = getattr(builtins, name, None)
    return (isinstance(known, type) and issubclass(known, BaseException)) or any(
        is_exception(base, bases) for base in bases.get(name, ()))


def over_files(bases: Mapping[str, tuple[str, ...]]) -> list[Inherits]:
    """Return the classes whose base stands in another file, and is neither a protocol nor an exception."""
    return [Inherits(child, base) for child, own in bases.items() for base in own
            if base in bases and base.rpartition(".")[0] != child.rpartition(".")[0] and not is_free(base, bases)]


@cache
def ours() -> tuple[Inherits, ...]:
    return tuple(over_files(bases_of((path for folder in (*LAYERS, "src") for path in modules(folder)), ROOT)))


def test_a_class_inherits_over_files_only_in_a_family_that_is_listed() -> None:
    assert [pair for pair in ours() if pair.base not in FAMILIES] == []


def test_each_family_that_is_listed_has_members() -> None:
    assert set(FAMILIES) - {pair.base for pair in ours()} == set()


def test_no_class_inherits_from_one_that_inherits_over_files() -> None:
    children = {pair.child for pair in ours()}
    assert [pair for pair in ours() if pair.base in children] == []


def test_a_writer_of_python_is_given_what_it_needs_and_inherits_nothing() -> None:
    paths = [path for folder in ("parts", "loop") for path in modules(f"interpreter/backends/python/{folder}")]
    classes = {name.rpartition(".")[2]: set(bases) for name, bases in bases_of(paths, ROOT).items()}
    assert {"Writer", "LoopOperations"} <= set(classes)
    assert {name: bases for name, bases in classes.items() if bases - {"typing.Protocol"}} == {}


MODULES = {
    "base.py": "from typing import Protocol\nclass Long: ...\nclass Asked(Protocol): ...\nclass Wrong(ValueError): ...\n",
    "inner/__init__.py": "from ..base import Long\n",
    "inner/parts.py": "from ..base import Asked, Long as Longer, Wrong\n"
                      "class One(Longer): ...\nclass Two(Asked): ...\nclass Three(Wrong): ...\nclass Four(One): ...\n",
    "other.py": "from . import base\nfrom .inner import Long\nfrom rulewright.inner.parts import Three\n"
                "class Five(Long): ...\nclass Six(base.Long[int]): ...\nclass Seven(Three, list): ...\n",
}


def test_a_class_that_inherits_over_files_is_found(tmp_path: Path) -> None:
    for name, code in MODULES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(code, encoding="utf-8")
    assert over_files(bases_of(sorted(tmp_path.rglob("*.py")), tmp_path)) == [
        Inherits("inner.parts.One", "base.Long"), Inherits("other.Five", "base.Long"), Inherits("other.Six", "base.Long")]
