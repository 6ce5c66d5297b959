"""A table as one screen sees it -> the parts of its page: markup, and what the page's script needs to know.

All of it is made from what the viewer of the screen observes. Every text is escaped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from ....interpreter.game.call_stack import call_stack
from ....interpreter.game.game_log import log_seen_by
from ....interpreter.game.state import Outcome, Refusal
from ....interpreter.game.table.decisions import CHANCE
from ....interpreter.game.viewing.observation import UNSEEN, Viewer
from ....interpreter.playthroughs.running.results import PlaythroughStep
from ....interpreter.runtime.faults import RulebookFault
from ....pictures.layout.flow import WIDE, PageParts, parts_of
from ....pictures.rows import in_words
from ....pictures.scene.changes import marked
from ....pictures.svg.writer import block_svg
from ...table.questions.forced_choices import only_choice
from ...table.session.session import TableSession
from ...words.words import PageWords
from ..choices.offers import Offer
from ..choices.reasons import Reason
from ..choices.spoken_moves import Key, SpokenMove
from ..room.progress import GameProgress
from ..room.rights import Rights
from ..room.room import Room
from ..room.seating import LinkUse
from ..room.texts import RoomTexts
from ..room.views import Views
from ..rules_panel.printed_rulebooks import PrintedPlace as PrintedPlace

# The most steps in the log, and the most moves of a kind in the list.
LOGGED, LISTED = 60, 300
# Of moves with the same parts, no more than these have a button beside the parts.
MOST_WHOLE = 6
# A refused move with more clauses than these is explained by the first.
MOST_REFUSALS = 5


def page_parts(room: Room, place: LinkUse) -> dict[str, Any]:
    """All parts of the page of a screen. Raises RulebookFault."""
    progress, texts, viewer = room.progress, room.texts, room.rights.viewer(place)
    acts = room.rights.acts(place)
    shown = {
        **room.views.view(viewer, lambda: _view(progress, texts, room.views, viewer)),
        "seats": _seats(progress, texts.words),
        "turn": progress.turn,
        "gate": _gate(progress, room.rights, texts.words, place),
    }
    if not acts:
        return {**shown, "offer": None, "moves": ""}
    try:
        offer = room.moves.offer(())
    except RulebookFault as error:
        return {**shown, "offer": None, "moves": _wrong(texts.words.say("wrong.rulebook", why=error))}
    return {**shown, "offer": offer_record(texts, offer), "moves": moves_markup(progress, texts, offer)}


def _view(progress: GameProgress, texts: RoomTexts, views: Views, viewer: Viewer) -> Mapping[str, Any]:
    """The view of a viewer, the same on all of their screens."""
    return {
        "picture": _picture(progress.session, texts, views, viewer),
        "status": _status(progress, texts),
        "log": _log(progress.session, texts, viewer),
        "at": [frame.clause for frame in reversed(call_stack(progress.state))],
        "over": _over(progress, texts),
    }


# ---- The parts of a page -----------------------------------------------------------------------


def _picture(session: TableSession, texts: RoomTexts, views: Views, viewer: Viewer) -> str:
    look, steps = texts.look, session.steps
    scene = views.scene(viewer, session.state)
    if steps:
        before = steps[-2].state if len(steps) > 1 else session.start
        scene = marked(views.scene(viewer, before), scene)
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


def _flow(parts: PageParts) -> str:
    """Boards beside the panels; those that are much wider than high above them."""
    return "boards wide" if any(block.width > WIDE * block.height for block in parts.boards) else "boards"


def _status(progress: GameProgress, texts: RoomTexts) -> str:
    """The present question and the seat that answers it, with the phases around it."""
    rules, state = progress.rules, progress.state
    if progress.fault:
        return _wrong(progress.fault)
    if state.is_over:
        return f"<p><b>{escape(texts.words.say('over'))}</b></p>"
    mover = rules.decisions.to_move(state)
    stack = call_stack(state)
    *around, says = texts.narrator.stack(stack)
    chance = texts.words.say("chance")
    who = chance[:1].upper() + chance[1:] if mover is CHANCE else rules.decisions.mover(state)
    phases = " › ".join(map(escape, around[-2:]))
    above = f'<p class="soft phases">{phases}</p>' if phases else ""
    return f"{above}<p><b>{escape(who)}</b>: {escape(says)}{_clause(texts, stack[-1].clause)}</p>"


def _clause(texts: RoomTexts, id: str) -> str:
    """A button that shows a clause in the rules, or, where it has no sentence of its own there, the nearest around it."""
    around: list[str] = []
    clause = texts.rules.clauses.get(id)
    while clause is not None:
        around.append(clause.id)
        clause = texts.rules.clauses.get(clause.parent) if clause.parent is not None else None
    ids = escape(" ".join(around or [id]), quote=True)
    title = escape(texts.words.say("show_rule"), quote=True)
    return f' <button class="clause" data-show="{ids}" title="{title}">{escape(id)}</button>'


def _wrong(text: str) -> str:
    return f'<p class="bad">{escape(text)}</p>'


def _seats(progress: GameProgress, words: PageWords) -> str:
    mover, scores = progress.mover(), _scores(progress)
    moves = f" <b>{escape(words.say('to_move'))}</b>"
    return "".join(
        f"<li{' class=to-move' if number == mover else ''}><b>{escape(seat.name)}</b> "
        f'<span class="soft">{escape(str(seat.by) if seat.by is not None else words.say("person"))}</span>'
        f"{'' if scores is None else f' {scores[number]}'}{moves if number == mover else ''}</li>"
        for number, seat in enumerate(progress.seating.seats)
    )


def _scores(progress: GameProgress) -> tuple[int, ...] | None:
    """The scores, in a game that hides nothing."""
    if progress.keeps_secrets:
        return None
    try:
        return progress.rules.endings.scores(progress.state)
    except RulebookFault:
        return None


def _over(progress: GameProgress, texts: RoomTexts) -> str:
    if not progress.state.is_over:
        return ""
    outcome = progress.rules.endings.outcome(progress.state)
    assert outcome is not None, "the game is over"
    seats = progress.rules.seats
    winners = [seats[seat] for seat in outcome.winners]
    which = ("over.nobody", "over.one")[len(winners)] if len(winners) < 2 else "over.many"
    won = texts.words.say(which, who=texts.words.say("and").join(winners))
    statement = texts.statement(outcome.clause)
    return (
        f"<p><b>{escape(won)}</b> {escape(statement)}{_clause(texts, outcome.clause)}</p>"
        f"<ol>{''.join(_ranked(seats, outcome, group) for group in outcome.ranking)}</ol>"
    )


def _ranked(seats: list[str], outcome: Outcome, group: tuple[int, ...]) -> str:
    scores = outcome.scores
    return f"<li>{escape(', '.join(seats[seat] + ('' if scores is None else f': {scores[seat]}') for seat in group))}</li>"


def _gate(progress: GameProgress, rights: Rights, words: PageWords, place: LinkUse) -> Mapping[str, Any] | None:
    """The question whether a player is alone at a shared screen, the answer, or that the machine plays the only seat."""
    seats = progress.seating.seats
    own = seats[min(place.role.seats)] if len(place.role.seats) == 1 else None
    if own is not None and own.by is not None and not progress.state.is_over:
        return {"says": words.say("replaced", kind=own.by, who=own.name)}
    if place.sitting is not None:
        return {"seat": place.sitting, "name": seats[place.sitting].name, "sits": True}
    seat = rights.waits_for_gate(place)
    return None if seat is None else {"seat": seat, "name": seats[seat].name, "sits": False}


# ---- What was done -----------------------------------------------------------------------------


def _log(session: TableSession, texts: RoomTexts, viewer: Viewer) -> str:
    """The last steps, the newest first."""
    steps = session.steps[-LOGGED:]
    views = log_seen_by(steps, session.state, viewer)
    first, narrator = len(session.steps) - len(steps), texts.narrator
    before = session.steps[first - 1].state if first else session.start
    out = []
    for number, (step, view) in enumerate(zip(steps, views, strict=True), start=first + 1):
        who = texts.words.say("chance") if view.seat is None else texts.rules.seats[view.seat]
        shown = tuple(f"{texts.rules.seats[choice.player]}: {narrator.decided(before, choice.notation)}"
                      for choice in view.revealed)
        lines = "".join(f"<p>{escape(line)}</p>" for line in (*narrator.happened(before, step, viewer), *shown))
        clauses = _applied(texts, step, view.notation) if number > len(session.steps) - 10 else ""
        choice = escape(narrator.decided(before, view.notation))
        out.append(f'<li value="{number}"><b>{escape(who)}</b>: {choice}{lines}{clauses}</li>')
        before = step.state
    return "".join(reversed(out))


def _applied(texts: RoomTexts, step: PlaythroughStep, notation: str) -> str:
    """The clauses that a step applied; none for a viewer who does not see the choice, as they could give it away."""
    trace = step.trace
    if notation == UNSEEN or trace.choice is not None or trace.audience is not None or not trace.clauses:
        return ""
    listed = "".join(_clause(texts, clause) for clause in sorted(trace.clauses))
    summary = escape(texts.words.say("clauses", n=len(trace.clauses)))
    return f"<details><summary>{summary}</summary>{listed}</details>"


# ---- What is possible --------------------------------------------------------------------------


def offer_record(texts: RoomTexts, offer: Offer) -> dict[str, Any]:
    """The things that the page highlights, those chosen so far, and the numbers that need a button."""
    return {
        "chosen": offer.chosen,
        "next": offer.next,
        "later": offer.later,
        "types": offer.types,
        "made": "" if offer.spoken_move is None else offer.spoken_move.notation,
        "numbers": [(key, _thing(texts, offer, key)) for key in offer.numbers if key in offer.next],
    }


def chosen_markup(progress: GameProgress, texts: RoomTexts, offer: Offer) -> str:
    """The parts of a move that are chosen, the moves that they are the whole of, and a button to start over."""
    if not offer.chosen:
        return ""
    what = ", ".join(_thing(texts, offer, key) for key in offer.chosen)
    button = f'<button data-act="forget">{escape(texts.words.say("start_over"))}</button>'
    make = "".join(_make(progress, texts, move) for move in offer.whole[:MOST_WHOLE])
    return f"{escape(texts.words.say('chosen', what=what))} {make}{button}"


def _thing(texts: RoomTexts, offer: Offer, key: Key) -> str:
    """A part of a move in words: a number that no picture shows with the word before it, in the rulebook's own language."""
    if key not in offer.numbers:
        return in_words(texts.narrator.thing(key.split("|")[1]))
    before, number = offer.numbers[key]
    return f"{before} {number}" if before and texts.narrator.describer is None else number


