"""A rulebook compiled with what is known of one much like it is the same as one compiled from scratch, to the last byte."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import pytest

from rulewright.cli.checking.file_checks import compiled
from rulewright.cli.shared.games.compilation_cache import MOST, CompilationCache
from rulewright.cli.shared.games.loading import open_files
from rulewright.dsl.driver.compilation import Compilation
from rulewright.dsl.driver.compile import Compiled, analyse
from rulewright.dsl.load.loader import Files, find, read, read_text
from rulewright.dsl.resolve import resolve
from rulewright.dsl.source.diagnostics import Diagnostic, Diagnostics
from rulewright.dsl.source.search_path import variants_of
from rulewright.dsl.symbols.parameters import other_values
from rulewright.dsl.symbols.symbols import SymbolTable
from rulewright.dsl.symbols.unchanged_meanings import share
from rulewright.dsl.syntax import Declaration, Rulebook
from rulewright.dsl.tools.mutation_operators import mutants, mutated
from rulewright.interpreter.canonical.content_digest import content_of

from ...sampled import sampled
from ...strategies import with_an_edit

ROOT = Path(__file__).parents[3]
SMALL = sorted(path for folder in ("games/tutorial", "games/gallery", "tests/games/marches", "tests/games/roads",
                                   "tests/games/skirmish", "tests/backends/cases")
               for path in (ROOT / folder).glob("*.rules"))
# Boards of hundreds of spaces take long to lay out.
QUICK = [path for path in SMALL if path.parent.name in ("tutorial", "cases") and path.stem not in ("large_board", "tiles")]
LARGE = ("carolus_magnus", "lancaster", "emperor_4")
WORDS = ("goal", "p", "becomes", "(", ")", '"', ":", "\n    ", "1", "7", "gains", "not ", "becomes 3", "{p}", "# ", "\n")


def players_of(files: Files) -> tuple[int, ...]:
    """The fewest and the most players of a rulebook."""
    header = next((node for node in files.declarations if isinstance(node, Rulebook)), None)
    return (2,) if header is None else tuple(dict.fromkeys((header.fewest, header.most)))


def compiled_by(declarations: tuple[Declaration, ...], players: int, known: Compiled | None = None) -> Compiled:
    """A rulebook, compiled with what is known of another one, or from scratch."""
    return analyse(declarations, players, {}, Diagnostics(), known=known)


def contents(compiled: Compiled) -> tuple[object, ...]:
    """All that a compilation comes to: mistakes, the program, its clauses with their texts and places, types by node."""
    program, typing = compiled.program, compiled.typing
    clauses = () if program is None else tuple(
        tuple(getattr(clause, part.name) for part in attrs.fields(type(clause))) for clause in program.clauses)
    types = None if typing is None else (
        {node: repr(type_) for node, type_ in typing.types.items()}, typing.coerce_to, typing.stored_type,
        typing.promote_to_region, typing.promote_to_side)
    code = None if program is None else (attrs.evolve(program, clauses=()), content_of(program))
    return compiled.diagnostics, code, clauses, types


def changed(declarations: tuple[Declaration, ...], dice: random.Random, count: int) -> Iterator[tuple[Declaration, ...]]:
    """Some small changes of a rulebook."""
    every_mutant = mutants(declarations)
    for mutant in dice.sample(every_mutant, min(count, len(every_mutant))):
        yield mutated(declarations, mutant)


def assert_same(files: Files, players: int, changes: Sequence[tuple[Declaration, ...]]) -> None:
    """Each change is compiled alike from scratch, beside the rulebook, and beside the change before it."""
    before = base = compiled_by(files.declarations, players)
    for declarations in (*changes, files.declarations):
        expected = contents(compiled_by(declarations, players))
        assert contents(compiled_by(declarations, players, base)) == expected
        before = compiled_by(declarations, players, before)
        assert contents(before) == expected


@pytest.mark.parametrize("path", sampled(QUICK, every=3), ids=lambda path: path.stem)
def test_a_small_change_compiles_as_from_scratch(path: Path) -> None:
    files = read(path)
    assert_same(files, players_of(files)[0], list(changed(files.declarations, random.Random(path.stem), 1)))


@pytest.mark.parametrize(("name", "count"), [
    ("carolus_magnus", 1), *(pytest.param(name, 100, marks=pytest.mark.slow) for name in LARGE)])
def test_a_change_of_a_large_rulebook_compiles_as_from_scratch(name: str, count: int) -> None:
    files = read(find(name))
    for players in players_of(files)[:1]:
        assert_same(files, players, list(changed(files.declarations, random.Random(count), count)))


@pytest.mark.slow
@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)
def test_every_change_of_a_small_rulebook_compiles_as_from_scratch(path: Path) -> None:
    files = read(path)
    for players in players_of(files):
        assert_same(files, players, list(changed(files.declarations, random.Random(0), 60)))


@pytest.mark.parametrize("name", ["nim", *(pytest.param(name, marks=pytest.mark.slow) for name in LARGE)])
def test_a_variant_compiles_as_from_scratch(name: str) -> None:
    main = find(name)
    files = read(main)
    for players in players_of(files):
        base = compiled_by(files.declarations, players)
        for variant in variants_of(main):
            declarations = read(main, (variant,)).declarations
            assert contents(compiled_by(declarations, players, base)) == contents(compiled_by(declarations, players))


@pytest.mark.parametrize("name", ["race", *(pytest.param(name, marks=pytest.mark.slow) for name in LARGE)])
@pytest.mark.parametrize("warned", [True, False], ids=["to check", "to play"])
def test_other_values_of_parameters_compile_as_from_scratch(name: str, warned: bool) -> None:
    files = read(find(name))
    players = players_of(files)[-1]
    base = compiled_by(files.declarations, players)
    assert base.symbols is not None, "it has no mistakes"
    others = [*other_values(base.symbols)]
    assert others, "or nothing is compiled"
    for parameter in others:
        values = dict([parameter])
        incremental, scratch = (analyse(files.declarations, players, values, Diagnostics(), warned=warned, known=known)
                                for known in (base, None))
        assert contents(incremental) == contents(scratch), parameter


def test_a_game_is_compiled_with_what_is_known_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, made = list[object](), list[Compiled]()

    def noting(*given: Any, **options: Any) -> Compiled:
        asked.append(options["known"])
        made.append(analyse(*given, **options))
        return made[-1]

    monkeypatch.setattr("rulewright.dsl.driver.compilation.analyse", noting)
    monkeypatch.setattr("rulewright.cli.shared.games.loading.recent", cache(CompilationCache))
    files = read(find("nim"))
    open_files(files)
    open_files(files, {"heaps": 4})
    assert asked == [None, made[0]]


@pytest.mark.parametrize(("path", "edits"), [(ROOT / "games" / "tutorial" / "goofspiel.rules", 12), *(
    pytest.param(path, 400, marks=pytest.mark.slow) for path in SMALL)], ids=lambda value: getattr(value, "stem", value))
def test_a_session_of_edits_compiles_as_from_scratch(path: Path, edits: int) -> None:
    dice, recent = random.Random(path.stem), CompilationCache()
    first = text = path.read_text(encoding="utf-8")
    for _ in range(edits):
        # Most edits break a text; the next one then begins with the text that is whole.
        text = with_an_edit(text if dice.random() < 0.4 else first, WORDS, dice)
        files = read_text(str(path), text)
        incremental, scratch = Diagnostics(), Diagnostics()
        pairs = zip(compiled(files, {}, incremental, recent), compiled(files, {}, scratch), strict=True)
        assert all(contents(known) == contents(new) for known, new in pairs), text
        assert incremental.sorted() == scratch.sorted(), text


def test_no_more_than_some_rulebooks_are_kept() -> None:
    recent = CompilationCache()
    for number in range(MOST + 4):
        files = read_text(f"{number}.rules", 'rulebook small\n    "Small"\n    players 2..3\n')
        compiled(files, {}, Diagnostics(), recent)
    assert len(recent._entries) == MOST


BODY = """rulebook small
    "Small"
    players 2
