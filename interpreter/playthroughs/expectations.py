"""Expectations: is the position as the line says? If not: what is expected, and what is so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...dsl.source.diagnostics import did_you_mean
from ..game.observation import UNSEEN
from ..game.rules import CHANCE
from .arrange import cell_called
from .syntax import Expect

if TYPE_CHECKING:
    from .results import Now
    from .runner import Runner


def check(run: Runner, line: Expect, now: Now) -> None:
    """Check one expectation; what is not so is recorded as a failure."""
    a = line.subject.text if line.subject is not None else ""
    b = line.value.text if line.value is not None else ""
    words = [word.text for word in line.words]
    match line.kind:
        case "holds":
            _holds(run, line, now)
        case "to move":
            _to_move(run, line, a, now)
        case "choice count":
            _is(run, line, now, "the number of choices", b, str(len(_notations(run, now))), "expect choices {}")
        case "choices":
            _set(run, line, now, "the choices", words, _notations(run, now), "expect choices ")
        case "choices include":
            missing = [word for word in words if word not in _notations(run, now)]
            _none(run, line, now, "choices that are missing", missing, _notations(run, now))
        case "choices exclude":
            present = [word for word in words if word in _notations(run, now)]
            _none(run, line, now, "choices that are there", present, _notations(run, now))
        case "over" | "not over":
            _over(run, line, a, b, words, now)
        case "score":
            _score(run, line, a, b, now)
        case "no events" | "events":
            _events(run, line, words, now)
        case "events include":
            missing = [word for word in words if not any(_is_event(word, event) for event in now.events)]
            if _known_events(run, line, words, now):
                _none(run, line, now, "events that did not happen", missing, list(now.events))
        case "applied" | "not applied":
            _applied(run, line, words, now)
        case "sees events":
            _events_seen(run, line, a, words, now)
        case "sees" | "cannot see":
            _sees(run, line, a, words, now)
        case "at":
            _at(run, line, a, now)
        case "invariants":
            broken = list(run.rules.broken_invariants(now.state))
            _none(run, line, now, "broken invariants", broken, broken if broken else ["all hold"])
        case _:
            raise AssertionError(line.kind)


def _fail(run: Runner, line: Expect, now: Now, message: str, expected: str, actual: str,
          blessed: str | None = None) -> None:
    if run.rules.to_move(now.state) is CHANCE:
        # The seed decides only before a line of play.
        message += "; chance is to decide first (`auto 0` on a line before lets it)"
    run.fail(message, expected, actual, now, kind="expectation", blessed=blessed)


def _is(run: Runner, line: Expect, now: Now, what: str, expected: str, actual: str, blessed: str) -> None:
    if expected != actual:
        _fail(run, line, now, f"{what}: {actual}, not {expected}", expected, actual, blessed.format(actual))


def _none(run: Runner, line: Expect, now: Now, what: str, wrong: list[str], actual: list[str]) -> None:
    if wrong:
        _fail(run, line, now, f"{what}: {', '.join(wrong)}", "none", ", ".join(actual[:20]))


def _set(run: Runner, line: Expect, now: Now, what: str, expected: list[str], actual: list[str], blessed: str) -> None:
    if sorted(expected) != sorted(actual):
        missing = [word for word in expected if word not in actual]
        more = [word for word in actual if word not in expected]
        parts = ([f"without {', '.join(missing)}"] if missing else []) + ([f"also {', '.join(more[:12])}"] if more else [])
        _fail(run, line, now, f"{what} are others: {'; '.join(parts)}", ", ".join(expected), ", ".join(actual[:30]),
              blessed + ", ".join(actual))


def _notations(run: Runner, now: Now) -> list[str]:
    return [choice.notation for choice in run.rules.choices(now.state)]


def _at(run: Runner, line: Expect, expected: str, now: Now) -> None:
    if expected not in run.rules.clauses:
        near = did_you_mean(expected, run.rules.clauses)
        _fail(run, line, now, f"there is no clause `{expected}`", near or "the id of a choice or a roll", expected)
        return
    point = run.rules.point(now.state)
    _is(run, line, now, "where the rules wait", expected, point.clause if point else "nowhere; the game is over",
        "expect at {}")


def _to_move(run: Runner, line: Expect, expected: str, now: Now) -> None:
    actual = run.rules.mover(now.state)
    if expected not in (*run.rules.seats, "chance", "nobody"):
        run.seat(expected, now)
    _is(run, line, now, "to move", expected, actual, "expect {} to move")


def _holds(run: Runner, line: Expect, now: Now) -> None:
    """A condition in the rulebook's words; when it fails, the parts that are not so are shown."""
    assert line.subject is not None, "a condition has a text"
    text = line.subject.text
    test = run.condition(line.subject, now)
    if test(now.state):
        return
    parts = test.parts(now.state)
    wrong = [part for part in parts if not part.holds]
    actual = "; ".join(f"{part.left} = {part.actual}" if part.actual is not None else _contrary(part.text)
                       for part in wrong) or "not so"
    blessed = " and ".join(part.text if part.holds else f"{part.left} = {part.actual}" for part in parts)
    can = all(part.holds or (part.actual is not None and part.operator == "=") for part in parts)
    _fail(run, line, now, "not so: " + "; ".join(part.text for part in wrong), text, actual,
          f"expect {blessed}" if can and parts else None)