def _make(progress: GameProgress, texts: RoomTexts, move: SpokenMove) -> str:
    """The button that makes a move whose parts are chosen, where they also begin others."""
    point = progress.rules.decisions.point(progress.state)
    assert point is not None, "there are moves"
    shown = texts.narrator.choice(point, point.kind_of(move.code).id, move.notation)
    text = escape(move.notation, quote=True)
    label = escape(texts.words.say("make", move=shown))
    return f'<button class="main" data-move="{text}" data-key="make {text}">{label}</button> '


def moves_markup(progress: GameProgress, texts: RoomTexts, offer: Offer) -> str:
    """The moves that remain, each as a button, and the field to type one."""
    by_chance = progress.mover() is None
    say = texts.words.say
    button = f'<button class="main" data-act="roll">{escape(say("roll"))}</button>'
    roll = f"<p>{button} {escape(say('roll.or'))}</p>" if by_chance else ""
    has_only_one = only_choice(progress.rules.decisions, progress.state) is not None
    only = f'<p class="soft">{escape(say("only"))}</p>' if has_only_one else ""
    return roll + only + "".join(_listed(progress, texts, offer))


def _listed(progress: GameProgress, texts: RoomTexts, offer: Offer) -> Iterator[str]:
    """The moves by their kinds, folded where there are many."""
    kinds: dict[str, list[str]] = {}
    point = progress.rules.decisions.point(progress.state)
    assert point is not None, "there are moves"
    for move in offer.moves:
        kinds.setdefault(point.kind_of(move.code).id, []).append(move.notation)
    narrator = texts.narrator
    is_long = len(offer.moves) > 24 and len(kinds) > 1
    for id, notations in kinds.items():
        clause = texts.rules.clauses.get(id)
        statement = texts.statement(id) if clause is not None and len(kinds) > 1 else ""
        buttons = "".join(
            _button(text, narrator.choice(point, id, text)) for text in notations[:LISTED]
        )
        more = f"<p>{escape(texts.words.say('more', n=len(notations) - LISTED))}</p>" if len(notations) > LISTED else ""
        if is_long:
            yield (
                f'<details data-key="kind {escape(id, quote=True)}">'
                f'<summary>{escape(statement or in_words(id))} ({len(notations)})</summary>'
                f'<div class="row">{buttons}</div>{more}</details>'
            )
        else:
            head = f'<p class="soft">{escape(statement)}</p>' if statement else ""
            yield f'{head}<div class="row">{buttons}</div>{more}'


