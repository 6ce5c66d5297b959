"""The laws of codes and states hold of games in both machines, and each is seen where a machine or a rulebook breaks it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import rulewright
from rulewright import open_files
from rulewright.dsl import ir
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.analysis.playouts.faster import Faster
from rulewright.interpreter.analysis.playouts.watched import WatchedPlay, extras_of
from rulewright.interpreter.analysis.properties import CODE_LAWS, PropertyResult, hold_in_codes, questions
from rulewright.interpreter.backends.low.language import tree
from rulewright.interpreter.backends.low.module.legal_moves import LegalMovesCode
from rulewright.interpreter.backends.low.module.position import COUNT, ZERO
from rulewright.interpreter.backends.low.module.running import RunningCode
from rulewright.interpreter.backends.low.module.runtime import DRAWN
from rulewright.interpreter.backends.low.writing.building import Code, plus, times
from rulewright.interpreter.game.rules import Rules

POT = '''
rulebook pot
    "A pot"
    players 2

state
    pot: 0..9 = 3
    made: 0..99

each player has
    coins: 0..9

play
    repeat
        for each p in players
            choose coins_to_move by p
                "A player moves a coin."
                move "takes {n}" for n in 1..3
                    require enough: pot >= n
                        "there are only {pot} coins"
                    transfer n from pot to p.coins
                    made gains 1
                move "gives"
                    require has_one: p.coins > 0
                        "no coin"
                    transfer 1 from p.coins to pot
                    made gains 1
                move "waits"
                    made gains 1
            check over

end over
    "It takes long."
    when made > 20
    draw
'''
POT_SLOT, TURN_SLOT, FIRST_CELL = 2, 11, 2


def rules_of(*changes: tuple[str, str]) -> Rules:
    """The rules of the pot, with changes."""
    text = POT
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return open_files(read_text("pot.rules", text)).rules(2)


def compiled(rules: Rules) -> Faster:
    """A module of its own, which nothing keeps."""
    pytest.importorskip("wasmtime")
    from rulewright.interpreter.backends.wasm.build import built
    from rulewright.interpreter.backends.wasm.modules import compiled as compiled_module

    asked = questions(rules.program)
    module = compiled_module(built(rules.program, described=False, extras=extras_of(asked)))
    return Faster(rules, module, WatchedPlay(rules, asked))


def held(rules: Rules, by: Faster | None, games: int = 6, limit: int = 60) -> PropertyResult:
    """The results of games together."""
    whole = PropertyResult()
    for part in hold_in_codes(rules, by, range(games), 3, limit):
        whole.add(part)
    return whole


def broken(result: PropertyResult) -> set[str]:
    """The names of the laws that are broken."""
    return {law for law, _ in result.broken}


@pytest.mark.parametrize("name", ["tic_tac_toe", "pig", "goofspiel", "games/marches/marches.rules",
                                  "backends/cases/sets_beside_sets.rules"])
def test_both_machines_say_the_same_of_games_that_keep_the_laws(name: str) -> None:
    path = Path(__file__).parents[2] / name
    rules = rulewright.load(str(path) if path.exists() else name).rules()
    by_module, by_python = held(rules, compiled(rules)), held(rules, None)
    assert by_module == by_python
    assert by_module.positions > 0
    assert not by_module.broken
    assert by_module.looked == {law.id: by_module.positions for law in CODE_LAWS}


def test_a_module_hands_no_game_over_in_which_nothing_is_wrong() -> None:
    assert all(game.choices for game in compiled(rules_of()).probed(range(20), 3, 60))


@pytest.mark.parametrize(("changes", "law"), [
    # A number that passes its range, where a code is carried out.
    ([("made: 0..99", "made: 0..21"), ("made gains 1\n                move", "made gains 2\n                move")],
     "choices_can_be_made"),
    # Nobody can do anything.
    ([('                move "waits"\n                    made gains 1\n', "")], "someone_can_move"),
    ([('end over\n', 'invariant few: made < 9\n    "Few moves."\n\nend over\n')], "invariants_hold"),
    ([('end over\n', 'invariant slow of each step: not (before(made) = 7)\n    "Slow."\n\nend over\n')],
     "invariants_hold"),
])
def test_what_a_rulebook_breaks_is_the_same_in_both_machines(changes: list[tuple[str, str]], law: str) -> None:
    rules = rules_of(*changes)
    by_module, by_python = held(rules, compiled(rules)), held(rules, None)
    assert broken(by_module) == {law}
    assert by_module == by_python


# ---- Machines that are wrong ---------------------------------------------------------------------

Part = RunningCode | LegalMovesCode
Plant = Callable[[Any, Code, Callable[[Code], None]], None]


def counter(self: Part, code: Code) -> tree.Expr:
    """A number that grows with each call, its lowest bit as a word."""
    at = self.memory.reserved(8)
    code.emit(tree.Store(ZERO, at, tree.Arith("add", tree.Load(ZERO, at, 8), tree.Int(1)), 8))
    return tree.Arith("and", tree.Load(ZERO, at, 8), tree.Int(1))


def leads_astray(self: RunningCode, code: Code, write: Callable[[Code], None]) -> None:
    """The same code leads to another position every second time."""
    write(code)
    code.emit(self.position.put_slot(TURN_SLOT, counter(self, code)))


def lists_twice(self: LegalMovesCode, code: Code, write: Callable[[Code], None]) -> None:
    """The first code is listed once more."""
    without_return(code, write)
    past = plus(times(COUNT, self.memory.code_width), self.memory.codes)
    code.emit(tree.Store(past, 0, self.position.load_code(tree.Mark(self.memory.codes)), self.memory.code_width),
              tree.Set(COUNT, plus(COUNT, 1)), tree.Return(COUNT))


def lists_fewer(self: LegalMovesCode, code: Code, write: Callable[[Code], None]) -> None:
    """The last code is left out every second time."""
    without_return(code, write)
    code.emit(tree.Set(COUNT, tree.Arith("sub", COUNT, tree.Narrow(counter(self, code)), wide=False)), tree.Return(COUNT))


def without_return(code: Code, write: Callable[[Code], None]) -> None:
    """Write a function but for its return."""
    with code.nested() as body:
        write(code)
    assert isinstance(body[-1], tree.Return)
    code.emit(*body[:-1])


def remembers(self: RunningCode, code: Code, write: Callable[..., None]) -> None:
    """A game that is over remembers its block."""
    write(code)
    code.emit(self.position.put_slot(ir.BLOCK_SLOT, tree.Int(1)))


def draws_on(self: RunningCode, code: Code, write: Callable[[Code], None]) -> None:
    """Chance is another one every second time that a game is begun."""
    write(code)
    code.emit(tree.Set(DRAWN, tree.Arith("add", DRAWN, counter(self, code))))


@pytest.mark.parametrize(("part", "function", "plant", "law"), [
    (RunningCode, "enter", leads_astray, "codes_repeat"), (LegalMovesCode, "list_codes", lists_twice, "codes_stand_once"),
    (LegalMovesCode, "list_codes", lists_fewer, "positions_return"), (RunningCode, "begin_series", draws_on, "chance_repeats"),
])
def test_a_module_that_breaks_a_law_is_seen(part: type[Part], function: str, plant: Plant, law: str,
                                            monkeypatch: pytest.MonkeyPatch) -> None:
    as_it_was = getattr(part, function)
    monkeypatch.setattr(part, function, lambda self, code: plant(self, code, lambda inner: as_it_was(self, inner)))
    rules = rulewright.load("tic_tac_toe").rules()
    result = held(rules, compiled(rules))
    assert broken(result) == {law}
    assert all("WebAssembly only" in one.breach.what for one in result.broken.values())


def test_a_module_that_remembers_after_the_end_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    as_it_was = RunningCode.finish
    monkeypatch.setattr(RunningCode, "finish",
                        lambda self, code, end: remembers(self, code, lambda inner: as_it_was(self, inner, end)))
    rules = rulewright.load("tic_tac_toe").rules()
    assert broken(held(rules, compiled(rules))) == {"ends_forget"}


@pytest.mark.parametrize(("value", "law"), [(tree.Int(77), "values_fit"), (tree.Int(7), "nothing_is_lost")])
def test_a_module_that_writes_wrong_values_is_seen(value: tree.Expr, law: str, monkeypatch: pytest.MonkeyPatch) -> None:
    as_it_was = RunningCode.enter_at

    def enter_at(self: RunningCode, number: int, packed: tree.Local, block: tree.Local) -> list[tree.Stmt]:
        return [*as_it_was(self, number, packed, block), self.position.put_slot(POT_SLOT, value)]

    monkeypatch.setattr(RunningCode, "enter_at", enter_at)
    rules = rules_of()
    assert broken(held(rules, compiled(rules))) == {law}


def wrong_machine(rules: Rules, law: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the Python machine break a law."""
    machine, random_play, times = rules.machines.plain, rules.machines.random_play, count()
    enter, legal, finish, play_out = machine.enter, machine.legal, machine.finish, random_play.play_out

    def astray(s: list[int], *others: Any) -> None:
        enter(s, *others)
        s[TURN_SLOT] = next(times) % 2

    def unfit(s: list[int], *others: Any) -> None:
        enter(s, *others)
        s[FIRST_CELL] = 9

    def remembering(s: list[int], end: int) -> None:
        finish(s, end)
        s[ir.BLOCK_SLOT] = 1

    def drawn_on(dice: Any, *others: Any) -> Any:
        if next(times) % 2:
            dice.random()
        return play_out(dice, *others)

    plants: dict[str, tuple[str, Callable[..., Any]]] = {
        "codes_repeat": ("enter", astray), "values_fit": ("enter", unfit), "ends_forget": ("finish", remembering),
        "codes_stand_once": ("legal", lambda s, point: [*(codes := legal(s, point)), codes[0]]),
        "positions_return": ("legal", lambda s, point: legal(s, point)[next(times) % 2:]),
        "chance_repeats": ("play_out", drawn_on)}
    monkeypatch.setattr(random_play if law == "chance_repeats" else machine, *plants[law])


@pytest.mark.parametrize("law", [law.id for law in CODE_LAWS])
def test_a_python_machine_that_breaks_a_law_is_seen(law: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rulewright.load("tic_tac_toe").rules()
    wrong_machine(rules, law, monkeypatch)
    assert broken(held(rules, None)) == {law}
    monkeypatch.undo()
    assert not held(rules, None).broken
