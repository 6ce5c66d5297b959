"""The rulebook that most tests of the editor begin with: Pig as it ships, but for two or three players.

The editor compiles a rulebook for each number of players that it allows; Pig allows nine.
"""

from __future__ import annotations

from rulewright.dsl.source.search_path import find

SHIPPED = find("pig").read_text(encoding="utf-8")
PIG = SHIPPED.replace("players 2..10", "players 2..3")
assert PIG != SHIPPED, "Pig has other numbers of players now"
