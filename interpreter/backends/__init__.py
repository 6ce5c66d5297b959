"""Code generators: `Program` -> the functions that the machine runs.

    python/    generated Python, the reference
    low/       a small structured language of numbers, places in memory and loops
    wasm/      that language as WebAssembly, and what runs it
"""
