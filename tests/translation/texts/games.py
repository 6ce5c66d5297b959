"""A little game with texts, written into a folder, for the tests of facts, glossaries and wordings."""

from __future__ import annotations

from pathlib import Path

from rulewright.dsl.load.loader import Files, read
from rulewright.dsl.variants import named
from rulewright.translation.facts.facts import facts_of
from rulewright.translation.facts.meaning import fingerprint, notations

RULES = '''rulebook orchard
    "The orchard"
    players 2..3

constants by players  2   3
    baskets  4  6  "There are {baskets} baskets on the grass."

constants
    picked = 2 "At most {picked} fruits are picked."

enum fruit: apple, pear

state
    tree: 0..6 per fruit = baskets

section before
    "Before the game"

note shade when player_count = 3
    "With {player_count} players {baskets} baskets stand in the shade."
    says grass
    mentions baskets * picked of fruit

section playing
    "The game"

section picking in playing
    "Picking"

play
    repeat
        for each p in players
            pick(p)
            check bare

rule pick(p: player)
    "{p} must pick fruits at once."
    draw first_fruit from fruit as "wind in the {first_fruit}"
    choose fruits by p
        "He names the fruit, and how many he picks."
        move "picks {n} {f}" for n in 1..2, f in fruit
            require enough: n <= tree[f]
                "the {f} tree is bare"
            tree[f] loses n
        move rest "rests"
            "A player may not rest twice, and never wins by it."

end bare
    "When {2 * picked} fruits are left by lot, nobody wins."
    when tree[apple] + tree[pear] < 2 * picked
    draw
'''

ENGLISH = """concept,term,status,forms,note
player,player,preferred,pl=players,
basket,basket,preferred,pl=baskets,
basket,hamper,forbidden,,not in an orchard
fruit,fruit,preferred,pl=fruits,
tree,fruit tree,allowed,pl=fruit_trees,
tree,tree,preferred,pl=trees,
grass,grass,preferred,,
"""

RUSSIAN = """concept,term,status,forms,note
player,игрок,preferred,gen=игрока pl=игроки gen.pl=игроков,
basket,корзина,preferred,gen=корзины pl=корзины gen.pl=корзин acc=корзину,
basket,лукошко,forbidden,gen=лукошка gen.pl=лукошек,
fruit,плод,preferred,gen=плода pl=плоды gen.pl=плодов,
tree,дерево,preferred,gen=дерева,
grass,трава,preferred,pre=траве,
"""


def written(folder: Path, rules: str = RULES, **texts: str) -> Files:
    """The game with files in its folder `text`; `__` in a name stands for a point: `ru__texts`."""
    (folder / "text").mkdir(exist_ok=True)
    (folder / "orchard.rules").write_text(rules, encoding="utf-8")
    for name, content in texts.items():
        (folder / "text" / name.replace("__", ".")).write_text(content, encoding="utf-8")
    return read(folder / "orchard.rules")

TEXTS = '''texts of orchard in ru

title
    "Сад"

baskets {baskets}
    "На траве {{baskets of basket}}."

picked {picked}
    "За раз {{fruit.gen.pl}} берут не больше {{picked}}."

before {before}
    "Перед игрой"

# Только втроём.
shade {shade}
    "Втроём ({{player_count of player}}) в тени, на {{grass.pre}},"
    "стоят {{baskets of basket}}."

move fruits {fruits}
    "берёт {{n of fruit}}: {{f}}"
'''


def fingerprints(files: Files) -> dict[str, str]:
    """The fingerprints of the clauses of the game, and of how its fruits are picked."""
    clauses = {clause.id: clause.fingerprint for clause in facts_of(files).clauses}
    choice = next(declaration.node for declaration in named(files.declarations) if declaration.id == "fruits")
    return {**clauses, "fruits": fingerprint(notations(choice, "move")[0])}


def worded(folder: Path, old: str = "", new: str = "", rules: str = RULES) -> Files:
    """The game with Russian texts for some of its clauses, in which `new` stands in place of `old`."""
    texts = TEXTS.format(**fingerprints(written(folder)))
    assert old in texts
    texts = texts.replace(old, new) if old else texts
    return written(folder, rules, en__glossary__csv=ENGLISH, ru__glossary__csv=RUSSIAN, ru__texts=texts)
