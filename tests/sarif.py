"""What SARIF 2.1.0 (OASIS, section 3 and its JSON schema) asks of the objects that rulewright writes.

Each object may have only the properties of the standard; those it must have come first. What a value is, is told by a
type, the name of another object, a tuple of the words it may be, or a list of one of these.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen

# A reference: no blanks, and nothing but ASCII, with all else as `%` and two digits.
_REFERENCE = re.compile(r"(?:[A-Za-z0-9\-._~:/?#@!$&'()*+,;=]|%[0-9A-F]{2})+")


@frozen
class Reference:
    """A URI, or a part of one."""


@frozen
class FromOne:
    """A number of a line or column."""


Kind = object


@frozen
class Shape:
    """The properties that an object must have, and those that it may have besides."""

    required: Mapping[str, Kind]
    allowed: Mapping[str, Kind]
    # Of these at least one is there.
    one_of: tuple[str, ...] = ()


SHAPES: Mapping[str, Shape] = {
    "sarifLog": Shape({"version": ("2.1.0",), "runs": ["run"]}, {"$schema": Reference()}),
    "run": Shape({"tool": "tool"}, {"results": ["result"], "invocations": ["invocation"],
                                    "columnKind": ("utf16CodeUnits", "unicodeCodePoints")}),
    "tool": Shape({"driver": "toolComponent"}, {}),
    "toolComponent": Shape({"name": str}, {"version": str, "rules": ["reportingDescriptor"]}),
    "reportingDescriptor": Shape({"id": str}, {"shortDescription": "multiformatMessageString",
                                               "defaultConfiguration": "reportingConfiguration"}),
    "multiformatMessageString": Shape({"text": str}, {}),
    "reportingConfiguration": Shape({}, {"level": ("none", "note", "warning", "error")}),
    "invocation": Shape({"executionSuccessful": bool}, {"toolExecutionNotifications": ["notification"]}),
    "notification": Shape({"message": "message"}, {"level": ("none", "note", "warning", "error")}),
    "result": Shape({"message": "message"}, {
        "ruleId": str, "level": ("none", "note", "warning", "error"), "locations": ["location"],
        "relatedLocations": ["location"], "suppressions": ["suppression"], "fixes": ["fix"],
        "partialFingerprints": {str: str}}),
    "fix": Shape({"artifactChanges": ["artifactChange"]}, {"description": "message"}),
    "artifactChange": Shape({"artifactLocation": "artifactLocation", "replacements": ["replacement"]}, {}),
    "replacement": Shape({"deletedRegion": "region"}, {"insertedContent": "artifactContent"}),
    "artifactContent": Shape({}, {"text": str}),
    "message": Shape({"text": str}, {}),
    "suppression": Shape({"kind": ("inSource", "external")}, {"justification": str}),
    "location": Shape({}, {"id": int, "message": "message", "physicalLocation": "physicalLocation",
                           "logicalLocations": ["logicalLocation"]}),
    "physicalLocation": Shape({}, {"artifactLocation": "artifactLocation", "region": "region"}, ("artifactLocation",)),
    "artifactLocation": Shape({}, {"uri": Reference()}, ("uri",)),
    "region": Shape({}, {"startLine": FromOne(), "startColumn": FromOne(), "endLine": FromOne(), "endColumn": FromOne()},
                    ("startLine",)),
    "logicalLocation": Shape({}, {"name": str, "kind": str}, ("name",)),
}
# Lists in which the standard allows nothing twice.
UNIQUE = ("rules", "logicalLocations", "relatedLocations", "suppressions")


def faults(log: object) -> list[str]:
    """What in a log is not as the standard asks, each with its place; of results also that their rules are there."""
    if not isinstance(log, dict):
        return ["log: no object"]
    return list(_faults(log, "sarifLog", "log")) or list(_unknown_rules(log))


def _faults(value: object, kind: Kind, at: str) -> Iterator[str]:
    match kind:
        case str():
            yield from _object(value, SHAPES[kind], at) if isinstance(value, dict) else (f"{at}: no {kind}",)
        case list():
            yield from _list(value, kind[0], at) if isinstance(value, list) else (f"{at}: no list",)
        case dict():
            fits = isinstance(value, dict) and all(isinstance(part, str) for part in (*value, *value.values()))
            yield from () if fits else (f"{at}: not all of it are strings",)
        case tuple():
            yield from () if value in kind else (f"{at}: {value!r}",)
        case Reference():
            yield from () if isinstance(value, str) and _REFERENCE.fullmatch(value) else (f"{at}: no reference: {value!r}",)
        case FromOne():
            yield from () if type(value) is int and value >= 1 else (f"{at}: {value!r}",)
        case _:
            yield from () if type(value) is kind else (f"{at}: {value!r}",)


def _list(value: list[object], kind: Kind, at: str) -> Iterator[str]:
    for i, node in enumerate(value):
        yield from _faults(node, kind, f"{at}[{i}]")
    written = [json.dumps(node, sort_keys=True) for node in value]
    if at.rpartition(".")[2] in UNIQUE and len(set(written)) < len(written):
        yield f"{at}: twice the same"


def _object(value: Mapping[str, object], shape: Shape, at: str) -> Iterator[str]:
    known = {**shape.required, **shape.allowed}
    yield from (f"{at}: no `{name}`" for name in shape.required if name not in value)
    yield from (f"{at}: `{name}` is not a property" for name in value if name not in known)
    if shape.one_of and not set(shape.one_of) & set(value):
        yield f"{at}: none of {', '.join(shape.one_of)}"
    for name, part in value.items():
        if name in known:
            yield from _faults(part, known[name], f"{at}.{name}")


def _unknown_rules(log: Mapping[str, Any]) -> Iterator[str]:
    """Results that name a rule which their run does not have."""
    for run in log.get("runs", ()):
        rules = [record["id"] for record in run["tool"]["driver"].get("rules", ())]
        yield from (f"rule `{rule}` is there twice" for rule in {rule for rule in rules if rules.count(rule) > 1})
        yield from (f"no rule `{record['ruleId']}`" for record in run.get("results", ()) if record["ruleId"] not in rules)
