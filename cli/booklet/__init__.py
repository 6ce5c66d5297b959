"""Readable rulebooks as Markdown and HTML, with their examples."""
