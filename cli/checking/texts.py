"""A kept result of a rulebook, and texts or declarations as they are now -> its result with what is reported of texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from attrs import evolve

from ...dsl.incremental.alike import STATEMENT
from ...dsl.incremental.cached import LASTING, CachedRulebook
from ...dsl.incremental.differences import Differences
from ...dsl.incremental.members import names_apart
from ...dsl.incremental.recheck import Recheck
from ...dsl.load.loader import Files
from ...dsl.source import disk
from ...dsl.source.diagnostics import Diagnostic, Diagnostics
from ...dsl.source.span import Span
from ...dsl.statements.glossary import glossary_of, text_folder
from ...dsl.syntax import Event, Node, Text
from ...dsl.variants import named
from ...translation.facts.meaning import NOTATIONS, fingerprint, has_words, notations
from ...translation.wording.age import check_ages, without_text
from .result import Answers, CheckResult, is_skipped


def is_of_texts(question: disk.Question, cached: CachedRulebook) -> bool:
    """Return whether a question asks what is in a file of texts or in a glossary of a rulebook."""
    what, path, _ = question
    return what == "head" and disk.resolved(Path(path)).parent == disk.resolved(text_folder(files_of(cached)))


def is_in_texts(span: Span, cached: CachedRulebook) -> bool:
    """Return whether a place is in a file of texts or in a glossary of a rulebook."""
    return disk.resolved(Path(span.source.name)).parent == disk.resolved(text_folder(files_of(cached)))


def with_texts(played: int, current: Answers, result: CheckResult, cached: CachedRulebook, names: list[str]
                ) -> tuple[Answers, CheckResult] | None:
    """Return the answers and the result of a rulebook of which only texts and glossaries, the files of these names, differ."""
    from ...translation.wording.digests import read_the_same

    if is_skipped(result.blocks, played) != result.skipped:
        return None
    rulebook_files = files_of(cached)
    with disk.recorded() as answers:
        # What is reported in one of the files may stand in another line now.
        if _tells_nothing_of(names, result) and read_the_same(rulebook_files, names, cached.worded):
            return {**current, **answers}, result
    # Loading what checks texts takes longer than to find that they need no check.
    from ...dsl.load.loader import read
    from ...translation.wording.check import check_languages, check_texts
    from ...translation.wording.wordings import language_of

    folder = disk.resolved(text_folder(rulebook_files))
    languages = {language_of(rulebook_files, name) for name in names}

    def is_checked(span: Span) -> bool:
        """Return whether what is reported at a place is found again, if it is still so."""
        path = disk.resolved(Path(span.source.name))
        return path.parent == folder and (None in languages or language_of(rulebook_files, path.name) in languages)

    diagnostics = Diagnostics()
    diagnostics.extend(diagnostic for diagnostic in result.diagnostics if not is_checked(diagnostic.span))
    with disk.recorded() as answers:
        main = Path(cached.main)
        files = read(main, tuple(variant.name for variant in cached.variants)) if len(cached.variants) < 2 else None
        if files is None or files.diagnostics.sorted():
            return None
        if None in languages:
            check_texts(files, diagnostics)
        else:
            check_languages(files, languages, diagnostics)
    return {**current, **answers}, evolve(result, diagnostics=diagnostics.sorted())


def _tells_nothing_of(names: Iterable[str], result: CheckResult) -> bool:
    """Return whether nothing in a result stands in one of the files with these names."""
    spans = (span for diagnostic in result.diagnostics for span in (
        diagnostic.span, *(span for _, span in diagnostic.related), *(fix.span for fix in diagnostic.fixes)))
    return {Path(span.source.name).name for span in spans}.isdisjoint(names)


def with_reported(result: CheckResult, cached: CachedRulebook, texts: Mapping[str, str],
                  recheck: Recheck) -> CheckResult | None:
    """Return a result with what is reported now of the texts of clauses; None where more may be reported.

    `texts` are the files of the rulebook that differ.
    """
    aged = _with_ages(result, cached, recheck.differences)
    worded = None
    if aged is not None and not _asks_more(cached, texts, recheck) and _say_the_same(cached, recheck):
        worded = _with_missing(aged, cached, texts, recheck)
    # The names of a rulebook with mistakes are not all there, by which a check of texts would find others.
    if worded is None and not (recheck.mistakes or recheck.differences.faulty):
        worded = _with_all_texts(result, cached, texts)
    return worded


def _asks_more(cached: CachedRulebook, texts: Mapping[str, str], recheck: Recheck) -> bool:
    """Return whether a check of texts may ask for more than the age of some, in what has other names now.

    Texts name the parameters of events. A variant that has rows of its own words them.
    """
    return any(isinstance(change.new, Event) for change in recheck.differences.retyped) or (
        bool(recheck.differences.regrown) and any(variant.span.source.name in texts for variant in cached.variants))


def _with_all_texts(result: CheckResult, cached: CachedRulebook, texts: Mapping[str, str]) -> CheckResult | None:
    """Return a result with what a check of all texts and glossaries reports; None where the rulebook cannot be read.

    `texts` are the files that differ. A check of texts takes less than one of the rulebook.
    """
    files = _loaded(cached, texts)
    if files is None:
        return None
    from ...translation.wording.check import check_texts

    diagnostics = Diagnostics()
    diagnostics.extend(diagnostic for diagnostic in result.diagnostics if not is_in_texts(diagnostic.span, cached))
    check_texts(files, diagnostics)
    return evolve(result, diagnostics=diagnostics.sorted())


def _with_ages(result: CheckResult, cached: CachedRulebook, differences: Differences) -> CheckResult | None:
    """Return a result with the texts that were written for other clauses now; None where more may be reported of texts.

    A clause whose statement speaks of the same needs the same of its texts, but that they were written for it.
    """
    pairs = [pair for change in differences.pairs for pair in zip(named((change.old,)), named((change.new,)), strict=True)]
    for old, new in differences.grown:
        known = {inner.id: inner for inner in named((old,))}
        pairs += ((known[inner.id], inner) for inner in named((new,)) if inner.id in known)
    changed = [(old, new) for old, new in pairs if fingerprint(old.node) != fingerprint(new.node)]
    if not changed:
        return result
    # Whether a clause of a variant has a text may depend on the age of the text.
    if differences.loaded is not None and not _lack_the_same(*differences.loaded, [new.id for _, new in changed]):
        return None
    before, diagnostics = Diagnostics(), Diagnostics()
    files = files_of(cached)
    if not _ask_the_same(files, [(old.node, new.node) for old, new in changed]):
        return None
    check_ages(files, {old.id: old.node for old, _ in changed}, before)
    gone = set(map(known_by, before.sorted()))
    diagnostics.extend(diagnostic for diagnostic in result.diagnostics if known_by(diagnostic) not in gone)
    check_ages(files, {new.id: new.node for _, new in changed}, diagnostics)
    return evolve(result, diagnostics=diagnostics.sorted())


def _lack_the_same(old: Files, new: Files, clauses: list[str]) -> bool:
    """Return whether the same of some clauses have no text of their variant as before."""
    return without_text(old, clauses) == without_text(new, clauses)


def _ask_the_same(files: Files, clauses: list[tuple[Node, Node]]) -> bool:
    """Return whether a check of texts asks the same of clauses as they were and as they are, but for the age of their texts."""
    # Moves and rolls that are written without words need no text.
    if any(_with_words(old) != _with_words(new) for old, new in clauses):
        return False
    statements = [(getattr(old, STATEMENT, None), getattr(new, STATEMENT, None)) for old, new in clauses]
    reworded = [(old, new) for old, new in statements if isinstance(old, Text) and isinstance(new, Text) and old.raw != new.raw]
    if not reworded:
        return True
    # Most edits change no statement.
    from ...translation.wording.changed_statements import asks_the_same

    english = glossary_of(files, "en")
    return all(asks_the_same(old, new, english) for old, new in reworded)


def _with_words(clause: Node) -> list[tuple[str, bool]]:
    """Return for each move and roll of a clause whether it is written with words."""
    return [(kind, has_words(text)) for kind in NOTATIONS for text in notations(clause, kind)]


def _with_missing(result: CheckResult, cached: CachedRulebook, texts: Mapping[str, str],
                  recheck: Recheck) -> CheckResult | None:
    """Return a result with clauses that are new and have no text, and texts of those that are gone.

    `texts` are the files that differ. Return None where more may be reported of texts.
    """
    new, gone = recheck.differences.new, recheck.differences.gone
    members = {name for old, after in recheck.differences.grown for name in names_apart(after, old)}
    lost = {name for old, after in recheck.differences.grown for name in names_apart(old, after)}
    if not (new or gone or members or lost) or not disk.is_folder(text_folder(files := files_of(cached))):
        return result
    # The help with other mistakes in texts may name clauses that are new, or were there.
    if any(diagnostic.code not in ("W503", *LASTING) for diagnostic in result.diagnostics):
        return None
    # Most edits change no more than bodies.
    from ...translation.wording.changed_declarations import check_changed_declarations, ids_of
    from ...translation.wording.check import words_of
    from ...translation.wording.wordings import is_in

    ids, diagnostics = ids_of(gone), Diagnostics()
    # Nothing is said any more of the age of texts of what is gone.
    diagnostics.extend(diagnostic for diagnostic in result.diagnostics
                       if diagnostic.code != "W503" or not is_in(diagnostic.clause or "", ids))
    known = check_changed_declarations(files, new, gone, lambda: _loaded(cached, texts), diagnostics, members, lost,
                                       lambda: words_of(after for _, after in recheck.names))
    return evolve(result, diagnostics=diagnostics.sorted()) if known else None


def _say_the_same(cached: CachedRulebook, recheck: Recheck) -> bool:
    """Return whether all texts are filled with values that differ as they were before, but for the values."""
    if not recheck.names:
        return True
    # Most edits change no value.
    from ...translation.wording.changed_values import are_filled_alike

    return are_filled_alike(files_of(cached), recheck.names, {inner.id for inner in named(recheck.differences.gone)})


def _loaded(cached: CachedRulebook, texts: Mapping[str, str]) -> Files | None:
    """Read a rulebook with other texts of some of its files; return None where it cannot be read, or has many variants."""
    # Most edits need no rulebook.
    from ...dsl.load.loader import read

    known = {disk.resolved(Path(name)): text for name, text in {**cached.texts, **texts}.items()}
    if len(cached.variants) > 1:
        return None
    files = read(Path(cached.main), tuple(variant.name for variant in cached.variants), known)
    return None if files.diagnostics.sorted() else files


def files_of(cached: CachedRulebook) -> Files:
    """Return the files of a rulebook without what stands in them: where its texts and glossaries are."""
    return Files(cached.main, (), (), Diagnostics(), cached.variants)


def known_by(diagnostic: Diagnostic) -> tuple[str, str, int, int, str]:
    return diagnostic.code, diagnostic.span.source.name, diagnostic.span.line, diagnostic.span.column, diagnostic.message
