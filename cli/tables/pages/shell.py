"""The page of a table before it follows the table: its frame, and what only its host sees."""

from __future__ import annotations

from html import escape

from ...table.session.session_file import SessionFile
from ...words.words import PageWords
from ..lobby.forms import KINDS, kind_option
from ..room.seating import PERSON, LinkUse, Seat, TableSeating
from ..room.texts import RoomTexts

NAME = "tables"


def path_of(token: str) -> str:
    """The path of the page of a link."""
    return f"/{NAME}/at/{token}"


def role_words(seating: TableSeating, words: PageWords, place: LinkUse) -> str:
    """The title of a link: for whom it is."""
    role, names = place.role, [seat.name for seat in seating.seats]
    if role.manages:
        return words.say("role.host")
    if role.is_shared:
        return words.say("role.all")
    return names[min(role.seats)] if role.seats else words.say("role.spectator")


def lost_markup(words: PageWords) -> str:
    """The line at the top of a page that has lost its connection."""
    return f'<p id="lost" role="alert" hidden>{escape(words.say("lost"))}</p>'


def host_markup(seating: TableSeating, file: SessionFile, words: PageWords) -> str:
    """The links of a table, who plays each seat, and the file of the game."""
    say, rows = words.say, []
    for token, place in seating.places.items():
        # The host's own link is not listed: a copy of it would give the table away.
        if not place.role.manages:
            path, role = path_of(token), escape(role_words(seating, words, place))
            rows.append(
                f'<li><a href="{path}" data-key="{path}" target="_blank" rel="noopener">{role}</a>'
                f' <button data-copy="{path}" data-key="copy {path}">{escape(say("host.copy"))}</button></li>'
            )
    seats = "".join(_seat_row(number, seat, words) for number, seat in enumerate(seating.seats))
    is_kept = file.path is not None and not file.is_lost
    file_note = say("host.saved", name=file.path.name) if file.path is not None and is_kept else say("host.unsaved")
    return f"<ul>{''.join(rows)}</ul><h3>{escape(say('host.who'))}</h3><ul>{seats}</ul><p>{escape(file_note)}</p>"


def _seat_row(number: int, seat: Seat, words: PageWords) -> str:
    occupant = PERSON if seat.by is None else str(seat.by)
    # What plays now may be none of the usual kinds, and still has to be in the list.
    options = "".join(kind_option(kind, words, kind == occupant) for kind in dict.fromkeys((occupant, *KINDS)))
    return (
        f'<li><label>{escape(seat.name)} <select data-seat="{number}" data-key="seat {number}">{options}</select></label></li>'
    )


def table_markup(texts: RoomTexts, seating: TableSeating, keeps_secrets: bool, place: LinkUse, path: str) -> str:
    """The page of a table at this path."""
    role, words = place.role, {name: escape(text, quote=True) for name, text in texts.words.below("").items()}
    host = (
        (
            f'<section aria-labelledby="h-host"><h2 id="h-host">{words["host.links"]}</h2><div id="host"></div>'
            f'<p><button data-act="close">{words["host.close"]}</button></p></section>'
        )
        if role.manages
        else ""
    )
    label = words["typed.label"].replace("{why}", "<code>why</code>")
    typed = (
        f'<form id="typed"><label for="move">{label}</label><p class="row">'
        '<input id="move" autocomplete="off" autocapitalize="off" maxlength="500" spellcheck="false">'
        f"<button>{words['typed.play']}</button></p></form>"
    )
    return f"""{lost_markup(texts.words)}
<header><h1>{escape(texts.title)}</h1><p class="soft">{escape(role_words(seating, texts.words, place))}</p></header>
<main>
<div id="top"><section id="status" role="status" aria-label="{words["part.status"]}"></section>
<p id="chosen" role="status"></p></div>
<section id="gate" aria-label="{words["part.gate"]}" hidden></section>
<div id="over"></div>
<div id="tray" role="group" aria-label="{words["part.tray"]}"></div>
<section id="picture" aria-label="{words["part.picture"]}"><noscript>{words["script"]}</noscript></section>
<div id="side">
<div id="why" role="status" aria-label="{words["part.why"]}"></div>
<section id="choose" aria-labelledby="h-moves" hidden><h2 id="h-moves">{words["part.moves"]}</h2><div id="moves"></div>
{typed if role.seats else ""}</section>
<section aria-labelledby="h-seats"><h2 id="h-seats">{words["part.seats"]}</h2><ul id="seats"></ul>
<p class="row">{_tools(texts.words, keeps_secrets, place)}</p></section>
{host}
<details id="log-box" open><summary>{words["part.log"]}</summary>
<ol id="log" tabindex="0" aria-label="{words["part.log"]}"></ol></details>
<details id="rules-box"><summary>{words["part.rules"]}</summary>
<div id="rules" tabindex="0" role="region" aria-label="{words["part.rules"]}"></div></details>
<p class="row"><a href="{escape(path, quote=True)}/replay" target="_blank" rel="noopener">{words["tool.replay"]}</a>
{_file_link(texts.words, keeps_secrets, place, path)}</p>
</div>
</main>"""


def _tools(words: PageWords, keeps_secrets: bool, place: LinkUse) -> str:
    """The buttons for undo and redo. Where there are secrets, only the host may undo what was shown."""
    if not place.role.seats and not place.role.manages:
        return ""
    acts = (("undo", "tool.undo"), ("redo", "tool.redo"), ("undo-anything", "tool.undo_chance"))
    undo, redo, anything = (f'<button data-act="{act}">{escape(words.say(word))}</button>' for act, word in acts)
    return undo + redo + (anything if place.role.manages or not keeps_secrets else "")


def _file_link(words: PageWords, keeps_secrets: bool, place: LinkUse, path: str) -> str:
    """The link to the saved game, which holds all secrets."""
    if keeps_secrets and not place.role.manages:
        return ""
    return f'<a href="{escape(path, quote=True)}/game.play" download>{escape(words.say("tool.file"))}</a>'
