"""The programs that ship for editors, Visual Studio Code and Neovim, and a client that is not ours, of pytest-lsp."""
