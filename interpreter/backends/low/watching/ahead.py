"""Players who look a move ahead, in a module: as `analysis.playouts.search.GreedyPlayer` chooses, with the same draws."""

from __future__ import annotations

from ...evaluation import DRAWN, LOST, MOST_STEPS, TRIALS, WON, Evaluation
from ..language import tree
from ..language.values import number
from ..lowering import expressions
from ..module.alike import Alike
from ..module.playing import BASE, CHOICES, COUNT, LISTED, OFFERED, WIDEST, ZERO, Playing
from ..writing.building import TOP, Code, plus, times
from ..writing.functions import once
from ..writing.numbers import arith, narrowed
from ..writing.whole import Whole

# A mean of three such numbers and the end of a game is exact enough as a float that Python orders it as it is ordered here.
MOST_WORTH = 1 << 50
# What is put aside while moves are tried.
COUNTED = (CHOICES, OFFERED, WIDEST)


class LooksAhead(Playing):
    """Writes the function that chooses a move."""

    def __init__(self, whole: Whole, alike: Alike, entered: set[int], ahead: Evaluation) -> None:
        super().__init__(whole, alike, entered)
        self.ahead = ahead
        self.state_bytes = self.memory.width * self.program.size
        self.ended = tree.Test("ne", self.slot(1), tree.Int(0))
        for seat in range(self.program.players):
            once(whole, f"worth{seat}", (), True, lambda code, seat=seat: self.worth(code, seat))  # type: ignore[misc]  # a default
        once(whole, "seen_by", (False,), True, self.seen_by)
        once(whole, "carried_out", (True,), False, self.carried_out)
        once(whole, "tried", (True, False, False), True, self.tried)
        once(whole, "try_all", (False, False), None, self.try_all)
        once(whole, "ahead", (), True, self.choose)

    # -- worth -----------------------------------------------------------------------------------

    def worth(self, code: Code, seat: int) -> None:
        """The numbers of a seat, added up."""
        total = number(0)
        for condition in self.ahead.numbers[seat]:
            self.begin(code)
            total = arith(code, "+", total, expressions.as_num(code.kept(expressions.value(code, condition.value))))
        code.emit(tree.Return(code.within(total, -MOST_WORTH, MOST_WORTH).node))

    def seen_by(self, code: Code) -> None:
        """The worth of the position to a seat, also when the game is over."""
        seat, worth, won, added = code.local(wide=False), code.local(), code.local(), code.local()
        code.emit(tree.Set(added, tree.Int(0)))
        with code.when(self.ended):
            code.emit(tree.Set(TOP, BASE), tree.Set(won, tree.Call("winners", ())))
            # Scores are computed only because they may go wrong, as they do in Python then.
            for each in range(self.program.players if self.program.scores else 0):
                code.emit(tree.Perform(tree.Call("score", (tree.Mark(each),)), gives=True))
            bit = tree.Arith("and", tree.Arith("shr_u", won, tree.Widen(seat)), tree.Int(1))
            others = tree.Select(tree.Test("ne", won, tree.Int(0)), tree.Int(LOST), tree.Int(DRAWN))
            code.emit(tree.Set(added, tree.Select(tree.Test("ne", bit, tree.Int(0)), tree.Int(WON), others)))
        for each in range(self.program.players):
            with code.when(tree.Test("eq", seat, tree.Mark(each), wide=False)):
                code.emit(tree.Set(worth, tree.Call(f"worth{each}", ())))
        code.emit(tree.Return(tree.Arith("add", worth, added)))

    # -- trials ----------------------------------------------------------------------------------

    def carried_out(self, code: Code) -> None:
        """Carry out a move with all that it leads to. Whether nothing on the way could have come otherwise."""
        packed, asked, steps = code.local(), code.local(wide=False), code.local(wide=False)
        order = sorted(self.points)
        rows = {block: i for i, block in enumerate(order)}
        places = self.whole.constants.bytes_of([rows.get(block, 0) for block in range(len(self.program.blocks))], 4)
        done = self.whole.constants.bytes_of([int((a, b) in self.ahead.settled) for a in order for b in order], 1)

        def place() -> tree.Expr:
            return tree.Load(times(narrowed(self.slot(0)), 4), places, 4, wide=False)

        code.emit(tree.Set(asked, times(place(), len(order))), tree.Set(steps, ZERO),
                  tree.Perform(tree.Call("enter", (packed,)), gives=False))
        with code.loop() as again:
            first = tree.Test("eq", steps, ZERO, wide=False)
            with code.when(self.ended):
                code.emit(tree.Return(first))
            is_done = tree.Load(tree.Arith("add", asked, place(), wide=False), done, 1)
            with code.when(tree.Test("ne", is_done, tree.Int(0))):
                code.emit(tree.Return(first))
            code.emit(tree.Perform(tree.Call("one_step", ()), gives=True), tree.Set(steps, plus(steps, 1)),
                      tree.Leave(again, tree.Test("lt_s", steps, tree.Mark(MOST_STEPS), wide=False)))
        code.emit(tree.Return(ZERO))

    def tried(self, code: Code) -> None:
        """The worth of a move for a seat from a position that is kept: the mean of the trials, times their number."""
        packed, seat, kept = code.local(), code.local(wide=False), code.local(wide=False)
        total, left, sure = code.local(), code.local(wide=False), code.local(wide=False)
        code.emit(tree.Set(total, tree.Int(0)), tree.Set(left, tree.Mark(TRIALS)))
        with code.loop() as again:
            code.emit(tree.Copy(tree.Mark(self.memory.state), kept, tree.Mark(self.state_bytes)),
                      tree.Set(TOP, BASE), tree.Set(sure, tree.Call("carried_out", (packed,))),
                      tree.Set(total, tree.Arith("add", total, tree.Call("seen_by", (seat,)))))
            # Where one trial is sure all are, so the first was the only one.
            with code.when(sure):
                code.emit(tree.Return(tree.Arith("mul", total, tree.Int(TRIALS))))
            code.emit(tree.Set(left, tree.Arith("sub", left, tree.Mark(1), wide=False)),
                      tree.Leave(again, tree.Test("gt_s", left, ZERO, wide=False)))
        code.emit(tree.Return(total))

    def try_all(self, code: Code) -> None:
        """Try all moves that are listed at an address; beside each code stands what it is worth to a seat."""
        pairs, seat = code.local(wide=False), code.local(wide=False)
        around, at, end = code.held(BASE, wide=False), code.local(wide=False), code.local(wide=False)
        kept = code.held(tree.Call("room", (tree.Mark(self.state_bytes),)), wide=False)
        phases = code.held(tree.Call("room", (tree.Mark(self.phase_bytes),)), wide=False)
        counted = [code.held(item) for item in COUNTED]
        entries = tree.Mark(self.memory.entries)
        state = tree.Mark(self.memory.state)
        code.emit(tree.Copy(kept, state, tree.Mark(self.state_bytes)),
                  tree.Copy(phases, entries, tree.Mark(self.phase_bytes)), tree.Set(BASE, TOP), tree.Set(at, pairs),
                  tree.Set(end, tree.Arith("add", pairs, times(COUNT, 16), wide=False)))
        with code.loop() as again:
            code.emit(tree.Store(at, 8, tree.Call("tried", (tree.Load(at, 0, 8), seat, kept)), 8), tree.Set(at, plus(at, 16)),
                      tree.Leave(again, tree.Test("lt_u", at, end, wide=False)))
        # What is only tried is no part of the game.
        code.emit(tree.Copy(state, kept, tree.Mark(self.state_bytes)),
                  tree.Copy(entries, phases, tree.Mark(self.phase_bytes)), tree.Set(BASE, around),
                  *(tree.Set(item, local) for item, local in zip(COUNTED, counted, strict=True)))

    # -- the choice --------------------------------------------------------------------------------

    def choose(self, code: Code) -> None:
        """The code of the best move; of moves that are as good, a random one."""
        # What is listed before the game waits is listed again: so that no more passes of loops are allowed than in Python.
        code.emit(tree.Set(LISTED, ZERO))
        self.list_now(code)
        seat = code.held(self.mover_now(code), wide=False)
        self.note_offer(code)
        with code.when(tree.Test("eq", COUNT, tree.Mark(1), wide=False)):
            code.emit(tree.Set(LISTED, ZERO),
                      tree.Return(self.one_of(tree.Mark(self.memory.codes), tree.Int(1))))
        count, around = code.held(COUNT, wide=False), code.held(BASE, wide=False)
        code.emit(tree.Set(TOP, BASE))
        pairs = code.held(tree.Call("room", (times(count, 16),)), wide=False)
        self.put_codes(code, pairs, count)
        code.emit(tree.Perform(tree.Call("try_all", (pairs, seat)), gives=False))
        most, alike = self.best_of(code, pairs, count)
        left = code.held(tree.Call("below", (alike,)))
        at = code.held(pairs, wide=False)
        assert isinstance(at, tree.Local), "the address of the pairs is worked out"
        assert isinstance(left, tree.Local), "a number is drawn"
        code.emit(tree.Set(BASE, around), tree.Set(TOP, around), tree.Set(LISTED, ZERO))
        with code.loop() as again:
            with code.when(tree.Test("eq", tree.Load(at, 8, 8), most)):
                with code.when(tree.Test("eq", left, tree.Int(0))):
                    code.emit(tree.Return(tree.Load(at, 0, 8)))
                code.emit(tree.Set(left, tree.Arith("sub", left, tree.Int(1))))
            code.emit(tree.Set(at, plus(at, 16)), tree.Leave(again))
        code.emit(tree.Stop())

    def put_codes(self, code: Code, pairs: tree.Expr, count: tree.Expr) -> None:
        """Put the codes that are listed down as pairs; the second number of each is still open."""
        at, to, end = (code.local(wide=False) for _ in range(3))
        width = self.memory.code_width
        code.emit(tree.Set(at, tree.Mark(self.memory.codes)), tree.Set(to, pairs),
                  tree.Set(end, plus(times(count, width), self.memory.codes)))
        with code.loop() as again:
            code.emit(tree.Store(to, 0, self.load_code(at), 8), tree.Set(at, plus(at, width)), tree.Set(to, plus(to, 16)),
                      tree.Leave(again, tree.Test("lt_u", at, end, wide=False)))

    def best_of(self, code: Code, pairs: tree.Expr, count: tree.Expr) -> tuple[tree.Local, tree.Local]:
        """Return the worth of the best move, and how many are as good."""
        most, alike, worth = code.local(), code.local(), code.local()
        at, end = code.local(wide=False), code.local(wide=False)
        code.emit(tree.Set(most, tree.Load(pairs, 8, 8)), tree.Set(alike, tree.Int(0)), tree.Set(at, pairs),
                  tree.Set(end, tree.Arith("add", pairs, times(count, 16), wide=False)))
        with code.loop() as again:
            code.emit(tree.Set(worth, tree.Load(at, 8, 8)))
            with code.when(tree.Test("gt_s", worth, most)):
                code.emit(tree.Set(most, worth), tree.Set(alike, tree.Int(0)))
            code.emit(tree.Set(alike, tree.Arith("add", alike, tree.Widen(tree.Test("eq", worth, most)))),
                      tree.Set(at, plus(at, 16)), tree.Leave(again, tree.Test("lt_u", at, end, wide=False)))
        return most, alike
