"""A kept result of a rulebook, and its files as they are now -> its result, where declarations can be checked alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from attrs import evolve

from ...dsl.incremental import environment
from ...dsl.incremental.again import Found, check_again
from ...dsl.incremental.alike import STATEMENT
from ...dsl.incremental.differing import Differences
from ...dsl.incremental.kept import LASTING, KeptRulebook
from ...dsl.load.loader import Files
from ...dsl.source import disk
from ...dsl.source.diagnostics import Diagnostic, Diagnostics
from ...dsl.source.read_limited import exact_text_in
from ...dsl.source.span import Span
from ...dsl.statements.glossary import glossary_of, text_folder
from ...dsl.syntax import Node, Text
from ...dsl.variants import named
from ...translation.facts.meaning import fingerprint
from ...translation.wording.age import check_ages, without_text
from .result import Result, is_skipped

Answers = Mapping[disk.Question, str]


def checked_again(played: int, answers: Answers, result: Result, kept: KeptRulebook) -> tuple[Answers, Result] | None:
    """Return the answers that a rulebook depends on, as they are now, and its result; None where it is to be checked whole.

    `answers` and `result` are those of the rulebook as it is kept; `played` counts the blocks that are played before
    it now. Raises AttributeError where a check needs more than that.
    """
    now = disk.answers_now(answers)
    asked = [question for question, answer in answers.items() if question[0] != "declared" and now.get(question) != answer]
    if asked and all(_is_of_texts(question, kept) for question in asked):
        return _with_texts(played, now, result, kept, [Path(path).name for _, path, _ in asked])
    changes = frozenset((question, now.get(question, "")) for question in asked)
    # With the rulebook compiled, its variants are compiled in less time than it takes to find that they have to be.
    if kept.variants and _whole.get(kept.main) == changes:
        return None
    found = _with_declarations(played, now, result, kept, asked)
    if found is None and not kept.variants:
        _whole[kept.main] = changes
    return found


# The changes after which this process has checked a rulebook whole, by its first file.
_whole: dict[str, frozenset[tuple[disk.Question, str]]] = {}


def _with_declarations(played: int, now: dict[disk.Question, str], result: Result, kept: KeptRulebook,
                       asked: list[disk.Question]) -> tuple[Answers, Result] | None:
    """Return the answers and the result of a rulebook of which declarations have changed, in the files that are asked for."""
    changed = _changed_files(asked, kept.texts)
    # A file may change between two looks at it: the answers are those of the text that is checked.
    with disk.recorded() as read:
        texts = None if changed is None else {name: exact_text_in(Path(name)) for name in changed}
    now.update((question, answer) for question, answer in read.items() if question in now)
    found = None if texts is None else check_again(kept, texts)
    if texts is None or found is None:
        return None
    worded = _reported(result, kept, texts, found)
    if worded is None:
        return None
    if found.differences.faulty is not None:
        # Nothing is checked of the texts of a rulebook with a declaration that does not parse.
        if not all(_is_in_texts(diagnostic.span, kept) for diagnostic in worded.diagnostics):
            return None
        worded = Result(())
    if found.mistakes:
        return (now, _with_mistakes(worded, found.mistakes)) if _are_those_of_rulebook(kept, found.mistakes) else None
    blocks = result.blocks + sum(program.blocks - program.before for program in found.programs)
    if is_skipped(blocks, played) != result.skipped or not (result.skipped or _are_faultless(kept, found)):
        return None
    return now, evolve(worded, blocks=blocks)


def _reported(result: Result, kept: KeptRulebook, texts: Mapping[str, str], found: Found) -> Result | None:
    """Return a result with what is reported now of clauses, fields and examples; None where more may be reported."""
    moved = _moved(result, kept, texts)
    if moved is None:
        return None
    aged = _with_ages(moved, kept, found.differences)
    worded = None if aged is None or not _say_the_same(kept, found) else _with_missing(aged, kept, texts, found)
    if worded is None and not (found.mistakes or found.differences.faulty):
        worded = _with_all_texts(moved, kept, texts)
    if worded is None:
        return None
    diagnostics = Diagnostics()
    diagnostics.extend((*worded.diagnostics, *found.warnings))
    return _with_examples(evolve(worded, diagnostics=diagnostics.sorted()), kept, found.differences)


def _moved(result: Result, kept: KeptRulebook, texts: Mapping[str, str]) -> Result | None:
    """Return a result with its places in these files, which differ; None where one is not there any more."""
    if not kept.warned:
        return result
    # Most rulebooks are edited without a warning.
    from ...dsl.incremental.moved import moved

    found = moved(result.diagnostics, kept.texts, texts)
    return None if found is None else evolve(result, diagnostics=found)


def _is_of_texts(question: disk.Question, kept: KeptRulebook) -> bool:
    """Return whether a question asks what is in a file of texts or in a glossary of a rulebook."""
    what, path, _ = question
    return what == "head" and disk.resolved(Path(path)).parent == disk.resolved(text_folder(_files_of(kept)))


def _is_in_texts(at: Span, kept: KeptRulebook) -> bool:
    """Return whether a place is in a file of texts or in a glossary of a rulebook."""
    return disk.resolved(Path(at.source.name)).parent == disk.resolved(text_folder(_files_of(kept)))


def _with_texts(played: int, now: Answers, result: Result, kept: KeptRulebook, names: list[str]
                ) -> tuple[Answers, Result] | None:
    """Return the answers and the result of a rulebook of which only texts and glossaries, the files of these names, differ."""
    from ...translation.wording.kept import read_the_same

    if is_skipped(result.blocks, played) != result.skipped:
        return None
    here = _files_of(kept)
    with disk.recorded() as answers:
        # What is reported in one of the files may stand in another line now.
        if _tells_nothing_of(names, result) and read_the_same(here, names, kept.worded):
            return {**now, **answers}, result
    # Loading what checks texts takes longer than to find that they need no check.
    from ...dsl.load.loader import read
    from ...translation.wording.check import check_languages, check_texts
    from ...translation.wording.wordings import language_of

    folder = disk.resolved(text_folder(here))
    languages = {language_of(here, name) for name in names}

    def is_checked(at: Span) -> bool:
        """Return whether what is reported at a place is found again, if it is still so."""
        path = disk.resolved(Path(at.source.name))
        return path.parent == folder and (None in languages or language_of(here, path.name) in languages)

    diagnostics = Diagnostics()
    diagnostics.extend(diagnostic for diagnostic in result.diagnostics if not is_checked(diagnostic.span))
    with disk.recorded() as answers:
        main = Path(kept.main)
        files = read(main, tuple(variant.name for variant in kept.variants)) if len(kept.variants) < 2 else None
        if files is None or files.diagnostics.sorted():
            return None
        if None in languages:
            check_texts(files, diagnostics)
        else:
            check_languages(files, languages, diagnostics)
    return {**now, **answers}, evolve(result, diagnostics=diagnostics.sorted())


def _tells_nothing_of(names: Iterable[str], result: Result) -> bool:
    """Return whether nothing in a result stands in one of the files with these names."""
    spans = (span for found in result.diagnostics for span in (
        found.span, *(span for _, span in found.related), *(fix.span for fix in found.fixes)))
    return {Path(span.source.name).name for span in spans}.isdisjoint(names)


# The mistakes of rulebooks that this process has found in them without variants.
_mistakes: dict[str, list[tuple[str, str, int, int, str]]] = {}


def _are_those_of_rulebook(kept: KeptRulebook, mistakes: tuple[Diagnostic, ...]) -> bool:
    """Return whether a rulebook has these mistakes without its variants too: others are reported where a variant is."""
    known = [_known_by(mistake) for mistake in mistakes]
    if not kept.variants:
        _mistakes[kept.main] = known
    return _mistakes.get(kept.main) == known


def _with_mistakes(result: Result, mistakes: tuple[Diagnostic, ...]) -> Result:
    """Return the result of a rulebook that has no program, for these mistakes."""
    diagnostics = Diagnostics()
    diagnostics.extend((*result.diagnostics, *mistakes))
    return Result(diagnostics.sorted())


def _are_faultless(kept: KeptRulebook, found: Found) -> bool:
    """Return whether trial games of the programs come to no fault."""
    if not found.programs:
        return True
    # Loading the machine takes longer than all that a rulebook needs which is not played.
    from .trial_games import is_faultless

    files = _files_of(kept)
    return all(is_faultless(files, program, found.is_played) for program in found.programs)


def _changed_files(changed: list[disk.Question], names: Iterable[str]) -> list[str] | None:
    """Return the files of a rulebook that say something else than before; None where anything else has changed."""
    files = {str(disk.resolved(Path(name))): name for name in names}
    known = [files[path] for what, path, _ in changed if what == "head" and path in files]
    return known if len(known) == len(changed) else None


def _with_ages(result: Result, kept: KeptRulebook, found: Differences) -> Result | None:
    """Return a result with the texts that were written for other clauses now; None where more may be reported of texts.

    A clause whose statement speaks of the same needs the same of its texts, but that they were written for it.
    """
    pairs = [pair for both in found.pairs for pair in zip(named((both.old,)), named((both.new,)), strict=True)]
    changed = [(old, new) for old, new in pairs if fingerprint(old.node) != fingerprint(new.node)]
    if not changed:
        return result
    # Whether a clause of a variant has a text may depend on the age of the text.
    if found.loaded is not None and not _lack_the_same(*found.loaded, [new.id for _, new in changed]):
        return None
    before, diagnostics = Diagnostics(), Diagnostics()
    files = _files_of(kept)
    if not _ask_the_same(files, [(old.node, new.node) for old, new in changed]):
        return None
    check_ages(files, {old.id: old.node for old, _ in changed}, before)
    gone = set(map(_known_by, before.sorted()))
    diagnostics.extend(diagnostic for diagnostic in result.diagnostics if _known_by(diagnostic) not in gone)
    check_ages(files, {new.id: new.node for _, new in changed}, diagnostics)
    return evolve(result, diagnostics=diagnostics.sorted())


def _with_missing(result: Result, kept: KeptRulebook, texts: Mapping[str, str], found: Found) -> Result | None:
    """Return a result with clauses that are new and have no text, and texts of those that are gone.

    `texts` are the files that differ. Return None where more may be reported of texts.
    """
    new, gone = found.differences.new, found.differences.gone
    if not (new or gone) or not disk.is_folder(text_folder(files := _files_of(kept))):
        return result
    # The help with other mistakes in texts may name clauses that are new, or were there.
    if any(diagnostic.code not in ("W503", *LASTING) for diagnostic in result.diagnostics):
        return None
    # Most edits change no more than bodies.
    from ...translation.wording.besides import check_besides, ids_of

    ids, diagnostics = ids_of(gone), Diagnostics()
    # Nothing is said any more of the age of texts of what is gone.
    diagnostics.extend(diagnostic for diagnostic in result.diagnostics
                       if diagnostic.code != "W503" or (diagnostic.clause or "").partition(".")[0] not in ids)
    known = check_besides(files, found.rulebook, new, gone, lambda: _loaded(kept, texts), diagnostics)
    return evolve(result, diagnostics=diagnostics.sorted()) if known else None


def _with_all_texts(result: Result, kept: KeptRulebook, texts: Mapping[str, str]) -> Result | None:
    """Return a result with what a check of all texts and glossaries reports; None where the rulebook cannot be read.

    `texts` are the files that differ. A check of texts takes less than one of the rulebook.
    """
    files = _loaded(kept, texts)
    if files is None:
        return None
    from ...translation.wording.check import check_texts

    diagnostics = Diagnostics()
    diagnostics.extend(diagnostic for diagnostic in result.diagnostics if not _is_in_texts(diagnostic.span, kept))
    check_texts(files, diagnostics)
    return evolve(result, diagnostics=diagnostics.sorted())


def _loaded(kept: KeptRulebook, texts: Mapping[str, str]) -> Files | None:
    """Read a rulebook with other texts of some of its files; return None where it cannot be read, or has many variants."""
    # Most edits need no rulebook.
    from ...dsl.load.loader import read

    known = {disk.resolved(Path(name)): text for name, text in {**kept.texts, **texts}.items()}
    files = read(Path(kept.main), tuple(variant.name for variant in kept.variants), known)
    return None if files.diagnostics.sorted() or len(kept.variants) > 1 else files


def _with_examples(result: Result, kept: KeptRulebook, found: Differences) -> Result:
    """Return a result with the mistakes of examples that differ."""
    if not found.shown:
        return result
    # Most edits change no example. Another range of numbers leaves the names of fields as they are.
    from ..booklet.checked import check_examples

    programs = [environment.read_code(code).program for code in kept.code]
    diagnostics = Diagnostics()
    diagnostics.extend(result.diagnostics)
    check_examples(evolve(_files_of(kept), declarations=tuple(both.new for both in found.shown)),
                   {program.players: program for program in programs}, diagnostics)
    return evolve(result, diagnostics=diagnostics.sorted())


def _files_of(kept: KeptRulebook) -> Files:
    """Return the files of a rulebook without what stands in them: where its texts and glossaries are."""
    return Files(kept.main, (), (), Diagnostics(), kept.variants)


def _lack_the_same(old: Files, new: Files, clauses: list[str]) -> bool:
    """Return whether the same of some clauses have no text of their variant as before."""
    return without_text(old, clauses) == without_text(new, clauses)


def _say_the_same(kept: KeptRulebook, found: Found) -> bool:
    """Return whether all texts are filled with values that differ as they were before, but for the values."""
    if not found.names:
        return True
    # Most edits change no value.
    from ...translation.wording.revalued import are_filled_alike

    return are_filled_alike(_files_of(kept), found.names)


def _ask_the_same(files: Files, clauses: list[tuple[Node, Node]]) -> bool:
    """Return whether clauses, as they were and as they are, have statements for which a check of texts finds the same."""
    statements = [(getattr(old, STATEMENT, None), getattr(new, STATEMENT, None)) for old, new in clauses]
    reworded = [(old, new) for old, new in statements if isinstance(old, Text) and isinstance(new, Text) and old.raw != new.raw]
    if not reworded:
        return True
    # Most edits change no statement.
    from ...translation.wording.reworded import asks_the_same

    english = glossary_of(files, "en")
    return all(asks_the_same(old, new, english) for old, new in reworded)


def _known_by(diagnostic: Diagnostic) -> tuple[str, str, int, int, str]:
    return diagnostic.code, diagnostic.span.source.name, diagnostic.span.line, diagnostic.span.column, diagnostic.message
