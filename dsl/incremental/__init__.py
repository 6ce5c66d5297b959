"""A rulebook that was checked before, and declarations of it that have changed -> whether all that was found of it holds.

    environment    a symbol table -> bytes, without the nodes of the syntax
    alike          two checked declarations -> whether they differ in numbers and operators alone
    again          a kept rulebook and the texts of its files now -> the declarations that differ, if all else holds
"""
