"""Small rulebooks with every kind of name, and drawn statements and expressions in their rules."""

from __future__ import annotations

import re

from hypothesis import strategies as st

# Each kind of expression has its atoms and forms; `{num}` in a form is any expression of the kind
# `num`. Now and then a form draws another kind than it asks for, so that mistakes occur too.

ATOMS: dict[str, tuple[str, ...]] = {
    "num": ("0", "1", "3", "-2", "heap", "limit", "player_count", "turn.gold", "P2.purse[red]", "ace.price", "level",
            "open(turn.coins)", "open(P1.coins, P2)"),
    "flag": ("yes", "no", "flags", "best = none", "best != none", "here.lord = P1"),
    "clan": ("red", "blue", "colour", "ace.colour"),
    "player": ("P1", "P2", "turn", "the best", "order[1]"),
    "perhaps": ("best", "here.lord", "T3.lord"),
    "cell": ("a1", "c2", "spot", "(the at(grid, 1, 3))"),
    "direction": ("up", "down_left", "heading"),
    "area": ("T1", "T5", "here"),
    "set": ("hand", "cards_of(turn)", "hand + {1, 3}"),
    "list": ("order", "[P1, P2]"),
    "row": ("ace", "king", "top"),
    "players": ("players", "order", "player"),
    "numbers": ("1..3", "hand", "0..limit", "heap..9"),
    "cells": ("cell", "neighbours(spot)", "grid"),
    "areas": ("area", "neighbours(here)", "territory"),
    "lines": ("lines(grid, 3)", "lines_through(spot, 2)"),
    "fields": ("counts", "turn.purse"),
}
FORMS: dict[str, tuple[str, ...]] = {
    "num": ("({num} + {num})", "({num} - {num})", "({num} * {num})", "({num} div 3)", "({num} mod 4)", "(-{num})",
            "({num} if {flag} else {num})", "(sum x~ in {numbers} where {flag}: x~ + {num})",
            "(max p~ in {players}: {num})",
            "(min c~ in {cells}: row(c~))", "(count c~ in {cells} where {flag})", "(count x~ in {numbers})",
            "abs({num})",
            "min({num}, {num})", "max({num}, {num}, {num})", "size({set})", "size({list})", "size({cells})",
            "column({cell})", "{cell}.height", "({num} if {perhaps} = none else 3)", "distance({cell}, {cell})", "half({num})",
            "distance({cell}, {cell} through c~ in {cells} where {flag})",
            "distance({cell}, {cell} through c~ in cell where {flag} costing abs({num}))",
            "{player}.gold", "{fields}[{clan}]",
            "{row}.price", "{area}.castles", "(sum l~ in {lines}: count c~ in l~ where {flag})"),
    "flag": ("({num} = {num})", "({num} != {num})", "({fields} >= {fields})",
             "({fields} = {{red: {num}}})", "({fields} != {{}})", "({num} < {num})", "({num} >= {num})", "({clan} = {clan})",
             "({perhaps} = {perhaps})", "({perhaps} != none and {flag})", "({perhaps} = none)", "({set} = {{}})",
             "(3 in {set})", "({flag} and {flag})", "({flag} or {flag})",
             "(not {flag})", "({num} in {numbers})", "({cell} not in {cells})", "({set} = {set})", "({list} = {list})",
             "(every p~ in {players}: {flag})", "(some c~ in {cells} where {flag}: {flag})",
             "(some c~ in {cells}, d~ in {cells}: {flag})",
             "({row} > {row})", "({clan} <= {clan})",
             "(no a~ in {areas}: {flag})",
             "(({num}, {num}) < ({num}, {num}))", "({area} = {area})", "({row} = {row})",
             "(some l~ in {lines}: every c~ in l~: c~ = {cell})", "((first p~ in {players} where {flag}) = none)"),
    "clan": ("({clan} if {flag} else {clan})", "{row}.colour"),
    "player": ("next({player})", "previous({player})", "({player} if {flag} else {player})", "(the {perhaps})"),
    "perhaps": ("(first p~ in {players} where {flag} by {num})", "(last p~ in {players} where {flag} by {num})",
                "(last p~ in {players} where {flag})", "({perhaps} if {flag} else {perhaps})", "{area}.lord"),
    "cell": ("({cell} if {flag} else {cell})", "at(grid, {num})", "(the shift({cell}, {num}, 1))", "(the shift({cell}, 1, -1))",
             "(the shift({cell}, {direction}))", "(the shift({cell}, {direction}, half({num})))", "(the at(grid, 1, {num}))"),
    "direction": ("({direction} if {flag} else {direction})", "(the direction({cell}, {cell}))"),
    "area": ("next({area})", "previous({area})", "clockwise({area}, half({num}))", "area({area})"),
    "set": ("{{min(5, max(1, x~ + 1)) for x~ in {numbers} where {flag}}}",
            "({set} + {set})", "({set} - {set})", "{{x~ in 1..5 where {flag}}}", "({set} + {{1, 5}})"),
    "list": ("[p~ in {players} where {flag} by ({num}, {num})]", "[next(p~) for p~ in {players} by {num}]",
             "[p~ in {players} starting with {player}]",
             "[{player}, {player}]"),
    "row": ("({row} if {flag} else {row})",),
    "players": ("({players} starting with {player})", "[p~ in {players} where {flag}]"),
    "numbers": ("(0..{num})", "(abs({num})..9)", "{set}"),
    "cells": ("neighbours({cell})", "diagonals({cell})",
              "surrounding({cell})", "[c~ in {cells} by {num}]", "within({cell}, half({num}))", "within({cell}, 1)",
              "reachable({cell}, half({num}) through c~ in {cells} where {flag})", "ray({cell}, {direction})",
              "between({cell}, {cell})", "middles"),
    "areas": ("neighbours({area})", "spaces({area})"),
    "lines": ("lines_through({cell}, 3)",),
    "fields": ("{player}.purse", "{row}.cost"),
}
SLIPS = 300


