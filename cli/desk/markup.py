"""Rows of the desk -> HTML. Every text is escaped here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape

from ...translation.decisions.findings import LEVELS, Finding
from ...translation.document.document import Document
from ...translation.document.sentences import Sentence
from ...translation.lock.lock import MARKS
from ..documents.alignment import ClauseAlignment
from ..documents.document import Job
from ..documents.page import facts_markup
from .desk import Desk
from .edits import Passage, can_edit, passages
from .rows import DeskRow, sentences_of

# What a person can list: the rows with something to do, those with a level of findings, or all.
VIEWS = (("todo", "to do"), ("error", "errors"), ("warning", "warnings"), ("note", "notes"), ("missing", "no sentence"),
         ("open", "no clause"), ("decided", "decided"), ("every", "all"))
KEYS = (("j k", "next, previous"), ("c", "confirm"), ("n", "not here: the document is silent"),
        ("s", "assign sentences, or mark them"), ("a", "accept the first finding"), ("q", "question to the publisher"),
        ("e", "edit the sentence"), ("p", "pair with sentences of the original"), ("w", "withdraw the decision"), ("u", "undo"),
        ("b", "back to the row of the last decision"),
        ("/", "find"), ("Ctrl+Enter", "keep what is written"), ("Escape", "leave it"))


def parts_of(desk: Desk) -> dict[str, object]:
    """The parts of the page: its head, the order of its rows, and each row by its key."""
    rows, edits = desk.rows, passages(desk.job.text)
    # Each row is a part of its own: only those that have changed are sent (`web.live`).
    parts: dict[str, object] = {"head": _head(desk, rows), "order": [row.key for row in rows], "numbering": desk.numbering}
    return parts | {f"row {row.key}": _row(desk.job, row, edits) for row in rows}


def frame(desk: Desk) -> str:
    """The page around the parts, which never changes."""
    views = "".join(f'<button data-view="{view}">{name}</button>' for view, name in VIEWS)
    keys = "".join(f"<dt><kbd>{key}</kbd></dt><dd>{text}</dd>" for key, text in KEYS)
    marks = "".join(f"<option>{mark}</option>" for mark in MARKS)
    edits = " data-edits" if can_edit(desk.job.text) else ""
    clauses = "".join(f"<option>{escape(aim.id)}</option>" for aim in desk.job.alignment.aligned.targets)
    return (
        '<p id="lost" role="alert" hidden>The server cannot be reached. What you decide now is not kept.</p>'
        '<p id="restarted" role="status" hidden>The server has restarted. The page loads again when you have saved or left '
        'what you write.</p>'
        f'<header><div id="head"></div><nav class="row" aria-label="what is shown">{views}'
        '<input type="search" id="find" placeholder="find" aria-label="find"><span id="counted" role="status"></span></nav>'
        '<div class="row"><p id="said" role="status"></p><button id="see" data-see hidden>See it <kbd>b</kbd></button></div>'
        '<p id="wrong" class="bad" role="alert"></p>'
        f"<details><summary>Keys</summary><dl>{keys}</dl></details></header>"
        f'<main id="rows"{edits} aria-label="rows"></main><datalist id="whats">{marks}{clauses}</datalist>'
    )


def _head(desk: Desk, rows: Sequence[DeskRow]) -> str:
    job, text, counts = desk.job, desk.job.text, Counter(finding.level for row in rows for finding in row.findings)
    levels = " · ".join(f"<b>{counts[level]}</b> {level}{'s' if counts[level] != 1 else ''}" for level in LEVELS)
    clauses = [row for row in rows if row.clause is not None]
    placed = sum(row.state in ("confirmed", "silent") for row in clauses)
    done, todo = sum(row.is_done for row in rows), sum(row.is_todo for row in rows)
    source = "" if job.original is None else f"{escape(str(job.original.text.path))} ({escape(job.original.text.code)}) → "
    undo = f" ({escape(desk.undoable)})" if desk.undoable is not None else ""
    problem = f'<p class="bad" role="alert">{escape(desk.problem)}</p>' if desk.problem is not None else ""
    cautions = "".join(f"<p>{escape(caution)}</p>" for caution in job.cautions)
    return (
        f"<h1>{escape(job.rulebook.facts.title)}</h1><p>{source}{escape(str(text.path))} ({escape(text.code)}) · {levels} · "
        f"<b>{placed}</b> of {len(clauses)} clauses decided · <b>{done}</b> of {done + todo} rows done "
        f'<button data-do="undo"{"" if undo else " disabled"}>Undo{undo} <kbd>u</kbd></button></p>{problem}{cautions}'
    )


def _row(job: Job, row: DeskRow, edits: Sequence[Passage | None]) -> str:
    done = ("done" if row.is_done else "todo" if row.is_todo else "waits") + (" decided" if row.is_decided else "")
    name = row.clause or _place(row)
    sure = f" {row.percent}" if row.state == "guess" else ", changed since" if row.has_changed else ""
    own, other = sentences_of(job.comparison, row)
    # The key for editing begins with the sentence that the first finding is about.
    first = next((f' data-first="{finding.sentence}"' for finding in row.findings if finding.sentence is not None), "")
    original = "" if job.original is None else _side("original", "original", job.original.text.code, own)
    others = _behind(job.text.document, row, edits) + _candidates(job.text.document, row)
    document = _side("document", "document", job.text.code, other, edits, others)
    return (
        f'<article class="{row.level} {row.state} {done}" tabindex="-1" id="{escape(row.key)}"{first} '
        f'aria-label="{escape(name)}"><h2>{escape(name)} <small class="state">{row.mark or row.state}{sure}</small></h2>'
        f'<div class="sides">{original}{document}{_rules(job.alignment, row)}</div>'
        f"<ul>{''.join(_findings(row))}{''.join(_accepted(row))}{''.join(_questions(row))}</ul>{_actions(job, row)}</article>"
    )


def _place(row: DeskRow) -> str:
    """The place in the document of a row without a clause, in words."""
    if row.sentences:
        return f"sentence {row.sentences[0] + 1}"
    if row.behind is not None:
        return f"behind sentence {row.behind + 1}"
    return "the whole document" if row.state == "whole" else "at the beginning"


def _behind(document: Document, row: DeskRow, edits: Sequence[Passage | None]) -> str:
    """The sentence behind which one is missing, which can be edited to write the other behind it."""
    if row.behind is None:
        return ""
    sentence = document.sentences[row.behind]
    return (f'<p class="soft">behind {sentence.number}: <span lang="{escape(document.language.code)}">{escape(sentence.text)}'
            f"</span>{_edit(sentence, edits[row.behind], 'add behind it')}</p>")


def _candidates(document: Document, row: DeskRow) -> str:
    """The other sentences that may state the clause, with less probability, or the nearest to a clause that is not here."""
    lang = escape(document.language.code)
    word = {"guess": "or", "silent": "nearest"}.get(row.state, "perhaps")
    clause = escape(row.clause or "", quote=True)
    return "".join(f'<p class="soft">{word} {index + 1}: <span lang="{lang}">{escape(document.sentences[index].text)}</span> '
                   f'<button data-do="choose" data-what="{clause}" data-numbers="{index + 1}">states it</button></p>'
                   for index in row.candidates)


def _side(kind: str, name: str, code: str, sentences: Sequence[Sentence], edits: Sequence[Passage | None] | None = None,
          others: str = "") -> str:
    shown = "".join(_sentence(code, sentence, None if edits is None else edits[sentence.number - 1]) for sentence in sentences)
    return f'<section class="{kind}"><h3>{name}</h3>{shown or "<p class=soft>no sentence</p>"}{others}</section>'


def _sentence(code: str, sentence: Sentence, passage: Passage | None) -> str:
    """A sentence with a button that edits it, if it can be edited."""
    return (f'<p lang="{escape(code)}" data-sentence="{sentence.number}"><small>{sentence.number}</small> '
            f"<span>{escape(sentence.text)}</span>{_edit(sentence, passage, 'edit')}</p>")


def _edit(sentence: Sentence, passage: Passage | None, name: str) -> str:
    """A button that edits a sentence, as it stands in the file: a row of a table with its signs, emphasis, ends of lines."""
    if passage is None:
        return ""
    return (f' <button data-do="edit" data-number="{sentence.number}" data-text="{escape(passage.text, quote=True)}"'
            f' aria-label="edit sentence {sentence.number}">{name}</button>')


def _rules(alignment: ClauseAlignment, row: DeskRow) -> str:
    if row.clause is None:
        clauses = f"perhaps {escape(', '.join(row.perhaps_of))}" if row.perhaps_of else "no clause"
        return f'<section class="rules"><h3>rules</h3><p class="soft">{clauses}</p></section>'
    aim, code = alignment.aligned.target(row.clause), escape(alignment.text.code)
    wording = f'<p class="ours" lang="{code}">{escape(aim.wording.text)}</p>' if aim.wording is not None else ""
    return (f'<section class="rules"><h3>rules</h3><p lang="en">{escape(alignment.rulebook.statement(aim.clause))}</p>{wording}'
            f"{facts_markup(aim)}</section>")


def _findings(row: DeskRow) -> Iterator[str]:
    for finding in row.findings:
        question = escape(row.questions.get(finding.id, ""), quote=True)
        yield (f'<li class="{finding.level}">{_finding(finding)} '
               f'<button data-do="accept" data-id="{finding.id}">Accept <kbd>a</kbd></button> '
               f'<button data-do="ask" data-id="{finding.id}" data-text="{question}">Ask</button></li>')


def _accepted(row: DeskRow) -> Iterator[str]:
    for finding, why in row.accepted:
        yield (f'<li class="accepted">accepted: {_finding(finding)}<br>{escape(why)} '
               f'<button data-do="withdraw" data-id="{finding.id}">Withdraw</button></li>')


def _questions(row: DeskRow) -> Iterator[str]:
    for about, text in row.questions.items():
        yield (f'<li class="question">question about {escape(about)}: {escape(text)} '
               f'<button data-do="unask" data-id="{escape(about, quote=True)}">Withdraw</button></li>')


def _finding(finding: Finding) -> str:
    number = "" if finding.sentence is None else f" (sentence {finding.sentence})"
    return (f"<small>{finding.level}</small> <b>{escape(finding.message)}</b>{number} "
            f"<small>{escape(finding.rule)} <code>{finding.id}</code></small>")


def _actions(job: Job, row: DeskRow) -> str:
    """The decisions that are possible about a row as a whole."""
    clause = escape(row.clause or "", quote=True)
    numbers = " ".join(str(index + 1) for index in row.stated)
    of_original = " ".join(str(index + 1) for index in row.original)
    actions = []
    if row.clause is not None:
        if row.state == "guess" or row.has_changed:
            again = " again" if row.has_changed else ""
            actions += [f'<button class="main" data-do="confirm" data-id="{clause}" data-numbers="{numbers}">Confirm{again} '
                        "<kbd>c</kbd></button>"]
        if row.state != "silent":
            actions += [f'<button data-do="silent" data-id="{clause}">Not here <kbd>n</kbd></button>']
        if row.state in ("confirmed", "silent"):
            actions += [f'<button data-do="withdraw" data-id="{clause}">Withdraw <kbd>w</kbd></button>']
        question = escape(row.questions.get(row.clause, ""), quote=True)
        actions += [f'<button data-do="assign" data-what="{clause}" data-numbers="{numbers}">Assign <kbd>s</kbd></button>',
                    f'<button data-do="ask" data-id="{clause}" data-text="{question}">Question <kbd>q</kbd></button>']
    elif row.sentences:
        actions += [f'<button data-do="assign" data-what="{row.mark or ""}" data-numbers="{numbers}">'
                    "Assign or mark <kbd>s</kbd></button>"]
        if row.is_marked:
            actions += [f'<button data-do="withdraw" data-id="{row.sentences[0] + 1}">Withdraw the mark <kbd>w</kbd></button>']
    if job.original is not None and (row.sentences or row.original):
        actions += [f'<button data-do="pair" data-original="{of_original}" data-numbers="{numbers}">'
                    "Pair <kbd>p</kbd></button>"]
    return f'<div class="actions row">{"".join(actions)}</div>'
