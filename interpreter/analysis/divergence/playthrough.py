"""A divergence as a playthrough that holds in the one rulebook and not in the other.

If it can be, it begins at an arranged position with only those facts that matter; otherwise it is
the whole shrunk game.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from attrs import evolve, frozen

from ...game.rules import Rules
from ...game.state import State
from ...game.viewing.event_log import PlayedStep, Trace
from ...playthroughs.lines.reader import read
from ...playthroughs.lines.writer import line_of, lines_of
from ...playthroughs.positions.arrange import arrange
from ...playthroughs.positions.scene import facts, given_values, places
from ...playthroughs.positions.ways import BadPosition
from ...playthroughs.running.runner import PlaythroughRunner
from ...runtime.faults import RulebookFault
from ..playouts.shrinking import shortest
from .diverging_games import DivergingGame
from .pair import Comparison, Divergence, PositionPair, Step, divergences, legal, stepped
from .quick_check import Key
from .shrink import MOST_STEPS, shrunk

MOST_FACTS = 3


@frozen
class _Scene:
    """A position by its lines, and the move or roll in it, if the two diverge only after one."""

    facts: tuple[str, ...]
    place: str
    given_values: tuple[str, ...]
    step: Step | None

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of the position."""
        return (*self.facts, f"at {self.place} {', '.join(self.given_values)}".rstrip())


def written(compared: Comparison, game: DivergingGame, header: str, names: tuple[str, str]) -> str | None:
    """A playthrough of the first game that fails in the second; None when the difference cannot be expected in words.

    `header` is the head of a playthrough of the first game, `names` what the two are called in comments.
    """
    return arranged(compared, game, header, names) or played(compared, game, header, names)


def arranged(compared: Comparison, game: DivergingGame, header: str, names: tuple[str, str]) -> str | None:
    """Such a playthrough that begins in the position in which they diverge; None where they cannot be put there.

    That a game raises a fault is only shown from its beginning on: it may never come to a position that is set up by hand.
    """
    if game.divergence.kind == "fault":
        return None
    state = State(compared.a, game.before.a)
    for place in places(state):
        scene = _Scene(tuple(facts(state, compared.b)), place, tuple(given_values(state)), game.before.step)
        if _difference(compared, scene, game.key) is not None:
            least = _least(compared, scene, game.key)
            difference = _difference(compared, least, game.key)
            assert difference is not None, "the least scene parts as the first did"
            text = _whole(compared, difference[0], header, names, _body(compared, least, *difference))
            if text is not None:
                return text
    return None


def played(compared: Comparison, game: DivergingGame, header: str, names: tuple[str, str],
           most: int = MOST_STEPS) -> str | None:
    """Such a playthrough from the beginning of the game on; None where they diverged in another way.

    `most` steps are played to find a short one.
    """
    if game.steps is None:
        return None
    a, b = compared.a, compared.b
    shorter = shrunk(compared, game, most)
    pair = PositionPair(State(a, shorter.before.a), State(b, shorter.before.b))
    body = lines_of(a.seats, (PlayedStep(*step, Trace()) for step in shorter.steps or ())) + _expected(shorter.divergence, pair)
    return _whole(compared, shorter.divergence, header, names, body)


def _whole(compared: Comparison, divergence: Divergence, header: str, names: tuple[str, str], body: str) -> str | None:
    """The text of a playthrough, if it holds in the first game and fails in the second by this divergence."""
    # INVARIANT: what is given was played by both rulebooks, and held in the first and failed in the second.
    text = _comment(compared, divergence, names) + header + body
    return text if _holds(compared.a, text) and not _holds(compared.b, text) else None


def _holds(rules: Rules, text: str) -> bool:
    playthrough = read("diverged.play", text)
    return not playthrough.problems and PlaythroughRunner(rules, playthrough).run().passed


# ---- Positions -----------------------------------------------------------------------------------


def _arranged(compared: Comparison, scene: _Scene) -> PositionPair | None:
    """Both games at an arranged position; None where one cannot be there."""
    lines = tuple(enumerate(scene.lines, 1))
    try:
        states = [arrange(rules, lines) for rules in (compared.a, compared.b)]
    except (BadPosition, RulebookFault):
        return None
    return PositionPair(states[0], states[1]) if all(map(_is_sound, states)) else None


def _is_sound(state: State) -> bool:
    return not state.rules.invariants.broken(state)


