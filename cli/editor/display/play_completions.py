"""A place in a playthrough -> its completions, from the position before its line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ....dsl.source.clauses import ClauseKind
from ....dsl.source.search_path import variants_of
from ....interpreter.game.refusals import refused_now
from ....interpreter.playthroughs.lines.head import BODY_WORDS, WORDS
from ....interpreter.playthroughs.lines.syntax import BranchBlock, Line, MarkLine, Moves, Part, PositionBlock
from ....interpreter.runtime.faults import RulebookFault
from ..files.plays import CHANCE, MOST_OFFERED, OpenPlaythrough
from ..files.rulebooks import OpenRulebook
from .completions import Completion
from .play_conditions import fields, named, set_up, values_set
from .play_places import LinePlace, UnfinishedLine, begun_move, place_in

# What begins a line, in place of a word that does not stand alone.
_LONGER = {"auto": ("auto", "auto rolls"), "play": ("play until",), "back": ("back to",), "chance": ("chance:",)}
BEGINNINGS = tuple(text for word in BODY_WORDS for text in _LONGER.get(word, (word,)))
# What `expect` can go on with, besides a condition.
EXPECTATIONS = ("choices", "choices include", "choices exclude", "over by", "not over", "score", "events", "events include",
                "no events", "applied", "not applied", "at", "invariants")
# What can stand behind a player in an expectation.
OF_PLAYERS = ("to move", "sees", "sees events", "sees no events", "cannot see")
# No more moves than these are offered as a list of all choices.
MOST_LISTED = 8


def in_playthrough(play: OpenPlaythrough, opened: OpenRulebook | None, text: str, line: int, column: int
                   ) -> tuple[Completion, ...]:
    """Return the completions at a place of a playthrough: moves, clauses, expectations and other lines.

    Those that hold in the position before the line come first.
    """
    place, match = place_in(text, line, column)
    begun: Moves | None = None
    if place is LinePlace.MOVE:
        # The moves that the line has already are made first.
        _, done = begun_move(match["rest"])
        seat = None if match["seat"] == "chance" else Part(match["seat"], 1)
        begun = Moves(line, seat, done) if done else None
    offers: dict[str, Completion] = {}
    try:
        is_of_player = place in (LinePlace.BECAUSE, LinePlace.REFUSED, LinePlace.REFUSING) or (
            place is LinePlace.MOVE and match["seat"] != CHANCE)
        current = play.rolled(line, begun) if is_of_player else play.state_at(line, begun)
        unfinished = UnfinishedLine(play, opened, line, match.groupdict(), current, match[0])
        for offer in _OFFERED[place](unfinished):
            offers.setdefault(offer.text, offer)
    except RulebookFault:
        # The rulebook raises a fault in this position; a diagnostic says so.
        pass
    return tuple(offers.values())


# ---- Moves ---------------------------------------------------------------------------------------


def _moves(unfinished: UnfinishedLine) -> Iterator[Completion]:
    for mover, move in () if unfinished.current is None else unfinished.play.moves(unfinished.current.state):
        if mover == unfinished["seat"]:
            yield Completion(move, "move", fits=True)


def _refused(unfinished: UnfinishedLine) -> Iterator[Completion]:
    """Yield refused moves of a player with the clause that refuses them; out of their turn, the moves of the other."""
    if unfinished.current is None:
        return
    rules, state = unfinished.play.rules, unfinished.current.state
    if rules.decisions.mover(state) == unfinished["seat"]:
        for moves in refused_now(rules.decisions, state):
            yield Completion(f"{moves.notation} because {moves.clause}", "move", moves.message, True)
    elif unfinished["seat"] in rules.seats:
        for _, move in unfinished.play.moves(state):
            yield Completion(move, "move", "it is the turn of another player")


def _refusing(unfinished: UnfinishedLine) -> Iterator[Completion]:
    """Yield refused moves with their players."""
    if unfinished.current is not None:
        rules, state = unfinished.play.rules, unfinished.current.state
        for moves in refused_now(rules.decisions, state):
            yield Completion(f"{rules.decisions.mover(state)}: {moves.notation} because {moves.clause}", "move", moves.message,
                             True)
    yield from (Completion(f"{seat}:", "seat") for seat in unfinished.play.rules.seats)


def _reasons(unfinished: UnfinishedLine) -> Iterator[Completion]:
    """Yield the clauses that refuse a move first, then all others."""
    rules = unfinished.play.rules
    if unfinished.current is not None and unfinished["seat"] in rules.seats:
        for refusal in rules.explainer.refusals(unfinished.current.state, unfinished["move"],
                                                rules.seats.index(unfinished["seat"])) or ():
            yield Completion(refusal.clause, "clause", refusal.message, True)
    yield from _clauses(unfinished)


def _beginnings(unfinished: UnfinishedLine) -> Iterator[Completion]:
    """Yield the moves that are legal, and the words that lines begin with."""
    for mover, move in () if unfinished.current is None else unfinished.play.moves(unfinished.current.state):
        yield Completion(f"{mover}: {move}", "move", fits=True)
    by_chance = unfinished.current is not None and unfinished.play.rules.decisions.mover(unfinished.current.state) == CHANCE
    rolled = unfinished.play.rolled(unfinished.line) if by_chance else None
    for mover, move in () if rolled is None else unfinished.play.moves(rolled.state):
        yield Completion(f"{mover}: {move}", "move", "after what the seed brings", fits=True)
    begins = next((node.line for node in unfinished.play.playthrough.lines), unfinished.line)
    yield from (Completion(word, "keyword") for word in (*BEGINNINGS, *(WORDS if unfinished.line <= begins else ())))


def _outcomes(unfinished: UnfinishedLine) -> Iterator[Completion]:
    """Yield the results of chance, without the word `chance`."""
    for mover, move in () if unfinished.current is None else unfinished.play.moves(unfinished.current.state):
        if mover == "chance":
            yield Completion(move, "move", fits=True)


# ---- Expectations --------------------------------------------------------------------------------


def _expectations(unfinished: UnfinishedLine) -> Iterator[Completion]:
    """Yield expectations that hold in the position, then the words of all expectations and the names in conditions."""
    yield from (Completion(text, "expectation", "holds here", True) for text in _true(unfinished))
    yield from (Completion(word, "keyword") for word in EXPECTATIONS)
    yield from named(unfinished)


def _true(unfinished: UnfinishedLine) -> Iterator[str]:
    """Yield expectations that hold in the position."""
    if unfinished.current is None:
        return
    rules, state = unfinished.play.rules, unfinished.current.state
    outcome = rules.endings.outcome(state)
    if outcome is not None:
        winners = ", ".join(rules.seats[seat] for seat in outcome.winners)
        yield f"over by {outcome.clause}, {f'won by {winners}' if winners else 'drawn'}"
    else:
        yield f"{rules.decisions.mover(state)} to move"
        yield "not over"
    point = rules.decisions.point(state)
    # In a large game there may be thousands of moves, which take long to write.
    if point is not None and point.player is not None and len(rules.decisions.legal_codes(state)) <= MOST_OFFERED:
        choices = [choice.notation for choice in rules.decisions.choices(state)]
        yield f"choices {len(choices)}"
        if len(choices) <= MOST_LISTED:
            yield f"choices {', '.join(choices)}"
    if point is not None:
        yield f"at {point.clause}"
    yield f"events {', '.join(unfinished.current.events)}" if unfinished.current.events else "no events"
    yield from (f"applied {clause}" for clause in sorted(unfinished.current.applied))
    scores = rules.endings.scores(state)
    yield from () if scores is None else (f"score {seat} = {score}" for seat, score in zip(rules.seats, scores, strict=True))


def _choices(unfinished: UnfinishedLine) -> Iterator[Completion]:
    for _, move in () if unfinished.current is None else unfinished.play.moves(unfinished.current.state):
        yield Completion(move, "move", fits=True)


def _behind(words: str) -> Callable[[UnfinishedLine], Iterator[Completion]]:
    """Return offers of what holds in the position and begins with words that are written already."""

    def offered(unfinished: UnfinishedLine) -> Iterator[Completion]:
        for text in _true(unfinished):
            if text.startswith(f"{words} "):
                yield Completion(text.removeprefix(f"{words} "), "expectation", "holds here", True)

    return offered


def _all_choices(unfinished: UnfinishedLine) -> Iterator[Completion]:
    yield from _behind("choices")(unfinished)
    yield from (Completion(word, "keyword") for word in ("include", "exclude"))
    yield from _choices(unfinished)


def _ends(unfinished: UnfinishedLine) -> Iterator[Completion]:
    yield from _behind("over by")(unfinished)
    yield from _clauses(unfinished, "end")


def _clauses(unfinished: UnfinishedLine, kind: ClauseKind | None = None) -> Iterator[Completion]:
    """Yield the clauses of a kind, or all that a game can apply; those that the last line of moves applied first."""
    rules = unfinished.play.rules
    for clause in rules.clauses.values():
        if clause.id in rules.analyses.coverable if kind is None else clause.kind == kind:
            yield Completion(clause.id, "clause", clause.statement or clause.kind,
                             unfinished.current is not None and clause.id in unfinished.current.applied)


def _points(unfinished: UnfinishedLine) -> Iterator[Completion]:
    yield from _behind("at")(unfinished)
    yield from _clauses(unfinished, "choice")


def _events(unfinished: UnfinishedLine) -> Iterator[Completion]:
    for event in () if unfinished.current is None else unfinished.current.events:
        yield Completion(event, "event", "has happened", True)
    for declared in () if unfinished.names is None else unfinished.names.declared.values():
        if declared.kind == "event":
            yield Completion(declared.name, "event")


def _behind_a_word(unfinished: UnfinishedLine) -> Iterator[Completion]:
    """Yield continuations of an expectation behind its first word, which may be a player."""
    word = unfinished["seat"]
    if word in unfinished.play.rules.seats or word in ("chance", "nobody"):
        yield from (Completion(words, "keyword", fits=True) for words in OF_PLAYERS)
        return
    yield from _behind(word)(unfinished)
    yield from (Completion(words.removeprefix(f"{word} "), "keyword") for words in EXPECTATIONS if words.startswith(f"{word} "))
    yield from named(unfinished)


# ---- Other lines ---------------------------------------------------------------------------------


def _marks(unfinished: UnfinishedLine) -> Iterator[Completion]:
    yield from (Completion(f'"{name}"', "mark") for name in _marked(unfinished.play.playthrough.lines, unfinished.line))


def _back(unfinished: UnfinishedLine) -> Iterator[Completion]:
    yield from (Completion(f"to {offer.text}", offer.kind) for offer in _marks(unfinished))


def _marked(lines: tuple[Line, ...], line: int) -> Iterator[str]:
    """Yield the names that positions have above a line; a branch forgets those in it."""
    for node in lines:
        if node.line >= line:
            return
        if isinstance(node, BranchBlock) and line <= node.end:
            yield from _marked(node.body, line)
        elif (isinstance(node, MarkLine) and not node.back) or isinstance(node, PositionBlock):
            yield from () if node.name is None else (node.name,)


def _variants(unfinished: UnfinishedLine) -> Iterator[Completion]:
    main = None if unfinished.opened is None else unfinished.opened.key.main
    yield from () if main is None else (Completion(name, "variant") for name in variants_of(main))


def _parameters(unfinished: UnfinishedLine) -> Iterator[Completion]:
    for declared in () if unfinished.names is None else unfinished.names.declared.values():
        if declared.kind == "parameter":
            yield Completion(declared.name, "parameter")


_OFFERED: Mapping[LinePlace, Callable[[UnfinishedLine], Iterator[Completion]]] = {
    LinePlace.BECAUSE: _reasons, LinePlace.REFUSED: _refused, LinePlace.REFUSING: _refusing, LinePlace.MARKED: _marks,
    LinePlace.VARIANT: _variants, LinePlace.PARAMETER: _parameters, LinePlace.CHOICES: _choices,
    LinePlace.ALL_CHOICES: _all_choices, LinePlace.OVER: _ends, LinePlace.SCORE: _behind("score"), LinePlace.EVENTS: _events,
    LinePlace.APPLIED: _clauses, LinePlace.AT: _points, LinePlace.EXPECTATION: _expectations,
    LinePlace.BEHIND_A_WORD: _behind_a_word, LinePlace.MOVE: _moves, LinePlace.BACK: _back, LinePlace.SET: set_up,
    LinePlace.PART: fields, LinePlace.CONDITION: named, LinePlace.VALUE: values_set, LinePlace.BEGINNING: _beginnings,
    LinePlace.MOVE_OF_CHANCE: _outcomes,
}
