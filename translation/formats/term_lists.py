"""TBX, and CSV with a column for each language -> pairs of terms."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO
from xml.etree import ElementTree

from .encodings import decoded
from .guarded_xml import refuse_entities
from .read_document import UnreadableDocument

_LANG = "{http://www.w3.org/XML/1998/namespace}lang"


def term_pairs(data: bytes, source: str, target: str) -> tuple[tuple[str, str], ...]:
    """The terms of one language with those of another, for each concept that has both. Raises UnreadableDocument."""
    is_xml = data.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"<")
    return tuple(dict.fromkeys((_of_tbx if is_xml else _of_csv)(data, source, target)))


def _of_tbx(data: bytes, source: str, target: str) -> Iterator[tuple[str, str]]:
    refuse_entities(data)
    root = ElementTree.fromstring(data)
    if _name(root) not in ("martif", "tbx"):
        raise UnreadableDocument("is not a glossary in TBX")
    for entry in root.iter():
        if _name(entry) in ("termEntry", "conceptEntry"):
            terms = {code: list(_terms(entry, code)) for code in (source, target)}
            yield from ((text, other) for text in terms[source] for other in terms[target])


def _terms(entry: ElementTree.Element, code: str) -> Iterator[str]:
    """The terms of an entry in a language, `pt-BR` as `pt`."""
    for part in entry.iter():
        if _name(part) in ("langSet", "langSec") and (part.get(_LANG) or part.get("lang") or "").lower().split("-")[0] == code:
            yield from (term.text.strip() for term in part.iter() if _name(term) == "term" and term.text and term.text.strip())


def _name(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]


def _of_csv(data: bytes, source: str, target: str) -> Iterator[tuple[str, str]]:
    text = decoded(data)
    head = text.split("\n", 1)[0]
    rows = list(csv.reader(StringIO(text), delimiter=max(",;\t", key=head.count)))
    names = [cell.strip().casefold().split("-")[0] for cell in rows[0]] if rows else []
    if source not in names or target not in names:
        raise UnreadableDocument(f"has no columns `{source}` and `{target}` in its first line")
    first, second = names.index(source), names.index(target)
    for row in rows[1:]:
        if len(row) > max(first, second) and row[first].strip() and row[second].strip():
            yield row[first].strip(), row[second].strip()
