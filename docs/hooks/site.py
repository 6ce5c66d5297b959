"""Events of MkDocs: generated pages join the written ones, and examples lose the words that only tests read."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

sys.path.insert(0, str(Path(__file__).parent))
from gallery import gallery
from generated import pages

FENCE = re.compile(r"^```(\w+)[ ]+(.+)$", re.MULTILINE)
DOCTEST = re.compile(r"^```python\n(?=>>>)", re.MULTILINE)
# A link to a file that is no page: of the code, for example.
OUTSIDE = re.compile(r"\[([^]]+)\]\((?:\.\./)+((?!.*#)[\w./-]+)\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages, and the gallery."""
    texts = {file.src_uri: file.content_string for file in files.documentation_pages()}
    for path, text in {**pages(texts), **gallery()}.items():
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Return the text of a page as Markdown knows it."""
    text = DOCTEST.sub("```pycon\n", FENCE.sub(_fence, markdown))
    return OUTSIDE.sub(lambda link: link[0] if _is_page(link[2], files) else f"{link[1]} (`{link[2]}`)", text)


def _fence(match: re.Match[str]) -> str:
    """The first line of an example: a playthrough with a name keeps it as its title."""
    named = match[1] == "play"
    return f'```{match[1]} title="{match[2]}"' if named else f"```{match[1]}"


def _is_page(path: str, files: Files) -> bool:
    return files.get_file_from_path(path) is not None
