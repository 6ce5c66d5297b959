"""Lines of moves, and lines that say which move is refused: made on the rules, or what is wrong with them."""

from __future__ import annotations

from itertools import takewhile

from ....dsl.source.diagnostics import did_you_mean
from ....dsl.source.fixes import Meant
from ...game.table.decisions import CHANCE
from ...game.table.spelling import nearest, spelled_alike
from ...runtime.faults import IllegalChoice
from ..lines.reader import KEYWORDS
from ..lines.syntax import Moves, Part, Refuse, Reveal
from .results import CannotGoOn, MoveRefusal, PlaythroughState
from .session import PlaythroughSession


def play_moves(play: PlaythroughSession, line: Moves, current: PlaythroughState) -> None:
    """Make the moves of a line. Raises CannotGoOn at the first that cannot be made."""
    current.forget()
    for place, part in enumerate(line.parts):
        if line.seat is None:
            _roll(play, line, place, current)
        else:
            _move(play, line.seat.text, part, place, current)


def _move(play: PlaythroughSession, name: str, part: Part, place: int, current: PlaythroughState) -> None:
    seat, rules = play.seat(name, current), play.rules
    # Chance decides from the seed only when a player is next: the line after this one may say what chance brings.
    play.settle_chance(current, part.text, seat)
    if rules.decisions.to_move(current.state) != seat:
        refusals = rules.explainer.refusals(current.state, part.text, seat) or ()
        play.fail(f"it is not the choice of {name}", f"{name} to move", _turn(play, current), current, kind="move",
                  refused=MoveRefusal(name, part.text, place, refusals))
        play.not_made(current, part.text, seat)
        raise CannotGoOn
    try:
        play.step(current, part.text, seat)
    except IllegalChoice:
        _illegal(play, name, part.text, place, current)


def _roll(play: PlaythroughSession, line: Moves, place: int, current: PlaythroughState) -> None:
    rules, text = play.rules, line.parts[place].text
    if rules.decisions.to_move(current.state) is not CHANCE:
        refusals = rules.explainer.explain(current.state, text) or ()
        play.fail(f"`{text}` is written as chance, and chance has nothing to decide", "chance to decide",
                  _who_decides(play, text, current), current, kind="move", refused=MoveRefusal(None, text, place, refusals))
        play.not_made(current, text, None)
        raise CannotGoOn
    options = [choice.notation for choice in rules.decisions.choices(current.state)]
    # The shorter text comes second: a notation that is there as it is written is meant as such.
    if text not in options and place:
        text = next((word for word in longer(line.parts[0].text, text) if word in options), text)
    try:
        play.step(current, text, None)
    except IllegalChoice:
        _illegal(play, None, text, place, current)


def _who_decides(play: PlaythroughSession, text: str, current: PlaythroughState) -> str:
    if current.state.is_over:
        return _turn(play, current)
    mover = play.rules.decisions.mover(current.state)
    return f"{_turn(play, current)}; {other_word(text) or f'begin the line with `{mover}:`'}"


def _turn(play: PlaythroughSession, current: PlaythroughState) -> str:
    """Return whose turn it is, or that the game is over, with the clause that says so."""
    rules = play.rules
    point = rules.decisions.point(current.state)
    if point is not None:
        return f"{rules.decisions.mover(current.state)} to move [{point.clause}]"
    end = (rules.explainer.explain(current.state, "") or ())[:1]
    return "".join(f"{refusal.message} [{refusal.clause}]" for refusal in end)


def longer(first: str, text: str) -> list[str]:
    """Return the texts that a later part of a line of chance may stand for: words that begin the first count for it too."""
    words = first.split(" ")
    return [" ".join([*words[:i], text]) for i in range(1, len(words))]


