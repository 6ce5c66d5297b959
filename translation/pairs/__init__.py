"""A translation and its original, side by side.

    names         names of letters and a number, as `S12`, in a text
    combined      turns of phrase of a sentence -> those that they say together, as `may` and `not` forbid
    signals       a sentence -> its turns of phrase, with their places
    reading       a document -> what each sentence shows to a text in another language
    how_read      a text -> how the data of its language reads it, in its own words
    everyday      sentences -> what their words say in the rules of every game
    lexicon       pairs of texts -> a dictionary
    glossaries    glossaries of two languages -> words that are known to say the same
    similarity    groups of sentences -> how alike they are
    sections      sections of two texts -> the order of those of the original
    link          which sentences say the same
    in_order      two texts -> the best links that keep the order of both
    align         two texts -> which sentences belong together
    saved_pairs   alignments in a file, without a word of either text
    equivalents   the turns of phrase of a pair -> those that differ
    homonyms      pairs -> words that say no turn of phrase in this text, though they do in others
    agreement     pairs -> how often two texts agree on a turn of phrase
    side_by_side  SideBySide: two texts, their pairs of sentences, their dictionary
    strangers     two texts that are no original and translation -> what is wrong
    checks/       pairs -> findings
    judge         findings on the translation, the original and the pairs -> findings, with what the rules say
"""
