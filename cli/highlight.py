"""Rulebooks and playthroughs to coloured text: lexers for Pygments, found there by the names `rules` and `play`."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Any

from pygments.lexer import RegexLexer, words
from pygments.lexer import bygroups as untyped_bygroups
from pygments.token import Comment, Keyword, Literal, Name, Number, Operator, Punctuation, Text

from ..interpreter.playthroughs.lines.head import WORDS

bygroups: Callable[..., Any] = untyped_bygroups  # Pygments gives it no types

# Words with which a declaration begins, and the name that follows them.
DECLARATIONS = ("rulebook", "variant", "enum", "table", "board", "parameter", "rule", "phase", "function", "event", "end",
                "invariant", "symmetry", "note", "example", "section", "pieces", "require", "exception", "choose")
HEAD = tuple(WORDS)
PLAYED = ("expect", "refuse", "because", "position", "at", "from", "branch", "end", "mark", "back", "to", "use", "auto", "play",
          "until", "most", "reveal", "secretly", "merge", "chance", "check")
EXPECTED = ("over", "by", "won", "drawn", "not", "choices", "include", "exclude", "score", "events", "applied", "sees",
            "cannot", "see", "invariants", "move", "and", "or", "no", "yes", "none", "nothing")


@cache
def keywords() -> tuple[str, ...]:
    """Return the words of the grammar, sorted."""
    grammar = resources.files("rulewright").joinpath("grammar", "rulebook.lark").read_text(encoding="utf-8")
    found = set(re.findall(r'"([a-z]+)"', grammar)) | {"all", "none"}
    # Words that are names elsewhere stand in the grammar as patterns that look at what comes behind them.
    for alternatives in re.findall(r"/\(?([a-z|]+)\)?\(\?=", grammar):
        found |= set(alternatives.split("|"))
    return tuple(sorted(found))


class RulesLexer(RegexLexer):
    """Colours a rulebook: words of the language, names that are declared, texts with what they fill in, numbers.

    A word of the language behind a dot is a name, and so is one in front of an opening bracket.
    """

    name = "Rulewright rulebook"
    aliases = ("rules",)
    filenames = ("*.rules",)
    tokens = {  # noqa: RUF012  (Pygments reads a class attribute)
        "root": [
            (r"#.*$", Comment.Single),
            (r'"', Literal.String, "text"),
            # The first pattern that fits counts: declared names and parts behind a dot come before the words of the language.
            (rf"\b({'|'.join(DECLARATIONS)})(\s+)([^\W\d]\w*)", bygroups(Keyword.Declaration, Text, Name.Function)),
            (r"(\.)([^\W\d]\w*)", bygroups(Punctuation, Name.Attribute)),
            # Alone these are values. In `no p in players: ...` the word begins a condition.
            (r"\b(yes|no|none|all)\b(?!\s+[^\W\d]\w*\s+in\b)", Keyword.Constant),
            (words(keywords(), prefix=r"\b", suffix=r"\b(?!\s*\()"), Keyword),
            (r"[^\W\d]\w*(?=\()", Name.Function),
            (r"[^\W\d]\w*", Name),
            (r"\d+", Number.Integer),
            (r"\.\.|!=|<=|>=|[=<>+*-]", Operator),
            (r"[()\[\]{}:,.]", Punctuation),
            (r"\s+", Text),
        ],
        "text": [
            (r'[^"{}\n]+', Literal.String),
            (r"\{[^}\n]*\}", Literal.String.Interpol),
            (r'"|\n', Literal.String, "#pop"),
        ],
    }


class PlayLexer(RegexLexer):
    """Colours a playthrough: the words that begin a line, who moves, texts and numbers."""

    name = "Rulewright playthrough"
    aliases = ("play",)
    filenames = ("*.play",)
    tokens = {  # noqa: RUF012  (Pygments reads a class attribute)
        "root": [
            (r"#.*$", Comment.Single),
            (r'"[^"\n]*"', Literal.String),
            (rf"^({'|'.join(HEAD)})\b", Keyword.Declaration),
            (rf"^(\s*)({'|'.join(PLAYED)})\b", bygroups(Text, Keyword)),
            (r"^(\s*)([^\W\d]\w*)(:)", bygroups(Text, Name.Tag, Punctuation)),
            (words((*PLAYED, *EXPECTED), prefix=r"\b", suffix=r"\b"), Keyword),
            (r"(\.)([^\W\d]\w*)", bygroups(Punctuation, Name.Attribute)),
            (r"[^\W\d]\w*", Name),
            (r"\d+", Number.Integer),
            (r"[=<>!+*-]+", Operator),
            (r"\s+", Text),
            (r".", Punctuation),
        ],
    }
