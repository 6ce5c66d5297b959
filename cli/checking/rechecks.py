"""A kept result of a rulebook, and its files as they are now -> its result, where declarations can be checked alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from attrs import evolve

from ...dsl.incremental import environment
from ...dsl.incremental.again import check_again
from ...dsl.incremental.cached import CachedRulebook
from ...dsl.incremental.recheck import Recheck, RecheckedProgram
from ...dsl.source import disk
from ...dsl.source.diagnostics import Diagnostic, Diagnostics
from ...dsl.source.read_limited import exact_text_in
from ...dsl.source.span import Span
from .result import Answers, CheckResult, is_skipped
from .texts import files_of, is_in_texts, is_of_texts, known_by, with_reported, with_texts


def checked_again(played: int, answers: Answers, result: CheckResult, cached: CachedRulebook
                  ) -> tuple[Answers, CheckResult] | None:
    """Return the answers that a rulebook depends on, as they are now, and its result; None where it is to be checked whole.

    `answers` and `result` are those of the rulebook as it is kept; `played` counts the blocks that are played before
    it now. Raises AttributeError where a check needs more than that.
    """
    current = disk.answers_now(answers)
    changed_questions = [question for question, answer in answers.items() if question[0] != "declared"
                         and current.get(question) != answer]
    if changed_questions and all(is_of_texts(question, cached) for question in changed_questions):
        return with_texts(played, current, result, cached, [Path(path).name for _, path, _ in changed_questions])
    changes = frozenset((question, current.get(question, "")) for question in changed_questions)
    # With the rulebook compiled, its variants are compiled in less time than it takes to find that they have to be.
    if cached.variants and _whole.get(cached.main) == changes:
        return None
    checked = _with_declarations(played, current, result, cached, changed_questions)
    if checked is None and not cached.variants:
        _whole[cached.main] = changes
    return checked


# The changes after which this process has checked a rulebook whole, by its first file.
_whole: dict[str, frozenset[tuple[disk.Question, str]]] = {}


def _with_declarations(played: int, current: dict[disk.Question, str], result: CheckResult, cached: CachedRulebook,
                       changed_questions: list[disk.Question]) -> tuple[Answers, CheckResult] | None:
    """Return the answers and the result of a rulebook of which declarations have changed, in the files that are asked for."""
    changed = _changed_files(changed_questions, cached.texts)
    # A file may change between two looks at it: the answers are those of the text that is checked.
    with disk.recorded() as read:
        texts = None if changed is None else {name: exact_text_in(Path(name)) for name in changed}
    current.update((question, answer) for question, answer in read.items() if question in current)
    recheck = None if texts is None else check_again(cached, texts)
    if texts is None or recheck is None:
        return None
    with disk.recorded() as read:
        worded = _reported(result, cached, texts, recheck)
    if worded is None:
        return None
    # The playthrough of an example is looked for where it is now.
    current.update(read if recheck.differences.shown else {})
    if recheck.differences.faulty is not None:
        # Nothing is checked of the texts of a rulebook with a declaration that does not parse.
        if not all(is_in_texts(diagnostic.span, cached) for diagnostic in worded.diagnostics):
            return None
        worded = CheckResult(())
    if recheck.broken:
        return current, CheckResult(_sorted(worded.diagnostics, recheck.broken))
    if recheck.mistakes:
        mistaken = CheckResult(_sorted(worded.diagnostics, recheck.mistakes))
        return (current, mistaken) if _are_those_of_rulebook(cached, recheck.mistakes) else None
    blocks = result.blocks + sum(program.blocks - program.before for program in recheck.programs)
    if is_skipped(blocks, played) != result.skipped:
        return None
    faults = () if result.skipped else _faults(cached, texts, recheck)
    return None if faults is None else (current, evolve(worded, diagnostics=_sorted(worded.diagnostics, faults), blocks=blocks))


def _reported(result: CheckResult, cached: CachedRulebook, texts: Mapping[str, str], recheck: Recheck) -> CheckResult | None:
    """Return a result with what is reported now of clauses, fields and examples; None where more may be reported."""
    moved = _moved(result, cached, texts)
    if moved is None:
        return None
    worded = with_reported(moved, cached, texts, recheck)
    if worded is None:
        return None
    return _with_examples(
        evolve(worded, diagnostics=_sorted(worded.diagnostics, recheck.warnings)), cached, recheck)


def _moved(result: CheckResult, cached: CachedRulebook, texts: Mapping[str, str]) -> CheckResult | None:
    """Return a result with its places in these files, which differ; None where one is not there any more."""
    if not cached.warned:
        return result
    # Most rulebooks are edited without a warning.
    from ...dsl.incremental.relocation import moved

    diagnostics = moved(result.diagnostics, cached.texts, texts)
    return None if diagnostics is None else evolve(result, diagnostics=diagnostics)


# The mistakes of rulebooks that this process has found in them without variants.
_mistakes: dict[str, list[tuple[str, str, int, int, str]]] = {}


def _are_those_of_rulebook(cached: CachedRulebook, mistakes: tuple[Diagnostic, ...]) -> bool:
    """Return whether a rulebook has these mistakes without its variants too: others are reported where a variant is."""
    known = [known_by(mistake) for mistake in mistakes]
    if not cached.variants:
        _mistakes[cached.main] = known
    return _mistakes.get(cached.main) == known


def _sorted(known: tuple[Diagnostic, ...], more: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """Return diagnostics with some more among them, in their order."""
    diagnostics = Diagnostics()
    diagnostics.extend((*known, *more))
    return diagnostics.sorted()


def _faults(cached: CachedRulebook, texts: Mapping[str, str], recheck: Recheck) -> tuple[Diagnostic, ...] | None:
    """Return the faults to which short games of the programs come; None where one cannot be worded."""
    if not recheck.programs:
        return ()
    # Loading the machine takes longer than all that a rulebook needs which is not played.
    from .short_games import faults_again

    def place(program: RecheckedProgram, span: Span) -> Span | None:
        # Most edits lead to no fault.
        from ...dsl.incremental.places import place_in_program

        return place_in_program(cached, texts, program, span)

    return faults_again(files_of(cached), recheck.programs, recheck.is_played, place)


def _changed_files(changed: list[disk.Question], names: Iterable[str]) -> list[str] | None:
    """Return the files of a rulebook that say something else than before; None where anything else has changed."""
    files = {str(disk.resolved(Path(name))): name for name in names}
    known = [files[path] for what, path, _ in changed if what == "head" and path in files]
    return known if len(known) == len(changed) else None


def _with_examples(result: CheckResult, cached: CachedRulebook, recheck: Recheck) -> CheckResult | None:
    """Return a result with the mistakes of examples that differ; None where the path of one cannot be."""
    examples = tuple(pair.new for pair in recheck.differences.shown)
    if not examples:
        return result
    # Most edits change no example. Another range of values leaves the names of cells as they are.
    from ...dsl.load.files import FileReader
    from ..booklet.example_checks import check_examples

    reader = FileReader(Path(cached.main).parent, Diagnostics(), {})
    for example in examples:
        reader.look_for(Path(example.path_span.source.name), example)
    # A rulebook with a path that leads nowhere is not compiled.
    if reader.diagnostics.sorted():
        return None
    # Of a rulebook with a mistake there is no program: nobody asks then what an example shows.
    programs = [] if recheck.mistakes else [environment.read_code(code).program for code in cached.code]
    diagnostics = Diagnostics()
    diagnostics.extend(result.diagnostics)
    check_examples(evolve(files_of(cached), declarations=examples),
                   {program.players: program for program in programs}, diagnostics)
    return evolve(result, diagnostics=diagnostics.sorted())
