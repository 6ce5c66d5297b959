"""A table as one screen sees it -> the parts of its page: markup, and what the page's script needs to know.

All of it is made from what the viewer of the screen observes. Every text is escaped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from ....interpreter.game.call_stack import call_stack
from ....interpreter.game.rules import CHANCE
from ....interpreter.game.state import Outcome, Refusal, State
from ....interpreter.game.viewing.event_log import log_seen_by
from ....interpreter.game.viewing.observation import UNSEEN, Viewer
from ....interpreter.playthroughs.running.results import Step
from ....interpreter.runtime.faults import RulebookFault
from ....pictures.layout.flow import WIDE, Parts, parts_of
from ....pictures.rows import in_words
from ....pictures.scene.changes import marked
from ....pictures.scene.making import scene_of
from ....pictures.scene.model import Scene
from ....pictures.svg.writer import block_svg
from ...table.questions.forced import only_choice
from ..beside.printed import Place as PrintedPlace
from ..choices.offers import Offer
from ..choices.reasons import Reason
from ..choices.spoken import Key, Spoken
from ..room import Room
from ..seating import Place

# The most steps in the log, and the most moves of a kind in the list.
LOGGED, LISTED = 60, 300
# Of moves with the same parts, no more than these have a button beside the parts.
MOST_WHOLE = 6
# Scenes of the last positions that are kept, for all viewers of a table.
SCENES_KEPT = 16
# A refused move with more clauses than these is explained by the first.
MOST_REFUSALS = 5


def page_parts(room: Room, place: Place) -> dict[str, Any]:
    """All parts of the page of a screen. Raises RulebookFault."""
    viewer = room.viewer(place)
    acts = room.acts(place)
    shown = {**_shown(room, viewer), "seats": _seats(room), "turn": room.turn, "gate": _gate(room, place)}
    if not acts:
        return {**shown, "offer": None, "moves": ""}
    try:
        offer = room.offer(())
    except RulebookFault as error:
        return {**shown, "offer": None, "moves": _wrong(room.words.say("wrong.rulebook", why=error))}
    return {**shown, "offer": offer_record(room, offer), "moves": moves_markup(room, offer)}


def _shown(room: Room, viewer: Viewer) -> Mapping[str, Any]:
    """Return the view of a viewer, made once for all screens with the same view."""
    known = room.views.get(viewer)
    if known is None:
        known = room.views[viewer] = {
            "picture": _picture(room, viewer),
            "status": _status(room),
            "log": _log(room, viewer),
            "at": [frame.clause for frame in reversed(call_stack(room.rules, room.state))],
            "over": _over(room),
        }
    assert isinstance(known, dict), "a view is a record"
    return known


# ---- The parts of a page -----------------------------------------------------------------------


def _scene(room: Room, viewer: Viewer, state: State) -> Scene:
    """The scene of a position, kept: the next picture of the same viewer is compared with it."""
    known = room.scenes.get((viewer, state.slots))
    if known is None:
        if len(room.scenes) >= SCENES_KEPT:
            room.scenes.clear()
        known = scene_of(state, viewer, room.look, room.settings.language)
        room.scenes[viewer, state.slots] = known
    return known


def _picture(room: Room, viewer: Viewer) -> str:
    look, steps = room.look, room.steps()
    scene = _scene(room, viewer, room.state)
    if steps:
        before = steps[-2].state if len(steps) > 1 else room.session.start
        scene = marked(_scene(room, viewer, before), scene)
    # On a small screen the board becomes small, and what lies in its middle could not be read.
    parts = parts_of(scene, look, in_hole=False)
    panels = "".join(block_svg(block) for block in parts.panels)
    # A board lies in a box that scrolls where its spaces would be too small to be tapped.
    boards = "".join(f'<div class="board"><div class="scroll">{block_svg(block)}</div></div>' for block in parts.boards)
    first = (
        f'<div class="flow {_flow(parts)}">{boards}<div class="panels">{panels}</div></div>'
        if boards
        else f'<div class="flow">{panels}</div>'
    )
    groups = "".join(
        f'<h3>{escape(caption)}</h3><div class="flow">{"".join(map(block_svg, blocks))}</div>'
        for caption, blocks in parts.groups
    )
    key = "" if parts.key is None else f'<div class="flow key">{block_svg(parts.key)}</div>'
    return first + groups + key


def _flow(parts: Parts) -> str:
    """Boards beside the panels; those that are much wider than high above them."""
    return "boards wide" if any(block.width > WIDE * block.height for block in parts.boards) else "boards"


def _status(room: Room) -> str:
    """The present question and the seat that answers it, with the phases around it."""
    rules, state = room.rules, room.state
    if room.fault:
        return _wrong(room.fault)
    if state.is_over:
        return f"<p><b>{escape(room.words.say('over'))}</b></p>"
    mover = rules.to_move(state)
    stack = call_stack(rules, state)
    *around, says = room.narrator.stack(stack)
    chance = room.words.say("chance")
    who = chance[:1].upper() + chance[1:] if mover is CHANCE else rules.mover(state)
    phases = " › ".join(map(escape, around[-2:]))
    above = f'<p class="soft phases">{phases}</p>' if phases else ""
    return f"{above}<p><b>{escape(who)}</b>: {escape(says)}{_clause(room, stack[-1].clause)}</p>"


def _clause(room: Room, id: str) -> str:
    """A button that shows a clause in the rules, or, where it has no sentence of its own there, the nearest around it."""
    around: list[str] = []
    clause = room.rules.clauses.get(id)
    while clause is not None:
        around.append(clause.id)
        clause = room.rules.clauses.get(clause.parent) if clause.parent is not None else None
    ids = escape(" ".join(around or [id]), quote=True)
    title = escape(room.words.say("show_rule"), quote=True)
    return f' <button class="clause" data-show="{ids}" title="{title}">{escape(id)}</button>'


def _wrong(text: str) -> str:
    return f'<p class="bad">{escape(text)}</p>'


def _seats(room: Room) -> str:
    mover, scores = room.mover(), _scores(room)
    moves = f" <b>{escape(room.words.say('to_move'))}</b>"
    return "".join(
        f"<li{' class=to-move' if number == mover else ''}><b>{escape(seat.name)}</b> "
        f'<span class="soft">{escape(str(seat.by) if seat.by is not None else room.words.say("person"))}</span>'
        f"{'' if scores is None else f' {scores[number]}'}{moves if number == mover else ''}</li>"
        for number, seat in enumerate(room.seats)
    )


def _scores(room: Room) -> tuple[int, ...] | None:
    """The scores, in a game that hides nothing."""
    if room.keeps_secrets:
        return None
    try:
        return room.rules.scores(room.state)
    except RulebookFault:
        return None


def _over(room: Room) -> str:
    if not room.state.is_over:
        return ""
    outcome = room.rules.outcome(room.state)
    assert outcome is not None, "the game is over"
    seats = room.rules.seats
    winners = [seats[seat] for seat in outcome.winners]
    which = ("over.nobody", "over.one")[len(winners)] if len(winners) < 2 else "over.many"
    won = room.words.say(which, who=room.words.say("and").join(winners))
    said = room.statement(outcome.clause)
    return (
        f"<p><b>{escape(won)}</b> {escape(said)}{_clause(room, outcome.clause)}</p>"
        f"<ol>{''.join(_ranked(seats, outcome, group) for group in outcome.ranking)}</ol>"
    )


def _ranked(seats: list[str], outcome: Outcome, group: tuple[int, ...]) -> str:
    scores = outcome.scores
    return f"<li>{escape(', '.join(seats[seat] + ('' if scores is None else f': {scores[seat]}') for seat in group))}</li>"


def _gate(room: Room, place: Place) -> Mapping[str, Any] | None:
    """The question whether a player is alone at a shared screen, the answer, or that the machine plays the only seat."""
    own = room.seats[min(place.role.seats)] if len(place.role.seats) == 1 else None
    if own is not None and own.by is not None and not room.state.is_over:
        return {"says": room.words.say("replaced", kind=own.by, who=own.name)}
    if place.sitting is not None:
        return {"seat": place.sitting, "name": room.seats[place.sitting].name, "sits": True}
    seat = room.waits_for_gate(place)
    return None if seat is None else {"seat": seat, "name": room.seats[seat].name, "sits": False}


# ---- What was done -----------------------------------------------------------------------------


def _log(room: Room, viewer: Viewer) -> str:
    """The last steps, the newest first."""
    steps = room.steps()[-LOGGED:]
    views = log_seen_by(steps, room.state, viewer)
    first, narrator = len(room.steps()) - len(steps), room.narrator
    before = room.steps()[first - 1].state if first else room.session.start
    out = []
    for number, (step, view) in enumerate(zip(steps, views, strict=True), start=first + 1):
        who = room.words.say("chance") if view.seat is None else room.rules.seats[view.seat]
        shown = tuple(f"{room.rules.seats[made.player]}: {narrator.decided(before, made.notation)}" for made in view.revealed)
        lines = "".join(f"<p>{escape(line)}</p>" for line in (*narrator.happened(before, step, viewer), *shown))
        clauses = _applied(room, step, view.notation) if number > len(room.steps()) - 10 else ""
        made = escape(narrator.decided(before, view.notation))
        out.append(f'<li value="{number}"><b>{escape(who)}</b>: {made}{lines}{clauses}</li>')
        before = step.state
    return "".join(reversed(out))


def _applied(room: Room, step: Step, notation: str) -> str:
    """The clauses that a step applied; none for a viewer who does not see the choice, as they could give it away."""
    trace = step.trace
    if notation == UNSEEN or trace.made is not None or trace.audience is not None or not trace.clauses:
        return ""
    listed = "".join(_clause(room, clause) for clause in sorted(trace.clauses))
    summary = escape(room.words.say("clauses", n=len(trace.clauses)))
    return f"<details><summary>{summary}</summary>{listed}</details>"


# ---- What is possible --------------------------------------------------------------------------


def offer_record(room: Room, offer: Offer) -> dict[str, Any]:
    """The things that the page highlights, those chosen so far, and the numbers that need a button."""
    return {
        "chosen": offer.chosen,
        "next": offer.next,
        "later": offer.later,
        "types": offer.types,
        "made": "" if offer.made is None else offer.made.notation,
        "numbers": [(key, _thing(room, offer, key)) for key in offer.numbers if key in offer.next],
    }


def chosen_markup(room: Room, offer: Offer) -> str:
    """The parts of a move that are chosen, the moves that they are the whole of, and a button to start over."""
    if not offer.chosen:
        return ""
    what = ", ".join(_thing(room, offer, key) for key in offer.chosen)
    button = f'<button data-act="forget">{escape(room.words.say("start_over"))}</button>'
    make = "".join(_make(room, move) for move in offer.whole[:MOST_WHOLE])
    return f"{escape(room.words.say('chosen', what=what))} {make}{button}"


def _thing(room: Room, offer: Offer, key: Key) -> str:
    """A part of a move in words: a number that no picture shows with the word before it, in the rulebook's own language."""
    if key not in offer.numbers:
        return in_words(room.narrator.thing(key.split("|")[1]))
    before, number = offer.numbers[key]
    return f"{before} {number}" if before and room.narrator.teller is None else number


