"""Coverage-guided search for texts on which a reader falls over.

    pip install ".[texts]" atheris
    python bench/evidence/fuzz.py rulebook -max_total_time=300
    python bench/evidence/fuzz.py playthrough FOLDER -runs=100000     # what is found new is kept in FOLDER

Every text must be read, or be refused in the way of its reader; anything else is printed with
the text that does it, which is kept in the working directory. Options after the name are those of libFuzzer.
At the end libFuzzer says how many texts were tried in how many seconds.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import click
from click.testing import CliRunner

# Only where a user installs it: atheris has no types, and no wheel for each version of Python.
atheris = import_module("atheris")
with atheris.instrument_imports(include=["rulewright"]):
    import rulewright
    from rulewright.cli.main import main as command
    from rulewright.cli.mutants.state import StateHead, memory
    from rulewright.cli.shared.games.loading import open_files
    from rulewright.dsl.driver.compile import analyse
    from rulewright.dsl.load.loader import read as read_files
    from rulewright.dsl.load.loader import read_text
    from rulewright.dsl.source.diagnostics import Diagnostics, RulebookError, render
    from rulewright.dsl.source.span import Source
    from rulewright.dsl.statements.glossary import glossary_of, read_glossary
    from rulewright.interpreter.analysis.playouts.search import WrongEvaluation, evaluator_of
    from rulewright.interpreter.analysis.playouts.simulate import play_out
    from rulewright.interpreter.game.game import WrongPlayers
    from rulewright.interpreter.game.viewing.state_text import BadState
    from rulewright.interpreter.playthroughs.checking import check
    from rulewright.interpreter.playthroughs.lines.reader import read
    from rulewright.interpreter.playthroughs.running.runner import PlaythroughRunner
    from rulewright.interpreter.runtime.chance import Dice
    from rulewright.interpreter.runtime.faults import RulebookFault
    from rulewright.pictures.look.reader import read_look
    from rulewright.translation.alignment.aligned import align_document
    from rulewright.translation.alignment.targets import targets
    from rulewright.translation.alignment.wording import wording_in
    from rulewright.translation.checks import checked
    from rulewright.translation.decisions import baseline, inquiries, reading
    from rulewright.translation.decisions.relock import confirmed, current
    from rulewright.translation.document.document import document as document_in
    from rulewright.translation.facts.facts import facts_of
    from rulewright.translation.lock import lock
    from rulewright.translation.wording.wordings import read_wordings

ROOT = Path(__file__).resolve().parents[2]
TUTORIAL = ROOT / "games" / "tutorial"
BOOKS = ROOT / "games" / "carolus_magnus"
PRINTED = ROOT / "tests" / "translation" / "documents" / "printed"
GAME = "pig"
MUTANTS = StateHead("nim", "0123456789ab", frozenset({"ba9876543210"}))
TRIED = f'{MUTANTS.line}\n["heaps | number | heaps = 3 | heaps = 4", "noticed", "x.play", null, "playthrough"]\n'
QUESTION = '{"about": "load", "question": "Four, or five?"}\n'
SAVED = "game pig\nplayers Anna, Boris\n\nchance: rolls 1, rolls 6\nBoris: hold\nchance: rolls 3\nAnna: roll\nchance: ro"
EXAMPLE = '\nexample shown from "playthroughs/shown.play" at "here"\n    "So it goes."\n    shows score\n'
EVALUATION = "# Points.\n3 * me.score + at_stake\nmax p in players where p != me: p.score\n    + 5\n5 if me.score > 3 else 2\n"
# Longer texts make every try slow.
MOST_SEED = 3_000
# The number of steps that are played of a rulebook that compiles.
STEPS = 20


def asks_for_much(text: str) -> bool:
    """Whether a playthrough may ask for random play, in any length, or for another file."""
    return bool({"auto", "play"} & set(text.split()))


def rulebook(text: str, *variants: str) -> None:
    """A text as a rulebook for two players, with variants of it; if it compiles, some steps of a game are played."""
    files = read_text("fuzzed.rules", text, *variants)
    found = Diagnostics()
    found.extend(files.diagnostics.sorted())
    for diagnostic in analyse(files.declarations, 2, {}, found).diagnostics:
        render(diagnostic)
    with suppress(RulebookError, RulebookFault, WrongPlayers):
        play_out(open_files(files, {}, 2).rules(2), Dice(1), STEPS)


def variant(text: str) -> None:
    """A text as a variant of a rulebook that ships."""
    rulebook((TUTORIAL / f"{GAME}.rules").read_text(encoding="utf-8"), text)


def playthrough(text: str) -> None:
    """A text as a playthrough: checked and played."""
    rules = RULES[GAME]
    game = read("fuzzed.play", text)
    if not asks_for_much(text):
        check(rules, game, None, Diagnostics())
        PlaythroughRunner(rules, game).run()


def state(text: str) -> None:
    """A text as a state."""
    try:
        read_state = RULES[GAME].state_from_text(text)
    except BadState:
        return
    str(read_state)


def evaluation(text: str) -> None:
    """A text as an evaluation file, asked for the value of the first position."""
    rules = RULES[GAME]
    with suppress(WrongEvaluation, RulebookError, RulebookFault):
        evaluator_of(rules, Source("fuzzed.evaluation", text)).to(0, rules.initial())


def look(text: str) -> None:
    """A text as a look file."""
    read_look(Source("fuzzed.look", text), Diagnostics())


def document(text: str) -> None:
    """A text as a printed rulebook."""
    found = document_in("fuzzed.md", text, "ru")
    assert len(found.prints) >= len(found.examples | found.strange.keys())


def held_by(text: str) -> None:
    """A text as a lock, and a document that has changed, checked against the rules by it."""
    with suppress(RulebookError):
        found = lock.parsed(Source("fuzzed.lock", text))
        checked(align_document(EDITED, FACTS, AIMS, found))


def beside(parsed: Callable[[Source], object]) -> Callable[[str], None]:
    """A text as a file that lies beside a document, by its parser."""
    def read_it(text: str) -> None:
        with suppress(RulebookError):
            parsed(Source("fuzzed", text))

    return read_it


def in_a_file(name: str, read_file: Callable[[Path], object]) -> Callable[[str], None]:
    """A text as what is in a file of this name, by the reader of such files."""
    def read_it(text: str) -> None:
        path = FOLDER / name
        path.write_text(text, encoding="utf-8", newline="")
        read_file(path)

    return read_it


def tried(path: Path) -> None:
    """A file of what became of mutants."""
    with suppress(click.UsageError):
        memory(path, MUTANTS)


def saved(path: Path) -> None:
    """A saved game, gone on with at the table. What only a table can go wrong with comes out as an exception."""
    if not asks_for_much(path.read_text(encoding="utf-8", errors="replace")):
        result = CliRunner().invoke(command, ["play", "--load", str(path), "--save", str(path)], input="quit\n")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception


FOLDER = Path(tempfile.mkdtemp())
TARGETS: dict[str, Callable[[str], None]] = {
    "rulebook": rulebook, "variant": variant, "playthrough": playthrough, "state": state, "evaluation": evaluation,
    "look": look,
    "document": document,
    "lock": held_by, "reading": beside(lambda source: reading.parsed(source, ("setup", "turn"))),
    "accepted": beside(baseline.parsed), "questions": beside(inquiries.parsed),
    "wordings": in_a_file("ru.texts", lambda path: read_wordings(path, "carolus_magnus", Diagnostics())),
    "tried": in_a_file("x.tried", tried), "saved": in_a_file("x.play", saved),
    "glossary": in_a_file("ru.glossary.csv", lambda path: read_glossary(path, Diagnostics())),
}
FERRY = read_files(PRINTED.parent / "ferry" / "ferry.rules")
FACTS, TERMS = facts_of(FERRY), glossary_of(FERRY, "ru")
TEXT = (PRINTED / "ferry.ru.md").read_text(encoding="utf-8")
EDITED = document_in("ferry.ru.md", TEXT.replace("2 кости", "3 кости").replace("сразу ", ""), "ru", TERMS)
AIMS = targets(FACTS, EDITED.reader, wording_in(FERRY, FACTS, TERMS, "ru"))
RULES = {GAME: rulewright.load(GAME).rules(2, ("Anna", "Boris"))}


def seeds(target: str) -> Iterator[str]:
    """Texts to begin with."""
    match target:
        case "rulebook":
            yield from (path.read_text(encoding="utf-8") + EXAMPLE for path in TUTORIAL.glob("*.rules"))
        case "variant":
            yield from (path.read_text(encoding="utf-8") for path in (TUTORIAL / "variants").glob("*.rules"))
        case "playthrough":
            yield from (path.read_text(encoding="utf-8") for path in (TUTORIAL / "playthroughs").glob("*.play"))
        case "state":
            yield str(RULES[GAME].initial())
        case "evaluation":
            yield EVALUATION
        case "look":
            yield from (path.read_text(encoding="utf-8") for path in (ROOT / "games").rglob("*.look"))
        case "tried":
            yield TRIED
        case "saved":
            yield SAVED
        case "questions":
            yield QUESTION
        case "lock":
            item = align_document(document_in("ferry.ru.md", TEXT, "ru", TERMS), FACTS, AIMS, None)
            yield lock.written(
                confirmed(item, current(item, "ferry"), {aim.id: item.anchors[aim.id].sentences for aim in AIMS})
            )
        case "document":
            yield from (path.read_text(encoding="utf-8") for path in PRINTED.glob("*.ru.md"))
        case _:
            endings = {"reading": "documents/*.reading", "accepted": "documents/*.accepted",
                       "wordings": "text/*.texts", "glossary": "text/ru.glossary.csv"}
            yield from (path.read_text(encoding="utf-8")[:MOST_SEED] for path in BOOKS.glob(endings[target]))


def main() -> None:
    """Search for one target, from the texts of the tutorial games on."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", choices=TARGETS)
    asked, others = parser.parse_known_args()
    target = TARGETS[asked.target]
    with tempfile.TemporaryDirectory() as folder:
        for number, text in enumerate(seeds(asked.target)):
            (Path(folder) / f"{number}").write_text(text, encoding="utf-8")
        atheris.Setup([sys.argv[0], *others, folder], lambda data: target(data.decode("utf-8", errors="replace")))
        atheris.Fuzz()


if __name__ == "__main__":
    main()
