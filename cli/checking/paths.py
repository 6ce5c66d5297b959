"""Arguments of `check` -> the files to check: rulebooks, their variants, evaluation and look files, playthroughs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from ...dsl.load.loader import read
from ...dsl.source import disk
from ...dsl.source.search_path import find, has_header, head_of, split_variants, unclaimed_variants, variants_of
from ..shared.files.places import from_here, play_files_in

# Endings of files that belong to a rulebook.
ENDINGS = (".play", ".evaluation", ".look")
# Evaluation files and look files lie in folders of their own.
IN_FOLDERS = ("**/evaluations/*.evaluation", "**/look/*.look")


def is_no_file(path: str) -> bool:
    """Return whether a path is a link that leads to no file."""
    return disk.is_lost(Path(path))


def is_main(path: str) -> bool:
    """Return whether a path is a rulebook, not a variant, playthrough or evaluation file."""
    return Path(path).suffix not in ENDINGS and head_of(find(split_variants(path)[0])) is None


def expanded(paths: tuple[str, ...], with_variants: bool) -> Iterator[str]:
    """Yield the rulebooks that paths name, their variants, evaluation files and playthroughs, also those in folders.

    Each file comes once.
    """
    visited: set[Path] = set()
    for path in paths:
        for text in _meant(path, with_variants):
            real = file_of(text)
            if real not in visited:
                visited.add(real)
                yield text


def file_of(path: str) -> Path:
    """Return the file to check; for `rulebook:variant` the file of the variant."""
    rulebook, named = split_variants(path)
    is_named = len(named) == 1 and not disk.exists(Path(path)) and not is_no_file(path)
    return disk.resolved(variants_of(find(rulebook)).get(named[0], Path(path)) if is_named else Path(path))


def _meant(path: str, with_variants: bool) -> Iterator[str]:
    folder = Path(path)
    if not disk.is_folder(folder):
        if folder.suffix in ENDINGS and not disk.exists(folder):
            raise click.UsageError(f"there is no file `{path}`")
        yield from _with_variants(path, with_variants)
        return
    plays = [str(from_here(file)) for file in play_files_in(folder)]
    mains = list(_rulebooks(folder))
    companions = [str(from_here(file)) for pattern in IN_FOLDERS for file in _matching(folder, pattern)]
    if not mains and not plays and not companions:
        raise click.UsageError(f"there is no rulebook and no playthrough in `{path}`")
    for main in mains:
        yield from _with_variants(main, with_variants)
    yield from companions
    yield from plays


def _matching(folder: Path, pattern: str) -> list[Path]:
    """Return the files of a pattern in folders of their name: those in this folder, and this folder itself."""
    _, name, files = pattern.split("/")
    own = disk.matching(folder, files) if disk.resolved(folder).name == name else ()
    return [*own, *disk.matching(folder, pattern)]


def _rulebooks(folder: Path) -> Iterator[str]:
    """Yield the rulebooks in a folder: the one of its name, or all in it; without any, those in the folders below.

    The variants in the folder, of any rulebook or of none, come after them.
    """
    candidates = (*mains(folder), *_variants(folder))
    yield from map(str, candidates)
    if not candidates:
        for below in (path for path in disk.matching(folder, "*") if disk.is_folder(path)):
            yield from _rulebooks(below)


def mains(folder: Path) -> list[Path]:
    """Return the rulebooks directly in a folder: the folder itself if there is one of its name.

    A file without a header is a rulebook whose author still has to write it, unless another rulebook uses the file. While
    another uses a file that is not there, nobody knows which of them it means.
    """
    if disk.is_file(folder / f"{disk.resolved(folder).name}.rules"):
        return [folder]
    paths = [path for path in disk.matching(folder, "*.rules") if not disk.is_folder(path) and head_of(path) is None]
    begun = [path for path in paths if has_header(path)]
    if len(begun) in (0, len(paths)):
        return paths
    rulebooks = [read(path) for path in begun]
    if any(diagnostic.code == "E103" for files in rulebooks for diagnostic in files.diagnostics.sorted()):
        return begun
    used = {disk.resolved(Path(source.name)) for files in rulebooks for source in files.sources}
    return [path for path in paths if path in begun or disk.resolved(path) not in used]


def _variants(folder: Path) -> list[Path]:
    files = (*disk.matching(folder, "*.rules"), *disk.matching(folder / "variants", "*.rules"))
    return [*(file for file in files if head_of(file) is not None), *unclaimed_variants(folder)]


def _with_variants(path: str, with_variants: bool) -> Iterator[str]:
    yield path
    if with_variants and Path(path).suffix not in ENDINGS and not is_no_file(path) and split_variants(path) == (path, ()):
        main = find(path)
        if head_of(main) is None:
            ships = not disk.exists(Path(path))
            yield from (f"{path}:{name}" if ships else str(file) for name, file in variants_of(main).items())
            if not ships:
                yield from map(str, unclaimed_variants(main.parent))
