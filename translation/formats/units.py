"""XLIFF 1.2 and 2, PO and TMX -> pairs; notes on pairs back into XLIFF and PO.

translate-toolkit reads and writes them. It is under the GPL (3 or later), so it is an extra that only these formats load.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from io import BytesIO
from typing import Any, Literal

from . import po_notes, xliff_notes
from .encodings import decoded
from .guarded_xml import refuse_entities
from .read_document import ReadDocument, TranslationUnit, UnreadableDocument, of_pairs

Kind = Literal["xliff", "xliff2", "po", "tmx"]
# The encoding that a PO file declares, and the part of the file in which it does.
_DECLARED = re.compile(rb"charset=\s*([\w.:-]+)", re.IGNORECASE)
_HEAD = 4_000
# A form of a plural in PO, with its number.
_FORM = re.compile(rb"msgstr\s*\[\s*([^\]\s]*)\s*\]")
XML = "http://www.w3.org/XML/1998/namespace"


def read_units(data: bytes, kind: Kind, code: str, letters: Collection[str] = ()) -> ReadDocument:
    """The pairs in a file; `code` is the language of the translation, which a TMX has among others, with its `letters`.

    Raises UnreadableDocument.
    """
    store = _store(_in_utf8(data, letters) if kind == "po" else data, kind, code)
    return of_pairs(_pairs(_units(store), data, kind), _languages(store) if kind == "tmx" else ())


def with_notes(data: bytes, kind: Kind, notes: Mapping[str, Sequence[str]]) -> bytes:
    """The file with notes on its units, by their ids, in place of those of an earlier run. Raises UnreadableDocument."""
    if kind == "tmx":
        raise UnreadableDocument("is a TMX, which has no room for notes; give XLIFF or PO")
    if kind == "po":
        return _with_notes_in_po(data, notes)
    store = _store(data, kind, "")
    units = _units(store)
    if kind == "xliff2":
        xliff_notes.unnoted(units)
    put_in = xliff_notes.note if kind == "xliff2" else xliff_notes.note_again
    for place, unit in enumerate(units):
        put_in(unit, notes.get(_id(unit, place), ()))
    return xliff_notes.written(store.document, data)


def _with_notes_in_po(data: bytes, notes: Mapping[str, Sequence[str]]) -> bytes:
    """A PO file with notes; it is in UTF-8 then. Raises UnreadableDocument."""
    in_utf8 = _in_utf8(data)
    # What is in UTF-8 already keeps its ends of lines and its mark of the byte order.
    plain = po_notes.without_notes(data if _is_utf8(data) else in_utf8)
    units = _units(_store(_in_utf8(plain), "po", ""))
    return po_notes.with_notes_above(plain, {
        unit.line_number: notes.get(_id(unit, place), ()) for place, unit in enumerate(units)})


# ---- Reading -----------------------------------------------------------------------------------------------------------


def _in_utf8(data: bytes, letters: Collection[str] = ()) -> bytes:
    """A PO file in UTF-8; one that declares another encoding is read in that. Raises UnreadableDocument."""
    declared = _DECLARED.search(data[:_HEAD])
    name = declared[1].decode("ascii") if declared is not None else "UTF-8"
    if declared is None or name.casefold() in ("utf-8", "utf8", "charset"):
        return decoded(data, letters).encode()
    if _is_utf8(data):
        return data
    try:
        text = data.decode(name)
    except (LookupError, UnicodeDecodeError):
        raise UnreadableDocument(f"is not in `{name}`, the encoding that it declares") from None
    return text.replace(f"={name}", "=UTF-8", 1).encode()


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _store(data: bytes, kind: Kind, code: str) -> Any:  # translate-toolkit's stores have no common type
    """The file as translate-toolkit holds it; `code` is the language of the translation in a TMX."""
    from translate.storage.po import pofile
    from translate.storage.tmx import tmxfile
    from translate.storage.xliff import xlifffile
    from translate.storage.xliff2 import Xliff2File

    if kind == "po":
        _refuse_misnumbered(data)
    else:
        refuse_entities(data)
    makers: dict[Kind, Any] = {"xliff": xlifffile.parsestring, "xliff2": Xliff2File.parsestring, "po": pofile.parsestring,
                               "tmx": lambda whole: tmxfile(BytesIO(whole), targetlanguage=code)}
    try:
        return makers[kind](data)
    except (ValueError, SyntaxError, UnicodeDecodeError, LookupError) as error:
        raise UnreadableDocument(f"cannot be read as {kind.upper()}: {error}") from None
    except (AssertionError, AttributeError, StopIteration):
        # translate-toolkit takes it for granted that a file has the elements and lines that its format asks for.
        raise UnreadableDocument(f"cannot be read as {kind.upper()}: it lacks something that the format asks for") from None


def _refuse_misnumbered(data: bytes) -> None:
    """Raise UnreadableDocument for a plural in PO whose forms are not numbered from 0 on, each once."""
    entry, forms = 0, list[bytes]()
    for number, line in enumerate([*data.splitlines(), b"msgid "], 1):
        if line.startswith(b"msgid "):
            if {*forms} != {b"%d" % place for place in range(len(forms))}:
                listed = ", ".join(f"msgstr[{form.decode('utf-8', 'replace')}]" for form in forms)
                raise UnreadableDocument(f"cannot be read as PO: the forms of line {entry} are not numbered 0, 1 ...: {listed}")
            entry, forms = number, []
        elif (form := _FORM.match(line)) is not None:
            forms.append(form[1])


def _languages(memory: Any) -> list[str]:
    """The languages of a translation memory, which holds each text in several."""
    names = {variant.get(f"{{{XML}}}lang") or variant.get("lang") for unit in _units(memory) for variant in unit.xmlelement
             if str(variant.tag).endswith("tuv")}
    return sorted(name for name in names if name)


def _units(store: Any) -> list[Any]:
    return [unit for unit in store.units if not unit.isheader() and not unit.isobsolete() and str(unit.source or "").strip()
            and not _stays(unit)]


def _stays(unit: Any) -> bool:
    """Return whether a unit is not to be translated: it says so itself, or the nearest element around it that says anything."""
    element = getattr(unit, "xmlelement", None)
    while element is not None:
        if (translate := element.get("translate")) is not None:
            return bool(translate == "no")
        element = element.getparent()
    return False


def _pairs(units: Sequence[Any], data: bytes, kind: Kind) -> Iterator[TranslationUnit]:
    lines = data.decode("utf-8", "replace").splitlines()
    behind = 0
    for place, unit in enumerate(units):
        if kind != "po":
            yield TranslationUnit(_id(unit, place), str(unit.source or ""), str(unit.target or ""),
                                  unit.xmlelement.sourceline or 1)
            continue
        behind = _next(lines, behind, "msgid ")
        if place == 0 and lines[behind - 1].strip() == 'msgid ""' and not lines[behind].startswith('"'):
            behind = _next(lines, behind, "msgid ")
        if not unit.hasplural():
            yield TranslationUnit(_id(unit, place), str(unit.source or ""), str(unit.target or ""), behind)
            continue
        for form, source, target in _forms(unit):
            yield TranslationUnit(_id(unit, place), source, target, _next(lines, behind, form), form)


def _next(lines: Sequence[str], behind: int, begin: str) -> int:
    """The number of the first line behind another that begins so; that of the other, or of the first, if there is none."""
    return next((number for number in range(behind, len(lines)) if lines[number].startswith(begin)), max(behind, 1) - 1) + 1


def _forms(unit: Any) -> Iterator[tuple[str, str, str]]:
    """The forms of a PO unit with a plural, as the file calls them, each with the form of the original for as many.

    The first of several is for one, or for numbers that are said as one is. A language of one form has it for any number.
    """
    singular, *plurals = unit.source.strings
    targets = unit.target.strings
    for place, target in enumerate(targets):
        source = singular if not plurals or (place == 0 and len(targets) > 1) else plurals[0]
        yield f"msgstr[{place}]", str(source or ""), str(target or "")


def _id(unit: Any, place: int) -> str:
    return str(unit.getid() or place + 1)