def _make(room: Room, move: Spoken) -> str:
    """The button that makes a move whose parts are chosen, where they also begin others."""
    point = room.rules.point(room.state)
    assert point is not None, "there are moves"
    shown = room.narrator.choice(point, point.kind_of(move.code).id, move.notation)
    text = escape(move.notation, quote=True)
    said = escape(room.words.say("make", move=shown))
    return f'<button class="main" data-move="{text}" data-key="make {text}">{said}</button> '


def moves_markup(room: Room, offer: Offer) -> str:
    """The moves that remain, each as a button, and the field to type one."""
    by_chance = room.mover() is None
    say = room.words.say
    button = f'<button class="main" data-act="roll">{escape(say("roll"))}</button>'
    roll = f"<p>{button} {escape(say('roll.or'))}</p>" if by_chance else ""
    only = f'<p class="soft">{escape(say("only"))}</p>' if only_choice(room.rules, room.state) is not None else ""
    return roll + only + "".join(_listed(room, offer))


def _listed(room: Room, offer: Offer) -> Iterator[str]:
    """The moves by their kinds, folded where there are many."""
    kinds: dict[str, list[str]] = {}
    point = room.rules.point(room.state)
    assert point is not None, "there are moves"
    for move in offer.moves:
        kinds.setdefault(point.kind_of(move.code).id, []).append(move.notation)
    narrator = room.narrator
    is_long = len(offer.moves) > 24 and len(kinds) > 1
    for id, notations in kinds.items():
        clause = room.rules.clauses.get(id)
        said = room.statement(id) if clause is not None and len(kinds) > 1 else ""
        buttons = "".join(
            _button(text, narrator.choice(point, id, text)) for text in notations[:LISTED]
        )
        more = f"<p>{escape(room.words.say('more', n=len(notations) - LISTED))}</p>" if len(notations) > LISTED else ""
        if is_long:
            yield (
                f'<details data-key="kind {escape(id, quote=True)}"><summary>{escape(said or in_words(id))} ({len(notations)})'
                f'</summary><div class="row">{buttons}</div>{more}</details>'
            )
        else:
            head = f'<p class="soft">{escape(said)}</p>' if said else ""
            yield f'{head}<div class="row">{buttons}</div>{more}'


