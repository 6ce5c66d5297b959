"""`rulewright check`: compile rulebooks for every number of players, read playthroughs, and explain every mistake."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from os.path import realpath
from pathlib import Path

import click

from ...dsl.driver.compile import Compiled, analyse
from ...dsl.ir import Program
from ...dsl.load.loader import Files, NoSuchRulebook, find, parted, read, variants_of
from ...dsl.source.diagnostics import Diagnostic, Diagnostics, RulebookError, render
from ...dsl.source.search_path import head_of
from ...dsl.source.span import Source, Span
from ...dsl.syntax import Example, Rulebook
from ...translation.wording.check import check_texts
from ..shared.options import Asked, asked_for, complete_game, set_option, variant_option
from ..shared.trial_games import Games

# Functions import the machine and the reader of playthroughs: compiling a rulebook needs neither.
# Endings of files that belong to a rulebook.
BESIDE = (".play", ".worth", ".look")


@click.command(epilog="Example: rulewright check carolus_magnus games/tutorial/pig.rules games/tutorial/playthroughs")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", shell_complete=complete_game)
@variant_option
@set_option
@click.option("--format", "form", type=click.Choice(["text", "json", "sarif"]), default="text", show_default=True,
              help="Choose the format of the report.")
@click.option("--strict", is_flag=True, help="Count warnings as mistakes.")
def command(paths: tuple[str, ...], variants: tuple[str, ...], parameters: tuple[str, ...], form: str, strict: bool) -> None:
    """Check rulebooks: names, types, ranges, loops, ends, and whether every clause is reached.

    Then play a few short random games with each number of players, always the same ones, and report
    faults. The variants beside a large rulebook are not played; name one to play it.

    Each PATH is a rulebook, the name of one that ships, a playthrough, an evaluation file (`.worth`),
    a look file (`.look`), or a folder with any of these. A playthrough is checked without playing it: head, names, shapes of
    moves, conditions, positions. One run reports all mistakes. Exit with 1 if there are any.
    """
    everything = Diagnostics()
    lines = []
    try:
        games = Games()
        for path in expanded(paths, with_variants=not variants and not parameters):
            if path in paths or (not _is_no_file(path) and _is_main(path)):
                games = Games()
            is_loose = _is_no_file(path) and path not in paths
            diagnostics = _unreadable(path) if is_loose else _checked(path, variants, parameters, games)
            everything.extend(diagnostics)
            lines.append(f"{path}: {_summary(diagnostics)}" + (", no games played" if games.skipped == path else ""))
    except NoSuchRulebook as error:
        raise click.UsageError(str(error)) from None
    found = everything.sorted()
    if form == "json":
        click.echo(json.dumps({"diagnostics": [as_json(diagnostic) for diagnostic in found]}, indent=2, ensure_ascii=False))
    elif form == "sarif":
        from ..shared.sarif import sarif_log

        click.echo(json.dumps(sarif_log(found), indent=2, ensure_ascii=False))
    else:
        for diagnostic in found:
            click.echo(render(diagnostic) + "\n")
        for line in lines:
            click.echo(line)
    bad = any(diagnostic.level == "error" or strict for diagnostic in found)
    raise SystemExit(1 if bad else 0)


def _is_no_file(path: str) -> bool:
    """Return whether a path is a link that leads to no file."""
    return Path(path).is_symlink() and not Path(path).exists()


def _unreadable(path: str) -> tuple[Diagnostic, ...]:
    diagnostics = Diagnostics()
    diagnostics.add("E103", f"`{path}` is a link that leads to no file", Span(Source(path, ""), 1, 1, 1, 1))
    return diagnostics.sorted()


def _is_main(path: str) -> bool:
    """Return whether a path is a rulebook, not a variant, playthrough or evaluation file."""
    return Path(path).suffix not in BESIDE and head_of(find(parted(path)[0])) is None


def _checked(path: str, variants: tuple[str, ...], parameters: tuple[str, ...], games: Games) -> tuple[Diagnostic, ...]:
    match Path(path).suffix:
        case ".play":
            return check_playthrough(path)
        case ".worth":
            return check_evaluation_file(Path(path))
        case ".look":
            return check_look_file(Path(path))
        case _:
            return check_rulebook(asked_for(path, None, variants, parameters), games)


def expanded(paths: tuple[str, ...], with_variants: bool) -> Iterator[str]:
    """Yield the rulebooks that paths name, their variants, evaluation files and playthroughs, also those in folders.

    Each file comes once.
    """
    seen: set[Path] = set()
    for path in paths:
        for text in _meant(path, with_variants):
            real = _file_of(text)
            if real not in seen:
                seen.add(real)
                yield text


def _file_of(path: str) -> Path:
    """Return the file to check; for `rulebook:variant` the file of the variant."""
    rulebook, named = parted(path)
    is_named = len(named) == 1 and not Path(path).exists() and not _is_no_file(path)
    return Path(realpath(variants_of(find(rulebook)).get(named[0], Path(path)) if is_named else path))


def _meant(path: str, with_variants: bool) -> Iterator[str]:
    folder = Path(path)
    if not folder.is_dir():
        if folder.suffix in BESIDE and not folder.exists():
            raise click.UsageError(f"there is no file `{path}`")
        yield from _with_variants(path, with_variants)
        return
    from ..playthroughs.scripts import from_here, play_files_in
    from ..shared import evaluation, looks

    plays = [str(from_here(file)) for file in play_files_in(folder)]
    mains = list(_rulebooks(folder))
    beside = [file for place in (evaluation, looks) for file in _beside(folder, place.FOLDER, place.ENDING)]
    if not mains and not plays and not beside:
        raise click.UsageError(f"there is no rulebook and no playthrough in `{path}`")
    for main in mains:
        yield from _with_variants(main, with_variants)
    yield from (str(from_here(file)) for file in beside)
    yield from plays


def _beside(folder: Path, name: str, ending: str) -> list[Path]:
    """Return the files of a kind in folders of their name: this folder, and those in it."""
    return sorted({*folder.rglob(f"{name}/*{ending}"), *(folder.glob(f"*{ending}") if folder.resolve().name == name else ())})


def _rulebooks(folder: Path) -> Iterator[str]:
    """Yield the rulebooks in a folder: the one of its name, or all in it; without any, those in the folders below.

    The variants in the folder, of any rulebook, come after them.
    """
    both = (*_mains(folder), *_variants(folder))
    yield from map(str, both)
    if not both:
        for below in sorted(path for path in folder.iterdir() if path.is_dir()):
            yield from _rulebooks(below)


def _mains(folder: Path) -> list[Path]:
    """Return the rulebooks directly in a folder: the folder itself if there is one of its name."""
    if (folder / f"{folder.resolve().name}.rules").is_file():
        return [folder]
    return [path for path in sorted(folder.glob("*.rules")) if not path.is_dir() and head_of(path) is None]


def _variants(folder: Path) -> list[Path]:
    files = (*sorted(folder.glob("*.rules")), *sorted((folder / "variants").glob("*.rules")))
    return [file for file in files if head_of(file) is not None]


def _with_variants(path: str, with_variants: bool) -> Iterator[str]:
    yield path
    if with_variants and Path(path).suffix not in BESIDE and not _is_no_file(path) and parted(path) == (path, ()):
        main = find(path)
        if head_of(main) is None:
            ships = not Path(path).exists()
            yield from (f"{path}:{name}" if ships else str(file) for name, file in variants_of(main).items())


def check_playthrough(path: str) -> tuple[Diagnostic, ...]:
    """Report the mistakes in a playthrough without playing it."""
    from ...interpreter.playthroughs.checking import check
    from ..playthroughs.scripts import WrongPlaythrough, open_rules, read_file

    diagnostics = Diagnostics()
    here = Span(Source(path, ""), 1, 1, 1, 1)
    try:
        playthrough = read_file(Path(path))
    except OSError as error:
        diagnostics.add("E103", f"`{path}` cannot be read: {(error.strerror or str(error)).lower()}", here)
        return diagnostics.sorted()
    diagnostics.extend(playthrough.problems)
    if playthrough.head.game is None:
        return diagnostics.sorted()
    try:
        check(open_rules(playthrough), playthrough, read_file, diagnostics)
    except WrongPlaythrough as error:
        diagnostics.extend(error.diagnostics)
    except RulebookError as error:
        first = error.diagnostics[0]
        game = playthrough.head.entry("game")
        diagnostics.add("E602", f"the rulebook `{playthrough.head.game}` does not compile", game.span if game else here,
                  related=((first.message, first.span),))
    return diagnostics.sorted()


def check_rulebook(asked: Asked, games: Games | None = None) -> tuple[Diagnostic, ...]:
    """Report the mistakes in a rulebook, for all its numbers of players together, and the faults in a few random games."""
    files = asked.files()
    diagnostics = Diagnostics()
    diagnostics.extend(files.diagnostics.sorted())
    rulebooks = compiled(files, dict(asked.parameters), diagnostics)
    programs = [rulebook.program for rulebook in rulebooks]
    if not diagnostics.failed:
        (games or Games()).check(asked.rulebook, files, rulebooks, diagnostics)
    check_texts(files, diagnostics)
    if any(isinstance(declaration, Example) for declaration in files.declarations):
        from ..booklet.checked import check_examples

        check_examples(files, {program.players: program for program in programs if program is not None}, diagnostics)
    return diagnostics.sorted()


def compiled(files: Files, parameters: Mapping[str, str], diagnostics: Diagnostics) -> list[Compiled]:
    """Compile a rulebook for each number of players that it allows; add its mistakes to `diagnostics`."""
    header = next((declaration for declaration in files.declarations if isinstance(declaration, Rulebook)), None)
    counts = range(header.fewest, min(header.most, header.fewest + 20) + 1) if header else range(2, 3)
    out, unset = list[Compiled](), list[tuple[Diagnostic, ...]]()
    for players in counts:
        here = Diagnostics()
        here.extend(diagnostics.sorted())
        rulebook = analyse(files.declarations, players, parameters, here)
        out.append(rulebook)
        unset.append(tuple(wrong for wrong in rulebook.diagnostics if wrong.code == "E308"))
        diagnostics.extend(wrong for wrong in rulebook.diagnostics if wrong.code != "E308")
    # A parameter may exist for some numbers of players only; setting it is a mistake if it exists for none.
    diagnostics.extend(unset[0] if all(unset) else ())
    return out


def check_evaluation_file(path: Path) -> tuple[Diagnostic, ...]:
    """Report the mistakes in an evaluation file, also if not exactly one rulebook lies beside its folder."""
    from ..playthroughs.scripts import from_here
    from ..shared.evaluation import check_evaluation

    diagnostics, wrong = Diagnostics(), Diagnostics()
    here = Span(Source(str(path), ""), 1, 1, 1, 1)
    mains = _mains(path.absolute().parent.parent)
    if len(mains) != 1:
        there = f"are {', '.join(main.name for main in mains)}" if mains else "is none"
        diagnostics.add(
            "E602", f"an evaluation file belongs to the one rulebook in the folder above, and there {there}", here
        )
        return diagnostics.sorted()
    rulebooks = compiled(read(find(str(mains[0]))), {}, wrong)
    if wrong.failed:
        first = next(diagnostic for diagnostic in wrong.sorted() if diagnostic.level == "error")
        diagnostics.add("E602", f"the rulebook `{from_here(mains[0])}` does not compile", here,
                  related=((first.message, first.span),))
    else:
        check_evaluation(path, rulebooks, diagnostics)
    return diagnostics.sorted()


def check_look_file(path: Path) -> tuple[Diagnostic, ...]:
    """Report the mistakes in a look file: what cannot be read, and names that neither its rulebook nor a variant of it has."""
    from ..playthroughs.scripts import from_here
    from ..shared.looks import check_look

    diagnostics, wrong = Diagnostics(), Diagnostics()
    here = Span(Source(str(path), ""), 1, 1, 1, 1)
    mains = _mains(path.absolute().parent.parent)
    called = [main for main in mains if find(str(main)).stem == path.stem.partition(".")[0]]
    main = called[0] if called else mains[0] if len(mains) == 1 else None
    if main is None:
        there = f"are {', '.join(each.name for each in mains)}" if mains else "is none"
        diagnostics.add("E602", f"a look file is named after its rulebook in the folder above, and there {there}", here)
        return diagnostics.sorted()
    rulebooks = compiled(read(find(str(main))), {}, wrong)
    if wrong.failed:
        first = next(diagnostic for diagnostic in wrong.sorted() if diagnostic.level == "error")
        diagnostics.add("E602", f"the rulebook `{from_here(main)}` does not compile", here,
                  related=((first.message, first.span),))
        return diagnostics.sorted()
    programs = [rulebook.program for rulebook in rulebooks if rulebook.program is not None]
    check_look(path, programs, lambda: _of_variants(find(str(main))), diagnostics)
    return diagnostics.sorted()


def _of_variants(main: Path) -> Iterator[Program]:
    """Yield the programs of a rulebook with each of its variants, as far as they compile."""
    for name in variants_of(main):
        rulebooks = compiled(read(main, (name,)), {}, Diagnostics())
        yield from (rulebook.program for rulebook in rulebooks if rulebook.program is not None)


def as_json(diagnostic: Diagnostic) -> dict[str, object]:
    """Convert a diagnostic to the fields that `check --format json` promises."""
    span = diagnostic.span
    return {
        "code": diagnostic.code, "level": diagnostic.level, "message": diagnostic.message, "help": diagnostic.help,
        "file": span.source.name, "line": span.line, "column": span.column, "end_line": span.end_line,
        "end_column": span.end_column, "clause": diagnostic.clause,
        "related": [{"message": message, "file": at.source.name, "line": at.line, "column": at.column}
                    for message, at in diagnostic.related],
    }


def _summary(found: tuple[Diagnostic, ...]) -> str:
    errors = sum(diagnostic.level == "error" for diagnostic in found)
    warnings = len(found) - errors
    parts = [f"{count} {word}{'s' if count != 1 else ''}" for count, word in
             ((errors, "error"), (warnings, "warning")) if count]
    return ", ".join(parts) or "no mistakes"
