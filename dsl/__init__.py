"""The compiler: rulebook files to a program (`ir`), with every mistake reported. A folder imports only folders above it.

    source/       spans, diagnostics, clauses; files cut into chunks; the search path of rulebooks; decorators of classes
    types/        the types of the language, and conversions between them
    syntax/       the syntax tree
    boards/       shapes of boards: spaces, geometry, drawings
    symbols/      the symbol table, written types, constants, parameters
    ir/           the program: all that the interpreter sees
    parse/        chunks -> syntax                               (the one folder that imports lark)
    variants/     declarations and variants -> declarations
    load/         paths -> files -> declarations
    resolve/      declarations, a number of players -> symbol table
    check/        symbol table -> types and meanings of all expressions
    analyses/     call graph, reachability, conflicts, unused settings, information flow
    statements/   statements of clauses as English sentences; glossaries
    lower/        all of this -> program
    driver/       the whole pipeline, in one function
    incremental/  a rulebook that was checked, and its files now -> what of it is to be checked again
    tools/        format, dump, diff, dependencies, mutation operators

    read -> parse -> merge variants -> resolve -> check -> call graph -> reachability -> unused -> information flow -> lower

Each pass records its mistakes as diagnostics and goes on. After the first pass that finds an error the driver stops.
A pass does not modify earlier results; it stores its own in side tables keyed by node.
"""
