"""A rulebook reaches nothing but the game: generated code has no other names, and no imports, attributes or built-ins."""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import rulewright
from rulewright import open_files
from rulewright.cli.shared.names import shipped_names
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.analysis.playouts.simulate import play_out
from rulewright.interpreter.backends.python.functions import PythonFunctions
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.runtime.chance import Dice

# The built-ins that generated code calls; each works on numbers, and on lists of them.
HARMLESS = {"abs", "all", "any", "divmod", "frozenset", "iter", "len", "list", "max", "min", "next", "range", "sorted", "str",
            "sum", "tuple", "dict", "set", "enumerate", "zip", "reversed"}
ATTRIBUTES = {"append", "count", "bit_count", "add", "fromkeys", "join", "index", "setdefault"}


def foreign(rules: Rules) -> Iterator[str]:
    """What generated code names that is no part of the game."""
    for machine in (rules.machine, rules.recorder):
        functions = machine.functions
        assert isinstance(functions, PythonFunctions)
        tree = ast.parse(functions.script.text)
        boards = {name for name in functions.names if name.startswith("B")}
        for node in ast.walk(tree):
            if isinstance(node, ast.Import | ast.ImportFrom | ast.Global | ast.ClassDef | ast.AsyncFunctionDef):
                yield type(node).__name__
            if isinstance(node, ast.Name) and hasattr(builtins, node.id) and node.id not in HARMLESS:
                yield node.id
            if isinstance(node, ast.Attribute) and node.attr not in ATTRIBUTES and not (
                    isinstance(node.value, ast.Name) and node.value.id in boards and not node.attr.startswith("_")):
                yield node.attr


@pytest.mark.parametrize("name", shipped_names())
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
