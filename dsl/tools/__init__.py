"""Tools that use the compiler beside the pipeline.

    dump                   any stage as stable text
    diff                   two rulebooks -> clauses added, removed, changed
    renaming               two programs -> whether they are the same but for a name
    dependencies           ids -> the ids that they use
    format/                rulebook files -> their one layout
    mutation_operators/    a rulebook -> its mutants
"""
