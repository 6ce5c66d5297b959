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
from ...game.viewing.event_log import Played, Trace
from ...playthroughs.lines.reader import read
from ...playthroughs.lines.writer import line_of, lines_of
from ...playthroughs.positions.arrange import arrange
from ...playthroughs.positions.scene import facts, given, places
from ...playthroughs.positions.ways import BadPosition
from ...playthroughs.running.runner import Runner
from ...runtime.faults import RulebookFault
from ..playouts.shrinking import shortest
from .attempts import DivergingGame
from .pair import Comparison, Divergence, Pair, Step, divergences, legal, stepped
from .quick_check import Key
from .shrink import MOST_STEPS, shrunk

MOST_FACTS = 3


@frozen
class _Scene:
    """A position by its lines, and the move or roll in it, if the two diverge only after one."""

    facts: tuple[str, ...]
    place: str
    given: tuple[str, ...]
    step: Step | None

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of the position."""
        return (*self.facts, f"at {self.place} {', '.join(self.given)}".rstrip())


def written(compared: Comparison, found: DivergingGame, header: str, names: tuple[str, str]) -> str | None:
    """A playthrough of the first game that fails in the second; None when the difference cannot be expected in words.

    `header` is the head of a playthrough of the first game, `names` what the two are called in comments.
    """
    return arranged(compared, found, header, names) or played(compared, found, header, names)


def arranged(compared: Comparison, found: DivergingGame, header: str, names: tuple[str, str]) -> str | None:
    """Such a playthrough that begins in the position in which they diverge; None where they cannot be put there.

    That a game goes wrong is only shown from its beginning on: it may never come to a position that is set up by hand.
    """
    if found.divergence.kind == "fault":
        return None
    state = State(compared.a, found.before.a)
    for place in places(state):
        scene = _Scene(tuple(facts(state, compared.b)), place, tuple(given(state)), found.before.step)
        if _difference(compared, scene, found.key) is not None:
            least = _least(compared, scene, found.key)
            seen = _difference(compared, least, found.key)
            assert seen is not None, "the least scene parts as the first did"
            text = _whole(compared, seen[0], header, names, _body(compared, least, *seen))
            if text is not None:
                return text
    return None


def played(compared: Comparison, found: DivergingGame, header: str, names: tuple[str, str],
           most: int = MOST_STEPS) -> str | None:
    """Such a playthrough from the beginning of the game on; None where they diverged in another way.

    `most` steps are played to find a short one.
    """
    if found.steps is None:
        return None
    a, b = compared.a, compared.b
    shorter = shrunk(compared, found, most)
    pair = Pair(State(a, shorter.before.a), State(b, shorter.before.b))
    body = lines_of(a.seats, (Played(*step, Trace()) for step in shorter.steps or ())) + _expected(shorter.divergence, pair)
    return _whole(compared, shorter.divergence, header, names, body)


def _whole(compared: Comparison, seen: Divergence, header: str, names: tuple[str, str], body: str) -> str | None:
    """The text of a playthrough, if it holds in the first game and fails in the second; `seen` is how they diverge in it."""
    # INVARIANT: what is given was played by both rulebooks, and held in the first and failed in the second.
    text = _comment(compared, seen, names) + header + body
    return text if _holds(compared.a, text) and not _holds(compared.b, text) else None


def _holds(rules: Rules, text: str) -> bool:
    playthrough = read("diverged.play", text)
    return not playthrough.problems and Runner(rules, playthrough).run().passed


# ---- Positions -----------------------------------------------------------------------------------


def _arranged(compared: Comparison, scene: _Scene) -> Pair | None:
    """Both games at an arranged position; None where one cannot be there."""
    lines = tuple(enumerate(scene.lines, 1))
    try:
        states = [arrange(rules, lines) for rules in (compared.a, compared.b)]
    except (BadPosition, RulebookFault):
        return None
    return Pair(states[0], states[1]) if all(map(_is_sound, states)) else None


def _is_sound(state: State) -> bool:
    return not state.rules.invariants.broken(state)


def _difference(compared: Comparison, scene: _Scene, key: Key) -> tuple[Divergence, Pair] | None:
    """The divergence with this key at an arranged position, or after the move in it."""
    pair = _arranged(compared, scene)
    if pair is None:
        return None
    with suppress(RulebookFault):
        found = divergences(compared, pair)
        if scene.step is not None:
            # Before the move the two must stand in the same position. Else the playthrough would show a difference that was
            # arranged, and not one that the move made.
            if any(not divergence.is_of_offers for divergence in found):
                return None
            choice = legal(pair, scene.step)
            after = None if choice is None else stepped(compared, pair, choice)
            found = (after,) if isinstance(after, Divergence) else ()
            if isinstance(after, Pair) and _is_sound(after.a):
                found = divergences(compared, after)
        return next(((divergence, pair) for divergence in found if divergence.key == key), None)
    return None


def _least(compared: Comparison, scene: _Scene, key: Key) -> _Scene:
    """A scene without the facts and names that do not matter."""
    def fits(scene: _Scene) -> bool:
        return _difference(compared, scene, key) is not None

    def with_facts(some: tuple[str, ...]) -> tuple[str, ...] | None:
        return some if fits(evolve(scene, facts=some)) else None

    def with_given(some: tuple[str, ...]) -> tuple[str, ...] | None:
        return some if fits(evolve(scene, facts=fewest, given=some)) else None

    # The names are tried with the fewest facts, because that is the scene that is printed.
    fewest = shortest(scene.facts, with_facts)
    return evolve(scene, facts=fewest, given=shortest(scene.given, with_given))


# ---- Words ---------------------------------------------------------------------------------------


def _body(compared: Comparison, scene: _Scene, seen: Divergence, pair: Pair) -> str:
    position = "".join(f"    {line}\n" for line in scene.lines)
    step = "" if scene.step is None else line_of(compared.a.seats, Played(*scene.step, Trace()))
    return f"position\n{position}\n{step}{_expected(seen, pair)}"


def _expected(found: Divergence, pair: Pair) -> str:
    """The lines that hold in the first game and not in the second."""
    match found.kind:
        case "choices":
            return "".join(_offered(found, pair))
        case "position":
            return "".join(f"expect {fact}\n" for fact in found.a[:MOST_FACTS])
        case "turn":
            mover, _, place = found.a[0].partition(" at ")
            return f"expect {mover} to move\n" + (f"expect at {place}\n" if place else "")
        case "end":
            said = found.a[0]
            return "expect not over\n" if said.startswith("the game") else f"expect {said}\n"
        case "chance":
            return "".join(_possible(found))
    return ""


def _possible(found: Divergence) -> Iterator[str]:
    """Return an outcome that chance may bring in the one game only; no expectation can say that one is likelier."""
    here, there = ([text.rpartition(": ")[0] for text in side] for side in (found.a, found.b))
    yield from (f"expect choices include {text}\n" for text in [word for word in here if word not in there][:1])
    yield from (f"expect choices exclude {text}\n" for text in [word for word in there if word not in here][:1])


def _offered(found: Divergence, pair: Pair) -> Iterator[str]:
    rules, who = pair.a.rules, pair.a.rules.decisions.mover(pair.a)
    for notation in found.b[:1]:
        # A refusal with its clause says more than `choices exclude`. It needs a notation that the first game knows.
        refusals = rules.explainer.explain(pair.a, notation) if rules.notations.is_known(notation) else None
        if refusals:
            yield f"refuse {who}: {notation} because {refusals[0].clause}\n"
        else:
            yield f"expect choices exclude {notation}\n"
    for notation in found.a[:1]:
        yield f"expect choices include {notation}\n"


def _comment(compared: Comparison, found: Divergence, names: tuple[str, str]) -> str:
    """Return the comment on a divergence, for a person who reads the playthrough."""
    lines = [f"Where {names[0]} and {names[1]} diverge: {', '.join(found.causes)}"
             + (f" (through {', '.join(found.through)})." if found.through else ".")]
    for clause in (*found.causes, *found.through)[:MOST_FACTS]:
        said = dict.fromkeys(rules.clauses[clause].statement for rules in (compared.a, compared.b) if clause in rules.clauses)
        lines += [f"    {text}" for text in said if text]
    verb = " allows" if found.kind == "choices" else ""
    for name, has in zip(names, (found.a, found.b), strict=True):
        if has:
            lines.append(f"{name}{verb}: {'; '.join(has[:MOST_FACTS])}" + (" ..." if len(has) > MOST_FACTS else ""))
    return "".join(f"# {line}\n" for line in lines) + "\n"
