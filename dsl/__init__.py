"""Rulebooks to compiled rules: what is written, what is wrong with it, and what it does.

    library    read       paths      -> files, each cut into declarations by `layout`
    parse                 text       -> `syntax`, the tree           (the one folder that knows lark)
    resolve               syntax     -> `world`: names, boards, tables, clauses, for so many players
    check                 world      -> types and meanings of all expressions, first values of fields
    calls                 types      -> who carries out whom; which rules wait for a choice
    verify                calls      -> is all of it reached, does it end, do exceptions agree?
    unread                types      -> is anything set that nothing reads?
    flows                 calls      -> is anybody offered, refused or told what he must not know?
    lower                 all this   -> `ir`, the compiled rules     (all that the interpreter sees)

`compile` goes the whole way, `compilation` adds conditions from outside, `dump` shows any stage.
`format` writes a file again in the layout that all have.
Each pass records what is wrong as `diagnostics` and goes on; passes after the first that finds an
error are left out. Later passes never change what earlier ones made: they hang what they find on
its nodes, in tables of their own.
"""
