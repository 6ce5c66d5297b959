"""A rule to the calls that lead to it from `play`: the one way that an `at` line means, or why it means none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from attrs import frozen

from ....dsl import ir
from ....dsl.source.fixes import Meant

# More ways than these are not compared.
MOST_WAYS = 2_000
Way = Mapping[str, ir.Block]
Source = tuple[str, int]


@frozen
class BadPosition(Exception):
    """A line of a position that cannot be carried out, and `more` lines that cannot either."""

    line: int
    message: str
    help: str | None = None
    more: tuple[BadPosition, ...] = ()


class WaysToRules:
    """The ways to the rules of a program. A way has for each rule on it the block that carries it out."""

    def __init__(self, program: ir.Program, rule_of: Mapping[int, str]) -> None:
        self.rule_of = rule_of
        self.callers: dict[str, list[ir.Block]] = {procedure.name: [] for procedure in program.suspending}
        for block in program.blocks:
            if isinstance(block.end, ir.CallRule):
                self.callers[block.end.rule].append(block)

    def the_one(self, procedure: str, name: str, sources: Sequence[Source], line: int) -> Way:
        """The way to a rule that goes through all these callers. Raises BadPosition where there is none, or more than one.

        `name` is how the `at` line calls the place in the rule.
        """
        ways = list(islice(self.ways(procedure), MOST_WAYS))
        for rule, number in sources:
            ways = [way for way in ways if self.goes_through(way, rule, number)]
            if not ways:
                named = f"`{rule}` {number}" if number else f"`{rule}`"
                raise BadPosition(line, f"`{procedure}` is not carried out from {named}", self.callers_of(procedure))
        if not ways:
            raise BadPosition(line, f"`{procedure}` is never carried out")
        if len(ways) > 1:
            raise self.several(ways, name, sources, line)
        return ways[0]

    def several(self, ways: Sequence[Way], name: str, sources: Sequence[Source], line: int) -> BadPosition:
        """The complaint that an `at` line leaves several ways open: the first rule on them that several places carry out."""
        apart = next(rule for rule in ways[0] if len({way[rule].id for way in ways if rule in way}) > 1)
        callers = list(dict.fromkeys(self.name_of(way[apart], apart) for way in ways if apart in way))
        first = callers[0].replace("`", "")
        sources_written = "".join(f" from {rule}{f' {number}' if number else ''}" for rule, number in sources
                                  if rule != first.partition(" ")[0])
        meant = f"at {name}{sources_written} from {first}"
        return BadPosition(line, f"several places carry out `{apart}`: {', '.join(callers)}",
                           f"write `{meant}`" if sources else Meant(f"write `{meant}`", f"at {name}", meant))

    def ways(self, procedure: str) -> Iterator[Way]:
        """All ways from `play` to a rule."""
        if procedure not in self.callers:
            yield {}
            return
        # INVARIANT: no rule carries out itself (E404), so a way meets no rule twice. There can be a great many: each rule with
        # two callers doubles them.
        for block in self.callers[procedure]:
            for way in self.ways(self.rule_of[block.id]):
                yield {procedure: block, **way}

    def goes_through(self, way: Way, rule: str, number: int) -> bool:
        """Return whether a way goes through a rule, or a clause of one; with a number, through that place of several there."""
        return any(rule in (self.rule_of[block.id], block.clause) and number in (0, self.number_of(block, called, rule))
                   for called, block in way.items())

    def number_of(self, block: ir.Block, called: str, rule: str) -> int:
        """Return which of the places in a rule or clause that carry out another a block is, counted from 1."""
        return 1 + [place.id for place in self.among(called, rule)].index(block.id)

    def among(self, called: str, rule: str) -> list[ir.Block]:
        """The blocks of a rule or clause that carry out another rule."""
        return [block for block in self.callers[called] if rule in (self.rule_of[block.id], block.clause)]

    def name_of(self, block: ir.Block, called: str) -> str:
        """Return the name in an `at` line of the place that carries a rule out: its rule, and its number among several."""
        rule = self.rule_of[block.id]
        return f"`{rule}` {self.number_of(block, called, rule)}" if len(self.among(called, rule)) > 1 else f"`{rule}`"

    def callers_of(self, procedure: str) -> str:
        """The places that carry a rule out, as help."""
        names = dict.fromkeys(self.name_of(block, procedure) for block in self.callers.get(procedure, ()))
        return f"it is carried out from {', '.join(names)}" if names else "it is not carried out by any rule"
