"""Wordings to text: numbers from the rules, terms from the glossary in the form that fits, names of what is played."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from attrs import define, evolve, field

from ...dsl import syntax as ast
from ...dsl.source.diagnostics import did_you_mean
from ...dsl.source.fixes import Meant
from ...dsl.statements.glossary import Glossary, Term
from ...dsl.statements.languages import Language
from .wordings import ConditionalPart, Placeholder, placeholder

FLAGS = ("yes", "no")
_NAME = re.compile(r"[^\W\d_]\d")
_WORD = re.compile(r"[^\W\d]\w*")
_COMPARED = re.compile(r"(?P<name>\w+)\s*(?P<sign>!?=)\s*(?P<word>\w+)")
_BLANKS = re.compile(r" +(?=[ ,.;:]|$)")
# At most how many names a help lists.
LISTED = 6
NO_BREAK = "\N{NO-BREAK SPACE}"


def statement_parts(text: ast.Text) -> tuple[str | Placeholder, ...]:
    """A text of the rulebook in the parts of a wording."""
    return tuple(part if isinstance(part, str) else placeholder(part.span.text, part.span) for part in text.parts)


def begins_sentence(before: str) -> bool:
    """Return whether a sentence begins behind these words."""
    return not before.strip("«“„\"( ") or before.rstrip().endswith((".", "!", "?"))


def nearest_word(expression: str, known: Sequence[str]) -> Meant | None:
    """Return the help for the first word of an expression that is not known, but near to one that is."""
    words = (word for word in _WORD.findall(expression) if word not in known)
    return next((near for word in words if (near := did_you_mean(word, known)) is not None), None)


def form_to_add(term: Term, form: str) -> str:
    """Return the help for a term that lacks a form: where to write it, and how."""
    span = term.span
    return f"add `{form}=...` to the forms of `{term.text}`, in line {span.line} of `{Path(span.source.name).name}`"


def term_to_write(glossary: Glossary, concept: str) -> str:
    """Return the help for a text that does not name a concept of its glossary: which term to write."""
    term = glossary.preferred(concept)
    if term is not None:
        return f"write `{{{concept}}}` where the text speaks of it: its term is `{term.text}`"
    allowed = ", ".join(f"`{term.text}`" for term in glossary.terms_of(concept) if term.status == "allowed")
    name = Path(glossary.source.name).name
    return f"use one of its terms, {allowed}" if allowed else f"`{name}` only forbids terms of it: add the one to use"


@define
class Filling:
    """The values that fill the texts of a language.

    `value_of` gives the value of an expression of the rulebook, as a number or word, or None if it has none.
    `names` are the names of values that a text may use, with what stands for them: a word of the rulebook, or the
    name of a player. A word that is a concept is written as its term, one that `word_of` knows as that says. What cannot
    be filled in is noted in `missing`, with what to write instead; `numbers` are those of values.
    """

    language: str
    glossary: Glossary | None
    value_of: Callable[[str], int | str | None]
    names: Mapping[str, str] = field(factory=dict)
    missing: list[tuple[Placeholder | ConditionalPart, str, str | None]] = field(factory=list)
    word_of: Callable[[str], str | None] = lambda _: None
    numbers: tuple[str, ...] = ()

    def text(self, parts: tuple[str | Placeholder | ConditionalPart, ...], fragment: bool = False) -> str:
        """The whole text; at the beginning of a sentence terms begin with a capital, but not where a fragment begins."""
        out = ""
        for part in (node for node in parts if self.is_included(node)):
            if isinstance(part, ConditionalPart):
                out += self.text(part.parts, fragment=bool(out))
                continue
            filled = part if isinstance(part, str) else self.placeholder(part)
            # A name such as `d5` stays as it is.
            begins = (isinstance(part, Placeholder) and begins_sentence(out) and not (fragment and not out)
                      and not _NAME.match(filled))
            out += filled[:1].upper() + filled[1:] if begins else filled
        # What is not said leaves blanks behind.
        return _BLANKS.sub("", out) if any(isinstance(node, ConditionalPart) for node in parts) else out

    def is_included(self, part: str | Placeholder | ConditionalPart) -> bool:
        """Return whether the condition of a part holds, if it has one."""
        if not isinstance(part, ConditionalPart):
            return True
        holds = self.value_of(part.condition)
        if holds in FLAGS:
            return holds == "yes"
        compared = _COMPARED.fullmatch(part.condition)
        if compared is not None and compared["name"] in self.names:
            return (self.names[compared["name"]] == compared["word"]) == (compared["sign"] == "=")
        why = f"`{part.condition}` is not a condition that is known before play"
        self.missing.append((part, why, nearest_word(part.condition, self.numbers)))
        return False

    def placeholder(self, item: Placeholder) -> str:
        """Return the text in place of a placeholder."""
        if item.concept is not None:
            return self.counted(item, item.concept)
        known = self.names.get(item.written)
        if known is not None:
            return self.word(evolve(item, form=""), known)
        word = self.names.get(item.value)
        if word is not None:
            return self.word(item, word)
        value = None if item.form else self.value_of(item.value)
        if value is not None:
            return self.word(item, str(value))
        term = self.term(item.value)
        if term is None:
            why = f"`{item.written}` is neither a number of the rulebook nor a concept of the glossary"
            near = nearest_word(item.value, (*self.numbers, *self.names, *self.concepts))
            return self.lost(item, why, near or f"{self._numbers_there}; {self._concepts_there}")
        return self.form(item, term)

    def word(self, item: Placeholder, word: str) -> str:
        """A word of the rulebook by its term, if it is a concept; names and numbers as they are."""
        known = None if item.form else self.word_of(word)
        if known is not None:
            return known
        term = self.term(word)
        return word.replace("_", " ") if term is None else self.form(item, term)

    def counted(self, item: Placeholder, concept: str) -> str:
        """A number with the term of what it counts, in the form that stands behind this number."""
        value = self.names.get(item.value) or self.value_of(item.value)
        term = self.term(concept)
        if term is None:
            return self.lost(item, f"`{concept}` is not a concept of the glossary",
                             nearest_word(concept, self.concepts) or self._concepts_there)
        if value is None or not str(value).isdigit():
            why = f"`{item.value}` is not a number of the rulebook"
            return self.lost(item, why, nearest_word(item.value, (*self.numbers, *self.names)) or self._numbers_there)
        forms = Language(self.language).counted_form(int(value), item.form)
        for name in forms:
            if name == "" or name in term.forms:
                return f"{value}{NO_BREAK}{term.forms.get(name, term.text)}"
        return self.lost(item, f"`{term.text}` has no form `{forms[-1]}`, which follows {value}", form_to_add(term, forms[-1]))

    def form(self, item: Placeholder, term: Term) -> str:
        """A term in the form that a placeholder asks for."""
        if not item.form:
            return term.text
        return term.forms.get(item.form) or self.lost(item, f"`{term.text}` has no form `{item.form}`",
                                                      did_you_mean(item.form, term.forms) or form_to_add(term, item.form))

    def term(self, concept: str) -> Term | None:
        """The preferred term of a concept."""
        return None if self.glossary is None else self.glossary.preferred(concept)

    @property
    def concepts(self) -> tuple[str, ...]:
        """The concepts of the glossary."""
        return () if self.glossary is None else self.glossary.concepts

    @property
    def _concepts_there(self) -> str:
        if self.glossary is None:
            return f"there is no glossary in `{self.language}`"
        return f"add a line for the concept to `{Path(self.glossary.source.name).name}`"

    @property
    def _numbers_there(self) -> str:
        if not self.numbers:
            return "write the number as a word"
        return f"the rulebook has {', '.join(f'`{name}`' for name in self.numbers[:LISTED])}" + (
            f" and {len(self.numbers) - LISTED} more" if len(self.numbers) > LISTED else "")

    def lost(self, item: Placeholder, why: str, help: str) -> str:
        """Note that a placeholder cannot be filled, with what to write instead; it stays as it is written."""
        self.missing.append((item, why, help))
        return f"{{{item.written}}}"
