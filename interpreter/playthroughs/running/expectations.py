"""Expectations: is the position as the line says? If not: what is expected, and what is so."""

from __future__ import annotations

from typing import assert_never

from ....dsl.source.diagnostics import did_you_mean
from ...game.table.decisions import CHANCE
from ...game.viewing.observation import UNSEEN
from ..lines.syntax import Expect
from ..positions.arrange import cell_called
from .results import PlaythroughState
from .session import PlaythroughSession


def check(play: PlaythroughSession, line: Expect, current: PlaythroughState) -> None:
    """Check one expectation; what is not so is recorded as a failure."""
    a = line.subject.text if line.subject is not None else ""
    b = line.value.text if line.value is not None else ""
    words = [word.text for word in line.words]
    match line.kind:
        case "holds":
            _holds(play, line, current)
        case "to move":
            _to_move(play, line, a, current)
        case "choice count":
            _is(play, line, current, "the number of choices", b, str(len(_notations(play, current))), "expect choices {}")
        case "choices":
            _set(play, line, current, "the choices", words, _notations(play, current), "expect choices ")
        case "choices include":
            _choices_include(play, line, words, current)
        case "choices exclude":
            _choices_exclude(play, line, words, current)
        case "over" | "not over":
            _over(play, line, a, b, words, current)
        case "score":
            _score(play, line, a, b, current)
        case "no events" | "events":
            _events(play, line, words, current)
        case "events include":
            _events_include(play, line, words, current)
        case "applied" | "not applied":
            _applied(play, line, words, current)
        case "sees events":
            _events_seen(play, line, a, words, current)
        case "sees" | "cannot see":
            _sees(play, line, a, words, current)
        case "at":
            _expect_at(play, line, a, current)
        case "invariants":
            _invariants(play, line, current)
        case _:
            assert_never(line.kind)


def _choices_include(play: PlaythroughSession, line: Expect, words: list[str], current: PlaythroughState) -> None:
    notations = _notations(play, current)
    missing = [word for word in words if _meant(play, current, word) not in notations]
    _none(play, line, current, "choices that are missing", missing, notations)


def _choices_exclude(play: PlaythroughSession, line: Expect, words: list[str], current: PlaythroughState) -> None:
    notations = _notations(play, current)
    _none(play, line, current, "choices that are there", [word for word in words if _meant(play, current, word) in notations],
          notations)


def _meant(play: PlaythroughSession, current: PlaythroughState, word: str) -> str:
    """Return the notation of the choice that a word stands for, which may be written in several ways; else the word."""
    code = play.rules.notations.code_of(current.state, word)
    return next((choice.notation for choice in play.rules.decisions.choices(current.state) if choice.code == code), word)


def _events_include(play: PlaythroughSession, line: Expect, words: list[str], current: PlaythroughState) -> None:
    missing = [word for word in words if not any(_is_event(word, event) for event in current.events)]
    if _known_events(play, line, words, current):
        _none(play, line, current, "events that did not happen", missing, list(current.events))


def _invariants(play: PlaythroughSession, line: Expect, current: PlaythroughState) -> None:
    broken = list(play.rules.invariants.broken(current.state))
    _none(play, line, current, "broken invariants", broken, broken if broken else ["all hold"])


def _fail(play: PlaythroughSession, line: Expect, current: PlaythroughState, message: str, expected: str, actual: str,
          blessed: str | None = None) -> None:
    if play.rules.decisions.to_move(current.state) is CHANCE:
        # The seed decides only before a line of play.
        message += "; chance is to decide first (`auto 0` on a line before lets it)"
    play.fail(message, expected, actual, current, kind="expectation", blessed=blessed)


def _is(play: PlaythroughSession, line: Expect, current: PlaythroughState, what: str, expected: str, actual: str,
        blessed: str) -> None:
    if expected != actual:
        _fail(play, line, current, f"{what}: {actual}, not {expected}", expected, actual, blessed.format(actual))


def _none(play: PlaythroughSession, line: Expect, current: PlaythroughState, what: str, wrong: list[str],
          actual: list[str]) -> None:
    if wrong:
        _fail(play, line, current, f"{what}: {', '.join(wrong)}", "none", ", ".join(actual[:20]))


