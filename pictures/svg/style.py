"""The style of pictures: light, dark where the reader's system is, and black on white in print."""

from __future__ import annotations

FONT = "'Noto Sans','DejaVu Sans',Verdana,'Segoe UI',Helvetica,Arial,sans-serif"
# Part -> the declarations in light, dark and print.
_PARTS: dict[str, tuple[str, str, str]] = {
    ".page": ("fill:#fbfaf7", "fill:#16181c", "fill:#fff"),
    "text": (f"font-family:{FONT}", "", ""),
    ".ink": ("fill:#1b1b1b", "fill:#ececec", "fill:#000"),
    ".dim": ("fill:#5a5650", "fill:#b3b0aa", "fill:#333"),
    ".new": ("fill:#9a3d00", "fill:#ffb27a", "fill:#000"),
    ".turn-words": ("fill:#00517f;font-weight:600", "fill:#8fd0ff", "fill:#000"),
    ".space": ("fill:#f3ecdd;stroke:#7a7061;stroke-width:1.4", "fill:#2e3138;stroke:#8d8a84", "fill:#fff;stroke:#000"),
    ".alternate": ("fill:#e3d6bd", "fill:#3a3e47", "fill:#eee"),
    ".ground": ("", "fill-opacity:.32", "fill-opacity:.6"),
    ".owned": (
        "fill-opacity:.3;stroke:#1b1b1b;stroke-width:2.6",
        "fill-opacity:.45;stroke:#f4f4f4",
        "fill-opacity:.2;stroke:#000",
    ),
    ".link": ("stroke:#9a9184;stroke-width:5;fill:none", "stroke:#6f7078", "stroke:#666"),
    ".bridge": ("stroke:#7a7061;stroke-width:30;stroke-linecap:round;fill:none", "stroke:#8d8a84", "stroke:#999"),
    ".changed": ("fill:none;stroke:#d55e00;stroke-width:3.2;stroke-dasharray:7 4", "stroke:#ff9a4d", "stroke:#000"),
    ".panel": ("fill:#fff;stroke:#a49b8c;stroke-width:1.2", "fill:#202329;stroke:#6f7078", "fill:#fff;stroke:#000"),
    ".turn": ("stroke:#0072b2;stroke-width:3", "stroke:#56b4e9", "stroke:#000"),
    ".card": ("fill:#fffdf6;stroke:#a49b8c;stroke-width:1.2", "fill:#26292f;stroke:#77777d", "fill:#fff;stroke:#000"),
    ".changed-card": ("stroke:#d55e00;stroke-width:3;stroke-dasharray:7 4", "stroke:#ff9a4d", "stroke:#000"),
    ".edge": ("stroke:#1b1b1b;stroke-width:4.5;stroke-linejoin:round", "stroke:#f4f4f4;stroke-width:3.5", "stroke:#000"),
    ".broken": ("stroke-dasharray:9 7", "", ""),
    ".paper": ("fill:#fffaf0", "fill:#e9e2d0", "fill:#fff"),
    ".hidden": ("fill:#8a8578", "fill:#5c5f67", "fill:#777"),
    ".fresh": ("fill:none;stroke:#d55e00;stroke-width:8", "stroke:#ff9a4d", "stroke:#000"),
    ".disc": ("fill:#fff;stroke:#1b1b1b;stroke-width:1", "fill:#fff;stroke:#000", "fill:#fff;stroke:#000"),
}


def style(scope: str = ".rw") -> str:
    """The style sheet of pictures below an element."""
    light = "".join(f"{_of(scope, part)}{{{looks[0]}}}" for part, looks in _PARTS.items() if looks[0])
    dark = "".join(f"{_of(scope, part)}{{{looks[1]}}}" for part, looks in _PARTS.items() if looks[1])
    printed = "".join(f"{_of(scope, part)}{{{looks[2]}}}" for part, looks in _PARTS.items() if looks[2])
    return f"{light}@media screen and (prefers-color-scheme:dark){{{dark}}}@media print{{{printed}}}"


def _of(scope: str, part: str) -> str:
    return f"{scope} {part}"
