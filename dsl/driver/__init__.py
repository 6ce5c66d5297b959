"""The pipeline of the compiler.

    compile        declarations -> program, with all diagnostics
    compilation    a rulebook compiled for one number of players, and conditions compiled against it
"""
