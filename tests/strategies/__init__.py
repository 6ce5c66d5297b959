"""The Hypothesis strategies of the tests; those for games, positions and moves are `rulewright.testing`.

    slips          texts after slips as authors make them, rulebooks and variants among them
    layout         the same rulebook, written otherwise
    rules          small rulebooks with drawn rules
    playthroughs   playthroughs of small games
    hostile        bytes as they might lie in a file
"""

from .hostile import hostile_bytes
from .layout import written_otherwise
from .playthroughs import drawn_playthroughs
from .rules import drawn_rulebooks
from .slips import ROOT, RULEBOOKS, VARIED, any_text, drawn_variants, mutated_rulebooks, slipped, with_an_edit

__all__ = ["ROOT", "RULEBOOKS", "VARIED", "any_text", "drawn_playthroughs", "drawn_rulebooks", "drawn_variants",
           "hostile_bytes", "mutated_rulebooks", "slipped", "with_an_edit", "written_otherwise"]
