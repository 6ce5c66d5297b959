"""Code generators: `Program` -> the functions that the machine runs.

    backend     the wall: what a generator gives, and nobody asks for more
    evaluation  numbers beside a program that evaluate positions
    plan/       what all generators plan alike
    python/     generated Python, the reference
    low/        a small structured language of numbers, places in memory and loops
    wasm/       that language as WebAssembly, and what runs it
"""
