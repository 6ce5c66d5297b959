"""Find the files of rulebooks and variants by name or path.

What a variant names is looked for from the nearest place to the farthest: beside the variant, in the
folder above it, and among the rulebooks that ship. A file is known by its name and by its header.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from itertools import chain
from os.path import normpath
from pathlib import Path

from attrs import frozen

from . import disk
from .diagnostics import did_you_mean

MAX_LAYERS = 30
# The first line of a rulebook, with the comments before it, stands within this number of bytes.
MAX_HEAD = 100_000
_VARIANT = re.compile(r'variant\s+([^\W\d]\w*)\s+of\s+(?:"([^"]*)"|([^\W\d]\w*)(?::([^\W\d]\w*))?)')
_RULEBOOK = re.compile(r"rulebook\s+([^\W\d]\w*)")


class NoSuchRulebook(Exception):
    """There is no rulebook or variant of this name or at this path; `help` lists the known ones."""

    def __init__(self, message: str, help: str | None = None) -> None:
        super().__init__(f"{message}; {help}" if help else message)
        self.message = message
        self.help = help


# ---- Rulebooks ---------------------------------------------------------------------------------


def shipped() -> Iterator[tuple[str, Path]]:
    """Yield the rulebooks that ship: their names and main files, by name."""
    root = Path(str(files("rulewright") / "games"))
    # Asked folder by folder: every command that names a game comes here, and the folders hold hundreds of other files.
    main_files = {path.stem: path for folder in disk.matching(root, "*")
                  for path in disk.matching(folder, f"{folder.name}.rules")}
    main_files |= {path.stem: path for path in disk.matching(root / "tutorial", "*.rules")}
    yield from sorted(main_files.items())


def gallery() -> Iterator[tuple[str, Path]]:
    """Yield the rulebooks of the gallery, which ship too: their names and files, by name."""
    root = Path(str(files("rulewright") / "games" / "gallery"))
    yield from sorted((path.stem, path) for path in disk.matching(root, "*.rules"))


def by_name() -> dict[str, Path]:
    """Return the main files of all rulebooks that ship, those of the gallery last, by name."""
    return {**dict(shipped()), **dict(gallery())}


def find(name: str) -> Path:
    """Return the main file of a rulebook or variant, by a path to it or its folder, or by the name it ships under.

    Raises NoSuchRulebook.
    """
    path = Path(name)
    if path.suffix == ".rules" and disk.is_file(path):
        return path
    if disk.is_folder(path):
        own = path / f"{disk.resolved(path).name}.rules"
        inside = (own,) if disk.is_file(own) else disk.matching(path, "*.rules")
        if len(inside) == 1:
            return inside[0]
        if not inside:
            raise NoSuchRulebook(f"the folder `{name}` holds no rulebook", "the names of rulebook files end in `.rules`")
        raise NoSuchRulebook(f"`{name}` holds {len(inside)} rulebooks", "name one of its `.rules` files")
    known = by_name()
    if name in known:
        return known[name]
    if disk.is_file(path):
        raise NoSuchRulebook(f"`{name}` is not a rulebook", "the names of rulebook files end in `.rules`")
    local = Path(f"{name}.rules")
    if disk.is_file(local):
        raise NoSuchRulebook(f"no rulebook `{name}` ships", f"the file here is named with its ending, `{local}`")
    near = did_you_mean(name, known)
    raise NoSuchRulebook(f"there is no rulebook `{name}`", near or "`rulewright games` lists those that ship")


def split_variants(name: str) -> tuple[str, tuple[str, ...]]:
    """Return a GAME as it is written on the command line: the rulebook, and the variants after its colons.

    >>> split_variants("my_game:it")
    ('my_game', ('it',))
    """
    if disk.exists(Path(name)):
        return name, ()
    rulebook, *variants = name.split(":")
    return (rulebook, tuple(variants)) if rulebook else (name, ())


def has_header(path: Path) -> bool:
    """Return whether a file begins with the header of a rulebook."""
    return _RULEBOOK.match(_first_line(path)) is not None


def names_of(main: Path) -> frozenset[str]:
    """Return the names of a rulebook: that of its file, and that in its header."""
    written = _RULEBOOK.match(_first_line(main))
    return frozenset((main.stem, *([written[1]] if written else [])))


# ---- Variants ----------------------------------------------------------------------------------


@frozen
class VariantHead:
    """The first line of a variant: its name, and its base, by a path or by names."""

    name: str
    path: str | None
    rulebook: str | None
    variant: str | None


def head_of(path: Path) -> VariantHead | None:
    """Return the head of a variant, from the line that begins a file, or None for a file that is none."""
    written = _VARIANT.match(_first_line(path))
    return VariantHead(*written.groups()) if written else None


def _first_line(path: Path) -> str:
    """Return the line that begins a file, without empty lines and comments before it; "" for a file that cannot be read."""
    # A pipe or device would be read for ever, and lies here only to do harm.
    if not disk.is_file(path):
        return ""
    try:
        return disk.first_line(path, MAX_HEAD)
    except OSError:
        return ""


def variants_of(main: Path) -> dict[str, Path]:
    """Return the variants that lie beside a rulebook: their names and files, by name."""
    return {path.stem: path for path in _variant_files(main, main.parent)}


def _variant_files(main: Path, folder: Path) -> list[Path]:
    """Return the files in a folder, and in its folder `variants`, that are variants of a rulebook; two may have one name."""
    files = [*disk.matching(folder, "*.rules"), *disk.matching(folder / "variants", "*.rules")]
    names = names_of(main)
    return sorted((path for path in files if _changes(path, main, names)), key=lambda path: (path.stem, str(path)))


def _changes(path: Path, main: Path, names: frozenset[str]) -> bool:
    """Return whether a file is a variant of a rulebook with these names."""
    head = head_of(path)
    if head is None or path == main:
        return False
    if head.path is None:
        return head.rulebook in names
    rulebook = rulebook_below(path)
    return rulebook is not None and disk.resolved(rulebook) == disk.resolved(main)


def unclaimed_variants(folder: Path) -> list[Path]:
    """Return the files in the folder `variants` of a folder that are meant as variants, and are those of no rulebook.

    Either the header has a mistake, or it names no rulebook that there is.
    """
    return [path for path in disk.matching(folder / "variants", "*.rules")
            if _is_begun_as_variant(path) or (head_of(path) is not None and rulebook_below(path) is None)]


def _is_begun_as_variant(path: Path) -> bool:
    """Return whether a file begins like a variant, and not as one: with another word like `variant`, or without its names."""
    word = re.match(r"[^\W\d]\w*", _first_line(path))
    return word is not None and did_you_mean(word[0].lower(), ["variant"]) is not None and head_of(path) is None


def rulebook_below(path: Path) -> Path | None:
    """Return the rulebook that a file is, or that it is a variant of in the end; None when there is none."""
    # Bounded, since variants may name each other in a circle.
    for _ in range(MAX_LAYERS):
        head = head_of(path)
        if head is None:
            return path if disk.is_file(path) else None
        below = find_base(path, head.path or head.rulebook or "", head.path is not None)
        if below is None:
            return None
        path = below
    return None


def find_variant(main: Path, name: str, folder: Path | None = None) -> Path:
    """Return the file of a variant of a rulebook, by its path, or by its name: beside the rulebook, or first near a folder.

    A path begins in the folder, or where the command was given. Raises NoSuchRulebook.
    """
    path = (folder or Path()) / name
    if path.suffix == ".rules" and disk.is_file(path):
        return path
    known: dict[str, Path] = {}
    for place in [main.parent] if folder is None else [folder, Path(normpath(folder / "..")), main.parent]:
        candidates = _variant_files(main, place)
        same = [str(file) for file in candidates if file.stem == name]
        if len(same) > 1:
            raise NoSuchRulebook(f"`{name}` is in two files, {same[0]} and {same[1]}", "name the one that is meant")
        if same:
            return Path(same[0])
        known |= {file.stem: file for file in candidates}
    message = f"`{main.stem}` has no variant `{name}`" if name else f"no variant stands behind `{main.stem}:`"
    raise NoSuchRulebook(message, _advice(main, name, known))


def _advice(main: Path, name: str, known: dict[str, Path]) -> str:
    local = Path(f"{name}.rules")
    if _changes(local, main, names_of(main)):
        return f"the file here is named with its ending, `{local}`"
    return did_you_mean(name, known) or (f"it has {', '.join(sorted(known))}" if known else "it has none")


def find_base(variant: Path, base: str, by_path: bool) -> Path | None:
    """The file that a variant names: by a path from its folder, or by a name beside it, above it, or among those that ship."""
    folder = variant.parent
    if by_path:
        path = folder / base
        return path if _may_be_read(base) and disk.is_file(path) else None
    # Files near are read only when no neighbour is the base, and none after the base. A variant has the name of its file alone.
    named = (path for path in _files_near(folder) if base in names_of(path))
    for path in chain(_neighbours(folder, base), named):
        if disk.is_file(path) and disk.resolved(path) != disk.resolved(variant):
            return path
    return by_name().get(base)


def _may_be_read(path: str) -> bool:
    """Return whether a file may name this path: one of rules, and from its own place."""
    # To open a path with a zero byte raises ValueError, and not OSError as for other wrong paths.
    return path.endswith(".rules") and not Path(path).is_absolute() and "\0" not in path


def _neighbours(folder: Path, name: str) -> tuple[Path, ...]:
    # The folder above by its name, also where this folder is a link.
    above = Path(normpath(folder / ".."))
    return folder / f"{name}.rules", above / f"{name}.rules", above / name / f"{name}.rules"


def _rulebooks_near(folder: Path) -> list[Path]:
    """Return the rulebooks in a folder and in the one above it."""
    return [path for path in _files_near(folder) if head_of(path) is None]


def _files_near(folder: Path) -> Iterator[Path]:
    """Give the files of rules in a folder, then those in the one above it."""
    for place in (folder, Path(normpath(folder / ".."))):
        yield from disk.matching(place, "*.rules")


def bases_near(variant: Path) -> list[str]:
    """Return the names of the rulebooks that a variant may name."""
    return sorted({name for path in _rulebooks_near(variant.parent) for name in names_of(path)} | by_name().keys())
