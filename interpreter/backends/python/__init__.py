"""A program (`dsl.ir`) to Python: what is written once, and then only called. The wall in front is `backends.backend`.

    program     a program -> its scripts, and their functions at each table
    functions   a script -> its functions at one table, behind the wall
    applied     a fault -> the clauses whose functions were being called
    late        a program -> its Python, written part by part when it is called
    script      a program -> its Python, compiled, with and without what notes clauses
      script_cache  the code of large scripts in the user's cache folder
    values/     values and conditions -> Python text
    parts/      the parts of a program -> the functions of each
    loop/       a program -> one function that makes random choices one after the other
    compared/   scripts of two programs: what was called in one, and whether the other gives the same
"""
