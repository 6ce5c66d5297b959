"""Two rulebooks compared -> a page: the changed clauses, and each divergence with both positions side by side."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path

from attrs import evolve

from ...dsl.source.diagnostics import RulebookError
from ...interpreter.game.game import WrongPlayers
from ...interpreter.playthroughs.lines.reader import read
from ...interpreter.playthroughs.lines.syntax import Playthrough
from ...pictures.painting.painter import pair
from ..playthroughs.places import positions_at
from ..shared.formats.pages import named_values, page
from ..shared.games.looks import look_beside
from ..shared.games.options import GameRequest
from .diff_report import text_report
from .side_by_side import DivergenceGroup, PlayReport, RulebookComparison


def diff_page(comparison: RulebookComparison, plays: PlayReport) -> str:
    """Return the page."""
    title = f"{comparison.a.name} and {comparison.b.name}"
    groups_html = "\n".join(part for number, group in enumerate(plays.groups, start=1)
                            for part in _group(comparison, group, number))
    report = "\n".join(text_report(comparison, evolve(plays, groups=())))
    return page(title, f"<pre>{escape(report)}</pre>\n{groups_html}", "diff")


def _group(comparison: RulebookComparison, group: DivergenceGroup, number: int) -> Iterator[str]:
    """A divergence: what causes it, the playthrough that shows it, and where both games stand at its end."""
    divergence = group.example.divergence
    yield f"<section><h2>{number}. {escape(', '.join(divergence.causes) or divergence.kind)}</h2>"
    yield named_values([("kind", divergence.kind), ("playthrough", group.file or "")])
    if group.text is not None:
        positions = _positions(comparison, read("divergence.play", group.text), f"d{number}")
        yield f'<figure class="pair" tabindex="0">{"".join(positions)}</figure>'
        yield f"<pre>{escape(group.text)}</pre>"
    yield "</section>"


def _positions(comparison: RulebookComparison, playthrough: Playthrough, prefix: str) -> tuple[str, ...]:
    """Return the positions of both games at the end of a playthrough, differences marked; nothing if one cannot play it."""
    last = playthrough.text.count("\n") + 1
    states = []
    for request in (comparison.a, comparison.b):
        head = playthrough.head
        try:
            game = evolve(request, parameters=head.parameters, players=head.players).game()
            # The playthrough ends where the games differ. Where one of them cannot
            # carry out its last line, the position before that line is shown.
            end = positions_at(playthrough, game.rules(head.players, head.seats), last)
        except (RulebookError, WrongPlayers):
            return ()
        if end is None:
            return ()
        states.append(end[1])
    return pair(states[0], states[1], None, look_beside(_main(comparison.a)), prefix=prefix, alone=False,
                headings=(comparison.a.name, comparison.b.name))


def _main(request: GameRequest) -> Path:
    return Path(request.files().path)
