"""Bytes as they might lie in a file."""

from __future__ import annotations

from hypothesis import strategies as st

from .slips import one_slip

# What makes readers stumble: signs that end lines or nothing, marks, numbers and nesting without end.
STUMBLES = ("\0", "\x85", "\u2028", "\ufeff", "\r", "\x1b[2J", "\U0010ffff", '"', "{", "}", "[" * 3_000, "(" * 3_000,
            "9" * 5_000, "-1", "1e999", "NaN", "Infinity", "null", "\\ud800", "..", "../../etc/passwd", "a" * 140_000)


@st.composite
def hostile_bytes(draw: st.DrawFn, *texts: str) -> bytes:
    """Bytes as they might lie in a file: any at all, or one of some texts after slips and with what makes readers stumble."""
    if draw(st.integers(0, 9)) == 0:
        return draw(st.binary(max_size=300))
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(0, 4))):
        if draw(st.booleans()):
            text = draw(one_slip(text))
        else:
            at = draw(st.integers(0, len(text)))
            end = min(len(text), at + draw(st.sampled_from((0, 0, 1, 2, 30))))
            text = text[:at] + draw(st.sampled_from(STUMBLES)) + text[end:]
    data = text.encode("utf-8", "surrogatepass")
    if draw(st.integers(0, 4)) == 0:
        at = draw(st.integers(0, len(data)))
        data = data[:at] + draw(st.binary(max_size=3)) + data[at + draw(st.integers(0, 2)):]
    return data
