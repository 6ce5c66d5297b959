"""The bytes of a module that `rulewright build` wrote -> an instance of it, with its description; damaged ones are refused."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import wasmtime
from attrs import frozen

from ..low.layout.memory import MemoryLayout
from .binary import custom, custom_sections
from .build import CHECK
from .describe import INTERFACE, SECTION
from .instance import Instance, closed_at_exit
from .modules import engine


class DamagedModule(ValueError):
    """Bytes that are no module of `rulewright build`, or not as it wrote them: why."""


@frozen
class GivenModule:
    """A module that was given as bytes: what it says of itself (`docs/wasm.md`), and an instance of it."""

    about: Mapping[str, Any]
    instance: Instance


def given_module(content: bytes) -> GivenModule:
    """A module, ready to run. Raises DamagedModule where its check does not hold or its interface is another one."""
    about = _described(content)
    if about["interface"] != INTERFACE:
        raise DamagedModule(f"the module has interface {about['interface']}, not {INTERFACE}")
    address = about["memory"]
    # The layout is worked out from its sizes as `rulewright build` did: another version may lay things out otherwise.
    memory = MemoryLayout(address["slot_bytes"], address["slots"], len(about["phases"]), about["players"],
                          address["most_codes"],
                          address["code_bytes"], address["most_kinds"])
    if (memory.state, memory.codes, memory.results) != (address["state"], address["codes"], address["results"]):
        raise DamagedModule("the module has another layout of its memory than its description says")
    try:
        module = closed_at_exit(wasmtime.Module(engine(), content))
        return GivenModule(about, Instance(engine(), module, memory))
    except wasmtime.WasmtimeError as error:
        raise DamagedModule(f"the module cannot be run: {error}") from None


def _described(content: bytes) -> dict[str, Any]:
    """The description of a module whose check holds."""
    try:
        sections = custom_sections(content)
    except (ValueError, IndexError) as error:
        raise DamagedModule(str(error)) from None
    if SECTION not in sections or CHECK not in sections:
        raise DamagedModule("the module was not written by `rulewright build`, or its end is missing")
    # The check is the last section and covers every byte before it. So bytes that were added behind it are found too.
    checked = content[: -len(custom(CHECK, sections[CHECK]))]
    if hashlib.sha256(checked).digest() != sections[CHECK] or not content.endswith(custom(CHECK, sections[CHECK])):
        raise DamagedModule("the module is damaged: its check does not hold")
    description: dict[str, Any] = json.loads(sections[SECTION])
    return description
