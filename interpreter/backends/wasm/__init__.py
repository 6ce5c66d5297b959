"""The small language (`backends.low`) to WebAssembly, and what runs it.

    build          a program -> the bytes of a module
      writer       the small language -> code
      binary       numbers, names, sections as bytes
      describe     the custom section that describes a module
    modules        the modules of programs, compiled by wasmtime
      cache        compiled modules on disk
      instance     a module with its memory
        calls      its functions, called at little cost
      games        games of a series, in batches
        probed     calls that test laws of codes and states
          watched  calls that find out more of games
    loading        the bytes of a module that `build` wrote -> an instance, if its check holds

`build` needs nothing but Python; the others need wasmtime. `interpreter.analysis.playouts.faster` is the door to them.
"""