def expressions(kind: str, depth: int = 3) -> st.SearchStrategy[str]:
    """An expression of a kind, in the words of `FRAME`."""
    return _filled(kind, depth)


@st.composite
def _filled(draw: st.DrawFn, kind: str, depth: int) -> str:
    if draw(st.integers(1, SLIPS)) == SLIPS:
        kind = draw(st.sampled_from(sorted(ATOMS)))
    if depth == 0 or draw(st.integers(0, 2)) == 0:
        return draw(st.sampled_from(ATOMS[kind]))
    return draw(_fill(draw(st.sampled_from(FORMS[kind])), depth - 1))


@st.composite
def _fill(draw: st.DrawFn, form: str, depth: int) -> str:
    """A form with an expression for each kind that it names in braces."""
    form = form.replace("~", str(draw(st.integers(10, 10**6))))
    out = re.sub(r"\{(\w+)\}", lambda kind: draw(_filled(kind[1], depth)) if kind[1] in ATOMS else kind[0], form)
    return out.replace("{{", "{").replace("}}", "}")


STATEMENTS = (
    "heap becomes {num}", "heap gains {num}", "turn.gold loses {num}", "best becomes {perhaps}",
    "turn becomes {player}",
    "hand becomes {set}", "hand becomes all", "hand becomes {{}}", "best becomes none", "hand gains {num}",
    "hand loses {set}", "order becomes {list}", "order gains {player}",
    "order loses {player}", "counts[{clan}] gains {num}", "spot becomes {cell}", "here becomes {area}",
    "top becomes {row}", "here.lord becomes {perhaps}", "transfer {num} from heap to {player}.gold", "must {flag}",
    'must {flag} "so {num} it is, {set}"', "merge {area} with {area}", "announce grown({num}, {player})",
    "announce listed({list})", "{row}.turn_up({num})", "{row}.look({num})", "grow({num})", "ask({player})",
    "{player}.purse becomes {{red: {num}, blue: {num}}}", "counts gains {fields}", "counts becomes {{}}",
    "transfer {{blue: {num}}} from {player}.purse to counts", 'must {flag} "{fields}"', "check over",
    "skip", "stop", "flags becomes {flag}")
BLOCKS = (
    "if {flag}\n{body}", "if {flag}\n{body}\nelse\n{body}", "if {flag}\n{body}\nelse if {flag}\n{body}",
    "for each p{n} in {players} where {flag} by {num}\n{body}", "for each c{n} in {cells}\n{body}",
    "for each a{n} in {areas} where {flag} by a{n}.castles\n{body}",
    "for each x{n} in {numbers} by {num} descending\n{body}",
    "for each l{n} in {lines}\n{body}",
    "repeat half({num}) times\n{body}", "repeat while {flag} at most half({num}) times\n{body}",
    'roll d{n} from {numbers} where d{n} > {num} weighted by abs({num}) as "rolls {{d{n}}}"\n{body1}',
    'roll half({num}) t{n} from {numbers} where t{n} > {num} as "rolls {{t{n}}}"\nheap becomes count z{n} in t{n} '
    "where z{n} > {num}\n{body1}",
    "draw e{n} from clan or crown\n{body1}", "draw s{n} from 0..3 seen by turn.side\n{body1}",
    "let v{n} = {num}\n{body1}", "let w{n} = {list}\n{body1}",
    "var u{n}: 0..9 = {num}\n{body1}", "var t{n}: 0..9 per clan = {num}\n{body1}",
    "var s{n}: list of player up to 4\n{body1}", "let m{n} = {perhaps}\n{body1}",
    'choose choice{n} by {player} for k{n} in {numbers}\n    require r{n}: {flag}\n        "not {{k{n}}}"\n'
    '        exception y{n}: {flag}\n    move go{n} "goes {{k{n}}}"\n{body2}\n'
    '    move leap{n} "leaps {{k{n}}} to {{z{n}}}" for z{n} in {cells} where {flag}\n'
    "        require q{n}: {flag}\n{body2}\n"
    "    otherwise\n{body2}",
    'choose vote{n} by each o{n} in {players} for b{n} in {numbers} secretly\n    move "yes {{b{n}}}"\n{body2}\n'
    '    move "no {{b{n}}}"\n    otherwise\n{body2}',
    'choose lay{n} by P1 for c{n} in {numbers} seen by P1\n    move "lays {{c{n}}}"\n{body2}')


