"""A rulebook to what else it could say: parameters and assumed values at other values, and editions of printed rulebooks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from attrs import evolve, frozen

from ...dsl.driver.compilation import header_of
from ...dsl.load.loader import Files
from ...dsl.source.clauses import Clause
from ...dsl.source.diagnostics import RulebookError
from ...dsl.tools.mutation_operators import Mutant, mutants
from ...translation.decisions.paths import FOLDER
from ...translation.decisions.reading import edition_in
from ..shared.games.options import GameRequest
from ..shared.games.vary_parameters import with_other_values

# The most values that are tried of an assumed clause, spread over its range.
MOST_VALUES = 4
VALUE_STEPS = ("number", "flag")


@frozen
class Alternative:
    """Something else that a rulebook could say: of which clause, its value there, the other value, and the game with that.

    `kind` is parameter, assumed or reading. `step` is the number of a mutant, for an assumed value; `players` the
    number of players to compare for.
    """

    kind: str
    clause: str
    statement: str
    value: str
    other: str
    request: GameRequest
    players: int
    step: int | None = None


def alternatives(request: GameRequest) -> list[Alternative]:
    """Return the alternatives of a rulebook. Raises NoSuchRulebook, and RulebookError for its mistakes."""
    files = request.files()
    rules = request.game().rules(request.players)
    clauses = dict(rules.clauses)
    seats = len(rules.seats)
    return [*_of_parameters(request, clauses, dict(rules.program.parameters)), *_of_assumed(request, files, clauses, seats),
            *_of_readings(request, files, seats)]


def untried(request: GameRequest, known_alternatives: list[Alternative]) -> list[Clause]:
    """Return the assumed clauses that state no value that could be another."""
    rules = request.game().rules(request.players)
    varied = {alternative.clause for alternative in known_alternatives}
    return [clause for clause in rules.program.clauses if clause.assumed is not None and clause.id not in varied]


def _of_parameters(request: GameRequest, clauses: dict[str, Clause], values: dict[str, str]) -> Iterator[Alternative]:
    for other, players in with_other_values(request):
        name, value = next((name, value) for name, value in other.parameters if dict(request.parameters).get(name) != value)
        if name in clauses:
            yield Alternative("parameter", name, clauses[name].statement, str(values.get(name, "")), value, other, players)


def _of_assumed(request: GameRequest, files: Files, clauses: dict[str, Clause], players: int) -> Iterator[Alternative]:
    """Yield the numbers and flags of assumed clauses, each a step away from its value."""
    everything = mutants(files.declarations)
    for clause in clauses.values():
        if clause.assumed is None or clause.kind == "parameter":
            continue
        steps = [mutant for mutant in everything if mutant.kind in VALUE_STEPS and _is_of(mutant, clause, clauses)]
        for mutant in _spread(steps):
            yield Alternative("assumed", clause.id, clause.statement, _short(mutant.before), _short(mutant.after), request,
                              players, mutant.number)


def _is_of(mutant: Mutant, clause: Clause, clauses: dict[str, Clause]) -> bool:
    """Return whether a mutant changes a clause, or one in it that is not assumed for a reason of its own."""
    current = clauses.get(mutant.clause)
    while current is not None and current.id != clause.id and current.assumed is None:
        current = clauses.get(current.parent) if current.parent else None
    return current is not None and current.id == clause.id


def _spread(steps: list[Mutant]) -> list[Mutant]:
    most = min(MOST_VALUES, len(steps))
    # From all over the range, and not the first ones: neighbouring steps mostly weigh the same.
    return [steps[number * len(steps) // most] for number in range(most)]


def _short(line: str) -> str:
    return " ".join(line.split())


def _of_readings(request: GameRequest, files: Files, players: int) -> Iterator[Alternative]:
    """Yield the editions that readings of printed rulebooks name, where they allow this number of players."""
    for path in sorted((Path(files.path).parent / FOLDER).glob(f"{files.prefix}*.reading")):
        edition = edition_in(path)
        if edition is None or edition in request.variants:
            continue
        other = evolve(request, variants=(*request.variants, edition))
        try:
            head = header_of(other.files())
        except RulebookError:
            # An edition that cannot be read with these variants is no reading of them.
            continue
        if head.fewest <= players <= head.most:
            yield Alternative("reading", path.stem, f"The printed rulebook `{path.stem}`, as its edition plays it.",
                              request.name, other.name, other, players)
