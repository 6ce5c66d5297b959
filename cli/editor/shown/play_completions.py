"""A place in a playthrough -> its completions, from the position before its line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from enum import Enum

from attrs import evolve, frozen

from ....dsl.driver.compilation import questioned
from ....dsl.parse.grammar import accepted_at
from ....dsl.source.clauses import ClauseKind
from ....dsl.source.search_path import variants_of
from ....dsl.source.span import code_of
from ....dsl.types.types import PerType
from ....interpreter.game.refusals import refused_now
from ....interpreter.playthroughs.lines.head import BODY_WORDS, NAME, WORDS
from ....interpreter.playthroughs.lines.reader import parts_of as parts_of_line
from ....interpreter.playthroughs.lines.syntax import Branch, Line, Mark, Moves, Part, Position
from ....interpreter.playthroughs.running.results import Now
from ....interpreter.runtime.faults import RulebookFault
from ..files.names import Names
from ..files.plays import CHANCE, MOST_OFFERED, Play
from ..files.rulebooks import Opened
from . import places
from .completions import Offer, closing_brackets, named_at, parts_of, type_names
from .expected import is_expected
from .places import UNWRITTEN, Role

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


class Place(Enum):
    """A kind of place, as a pattern of the text before it in its line; an offer replaces the group `rest`.

    The first that matches counts. In the lines that set a position up there are three: `PART`, `SET` and `VALUE`.
    """

    BECAUSE = rf"\s*refuse\s+(?P<seat>{NAME})\s*:\s*(?P<move>.+?)\s+because\s+(?P<rest>\w*)"
    REFUSED = rf"\s*refuse\s+(?P<seat>{NAME})\s*:\s*(?P<rest>.*)"
    REFUSING = r"\s*refuse\s+(?P<rest>\w*)"
    MARKED = r"\s*back\s+to\s+(?P<rest>.*)"
    BACK = r"\s*back\s+(?P<rest>.*)"
    VARIANT = r"variant\s+(?:.*,\s*)?(?P<rest>\w*)"
    PARAMETER = r"set\s+(?P<rest>\w*)"
    CHOICES = r"\s*expect\s+choices\s+(?:include|exclude)\s+(?:.*,\s*)?(?P<rest>.*)"
    ALL_CHOICES = r"\s*expect\s+choices\s+(?P<rest>.*)"
    OVER = r"\s*expect\s+over\s+by\s+(?P<rest>\w*)"
    SCORE = r"\s*expect\s+score\s+(?P<rest>.*)"
    EVENTS = r"\s*expect\s+events\s+(?:include\s+)?(?P<rest>.*)"
    APPLIED = r"\s*expect\s+(?:not\s+)?applied\s+(?:.*,\s*)?(?P<rest>\w*)"
    AT = r"\s*expect\s+at\s+(?P<rest>\w*)"
    EXPECTATION = r"\s*expect\s+(?P<rest>\w*)"
    BEHIND_A_WORD = rf"\s*expect\s+(?P<seat>{NAME})\s+(?P<rest>\w*)"
    MOVE = rf"\s*(?P<seat>{NAME})\s*:\s*(?P<rest>.*)"
    PART = rf".*?(?P<owner>{NAME})\.(?P<rest>\w*)"
    CONDITION = r"\s*(?:expect|play\s+until)\s+.*?(?P<rest>\w*)"
    SET = r"\s+(?P<rest>\w*)"
    VALUE = r"\s+.*?(?P<rest>\w*)"
    BEGINNING = r"\s*(?P<rest>\w*)"
    MOVE_OF_CHANCE = r"\s*(?P<rest>.*)"


# The places in the lines that set a position up.
_SETTING_UP, _ONLY_THERE = (Place.PART, Place.SET, Place.VALUE), (Place.SET, Place.VALUE)
# What stands before a condition, or before the value of a field in a position.
_CONDITION = re.compile(r"\s*(?:expect|play\s+until)\s+")


@frozen
class _Begun:
    """A line that is being written: what stands before the place, by groups, and where the game stands there."""

    play: Play
    opened: Opened | None
    line: int
    parts: Mapping[str, str]
    now: Now | None
    # The text before the place in its line.
    before: str

    def __getitem__(self, group: str) -> str:
        return self.parts[group]

    @property
    def names(self) -> Names | None:
        return None if self.opened is None else self.opened.names


def _place(text: str, line: int, column: int) -> tuple[Place, re.Match[str]]:
    """Return the kind of a place in a playthrough, counted from 1, and the parts of the text before it."""
    lines = text.split("\n")
    before = lines[line - 1][: column - 1]
    kinds = _SETTING_UP if _sets_up(lines[: line - 1], before) else (place for place in Place if place not in _ONLY_THERE)
    matches = ((place, re.fullmatch(place.value, before)) for place in kinds)
    return next((place, found) for place, found in matches if found is not None)


def _sets_up(above: list[str], begun: str) -> bool:
    """Return whether a line sets something of a position: it is indented below one."""
    indent = len(begun) - len(begun.lstrip())
    around = next((row for row in reversed(above) if code_of(row).strip() and len(row) - len(row.lstrip()) < indent), "")
    return around.split()[:1] == ["position"]


def replaced(text: str, line: int, column: int) -> int:
    """Return how many characters before a place an offer replaces."""
    place, found = _place(text, line, column)
    if place is Place.MOVE:
        done, _ = _begun_move(found["rest"])
        return len(found["rest"]) - done
    return len(found["rest"])


def in_playthrough(play: Play, opened: Opened | None, text: str, line: int, column: int) -> tuple[Offer, ...]:
    """Return the completions at a place of a playthrough: moves, clauses, expectations and other lines.

    Those that hold in the position before the line come first.
    """
    place, found = _place(text, line, column)
    begun: Moves | None = None
    if place is Place.MOVE:
        # The moves that the line has already are made first.
        _, done = _begun_move(found["rest"])
        seat = None if found["seat"] == "chance" else Part(found["seat"], 1)
        begun = Moves(line, seat, done) if done else None
    offers: dict[str, Offer] = {}
    try:
        is_of_player = place in (Place.BECAUSE, Place.REFUSED, Place.REFUSING) or (
            place is Place.MOVE and found["seat"] != CHANCE)
        now = play.rolled(line, begun) if is_of_player else play.now(line, begun)
        here = _Begun(play, opened, line, found.groupdict(), now, found[0])
        for offer in _OFFERED[place](here):
            offers.setdefault(offer.text, offer)
    except RulebookFault:
        # The rulebook goes wrong in this position; a diagnostic says so.
        pass
    return tuple(offers.values())


def _begun_move(rest: str) -> tuple[int, tuple[Part, ...]]:
    """Return where the move that is being written begins in the moves of a line, and the moves before it."""
    parts = parts_of_line(f"{rest}-", 1)
    begin = parts[-1].column - 1
    return begin, tuple(parts[:-1])


# ---- Moves ---------------------------------------------------------------------------------------


def _moves(here: _Begun) -> Iterator[Offer]:
    for mover, move in () if here.now is None else here.play.moves(here.now.state):
        if mover == here["seat"]:
            yield Offer(move, "move", fits=True)


def _refused(here: _Begun) -> Iterator[Offer]:
    """Yield refused moves of a player with the clause that refuses them; out of their turn, the moves of the other."""
    if here.now is None:
        return
    rules, state = here.play.rules, here.now.state
    if rules.mover(state) == here["seat"]:
        for moves in refused_now(rules, state):
            yield Offer(f"{moves.notation} because {moves.clause}", "move", moves.message, True)
    elif here["seat"] in rules.seats:
        for _, move in here.play.moves(state):
            yield Offer(move, "move", "it is the turn of another player")


def _refusing(here: _Begun) -> Iterator[Offer]:
    """Yield refused moves with their players."""
    if here.now is not None:
        rules, state = here.play.rules, here.now.state
        for moves in refused_now(rules, state):
            yield Offer(f"{rules.mover(state)}: {moves.notation} because {moves.clause}", "move", moves.message, True)
    yield from (Offer(f"{seat}:", "seat") for seat in here.play.rules.seats)


def _reasons(here: _Begun) -> Iterator[Offer]:
    """Yield the clauses that refuse a move first, then all others."""
    rules = here.play.rules
    if here.now is not None and here["seat"] in rules.seats:
        for refusal in rules.explainer.refusals(here.now.state, here["move"], rules.seats.index(here["seat"])) or ():
            yield Offer(refusal.clause, "clause", refusal.message, True)
    yield from _clauses(here)


def _beginnings(here: _Begun) -> Iterator[Offer]:
    """Yield the moves that are legal, and the words that lines begin with."""
    for mover, move in () if here.now is None else here.play.moves(here.now.state):
        yield Offer(f"{mover}: {move}", "move", fits=True)
    rolled = here.play.rolled(here.line) if here.now is not None and here.play.rules.mover(here.now.state) == CHANCE else None
    for mover, move in () if rolled is None else here.play.moves(rolled.state):
        yield Offer(f"{mover}: {move}", "move", "after what the seed brings", fits=True)
    begins = next((node.line for node in here.play.playthrough.lines), here.line)
    yield from (Offer(word, "keyword") for word in (*BEGINNINGS, *(WORDS if here.line <= begins else ())))


def _outcomes(here: _Begun) -> Iterator[Offer]:
    """Yield the results of chance, without the word `chance`."""
    for mover, move in () if here.now is None else here.play.moves(here.now.state):
        if mover == "chance":
            yield Offer(move, "move", fits=True)


# ---- Expectations --------------------------------------------------------------------------------


def _expectations(here: _Begun) -> Iterator[Offer]:
    """Yield expectations that hold in the position, then the words of all expectations and the names in conditions."""
    yield from (Offer(text, "expectation", "holds here", True) for text in _true(here))
    yield from (Offer(word, "keyword") for word in EXPECTATIONS)
    yield from _named(here)


def _true(here: _Begun) -> Iterator[str]:
    """Yield expectations that hold in the position."""
    if here.now is None:
        return
    rules, state = here.play.rules, here.now.state
    outcome = rules.outcome(state)
    if outcome is not None:
        winners = ", ".join(rules.seats[seat] for seat in outcome.winners)
        yield f"over by {outcome.clause}, {f'won by {winners}' if winners else 'drawn'}"
    else:
        yield f"{rules.mover(state)} to move"
        yield "not over"
    point = rules.point(state)
    # In a large game there may be thousands of moves, which take long to write.
    if point is not None and point.player is not None and len(rules.codes(state, point)) <= MOST_OFFERED:
        choices = [choice.notation for choice in rules.choices(state)]
        yield f"choices {len(choices)}"
        if len(choices) <= MOST_LISTED:
            yield f"choices {', '.join(choices)}"
    if point is not None:
        yield f"at {point.clause}"
    yield f"events {', '.join(here.now.events)}" if here.now.events else "no events"
    yield from (f"applied {clause}" for clause in sorted(here.now.applied))
    scores = rules.scores(state)
    yield from () if scores is None else (f"score {seat} = {score}" for seat, score in zip(rules.seats, scores, strict=True))


def _choices(here: _Begun) -> Iterator[Offer]:
    for _, move in () if here.now is None else here.play.moves(here.now.state):
        yield Offer(move, "move", fits=True)


def _behind(words: str) -> Callable[[_Begun], Iterator[Offer]]:
    """Return offers of what holds in the position and begins with words that are written already."""

    def offered(here: _Begun) -> Iterator[Offer]:
        for text in _true(here):
            if text.startswith(f"{words} "):
                yield Offer(text.removeprefix(f"{words} "), "expectation", "holds here", True)

    return offered


def _all_choices(here: _Begun) -> Iterator[Offer]:
    yield from _behind("choices")(here)
    yield from (Offer(word, "keyword") for word in ("include", "exclude"))
    yield from _choices(here)


def _ends(here: _Begun) -> Iterator[Offer]:
    yield from _behind("over by")(here)
    yield from _clauses(here, "end")


def _clauses(here: _Begun, kind: ClauseKind | None = None) -> Iterator[Offer]:
    """Yield the clauses of a kind, or all that a game can apply; those that the last line of moves applied first."""
    rules = here.play.rules
    for clause in rules.clauses.values():
        if clause.id in rules.coverable if kind is None else clause.kind == kind:
            yield Offer(clause.id, "clause", clause.statement or clause.kind,
                        here.now is not None and clause.id in here.now.applied)


def _points(here: _Begun) -> Iterator[Offer]:
    yield from _behind("at")(here)
    yield from _clauses(here, "choice")


def _events(here: _Begun) -> Iterator[Offer]:
    for event in () if here.now is None else here.now.events:
        yield Offer(event, "event", "has happened", True)
    for thing in () if here.names is None else here.names.declared.values():
        if thing.kind == "event":
            yield Offer(thing.name, "event")


def _behind_a_word(here: _Begun) -> Iterator[Offer]:
    """Yield continuations of an expectation behind its first word, which may be a player."""
    word = here["seat"]
    if word in here.play.rules.seats or word in ("chance", "nobody"):
        yield from (Offer(words, "keyword", fits=True) for words in OF_PLAYERS)
        return
    yield from _behind(word)(here)
    yield from (Offer(words.removeprefix(f"{word} "), "keyword") for words in EXPECTATIONS if words.startswith(f"{word} "))
    yield from _named(here)


def _named(here: _Begun) -> Iterator[Offer]:
    """Yield the names that a condition can have: players, fields of nobody, what a board and tables name, constants.

    Those of the type that is expected come first.
    """
    if here.names is None:
        return
    place = _in_condition(here)
    if place.role is Role.PART:
        yield from parts_of(here.names, *(() if place.subject is None else type_names(place.subject)))
        return
    player = here.play.rules.program.player
    yield from (Offer(seat, "seat", fits=is_expected(player, place.expected)) for seat in here.play.rules.seats)
    yield from (offer for offer in named_at(here.names, place, place.known) if offer.kind != "seat")


def _in_condition(here: _Begun) -> places.Place:
    """Return the place in a condition, or in the value that a position sets: what is written begins it."""
    begun = _CONDITION.sub("", here.before[: len(here.before) - len(here["rest"])]).lstrip()
    # A player is called by their name in conditions, and quotes stand in none.
    text = f"{begun}{UNWRITTEN}"
    seats = tuple(here.play.rules.seats)
    rulebooks = () if here.names is None else here.names.rulebooks
    compiled = next((each for each in rulebooks if each.program is not None and each.program.players == len(seats)), None)
    found = None if compiled is None else questioned(compiled, text + closing_brackets(text), seats)
    path = None if found is None else places.path_to(found[0])
    if found is None or path is None:
        return places.Place(Role.VALUE, None)
    place = places.place_of(path, [found[1]], accepted_at(text, UNWRITTEN, "expression"))
    # What all parts of a field are set to names its parts: `= red 2, blue 1`.
    return evolve(place, expected=place.expected.index) if isinstance(place.expected, PerType) else place


def _fields(here: _Begun) -> Iterator[Offer]:
    """Yield the fields and columns of what stands before a dot, which may be a player's name."""
    if here.names is not None:
        subject = _in_condition(here).subject
        owners = (here["owner"],) if subject is None else tuple(type_names(subject))
        yield from parts_of(here.names, "player" if here["owner"] in here.play.rules.seats else here["owner"], *owners)