@st.composite
def statements(draw: st.DrawFn, depth: int, number: list[int]) -> list[str]:
    """A few statements as lines without indentation; `number` counts, to give names of their own."""
    out: list[str] = []
    for _ in range(draw(st.integers(1, 3))):
        number[0] += 1
        if depth == 0 or draw(st.booleans()):
            form = draw(st.sampled_from(STATEMENTS))
        else:
            form = draw(st.sampled_from(BLOCKS)).replace("{n}", str(number[0]))
        for mark, indent in (("{body}", 1), ("{body1}", 0), ("{body2}", 2)):
            while mark in form:
                body = draw(statements(depth - 1, number))
                form = form.replace(mark, "\n".join("    " * indent + line for line in body), 1)
        out += draw(_fill(form, 2)).split("\n")
    return out


FRAME = '''
rulebook frame
    players 2..3

enum clan: red, blue

constants
    limit = 4

parameter level: 0..3 = 2

board grid: square of cell
    height: 0..9 = 1
    legend x in middles: height = 2
    legend o
    map
        "o x o"
        "o . x"
        "o x o"
board way: ring of territory T1 .. T5 merging into area

each player has
    gold: 0..9
    coins: 0..9, seen by owner
    purse: 0..9 per clan

each area has
    castles: 0..5, merge adds
    lord: player or none, merge keeps

table card
    price: 0..9
    colour: clan
    cost: 0..9 per clan = {}
    effect turn_up(n: 0..9)
    effect look(n: 0..9)
    row ace: 3, red
        turn_up
            heap becomes n
        look
            ask(turn)
    row king: 4, blue, {red: 2}
        turn_up
            grow(n)
        look
            heap becomes 0

state
    turn: player = P1
    best: player or none
    heap: 0..9
    flags: flag
    order: list of player up to 4
    hand: set of 1..5
    here: area = T1
    counts: 0..9 per clan
    spot: cell = a1
    heading: direction = up
    top: card = ace
    colour: clan = red

event grown(n: 0..9, p: player)

event listed(l: list of player up to 4)

rule after_grown after grown(m, q)
    if m > 3
        ask(q)

rule after_listed after listed(l)
    heap becomes size(l)

function half(n: 0..9): 0..4
    gives n div 2
    exception nothing: n = 0 and turn = P1
        gives 1
    exception ready over nothing: n = 0 and best = none
        let one = n + 1
        gives one

function cards_of(p: player): set of 1..5
    let mine = hand + {{n in 1..5 where n = heap}}
    gives mine if p = turn else hand

rule grow(n: 0..9)
    heap gains n
    exception full: heap = 9
        heap becomes 0
        exception emptied: n = 3 and heap > 8
            heap becomes 1

rule ask(p: player)
    choose answer by p
        move "yes"
            p.gold gains 1
        move "no"
    exception silent: p.gold = 9
        must p.gold > 0

play
    grow(1)
    ask(P1)
    ace.turn_up(1)
    ace.look(1)
    announce grown(1, P1)
    announce listed([P2])
    must size(cards_of(P1)) >= 0 and half(3) < level and limit = 4
    repeat 3 times
        for each outer in players
{body}
    check over

end over
    "The game is over."
    when {flag}
    ranking p in players by ({num}, {num})
    draw when tied

score s in sides: {num}
'''


@st.composite
def drawn_rulebooks(draw: st.DrawFn) -> str:
    """A small rulebook with every kind of name, and drawn statements and expressions in its rules."""
    body = draw(statements(2, [0]))
    return draw(_fill(FRAME.replace("{body}", "\n".join(" " * 12 + line for line in body)), 2))
