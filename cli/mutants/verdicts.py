"""Count the verdicts on the mutants of a rulebook: a report as text and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from attrs import frozen

from ...dsl.tools.mutation_operators import Mutant
from ...interpreter.analysis.mutation.mutation import AFTER_THE_END, ANOTHER_ORDER, OTHER_EVENTS, Verdict
from ..shared.games.names import shown_file


@frozen
class Sample:
    """A sample of mutants: the number that it was drawn from, and the seed."""

    of: int
    seed: int


@frozen(eq=False)
class Verdicts:
    """The verdicts on the mutants of a rulebook, or on a sample of them."""

    name: str
    all: tuple[tuple[Mutant, Verdict], ...]
    sample: Sample | None = None

    def of(self, kind: str) -> list[tuple[Mutant, Verdict]]:
        """Return the mutants with this fate."""
        return [(mutant, verdict) for mutant, verdict in self.all if verdict.kind == kind]

    @property
    def known_to_play_alike(self) -> Counter[str]:
        """The number of mutants that play as the rulebook although their text differs, by the reason why this is known."""
        return Counter(verdict.by for kind in ("same", "unseen") for _, verdict in self.of(kind))

    @property
    def percent(self) -> float | None:
        """The percentage of noticed mutants among those that change play; None if none changes play."""
        noticed, survived = len(self.of("noticed")), len(self.of("survived"))
        # Mutants that nothing can notice say nothing about playthroughs, so they are not counted.
        return 100.0 * noticed / (noticed + survived) if noticed + survived else None

    def lines(self) -> Iterator[str]:
        """Yield the report as text: the number of mutants of each kind, and of those noticed."""
        kinds = dict.fromkeys(mutant.kind for mutant, _ in self.all)
        rows = [("", "mutants", "no change", "noticed", "survived")]
        for name in (*kinds, "all"):
            count = Counter(verdict.kind for mutant, verdict in self.all if name in (mutant.kind, "all"))
            rows.append((name, str(count.total()), str(count["same"] + count["unseen"] + count["broken"]),
                         str(count["noticed"]), str(count["survived"])))
        widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        for row in rows:
            numbers = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
            yield "  ".join((row[0].ljust(widths[0]), *numbers))
        counts = Counter(verdict.kind for _, verdict in self.all)
        yield ""
        yield (f"no change: {counts['broken']} do not compile, {counts['same']} are the same rules, "
               f"{counts['unseen']} were not seen to change a game")
        known = self.known_to_play_alike
        if known[ANOTHER_ORDER]:
            yield f"of the same rules {known[ANOTHER_ORDER]} do things in another order, which makes no difference"
        if known[AFTER_THE_END]:
            yield f"of those not seen {known[AFTER_THE_END]} only leave other values in fields when the game is over"
        if known[OTHER_EVENTS]:
            yield f"of those not seen {known[OTHER_EVENTS]} only announce something else"
        ways = Counter(verdict.way for _, verdict in self.of("noticed"))
        yield (f"noticed by playthroughs {ways['playthrough']}, only by invariants {ways['invariant']}, "
               f"only by what goes wrong {ways['wrong']}")
        if counts["failed"]:
            yield f"{counts['failed']} could not be tried, by a bug of rulewright; they do not count"
        if self.sample is not None:
            yield f"a sample: {len(self.all)} of {self.sample.of} mutants, seed {self.sample.seed}"
        yield ("none of the mutants changes play" if self.percent is None else
               f"{self.percent:.1f} % of the mutants that change play are noticed")

    def as_json(self) -> dict[str, object]:
        """Return the report that `mutate --json` prints."""
        counts = Counter(verdict.kind for _, verdict in self.all)
        return {
            "game": self.name, "mutants": len(self.all),
            **{kind: counts[kind] for kind in ("noticed", "survived", "unseen", "same", "broken", "failed")},
            "another_order": self.known_to_play_alike[ANOTHER_ORDER],
            "other_events": self.known_to_play_alike[OTHER_EVENTS],
            "after_the_end": self.known_to_play_alike[AFTER_THE_END],
            "sample": None if self.sample is None else {"of": self.sample.of, "seed": self.sample.seed},
            "percent": None if self.percent is None else round(self.percent, 1),
            "ways": dict(Counter(verdict.way for _, verdict in self.of("noticed"))),
            "noticed_by": dict(Counter(shown_file(verdict.by) for _, verdict in self.of("noticed")).most_common()),
            "survivors": [_record(mutant, verdict) for mutant, verdict in self.of("survived")],
            "not_seen": [_record(mutant, verdict) for mutant, verdict in self.of("unseen")],
            "not_tried": [{**_place(mutant), "error": verdict.by} for mutant, verdict in self.of("failed")],
        }


def _record(mutant: Mutant, verdict: Verdict) -> dict[str, object]:
    return {**_place(mutant), "seen_in": verdict.by, "playthrough": verdict.playthrough}


def _place(mutant: Mutant) -> dict[str, object]:
    return {
        "clause": mutant.clause,
        "kind": mutant.kind,
        "file": mutant.span.source.name,
        "line": mutant.span.line,
        "before": mutant.before,
        "after": mutant.after,
    }
