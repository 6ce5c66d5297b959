"""Rulebooks on disk: find one by name or path, and read its files."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from attrs import frozen

from . import syntax as ast
from .diagnostics import Diagnostics
from .layout import MAX_FILE
from .parser import parse
from .spans import Source, Span


class NoSuchRulebook(Exception):
    """There is no rulebook of this name or at this path; the message says what there is."""


@frozen(eq=False)
class Files:
    """The files of a rulebook, parsed: the main one first, then those it uses."""

    path: str
    sources: tuple[Source, ...]
    declarations: tuple[ast.Declaration, ...]
    diagnostics: Diagnostics


def shipped() -> Iterator[tuple[str, Path]]:
    """The rulebooks that ship: their names and main files, by name."""
    root = Path(str(files("rulewright") / "games"))
    found = {path.stem: path for path in root.glob("**/*.rules") if path.stem == path.parent.name}
    found |= {path.stem: path for path in (root / "tutorial").glob("*.rules")}
    yield from sorted(found.items())


def find(name: str) -> Path:
    """The main file of a rulebook, by a path to it or its folder, or by the name it ships under.

    Raises NoSuchRulebook.
    """
    path = Path(name)
    if path.suffix == ".rules" and path.is_file():
        return path
    if path.is_dir():
        own = path / f"{path.resolve().name}.rules"
        inside = [own] if own.is_file() else sorted(path.glob("*.rules"))
        if len(inside) == 1:
            return inside[0]
        raise NoSuchRulebook(f"`{name}` holds {len(inside)} rulebooks; name one of its `.rules` files")
    for known, main in shipped():
        if known == name:
            return main
    raise NoSuchRulebook(f"there is no rulebook `{name}`; `rulewright games` lists those that ship")


def read(path: Path) -> Files:
    """Parse a rulebook's main file and the files it uses, each once.

    Files that cannot be read, and files outside the rulebook's own folder, are diagnostics.
    """
    found = Diagnostics()
    sources: list[Source] = []
    declarations: list[ast.Declaration] = []
    _read_into(path, path.parent, None, sources, declarations, found, {})
    return Files(str(path), tuple(sources), tuple(declarations), found)


def read_text(name: str, text: str) -> Files:
    """A rulebook given as text. It cannot use other files."""
    found = Diagnostics()
    source = Source(name, text)
    declarations = parse(source, found)
    for one in declarations:
        if isinstance(one, ast.Use):
            found.add("E103", f"`{one.path}` cannot be read: this rulebook is not in a folder", one.span)
    return Files(name, (source,), tuple(declarations), found)


def _read_into(path: Path, folder: Path, use: ast.Use | None, sources: list[Source],
               declarations: list[ast.Declaration], found: Diagnostics, seen: dict[Path, bool]) -> None:
    real = path.resolve()
    if seen.get(real) is not None:
        if not seen[real] and use is not None:
            found.add("E104", f"`{use.path}` uses this file in turn", use.span)
        return
    where = use.span if use is not None else Span(Source(str(path), ""), 1, 1, 1, 1)
    try:
        data = real.read_bytes()
        if len(data) > MAX_FILE:
            found.add("E106", f"`{path}` is larger than {MAX_FILE} bytes", where)
            return
        text = data.decode("utf-8")
    except OSError as error:
        found.add("E103", f"`{path}` cannot be read: {(error.strerror or str(error)).lower()}", where)
        return
    except UnicodeDecodeError as error:
        found.add("E103", f"`{path}` is not text in UTF-8 (byte {error.start})", where)
        return
    source = Source(str(path), text.removeprefix("\ufeff"))
    sources.append(source)
    seen[real] = False
    parsed = parse(source, found)
    for one in parsed:
        if not isinstance(one, ast.Use):
            declarations.append(one)
            continue
        target = (path.parent / one.path)
        if Path(one.path).is_absolute() or folder.resolve() not in target.resolve().parents:
            found.add("E104", f"`{one.path}` lies outside the rulebook's folder", one.span)
            continue
        _read_into(target, folder, one, sources, declarations, found, seen)
    seen[real] = True
