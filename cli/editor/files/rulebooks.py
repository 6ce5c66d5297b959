"""A file -> the rulebook that it belongs to, compiled from the texts that the editor shows; again only after a change."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path

from attrs import define, field, frozen

from ....dsl.driver.compile import Compiled
from ....dsl.load.loader import Files, read
from ....dsl.parse import items_of
from ....dsl.source import disk
from ....dsl.source.diagnostics import Diagnostic, Diagnostics
from ....dsl.source.search_path import NoSuchRulebook, find, find_variant, head_of, split_variants, variants_of
from ....dsl.source.span import Source
from ....dsl.statements.glossary import text_folder
from ....dsl.syntax import Example
from ....interpreter.playthroughs.lines.reader import read as read_playthrough
from ...checking.file_checks import compiled
from ...playthroughs.scripts import rulebook_of, variants_in
from ...shared.games.compilation_cache import CompilationCache
from .memo import Memo
from .names import RulebookNames
from .targets import targets

# Rulebooks that were looked at last; each keeps a few megabytes.
MOST_CACHED = 12


@frozen
class RulebookKey:
    """A rulebook: its main file, and the variants that it is read with, by path or name."""

    main: Path
    variants: tuple[str, ...] = ()


@define(eq=False, slots=False)
class OpenRulebook:
    """A rulebook as the editor shows it: its files, what was compiled for each number of players, and its mistakes."""

    key: RulebookKey
    files: Files
    rulebooks: tuple[Compiled, ...]
    diagnostics: tuple[Diagnostic, ...]

    @cached_property
    def names(self) -> RulebookNames:
        """The names of the rulebook."""
        changed = (target for source in self.files.sources if self.files.variants for target in targets(items_of(source)))
        return RulebookNames(self.files.declarations, self.rulebooks, changed)

    def source(self, path: Path) -> Source | None:
        """Return the file with this path, if it is one of the rulebook."""
        resolved = disk.resolved(path)
        return next((source for source in self.files.sources if disk.resolved(Path(source.name)) == resolved), None)

    @property
    def compiles(self) -> bool:
        """Whether the rulebook has no errors."""
        return all(rulebook.program is not None for rulebook in self.rulebooks)


@define
class Rulebooks:
    """The rulebooks that were opened last.

    Before each that it opens it calls `go_on`; an error that this raises ends the work of which it is a part.
    """

    go_on: Callable[[], None] = lambda: None
    _compiled: Memo[OpenRulebook] = field(factory=lambda: Memo(MOST_CACHED))
    _of_texts: Memo[tuple[Diagnostic, ...]] = field(factory=lambda: Memo(MOST_CACHED))
    _known: CompilationCache = field(factory=CompilationCache)

    def like(self) -> Rulebooks:
        """Return others, which are compiled from what is known of these."""
        others = Rulebooks(self.go_on)
        # What was compiled is shared, but not what was opened: the other texts are looked at only for a while, as for a rename
        # that may be refused.
        others._known = self._known
        return others

    def open(self, key: RulebookKey) -> OpenRulebook:
        """Return a rulebook as it is now. Raises NoSuchRulebook."""
        self.go_on()
        return self._compiled.get(key, lambda: _opened(key, self._known))

    def of_texts(self, key: RulebookKey) -> tuple[Diagnostic, ...]:
        """Return the mistakes in the texts, glossaries and examples of a rulebook; it takes longer. Raises NoSuchRulebook."""
        return self._of_texts.get(key, lambda: _beside_it(self.open(key)))


def _opened(key: RulebookKey, known: CompilationCache) -> OpenRulebook:
    files = read(key.main, key.variants)
    diagnostics = Diagnostics()
    diagnostics.extend(files.diagnostics.sorted())
    rulebooks = compiled(files, {}, diagnostics, known)
    return OpenRulebook(key, files, tuple(rulebooks), diagnostics.sorted())


def _beside_it(opened: OpenRulebook) -> tuple[Diagnostic, ...]:
    diagnostics = Diagnostics()
    # Imported here: most rulebooks that an author begins have no texts, and the checks of texts take long to load.
    if disk.is_folder(text_folder(opened.files)):
        from ....translation.wording.check import check_texts

        check_texts(opened.files, diagnostics, [rulebook.symbols for rulebook in opened.rulebooks])
    if any(isinstance(declaration, Example) for declaration in opened.files.declarations):
        from ...booklet.example_checks import check_examples

        programs = [rulebook.program for rulebook in opened.rulebooks if rulebook.program is not None]
        check_examples(opened.files, {program.players: program for program in programs}, diagnostics)
    return diagnostics.sorted()


def key_of(path: Path) -> RulebookKey | None:
    """Return the rulebook that a file belongs to: as a part of it, a variant, a playthrough, or a file beside it."""
    match path.suffix:
        case ".rules":
            return _of_rules(path)
        case ".play":
            return _of_playthrough(path)
        case _:
            return _owner(path)


def _of_rules(path: Path) -> RulebookKey | None:
    # A variant of a rulebook that is not there says so itself.
    if head_of(path) is not None or _is_main(path):
        return RulebookKey(path)
    resolved = disk.resolved(path)
    # A file that no rulebook uses may be one whose header is being written.
    return next((RulebookKey(main) for main in _mains_near(path) if resolved in _files_of(main)), RulebookKey(path))


def _of_playthrough(path: Path) -> RulebookKey | None:
    try:
        playthrough = read_playthrough(str(path), disk.content(path, MOST_READ).decode("utf-8", "replace"))
        if playthrough.head.game is None:
            return None
        main = rulebook_of(str(path), split_variants(playthrough.head.game)[0])
    except (NoSuchRulebook, OSError):
        return None
    return RulebookKey(main, variants_in(playthrough.head))


def _owner(path: Path) -> RulebookKey | None:
    """Return the rulebook in the folder above that of a file beside it; for the texts of a variant, the variant."""
    first = path.name.partition(".")[0]
    mains = _mains_in(path.parent.parent)
    main = next((main for main in mains if main.stem == first), mains[0] if mains else None)
    if main is None:
        return None
    variant = _variant_worded(path, main)
    try:
        return RulebookKey(main if variant is None else find_variant(main, variant))
    except NoSuchRulebook:
        return RulebookKey(main)


def _variant_worded(path: Path, main: Path) -> str | None:
    """Return the name of the variant that a file of texts words; None for any other file."""
    # Imported here, as the checks of texts are.
    from ....translation.wording.wordings import ENDING, whose

    return whose(path, main.stem)[1] if path.suffix == ENDING else None


MOST_READ = 1_000_000


def _is_main(path: Path) -> bool:
    try:
        text = disk.head(path, MOST_READ).decode("utf-8", "replace")
    except OSError:
        return False
    return any(line.startswith("rulebook ") for line in text.splitlines())


def _mains_in(folder: Path) -> list[Path]:
    try:
        return [find(str(folder))]
    except NoSuchRulebook:
        return [path for path in disk.matching(folder, "*.rules") if _is_main(path)]


def _mains_near(path: Path) -> list[Path]:
    """Return the rulebooks in the folder of a file, and in those above it."""
    return [main for folder in list(path.parents)[:3] for main in disk.matching(folder, "*.rules") if _is_main(main)]


def _files_of(main: Path) -> set[Path]:
    return {disk.resolved(Path(source.name)) for source in read(main).sources}


def variants_beside(main: Path) -> list[RulebookKey]:
    """Return the variants that lie beside a rulebook."""
    return [RulebookKey(file) for file in variants_of(main).values()]
