"""Changes that an editor offers, as texts to put in place of others. Nothing here writes a file.

    edits              a file laid out, a word corrected
    mentions           a file beside a rulebook -> the places where it mentions a name
    concepts           a concept of glossaries given another name in all of them
    playthrough_edits  a playthrough -> the edits by which its lines mean what they meant
    look_edits         a look file -> the edits by which it draws the same
    unplayable_moves   a move that cannot be made -> legal moves like it, or the line that expects its refusal
    renames            a name changed in a rulebook, its variants, and all files beside it
    variants           a clause changed in a variant, which is made or extended
    glossaries         a word added to a glossary
    stubs              clauses and moves without a text, added to a file of texts
    attempts           a change that a diagnostic proposes -> whether it leaves fewer mistakes
    exercise           a playthrough that exercises a clause, found by random play and shortened
"""