def _set(play: PlaythroughSession, line: Expect, current: PlaythroughState, what: str, expected: list[str], actual: list[str],
         blessed: str) -> None:
    # As multisets: the order in which a rulebook lists its moves is no matter of an expectation.
    if sorted(expected) != sorted(actual):
        missing = [word for word in expected if word not in actual]
        more = [word for word in actual if word not in expected]
        parts = ([f"without {', '.join(missing)}"] if missing else []) + ([f"also {', '.join(more[:12])}"] if more else [])
        _fail(play, line, current, f"{what} are others: {'; '.join(parts)}", ", ".join(expected), ", ".join(actual[:30]),
              blessed + ", ".join(actual))


def _notations(play: PlaythroughSession, current: PlaythroughState) -> list[str]:
    return [choice.notation for choice in play.rules.decisions.choices(current.state)]


def _expect_at(play: PlaythroughSession, line: Expect, expected: str, current: PlaythroughState) -> None:
    if expected not in play.rules.clauses:
        near = did_you_mean(expected, play.rules.clauses)
        _fail(play, line, current, f"there is no clause `{expected}`", near or "the id of a choice or a roll", expected)
        return
    point = play.rules.decisions.point(current.state)
    _is(play, line, current, "where the rules wait", expected, point.clause if point else "nowhere; the game is over",
        "expect at {}")


def _to_move(play: PlaythroughSession, line: Expect, expected: str, current: PlaythroughState) -> None:
    actual = play.rules.decisions.mover(current.state)
    # `seat` reports the name, and what follows would only say the same again.
    if expected not in (*play.rules.seats, "chance", "nobody"):
        play.seat(expected, current)
    _is(play, line, current, "to move", expected, actual, "expect {} to move")


def _holds(play: PlaythroughSession, line: Expect, current: PlaythroughState) -> None:
    """A condition in the rulebook's words; when it fails, the parts that are not so are shown."""
    assert line.subject is not None, "a condition has a text"
    text = line.subject.text
    test = play.condition(line.subject, current)
    if test(current.state):
        return
    parts = test.parts(current.state)
    wrong = [part for part in parts if not part.holds]
    actual = "; ".join(f"{part.left} = {part.actual}" if part.actual is not None else _contrary(part.text)
                       for part in wrong) or "false"
    # Only what is an equation can be put right by the value that is there; `can` says whether all of it is.
    blessed = " and ".join(part.text if part.holds else f"{part.left} = {part.actual}" for part in parts)
    can = all(part.holds or (part.actual is not None and part.operator == "=") for part in parts)
    _fail(play, line, current, "false: " + "; ".join(part.text for part in wrong), text, actual,
          f"expect {blessed}" if can and parts else None)


def _contrary(text: str) -> str:
    """Return the sentence that is true where a condition is false."""
    # By the first word alone. The result is only shown, so `not` in front of the whole is good enough for all else.
    word, _, rest = text.partition(" ")
    return {"not": rest, "no": f"some {rest}", "some": f"no {rest}"}.get(word, f"not {text}")


def _over(play: PlaythroughSession, line: Expect, clause: str, drawn: str, winners: list[str],
          current: PlaythroughState) -> None:
    if clause and clause not in {end.id for end in play.rules.program.ends}:
        ends = ", ".join(end.id for end in play.rules.program.ends)
        _fail(play, line, current, f"there is no end `{clause}`", f"one of {ends}", clause)
        return
    for name in winners:
        play.seat(name, current)
    outcome = play.rules.endings.outcome(current.state)
    if line.kind == "not over":
        if outcome is not None:
            _fail(play, line, current, f"the game is over by {outcome.clause}", "not over", f"over by {outcome.clause}")
        return
    if outcome is None:
        _fail(play, line, current, "the game is not over", "over", "the game goes on")
        return
    won = [play.rules.seats[seat] for seat in outcome.winners]
    ending = ("drawn" if outcome.is_draw else "won by " + ", ".join(won))
    actual = f"over by {outcome.clause}, {ending}"
    right = (not clause or clause == outcome.clause) and (not drawn or outcome.is_draw) and (
        not winners or sorted(winners) == sorted(won))
    if not right:
        expected = "over" + (f" by {clause}" if clause else "") + (", drawn" if drawn else "") + (
            f", won by {', '.join(winners)}" if winners else "")
        _fail(play, line, current, f"the game is {actual}", expected, actual, f"expect {actual}")


