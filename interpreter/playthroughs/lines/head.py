"""The head of a playthrough: which game, who plays, with which parameters, by which rules and seed.

`WORDS` says what a line of the head may begin with. A new word is a row there, and a property of
`Head` that says what the lines with it mean.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from attrs import evolve

from ....dsl.source.diagnostics import Diagnostics, did_you_mean
from ....dsl.source.fixes import Redundant, instead
from ....dsl.source.records import frozen
from ....dsl.source.span import Source, Span

NAME = r"[^\W\d]\w*"
# Words that begin lines below the head; no player can be called like this.
BODY_WORDS = ("position", "expect", "refuse", "reveal", "auto", "play", "branch", "end", "use", "mark", "back", "chance")


@frozen
class HeadEntry:
    """One line of the head: its word, the text after it, and where it stands."""

    word: str
    text: str
    span: Span


@frozen
class HeadWord:
    """A word of the head: how a line with it looks, and what is wrong with the text after the word, if anything.

    A word stands once; one that `repeats` stands once for each name before its `=`.
    """

    example: str
    wrong: Callable[[str], str | None]
    repeats: bool = False


@frozen
class Head:
    """The lines of a head, in their order; of a word that stands twice the first."""

    entries: tuple[HeadEntry, ...]

    def entry(self, word: str) -> HeadEntry | None:
        """The first line with this word."""
        return next((entry for entry in self.entries if entry.word == word), None)

    @property
    def game(self) -> str | None:
        """The rulebook, as it is named."""
        text = self._text("game")
        return None if text is None else unquoted(text)

    @property
    def variants(self) -> tuple[str, ...]:
        """The variants it is played with."""
        return tuple(unquoted(name) for entry in self.entries if entry.word == "variant" for name in _names(entry.text))

    @property
    def seats(self) -> tuple[str, ...] | None:
        """The players' names, if they are given."""
        text = self._text("players")
        return None if text is None or text.isdecimal() else tuple(_names(text))

    @property
    def players(self) -> int | None:
        """The number of players, if the head says it."""
        text = self._text("players")
        if text is None:
            return None
        return int(text) if text.isdecimal() else len(_names(text))

    @property
    def parameters(self) -> tuple[tuple[str, str], ...]:
        """Parameters with their values."""
        return self._settings("set")

    @property
    def table(self) -> tuple[tuple[str, str], ...]:
        """Settings of the table that it is played at, with their values. The rules do not depend on them."""
        return self._settings("table")

    @property
    def seed(self) -> int | None:
        """The seed of what chance brings where nothing is written."""
        text = self._text("seed")
        return None if text is None else int(text)

    @property
    def rules(self) -> str | None:
        """The hash of the rules that it was written for."""
        return self._text("rules")

    def _settings(self, word: str) -> tuple[tuple[str, str], ...]:
        split = (entry.text.partition("=") for entry in self.entries if entry.word == word)
        return tuple((name.strip(), value.strip()) for name, _, value in split)

    def _text(self, word: str) -> str | None:
        entry = self.entry(word)
        return None if entry is None else entry.text


def read_head(rows: list[tuple[str, str, Span]], diagnostics: Diagnostics) -> Head:
    """The head from its lines: word, text after it, place. What is wrong is recorded, and left out."""
    entries: list[HeadEntry] = []
    first_spans: dict[tuple[str, str], Span] = {}
    for word, text, span in rows:
        rule = WORDS[word]
        wrong = rule.wrong(text)
        if wrong is not None:
            diagnostics.add("E602", wrong, span, help=f"for example `{rule.example}`")
            continue
        key = (word, text.partition("=")[0].strip() if rule.repeats else "")
        if key in first_spans:
            what = " ".join(part for part in key if part)
            diagnostics.add("E602", f"`{what}` appears twice in the head", span,
                            help=Redundant("leave one of the two lines out"),
                            related=(("the first is here", first_spans[key]),))
            continue
        first_spans[key] = span
        entries.append(HeadEntry(word, text, span))
    return Head(tuple(entries))


def check_complete(head: Head, source: Source, diagnostics: Diagnostics) -> None:
    """Record that the head names no game."""
    if head.game is None and not diagnostics.failed:
        diagnostics.add("E602", "the file names no game", Span(source, 1, 1, 1, 1),
                  help="begin with `game name`")


def unknown_word(word: str, span: Span, diagnostics: Diagnostics) -> None:
    """Record a line among those of the head that begins with no word of it."""
    plain = word.rstrip(":").casefold()
    near = f"write `{WORDS[plain].example}`" if plain in WORDS else did_you_mean(plain, WORDS)
    diagnostics.add("E602", f"`{word}` is not a word of the head", span, help=near or f"there are {', '.join(WORDS)}",
                    fixes=instead(evolve(span, end_column=span.column + len(word)), word, plain) if plain in WORDS else ())


def _names(text: str) -> list[str]:
    """The names in a list with commas; a comma inside quotes parts nothing."""
    return [record.strip() for record in re.findall(r'(?:"[^"]*"?|[^",])+', text) if record.strip()]


def can_be_called(name: str) -> bool:
    """Return whether a player can have this name in a playthrough: a name that begins no other line."""
    return name not in (*WORDS, *BODY_WORDS) and re.fullmatch(NAME, name) is not None


def quoted(name: str) -> str:
    """A name as it can stand in a line: in quotes where it holds a sign that would end it."""
    return f'"{name}"' if re.search(r'[#,]|^\s|\s$', name) else name


def unquoted(text: str) -> str:
    """A text without the quotes around it."""
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


def _wrong_game(text: str) -> str | None:
    return None if text else "`game` names no game"


def _wrong_variant(text: str) -> str | None:
    return None if _names(text) else "`variant` names no variant"


def _wrong_players(text: str) -> str | None:
    if text.isdecimal():
        # The number of characters comes first: `int` takes long for very long texts, or raises ValueError.
        return None if len(text) < 4 and int(text) > 0 else f"`{text}` is not a number of players"
    names = _names(text)
    bad = next((name for name in names if not can_be_called(name)), None)
    if bad is not None:
        return f"`{bad}` is not a name for a player"
    twice = next((name for i, name in enumerate(names) if name in names[:i]), None)
    if twice is not None:
        return f"two players are called `{twice}`"
    return None if names else "`players` names no player"


def _wrong_setting(word: str) -> Callable[[str], str | None]:
    """The function that reports a line with this word that does not set anything."""

    def wrong(text: str) -> str | None:
        name, _, value = text.partition("=")
        return None if name.strip() and value.strip() else f"`{f'{word} {text}'.strip()}` sets nothing"

    return wrong


def _wrong_seed(text: str) -> str | None:
    # A number of 18 digits fits into 64 bits, as the chance of both generators needs it.
    return None if re.fullmatch(r"-?[0-9]{1,18}", text) else f"`{text}` is not a number"


def _wrong_rules(text: str) -> str | None:
    return None if text else "`rules` gives no hash"


WORDS: Mapping[str, HeadWord] = {
    "game": HeadWord("game name", _wrong_game),
    "variant": HeadWord("variant name", _wrong_variant, repeats=True),
    "players": HeadWord("players Anna, Boris", _wrong_players),
    "set": HeadWord("set parameter = value", _wrong_setting("set"), repeats=True),
    "table": HeadWord("table language = ru", _wrong_setting("table"), repeats=True),
    "seed": HeadWord("seed 7", _wrong_seed),
    "rules": HeadWord("rules 3f2a9c71b0de", _wrong_rules),
}
