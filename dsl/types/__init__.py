"""Types: every type is finite, and every value is one or more small integers.

    shapes        the shapes of boards, by name
    types         the types of the language
    conversion    two types -> a type that holds the values of both; how a value is stored as another type
    renumbering   values of a type -> the numbers that they are kept as where types in it have other members
"""