def _set(here: _Begun) -> Iterator[Offer]:
    """Yield the beginnings of a line of a position: the fields of nobody and of the players first."""
    fields = [] if here.names is None else [thing for thing in here.names.declared.values() if thing.kind == "field"]
    for thing in fields:
        owner = thing.id.rpartition(".")[0]
        if owner == "state":
            yield Offer(thing.name, "field", thing.id, True)
        elif owner == "player":
            yield from (Offer(f"{seat}.{thing.name}", "field", thing.id, True) for seat in here.play.rules.seats)
    yield from (Offer(word, "keyword") for word in ("at", "merge"))
    yield from _values(here)


def _values(here: _Begun) -> Iterator[Offer]:
    """Yield the names that a position can set something to: nothing is computed there."""
    return (offer for offer in _named(here) if offer.kind not in ("function", "function of the language"))


# ---- Other lines ---------------------------------------------------------------------------------


def _marks(here: _Begun) -> Iterator[Offer]:
    yield from (Offer(f'"{name}"', "mark") for name in _marked(here.play.playthrough.lines, here.line))


def _back(here: _Begun) -> Iterator[Offer]:
    yield from (Offer(f"to {offer.text}", offer.kind) for offer in _marks(here))


def _marked(lines: tuple[Line, ...], line: int) -> Iterator[str]:
    """Yield the names that positions have above a line; a branch forgets those in it."""
    for node in lines:
        if node.line >= line:
            return
        if isinstance(node, Branch) and line <= node.end:
            yield from _marked(node.body, line)
        elif (isinstance(node, Mark) and not node.back) or isinstance(node, Position):
            yield from () if node.name is None else (node.name,)


