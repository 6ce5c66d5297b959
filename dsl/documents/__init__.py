"""Printed rulebooks as text, held against the rules.

    words, language   the words of a text; what is known of each language (`languages/*.toml`)
    blocks            a text -> headings, paragraphs, items, captions, joined again where pages broke them
    sentences         blocks -> numbered sentences, each with its line and section
    numbers           the numbers in a sentence, in digits and in words
    foreign           sentences that are not in the document's language

Nothing here keeps a document: what is stored of one is numbers and hashes.
"""
