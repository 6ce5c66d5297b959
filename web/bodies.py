"""The body of a request -> a record of texts, numbers and lists; a record -> an answer as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

DEEPEST = 6


class BadRequest(Exception):
    """An invalid request; the text is the reason. The site answers it with 400."""


async def record_of(request: Request, most: int) -> Mapping[str, Any]:
    """Return the body of a request as a record. Raises BadRequest."""
    # The length that a request names may be wrong, so the bytes are counted as they come.
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise BadRequest(f"a body has at most {most} bytes")
    try:
        # Python reads NaN and Infinity, which JSON does not have; deep nesting ends in RecursionError.
        record = json.loads(body, parse_constant=_refused)
    except (ValueError, RecursionError):
        raise BadRequest("the body is not JSON") from None
    if not isinstance(record, dict) or not _is_shallow(record, DEEPEST):
        raise BadRequest("the body is not a record")
    return record


def text_in(record: Mapping[str, Any], name: str, longest: int = 500) -> str:
    """Return a text of a record, empty if it is missing. Raises BadRequest for anything else."""
    value = record.get(name, "")
    if not isinstance(value, str) or len(value) > longest:
        raise BadRequest(f"`{name}` is not a text of at most {longest} characters")
    return value


def number_in(record: Mapping[str, Any], name: str, low: int, high: int) -> int:
    """Return a whole number of a record. Raises BadRequest where there is none in the range."""
    value = record.get(name)
    # For Python `true` is the number 1.
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadRequest(f"`{name}` is not a number from {low} to {high}")
    return value


def json_response(record: Mapping[str, Any], status: int = 200) -> Response:
    """An answer as JSON."""
    return Response(written(record), status, media_type="application/json")


def written(record: Mapping[str, Any]) -> str:
    """A record as JSON in one line."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _refused(name: str) -> None:
    raise ValueError(name)


def _is_shallow(value: object, deepest: int) -> bool:
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return deepest > 0 and all(_is_shallow(part, deepest - 1) for part in inside)
