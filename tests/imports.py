"""Modules of the package -> what imports what: files, folders, and the circles among them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from attrs import frozen

ROOT = Path(__file__).parent.parent
# From the lowest to the highest: a layer imports only those before it.
LAYERS = {"dsl": 0, "interpreter": 1, "translation": 2, "pictures": 3, "web": 4, "cli": 5}


@cache
def modules(folder: str) -> tuple[Path, ...]:
    return tuple(sorted((ROOT / folder).rglob("*.py")))


@cache
def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def nodes(path: Path) -> tuple[ast.AST, ...]:
    """The nodes of a module."""
    return tuple(ast.walk(ast.parse(text(path))))


# A line that begins as an import does; ruff sees to it that no statement stands before it on the line. To parse whole
# modules takes ten times as long. A line of a docstring that looks like this counts as an import, which can only be too many.
_IMPORT = re.compile(r"^[ \t]*((?:from[ \t]+[\w.]+[ \t]+)?import\b[ \t]*(?:\([^)]*\)|[^\n(]*))", re.MULTILINE)


def import_statements(code: str) -> Iterator[ast.stmt]:
    """The imports of a module, at any depth."""
    try:
        yield from ast.parse("\n".join(_IMPORT.findall(code))).body
    except SyntaxError:
        yield from statements_in(ast.parse(code))


def statements_in(module: ast.Module) -> Iterator[ast.stmt]:
    """The statements in a tree, at any depth. Most nodes are expressions, and to go through them takes ten times as long."""
    left: list[ast.AST] = [module]
    while left:
        node = left.pop()
        if isinstance(node, ast.stmt):
            yield node
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):
            inside = getattr(node, part, None)
            if isinstance(inside, list):
                left += inside


def imports(path: Path, root: Path = ROOT) -> frozenset[tuple[str, ...]]:
    """The modules of the package that a module imports, from the package's root."""
    return _imports(path, path.relative_to(root).parts[:-1])


@cache
def _imports(path: Path, package: tuple[str, ...]) -> frozenset[tuple[str, ...]]:
    found: set[tuple[str, ...]] = set()
    for node in import_statements(text(path)):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = package[: len(package) - node.level + 1]
            module = tuple((node.module or "").split(".")) if node.module else ()
            found |= {(*base, *module, alias.name) for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rulewright"):
            found |= {(*(node.module or "").split(".")[1:], alias.name) for alias in node.names}
    return frozenset(found)


def file_imports(path: Path, known: dict[tuple[str, ...], Path], root: Path = ROOT) -> set[Path]:
    """The files that a file imports, those that it imports for types included."""
    out = set()
    for target in imports(path, root):
        while target and target not in known:
            target = target[:-1]
        out |= {known[target]} if target else set()
    return out - {path}


# How a group of commands says where they lie; it imports each by its name when a user calls it (`LazyGroup`).
_COMMANDS = re.compile(r'^    package: .*= (?:__name__|f"\{__package__\}\.(\w+)")$', re.MULTILINE)


def named_commands(path: Path) -> set[Path]:
    """The modules of commands that a module imports by their names."""
    folders = [path.parent / (found[1] or "") for found in _COMMANDS.finditer(text(path))]
    return {command for folder in folders for pattern in ("*.py", "*/__init__.py") for command in folder.glob(pattern)} - {path}


def circles(graph: dict[str, set[str]]) -> list[set[str]]:
    """The largest sets of nodes each of which leads to each other (Tarjan 1972: strongly connected components)."""
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    out: list[set[str]] = []

    def visit(node: str) -> None:
        order[node] = low[node] = len(order)
        stack.append(node)
        for other in graph[node]:
            if other not in order:
                visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == order[node]:
            at = stack.index(node)
            out.append(set(stack[at:]))
            del stack[at:]

    for node in graph:
        if node not in order:
            visit(node)
    return [circle for circle in out if len(circle) > 1]


def import_graph(root: Path = ROOT) -> dict[str, set[str]]:
    """The files that each file of the package imports; `root` is the folder of the project, or of another state of it."""
    files = [path for folder in LAYERS for path in sorted((root / folder).rglob("*.py"))]
    known = {(*path.relative_to(root).parts[:-1], *(() if path.stem == "__init__" else (path.stem,))): path for path in files}
    return {path.relative_to(root).as_posix(): {other.relative_to(root).as_posix()
                                                for other in file_imports(path, known, root) | named_commands(path)}
            for path in files}


def folder_graph(root: Path = ROOT) -> dict[str, set[str]]:
    """The folders that the modules of each folder import from, however they lie: it may have circles."""
    imported = import_graph(root)
    return _joined(imported, {name: name.rpartition("/")[0] for name in imported})


@frozen
class FolderCircle:
    """Parts of a folder that import each other in a circle, and the imports of files between them."""

    parts: frozenset[str]
    imports: tuple[str, ...]


def folder_circles(imported: Mapping[str, set[str]]) -> list[FolderCircle]:
    """The circles among the parts of each folder. These are the modules of its own, taken together, and each folder in it,
    with all that lies there.

    Folders that import each other in a circle lie in different parts of the smallest folder around them. So no circle is
    missed, however long it is.
    """
    around = {"", *(name[:at] for name in imported for at, sign in enumerate(name) if sign == "/")}
    return [circle for folder in sorted(around) for circle in _circles_in(imported, folder)]


def _circles_in(imported: Mapping[str, set[str]], folder: str) -> Iterator[FolderCircle]:
    """The circles among the parts of a folder, whose name stands for the modules of its own."""
    begin = f"{folder}/" if folder else ""
    part_of = {name: begin + inner if rest else folder for name in imported if name.startswith(begin)
               for inner, rest, _ in (name.removeprefix(begin).partition("/"),)}
    inside = {name: imported[name] & part_of.keys() for name in part_of}
    for parts in circles(_joined(inside, part_of)):
        between = (f"{name} -> {other}" for name in inside for other in sorted(inside[name])
                   if part_of[name] != part_of[other] and {part_of[name], part_of[other]} <= parts)
        yield FolderCircle(frozenset(parts), tuple(between))


def _joined(imported: Mapping[str, set[str]], homes: Mapping[str, str]) -> dict[str, set[str]]:
    graph: dict[str, set[str]] = {}
    for name, others in imported.items():
        graph.setdefault(homes[name], set()).update(homes[other] for other in others if homes[other] != homes[name])
    return graph


def reduced(graph: Mapping[str, Iterable[str]]) -> dict[str, set[str]]:
    """A graph without circles, without the arrows that follow from others (transitive reduction)."""
    beyond: dict[str, set[str]] = {}

    def reach(node: str) -> set[str]:
        if node not in beyond:
            beyond[node] = {node}.union(*(reach(other) for other in graph[node]))
        return beyond[node]

    return {node: {other for other in others if not any(other in reach(way) for way in others if way != other)}
            for node, others in graph.items()}