def _contrary(text: str) -> str:
    """What is so where a condition is not."""
    word, _, rest = text.partition(" ")
    return {"not": rest, "no": f"some {rest}", "some": f"no {rest}"}.get(word, f"not {text}")


def _over(run: Runner, line: Expect, clause: str, drawn: str, winners: list[str], now: Now) -> None:
    if clause and clause not in {end.id for end in run.rules.program.ends}:
        ends = ", ".join(end.id for end in run.rules.program.ends)
        _fail(run, line, now, f"there is no end `{clause}`", f"one of {ends}", clause)
        return
    for name in winners:
        run.seat(name, now)
    outcome = run.rules.outcome(now.state)
    if line.kind == "not over":
        if outcome is not None:
            _fail(run, line, now, f"the game is over by {outcome.clause}", "not over", f"over by {outcome.clause}")
        return
    if outcome is None:
        _fail(run, line, now, "the game is not over", "over", "the game goes on")
        return
    won = [run.rules.seats[seat] for seat in outcome.winners]
    ending = ("drawn" if outcome.is_draw else "won by " + ", ".join(won))
    actual = f"over by {outcome.clause}, {ending}"
    right = (not clause or clause == outcome.clause) and (not drawn or outcome.is_draw) and (
        not winners or sorted(winners) == sorted(won))
    if not right:
        expected = "over" + (f" by {clause}" if clause else "") + (", drawn" if drawn else "") + (
            f", won by {', '.join(winners)}" if winners else "")
        _fail(run, line, now, f"the game is {actual}", expected, actual, f"expect {actual}")


def _score(run: Runner, line: Expect, name: str, number: str, now: Now) -> None:
    seat = run.seat(name, now)
    scores = run.rules.scores(now.state)
    if scores is None:
        _fail(run, line, now, f"the score of {name}: this game has no score", number, "no score")
        return
    actual = str(scores[seat])
    _is(run, line, now, f"the score of {name}", number, actual, f"expect score {name} = {{}}")


def _events(run: Runner, line: Expect, expected: list[str], now: Now) -> None:
    if not _known_events(run, line, expected, now):
        return
    actual = list(now.events)
    if not _are_events(expected, actual):
        text = ", ".join(actual)
        _fail(run, line, now, "other things happened", ", ".join(expected) or "no events", text or "no events",
              f"expect events {text}" if text else "expect no events")


def _are_events(words: list[str], events: list[str]) -> bool:
    return len(words) == len(events) and all(map(_is_event, words, events))


def _is_event(word: str, event: str) -> bool:
    """Whether a word means an event: by its name, with none of its values, the first of them, or all."""
    name, bracket, _ = event.partition("(")
    return word in (event, name) or bool(bracket and word.endswith(")") and event.startswith(f"{word[:-1]}, "))


def _known_events(run: Runner, line: Expect, words: list[str], now: Now) -> bool:
    known = {event.name for event in run.rules.program.events}
    unknown = [word for word in words if word.partition("(")[0] not in known]
    if unknown:
        _fail(run, line, now, f"there is no event `{unknown[0]}`", f"one of {', '.join(sorted(known)) or 'none'}", unknown[0])
    return not unknown


def _events_seen(run: Runner, line: Expect, name: str, expected: list[str], now: Now) -> None:
    """What a player is told of the events; values that are hidden from him are `?`."""
    seat = run.seat(name, now)
    actual = [event.seen_by(seat) for event in now.happened]
    if _known_events(run, line, expected, now) and not _are_events(expected, actual):
        text = ", ".join(actual)
        _fail(run, line, now, f"{name} is told of other things", ", ".join(expected) or "no events", text or "no events",
              f"expect {name} sees events {text}" if text else f"expect {name} sees no events")


def _applied(run: Runner, line: Expect, clauses: list[str], now: Now) -> None:
    unknown = [clause for clause in clauses if clause not in run.rules.clauses]
    if unknown:
        _fail(run, line, now, f"there is no clause `{unknown[0]}`", "ids of clauses", unknown[0])
        return
    wrong = [clause for clause in clauses if (clause in now.applied) != (line.kind == "applied")]
    _none(run, line, now, "clauses that were " + ("not applied" if line.kind == "applied" else "applied"), wrong,
          sorted(now.applied))


def _sees(run: Runner, line: Expect, name: str, cells: list[str], now: Now) -> None:
    seat = run.seat(name, now)
    seen = run.rules.observe(now.state, seat)
    everything = [*(cell.name for cell in run.rules.cells.values() if not cell.local), *seen]
    for cell in cells:
        called = cell_called(run.rules, now.state.slots, cell)
        meant = [text for text in everything if text == called or text.startswith(f"{called}[")]
        if not meant:
            _fail(run, line, now, f"there is no `{cell}` in this game", "the name of a field", cell)
            return
        visible = all(seen.get(text, UNSEEN) != UNSEEN for text in meant)
        if visible != (line.kind == "sees"):
            _fail(run, line, now, f"{name} {'sees' if visible else 'cannot see'} {cell}", line.kind,
                  "visible" if visible else "hidden")
