"""Check the surface of a text: sentences in another language, garbled signs, lone letters."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from unicodedata import name

from ...alignment.aligned import AlignedDocument
from ...decisions.findings import Finding
from ...document.words import Word, is_unspaced

# A word with a sign among its letters, or a bracket that only closes, or an `&` behind it; an address is none.
_BROKEN = re.compile(r"\b\w*[^\W\d_](?:[#%@$*^~¬¦!]+[^\W\d_]\w*)+\b(?![.:/@]\w)|"
                     r"\b\d+[!¦¬]+[^\W\d_]\w*|(?<![\[\w])[^\W\d_]+\][^\W\d_]+|\b[^\W\d_]+&(?![\w;])")
_SIGNS = re.compile(r"[$\ufffd¬¦~^{}\\]|\?{2,}")
# Brackets or quotation marks around nothing, as an icon leaves behind that is lost; `[ ]` before an item is a box to tick.
_EMPTY = re.compile(r"\([\s,;.:/–—-]*\)|(?<!^)(?<!\w)\[\s*\]|（\s*）|\{\s*\}|«\s*»|„\s*[“”]|“\s*”")
_ROMAN = ("I", "V", "X")
# A capital letter alone is a label where it stands with others, or is used so often.
LABEL = 2
# The letters that are written for the sign of multiplication, and what stands before and behind one, so near.
_TIMES = ("x", "х")
AMOUNT = 20
_AMOUNT, _COUNTED = re.compile(r"\d\s*$"), re.compile(r"\s*\w")


def check(aligned: AlignedDocument) -> Iterator[Finding]:
    """Findings on the surface of each sentence. A term of the glossary is meant, and so is a name of the rules."""
    document = aligned.document
    for index, code in document.strange.items():
        sentence = document.sentences[index]
        if aligned.mark(index) not in ("credit", "flavour"):
            yield Finding("accuracy/untranslated", f"this sentence is not in the document's language, but in {code}",
                          _clause(aligned, index), sentence.number, sentence.line, document.language.code, code,
                          document.wholes[index])
    labels = Counter(word.written for shown in document.evidence for word in shown.words
                     if len(word.written) == 1 and word.written.isupper())
    for index, (sentence, shown) in enumerate(zip(document.sentences, document.evidence, strict=True)):
        if index in document.strange:
            continue
        broken = [hit.span() for hit in _BROKEN.finditer(sentence.text)]
        empty = [hit.span() for hit in _EMPTY.finditer(sentence.text)]
        signs = [sign for sign in _SIGNS.finditer(sentence.text) if not _lies_in(sign.start(), empty)]
        terms = {place for mention in shown.mentions for place in range(mention.place, mention.place + mention.size)}
        loose = [(i, word) for i, word in enumerate(shown.words) if i not in terms and not _lies_in(word.start, broken)]
        lone = [word.written for _, word in loose if _is_lone(aligned, sentence.text, word, labels)]
        numbered = {number.match.first for number in shown.numbers}
        mixed = [word.written for i, word in loose
                 if word.folded not in aligned.facts.labels and _is_mixed(word, i in numbered)]
        quoted = [*(sentence.text[start:end] for start, end in (*broken, *empty)),
                  *(sign[0] for sign in signs if not _lies_in(sign.start(), broken)), *lone, *mixed]
        if quoted:
            yield Finding("fluency/garbled", f"the author can hardly mean {', '.join(f'`{text}`' for text in quoted)}",
                          _clause(aligned, index), sentence.number, sentence.line, None, " ".join(quoted),
                          document.wholes[index])


def _lies_in(place: int, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start <= place < end for start, end in spans)


def _clause(aligned: AlignedDocument, index: int) -> str | None:
    return next(iter(aligned.claimed.get(index, ())), None)


def _is_lone(aligned: AlignedDocument, text: str, word: Word, labels: Counter[str]) -> bool:
    """Return whether a lone letter is no word of the language, no label, no Roman number, no sign of multiplication,

    no abbreviation, and no ending in brackets or of a number.
    """
    language = aligned.document.language
    if (len(word.folded) != 1 or not word.written.isalpha() or word.folded in language.one_letter_words
            or is_unspaced(word.written)):
        return False
    amount = _AMOUNT.search(text[max(0, word.start - AMOUNT) : word.start]) is not None
    if word.folded in _TIMES and amount and _COUNTED.match(text, word.end):
        return False
    behind = text[word.end : word.end + 2]
    if behind.startswith(")") or (behind[:1] == "." and (behind[1:].isalpha() or word.folded in language.abbreviations)):
        return False
    before = text[max(0, word.start - 2) : word.start]
    if (before[-1:] == "-" and before[:1].isdigit()) or word.written in _ROMAN:
        return False
    if before[-1:] in ("'", "’") or behind[:1] in ("'", "’") or (before[-1:] == "." and before[:1].isalpha()):
        return False
    return not (word.written.isupper() and labels[word.written] >= LABEL)


def _is_mixed(word: Word, is_number: bool) -> bool:
    """Return whether a word mixes scripts, or digits and letters in a way that is no number."""
    scripts = {_script(letter) for letter in word.written if letter.isalpha()}
    digits = any(letter.isdigit() for letter in word.written)
    return len(scripts) > 1 or (digits and bool(scripts) and not is_number)


@cache
def _script(letter: str) -> str:
    return name(letter, "OTHER").split()[0]
