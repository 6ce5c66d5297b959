"""Checked rules to secrets that leak: does what a player is offered, refused or shown depend on what is hidden?

    secrets       what a value depends on that not all see, and who may know of it
    reports       what is wrong, with both places
    open_draws    draws that all see, and that are kept where not all see them
    expressions   the secrets that expressions depend on; functions are followed
    growth        labels that are kept, and the rules to walk again where one grows
    walk          the conditions around a statement, and where labels and reports go
    choices       choices, rolls and draws: what is offered, refused, shown, and who is asked
    statements    what is written where, what happens under which conditions; calls
    rules         all rules, walked until no label grows
    alone         one rule with another text, by the labels that were found of its rulebook

This is information-flow analysis in the manner of Denning and Denning ("Certification of programs
for secure information flow", CACM 20(7), 1977): every value has a *label*, the secrets that it
depends on; what happens under a condition depends on the label of the condition too; a label may
only flow to those who see all that is in it. Who sees a field is declared, and stays; the labels
of names are found by going over a rule until nothing is added. `open(...)` empties a label: there
the author says that the rules show a value.

Whose secret it is, is a *term*: the expression for the player, compared by its form. Two terms
that are written differently count as two players, so the analysis may ask for an `open` where
none is needed, and never misses one.

Not looked at: faults of the rulebook, which no player should see; invariants, scores and the
ranking at the end, when nothing is hidden any more.
"""

from .rules import flows
from .secrets import NOTHING_HIDDEN, HiddenValues

__all__ = ["NOTHING_HIDDEN", "HiddenValues", "flows"]