def _button(notation: str, shown: str) -> str:
    """The button of a move. Where it is shown in other words than it is typed in, it names those too."""
    text = escape(notation, quote=True)
    title = "" if shown == notation else f' title="{text}"'
    return f'<button data-move="{text}" data-key="move {text}"{title}>{escape(shown)}</button>'


# ---- Why not -----------------------------------------------------------------------------------


def reason_markup(room: Room, reason: Reason | None, message: str = "") -> str:
    """An explanation of a refusal: each clause with its words and its places in the rules and in printed rulebooks."""
    first, *others = (() if reason is None else reason.refusals[:MOST_REFUSALS]) or (None,)
    # The first clause says why in its own words: the page shows them once.
    own = "" if reason is None or first is None else f"`{reason.move}`: {room.narrator.refusal(first)}"
    if own and message == own:
        message = ""
    head = f"<p><b>{escape(message)}</b></p>" if message else ""
    if reason is None:
        return head or f"<p>{escape(room.words.say('possible'))}</p>"
    move = f"<code>{escape(room.narrator.decided(room.state, reason.move))}</code>"
    of = f"<p>{escape(room.words.say('not_possible')).replace('{move}', move)}</p>" if reason.move and not message else ""
    if first is None:
        return head + of
    said = [_refusal(room, first), *(_refusal(room, other) for other in others)]
    return head + of + "".join(said)


def _refusal(room: Room, refusal: Refusal) -> str:
    id, message = refusal.clause, room.narrator.refusal(refusal)
    clause = room.rules.clauses.get(id)
    lines = [f'<p class="refusal">{escape(message)}{_clause(room, id)}</p>']
    while clause is not None:
        statement = room.statement(clause.id)
        # A requirement says in its message what its statement says, with the names and numbers of the move.
        is_said = clause.id == id and clause.kind == "requirement" and refusal.why == "rule"
        if statement and not is_said and statement not in message:
            lines.append(f'<p class="soft">{escape(statement)}{"" if clause.id == id else _clause(room, clause.id)}</p>')
        places = room.source.printed.places(clause.id)
        if places:
            lines += [f'<p class="place">{escape(_printed(room, place))}</p>' for place in places]
            break
        clause = room.rules.clauses.get(clause.parent) if clause.parent is not None else None
    return "".join(lines)


def _printed(room: Room, place: PrintedPlace) -> str:
    return room.words.say("printed", language=place.language, section=place.section, sentence=place.sentence)
