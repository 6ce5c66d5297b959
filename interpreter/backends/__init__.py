"""Code generators: `Program` -> the functions that the machine runs.

    backend     the wall: what a generator gives, and nobody asks for more
    evaluation  numbers beside a program that say what positions are worth
    plan/       what all generators plan alike
    python/     generated Python, the reference
    low/        a small structured language of numbers, places in memory and loops
    wasm/       that language as WebAssembly, and what runs it
"""
