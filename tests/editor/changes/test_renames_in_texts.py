"""What names a value is renamed in the texts of moves, and in the fingerprints of clauses."""

from __future__ import annotations

from pathlib import Path

from rulewright.cli.editor.changes.edits import changed_texts
from rulewright.cli.editor.changes.renames import renamed
from rulewright.cli.editor.files.rulebooks import RulebookKey, Rulebooks
from rulewright.dsl.variants import named
from rulewright.translation.facts.meaning import fingerprint, written_notations

from .problems import mentioned_problems

CHESTS = """rulebook chests
    "Chests"
    players 2
    seats Anna, Boris

pieces chest of each player
    "Chests."
    2

each chest has
    coins: 0..5 = 2

play
    choose opening by Anna
        "Anna opens a chest."
        move open "opens {c} and finds {c.coins} coins in it" for c in chest
            "A player opens a chest."
            c.coins becomes 0
    check over

end over
    "It is over when a chest is empty."
    when some c in chest: c.coins = 0
    draw
"""


def test_the_text_of_a_move_follows_a_name_in_it(tmp_path: Path) -> None:
    main, texts = tmp_path / "chests.rules", tmp_path / "text" / "ru.texts"
    texts.parent.mkdir()
    main.write_text(CHESTS)
    opened = Rulebooks().open(RulebookKey(main))
    (mark,) = (fingerprint(notation) for _, id, notation in written_notations(opened.files.declarations) if id == "open")
    texts.write_text(f'texts of chests in ru\n\nmove open {mark}\n    "открывает {{c}}, монет: {{c.coins}}"\n',
                     encoding="utf-8")
    before = mentioned_problems(main)
    for path, text in changed_texts(renamed(opened, opened.names.declared["chest.coins"], "money")).items():
        path.write_bytes(text)
    assert "{c.money}" in texts.read_text(encoding="utf-8")
    assert mentioned_problems(main) == before


def test_a_value_of_a_move_is_renamed_in_the_texts_of_this_move_and_its_fingerprints(tmp_path: Path) -> None:
    main, texts, lock = tmp_path / "chests.rules", tmp_path / "text" / "ru.texts", tmp_path / "documents" / "ru.lock"
    texts.parent.mkdir()
    lock.parent.mkdir()
    another = ('        move shut "shuts {c}" for c in chest\n            "A player shuts a chest."\n'
               '            c.coins becomes 1\n')
    main.write_text(CHESTS.replace("    check over", f"{another}    check over"))
    opened = Rulebooks().open(RulebookKey(main))
    marks = {id: fingerprint(notation) for _, id, notation in written_notations(opened.files.declarations)}
    (clause,) = (fingerprint(thing.node) for thing in named(opened.files.declarations) if thing.id == "open")
    texts.write_text(f'texts of chests in ru\n\nmove open {marks["open"]}\n    "открывает {{c}}, монет: {{c.coins}}"\n\n'
                     f'move shut {marks["shut"]}\n    "закрывает {{c}}"\n', encoding="utf-8")
    lock.write_text(f'{{"n": 1, "clauses": {{"open": "{clause}"}}, "concepts": ["c"]}}\n')
    before = mentioned_problems(main)
    value = next(thing for thing in opened.names.locals.values() if thing.name == "c")
    for path, text in changed_texts(renamed(opened, value, "box")).items():
        path.write_bytes(text)
    assert '"открывает {box}, монет: {box.coins}"' in texts.read_text(encoding="utf-8")
    assert '"закрывает {c}"' in texts.read_text(encoding="utf-8")
    assert clause not in lock.read_text()
    assert '"concepts": ["c"]' in lock.read_text()
    assert mentioned_problems(main) == before
