"""The text of a printed rulebook -> numbered sentences with their features.

    language      the data of each language (`languages/*.toml`)
    words         text -> words: cut, folded, stemmed
    blocks        text -> headings, paragraphs, items, captions
    sentences     blocks -> numbered sentences
    positions     sentences -> where they begin and end in the text
    numbers       text -> numbers, in digits and in words
    naming        numbers that are names, as `spaces 9 and 20`
    bounds        turns of phrase by a number, as `at most 4`
    features      a sentence -> numbers with nouns, concepts, stems, turns of phrase
    foreign       sentences that are not in the language of the document
    fingerprints  a sentence -> hashes that find it again after an edit
    hidden_phrases  the data of a language -> phrases that hide forms of a phrase of another code
    beginnings    the data of a language -> words of several kinds that its phrases with a `*` match
    frequent_words  a document -> its frequent words, each with its forms by their stems
    language_test  the data of a language -> how good it is
    document      all of this together
"""