def _illegal(play: PlaythroughSession, seat: str | None, text: str, place: int, current: PlaythroughState) -> None:
    rules = play.rules
    refusals = rules.explainer.explain(current.state, text) or ()
    options = [choice.notation for choice in rules.decisions.choices(current.state)]
    if rules.notations.is_known(text):
        why = "; ".join(f"{refusal.message} [{refusal.clause}]" for refusal in refusals)
        message = f"`{text}` is not legal here" if seat else f"chance cannot bring `{text}` here"
        play.fail(message, "a legal move" if seat else "an outcome that is possible", why, current, kind="move",
                  refused=MoveRefusal(seat, text, place, refusals))
        raise CannotGoOn
    near = _nearest(play, text, options, seat is None)
    says = _nearest_are(near)
    if near and not set(near) & set(options):
        says += f"; none of them can be made here: {refusals[0].message}" if refusals else ""
    hint = other_word(text) if seat is None and place == 0 else None
    play.fail(f"`{text}` is not a move" if seat else f"chance cannot bring `{text}` here",
             "a move in the game's notation" if seat else "an outcome that is possible",
             f"{says}; or {hint}" if hint else says, current, kind="move",
              refused=MoveRefusal(seat, text, place, refusals, tuple(near), spelled_alike(text, options), known=False))
    raise CannotGoOn


def _nearest_are(near: list[str]) -> str:
    return f"nearest are: {', '.join(near)}" if near else "no move of this game is written so"


def _nearest(play: PlaythroughSession, text: str, options: list[str], by_chance: bool) -> list[str]:
    """The legal notations most like a text, or those of the whole game where one is more like it than any of these."""
    # A move that is legal here is likelier than one from elsewhere, unless the one from elsewhere is more like the text.
    offered, anywhere = nearest(text, options), play.shapes.nearest(text, by_chance)
    best = nearest(text, [*offered[:1], *anywhere[:1]], 1)
    return offered if not anywhere or best == offered[:1] else anywhere


def other_word(text: str) -> Meant | None:
    """Return the word that the author of a line without a known first word perhaps meant."""
    written = text.split(" ")[0].rstrip(":")
    meant = did_you_mean(written.casefold(), KEYWORDS)
    return None if meant is None else Meant(meant, written, meant.meant)


def refuse(play: PlaythroughSession, line: Refuse, current: PlaythroughState) -> None:
    """A move has to be illegal, and for the reason that is given."""
    play.result.checks += 1
    rules, text = play.rules, line.move.text
    because = line.because.text if line.because is not None else None
    seat = play.seat(line.seat.text, current)
    play.settle_chance(current, text, seat)
    play.not_made(current, text, seat, is_expected=True)
    refusals = rules.explainer.refusals(current.state, text, seat)
    if refusals is None:
        play.fail(f"`{text}` is not refused", f"refused because {because or 'of a clause'}", "legal", current,
                 kind="expectation", blessed=f"expect choices include {text}")
        return
    clauses = [refusal.clause for refusal in refusals]
    blessed = f"refuse {line.seat.text}: {text} because {clauses[0]}"
    if because is not None and because not in rules.clauses:
        play.fail(f"there is no clause `{because}`", "the id of a clause", did_you_mean(because, rules.clauses) or because,
                 current, kind="expectation", blessed=blessed)
    elif not rules.notations.is_known(text):
        near = play.shapes.nearest(text)
        play.fail(f"`{text}` is not a move of this game", "a move in the game's notation", _nearest_are(near), current,
                  kind="expectation", refused=MoveRefusal(line.seat.text, text, 0, refusals, tuple(near),
                                                          spelled_alike(text, play.shapes.examples), known=False))
    else:
        # The clause that decides, and the exceptions to its exceptions by which it counts again.
        again = takewhile(lambda word: rules.clauses[word].kind == "exception", clauses[1:])
        play.result.clauses |= {clauses[0], *again}
        if because is None:
            return
        if because in clauses:
            play.result.clauses.add(because)
        else:
            says = "; ".join(f"{refusal.clause} ({refusal.message})" for refusal in refusals)
            play.fail(f"`{text}` is refused for another reason", because, says, current, kind="expectation", blessed=blessed)


def reveal(play: PlaythroughSession, line: Reveal, current: PlaythroughState) -> None:
    """The move before has revealed secret choices: these, if any are named."""
    play.result.checks += 1
    revealed = current.steps[-1].trace.revealed if current.steps else ()
    expected, actual = [part.text for part in line.parts], [choice.notation for choice in revealed]
    if not actual:
        play.fail("nothing is revealed here", "a move before that is the last of a secret choice",
                 "no secret choice has ended", current, kind="expectation")
    elif expected and expected != actual:
        play.fail("other choices are revealed", ", ".join(expected), ", ".join(actual), current, kind="expectation",
                 blessed=f"reveal {', '.join(actual)}")
