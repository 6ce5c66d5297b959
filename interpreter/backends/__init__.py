"""Code generators besides `codegen`: a program as something other than Python.

    low/     a program (`dsl.ir`) -> a small structured language of numbers, places in memory and loops
    wasm/    that language -> WebAssembly, and what runs it
"""
