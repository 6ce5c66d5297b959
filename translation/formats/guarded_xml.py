"""Bytes of XML -> nothing, or why they are refused: entities may grow to gigabytes, or reach files and networks."""

from __future__ import annotations

from xml.parsers import expat

from .read_document import UnreadableDocument


def refuse_entities(data: bytes) -> None:
    """Raise UnreadableDocument for XML that declares an entity, or is no XML. A bare DOCTYPE is allowed, and not followed."""
    parser = expat.ParserCreate()
    parser.EntityDeclHandler = _refuse
    parser.ExternalEntityRefHandler = _refuse_external
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        message = f"cannot be read as XML: {expat.errors.messages[error.code]}, line {error.lineno}"
        raise UnreadableDocument(message) from None
    except (LookupError, ValueError) as error:
        # The encoding that it declares is none, or has signs of several bytes.
        raise UnreadableDocument(f"cannot be read as XML: {error}") from None


def _refuse(*_: object) -> None:
    raise UnreadableDocument("declares XML entities, which may grow without end or reach other files; remove its DOCTYPE")


def _refuse_external(*_: object) -> int:
    raise UnreadableDocument("refers to something outside by an XML entity; remove its DOCTYPE")
