"""Text -> what a look file says, and what is wrong with its lines.

    colour suit.red #d7301f                    colour of a value, a field, a seat or a ground
    symbol king star "E"                   shape by name, letters on it
    symbol forts path "M10 90 V40 H90 V90 Z" or an outline of its own
    show supply beside                         board, hand, beside, nowhere
    role holder owner                          owner, ground, pieces
    owner unit from holder                     whose the pieces of a field are
    size board 96                             width of a space
    gap board 6                               space between spaces
    row track S1 S2 . S3                      spaces side by side, `.` for an empty place; one line for each row, from above
    caption ru reserve "запас"                 a name in a language
"""

from __future__ import annotations

import re
from collections.abc import Callable

from attrs import evolve

from ...dsl.source.diagnostics import Diagnostics, did_you_mean
from ...dsl.source.span import Source, Span
from .colours import WORDS, colour_of
from .syntax import EMPTY, PLACES, ROLES, SHAPES, Look, LookWord, Symbol

_WORDS = re.compile(r'"(?P<text>[^"]*)"|(?P<word>[^\s"]+|"[^"]*)')
# What a path may hold: commands and numbers, nothing else; so a path is safe to write into SVG.
_PATH = re.compile(r"[MmLlHhVvCcSsQqTtAaZz0-9eE.,\s+-]{1,2000}")
_LANGUAGE = re.compile(r"[a-z]{2,3}")
SIZES = range(24, 241)
GAPS = range(41)
MOST_LETTERS = 4
# No more rows, and no more spaces in one, lay out a board.
MOST_IN_ROW = 60


class _Wrong(Exception):
    """A line that cannot be read: what is wrong, and what helps."""

    def __init__(self, message: str, help: str | None = None, word: LookWord | None = None, code: str = "E611") -> None:
        super().__init__(message)
        self.message, self.help, self.at, self.code = message, help, word, code


def read_look(source: Source, diagnostics: Diagnostics) -> Look:
    """Read a look file. Record what is wrong with its lines, and leave them out."""
    look, lines_by_key = Look(), dict[tuple[str, str], LookWord]()
    for number, line in enumerate(source.text.split("\n"), start=1):
        words = _words(source, number, line)
        if not words:
            continue
        try:
            _with_line(look, words, lines_by_key)
        except _Wrong as wrong:
            diagnostics.add(wrong.code, wrong.message, (wrong.at or words[0]).span, help=wrong.help)
    return look


def _words(source: Source, number: int, line: str) -> list[LookWord]:
    """The words of a line; texts in quotes begin with a quote, `#` outside them and behind a blank begins a comment."""
    out: list[LookWord] = []
    for match in _WORDS.finditer(line):
        text = match["word"] if match["text"] is None else '"' + match["text"]
        # In third place behind `colour`, `#d7301f` is a colour and begins no comment.
        is_colour = len(out) == 2 and out[0].text == "colour" and len(text) > 1
        if text.startswith("#") and not is_colour:
            break
        out.append(LookWord(text, Span(source, number, match.start() + 1, number, match.end() + 1)))
    return out


def _with_line(look: Look, words: list[LookWord], lines_by_key: dict[tuple[str, str], LookWord]) -> None:
    first, rest = words[0], words[1:]
    if first.text not in _LINES:
        raise _Wrong(
            f"a line of a look file cannot begin with `{first.text}`",
            did_you_mean(first.text, _LINES) or f"begin it with one of {', '.join(_LINES)}",
        )
    if not rest:
        raise _Wrong(f"`{first.text}` of what", f"write `{FORMS[first.text]}`")
    for word in rest[1:] if first.text == "row" else ():
        _once(("space", f"{rest[0].text} {word.text}"), word, lines_by_key, f"`{word.text}` stands in a row twice")
    # A caption is of a language and a name, and each other line of one name.
    key = (first.text, " ".join(word.text for word in (rest[:2] if first.text == "caption" else rest[:1])))
    if first.text != "row":
        _once(key, first, lines_by_key, f"`{' '.join(key)}` is said twice")
    _LINES[first.text](look, first, rest)


def _once(key: tuple[str, str], word: LookWord, lines_by_key: dict[tuple[str, str], LookWord], message: str) -> None:
    """Note the subject of a line. No other line may have it; `.` has none."""
    if word.text == EMPTY:
        return
    if key in lines_by_key:
        raise _Wrong(message, f"the first time in line {lines_by_key[key].span.line}", word, "E614")
    lines_by_key[key] = word


def _needs(first: LookWord, rest: list[LookWord], count: int) -> None:
    if len(rest) != count:
        raise _Wrong(f"`{first.text}` takes {count} words, and here are {len(rest)}", f"write `{FORMS[first.text]}`")


def _name(word: LookWord) -> str:
    if word.text.startswith('"'):
        raise _Wrong("write a name of the rulebook without quotes", None, word)
    return word.text


def _colour(look: Look, first: LookWord, rest: list[LookWord]) -> None:
    _needs(first, rest, 2)
    colour = colour_of(rest[1].text)
    if colour is None:
        raise _Wrong(
            f"`{rest[1].text}` is not a colour",
            did_you_mean(rest[1].text, WORDS) or "write #rrggbb, or a word such as red",
            rest[1],
            "E613",
        )
    look.colours[_name(rest[0])] = colour
    look.named.append(("thing", rest[0]))


def _symbol(look: Look, first: LookWord, rest: list[LookWord]) -> None:
    symbol = _symbol_of(first, rest[1:])
    look.symbols[_name(rest[0])] = symbol
    look.named.append(("thing", rest[0]))


