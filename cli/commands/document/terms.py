"""`rulewright document terms`: list the terms that a document uses for each concept."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import click

from ...documents.document import Job
from ...documents.glossary import write_glossary
from ...documents.options import document_options
from ...shared.games.options import json_option


@click.command(epilog="Example: rulewright document terms carolus_magnus --document rules.txt --lang ru")
@document_options
@json_option
@click.option("--write", "writes", is_flag=True,
              help="Write the glossary to fill in: a line for each concept that has no term yet, the most used first. "
                   "With --source the notes propose terms of the two texts.")
@click.option("--from", "terms_file", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE",
              help="With --write: take missing terms from a glossary in TBX, or in CSV with the columns `en` and LANG.")
def command(job: Job, as_json: bool, writes: bool, terms_file: Path | None) -> None:
    """List the terms that the document uses for each concept of the glossary.

    Also list the concepts that it never names, and the words that it uses for several concepts.
    """
    if terms_file is not None and not writes:
        raise click.UsageError("--from needs --write")
    if writes:
        write_glossary(job, terms_file)
        return
    if job.text.vocabulary.glossary is None:
        code = job.text.code
        raise click.UsageError(f"`{code}` has no terms, because it has no glossary; `document terms --write` makes one")
    uses: dict[str, Counter[str]] = {}
    shared: Counter[str] = Counter()
    for features in job.text.document.evidence:
        for mention in features.mentions:
            if len(mention.concepts) > 1:
                shared[" / ".join(sorted(mention.concepts))] += 1
            for term in mention.terms:
                uses.setdefault(term.concept, Counter())[term.text] += 1
    missing = [concept for concept in job.text.vocabulary.glossary.concepts if concept not in uses]
    if as_json:
        click.echo(json.dumps({"terms": {concept: dict(some.most_common()) for concept, some in sorted(uses.items())},
                               "shared": dict(shared), "missing": missing}, indent=2, ensure_ascii=False))
        return
    for concept, some in sorted(uses.items()):
        click.echo(f"{concept}: " + ", ".join(f"{text} {times}" for text, times in some.most_common()))
    for concepts, times in shared.most_common():
        click.echo(f"one word for {concepts}: {times} times")
    if missing:
        click.echo(f"never named: {', '.join(missing)}")
