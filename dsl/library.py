"""Rulebooks on disk: find one by name or path, and read its files."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from attrs import frozen

from . import syntax as ast
from .diagnostics import Diagnostics
from .layout import MAX_FILE
from .parse import parse
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
    reader = _Reader(path.parent)
    reader.read(path, None)
    _check_not_empty(reader.sources, reader.declarations, reader.found)
    return Files(str(path), tuple(reader.sources), tuple(reader.declarations), reader.found)


def read_text(name: str, text: str) -> Files:
    """A rulebook given as text. It cannot use other files."""
    found = Diagnostics()
    source = Source(name, text)
    declarations = parse(source, found)
    for use in [one for one in declarations if isinstance(one, ast.Use)]:
        found.add("E103", f"`{use.path}` cannot be read: this rulebook is not in a folder", use.path_span)
        declarations.append(_anything(use.span))
    _check_not_empty([source], declarations, found)
    return Files(name, (source,), tuple(declarations), found)


def _check_not_empty(sources: list[Source], declarations: list[ast.Declaration], found: Diagnostics) -> None:
    if not declarations and not found.failed:
        found.add("E105", "nothing is declared", Span(sources[0], 1, 1, 1, 1),
                  help="begin with `rulebook name` and, below it, `players 2..4`")


def _anything(at: Span) -> ast.Faulty:
    """What stands for a file that cannot be read: it might declare any name."""
    return ast.Faulty(at, "use", frozenset())


class _Reader:
    """Reads files one after another; `open` are those whose own uses are being read."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.sources: list[Source] = []
        self.declarations: list[ast.Declaration] = []
        self.found = Diagnostics()
        self.seen: set[Path] = set()
        self.open: set[Path] = set()

    def read(self, path: Path, use: ast.Use | None) -> None:
        """Read a file, because of a `use` or as the main one."""
        where = use.path_span if use is not None else Span(Source(str(path), ""), 1, 1, 1, 1)
        name = use.path if use is not None else str(path)
        real = path.resolve()
        if real in self.open and use is not None:
            self.found.add("E104", f"`{use.path}` uses this file in turn", where)
        if real in self.seen:
            return
        self.seen.add(real)
        text = self.text(real, name, where)
        if text is None:
            self.declarations.append(_anything(where))
            return
        source = Source(str(path), text.removeprefix("\ufeff"))
        self.sources.append(source)
        self.open.add(real)
        for one in parse(source, self.found):
            if isinstance(one, ast.Use):
                self.use(path, one)
            else:
                self.declarations.append(one)
        self.open.discard(real)

    def use(self, path: Path, use: ast.Use) -> None:
        """Read a file that another uses, if it lies in the rulebook's folder."""
        if "\0" in use.path:
            self.found.add("E103", "no file has such a name", use.path_span)
            self.declarations.append(_anything(use.span))
        elif Path(use.path).is_absolute() or self.folder not in (path.parent / use.path).resolve().parents:
            self.found.add("E104", f"`{use.path}` lies outside the rulebook's folder", use.path_span)
            self.declarations.append(_anything(use.span))
        else:
            self.read(path.parent / use.path, use)

    def text(self, path: Path, name: str, where: Span) -> str | None:
        """The text of a file, or None with the reason recorded."""
        try:
            data = path.read_bytes()
            if len(data) <= MAX_FILE:
                return data.decode("utf-8")
            self.found.add("E106", f"`{name}` is larger than {MAX_FILE} bytes", where)
        except OSError as error:
            self.found.add("E103", f"`{name}` cannot be read: {(error.strerror or str(error)).lower()}", where)
        except UnicodeDecodeError as error:
            self.found.add("E103", f"`{name}` is not text in UTF-8 (byte {error.start})", where)
        return None