state
    sum: 0..9
constants
    most = 2
play
    "It begins."
    repeat
        for each p in players
            turn(p)
rule turn(p: player)
    "{p} adds one."
    choose adding by p
        "{p} adds."
        move "adds {n}" for n in 1..most
            sum becomes min(9, sum + n)
    check enough
end enough
    "At nine it ends."
    when sum = 9
    winners p in players
"""


def test_a_constant_that_is_left_out_of_what_has_changed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """If `share` forgot a changed word, the comparisons above would fail: here is one that does."""
    def forgetful(symbols: SymbolTable, known: SymbolTable) -> frozenset[str] | None:
        shared = share(symbols, known)
        return None if shared is None else shared - {"most"}

    base = read_text("small.rules", BODY).declarations
    change = next(mutant for mutant in mutants(base) if mutant.clause == "most")
    before, declarations = compiled_by(base, 2), mutated(base, change)
    scratch = contents(compiled_by(declarations, 2))
    assert contents(compiled_by(declarations, 2, before)) == scratch
    monkeypatch.setattr("rulewright.dsl.driver.compile.share", forgetful)
    assert contents(compiled_by(declarations, 2, before)) != scratch


def test_what_means_the_same_is_not_checked_again() -> None:
    base = read_text("small.rules", BODY).declarations
    change = next(mutant for mutant in mutants(base) if mutant.clause == "enough")
    before = compiled_by(base, 2)
    after = compiled_by(mutated(base, change), 2, before)
    assert before.symbols is not None
    assert before.typing is not None
    assert after.typing is not None
    rule = before.symbols.rules["turn"]
    assert after.typing.units[rule] is before.typing.units[rule]
    assert before.lowered is not None
    assert after.lowered is not None
    assert after.lowered.units[rule] is before.lowered.units[rule]


VARIANT = """variant more of small
    "More"
because "A longer game."
    set most = 3
