"""A rulebook reaches nothing but the game: generated code has no other names, and no imports, attributes or built-ins."""

from __future__ import annotations

import builtins
import dis
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType

import pytest

import rulewright
from rulewright import open_files
from rulewright.cli.shared.games.names import shipped_names
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.analysis.playouts.simulate import play_out
from rulewright.interpreter.backends.python.functions import PythonFunctions
from rulewright.interpreter.backends.python.script import Script
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.runtime.chance import Dice

# The built-ins that generated code calls; each works on numbers, and on lists of them.
HARMLESS = {"abs", "all", "any", "divmod", "frozenset", "iter", "len", "list", "max", "min", "next", "range", "sorted", "str",
            "sum", "tuple", "dict", "set", "enumerate", "zip", "reversed"}
ATTRIBUTES = {"append", "count", "bit_count", "add", "fromkeys", "join", "index", "setdefault"}


# What reads or writes an attribute, and what no generated function does.
OF_ATTRIBUTES = {dis.opmap[name] for name in ("LOAD_ATTR", "LOAD_METHOD", "STORE_ATTR", "DELETE_ATTR") if name in dis.opmap}
FORBIDDEN = {dis.opmap[name]: name for name in (
    "IMPORT_NAME", "LOAD_BUILD_CLASS", "STORE_GLOBAL", "DELETE_GLOBAL", "STORE_ATTR", "DELETE_ATTR", "GET_AWAITABLE")}


def foreign(rules: Rules) -> Iterator[str]:
    """Yield what generated code names that is no part of the game."""
    for machine in (rules.machines.plain, rules.machines.recorder):
        functions = machine.functions
        assert isinstance(functions, PythonFunctions)
        assert isinstance(functions.script, Script)
        known = {name for name in functions.names if not hasattr(builtins, name)} - {"__builtins__"}
        boards = {attribute for name, board in functions.names.items() if name.startswith("B") for attribute in dir(board)
                  if not attribute.startswith("_")}
        for code in functions.script.codes:
            yield from foreign_in(code, known | HARMLESS, ATTRIBUTES | boards)


def foreign_in(code: CodeType, known: set[str], harmless: set[str] = ATTRIBUTES) -> Iterator[str]:
    """Yield the names and attributes of a piece of code and of those in it that are neither known nor harmless."""
    operations = set(code.co_code[::2])
    yield from (FORBIDDEN[operation] for operation in operations & set(FORBIDDEN))
    # To take all code apart takes long; most of it has no attributes.
    attributes = {str(part.argval) for part in dis.get_instructions(code) if part.opcode in OF_ATTRIBUTES} \
        if operations & OF_ATTRIBUTES else set()
    yield from attributes - harmless
    yield from set(code.co_names) - attributes - known
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from foreign_in(inner, known, harmless)


@pytest.mark.parametrize("written", [
    "def f(s):\n    import os", "def f(s):\n    return s.__class__", "def f(s):\n    return [eval(x) for x in s]",
    "def f(s):\n    global g\n    g = 1", "def f(s):\n    class g: pass", "def f(s):\n    s.count = 1",
    "def f(s):\n    return h", "async def f(s):\n    await s", "def f(s):\n    return (lambda: s.g)"])
def test_a_foreign_name_is_found(written: str) -> None:
    assert set(foreign_in(compile(written, "<test>", "exec"), {"f", "g"} | HARMLESS)) != set()


def test_a_name_of_the_game_is_not_foreign() -> None:
    own = compile("def f(s):\n    s.append(max(g(x) for x in s))", "<test>", "exec")
    assert set(foreign_in(own, {"f", "g"} | HARMLESS)) == set()


# Emperor 4 takes as long as all others together.
@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] if name == "emperor_4" else [])
                                  for name in shipped_names()])
def test_generated_code_has_no_names_but_those_of_the_game(name: str) -> None:
    assert sorted(set(foreign(rulewright.load(name).rules()))) == []


WORDS = """
rulebook words
    "Words of Python as names"
    players 2
enum import: lambda, eval
enum class: __class__, exec
state
    open: 0..9 = 3
    os: import = lambda
    getattr: class = __class__
    __globals__: 0..9
function print(system: 0..9): 0..9
    gives system
rule __import__(sys: 0..9)
    "It is done."
    __globals__ becomes print(sys)
play
    __import__(open)
    choose input by P1
        "Something is chosen."
        move "'; import os; os.system('x') #"
            open becomes 1
        move "{__globals__}') + exec('x"
            open becomes 2
    check quit
end quit
    "Over."
    when open < 3
    draw
"""


def test_words_of_python_are_only_names() -> None:
    files = read_text("words.rules", WORDS)
    if files.diagnostics.failed:
        pytest.fail(str([diagnostic.message for diagnostic in files.diagnostics.sorted()]))
    rules = open_files(files).rules()
    assert sorted(set(foreign(rules))) == []
    assert play_out(rules, Dice(1)).end == "quit"


def test_a_rulebook_opens_no_file_and_starts_nothing_while_it_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    listening = [True]

    def hear(event: str, _: tuple[object, ...]) -> None:
        if listening[0] and event.split(".")[0] in ("open", "os", "subprocess", "socket", "import", "ctypes", "shutil"):
            seen.append(event)

    rules = rulewright.load("pig").rules()
    play_out(rules, Dice(1))
    sys.addaudithook(hear)
    try:
        play_out(rules, Dice(2))
        assert seen == []
        Path(__file__).read_bytes()
        assert seen
    finally:
        listening[0] = False
