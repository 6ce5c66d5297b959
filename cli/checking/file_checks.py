"""A rulebook, playthrough or evaluation file -> its diagnostics, by all passes that `check` has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from attrs import evolve

from ...dsl.driver.compile import Compiled, analyse
from ...dsl.incremental.cached import LASTING, CachedRulebook, cached_rulebook
from ...dsl.ir import Program
from ...dsl.load.loader import Files, read
from ...dsl.source import disk
from ...dsl.source.diagnostics import Diagnostic, Diagnostics, RulebookError
from ...dsl.source.search_path import find, variants_of
from ...dsl.source.span import Source, Span
from ...dsl.statements.glossary import text_folder
from ...dsl.syntax import Example, Rulebook
from ..shared.files.places import from_here
from ..shared.games.compilation_cache import CompilationCache, recent
from ..shared.games.options import GameRequest, game_request
from .paths import mains
from .result import CheckedFile, CheckResult, is_skipped

# Functions import the machine, the reader of playthroughs and the texts: compiling a rulebook needs none of them.


def check_file(file: CheckedFile, keep: bool = False) -> CheckResult:
    """Report the mistakes in a file, by its kind; `keep` as for `play_some`. Raises NoSuchRulebook."""
    return check_and_keep(file, keep)[0]


def check_and_keep(file: CheckedFile, keep: bool = True) -> tuple[CheckResult, CachedRulebook | None]:
    """Report the mistakes in a file as `check_file` does; return what is kept of a rulebook without mistakes besides."""
    match Path(file.path).suffix:
        case ".play":
            return CheckResult(check_playthrough(file.path)), None
        case ".evaluation":
            return CheckResult(check_evaluation_file(Path(file.path))), None
        case ".look":
            return CheckResult(check_look_file(Path(file.path))), None
        case _:
            return check_rulebook(game_request(file.path, None, file.variants, file.parameters), file.blocks, keep)


def check_playthrough(path: str) -> tuple[Diagnostic, ...]:
    """Report the mistakes in a playthrough without playing it."""
    from ...interpreter.playthroughs.checking import check
    from ..playthroughs.scripts import WrongPlaythrough, open_rules, read_file

    diagnostics = Diagnostics()
    span = Span(Source(path, ""), 1, 1, 1, 1)
    try:
        playthrough = read_file(Path(path))
    except OSError as error:
        diagnostics.add("E103", f"`{path}` cannot be read: {(error.strerror or str(error)).lower()}", span)
        return diagnostics.sorted()
    diagnostics.extend(playthrough.problems)
    if playthrough.head.game is None:
        return diagnostics.sorted()
    try:
        # Positions call a few of the functions.
        check(open_rules(playthrough, briefly=True), playthrough, read_file, diagnostics)
    except WrongPlaythrough as error:
        diagnostics.extend(error.diagnostics)
    except RulebookError as error:
        first = next(diagnostic for diagnostic in error.diagnostics if diagnostic.level == "error")
        game = playthrough.head.entry("game")
        diagnostics.add("E602", f"the rulebook `{playthrough.head.game}` does not compile", game.span if game else span,
                  related=((first.message, first.span),))
    return diagnostics.sorted()


def check_rulebook(request: GameRequest, played: int, keep: bool) -> tuple[CheckResult, CachedRulebook | None]:
    """Report the mistakes in a rulebook, for all its numbers of players together, and the faults in a few random games.

    `played` are the blocks of the rulebooks that were played before it. With `keep`, which is also that of `play_some`, return
    what is kept of a rulebook without mistakes.
    """
    files = request.files()
    diagnostics = Diagnostics()
    diagnostics.extend(files.diagnostics.sorted())
    rulebooks = compiled(files, dict(request.parameters), diagnostics, recent())
    programs = [rulebook.program for rulebook in rulebooks]
    blocks, called = 0, None
    if not diagnostics.failed:
        blocks = sum(len(program.blocks) for program in programs if program is not None)
        if not is_skipped(blocks, played):
            from .short_games import play_some

            called = play_some(files, rulebooks, diagnostics, keep)
    # What says of no rulebook that it is one has no names that texts could speak of.
    is_headed = any(isinstance(declaration, Rulebook) for declaration in files.declarations)
    if is_headed and disk.is_folder(text_folder(files)):
        from ...translation.wording.check import check_texts

        check_texts(files, diagnostics, () if request.parameters else [rulebook.symbols for rulebook in rulebooks])
    if any(isinstance(declaration, Example) for declaration in files.declarations):
        from ..booklet.example_checks import check_examples

        check_examples(files, {program.players: program for program in programs if program is not None}, diagnostics)
    result = CheckResult(diagnostics.sorted(), blocks, is_skipped(blocks, played))
    return result, _cached_rulebook(files, rulebooks, called, request, result) if keep else None


def _cached_rulebook(files: Files, rulebooks: Sequence[Compiled], called: frozenset[str] | None, request: GameRequest,
                     result: CheckResult) -> CachedRulebook | None:
    """Return the part of a rulebook that is kept: None where something is reported in it that may read otherwise later."""
    sources = {source.name for source in files.sources}
    places = (span for diagnostic in result.diagnostics if diagnostic.code not in LASTING for span in (
        diagnostic.span, *(span for _, span in diagnostic.related), *(fix.span for fix in diagnostic.fixes)))
    if not result.blocks or any(diagnostic.level == "error" for diagnostic in result.diagnostics) or any(
            span.source.name in sources for span in places):
        return None
    cached = cached_rulebook(files, rulebooks, called, dict(request.parameters))
    if not disk.is_folder(text_folder(files)):
        return cached
    from ...translation.wording.digests import digests_of

    return evolve(cached, worded=digests_of(files))


def compiled(files: Files, parameters: Mapping[str, str], diagnostics: Diagnostics,
             earlier: CompilationCache | None = None) -> list[Compiled]:
    """Compile a rulebook for each number of players that it allows; add its mistakes to `diagnostics`.

    It takes what means the same from an `earlier` rulebook, and keeps this one there.
    """
    header = next((declaration for declaration in files.declarations if isinstance(declaration, Rulebook)), None)
    # A range without numbers is reported for the first of them.
    counts = range(header.fewest, max(header.fewest, min(header.most, header.fewest + 20)) + 1) if header else range(2, 3)
    out, unset = list[Compiled](), list[tuple[Diagnostic, ...]]()
    for players in counts:
        own_diagnostics = Diagnostics()
        own_diagnostics.extend(diagnostics.sorted())
        same = None if earlier is None or own_diagnostics.failed else earlier.same(files, players, parameters, warned=True)
        rulebook = same or analyse(files.declarations, players, parameters, own_diagnostics,
                                   known=None if earlier is None else earlier.of(files, players, parameters))
        out.append(rulebook)
        if earlier is not None:
            earlier.keep(files, players, parameters, rulebook, warned=True)
        unset.append(tuple(wrong for wrong in rulebook.diagnostics if wrong.code == "E308"))
        diagnostics.extend(wrong for wrong in rulebook.diagnostics if wrong.code != "E308")
    # A parameter may exist for some numbers of players only; setting it is a mistake if it exists for none.
    diagnostics.extend(unset[0] if all(unset) else ())
    return out


def check_evaluation_file(path: Path) -> tuple[Diagnostic, ...]:
    """Report the mistakes in an evaluation file, also if not exactly one rulebook lies beside its folder."""
    from ..shared.games.evaluation import check_evaluation

    diagnostics, wrong = Diagnostics(), Diagnostics()
    span = Span(Source(str(path), ""), 1, 1, 1, 1)
    main_files = mains(path.absolute().parent.parent)
    if len(main_files) != 1:
        neighbours = f"are {', '.join(main.name for main in main_files)}" if main_files else "is none"
        diagnostics.add(
            "E602", f"an evaluation file belongs to the one rulebook in the folder above, and there {neighbours}", span
        )
        return diagnostics.sorted()
    rulebooks = _compiled(_named_as(path, find(str(main_files[0]))), wrong)
    if wrong.failed:
        first = next(diagnostic for diagnostic in wrong.sorted() if diagnostic.level == "error")
        diagnostics.add("E602", f"the rulebook `{from_here(main_files[0])}` does not compile", span,
                  related=((first.message, first.span),))
    else:
        check_evaluation(path, rulebooks, diagnostics)
    return diagnostics.sorted()


def check_look_file(path: Path) -> tuple[Diagnostic, ...]:
    """Report the mistakes in a look file: what cannot be read, and names that neither its rulebook nor a variant of it has."""
    from ..shared.games.looks import check_look

    diagnostics, wrong = Diagnostics(), Diagnostics()
    span = Span(Source(str(path), ""), 1, 1, 1, 1)
    main_files = mains(path.absolute().parent.parent)
    called = [main for main in main_files if find(str(main)).stem == path.stem.partition(".")[0]]
    main = called[0] if called else main_files[0] if len(main_files) == 1 else None
    if main is None:
        neighbours = f"are {', '.join(file.name for file in main_files)}" if main_files else "is none"
        diagnostics.add("E602", f"a look file is named after its rulebook in the folder above, and there {neighbours}", span)
        return diagnostics.sorted()
    main = _named_as(path, find(str(main)))
    rulebooks = _compiled(main, wrong)
    if wrong.failed:
        first = next(diagnostic for diagnostic in wrong.sorted() if diagnostic.level == "error")
        diagnostics.add("E602", f"the rulebook `{from_here(main)}` does not compile", span,
                  related=((first.message, first.span),))
        return diagnostics.sorted()
    programs = [rulebook.program for rulebook in rulebooks if rulebook.program is not None]
    check_look(path, programs, lambda: _of_variants(main), diagnostics)
    return diagnostics.sorted()


def _named_as(path: Path, main: Path) -> Path:
    """Return the path of a rulebook from the working directory, where that of a file beside it is: it is read only once."""
    return main if path.is_absolute() else from_here(main)


def _compiled(main: Path, diagnostics: Diagnostics) -> list[Compiled]:
    """Read and compile a rulebook for each number of players that it allows; add its mistakes to `diagnostics`."""
    files = read(main)
    diagnostics.extend(files.diagnostics.sorted())
    return compiled(files, {}, diagnostics, recent())


def _of_variants(main: Path) -> Iterator[Program]:
    """Yield the programs of a rulebook with each of its variants, as far as they compile."""
    for name in variants_of(main):
        rulebooks = compiled(read(main, (name,)), {}, Diagnostics(), recent())
        yield from (rulebook.program for rulebook in rulebooks if rulebook.program is not None)