"""
# A field that nothing reads gives a warning, which is only looked for where it is asked for.
UNREAD = BODY.replace("    sum: 0..9", "    sum: 0..9\n    spare: 0..9")


def _written(folder: Path, text: str) -> Path:
    (folder / "small.rules").write_text(text, encoding="utf-8")
    (folder / "more.rules").write_text(VARIANT, encoding="utf-8")
    return folder / "small.rules"


@pytest.mark.parametrize("variants", [(), ("more",)])
def test_a_rulebook_of_which_nothing_has_changed_is_not_compiled_again(variants: tuple[str, ...], tmp_path: Path) -> None:
    recent, path = CompilationCache(), _written(tmp_path, BODY)
    [[first], [second]] = [compiled(read(path, variants), {}, Diagnostics(), recent) for _ in range(2)]
    assert first.program is not None
    assert second is first


@pytest.mark.parametrize("text", [BODY.replace("most = 2", "most = 3"), f"# A comment.\n{BODY}", UNREAD])
def test_a_rulebook_that_differs_is_compiled_again(text: str, tmp_path: Path) -> None:
    recent = CompilationCache()
    [first] = compiled(read(_written(tmp_path, BODY)), {}, Diagnostics(), recent)
    files = read(_written(tmp_path, text))
    [second], [scratch] = compiled(files, {}, Diagnostics(), recent), compiled(files, {}, Diagnostics())
    assert second is not first
    assert contents(second) == contents(scratch)
    [varied] = compiled(read(tmp_path / "small.rules", ("more",)), {}, Diagnostics(), recent)
    assert varied is not second


def test_values_of_parameters_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "nim.rules"
    path.write_text(find("nim").read_text(encoding="utf-8"), encoding="utf-8")
    recent = CompilationCache()
    rulebooks = [compiled(read(path), values, Diagnostics(), recent)[0] for values in ({}, {"heaps": "4"}, {}, {"heaps": "4"})]
    assert rulebooks[0] is rulebooks[2] is not rulebooks[1] is rulebooks[3]


def test_a_rulebook_with_a_warning_reports_it_each_time(tmp_path: Path) -> None:
    recent, path = CompilationCache(), _written(tmp_path, UNREAD)
    for _ in range(2):
        diagnostics = Diagnostics()
        compiled(read(path), {}, diagnostics, recent)
        assert [diagnostic.code for diagnostic in diagnostics.sorted()] == ["W404"]


def test_a_rulebook_that_was_only_played_is_checked_for_all_that_is_warned_of(
        monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    recent, path = CompilationCache(), _written(tmp_path, UNREAD)
    monkeypatch.setattr("rulewright.cli.shared.games.loading.recent", lambda: recent)
    open_files(read(path))
    diagnostics = Diagnostics()
    compiled(read(path), {}, diagnostics, recent)
    assert [diagnostic.code for diagnostic in diagnostics.sorted()] == ["W404"]


def test_what_was_checked_is_played_as_it_is_and_its_code_is_kept_by_the_same_digest(
        monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    recent, path = CompilationCache(), _written(tmp_path, BODY)
    monkeypatch.setattr("rulewright.cli.shared.games.loading.recent", lambda: recent)
    [checked] = compiled(read(path), {}, Diagnostics(), recent)
    played = open_files(read(path)).rules(2).compilation
    assert isinstance(played, Compilation)
    assert played.compiled is checked
    assert played.origin == Compilation(read(path), 2, {}).origin is not None


# What is wrong without a variant is not the doing of the variant, though the clause around it uses what the variant changes.
WRONG = BODY.replace("sum + n)", "summ + n)")
# The same number comes out whatever the variant sets `most` to, and the line speaks of it.
LATE = BODY.replace("state\n    sum: 0..9", """parameter begun: 0..20 = 0
    "The sum begins at {begun}."
    assumed "nothing is said"
state
    sum: 0..9 = begun + most - most""")


def _reported(files: Files, parameters: dict[str, str], recent: CompilationCache | None) -> tuple[Diagnostic, ...]:
    diagnostics = Diagnostics()
    compiled(files, parameters, diagnostics, recent)
    return diagnostics.sorted()


def test_what_a_rulebook_was_found_to_have_is_not_asked_again_for_its_variant(
        monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    recent, path, asked = CompilationCache(), _written(tmp_path, WRONG), list[int]()
    before, scratch = (_reported(read(path, variants), {}, None) for variants in ((), ("more",)))
    assert _reported(read(path), {}, recent) == before != ()

    def counted(*given: Any) -> SymbolTable | None:
        asked.append(1)
        return resolve(*given)

    monkeypatch.setattr("rulewright.dsl.driver.compile.resolve", counted)
    assert _reported(read(path, ("more",)), {}, recent) == scratch
    assert len(asked) == 1


def test_what_a_rulebook_has_with_other_values_is_not_what_its_variant_has_without_its_changes(tmp_path: Path) -> None:
    recent, path = CompilationCache(), _written(tmp_path, LATE)
    assert _reported(read(path), {}, recent) == ()
    scratch = _reported(read(path, ("more",)), {"begun": "12"}, None)
    assert [diagnostic.span.source.name for diagnostic in scratch] == [str(path)]
    assert _reported(read(path, ("more",)), {"begun": "12"}, recent) == scratch
