"""An alternative to its weight: in how many random games it makes a difference, from when on, and a playthrough of it."""

from __future__ import annotations

from functools import cache
from statistics import median

from attrs import evolve, frozen

from ...dsl.driver.compilation import Compilation
from ...dsl.load.loader import Files
from ...dsl.source.diagnostics import RulebookError
from ...dsl.tools.dependencies import uses
from ...dsl.tools.diff import difference, touched
from ...dsl.tools.mutation_operators import mutants, mutated
from ...interpreter.analysis.divergence import Comparison, DivergingGame, Exploration, comparison, explore, in_tandem, written
from ...interpreter.analysis.playouts.faster import Faster
from ...interpreter.analysis.playouts.simulate import play_out
from ...interpreter.game.rules import Rules
from ...interpreter.playthroughs.lines.writer import header
from ...interpreter.runtime.faults import RulebookFault
from ...interpreter.runtime.series import SeriesDice
from ..shared.games.machines import MachineOption, compiled_rules
from ..shared.games.options import GameRequest
from .alternatives import Alternative

# Games are cut off after a number of choices and rolls.
MOST_STEPS = 20_000


@frozen
class Weight:
    """The effect of an alternative in a number of random games.

    `diverged` are the games in which anything differs, `moves` those in which a legal move does, `winners` those with the
    same seed in which the winner does. `first` is the median number of choices and rolls before the first difference.
    `text` is the shrunk playthrough; `wrong` says why the alternative could not be compared.
    """

    games: int
    diverged: int = 0
    moves: int = 0
    winners: int = 0
    first: float | None = None
    text: str | None = None
    wrong: str | None = None

    @property
    def rank(self) -> tuple[float, ...]:
        """The key by which weights are sorted, the greatest first."""
        games = max(1, self.games)
        first = float("inf") if self.first is None else self.first
        # Compared from left to right: another winner matters more than any number
        # of other moves. Of equal ones, an earlier difference matters more.
        return self.winners / games, self.moves / games, self.diverged / games, -first


def weighed(task: tuple[GameRequest, Alternative, int, int, MachineOption]) -> Weight:
    """Compare a game with an alternative of it in a number of random games of a series."""
    request, alternative, games, seed, machine = task
    try:
        base, other = _own(request, alternative.players), _with(request, alternative)
    except RulebookError as error:
        return Weight(0, wrong=error.diagnostics[0].message)
    rules, changed_rules = Rules(base), Rules(other)
    # The hash leaves out wording, so equal hashes mean that no game can differ: nothing has to be played.
    if rules.analyses.hash == changed_rules.analyses.hash:
        return Weight(games)
    compared = comparison(rules, changed_rules, _changed(base, other, alternative))
    players = compiled_rules(rules, machine), compiled_rules(changed_rules, machine)
    side_by_side = compared if None in players else in_tandem(
        compared, *(player.module for player in players if player is not None))
    exploration, parts = Exploration(), list(explore(side_by_side, range(games), seed))
    for part in parts:
        exploration.add(part)
    return Weight(games, exploration.diverged, sum(map(_differ_moves, parts)),
                  _winners((rules, changed_rules), players, games, seed), _first(parts),
                  _shown(compared, exploration, request, alternative))


def _own(request: GameRequest, players: int) -> Compilation:
    return _compiled(request, players, None)


def _with(request: GameRequest, alternative: Alternative) -> Compilation:
    return _compiled(alternative.request, alternative.players, alternative.step)


@cache
def _compiled(request: GameRequest, players: int, step: int | None) -> Compilation:
    """Compile a rulebook, with one assumed value a step away. Raises RulebookError."""
    files = request.files()
    if step is not None:
        mutant = next(mutant for mutant in mutants(files.declarations) if mutant.number == step)
        files = evolve(files, declarations=mutated(files.declarations, mutant))
    return Compilation(files, players, dict(request.parameters))


def _changed(base: Compilation, other: Compilation, alternative: Alternative) -> dict[str, tuple[str, ...]]:
    """Return the ids of what differs, or uses what differs."""
    ids = [alternative.clause] if alternative.kind != "reading" else [
        change.id for change in difference(base.files, other.files, base.program.clauses, other.program.clauses)]
    return touched(_uses(base.files, base), _uses(other.files, other), ids)


def _uses(files: Files, compiled: Compilation) -> dict[str, frozenset[str]]:
    return dict(uses(files.declarations, compiled.compiled))


def _differ_moves(exploration: Exploration) -> bool:
    """Return whether a legal move differs in a game."""
    return any(sightings.divergence.kind == "choices" for sightings in exploration.sightings.values())


def _first(parts: list[Exploration]) -> float | None:
    """Return the median number of choices and rolls before the first difference, of the games with one."""
    firsts = [min(steps) for part in parts if (steps := [len(game.steps) for sightings in part.sightings.values()
                                                         for game in sightings.best
                                                         if game.steps is not None])]
    return median(firsts) if firsts else None


def _winners(pair: tuple[Rules, Rules], players: tuple[Faster | None, Faster | None], games: int, seed: int) -> int:
    """Return in how many games of a series the winner differs; a game that raises a fault counts as another result."""
    won = [[_won(rules, player, seed, number) for number in range(games)] for rules, player in zip(pair, players, strict=True)]
    return sum(winner != other for winner, other in zip(*won, strict=True))


def _won(rules: Rules, player: Faster | None, seed: int, number: int) -> tuple[int, ...] | None:
    try:
        if player is not None:
            return player.simulate(range(number, number + 1), seed, MOST_STEPS).playouts[0].winners
        return play_out(rules, SeriesDice(seed, number), MOST_STEPS).winners
    except RulebookFault:
        return None


def _shown(compared: Comparison, exploration: Exploration, request: GameRequest, alternative: Alternative) -> str | None:
    """Return the shrunk playthrough of a difference: of one in the moves if there is one, the shortest that can be written."""
    examples = sorted((example for sightings in exploration.distinct() for example in sightings.best), key=_length)
    head = header(compared.a, request.known_as, request.known_variants, request.parameters)
    names = request.name, f"{request.name} with {alternative.clause} = {alternative.other}"
    for example in examples:
        # A bug of ours at one difference must not lose the others.
        try:
            text = written(compared, example, head, names)
        except Exception:
            continue
        if text is not None:
            return text
    return None


def _length(game: DivergingGame) -> tuple[bool, int, int]:
    return game.divergence.kind != "choices", game.reach, len(game.steps or ())


