"""Pages: a template and texts -> HTML; files that pages load, by name."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from html import escape
from importlib.resources import files

from attrs import frozen
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

TYPES = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}
BASE = "web"


@frozen
class Asset:
    """A file that pages load: its type, its bytes, and a hash of them."""

    type: str
    content: bytes
    hash: str

    @classmethod
    def of(cls, name: str, content: bytes) -> Asset:
        """An asset with this name."""
        return cls(TYPES[name[name.rindex(".") :]], content, hashlib.sha256(content).hexdigest()[:16])


def assets_in(*folder: str, names: Iterable[str]) -> dict[str, Asset]:
    """The files of these names in a folder of the package: `assets_in("web", "static", names=["base.css"])`."""
    place = files("rulewright").joinpath(*folder)
    return {name: Asset.of(name, place.joinpath(name).read_bytes()) for name in names}


def asset_response(request: Request, asset: Asset) -> Response:
    """The answer with an asset, or 304 if the browser has it already."""
    # The browser may keep the file, and asks each time whether it is still the same.
    headers = {"etag": f'"{asset.hash}"', "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    return Response(asset.content, media_type=asset.type, headers=headers)


def filled(template: str, markup: Mapping[str, str]) -> str:
    """A template with `{{name}}` replaced, in one pass: a `{{name}}` in an inserted text stays as it is."""
    parts = template.split("{{")
    return parts[0] + "".join(markup[name] + rest for name, _, rest in (part.partition("}}") for part in parts[1:]))


# The empty icon keeps browsers from asking for one.
PAGE = """<!doctype html>
<html lang="{{lang}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{{title}}</title>
<link rel="icon" href="data:,">
{{head}}
</head>
<body{{data}}>
{{body}}
</body>
</html>
"""


def page(
    title: str,
    body: str,
    *,
    styles: Iterable[str] = (),
    scripts: Iterable[str] = (),
    language: str = "en",
    data: Mapping[str, str] | None = None,
    status: int = 200,
) -> HTMLResponse:
    """A page with this body, given as markup. Styles and scripts are paths on this server.

    `data` become `data-` attributes of the body, for its scripts.
    """
    head = [f'<link rel="stylesheet" href="{escape(path, quote=True)}">' for path in ("/files/web/base.css", *styles)]
    head += [f'<script src="{escape(path, quote=True)}" defer></script>' for path in scripts]
    attributes = "".join(f' data-{name}="{escape(value, quote=True)}"' for name, value in (data or {}).items())
    return HTMLResponse(
        filled(
            PAGE,
            {
                "lang": escape(language, quote=True),
                "title": escape(title),
                "head": "\n".join(head),
                "data": attributes,
                "body": body,
            },
        ),
        status,
    )


def message_page(title: str, message: str, status: int) -> HTMLResponse:
    """A page with a title and a message, and nothing else."""
    return page(title, f"<main><h1>{escape(title)}</h1><p>{escape(message)}</p></main>", status=status)
