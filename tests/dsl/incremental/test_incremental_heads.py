"""Other ranges of types, and parameters with other names, are checked without the rest, where bodies alone use them."""

from __future__ import annotations

from pathlib import Path

import pytest

from .edited import after

RULEBOOK = """rulebook market
    "Market"
    players 2..3

constants
    fee = 1 "The fee is {fee}."
    most = 30 "Nobody has more than {most}."
    share = 3 "A share is {share}."
    tip = 2 "A tip is {tip}."
    faces = 2 "There are {faces} faces."
    gift = 7 "All begin with a gift."
    shallow = 3 "Nothing is less deep than {shallow}."
    remembered = 60 "The last {remembered} moods count."

table good
    "Goods."
    worth: 1..9
    weight: 0..4 = 2
    tare: 0..4 = 2
    sizes: set of 1..3
    boxes: 0..9 = 2
    shelves: 0..9 = 4
    lids: 0..9 = 2
    effect buy(p: player, n: 1..9)
    effect wait(p: player, n: 1..9)
    row tea: 3, 1, 1, {1}
        "Tea is worth {worth}."
        lids = 1
        buy
            p.gold gains tea.worth + n
        wait
            p.gold gains n
    row salt: 2, 0, 1, {2, 3}
        "Salt has {lids} lids."
        shelves = 6
        buy
            p.gold gains 2
            p.tries[n] becomes min(9, p.tries[n] + 1)
        wait
            choose salting by p
                "One may salt."
                move salt_it "salt"
                    p.gold gains n
                move leave_it "leave"
                    p.gold gains 1

table coin
    "Coins."
    price: 0..9
    row small "small_{g}": 2 for g in good
    row great: tea.boxes + 1

board fields: square 2 by 1 of plot
    at a1: crop = 3

each plot has
    crop: 0..5

pieces cart of each player
    "Carts."
    wheels: 1..4
    1 with wheels = 2, load = 2
    1 with wheels = 4

each cart has
    load: 0..4

each good has
    stock: 0..9 = good.shelves

note worth_in_all
    "All are worth {sum g in good: g.worth}."

note taken_in_all
    "{taxed(3)} are taken."

each player has
    gold: 0..99 = 1
    marks: 0..3 per 1..3
    kinds: set of 1..4
    held: 0..9 = 0, seen by owner
    purse: 1..9 = 3
    rank: 0..5 or none = none
    limit: 0..most
    due: 0..9
    own: 0..share = 2
    steps: 0..3 per 1..3
    toys: set of 1..4
    left: 0..share = share
    turned: flag per 1..faces
    depth: shallow..20 = 20
    wide: 0..9 = 5
    given: 0..9 = gift
    tries: 0..9 per 1..9
    deal: 0..9

state
    round: 0..20
    shown: 0..9 = 2
    spare: 0..shown_at_most = 0
    lots: list of 0..9 up to 3 = []
    mood: 0..3
    calm: 0..remembered
    past: history of mood up to remembered

constants
    shown_at_most = 9 "At most {shown_at_most} are shown."

function taxed(n: 0..9): 0..20
    "The tax."
    gives n + fee

function doubled(n: 0..9): 0..20
    "Twice as much."
    gives min(20, n * 2 + n)
    exception no_more: n > 8
        "Nothing for the rich."
        gives 0
    exception not_much: n * n > 90
        "Little for the poor."
        gives 1

function tipped(n: 0..99 * tip): 0..99
    "A tip is taken."
    gives max(0, min(n - tip, 99))

function stated(n: 0..9): 0..20
    "With {n}."
    gives n + n

play
    "Players buy."
    repeat
        round gains 1
        for each p in players
            turn_of(p)

rule turn_of(p: player)
    "{p} buys."
    roll g from good as "{p} gets {g}"
    g.buy(p, 1)
    g.wait(p, 2)
    pay(p, 3, 4)
    give(p, 4, 3)
    ask(p, 2)
    tidy(p)
    chosen(p, {2, 3})
    p.own becomes 2 if p.left > 1 else 1
    p.left becomes p.own
    p.turned[1] becomes not p.turned[2]
    p.gold becomes tipped(p.gold)
    p.gold becomes min(90, p.gold + doubled(p.due) + g.weight + g.lids)
    p.marks[1] becomes min(3, shown)
    p.kinds gains 2
    p.purse becomes 4 if p.rank = none and size(p.kinds) > 5 and size(lots) > 3 else 5
    p.held becomes stated(2)
    spare becomes max(0, min(spare, p.limit) - g.tare)
    p.due becomes min(p.due + p.purse - p.marks[1], 9)
    mood becomes (mood + n_of(p)) mod 4
    calm becomes max(0, calm - 1)
    remember past
    check over

function n_of(p: player): 0..9
    "A number."
    gives 1 if stated(p.depth) > 2 and p.wide > 2 and p.given < 8 and times(past) < 9 else 3

rule pay(p: player, n: 0..9, m: 0..9)
    "Something is paid."
    p.gold becomes max(0, p.gold - n - m)
    if p.held > 8
        p.held becomes 1

rule ask(p: player, n: 0..9)
    "Somebody is asked."
    choose answer by p
        "An answer."
        move yes_to_it "yes"
            p.steps[1] becomes min(3, n)
        move no_to_it "no"
            p.steps[2] becomes 1

rule tidy(p: player)
    "All is tidied."
    announce paid(p, 2)
    announce noticed(p.gold mod 5)
    shown becomes min(9, lent(p.due) + p.deal)
    p.steps[1] becomes p.steps[2]
    for each s in plot where s.crop < 3
        s.crop gains 1
    for each c in cart where c.owner = p
        c.load becomes min(c.wheels, 3 - c.load)
    p.wide becomes min(9, max(0, p.depth - p.wide))
    for each g in good where g.stock > g.boxes
        g.stock loses min(g.stock, (sum c in coin: c.price))
    p.gold becomes taxed(2)
    if p.toys = {}
        p.toys gains 1

event paid(p: player, n: 0..9)
    "{p} pays {n}."

event noticed(n: 0..9)
    "{n} are noticed."

function lent(deal: 0..9): 0..9
    "What is lent."
    gives deal

rule noting after paid(q, m)
    "It is noted."
    q.due becomes min(9, m)

rule give(p: player, n: 0..9, o: 0..9)
    "Something is given."
    p.gold becomes min(90, p.gold + n - o)

rule chosen(p: player, some: set of 1..4)
    "Some are chosen."
    p.gold becomes min(90, size(some))
    if first(size(some)) != none
        p.kinds gains 1
    if 2 in some
        p.deal becomes 1

function first(n: 0..9): 1..4 or none
    "The first."
    gives none if n = 0 else 4 if n > 3 else n

end over
    "It is over."
    when round >= 20 or every p in players: p.gold > 50 + spare
    draw
"""
ASK = RULEBOOK[RULEBOOK.index("ask(p: player, n"):RULEBOOK.index("        move no_to_it")]
# What is written now, in place of what: whether the rest of what was found holds.
EDITS = {
    "a wider field of the game": ("round: 0..20", "round: 0..21", True),
    "a narrower field of the game": ("shown: 0..9", "shown: 0..8", True),
    "a field of the game without its first value": ("shown: 0..9", "shown: 3..9", True),
    "a field of the game in other words": ("round: 0..20", "round: 0..4 * 5", False),
    "a field of the game that nothing reaches": ("round: 0..20", "round: 0..9", True),
    "a wider field of players": ("gold: 0..99", "gold: 0..150", True),
    "a field of players that always starts": ("gold: 0..99 = 1", "gold: 1..99 = 1", True),
    "the numbers of a field with several": ("marks: 0..3 per", "marks: 0..4 per", True),
    "how many numbers a field has": ("marks: 0..3 per 1..3", "marks: 0..3 per 1..4", True),
    "how many numbers a field has that none of them fits": ("marks: 0..3 per 1..3", "marks: 0..3 per 2..3", True),
    "fewer numbers than a field needs": ("steps: 0..3 per 1..3", "steps: 0..3 per 1..1", True),
    "too many numbers of a field": ("marks: 0..3 per 1..3", "marks: 0..3 per 1..999999", False),
    "for what a field has numbers": ("marks: 0..3 per 1..3", "marks: 0..3 per good", False),
    "the range of numbers, and how many": ("marks: 0..3 per 1..3", "marks: 0..5 per 1..4", True),
    "a set": ("kinds: set of 1..4", "kinds: set of 1..5", False),
    "a list": ("list of 0..9", "list of 0..8", False),
    "numbers and a word": ("rank: 0..5 or none", "rank: 0..6 or none", False),
    "what not all see": ("held: 0..9", "held: 0..8", False),
    "a range by another name": ("limit: 0..most", "limit: 0..fee", False),
    "a range by the same name": ("limit: 0..most", "limit: 0..most + 2", False),
    "a first value that is too large": ("purse: 1..9 = 3", "purse: 1..2 = 3", True),
    "a constant in a range": ("most = 30", "most = 28", True),
    "a constant in a range, and in a first value": ("share = 3", "share = 4", False),
    "a constant in a range that a first value is beyond": ("share = 3", "share = 1", False),
    "a constant in the range of a parameter": ("tip = 2", "tip = 3", False),
    "a constant in how many numbers a field has": ("faces = 2", "faces = 3", True),
    "a constant in the range of a field": ("shallow = 3", "shallow = 4", True),
    "a constant in the range of a field that others use": ("shallow = 3", "shallow = 12", True),
    "a constant in how much is remembered": ("remembered = 60", "remembered = 61", False),
    "how much a history keeps": ("mood up to remembered", "mood up to 50", False),
    "a field that a history keeps": ("mood: 0..3", "mood: 0..8", False),
    "a field that a line of the board gives a value": ("crop: 0..5", "crop: 0..2", False),
    "a field that a line of pieces gives a value": ("load: 0..4", "load: 0..1", False),
    "what is fixed about pieces": ("wheels: 1..4", "wheels: 1..5", False),
    "a field with a first value by its owner": ("stock: 0..9", "stock: 0..8", True),
    "a field with a first value by its owner that is too large": ("stock: 0..9", "stock: 0..5", True),
    "a column by which a field begins": ("shelves: 0..9", "shelves: 0..8", False),
    "a column by which a row of another table has its value": ("boxes: 0..9", "boxes: 0..8", False),
    "a column of rows that a line makes": ("price: 0..9", "price: 0..8", True),
    "a column of rows that a line makes, and that they do not fit": ("price: 0..9", "price: 3..9", False),
    "a column of rows that a line makes, with a value of its own": ("price: 0..9", "price: 0..8 = 1", False),
    "no numbers": ("due: 0..9", "due: flag", False),
    "an empty range": ("due: 0..9", "due: 9..0", True),
    "an unknown type of the game": ("round: 0..20", "round: numbr", True),
    "an unknown type of players": ("due: 0..9", "due: numbr", True),
    "an unknown type where a name is near that is declared later": ("due: 0..9", "due: 0..doubld", False),
    "an unknown type where a constant is near": ("due: 0..9", "due: 0..sharre", True),
    "an unknown type of what a history keeps": ("mood: 0..3", "mood: numbr", False),
    "an unknown type of what not all see": ("held: 0..9", "held: numbr", False),
    "an unknown word beside numbers": ("rank: 0..5 or none", "rank: 0..5 or nome", False),
    "an unknown type of a first value that fits no more": ("purse: 1..9 = 3", "purse: numbr = 3", True),
    "an unknown type of a column": ("weight: 0..4 = 2", "weight: numbr = 2", False),
    "an unknown type of what a function takes": ("doubled(n: 0..9)", "doubled(n: numbr)", True),
    "an unknown type of what a function takes that a text calls": ("taxed(n: 0..9)", "taxed(n: numbr)", False),
    "an unknown type of what a function gives": ("doubled(n: 0..9): 0..20", "doubled(n: 0..9): 0..twenty", True),
    "an unknown type of what a rule takes": ("give(p: player, n: 0..9,", "give(p: playr, n: 0..9,", True),
    "two unknown types": ("give(p: player, n: 0..9,", "give(p: playr, n: numbr,", True),
    "an unknown type and another name": ("give(p: player, n: 0..9,", "give(p: player, k: numbr,", False),
    "a field that all see now": ("held: 0..9 = 0, seen by owner", "held: 0..9 = 0", False),
    "another first value": ("purse: 1..9 = 3", "purse: 1..9 = 4", True),
    "another first value by its owner": ("good.shelves", "good.shelves - 1", True),
    "another first value that is too large": ("purse: 1..9 = 3", "purse: 1..9 = 10", True),
    "no first value where there has to be one": ("purse: 1..9 = 3", "purse: 1..9", True),
    "the natural first value": ("gold: 0..99 = 1", "gold: 0..99", True),
    "another first value of what not all see": ("held: 0..9 = 0, seen", "held: 0..9 = 4, seen", True),
    "a first value by a constant that is there": ("gold: 0..99 = 1", "gold: 0..99 = fee", True),
    "a first value without a constant that nothing else uses": ("given: 0..9 = gift", "given: 0..9 = 7", False),
    "a first value of what a line of the board gives a value": ("crop: 0..5", "crop: 0..5 = 2", True),
    "a first value of what a line of pieces gives a value": ("load: 0..4", "load: 0..4 = 1", False),
    "a first value of what a history keeps": ("mood: 0..3", "mood: 0..3 = 2", True),
    "a first value of a history": ("up to remembered", "up to remembered = []", False),
    "a field that pictures leave out": ("due: 0..9", "due: 0..9, aside", True),
    "another range and another first value": ("purse: 1..9 = 3", "purse: 1..8 = 4", False),
    "a column": ("weight: 0..4 = 2", "weight: 0..5 = 2", True),
    "a column that a row does not fit": ("tare: 0..4 = 2", "tare: 2..4 = 2", False),
    "a column that a note states": ("worth: 1..9", "worth: 1..8", True),
    "a column with another value of its own": ("lids: 0..9 = 2", "lids: 0..9 = 3", True),
    "a column with another value of its own that no row has": ("weight: 0..4 = 2", "weight: 0..4 = 3", True),
    "a column with another value of its own, by which a row of another table has its value": (
        "boxes: 0..9 = 2", "boxes: 0..9 = 3", False),
    "a column with another value of its own that is too large": ("lids: 0..9 = 2", "lids: 0..9 = 10", False),
    "a column with another value of its own, by which a field begins": ("shelves: 0..9 = 4", "shelves: 0..9 = 5", False),
    "a column with another value of its own by a constant": ("lids: 0..9 = 2", "lids: 0..9 = fee", False),
    "a column that has a value of its own now": ("worth: 1..9\n", "worth: 1..9 = 3\n", True),
    "a column that has a value of its own now that does not fit": ("worth: 1..9\n", "worth: 1..9 = 30\n", False),
    "a column without a value of its own": ("lids: 0..9 = 2", "lids: 0..9", False),
    "an effect": ("effect buy(p: player, n: 1..9)", "effect buy(p: player, n: 0..9)", True),
    "an effect that takes less": ("effect buy(p: player, n: 1..9)", "effect buy(p: player, n: 2..9)", True),
    "an effect that waits": ("effect wait(p: player, n: 1..9)", "effect wait(p: player, n: 0..9)", True),
    "an effect that waits, with another name": ("effect wait(p: player, n: 1..9)", "effect wait(q: player, n: 1..9)", False),
    "the name of what happens to whom": (
        'event paid(p: player, n: 0..9)\n    "{p} pays', 'event paid(x: player, n: 0..9)\n    "{x} pays', True),
    "the names of what happens, the other way round": (
        'event paid(p: player, n: 0..9)\n    "{p} pays {n}', 'event paid(n: player, p: 0..9)\n    "{n} pays {p}', True),
    "a name of what happens that a statement has no more": (
        "event paid(p: player, n: 0..9)", "event paid(x: player, n: 0..9)", False),
    "one name of what happens twice": ("event paid(p: player, n: 0..9)", "event paid(p: player, p: 0..9)", False),
    "the range of what happens": ("event noticed(n: 0..9)", "event noticed(n: 0..8)", True),
    "the range and the name of what happens": (
        'event noticed(n: 0..9)\n    "{n}', 'event noticed(m: 0..8)\n    "{m}', True),
    "what happens that takes less": ("event noticed(n: 0..9)", "event noticed(n: 5..9)", True),
    "the range of what a rule comes after": ("event paid(p: player, n: 0..9)", "event paid(p: player, n: 0..8)", False),
    "what a function takes": ("doubled(n: 0..9)", "doubled(n: 1..9)", True),
    "what a function takes, so that two exceptions hold": ("doubled(n: 0..9)", "doubled(n: 0..10)", True),
    "less than a function gets": ("doubled(n: 0..9)", "doubled(n: 0..4)", True),
    "nothing that a function gets": ("stated(n: 0..9)", "stated(n: 5..9)", True),
    "what a function gives": ("doubled(n: 0..9): 0..20", "doubled(n: 0..9): 0..30", True),
    "more than a function gives": ("doubled(n: 0..9): 0..20", "doubled(n: 0..9): 0..9", True),
    "what a function takes that a text calls": ("taxed(n: 0..9)", "taxed(n: 0..8)", False),
    "what a rule takes": ("give(p: player, n: 0..9,", "give(p: player, n: 0..8,", True),
    "what a rule takes that looks at what is hidden": ("pay(p: player, n: 0..9,", "pay(p: player, n: 0..8,", True),
    "what a rule takes besides": ("m: 0..9)", "m: 0..9, o: 0..9)", False),
    "what a rule that waits takes": ("rule turn_of(p: player)", "rule turn_of(q: player)", False),
    "a number that a rule takes that waits": ("ask(p: player, n: 0..9)", "ask(p: player, n: 0..8)", True),
    "a number that a rule takes that waits, and its name": (
        ASK, ASK.replace("n: 0..9", "m: 0..8").replace("3, n", "3, m"), False),
    "a number of which a rule that waits gets too much": ("ask(p: player, n: 0..9)", "ask(p: player, n: 0..1)", True),
    "a field with the name of a parameter": ("deal: 0..9\n", "deal: 0..8\n", True),
    "numbers more of a field that nothing hidden comes to": ("steps: 0..3 per 1..3", "steps: 0..3 per 1..4", True),
    "numbers of such a field": ("steps: 0..3 per 1..3", "steps: 0..4 per 1..3", True),
    "a set that nothing hidden comes to": ("toys: set of 1..4", "toys: set of 1..5", False),
    "a set that a rule takes": ("chosen(p: player, some: set of 1..4)", "chosen(p: player, some: set of 1..5)", True),
    "a set that a rule takes, and all that it is": (
        "chosen(p: player, some: set of 1..4)", "chosen(p: player, some: set of 2..4)", True),
    "a number or a word that a function gives": ("first(n: 0..9): 1..4 or none", "first(n: 0..9): 1..5 or none", True),
    "a number or another word that a function gives": ("first(n: 0..9): 1..4 or none", "first(n: 0..9): 1..4 or no_one", False),
    "less than a number or a word that a function gives": (
        "first(n: 0..9): 1..4 or none", "first(n: 0..9): 1..3 or none", True),
    "another type": ("pay(p: player, n: 0..9,", "pay(p: player, n: player,", False),
    "a parameter in a statement": ("stated(n: 0..9): 0..20\n    \"With {n}.\"\n    gives n + n",
                                   "stated(k: 0..9): 0..20\n    \"With {n}.\"\n    gives k + k", False),
    "a parameter of a function with another name": (
        "doubled(n: 0..9): 0..20\n    \"Twice as much.\"\n    gives min(20, n * 2 + n)\n    exception no_more: n > 8\n"
        "        \"Nothing for the rich.\"\n        gives 0\n    exception not_much: n * n > 90",
        "doubled(k: 0..9): 0..20\n    \"Twice as much.\"\n    gives min(20, k * 2 + k)\n    exception no_more: k > 8\n"
        "        \"Nothing for the rich.\"\n        gives 0\n    exception not_much: k * k > 90", True),
    "two names that change places": ("n: 0..9, o: 0..9)", "o: 0..9, n: 0..9)", True),
    "the name of a rule": ("give(p: player, n: 0..9, o", "give(p: player, n: 0..9, give", True),
    "who sees what a function takes": ("stated(n: 0..9)", "stated(n: 0..9 seen by nobody)", False),
    "one name for two": ("n: 0..9, o: 0..9)", "n: 0..9, n: 0..9)", False),
    "the name of a field": ("taxed(n: 0..9): 0..20\n    \"The tax.\"\n    gives n", "taxed(shown: 0..9): 0..20\n"
                            "    \"The tax.\"\n    gives shown", False),
    "a name that nothing has": ("pay(p: player, n: 0..9, m: 0..9)", "pay(p: player, k: 0..9, m: 0..9)", True),
    "a rule's parameter with another name": (
        "give(p: player, n: 0..9, o: 0..9)\n    \"Something is given.\"\n    p.gold becomes min(90, p.gold + n - o)",
        "give(p: player, k: 0..9, o: 0..9)\n    \"Something is given.\"\n    p.gold becomes min(90, p.gold + k - o)", True),
}


# The rulebook is compiled for each number of players, and is the same for all.
@pytest.mark.parametrize("players", ["2", pytest.param("2..3", marks=pytest.mark.slow)])
@pytest.mark.parametrize("edit", EDITS)
def test_a_declaration_with_another_head_is_checked_without_the_rest(main: Path, edit: str, players: str) -> None:
    main.write_text(RULEBOOK.replace("players 2..3", f"players {players}"), encoding="utf-8")
    after(main, main, EDITS[edit])
