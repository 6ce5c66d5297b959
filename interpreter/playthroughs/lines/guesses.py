"""Lines that authors guess, as other notations of games or English have them, and what to write instead.

A row is a pattern for a whole line without its comment, and the line to write, in which the groups of the pattern are filled
in. `SEAT` in a pattern stands for the players of the file.
"""

from __future__ import annotations

import re

from attrs import frozen

from .head import BODY_WORDS, NAME, WORDS

_Rows = tuple[tuple[str, str], ...]

# Lines that are no expectations, although they may look like one.
NEVER_EXPECTED: _Rows = (
    (r"expect\s+(SEAT)'s?\s+turn", "expect {1} to move"),
    (r"expect\s+(SEAT)'s?\s+(\w+)\s*(?:=|\bis\b)\s*(\S+)", "expect {1}.{2} = {3}"),
    (r"expect\s+(?:the\s+)?game\s+is\s+over", "expect over"),
    (r"expect\s+(?:the\s+)?end(?:\s+of\s+(?:the\s+)?game)?", "expect over"),
    (r"expect\s+(?:a\s+)?(?:draw|drawn)", "expect over, drawn"),
    (r"expect\s+not\s+(?:legal|allowed|possible)\s+(?!(?:and|or|if|in|not)\b)(\w.*)", "expect choices exclude {1}"),
    (r"expect\s+choices\s*=\s*(\d+)", "expect choices {1}"),
    (r"expect\s+(?:event\s+|events\s*:\s*)(?!include\b)([\w(), ?]+)", "expect events {1}"),
    (r"expect\s+([\w.\[\]]+)\s*:\s*([\w.]+)", "expect {1} = {2}"),
)
# These count where a line can be no condition.
EXPECTED: _Rows = (
    (r"expect\s+(SEAT)(?:\s+is)?\s+(?:moves|turn|plays|next|on\s+turn|to\s+play)", "expect {1} to move"),
    (r"expect\s+it\s+is\s+(SEAT)'s?\s+turn", "expect {1} to move"),
    (r"expect\s+turn(?:\s+of|\s+is)?\s+(SEAT)", "expect {1} to move"),
    (r"expect\s+game\s+over", "expect over"),
    (r"expect\s+winner(?:\s+is)?\s+(SEAT)", "expect over, won by {1}"),
    (r"expect\s+(?:refused|illegal|forbidden)\s+(.+)", "expect choices exclude {1}"),
    (r"expect\s+(.+?)\s+(?:is\s+)?(?:not\s+(?:legal|allowed|possible)|refused|illegal|forbidden)",
     "expect choices exclude {1}"),
    (r"expect\s+(?:legal|allowed|possible)\s+(.+)", "expect choices include {1}"),
    (r"expect\s+(.+?)\s+(?:is\s+)?(?:legal|allowed|possible)", "expect choices include {1}"),
    (r"expect\s+(\d+)\s+(?:choices|moves)", "expect choices {1}"),
    (r"expect\s+(?:moves|number\s+of\s+(?:choices|moves))\s*=?\s*(\d+)", "expect choices {1}"),
    (r"expect\s+score\s+(?:of\s+)?(SEAT)\s+(?:is\s+)?(-?\d+)", "expect score {1} = {2}"),
    (r"expect\s+([\w.\[\]]+)\s+is\s+([\w.]+)", "expect {1} = {2}"),
    (r"expect\s+(SEAT)\s+(\w+)\s*(?:=|\bis\b)\s*(\S+)", "expect {1}.{2} = {3}"),
    (r"expect\s+(\w+(?:\[\w+\])?)\s+of\s+(SEAT)\s*(?:=|\bis\b)\s*(\S+)", "expect {2}.{1} = {3}"),
    (r"expect\s+(SEAT)\s+(?!of\b)(\w+)\s+(\w+)\s*(?:=|\bis\b)\s*(\S+)", "expect {1}.{2}[{3}] = {4}"),
    (r"expect\s+(SEAT)\s+has\s+(\d+)\s+(\w+)", "expect {1}.{3} = {2}"),
)
REFUSED: _Rows = ((r"refuse\s+(SEAT)\s+([^:]+)", "refuse {1}: {2}"),)
PLAYED: _Rows = (
    (r"(?:auto|play)\s+(\d+)(?:\s+(?:moves|choices|turns|times))?", "auto {1}"),
    (r"play\s+(?:on\s+)?(?:to|until)\s+the\s+end", "auto"),
)
# A line that is a move of a player, if the game writes one so.
MOVED: _Rows = ((r"(SEAT)\s+(.+)", "{1}: {2}"),)
# Lines that no outcome of chance is written as.
OTHERS: _Rows = (
    (r"(SEAT)\s+(?:cannot|can't|may\s+not|must\s+not)\s+(?:play\s+)?(.+)", "refuse {1}: {2}"),
    (r"(SEAT)\s+(?:(?:plays|moves|makes|chooses)\s+)?(.+)", "{1}: {2}"),
    (r"(?:reject|illegal|deny|forbid|refused)\s+(SEAT\s*:.+)", "refuse {1}"),
    (r"random(?:\s+moves)?\s+(\d+)", "auto {1}"),
    (r'(?:go|return|jump)\s+(?:back\s+)?to\s+"?([^"]+)"?', 'back to "{1}"'),
    (r'(?:save|remember|label)\s+"?([^"]+)"?', 'mark "{1}"'),
    (r'(?:include|import|load|run)\s+"?([^"]+)"?', 'use "{1}"'),
    (r"(?://+|--+|;+|%+)\s*(.*)", "# {1}"),
    (r"\d+\s*[.)]\s*(SEAT\s*:.+)", "{1}"),
)
# No guess is looked for in a line with more characters: the patterns take long on long runs of blanks.
LONGEST = 300
_HEADS = re.compile(rf"({'|'.join((*WORDS, *BODY_WORDS))})\s*:\s*(.*)", re.DOTALL)


@frozen
class Guess:
    """The line that an author means."""

    line: str

    @property
    def help(self) -> str:
        """Advice for the author."""
        return f"write `{self.line}`"


def guessed(rows: _Rows, text: str, seats: tuple[str, ...] | None) -> Guess | None:
    """Return the line meant, by the first row that fits; without `seats` any name may be that of a player."""
    if len(text) > LONGEST:
        return None
    seat = NAME if seats is None else "|".join(map(re.escape, seats))
    for pattern, line in rows:
        # A group that captures nothing: `(SEAT)` in a pattern is counted as one group, and a bare `SEAT` as none.
        match = re.fullmatch(pattern.replace("SEAT", f"(?:{seat})"), text.strip())
        if match is not None:
            return Guess(line.format(match[0], *match.groups()))
    return None


def with_a_colon(text: str) -> Guess | None:
    """Return the line without the colon behind its first word, which is no name of a player."""
    match = _HEADS.fullmatch(text.strip())
    return None if match is None else Guess(f"{match[1]} {match[2]}".strip())
