"""Rulebooks and the files beside them to coloured text: lexers for Pygments, found there by the endings of the files."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Any

from pygments.lexer import RegexLexer, words
from pygments.lexer import bygroups as untyped_bygroups
from pygments.token import Comment, Keyword, Literal, Name, Number, Operator, Punctuation, Text

from ...interpreter.playthroughs.lines.head import WORDS

bygroups: Callable[..., Any] = untyped_bygroups  # Pygments gives it no types

# Words with which a declaration begins, and the name that follows them.
DECLARATIONS = ("rulebook", "variant", "enum", "table", "board", "parameter", "rule", "phase", "function", "event", "end",
                "invariant", "symmetry", "note", "example", "section", "pieces", "require", "exception", "choose")
HEAD = tuple(WORDS)
PLAYED = ("expect", "refuse", "because", "position", "at", "from", "branch", "end", "mark", "back", "to", "use", "auto", "play",
          "until", "most", "reveal", "secretly", "merge", "chance", "check")
EXPECTED = ("over", "by", "won", "drawn", "not", "choices", "include", "exclude", "score", "events", "applied", "sees",
            "cannot", "see", "invariants", "move", "and", "or", "no", "yes", "none", "nothing")
# The words that lines of texts and look files begin with, and those of look files behind them.
WORDED = ("move", "roll", "word", "player", "piece")
LOOKS = ("colour", "symbol", "show", "role", "owner", "size", "gap", "row", "caption")
DRAWN = ("board", "hand", "beside", "nowhere", "circle", "square", "diamond", "hexagon", "octagon", "shield", "star", "house",
         "tower", "card", "drop", "triangle", "owner", "ground", "pieces", "path", "from")


@cache
def keywords() -> tuple[str, ...]:
    """Return the words of the grammar, sorted."""
    grammar = resources.files("rulewright").joinpath("grammar", "rulebook.lark").read_text(encoding="utf-8")
    grammar_words = set(re.findall(r'"([a-z]+)"', grammar)) | {"all", "none"}
    # Words that are names elsewhere stand in the grammar as patterns that look at what comes behind them.
    for alternatives in re.findall(r"/\(?([a-z|]+)\)?\(\?=", grammar):
        grammar_words |= set(alternatives.split("|"))
    return tuple(sorted(grammar_words))


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


class EvaluationLexer(RulesLexer):
    """Colours an evaluation file: expressions of the rulebook, and `me`, for whom the position is weighed."""

    name = "Rulewright evaluation"
    aliases = ("evaluation",)
    filenames = ("*.evaluation",)
    tokens = {  # noqa: RUF012  (Pygments reads a class attribute)
        "root": [(r"\bme\b", Name.Builtin.Pseudo), *RulesLexer.tokens["root"]],
        "text": RulesLexer.tokens["text"],
    }


class TextsLexer(RegexLexer):
    """Colours the texts of a rulebook in a language: the names of clauses, their texts, the values and conditions in them."""

    name = "Rulewright texts"
    aliases = ("texts",)
    filenames = ("*.texts",)
    tokens = {  # noqa: RUF012  (Pygments reads a class attribute)
        "root": [
            (r"^\s*#.*$", Comment.Single),
            (r"^(texts)( +)(of)( +)([^\W\d]\w*)(?:(:)([^\W\d]\w*))?( +)(in)( +)([a-z]+)",
             bygroups(Keyword.Declaration, Text, Keyword, Text, Name.Namespace, Punctuation, Name.Namespace, Text, Keyword,
                      Text, Name.Constant)),
            (r"^leave out\b", Keyword, "left_out"),
            (rf"^({'|'.join(WORDED)})( +)(?=[^\W\d])", bygroups(Keyword, Text), "entry"),
            (r"^(?=[^\W\d])", Text, "entry"),
            (r'"', Literal.String, "text"),
            (r"\s+", Text),
            (r".", Punctuation),
        ],
        "entry": [
            (r"[0-9a-f]{8}\s*$", Number.Hex, "#pop"),
            (r"[^\W\d][\w.]*", Name.Function),
            (r" +", Text),
            (r"(?=.|\n)", Text, "#pop"),
        ],
        "left_out": [
            (r"\n", Text, "#pop"),
            (r"(\bwhen\b)(.*)", bygroups(Keyword, Literal.String.Interpol)),
            (r"[^\W\d][\w.]*", Name.Function),
            (r" +", Text),
            (r".", Punctuation),
        ],
        "text": [
            (r'[^"{}\[\]\n]+', Literal.String),
            (r"\{[^}\n]*\}", Literal.String.Interpol),
            # A part that is said under a condition.
            (r"\[", Punctuation, "part"),
            (r"[\]}{]", Punctuation),
            (r'"|\n', Literal.String, "#pop"),
        ],
        "part": [
            (r"(\bwhen\b)([^\]\"\n]*)", bygroups(Keyword, Literal.String.Interpol)),
            (r'(?:(?!\bwhen\b)[^"{}\[\]\n])+', Literal.String),
            (r"\{[^}\n]*\}", Literal.String.Interpol),
            (r"\]", Punctuation, "#pop"),
            (r'(?=["\n])', Text, "#pop"),
            (r".", Punctuation),
        ],
    }


class LookLexer(RegexLexer):
    """Colours a look file: the words that lines begin with, colours, shapes, texts and numbers."""

    name = "Rulewright look"
    aliases = ("look",)
    filenames = ("*.look",)
    tokens = {  # noqa: RUF012  (Pygments reads a class attribute)
        "root": [
            (r'"[^"\n]*"?', Literal.String),
            # In third place a `#` begins no remark.
            (r"^(colour)( +)([^\s\"]+)( +)(#[^\s\"]+)", bygroups(Keyword.Declaration, Text, Name, Text, Number.Hex)),
            (r"(?:(?<=\s)|^)#.*$", Comment.Single),
            (rf"^({'|'.join(LOOKS)})\b", Keyword.Declaration),
            (rf"\b({'|'.join(DRAWN)})\b", Keyword),
            (r"[^\W\d][\w.]*", Name),
            (r"-?\d+(?:\.\d+)?", Number),
            (r"\s+", Text),
            (r".", Punctuation),
        ],
    }


# The lexer of a file, by its ending.
LEXERS: dict[str, type[RegexLexer]] = {
    name.removeprefix("*"): lexer for lexer in (RulesLexer, PlayLexer, EvaluationLexer, TextsLexer, LookLexer)
    for name in lexer.filenames}
