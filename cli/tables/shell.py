"""The page of a table before it follows the table: its frame, and what only its host sees."""

from __future__ import annotations

from html import escape

from .lobby import KINDS
from .room import Room
from .seating import Place

NAME = "tables"
LOST = '<p id="lost" role="alert" hidden>The connection to the server is lost; the page tries again.</p>'


def role_words(room: Room, place: Place) -> str:
    """The title of a link: for whom it is."""
    role, names = place.role, [seat.name for seat in room.seats]
    if role.manages:
        return "the host's page"
    if role.is_shared:
        return "all people at one screen"
    return names[min(role.seats)] if role.seats else "a spectator"


def host_markup(room: Room) -> str:
    """The links of a table, who plays each seat, and the file of the game."""
    rows = []
    for token, place in room.places.items():
        # The host's own link is not listed: a copy of it would give the table away.
        if not place.role.manages:
            path = f"/{NAME}/at/{token}"
            rows.append(
                f'<li><a href="{path}" data-key="{path}" target="_blank" rel="noopener">{escape(role_words(room, place))}'
                f'</a> <button data-copy="{path}" data-key="copy {path}">copy the link</button></li>'
            )
    seats = "".join(_seat_row(room, number) for number in range(len(room.seats)))
    file = room.session.save
    kept = (
        f"Saved move by move as {file.name}."
        if file is not None and not room.session.is_lost
        else "The game cannot be saved any more."
    )
    return f"<ul>{''.join(rows)}</ul><h3>Who plays</h3><ul>{seats}</ul><p>{escape(kept)}</p>"


def _seat_row(room: Room, number: int) -> str:
    seat = room.seats[number]
    now = "person" if seat.by is None else str(seat.by)
    options = "".join(
        f"<option{' selected' if kind == now else ''}>{escape(kind)}</option>" for kind in dict.fromkeys((now, *KINDS))
    )
    return (
        f'<li><label>{escape(seat.name)} <select data-seat="{number}" data-key="seat {number}">{options}</select></label></li>'
    )


def table_markup(title: str, room: Room, place: Place, path: str) -> str:
    """The page of a table at this path."""
    role = place.role
    host = (
        (
            '<section aria-labelledby="h-host"><h2 id="h-host">Links and seats</h2><div id="host"></div>'
            '<p><button data-act="close">Close the table</button></p></section>'
        )
        if role.manages
        else ""
    )
    typed = (
        '<form id="typed"><label for="move">Type a move, or <code>why</code> and a move:</label><p class="row">'
        '<input id="move" autocomplete="off" maxlength="500" spellcheck="false"><button>Play</button></p></form>'
    )
    return f"""{LOST}
<header><h1>{escape(title)}</h1><p class="soft">{escape(role_words(room, place))}</p></header>
<main>
<section id="status" role="status" aria-label="what is asked"></section>
<section id="gate" aria-label="one screen for several people" hidden></section>
<div id="over"></div>
<section id="picture" aria-label="the position"><noscript>This page needs JavaScript.</noscript></section>
<div id="side">
<div id="why" role="status" aria-label="why something is not possible"></div>
<section id="choose" aria-labelledby="h-moves" hidden><h2 id="h-moves">Moves</h2><div id="moves"></div>
{typed if role.seats else ""}</section>
<section aria-labelledby="h-seats"><h2 id="h-seats">Players</h2><ul id="seats"></ul>
<p class="row">{_tools(room, place)}</p></section>
{host}
<details id="log-box" open><summary>What was done</summary>
<ol id="log" tabindex="0" aria-label="what was done"></ol></details>
<details id="rules-box"><summary>The rules</summary>
<div id="rules" tabindex="0" role="region" aria-label="the rules"></div></details>
<p class="row"><a href="{escape(path, quote=True)}/replay" target="_blank" rel="noopener">replay</a>
{_file_link(room, place, path)}</p>
</div>
</main>"""


def _tools(room: Room, place: Place) -> str:
    """The buttons for undo and redo. Where there are secrets, only the host may undo what was shown."""
    if not place.role.seats and not place.role.manages:
        return ""
    plain = '<button data-act="undo">undo</button><button data-act="redo">redo</button>'
    anything = '<button data-act="undo-anything">undo past chance</button>'
    return plain + (anything if place.role.manages or not room.keeps_secrets else "")


def _file_link(room: Room, place: Place, path: str) -> str:
    """The link to the saved game, which holds all secrets."""
    if room.keeps_secrets and not place.role.manages:
        return ""
    return f'<a href="{escape(path, quote=True)}/game.play" download>the game as a file</a>'
