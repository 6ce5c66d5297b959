"""Names in code -> the words in them that the field has a term for: like a spelling check of identifiers."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from attrs import frozen

from .imports import ROOT, modules, text


@frozen
class Word:
    """A word that names in code avoid, and the terms to write in its place."""

    word: str
    instead: str
    # As a part of a longer name it may be plain English: `one_of`, `of_each`.
    only_alone: bool = False
    # A folder whose names still have the word.
    left_in: str | None = None
    # An attribute or a method may be called so, because it is read with what stands before it: `board.of`, `guide.at(world)`.
    # Variables and parameters are nouns.
    only_variables: bool = False


WORDS = (
    Word("said", "message, stated, wording, rendered, or the noun: clause, sentence"),
    Word("told", "viewed, reported, message"),
    Word("found", "diagnostics, divergence, match, result, or the noun: place, clause, finding"),
    Word("held", "aligned, property result, saved value, or the noun"),
    Word("worth", "evaluation, evaluator"),
    Word("tried", "attempts, attempt"),
    Word("fate", "verdict"),
    Word("trial", "run"),
    Word("planted", "seeded"),
    Word("planting", "error seeding"),
    Word("twins", "paired run"),
    Word("misfit", "out of domain"),
    Word("likeness", "similarity, score"),
    Word("kinship", "context features"),
    Word("parting", "divergence"),
    Word("blaming", "fault location"),
    Word("commuting", "canonical order"),
    Word("effort", "loop budget"),
    Word("telling", "rendering, description"),
    Word("plainly", "what it does"),
    Word("standing", "call stack, frame, or where it is placed"),
    Word("one", "the noun: clause, finding, move", only_alone=True),
    Word("each", "the noun: clause, finding, move", only_alone=True),
    Word("here", "the noun: position, span, own, present", only_alone=True, left_in="translation/pairs"),
    Word("there", "the noun: candidates, target, other, present", only_alone=True, left_in="translation/pairs"),
    Word("nouns", "placeholders, noun phrases", only_alone=True),
    Word("beside", "paths, neighbours, or the noun", only_alone=True),
    Word("kept", "cached, cache, saved, previous, or the noun", only_alone=True),
    Word("stock", "conserved quantity", only_alone=True),
    Word("purpose", "roll context", only_alone=True),
    Word("at", "the noun: span, place, index, slot, address", only_variables=True),
    Word("of", "the noun: owner, type, base, operand", only_variables=True),
    Word("made", "the noun: choice, version, parser", only_variables=True),
    Word("given", "the noun: values, arguments, settings", only_variables=True),
    Word("wanted", "expected, total, or the noun", only_variables=True),
    Word("asked", "the noun: question, block, requests", only_variables=True),
    Word("now", "current, after, time_now, or the noun", only_variables=True),
    Word("thing", "the noun: part, entry, declared name", only_variables=True),
    Word("things", "the noun: parts, entries, declared names", only_variables=True),
    Word("put", "the verb and its object", only_variables=True),
    Word("both", "the noun: pair, comparison, common type", only_variables=True),
    Word("seen", "visited, observation, view, or the noun", only_variables=True),
)
ALONE = {word.word for word in WORDS if word.only_alone}
VARIABLES = {word.word for word in WORDS if word.only_variables}
ANYWHERE = {word.word for word in WORDS if not word.only_alone and not word.only_variables}
# A folder in which two texts are compared, whose variables still have these words.
VARIABLES_LEFT_IN = "translation/pairs/"
INSTEAD = {word.word: word.instead for word in WORDS}
LEFT_IN = {word.word: f"{word.left_in}/" for word in WORDS if word.left_in is not None}

# Names of Python and of libraries.
OF_OTHERS = {"FileNotFoundError", "ModuleNotFoundError", "ProcessLookupError", "PackageNotFoundError", "NotFound"}

# The folders whose names are all read; a folder stands here once it has none of the words.
FOLDERS: tuple[str, ...] = (
    "cli",
    "dsl",
    "interpreter",
    "pictures",
    "src/rulewright/adapters",
    "src/rulewright/testing",
    "translation",
    "web",
)


def words_of(name: str) -> set[str]:
    """The words in a name, in small letters: `KeptList` and `kept_list` have the same two."""
    return set(re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower().split("_")) - {""}


def is_avoided(name: str) -> str | None:
    """The word of a name that has a better term, if it has one."""
    if name in OF_OTHERS:
        return None
    words = words_of(name)
    avoided = sorted(words & ANYWHERE) or sorted(words & ALONE if len(words) == 1 else set())
    return avoided[0] if avoided else None


def names_of(node: ast.AST) -> Iterator[str]:
    """Yield the names that a node of Python's syntax gives or uses."""
    match node:
        case ast.Name(id=name) | ast.arg(arg=name) | ast.Attribute(attr=name):
            yield name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.keyword(arg=str(name)) | ast.alias(asname=str(name)) | ast.MatchAs(name=str(name)):
            yield name
        case ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
            yield name
        case ast.MatchClass(kwd_attrs=names):
            yield from names
        case _:
            pass  # Other nodes have no names of their own.


