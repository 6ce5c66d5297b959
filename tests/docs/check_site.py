"""Check a built site: links lead somewhere, nothing asks another server, the search knows all pages, rules are coloured."""

from __future__ import annotations

import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

# Elements that make a browser ask for something, and the attribute that says for what.
ASKING = {"script": "src", "img": "src", "iframe": "src", "source": "src", "link": "href"}
# Links that only say what a page is, and are not followed by a browser.
NAMED = {"canonical", "next", "prev"}
FOREIGN = re.compile(r"(?:url\(|@import)\s*[\"']?((?:https?:)?//[^\"')]+)")


class Page(HTMLParser):
    """The anchors and links of a page, and what a browser loads for it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.anchors |= {values[name] for name in ("id", "name") if name in values}
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        elif tag in ASKING and ASKING[tag] in values and values.get("rel") not in NAMED:
            self.loaded.append(values[ASKING[tag]])


def dead_links(folder: Path, pages: dict[Path, Page]) -> list[str]:
    """Return the links to a page or an anchor that is not there."""
    dead = []
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            # The page for what is not found is shown at any depth, so its links begin at the root of the server.
            if parts.scheme or parts.netloc or path.name == "404.html":
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            known = pages.get(target)
            if not target.exists() or (parts.fragment and known and unquote(parts.fragment) not in known.anchors):
                dead.append(f"{path.relative_to(folder)}: {link}")
    return dead


def asking(folder: Path, pages: dict[Path, Page]) -> list[str]:
    """Return what a browser would ask another server for, in pages and style sheets."""
    foreign = [f"{path.relative_to(folder)}: {name}" for path, page in pages.items() for name in page.loaded
               if urlsplit(name).netloc]
    for sheet in folder.rglob("*.css"):
        foreign += [f"{sheet.relative_to(folder)}: {address}"
                    for address in FOREIGN.findall(sheet.read_text(encoding="utf-8"))]
    return foreign


def unfound(folder: Path, pages: dict[Path, Page]) -> list[str]:
    """Return the pages that the search does not know; replays in the gallery have no text of their own."""
    index = json.loads((folder / "search" / "search_index.json").read_text(encoding="utf-8"))
    known = {entry["location"].split("#")[0] for entry in index["docs"]}
    names = [path.relative_to(folder).as_posix() for path in pages]
    return [name for name in names if name not in known and name != "404.html" and not name.startswith("gallery/")]


def uncoloured(folder: Path, pages: dict[Path, Page]) -> list[str]:
    """Return the pages with a rulebook in one colour."""
    block = re.compile(r'<div class="language-rules[^>]*>(.*?)</pre>', re.DOTALL)
    texts = {path: path.read_text(encoding="utf-8") for path in pages}
    return [path.relative_to(folder).as_posix() for path, text in texts.items()
            if any('class="k' not in rules and 'class="n' not in rules for rules in block.findall(text))]


def main(name: str) -> int:
    """Return exit code 0 when the site is sound."""
    folder = Path(name).resolve()
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.html"))}
    found = [*(f"dead link in {place}" for place in dead_links(folder, pages)),
             *(f"asks another server: {place}" for place in asking(folder, pages)),
             *(f"not found by the search: {name}" for name in unfound(folder, pages)),
             *(f"no colours: {name}" for name in uncoloured(folder, pages))]
    print("\n".join([*found, f"{len(pages)} pages, {sum(len(page.links) for page in pages.values())} links"]))
    return 1 if found or not pages else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1]))