def _symbol_of(first: LookWord, words: list[LookWord]) -> Symbol:
    symbol = Symbol()
    if words[:1] and words[0].text == "path":
        symbol, words = Symbol(path=_path(first, words[1:])), words[2:]
    elif words and not words[0].text.startswith('"'):
        symbol, words = Symbol(shape=SHAPES[_which(words[0], SHAPES, "shape", ', or `path "M..."`')]), words[1:]
    if words and words[0].text.startswith('"'):
        letters = words[0].text[1:]
        if len(letters) > MOST_LETTERS or not letters.isprintable():
            raise _Wrong(f"at most {MOST_LETTERS} letters fit on a piece", None, words[0], "E613")
        symbol, words = evolve(symbol, letters=letters), words[1:]
    if words or symbol == Symbol():
        raise _Wrong(
            "a symbol is a shape, letters in quotes, or both", f"write `{FORMS['symbol']}`", words[0] if words else None
        )
    return symbol


def _path(first: LookWord, words: list[LookWord]) -> str:
    if not words or not words[0].text.startswith('"'):
        raise _Wrong("put a path in quotes", 'write `path "M10 90 L50 10 L90 90 Z"`')
    path = " ".join(words[0].text[1:].split())
    if not _PATH.fullmatch(path) or path[0] not in "Mm":
        raise _Wrong(
            "this is not a path of SVG", 'it begins with M, and has commands and numbers only: "M10 90 L50 10 Z"', words[0],
            "E613",
        )
    return path


def _show(look: Look, first: LookWord, rest: list[LookWord]) -> None:
    words = [word for word in rest if word.text not in ("on", "in")]
    _needs(first, words, 2)
    place = _which(words[1], PLACES, "place")
    look.places[_name(rest[0])] = PLACES[place]
    look.named.append(("field", rest[0]))


def _role(look: Look, first: LookWord, rest: list[LookWord]) -> None:
    _needs(first, rest, 2)
    role = _which(rest[1], ROLES, "role")
    look.roles[_name(rest[0])] = ROLES[role]
    look.named.append(("field", rest[0]))


def _owner(look: Look, first: LookWord, rest: list[LookWord]) -> None:
    _needs(first, rest, 3)
    if rest[1].text != "from":
        raise _Wrong("the owner comes `from` a field", f"write `{FORMS['owner']}`", rest[1])
    look.owners[_name(rest[0])] = _name(rest[2])
    look.named.extend((("field", rest[0]), ("field", rest[2])))


def _which(word: LookWord, known: tuple[str, ...], what: str, others: str = "") -> int:
    """The place of a word among those that can stand there."""
    if word.text not in known:
        help = did_you_mean(word.text, known) or f"one of {', '.join(known)}{others}"
        raise _Wrong(f"`{word.text}` is not a {what}", help, word, "E613")
    return known.index(word.text)


def _number(first: LookWord, rest: list[LookWord], allowed: range) -> int:
    _needs(first, rest, 2)
    text = rest[1].text
    if not re.fullmatch(r"[0-9]{1,4}", text) or int(text) not in allowed:
        raise _Wrong(f"`{text}` is not a number from {allowed.start} to {allowed.stop - 1}", None, rest[1], "E613")
    return int(text)


def _size(look: Look, first: LookWord, rest: list[LookWord]) -> None:
    number = _number(first, rest, SIZES)
    look.sizes[_name(rest[0])] = number
    look.named.append(("board", rest[0]))


def _gap(look: Look, first: LookWord, rest: list[LookWord]) -> None:
    number = _number(first, rest, GAPS)
    look.gaps[_name(rest[0])] = number
    look.named.append(("board", rest[0]))


def _row(look: Look, first: LookWord, rest: list[LookWord]) -> None:
    if len(rest) < 2:
        raise _Wrong("a row has a board and its spaces", f"write `{FORMS['row']}`")
    if len(rest) > MOST_IN_ROW or len(look.rows.get(rest[0].text, ())) >= MOST_IN_ROW:
        raise _Wrong(f"a board has at most {MOST_IN_ROW} rows of {MOST_IN_ROW} spaces")
    look.rows.setdefault(_name(rest[0]), []).append(tuple(_name(word) for word in rest[1:]))
    look.named.append(("board", rest[0]))
    look.named.extend(("thing", word) for word in rest[1:] if word.text != EMPTY)


def _caption(look: Look, first: LookWord, rest: list[LookWord]) -> None:
    _needs(first, rest, 3)
    language, name, text = rest
    if not _LANGUAGE.fullmatch(language.text):
        raise _Wrong(f"`{language.text}` is not a language", "write two letters, such as en or ru", language, "E613")
    if not text.text.startswith('"') or not text.text[1:].strip():
        raise _Wrong("a caption is a text in quotes", f"write `{FORMS['caption']}`", text)
    look.captions[(language.text, _name(name))] = text.text[1:].strip()
    look.named.append(("thing", name))


_LINES: dict[str, Callable[[Look, LookWord, list[LookWord]], None]] = {
    "colour": _colour,
    "symbol": _symbol,
    "show": _show,
    "role": _role,
    "owner": _owner,
    "size": _size,
    "gap": _gap,
    "row": _row,
    "caption": _caption,
}
FORMS = {
    "colour": "colour red #d7301f",
    "symbol": 'symbol guard shield "G"',
    "show": "show supply beside",
    "role": "role holder owner",
    "owner": "owner unit from holder",
    "size": "size board 80",
    "gap": "gap board 4",
    "row": "row board S1 S2 . S3",
    "caption": 'caption en reserve "Reserve"',
}