def variables_of(tree: ast.AST) -> Iterator[str]:
    """Yield the names of parameters, and of variables that are not the attributes of a class."""
    attributes = {id(name) for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for statement in node.body
                  if isinstance(statement, ast.Assign | ast.AnnAssign) for name in ast.walk(statement)}
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) if id(node) not in attributes:
                yield name
            case ast.arg(arg=name) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield name
            case _:
                pass  # Other nodes give no variable a name.


@cache
def avoided_in(path: Path) -> tuple[str, ...]:
    """The names of a module, and its own, that have a word to avoid: with lines, and with what to write instead."""
    tree = ast.parse(text(path))
    names = {name for node in ast.walk(tree) for name in names_of(node)} | {path.stem, path.parent.name}
    place = path.relative_to(ROOT).as_posix()
    avoided = {name: word for name in sorted(names) if (word := is_avoided(name)) is not None
               and not (word in LEFT_IN and place.startswith(LEFT_IN[word]))}
    if not place.startswith(VARIABLES_LEFT_IN):
        avoided |= {name: name.strip("_") for name in sorted(set(variables_of(tree))) if name.strip("_") in VARIABLES}
    return tuple(f"{place}: `{name}`; write {INSTEAD[word]}" for name, word in avoided.items())


@pytest.mark.parametrize("folder", FOLDERS)
def test_names_use_the_terms_of_the_field(folder: str) -> None:
    assert modules(folder)
    avoided = [place for path in modules(folder) for place in avoided_in(path)]
    assert avoided == [], "\n".join(avoided)


@pytest.mark.parametrize("name", ["said", "_said", "FoundLabels", "is_held_by", "MOST_WORTH", "one", "each", "_kept", "Tried",
                                  "here", "_there"])
def test_a_word_with_a_better_term_is_found(name: str) -> None:
    assert is_avoided(name) is not None


@pytest.mark.parametrize("name", ["FileNotFoundError", "one_of", "of_each", "foundation", "kept_lists", "message", "stone",
                                  "missing_here"])
def test_other_words_are_left(name: str) -> None:
    assert is_avoided(name) is None


@pytest.mark.parametrize("code", [
    "def held(): pass", "class held: pass", "f(held=1)", "x.held", "def f(held): pass", "from m import a as held",
    "match x:\n    case C(held=1):\n        pass", "match x:\n    case [*held]:\n        pass",
    "match x:\n    case {**held}:\n        pass", "match x:\n    case C() as held:\n        pass", "for held in x: pass",
])
def test_names_are_read_wherever_they_stand(code: str) -> None:
    assert [name for node in ast.walk(ast.parse(code)) for name in names_of(node) if is_avoided(name)] == ["held"]


@pytest.mark.parametrize("code", ["at = 1", "def f(_at): pass", "for at in x: pass", "match x:\n    case C(at):\n        pass",
                                  "[at for at in x]", "class C:\n    def f(self):\n        at = 1"])
def test_a_variable_is_called_by_a_noun(code: str) -> None:
    assert VARIABLES.intersection(name.strip("_") for name in variables_of(ast.parse(code))) == {"at"}


@pytest.mark.parametrize("code", ["class C:\n    at: int", "x.at", "f(at=1)", "class C:\n    def at(self): pass", "print(at)"])
def test_an_attribute_may_be_read_with_what_is_before_it(code: str) -> None:
    assert not VARIABLES.intersection(variables_of(ast.parse(code)))