def _button(notation: str, shown: str) -> str:
    """The button of a move. Where it is shown in other words than it is typed in, it names those too."""
    text = escape(notation, quote=True)
    title = "" if shown == notation else f' title="{text}"'
    return f'<button data-move="{text}" data-key="move {text}"{title}>{escape(shown)}</button>'


# ---- Why not -----------------------------------------------------------------------------------


def reason_markup(progress: GameProgress, texts: RoomTexts, reason: Reason | None, message: str = "") -> str:
    """An explanation of a refusal: each clause with its words and its places in the rules and in printed rulebooks."""
    first, *others = (() if reason is None else reason.refusals[:MOST_REFUSALS]) or (None,)
    # The first clause says why in its own words: the page shows them once.
    own = "" if reason is None or first is None else f"`{reason.move}`: {texts.narrator.refusal(first)}"
    if own and message == own:
        message = ""
    head = f"<p><b>{escape(message)}</b></p>" if message else ""
    if reason is None:
        return head or f"<p>{escape(texts.words.say('possible'))}</p>"
    move = f"<code>{escape(texts.narrator.decided(progress.state, reason.move))}</code>"
    reply = f"<p>{escape(texts.words.say('not_possible')).replace('{move}', move)}</p>" if reason.move and not message else ""
    if first is None:
        return head + reply
    refusals = [_refusal(texts, first), *(_refusal(texts, other) for other in others)]
    return head + reply + "".join(refusals)


def _refusal(texts: RoomTexts, refusal: Refusal) -> str:
    id, message = refusal.clause, texts.narrator.refusal(refusal)
    clause = texts.rules.clauses.get(id)
    lines = [f'<p class="refusal">{escape(message)}{_clause(texts, id)}</p>']
    while clause is not None:
        statement = texts.statement(clause.id)
        # A requirement says in its message what its statement says, with the names and numbers of the move.
        is_repeated = clause.id == id and clause.kind == "requirement" and refusal.why == "rule"
        if statement and not is_repeated and statement not in message:
            lines.append(f'<p class="soft">{escape(statement)}{"" if clause.id == id else _clause(texts, clause.id)}</p>')
        places = texts.source.printed.places(clause.id)
        if places:
            lines += [f'<p class="place">{escape(_printed(texts.words, place))}</p>' for place in places]
            break
        clause = texts.rules.clauses.get(clause.parent) if clause.parent is not None else None
    return "".join(lines)


def _printed(words: PageWords, place: PrintedPlace) -> str:
    return words.say("printed", language=place.language, section=place.section, sentence=place.sentence)
