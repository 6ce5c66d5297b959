"""Guesses at values: those by a condition, and those of several things."""

from __future__ import annotations

from .rows import NAME, TARGET, WRITE, places

EXPRESSIONS = places(
    (r".*?\S\s+(?P<_>\0?if\s+\0?([^\0]+?)\s+then\s+(.+?)\s+else\s+(.+))$", "", WRITE, "{3} if {2} else {4}"),
    (r".*?\bbecomes\s+(?P<_>([^?\0]+?)\s*\0\?\s*(.+?)\s*:\s*(.+))$", "", WRITE, "{3} if {2} else {4}"),
    (rf".*?(?P<_>\b(sum|max|min|some|every)\(({NAME}\s+in\s+[\w.]+)\s*\0:\s*([^()]*)\))", "RPAR", WRITE, "({2} {3}: {4})"),
    (rf".*?(?P<_>\bcount\(({NAME}\s+in\s+[\w.]+)\s+\0where\s+([^()]*)\))", "RPAR", WRITE, "(count {2} where {3})"),
    (r".*?(?P<_>(?:the\s+)?number\s+\0of)\s+\w+\s+in\b", "", WRITE, "count"),
    (r".*?(?P<_>(?:the\s+)?number\s+\0of\s+(players|sides))\b", "", WRITE, "size({2})"),
    (rf".*?(?P<_>\b(sum|max|min)\s+\0of\s+(.+?)\s+for\s+(?:each\s+)?({NAME}\s+in\s+[\w.]+))", "", WRITE, "({2} {4}: {3})"),
    (r".*?\b(sum|max|min)\s+\0of\s", "", "write `({1} x in values where condition: x.points)`", None),
    (rf".*?\b{NAME}\s+in\s+[\w.]+\s+(?P<_>\0with)\b", "", WRITE, "where"),
    (rf".*?(?P<_>(?<![.\w])size\s+(?:of\s+)?\0(?:of\s+)?({TARGET}))", "", WRITE, "size({2})"),
    (r".*?(?P<_>\b(\w+)\s*<\s*([\w.]+)\s*\0<\s*(\w+))", "", WRITE, "{3} > {2} and {3} < {4}"),
)
