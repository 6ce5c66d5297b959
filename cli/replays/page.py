"""Frames -> one page of HTML that replays a game without a server: the data in it, a script, and nothing fetched."""

from __future__ import annotations

import base64
import hashlib
import json
from html import escape
from importlib.resources import files

from ...pictures.layout.flow import WIDE
from ...pictures.svg.style import style
from ..words.words import PageWords
from .frames import Film, ReplayFrame


def replay_page(film: Film, language: str, note: str) -> str:
    """The page. `note` says where the game comes from."""
    words = PageWords.of(language).below("replay.")
    folder = files("rulewright") / "cli" / "templates"
    script = (folder / "replay.js").read_text(encoding="utf-8").strip()
    look = (folder / "replay.css").read_text(encoding="utf-8").strip() + style()
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    page = (folder / "replay.html").read_text(encoding="utf-8")
    filled = {"policy": policy, "title": escape(film.title), "lang": escape(language, quote=True), "note": escape(note),
              "style": look, "script": script, "data": data_of(film, words),
              **{f"word.{name}": escape(word) for name, word in words.items()}}
    # One pass: what stands in a filled-in text is never taken for a place to fill in.
    parts = page.split("{{")
    return parts[0] + "".join(filled[name] + rest for name, _, rest in (part.partition("}}") for part in parts[1:]))


def data_of(film: Film, words: dict[str, str]) -> str:
    """The data of a page as JSON that ends no script: without `<` and `>`."""
    data = {
        "words": words, "wide": WIDE, "chapters": film.chapters, "pieces": list(film.store.pieces),
        "things": list(film.store.numbers),
        "blocks": [[name, width, height, parts] for name, width, height, parts in film.store.blocks],
        "clauses": film.statements, "frames": [_record(frame) for frame in film.frames],
    }
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return written.replace("<", "\\u003c").replace(">", "\\u003e").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _record(frame: ReplayFrame) -> list[object]:
    return [frame.chapter, frame.by, frame.did, frame.events, frame.clauses, frame.comments, frame.status, frame.parts]
