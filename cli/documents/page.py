"""An aligned document -> one HTML page: each clause beside the sentences that state it, with the findings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from pathlib import Path, PurePath

from ...dsl.syntax import Example
from ...pictures.svg.style import style
from ...translation.alignment.aligned import AlignedDocument
from ...translation.alignment.targets import Target
from ...translation.checks.coverage import coverage_of
from ...translation.decisions.findings import LEVELS, OF_PAIRS, Finding
from ...translation.document.sentences import Sentence
from ...translation.facts.facts import ClauseFacts, ClauseNumber
from ...translation.pairs.side_by_side import SideBySide

# What can be shown: all rows, or those with something to do.
VIEWS = (("all", "all clauses"), ("error", "errors"), ("warning", "warnings"), ("note", "notes"),
         ("unsure", "least certain first"), ("silent", "no sentence"), ("open", "sentences that nothing claims"))


# What the head of every page says, by which a page is known that the next may take the place of.
MADE_BY = b'<meta name="generator" content="rulewright validate">'


def is_page(path: Path) -> bool:
    """Return whether a file begins as the pages do that are made here."""
    with path.open("rb") as file:
        return MADE_BY in file.read(1_000)


def page(aligned: AlignedDocument, findings: Sequence[Finding], title: str, statement_of: Callable[[ClauseFacts], str],
         cautions: Sequence[str] = (), accepted: Sequence[tuple[Finding, str]] = (),
         figures: Mapping[str, tuple[str, str]] | None = None, texts: SideBySide | None = None) -> str:
    """The page. It stands alone: styles and script are in it, and nothing is fetched.

    `statement_of` gives what clauses say; `accepted` are the accepted findings, each with its reason; `figures` are
    pictures of the positions before and after examples, by id; `texts` are the document and its original, whose sentences
    stand with those of the document that have a finding.
    """
    by_clause: dict[str | None, list[Finding]] = {}
    for finding in findings:
        by_clause.setdefault(finding.clause, []).append(finding)
    sections = {section.id: section.title for section in aligned.facts.sections}
    warned = "".join(f'<section class="whole"><ul><li class="warning"><b>{escape(caution)}</b></li></ul></section>\n'
                     for caution in cautions)
    rows = "".join(_rows(aligned, by_clause, sections, statement_of, figures or {}))
    body = "".join([warned, _about_document(by_clause.get(None, ())), rows,
                    _pairs(texts, findings), _accepted(accepted), _open(aligned)])
    # The body comes last, so that nothing in the document is taken for a place to fill in.
    return (files("rulewright") / "cli" / "templates" / "document.html").read_text(encoding="utf-8").replace(
        "{{title}}", escape(title)).replace("{{lang}}", escape(aligned.document.language.code)).replace(
        "{{pictures}}", style() if figures else "").replace(
        "{{head}}", _head(aligned, findings, title)).replace("{{body}}", body)


def _head(aligned: AlignedDocument, findings: Sequence[Finding], title: str) -> str:
    coverage = coverage_of(aligned)
    numbers = {level: sum(finding.level == level for finding in findings) for level in LEVELS}
    counts = " · ".join(f"<b>{count}</b> {level}{'s' if count != 1 else ''}" for level, count in numbers.items())
    views = "".join(f'<button data-view="{view}">{name}</button>' for view, name in VIEWS)
    return (
        f"<header><h1>{escape(title)}</h1><p>{escape(aligned.document.name)} ({aligned.document.language.code}) · "
        f"<b>{coverage.anchored}</b> of {coverage.clauses} clauses have a sentence, <b>{coverage.confirmed}</b> confirmed · "
        f"<b>{coverage.claimed}</b> of {coverage.sentences} sentences claimed, {coverage.marked} marked, "
        f"{coverage.open} open · {counts}</p>"
        f'<nav aria-label="what is shown">{views}<input type="search" placeholder="find" aria-label="find">'
        '<span role="status"></span></nav></header>\n'
    )


def _about_document(findings: Sequence[Finding]) -> str:
    shown = [finding for finding in findings if finding.rule != "coverage/unclaimed"]
    if not shown:
        return ""
    return f'<section class="whole"><h2>The whole document</h2>{_findings(shown, with_place=True)}</section>\n'


def _rows(aligned: AlignedDocument, by_clause: Mapping[str | None, Sequence[Finding]], sections: Mapping[str, str],
          statement_of: Callable[[ClauseFacts], str], figures: Mapping[str, tuple[str, str]]) -> Iterator[str]:
    section: str | None = None
    shown: set[int] = set()
    examples = _examples(aligned, figures)
    heads = "".join(f'<th scope="col">{text}</th>' for text in ("clause", "what it states", "the document"))
    yield f"<table><thead><tr>{heads}</tr></thead>\n"
    for aim in aligned.targets:
        if aim.clause.section != section:
            section = aim.clause.section
            yield f'<tbody class="title"><tr><th colspan="3">{escape(sections.get(section or "", ""))}</th></tr></tbody>\n'
        yield _row(aligned, aim, by_clause.get(aim.id, ()), statement_of(aim.clause), shown)
        for example in examples.get(aim.id, ()):
            yield _example(aligned, example, statement_of(example), figures[example.id])
    yield "</table>\n"


def _examples(aligned: AlignedDocument, figures: Mapping[str, tuple[str, str]]) -> Mapping[str, Sequence[ClauseFacts]]:
    """The examples with figures, by the clause behind which they stand in the rulebook; those before all, by the first."""
    ids = [aim.id for aim in aligned.targets]
    index = {id: place for place, id in enumerate(ids)}
    out: dict[str, list[ClauseFacts]] = {}
    behind = ids[0] if ids else ""
    for clause in aligned.facts.clauses:
        if clause.id in index:
            behind = clause.id
        elif clause.id in figures:
            out.setdefault(behind, []).append(clause)
    return out


def _example(aligned: AlignedDocument, clause: ClauseFacts, statement: str, figure: Sequence[str]) -> str:
    """An example: its positions beside the sentences of the document that tell of the same playthrough."""
    sentences = [_sentence(aligned, index, (), False) for index, entry in sorted(aligned.entries.items())
            if entry.play is not None and isinstance(clause.node, Example) and _name(entry.play) == _name(clause.node.path)]
    document = "".join(sentences) or "<p class=none>no sentence is marked as this example</p>"
    name = f'<a href="#{clause.id}">{clause.id}</a><small>example</small>'
    return (f'<tbody class="title example" id="{clause.id}"><tr><td>{name}</td>'
            f"<td><p>{escape(statement)}</p><figure>{''.join(figure)}</figure></td><td>{document}</td></tr></tbody>\n")


def _name(play: str) -> str:
    return PurePath(play).stem


def _row(aligned: AlignedDocument, aim: Target, findings: Sequence[Finding], statement: str, shown: set[int]) -> str:
    """A clause beside its sentences; `shown` are those that stand on the page already, to which links lead."""
    anchor = aligned.anchors[aim.id]
    levels = " ".join(dict.fromkeys(finding.level for finding in findings))
    state = "confirmed" if aligned.is_locked(aim.id) else "guess" if anchor.sentences else "silent"
    sentences = "".join(_sentence(aligned, index, findings, index not in shown) for index in anchor.sentences)
    shown.update(anchor.sentences)
    loose = [finding for finding in findings if finding.sentence is None or finding.sentence - 1 not in anchor.sentences]
    players = "" if aim.clause.players == aligned.facts.players else f" for {', '.join(map(str, aim.clause.players))} players"
    code = aligned.document.language.code
    wording = f"<p class=ours lang={code}>{escape(aim.wording.text)}</p>" if aim.wording is not None else ""
    is_known = aligned.is_locked(aim.id) or (aligned.lock is not None and aim.id in aligned.lock.silent)
    sure = "" if aligned.is_locked(aim.id) else ", and known to be" if is_known else f" {aligned.percent(aim.id)}"
    name = (f"<a href='#{aim.id}'>{aim.id}</a><small>{aim.clause.kind}{players}</small>"
             f"<small class=state>{state}{sure}</small>")
    stated = sentences or "<p class=none>no sentence</p>"
    certainty = 1 if is_known else aligned.certainty(aim.id)
    return (f'<tbody class="clause {levels} {state}" id="{aim.id}" data-sure="{certainty:.3f}"><tr><td>{name}</td>'
            f"<td><p>{escape(statement)}</p>{wording}{facts_markup(aim)}</td><td>{stated}{_findings(loose)}</td></tr>"
            "</tbody>\n")


def facts_markup(aim: Target) -> str:
    """Return the evidence for a clause as markup: numbers, terms and turns of phrase."""
    numbers = [_number(number) for group in aim.required for number in group]
    terms = [f"<b>{escape(concept)}</b>" if required else escape(concept) for concept, required in aim.concepts.items()]
    turns = [f"<i>{escape(turn.replace('_', ' '))}</i>" for turn in sorted(aim.turns)]
    return f"<p class=facts>{' · '.join([*numbers, *terms, *turns])}</p>"


def _number(number: ClauseNumber) -> str:
    players = ", ".join(map(str, number.players))
    return f'<b title="with {players} players">{number.value} {escape(number.concept or "")}</b>'


def _sentence(aligned: AlignedDocument, index: int, findings: Sequence[Finding], is_first: bool) -> str:
    sentence = aligned.document.sentences[index]
    own = [finding for finding in findings if finding.sentence == sentence.number]
    id = f' id="s{sentence.number}"' if is_first else ""
    return (f'<div class=sentence{id}>{_place(sentence)}'
            f"<p lang={aligned.document.language.code}>{escape(sentence.text)}</p>{_findings(own)}</div>")


def _place(sentence: Sentence) -> str:
    """The number of a sentence, and the line of the document where it begins."""
    return f"<small>{sentence.number} <span>line {sentence.line}</span></small>"


def _findings(findings: Sequence[Finding], with_place: bool = False) -> str:
    items = "".join(
        f'<li class="{finding.level}"><small>{finding.level}</small> <b>{escape(finding.message)}</b> '
        f"<small>{escape(finding.rule)} <code>{finding.id}</code>"
        + (f' <a href="#s{finding.sentence}">sentence {finding.sentence}</a>, line {finding.line}'
           if with_place and finding.sentence is not None else "") + "</small></li>"
        for finding in findings)
    return f"<ul>{items}</ul>" if items else ""


def _pairs(texts: SideBySide | None, findings: Sequence[Finding]) -> str:
    """The pairs of sentences that have a finding, with the sentences of the original."""
    if texts is None:
        return ""
    rows = []
    for link in texts.links:
        numbers = {index + 1 for index in link.translation}
        own = [finding for finding in findings if finding.rule.startswith(OF_PAIRS) and (
            finding.sentence in numbers if link.translation else _is_missing(texts, link.original, finding))]
        if own:
            sides = ((texts.original, link.original), (texts.translation, link.translation))
            shown = [(text.language.code, text.sentences[index]) for text, indices in sides for index in indices]
            paragraphs = "".join(f"<p lang={code}>{_place(sentence)}{escape(sentence.text)}</p>" for code, sentence in shown)
            rows.append(f'<div class="sentence">{paragraphs}{_findings(own)}</div>')
    return f'<section class="whole pairs"><h2>Beside the original</h2>{"".join(rows)}</section>\n' if rows else ""


def _is_missing(texts: SideBySide, original: Sequence[int], finding: Finding) -> bool:
    """Return whether a finding is on a sentence of the original that has no partner."""
    return finding.sentence is None and finding.place in {texts.original.wholes[index] for index in original}


def _accepted(accepted: Sequence[tuple[Finding, str]]) -> str:
    """The accepted findings, with their reasons."""
    items = "".join(
        f'<li class="{finding.level}"><small>{finding.level}</small> {_about(finding)} '
        f"{escape(finding.message)} <small>{escape(finding.rule)} <code>{finding.id}</code></small><br>{escape(why)}</li>"
        for finding, why in accepted
    )
    return f'<section class="whole accepted"><h2>Accepted</h2><ul>{items}</ul></section>\n' if items else ""


def _about(finding: Finding) -> str:
    """Return the subject of a finding: a link to the clause, or to the sentence where it is about none."""
    if finding.clause is None and finding.sentence is None:
        return "the whole document"
    target, name = (
        (f"s{finding.sentence}", f"sentence {finding.sentence}") if finding.clause is None else (finding.clause, finding.clause)
    )
    return f'<a href="#{target}">{escape(name)}</a>'


def _open(aligned: AlignedDocument) -> str:
    """The sentences that nothing claims, and those that are marked as something else."""
    rows = []
    for index, sentence in enumerate(aligned.document.sentences):
        if index not in aligned.claimed:
            mark = aligned.mark(index) or (sentence.kind if sentence.kind in ("heading", "caption") else None)
            look = "marked" if mark else "unclaimed"
            lang = aligned.document.language.code
            rows.append(f'<div class="sentence {look}" id="s{sentence.number}">{_place(sentence)}'
                        f"<p lang={lang}>{escape(sentence.text)}</p><small>{mark or ''}</small></div>")
    return f'<section class="rest" id="rest"><h2>Sentences that no clause claims</h2>{"".join(rows)}</section>\n'
