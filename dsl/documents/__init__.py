"""Printed rulebooks as text, held against the rules.

    words, language      the words of a text; what is known of each language (`languages/*.toml`)
    blocks, sentences    a text -> headings, paragraphs, items, captions -> numbered sentences with lines and sections
    numbers, naming      a sentence -> its numbers, and which of them are names, as `spaces 9 and 20`
    evidence             a sentence -> numbers with what they count, concepts, stems, turns of phrase
    foreign              sentences that are not in the document's language
    document             all of this together
    targets, wording     clauses -> what a document has to show for each; our own wording in its language
    scale                texts -> what each word is worth, and how like they are
    likeness, strength   a clause and a sentence -> how likely it is that it states it; how much of it is there
    kinship, anchors     clauses -> which help which; clauses and sentences -> which sentence states which clause
    fingerprints, lock   a sentence -> hashes; what a person has confirmed, without a word
    reanchor, relock     a lock and an edited document -> where its sentences are now, and the lock of that
    held                 a document against the rules, by its lock and by evidence
    checks, findings     -> what is wrong, or may be
    reading, baseline    what a document says otherwise; findings that are let stand
    coverage, planting   how much is accounted for; how many planted errors are found
    beside               where the files of a document lie

Nothing here keeps a document: what is stored of one is numbers and hashes.
"""
