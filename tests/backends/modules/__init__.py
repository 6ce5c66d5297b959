"""A module of WebAssembly as a thing: kept on disk, called, refused, handed over."""
