"""A rulebook that was checked, and edits of it: what is found of the declarations that differ, and by a whole check."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from traceback import extract_tb

import attrs
from attrs import field, frozen

from rulewright.cli.checking.file_checks import compiled
from rulewright.dsl import syntax as ast
from rulewright.dsl.driver.compilation import Compilation
from rulewright.dsl.driver.compile import Compiled
from rulewright.dsl.incremental.again import check_again
from rulewright.dsl.incremental.cached import CachedRulebook, cached_rulebook, ids_of, parts_alone
from rulewright.dsl.incremental.recheck import Recheck
from rulewright.dsl.ir import Program
from rulewright.dsl.load.loader import Files, read
from rulewright.dsl.parse import parse_part
from rulewright.dsl.source.chunks import cut
from rulewright.dsl.source.diagnostics import Diagnostic, Diagnostics, render
from rulewright.dsl.source.search_path import find
from rulewright.dsl.source.span import Source
from rulewright.dsl.symbols.symbols import SymbolTable
from rulewright.interpreter.canonical.content_digest import content_of
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.runtime.chance import Dice, seed_of
from rulewright.interpreter.runtime.faults import RulebookFault

NUMBER, SIGN = re.compile(r"(?<![\w.])\d+(?![\w.])"), re.compile(r"(?<= )(<=|>=|<|>|=|!=|\+|-)(?= )")
WORD = re.compile(r"(?<![\w.\"])[a-z_]\w*(?![\w(])")
# What is added to a word for a name that no rulebook has.
NEW = "anew"
# What a fault says in either program, and the modules that word one.
FAULT, WORDING = "a fault", ("fault_location", "span")
TYPE = re.compile(r"(?<=: )(?:\d+\.\.\w+|flag|player|set of \w+)")
TYPES = ("flagg", "numbr", "playr", "9..1", "0..no_such_name", "set of flagg")
SIGNS = ("<", "<=", ">", ">=", "=", "!=", "+", "-")


def cached(main: Path, variants: tuple[str, ...] = (), called: frozenset[str] | None = None) -> CachedRulebook:
    """What is kept of a rulebook without mistakes. It does not change: most tests of a file begin with the same."""
    return _cached(texts_of(main, variants), called)


@frozen
class Texts:
    """A rulebook as it was read; two are the same if their files have the same texts."""

    files: Files = field(eq=False)
    texts: tuple[tuple[str, str], ...]


def texts_of(main: Path, variants: tuple[str, ...]) -> Texts:
    """Read a rulebook with variants."""
    files = read(main, variants)
    return Texts(files, tuple((source.name, source.text) for source in files.sources))


@lru_cache(maxsize=4)
def _cached(texts: Texts, called: frozenset[str] | None) -> CachedRulebook:
    files, diagnostics = texts.files, Diagnostics()
    diagnostics.extend(files.diagnostics.sorted())
    rulebooks = compiled(files, {}, diagnostics)
    assert not diagnostics.failed, diagnostics.sorted()
    return cached_rulebook(files, rulebooks, called)


Report = tuple[tuple[Diagnostic, ...], list[Program]]


def report(main: Path, variants: tuple[str, ...] = ()) -> Report:
    """What a whole check finds of a rulebook: its diagnostics, and its programs if it has no mistakes."""
    return _report(texts_of(main, variants))


@lru_cache(maxsize=1)
def _report(texts: Texts) -> Report:
    files, diagnostics = texts.files, Diagnostics()
    diagnostics.extend(files.diagnostics.sorted())
    rulebooks = compiled(files, {}, diagnostics)
    programs = [rulebook.program for rulebook in rulebooks if rulebook.program is not None]
    return diagnostics.sorted(), [] if diagnostics.failed else programs


def assert_same(recheck: Recheck, whole: Report) -> None:
    """Assert that what was found of the declarations that differ is what a whole check finds."""
    reported = Diagnostics()
    reported.extend((*recheck.mistakes, *recheck.warnings, *recheck.broken))
    assert [shown(diagnostic) for diagnostic in reported.sorted()] == [shown(diagnostic) for diagnostic in whole[0]]
    for rechecked, program in zip(recheck.programs, whole[1] if recheck.programs else (), strict=True):
        assert rechecked.blocks == len(program.blocks)
        if contents(rechecked.program) != contents(program):
            # The code of a declaration lies behind all other code.
            assert len(rechecked.program.sites) >= len(program.sites)
            assert games(rechecked.symbols, rechecked.program) == games(rechecked.symbols, program)


def shown(diagnostic: Diagnostic) -> tuple[object, ...]:
    """All that a diagnostic says, with its places."""
    return render(diagnostic), diagnostic.span.line, diagnostic.span.column, diagnostic.clause, len(diagnostic.fixes)


def games(symbols: SymbolTable, program: Program) -> list[str]:
    """The moves and rolls of some random games, to the fault that ends one."""
    rules = Rules(Compilation(Files("", (), (), Diagnostics()), program.players, {}, Compiled(symbols, None, program, ())))
    out = list[str]()
    for seed in range(3):
        state, dice = rules.initial(), Dice(seed_of(0, seed))
        try:
            for _ in range(40):
                if rules.decisions.point(state) is None:
                    break
                choice = rules.random_choice(state, dice)
                out.append(choice.notation)
                state = rules.step(state, choice)
        except RulebookFault:
            out.append(FAULT)
        except (AttributeError, StopIteration) as error:
            # A kept program has no places and no clauses, so that a fault in code that has not changed cannot be worded.
            if Path(extract_tb(error.__traceback__)[-1].filename).stem not in WORDING:
                raise
            out.append(FAULT)
    return out


def contents(program: Program) -> bytes | None:
    """The contents of a program, whatever its clauses state."""
    return content_of(attrs.evolve(program, clauses=()))


# What is written now, in place of what: whether the rest of what was found holds.
Edit = tuple[str, str, bool]


def after(main: Path, file: Path, edit: Edit, variants: tuple[str, ...] = ()) -> tuple[Recheck, Report] | None:
    """Check that what was found holds after an edit as it says; return what is found then, and what by a whole check."""
    before, now, holds = edit
    text = file.read_text(encoding="utf-8")
    assert text.count(before) == 1
    both = compared(cached(main, variants, all_names(main, variants)), main, file, text.replace(before, now), variants)
    assert (both is not None) == holds
    return both


def compared(rulebook: CachedRulebook, main: Path, file: Path, now: str, variants: tuple[str, ...] = ()
             ) -> tuple[Recheck, Report] | None:
    """Compare what is found with what was kept, if it holds for a text, and what a whole check of the file finds; return both.

    If it holds, the file then has the text.
    """
    recheck = check_again(rulebook, {str(file): now})
    if recheck is None:
        return None
    file.write_text(now, encoding="utf-8")
    whole = report(main, variants)
    assert_same(recheck, whole)
    return recheck, whole


def all_names(main: Path, variants: tuple[str, ...] = ()) -> frozenset[str]:
    """All names by which games may know what they came to: then all programs are made anew."""
    return _all_names(texts_of(main, variants))


@lru_cache(maxsize=4)
def _all_names(texts: Texts) -> frozenset[str]:
    return frozenset(name for item in texts.files.declarations for part in parts_alone(item) for name in ids_of(part))


def alone(folder: Path, name: str, text: str) -> Path:
    """Write a text to a file, and remove all else from its folder."""
    shutil.rmtree(folder)
    folder.mkdir()
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


def copied(name: str, folder: Path) -> Path:
    """Copy a rulebook that ships, with the files that it uses and its variants."""
    main = find(name)
    for path in (*main.parent.glob("*.rules"), *main.parent.glob("variants/*.rules")):
        (folder / path.relative_to(main.parent)).parent.mkdir(exist_ok=True)
        (folder / path.relative_to(main.parent)).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    return folder / main.name


def edits(text: str, dice: random.Random, count: int) -> Iterator[str]:
    """A text with a number, a sign, a word, a name or a line changed, anywhere in it."""
    places = [*NUMBER.finditer(text), *SIGN.finditer(text)]
    for place in dice.sample(places, min(count, len(places))):
        now = dice.choice(SIGNS) if place[0] in SIGNS else str(max(0, int(place[0]) + dice.choice((-1, 1, 2))))
        yield text[:place.start()] + now + text[place.end():]
    lines, words = text.split("\n"), list(WORD.finditer(text))
    # Most lines at the margin are heads, and a rulebook with another head is checked whole.
    inner = [number for number, line in enumerate(lines) if line.startswith("    ")]
    for at in dice.sample(inner, min(count, len(inner))):
        yield "\n".join(lines[:at] + lines[at + 1:] if dice.random() < 0.5 else [*lines[:at], lines[at], *lines[at:]])
    for place in dice.sample(words, min(count, len(words))):
        yield text[:place.start()] + dice.choice((dice.choice(words)[0], f"{place[0]}_{NEW}")) + text[place.end():]
    yield from (renamed(text, dice) for _ in range(count))
    yield from (broken(text, dice) for _ in range(count))
    types = list(TYPE.finditer(text))
    for place in dice.sample(types, min(count, len(types))):
        yield text[:place.start()] + dice.choice((*TYPES, f"0..{dice.choice(words)[0][:-1]}")) + text[place.end():]


def broken(text: str, dice: random.Random) -> str:
    """A text with a word or a sign too much in a line, or with half of a line: mostly one that does not parse."""
    lines = text.split("\n")
    at = dice.choice([number for number, line in enumerate(lines) if line.strip()])
    words = lines[at].split(" ")
    between = dice.randrange(len(words))
    lines[at] = dice.choice((" ".join((*words[:between], dice.choice(("(", ")", "= =", NEW)), *words[between:])),
                             lines[at][:max(1, len(lines[at]) // 2)]))
    return "\n".join(lines)


def renamed(text: str, dice: random.Random) -> str:
    """A text in which a word has a new name, in one declaration or in all: mostly a parameter or a local name."""
    parts = re.split(r"(?m)^(?=\w)", text)
    at = dice.randrange(len(parts))
    words = re.findall(r"\w+(?=: )|(?<=let )\w+|(?<= in )\w+|(?<=each )\w+", parts[at]) or ["p"]
    name = dice.choice(words)
    begin, end = (at, at + 1) if dice.random() < 0.8 else (0, len(parts))
    return "".join(re.sub(rf"\b{name}\b", f"{name}_{NEW}", part) if begin <= number < end else part
                   for number, part in enumerate(parts))


def compare(folder: Path, main: Path, variants: tuple[str, ...], dice: random.Random, count: int) -> int:
    """Compare a whole check with what was kept, after each of some edits; return the number of edits after which it holds."""
    rulebook, unchanged = cached(main, variants, all_names(main, variants)), 0
    for file in sorted(folder.glob("*.rules")):
        text = file.read_text(encoding="utf-8")
        for now in edits(text, dice, count):
            unchanged += str(file) in rulebook.texts and compared(rulebook, main, file, now, variants) is not None
        file.write_text(text, encoding="utf-8")
    return unchanged


def parsed(path: Path, text: str) -> list[tuple[ast.Item, ...]]:
    """The items of each declaration of a text, by the grammar."""
    source = Source(str(path), text)
    return [parse_part(source, chunk, Diagnostics()) for chunk in cut(source, Diagnostics())]
