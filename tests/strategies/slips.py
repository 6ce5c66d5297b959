"""Texts after slips as authors make them: rulebooks, variants, and words and lines of them in any order."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from pathlib import Path

from hypothesis import strategies as st

from rulewright.dsl.source.span import code_of

ROOT = Path(__file__).parents[2]
_WORD = re.compile(r'"[^"\n]*"|\w+|\.\.|[^\w\s]')


def _text_of(main: Path) -> str:
    """A rulebook with the files it uses, as one text."""
    text = main.read_text()
    for name in re.findall(r'^use "([^"]+)"$', text, re.MULTILINE):
        text += "\n" + (main.parent / name).read_text()
    return re.sub(r'^use "[^"]+"$', "", text, flags=re.MULTILINE)


RULEBOOKS = tuple(
    _text_of(path)
    for path in (*sorted((ROOT / "games" / "tutorial").glob("*.rules")),
                 ROOT / "games" / "carolus_magnus" / "carolus_magnus.rules",
                 *sorted((ROOT / "tests" / "dsl" / "golden").glob("*.rules"))))
WORDS = tuple(sorted({word for text in RULEBOOKS for word in _WORD.findall(re.sub(r"#.*", "", text))}))
LINES = tuple(sorted({line for text in RULEBOOKS for line in text.split("\n")}))

lines = st.sampled_from(LINES)
words = st.sampled_from(WORDS)


@st.composite
def mutated_rulebooks(draw: st.DrawFn) -> str:
    """A real rulebook after a few slips: lines and words left out, doubled, exchanged, replaced or moved."""
    text: str = draw(st.sampled_from(RULEBOOKS))
    for _ in range(draw(st.integers(1, 4))):
        text = draw(one_slip(text))
    return text


@st.composite
def slipped(draw: st.DrawFn, text: str) -> str:
    """A text after a few slips."""
    for _ in range(draw(st.integers(1, 3))):
        text = draw(one_slip(text))
    return text


@st.composite
def one_slip(draw: st.DrawFn, text: str) -> str:
    """A text after a slip: a line or a word left out, doubled, exchanged, replaced or moved."""
    return draw(_line_slips(text) if draw(st.booleans()) else _word_slips(text))


def with_an_edit(text: str, words: Sequence[str], dice: random.Random) -> str:
    """A text with something left out, put in or written twice, or with a line more: an edit of a long session by a seed."""
    at = dice.randrange(len(text) + 1)
    match dice.randrange(4):
        case 0:
            return text[:at] + text[at + dice.randrange(1, 30) :]
        case 1:
            return text[:at] + dice.choice(words) + text[at:]
        case 2:
            return text[:at] + text[max(0, at - 30) : at] + text[at:]
        case _:
            lines = text.split("\n")
            lines.insert(dice.randrange(len(lines) + 1), dice.choice(("", "# a line more")))
            return "\n".join(lines)


# ---- Variants ------------------------------------------------------------------------------------


def _edits_of(path: Path) -> list[str]:
    """The edits and declarations of a variant, each as it is written, without comments."""
    plain = "\n".join(code_of(line) for line in path.read_text().split("\n"))
    return [part.strip("\n") for part in re.split(r"\n(?=\S)", plain)[1:] if part.strip()]


VARIANTS = ROOT / "tests" / "errors" / "cases" / "variants"
VARIED = (VARIANTS / "base.rules").read_text()
EDITS = tuple(sorted({edit for path in VARIANTS.glob("E*.rules") for edit in _edits_of(path)}))


@st.composite
def drawn_variants(draw: st.DrawFn, name: str, base: str = "base") -> str:
    """A variant of the rulebook of the error cases: some edits, right and wrong ones, after a few slips."""
    edits = draw(st.lists(st.sampled_from(EDITS), max_size=6))
    text = "\n\n".join(edits)
    for _ in range(draw(st.integers(0, 3))):
        text = draw(one_slip(text))
    return f"variant {name} of {base}\n\n{text}\n"


@st.composite
def _line_slips(draw: st.DrawFn, text: str) -> str:
    parts = text.split("\n")
    at, other = (draw(st.integers(0, len(parts) - 1)) for _ in range(2))
    match draw(st.sampled_from(("drop", "double", "swap", "insert", "indent", "dedent"))):
        case "drop":
            del parts[at]
        case "double":
            parts.insert(at, parts[at])
        case "swap":
            parts[at], parts[other] = parts[other], parts[at]
        case "insert":
            parts.insert(at, draw(lines))
        case "indent":
            parts[at] = "    " + parts[at]
        case _:
            parts[at] = parts[at].removeprefix("    ")
    return "\n".join(parts)


@st.composite
def _word_slips(draw: st.DrawFn, text: str) -> str:
    found = list(_WORD.finditer(text))
    if not found:
        return text
    pair: list[re.Match[str]] = [draw(st.sampled_from(found)) for _ in range(2)]
    hit, two = sorted(pair, key=lambda match: match.start())
    match draw(st.sampled_from(("drop", "double", "swap", "replace", "paste"))):
        case "drop":
            return text[: hit.start()] + text[hit.end():]
        case "double":
            return f"{text[: hit.end()]} {text[hit.start():]}"
        case "swap" if hit is not two:
            return text[: hit.start()] + two.group() + text[hit.end(): two.start()] + hit.group() + text[two.end():]
        case "replace":
            return text[: hit.start()] + str(draw(words)) + text[hit.end():]
    return text[: hit.start()] + two.group() + text[hit.end():]


any_text = st.one_of(
    st.text(max_size=200),
    st.lists(lines, max_size=30).map("\n".join),
    st.lists(st.one_of(words, st.sampled_from(("\n", "\n    ", "\n        ", " ", "\t", '"', "{", "}")))).map(" ".join),
)
