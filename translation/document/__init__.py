"""A printed rulebook as text.

    language      what is known of each language (`languages/*.toml`)
    words         text -> words: cut, folded, stemmed
    blocks        text -> headings, paragraphs, items, captions
    sentences     blocks -> numbered sentences
    numbers       text -> numbers, in digits and in words
    naming        numbers that are names, as `spaces 9 and 20`
    features      a sentence -> numbers with nouns, concepts, stems, turns of phrase
    foreign       sentences that are not in the language of the document
    fingerprints  a sentence -> hashes by which it is found again
    document      all of this together
"""
