"""Write which letters follow which in the words of a language, for the check of garbled words.

    python bench/documents/letters.py LANG...

The words are those of simplemma (MIT), every form once. `translation/document/languages/letters/LANG.txt` then has a line
for each two letters: these, and the letters that follow them in a hundredth of the words or more; `_` is the end of a word.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "translation" / "document" / "languages" / "letters"
# Letters that the reader takes for each other: Romanian ones with a comma or a cedilla.
ALIKE = str.maketrans({"ё": "е", "\u0219": "\u015F", "\u021B": "\u0163"})
# A letter may follow two others if it does in this number of words, and in this share of them.
LEAST, SHARE = 3, 0.01


def words(lang: str) -> set[str]:
    """Return the words of a language, folded."""
    from simplemma.strategies.dictionaries.dictionary_factory import DefaultDictionaryFactory

    rows = DefaultDictionaryFactory().get_dictionary(lang).items()
    every = (part.decode() if isinstance(part, bytes) else part for row in rows for part in row)
    return {word.casefold().translate(ALIKE) for word in every if word.isalpha()}


def lines(some: Iterable[str]) -> Iterator[str]:
    """Return a line for each two letters, with those that follow them."""
    behind: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for word in some:
        padded = f"_{word}_"
        for place in range(len(padded) - 2):
            behind[padded[place : place + 2]][padded[place + 2]] += 1
    for two, counts in sorted(behind.items()):
        total = sum(counts.values())
        usual = sorted(letter for letter, times in counts.items() if times >= LEAST and times >= SHARE * total)
        if usual:
            yield f"{two} {''.join(usual)}"


def main() -> None:
    """Write the file of each language that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("languages", nargs="+", metavar="LANG")
    languages = parser.parse_args().languages
    FOLDER.mkdir(exist_ok=True)
    for code in languages:
        (FOLDER / f"{code}.txt").write_text("\n".join(lines(words(code))) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
