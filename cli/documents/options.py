"""The options that commands on documents share: GAME, --document, --lang, --source and --lock -> a `Job`."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path

import click

from ...translation.document.language import NoSuchLanguage, languages
from ..shared.files.outputs import OUTPUT_FILE
from ..shared.games.options import GameRequest, game_options_all_players
from .document import Job
from .text import PAIRS, RULES, TOGETHER, DocumentOriginal

# The packages that documents need, each with the extra that brings it.
NEEDED = {"snowballstemmer": "texts", "unicode_rbnf": "texts", "docx": "documents", "pypdf": "documents",
          "translate": "documents", "lxml": "documents", "simplemma": "documents"}


def lacking_packages(error: ModuleNotFoundError, subject: str) -> Exception:
    """Return the error that names the extra with a package that `subject` needs; another module's error as it is."""
    extra = NEEDED.get((error.name or "").partition(".")[0])
    return error if extra is None else click.ClickException(f"{subject} needs more packages: pip install 'rulewright[{extra}]'")


def _source(name: str | None, code: str | None, path: Path) -> DocumentOriginal | None:
    """The original that a user names. A usage error if it is not there, is the document itself, or has no language."""
    if name is None and code is None:
        return None
    if code is None:
        raise click.UsageError(TOGETHER)
    if code not in languages():
        raise click.UsageError(f"--source-lang: texts in `{code}` cannot be read; there is {', '.join(languages())}")
    if name is None:  # the document may be of pairs
        return DocumentOriginal(PAIRS, code)
    if name != RULES and not Path(name).is_file():
        raise click.UsageError(f"--source: there is no file `{name}`")
    if name != RULES and Path(name).samefile(path):
        raise click.UsageError(f"`{name}` is the document itself, and not its original")
    return DocumentOriginal(name, code)


def document_options(command: Callable[..., object]) -> Callable[..., object]:
    """GAME with its options, --document, --lang and --lock, as one `Job`; a lock that is named has to be there."""
    return _with_options(command, new_lock=False)


def locking_options(command: Callable[..., object]) -> Callable[..., object]:
    """The same, for a command that makes the lock if it is not there."""
    return _with_options(command, new_lock=True)


def _with_options(command: Callable[..., object], new_lock: bool) -> Callable[..., object]:
    @wraps(command)
    def packed(request: GameRequest, path: Path, code: str, own_lock: Path | None, source: str | None, source_code: str | None,
               **others: object) -> object:
        if own_lock is not None and not own_lock.is_file() and not new_lock:
            raise click.UsageError(f"there is no lock `{own_lock}`; make one with `rulewright document confirm` "
                                   "or `document assign`")
        job = Job.of(request, path, code, own_lock, _source(source, source_code, path))
        try:
            job.caution()
            return command(job, **others)
        except NoSuchLanguage as error:
            raise click.UsageError(str(error)) from None
        except ModuleNotFoundError as error:
            raise lacking_packages(error, "this document") from None

    lock = click.option("own_lock", "--lock", type=OUTPUT_FILE, metavar="FILE",
                        help="Use this lock of the document (by default in `documents` beside the rulebook). Its reading and "
                             "its accepted findings are beside it.")
    lang = click.option("code", "--lang", required=True, metavar="LANG",
                        help=f"State the language of the document: {', '.join(languages())}.")
    original = click.option("--source", metavar="FILE|rules", help="Compare with this original of the document; `rules` is the "
                            "booklet that `rulewright rulebook` prints.")
    of_original = click.option("source_code", "--source-lang", metavar="LANG",
                               help="State the language of the original. Use it without --source if the document is an "
                                    "XLIFF, PO, TMX or CSV file that holds the originals.")
    text = click.option("path", "--document", type=click.Path(exists=True, dir_okay=False, path_type=Path), required=True,
                        metavar="FILE", help="Read this printed rulebook: text, Markdown, HTML, DOCX, PDF, XLIFF, PO, TMX, or "
                                             "CSV with the columns source and target.")
    return game_options_all_players(text(lang(original(of_original(lock(packed))))))
