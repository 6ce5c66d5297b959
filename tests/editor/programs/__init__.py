"""The programs that ship for editors: Visual Studio Code and Neovim."""
