"""Turns of phrase that turn each other round: which, under which rule, and which of them translators often exchange."""

from __future__ import annotations

from ...decisions.findings import Rule
from .opposed import by_code

COMPARISON: Rule = "pair/comparison"
# Turns of which one stands in the place of the other when a rule is turned round, by the rule of their findings.
OPPOSITES: tuple[tuple[Rule, tuple[tuple[str, str], ...]], ...] = (
    ("pair/comparison", (
        ("at_least", "at_most"), ("at_least", "fewer"), ("at_most", "more"), ("more", "fewer"), ("exactly", "at_most"),
        ("exactly", "at_least"), ("highest", "lowest"), ("youngest", "oldest"), ("highest", "fewer"), ("lowest", "more"),
        ("same", "different"), ("exactly", "more"), ("exactly", "fewer"), ("at_least", "more"), ("at_most", "fewer"),
        ("same", "more"), ("same", "fewer"), ("even", "odd"), ("high", "low"), ("high", "fewer"), ("low", "more"),
        ("high", "lowest"), ("low", "highest"), ("rises", "falls"), ("adds", "subtracts"),
        ("rounded_up", "rounded_down"), ("highest", "at_least"), ("lowest", "at_most"), ("highest", "bottom"),
        ("lowest", "top"), ("more", "falls"), ("fewer", "rises"), ("twice", "half"),
        ("fewer", "far"), ("more", "near"), ("only", "more"), ("only", "at_least"), ("exactly", "until"),
        ("youngest", "highest"), ("oldest", "lowest"))),
    ("pair/direction", (("clockwise", "counterclockwise"), ("left", "right"), ("forward", "backward"), ("upward", "downward"),
                        ("above", "below"), ("top", "bottom"), ("near", "far"), ("inside", "outside"), ("above", "fewer"),
                        ("below", "more"), ("rises", "downward"), ("falls", "upward"), ("above", "downward"),
                        ("below", "upward"), ("top", "below"), ("bottom", "above"), ("against", "along"),
                        ("before", "backward"), ("after", "forward"), ("rounded_up", "downward"),
                        ("rounded_down", "upward"), ("highest", "below"), ("lowest", "above"), ("top", "fewer"),
                        ("bottom", "more"))),
    ("pair/order", (("before", "after"), ("first", "last"), ("at_begin", "at_end"), ("next", "previous"), ("first", "next"),
                    ("at_once", "at_end"), ("at_once", "last"), ("in_order", "together"), ("first", "after"),
                    ("first", "at_end"), ("last", "at_begin"), ("before", "next"), ("last", "before"), ("top", "last"),
                    ("first", "bottom"), ("until", "since"), ("until", "at_least"), ("first", "previous"), ("last", "next"),
                    ("after", "previous"), ("before", "at_end"), ("at_once", "next"), ("together", "before"),
                    ("together", "after"), ("same", "next"))),
    ("pair/modality", (("may", "must"), ("must_not", "need_not"), ("must_not", "must"), ("may", "need_not"),
                       ("must", "need_not"))),
    ("pair/quantifier", (("all", "some"), ("each", "some"), ("all", "any"), ("each", "any"), ("both", "some"), ("only", "all"),
                         ("all", "both"), ("only", "always"))),
    ("pair/condition", (("if", "unless"), ("if", "even_if"), ("except", "even_if"), ("until", "while"), ("unless", "even_if"))),
    ("pair/openness", (("hidden", "open"),)),
    ("pair/actor", (("opponent", "active"), ("wins", "loses"), ("gets", "gives"))),
)
BY_TURN = by_code(OPPOSITES)
# Bounds of which one takes the number itself in, and the other does not.
BORDERS = frozenset((("at_least", "more"), ("at_most", "fewer")))
# Ways to tell two things apart by their size: `the higher one ..., the lower one` is `the highest one ..., the lowest one`.
GRADES = (("highest", "lowest"), ("more", "fewer"), ("high", "low"), ("rises", "falls"), ("upward", "downward"),
          ("top", "bottom"), ("above", "below"))
# What is more on each end of a size, in whatever degree.
MUCH, LITTLE = ("highest", "more", "high"), ("lowest", "fewer", "low")
# Pairs of turns that translators often exchange; they are a warning at most.
SOFT = frozenset((frozenset(("same", "more")), frozenset(("same", "fewer")),
                  frozenset(("all", "some")), frozenset(("each", "some")), frozenset(("may", "need_not")),
                  frozenset(("all", "any")), frozenset(("each", "any")), frozenset(("only", "all")),
                  frozenset(("first", "next")), frozenset(("at_once", "at_end")), frozenset(("first", "after")),
                  frozenset(("at_once", "last")),
                  frozenset(("first", "at_end")), frozenset(("last", "at_begin")), frozenset(("before", "next")),
                  frozenset(("until", "at_least")),
                  frozenset(("last", "before")), frozenset(("after", "previous")),
                  frozenset(("before", "at_end")), frozenset(("at_once", "next")), frozenset(("together", "before")),
                  frozenset(("together", "after")),
                  frozenset(("same", "different")), frozenset(("at_least", "more")), frozenset(("at_most", "fewer")),
                  frozenset(("exactly", "more")), frozenset(("exactly", "fewer")), frozenset(("until", "while")),
                  frozenset(("in_order", "together")), frozenset(("opponent", "active")), frozenset(("if", "even_if")),
                  frozenset(("all", "both")), frozenset(("only", "more")), frozenset(("only", "at_least")),
                  frozenset(("exactly", "until")), frozenset(("youngest", "highest")), frozenset(("oldest", "lowest")),
                  frozenset(("same", "next"))))
# Of those the ones that are an error where the sentences are alike and the texts agree on both turns elsewhere.
FIRM = frozenset((frozenset(("same", "different")), frozenset(("last", "at_begin"))))
# For each turn of phrase those that surely turn it round.
SURELY = {code: frozenset(other for _, opposites in OPPOSITES for two in opposites if code in two and frozenset(two) not in SOFT
                          for other in two if other != code) for _, opposites in OPPOSITES for two in opposites for code in two}
# Of all kinds those that are no error by themselves: on the development texts they are false as often as true, or more often.
DOUBTFUL = frozenset((frozenset(("near", "more")), frozenset(("upward", "falls")), frozenset(("highest", "at_least")),
                      frozenset(("before", "backward")), frozenset(("after", "forward")), frozenset(("bottom", "more")),
                      frozenset(("since", "until")), frozenset(("below", "more"))))
# Of the soft ones those that are an error as others are: there they are true at least four times as often as false.
TRUE = frozenset((frozenset(("same", "fewer")), frozenset(("first", "after")), frozenset(("until", "at_least")),
                  frozenset(("at_once", "at_end")), frozenset(("at_once", "last")), frozenset(("in_order", "together")),
                  frozenset(("exactly", "until")), frozenset(("only", "at_least")),
                  frozenset(("at_once", "next"))))
FREE = SOFT - TRUE
# Of those that are no more than a note, from the original to the translation: translators exchange them more often than they
# are a mistake.
USUALLY_FREE = frozenset((("only", "all"), ("all", "only"), ("all", "both"), ("both", "all"), ("may", "need_not"),
                          ("need_not", "may"), ("if", "even_if"), ("even_if", "if"), ("same", "more"), ("more", "same"),
                          ("after", "forward"), ("forward", "after")))
# Bounds of which the second with a denial says the first: `no less than` is `at least`, `no more` is `at most`.
BY_DENIAL = {("at_least", "fewer"), ("at_most", "more")}