def _difference(compared: Comparison, scene: _Scene, key: Key) -> tuple[Divergence, PositionPair] | None:
    """The divergence with this key at an arranged position, or after the move in it."""
    pair = _arranged(compared, scene)
    if pair is None:
        return None
    with suppress(RulebookFault):
        differences = divergences(compared, pair)
        if scene.step is not None:
            # Before the move the two must stand in the same position. Else the playthrough would show a difference that was
            # arranged, and not one that the move made.
            if any(not divergence.is_of_offers for divergence in differences):
                return None
            choice = legal(pair, scene.step)
            after = None if choice is None else stepped(compared, pair, choice)
            differences = (after,) if isinstance(after, Divergence) else ()
            if isinstance(after, PositionPair) and _is_sound(after.a):
                differences = divergences(compared, after)
        return next(((divergence, pair) for divergence in differences if divergence.key == key), None)
    return None


def _least(compared: Comparison, scene: _Scene, key: Key) -> _Scene:
    """A scene without the facts and names that do not matter."""
    def fits(scene: _Scene) -> bool:
        return _difference(compared, scene, key) is not None

    def with_facts(some: tuple[str, ...]) -> tuple[str, ...] | None:
        return some if fits(evolve(scene, facts=some)) else None

    def with_given(some: tuple[str, ...]) -> tuple[str, ...] | None:
        return some if fits(evolve(scene, facts=fewest, given_values=some)) else None

    # The names are tried with the fewest facts, because that is the scene that is printed.
    fewest = shortest(scene.facts, with_facts)
    return evolve(scene, facts=fewest, given_values=shortest(scene.given_values, with_given))


# ---- Words ---------------------------------------------------------------------------------------


def _body(compared: Comparison, scene: _Scene, divergence: Divergence, pair: PositionPair) -> str:
    position = "".join(f"    {line}\n" for line in scene.lines)
    step = "" if scene.step is None else line_of(compared.a.seats, PlayedStep(*scene.step, Trace()))
    return f"position\n{position}\n{step}{_expected(divergence, pair)}"


def _expected(divergence: Divergence, pair: PositionPair) -> str:
    """The lines that hold in the first game and not in the second."""
    match divergence.kind:
        case "choices":
            return "".join(_offered(divergence, pair))
        case "position":
            return "".join(f"expect {fact}\n" for fact in divergence.a[:MOST_FACTS])
        case "turn":
            mover, _, place = divergence.a[0].partition(" at ")
            return f"expect {mover} to move\n" + (f"expect at {place}\n" if place else "")
        case "end":
            end = divergence.a[0]
            return "expect not over\n" if end.startswith("the game") else f"expect {end}\n"
        case "chance":
            return "".join(_possible(divergence))
    return ""


def _possible(divergence: Divergence) -> Iterator[str]:
    """Return an outcome that chance may bring in the one game only; no expectation can say that one is likelier."""
    names_a, names_b = ([text.rpartition(": ")[0] for text in side] for side in (divergence.a, divergence.b))
    yield from (f"expect choices include {text}\n" for text in [word for word in names_a if word not in names_b][:1])
    yield from (f"expect choices exclude {text}\n" for text in [word for word in names_b if word not in names_a][:1])


def _offered(divergence: Divergence, pair: PositionPair) -> Iterator[str]:
    rules, who = pair.a.rules, pair.a.rules.decisions.mover(pair.a)
    for notation in divergence.b[:1]:
        # A refusal with its clause says more than `choices exclude`. It needs a notation that the first game knows.
        refusals = rules.explainer.explain(pair.a, notation) if rules.notations.is_known(notation) else None
        if refusals:
            yield f"refuse {who}: {notation} because {refusals[0].clause}\n"
        else:
            yield f"expect choices exclude {notation}\n"
    for notation in divergence.a[:1]:
        yield f"expect choices include {notation}\n"


def _comment(compared: Comparison, divergence: Divergence, names: tuple[str, str]) -> str:
    """Return the comment on a divergence, for a person who reads the playthrough."""
    lines = [f"Where {names[0]} and {names[1]} diverge: {', '.join(divergence.causes)}"
             + (f" (through {', '.join(divergence.through)})." if divergence.through else ".")]
    for clause in (*divergence.causes, *divergence.through)[:MOST_FACTS]:
        clauses = (rules.clauses.get(clause) for rules in (compared.a, compared.b))
        statements = dict.fromkeys(stated.statement for stated in clauses if stated is not None)
        lines += [f"    {text}" for text in statements if text]
    verb = " allows" if divergence.kind == "choices" else ""
    for name, has in zip(names, (divergence.a, divergence.b), strict=True):
        if has:
            lines.append(f"{name}{verb}: {'; '.join(has[:MOST_FACTS])}" + (" ..." if len(has) > MOST_FACTS else ""))
    return "".join(f"# {line}\n" for line in lines) + "\n"
