"""Numbers, names and sections of a WebAssembly module as bytes.

WebAssembly Core Specification 2.0, section 5 (binary format).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

MAGIC = b"\0asm\x01\0\0\0"
I32, I64 = 0x7F, 0x7E


def unsigned(value: int) -> bytes:
    """A number from 0 up, in LEB128."""
    if value < 0x80:
        return bytes((value,))
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def signed(value: int) -> bytes:
    """A number that may be below 0, in LEB128."""
    # A byte holds 7 bits of the number. Bit 6 of the last one is its sign, so 0x40 needs a byte more.
    if -0x40 <= value < 0x40:
        return bytes((value & 0x7F,))
    out = bytearray()
    while not -0x40 <= value < 0x40:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value & 0x7F)
    return bytes(out)


def text(value: str) -> bytes:
    """A name."""
    encoded = value.encode()
    return unsigned(len(encoded)) + encoded


def listed(items: Sequence[bytes]) -> bytes:
    """A vector: how many there are, and each."""
    return unsigned(len(items)) + b"".join(items)


def section(number: int, content: bytes) -> bytes:
    """A section with its length."""
    return bytes((number,)) + unsigned(len(content)) + content


def custom(name: str, content: bytes) -> bytes:
    """A custom section."""
    return section(0, text(name) + content)


def sections(module: bytes) -> Iterable[tuple[int, bytes]]:
    """The sections of a module, with their numbers. Raises ValueError for what is no module."""
    if module[:8] != MAGIC:
        raise ValueError("no WebAssembly module")
    offset = 8
    while offset < len(module):
        number = module[offset]
        size, offset = _read(module, offset + 1)
        if offset + size > len(module):
            raise ValueError("a section is cut off")
        yield number, module[offset : offset + size]
        offset += size


def custom_sections(module: bytes) -> dict[str, bytes]:
    """The custom sections of a module by their names. Raises ValueError for what is no module."""
    by_name = {}
    for number, content in sections(module):
        if number == 0:
            length, offset = _read(content, 0)
            by_name[content[offset : offset + length].decode("utf-8", "replace")] = content[offset + length :]
    return by_name


def _read(data: bytes, address: int) -> tuple[int, int]:
    """A number in LEB128, and where it ends."""
    value = shift = 0
    while True:
        if address >= len(data) or shift > 35:
            raise ValueError("a number is cut off")
        byte = data[address]
        value |= (byte & 0x7F) << shift
        address, shift = address + 1, shift + 7
        if byte < 0x80:
            return value, address
