"""Guesses at the lines of variants."""

from __future__ import annotations

from .rows import KIND, NAME, TARGET, WRITE, places

# Changes. In a rulebook, such a line at the left margin would be another guess.
CHANGED = places(
    (r"\s*\0?set\s+\0?(players|seats)\b.*$", "", "`{1}` stands in the header, below the title and above all else", None),
    # Guesses at what stands in the header, and at texts and numbers.
    (r"\s*\0(players(?=\s+\d)|seats(?=\s+\w))", "", "`{1}` stands in the header, below the title and above all else", None),
    (r"\s*\0swap\b", "SET", "say of each what comes instead: two lines with `set` or `replace`", None),
    (r"\s*\0?(?:replace|change|turn|make)\s+\0?\d+\s+(?:(?:in|of)\s+\w+\s+)?(?:by|with|to|into)\s+(\d+)\s*$", "",
     "name what has the number: `set its_name = {1}`; a number in a rule changes with the rule: `replace rule its_name`", None),
    (rf"\s*(?P<_>\0?(?:replace|change|turn|make)\s+\0?\d+\s+(?:by|with|to|into)\s+(\d+)\s+(?:in|of|for)\s+({TARGET}))\s*$", "",
     WRITE, "set {3} = {2}"),
    (rf"\s*(?P<_>set\s+({TARGET})\s+\0(?:from\s+\S+\s+to\s+)?(-?\d+|yes|no)\b.*)$", "EQUAL", WRITE, "set {2} = {3}"),
    (r'\s*(?:replace\s+|change\s+)\0"', "",
     "a text changes with its clause: `replace rule its_name`, with the new text below it",
     None),
    (rf'\s*add\s+\0"[^"]*"\s+to\s+({TARGET})', "",
     "a text changes with its clause: `replace rule {1}`, with the new text below it",
     None),
    # Guesses at what is named, and how.
    (rf"\s*(?P<_>remove\s+({NAME})\s+\0(?:from|of|in)\s+(?:the\s+)?(?:{KIND}\s+)?({TARGET}))\s*$", "_NL", WRITE,
     "remove {3}.{2}"),
    (rf"(?P<_>(\s*)add\s+to\s+(?:table\s+)?\0?({NAME})\s*\0?:\s*\0?(row\s+\S.*))$", "",
     "what is added stands below `add to {3}`",
     "{2}add to {3}\n{2}    {4}"),
    (rf"(?P<_>(\s*)add\s+\0(row\s.*?)\s+to\s+({NAME}))\s*$", "BEFORE", "what is added stands below `add to {4}`",
     "{2}add to {4}\n{2}    {3}"),
    (rf"\s*add\s+\0(?:an?\s+)?(?:column|move|require|exception)\b.*\s+to\s+({NAME})\s*$", "BEFORE",
     "what is added stands below `add to {1}`", None),
    (rf"\s*add\s+(?:to|before|after)\s+(?P<_>{KIND}\s+\0)({TARGET})", "", "write only the name: `{2}`", ""),
    (rf"\s*set\s+row\s+\0({NAME})", "", "name the table, the row and the column: `set its_table.{1}.its_column = 3`", None),
    (rf"(?P<_>(\s*)add\s+\0((?:rule|phase)\s+({NAME}))\s*(?:\(\s*\))?\s+(before|after)\s+({NAME}))\s*$", "BEFORE",
     "declare `{3}` as in a rulebook, and carry it out below `add {5} {6}`", "{2}add {5} {6}\n{2}    {4}()"),
    (rf"\s*\0in\s+({NAME})\s*,?\s*(?:replace|change|set|add|remove)\b", "",
     "write `replace rule {1}`, with all that the rule says now below it", None),
    (r"\s*(?P<_>\0(?:insert|append|prepend|put))\s+(?:to|before|after)\b", "ADD", WRITE, "add"),
    (rf"\s*(?P<_>\0(?:change\s+|modify\s+|let\s+|make\s+)?({TARGET})\s*(?:=|:=|==|becomes\b|is\b|to\b)\s*(\S+))\s*$", "SET",
     WRITE, "set {2} = {3}"),
    (rf"\s*(?P<_>\0(?:(?:change|modify|make|let)\s+)?(?:the\s+)?({TARGET})\s*(?:=|:|to|is|becomes)?\s*(-?\d+))\s*$", "SET",
     WRITE, "set {2} = {3}"),
    (rf"\s*(?P<_>replace\s+\0?(?:the\s+)?(?:(?:constants?|parameter)\s+)?\0?({TARGET})\s*"
     r"\0?(?:=|:|with|by|to)\s*(-?\d+|yes|no))\s*$", "", WRITE, "set {2} = {3}"),
    (rf"\s*(?P<_>constants\s+\0({TARGET})\s*=\s*(\S+))\s*$", "_NL", WRITE, "set {2} = {3}"),
    (rf"\s*\0(?:increase|decrease|raise|lower|double)\s+({TARGET})", "SET", "state the new value: `set {1} = ...`", None),
    (r"\s*\0rename\b", "SET", "a variant keeps the names of its rulebook: `replace` changes what they stand for", None),
    (rf"\s*(?P<_>\0(?:delete|drop|erase|cancel|skip|without)\s+(?:the\s+)?(?:{KIND}\s+)?({TARGET}))\s*$", "REMOVE", WRITE,
     "remove {2}"),
    (rf"\s*(?P<_>remove\s+the\s+\0(?:{KIND}\s+)?({TARGET}))\s*$", "_NL", "write only the name: `{_}`", "remove {2}"),
    (rf"(?P<_>(\s*)remove\s+({TARGET})\s*\0(?:,|and\b)\s*({TARGET}))\s*$", "_NL", "each of them stands on a line of its own",
     "{2}remove {3}\n{2}remove {4}"),
    (rf"\s*(?P<_>\0(?:override|overwrite|redefine|change|modify|update))\s+{KIND}\s", "REPLACE", WRITE, "replace"),
    (rf"\s*(?P<_>add\s+\0?(?:(?:an?|the)\s+)?(?:new\s+)?\0?)({KIND}\s+{NAME}(?:\(.*\))?)\s*$", "BEFORE",
     "what is new is declared as in a rulebook: `{2}`", ""),
)
# Headers, and lines that begin with the words of a variant.
VARIANTS = places(
    (rf"\s*(?!(?:require|exception)\s+{NAME}\s+\0is\b)"
     rf"(?P<_>({KIND}\s+{NAME}(?:\(.*?\))?)\s+\0(?:replaces|replaced|changes|changed|instead|is)\b.*)$", "", WRITE,
     "replace {2}"),
    (rf"(?P<_>(variant\s+{NAME})\s*\0(?::|=|extends\b|for\b|from\b|by\b|changes\b|(?:is\s+)?based\s+on\b)\s*({NAME}))\s*$",
     "OF", WRITE, "{2} of {3}"),
    (rf"(?P<_>rulebook\s+({NAME})\s+\0(?:of|extends|from|based\s+on)\s+({NAME}))\s*$", "_NL", WRITE, "variant {2} of {3}"),
    (rf"(?P<_>variant\s+of\s+\0({NAME}))\s*$", "OF", "a variant has a name of its own: `{_}`", "variant its_name of {2}"),
    (rf"(variant\s+{NAME})\s*\0\s*$", "OF", "name the rulebook that it changes: `{1} of ...`", None),
    (rf"\s*(?P<_>set\s+({TARGET})\s*\0(?::=|:|becomes\b|is\b)\s*(\S.*))$", "EQUAL", WRITE, "set {2} = {3}"),
    (rf"\s*replace\s+{KIND}\s.*?\S(?P<_>\s+\0(?:with|by)\s*:?)\s*$", "_NL", "leave it out: what comes instead stands below",
     ""),
)