def _score(play: PlaythroughSession, line: Expect, name: str, number: str, current: PlaythroughState) -> None:
    seat = play.seat(name, current)
    scores = play.rules.endings.scores(current.state)
    if scores is None:
        _fail(play, line, current, f"the score of {name}: this game has no score", number, "no score")
        return
    actual = str(scores[seat])
    _is(play, line, current, f"the score of {name}", number, actual, f"expect score {name} = {{}}")


def _events(play: PlaythroughSession, line: Expect, expected: list[str], current: PlaythroughState) -> None:
    if not _known_events(play, line, expected, current):
        return
    actual = list(current.events)
    if not _are_events(expected, actual):
        text = ", ".join(actual)
        _fail(play, line, current, "other events happened", ", ".join(expected) or "no events", text or "no events",
              f"expect events {text}" if text else "expect no events")


def _are_events(words: list[str], events: list[str]) -> bool:
    return len(words) == len(events) and all(map(_is_event, words, events))


def _is_event(word: str, event: str) -> bool:
    """Return whether a word means an event: by its name, with none of its values, the first of them, or all."""
    name, bracket, _ = event.partition("(")
    return word in (event, name) or bool(bracket and word.endswith(")") and event.startswith(f"{word[:-1]}, "))


def _known_events(play: PlaythroughSession, line: Expect, words: list[str], current: PlaythroughState) -> bool:
    known = {event.name for event in play.rules.program.events}
    unknown = [word for word in words if word.partition("(")[0] not in known]
    if unknown:
        _fail(play, line, current, f"there is no event `{unknown[0]}`", f"one of {', '.join(sorted(known)) or 'none'}",
              unknown[0])
    return not unknown


def _events_seen(play: PlaythroughSession, line: Expect, name: str, expected: list[str], current: PlaythroughState) -> None:
    """Compare the events as a player sees them; values hidden from them are `?`."""
    seat = play.seat(name, current)
    actual = [event.seen_by(seat) for event in current.happened]
    if _known_events(play, line, expected, current) and not _are_events(expected, actual):
        text = ", ".join(actual)
        _fail(play, line, current, f"{name} sees other events", ", ".join(expected) or "no events", text or "no events",
              f"expect {name} sees events {text}" if text else f"expect {name} sees no events")


def _applied(play: PlaythroughSession, line: Expect, clauses: list[str], current: PlaythroughState) -> None:
    unknown = [clause for clause in clauses if clause not in play.rules.clauses]
    if unknown:
        _fail(play, line, current, f"there is no clause `{unknown[0]}`", "ids of clauses", unknown[0])
        return
    wrong = [clause for clause in clauses if (clause in current.applied) != (line.kind == "applied")]
    _none(play, line, current, "clauses that were " + ("not applied" if line.kind == "applied" else "applied"), wrong,
          sorted(current.applied))


def _sees(play: PlaythroughSession, line: Expect, name: str, cells: list[str], current: PlaythroughState) -> None:
    seat = play.seat(name, current)
    observation = play.rules.observer.observe(current.state, seat)
    everything = [*(cell.name for cell in play.rules.cells.values() if not cell.local), *observation]
    for cell in cells:
        called = cell_called(play.rules, current.state.slots, cell)
        meant = [text for text in everything if text == called or text.startswith(f"{called}[")]
        if not meant:
            _fail(play, line, current, f"there is no `{cell}` in this game", "the name of a field", cell)
            return
        visible = all(observation.get(text, UNSEEN) != UNSEEN for text in meant)
        if visible != (line.kind == "sees"):
            _fail(play, line, current, f"{name} {'sees' if visible else 'cannot see'} {cell}", line.kind,
                  "visible" if visible else "hidden")