def _variants(here: _Begun) -> Iterator[Offer]:
    main = None if here.opened is None else here.opened.asked.main
    yield from () if main is None else (Offer(name, "variant") for name in variants_of(main))


def _parameters(here: _Begun) -> Iterator[Offer]:
    for thing in () if here.names is None else here.names.declared.values():
        if thing.kind == "parameter":
            yield Offer(thing.name, "parameter")


_OFFERED: Mapping[Place, Callable[[_Begun], Iterator[Offer]]] = {
    Place.BECAUSE: _reasons, Place.REFUSED: _refused, Place.REFUSING: _refusing, Place.MARKED: _marks,
    Place.VARIANT: _variants, Place.PARAMETER: _parameters, Place.CHOICES: _choices, Place.ALL_CHOICES: _all_choices,
    Place.OVER: _ends, Place.SCORE: _behind("score"), Place.EVENTS: _events, Place.APPLIED: _clauses, Place.AT: _points,
    Place.EXPECTATION: _expectations, Place.BEHIND_A_WORD: _behind_a_word, Place.MOVE: _moves,
    Place.BACK: _back, Place.SET: _set, Place.PART: _fields, Place.CONDITION: _named, Place.VALUE: _values,
    Place.BEGINNING: _beginnings,
    Place.MOVE_OF_CHANCE: _outcomes,
}
