"""A copy of a PO file with notes has every other line as it was."""

from __future__ import annotations

import pytest

from rulewright.translation.formats.read_document import UnreadableDocument
from rulewright.translation.formats.units import read_units, with_notes

HEADER = """# by a translator
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

"""
ENTRIES = """# mind the gap
#
#. by a programmer
#: boats.c:3
#, fuzzy
#| msgid "It swims."
msgid "It "
"sinks."
msgstr   "Affonda."


msgid "One boat sails."
msgid_plural "{n} boats sail."
msgstr[1] "Due barche."
msgstr[0] "Una barca."
msgctxt "bow"
msgid "It turns."
msgstr "Gira."

msgid "A crate floats."
msgid_plural "{n} crates float."
msgstr[0] "Galleggiano."

#~ msgid "It is gone."
#~ msgstr "Andato."
"""
NOTES = {"It sinks.": ["one", "two"], "One boat sails.": ["three"], "bow\x04It turns.": ["four"], "A crate floats.": ["five"]}
WHOLE = (HEADER + ENTRIES).encode()
LAYOUTS = [WHOLE, WHOLE.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + WHOLE, ENTRIES.encode(), b"\xef\xbb\xbf" + ENTRIES.encode(),
           b"\n\n" + WHOLE.rstrip(b"\n")]


@pytest.mark.parametrize("data", LAYOUTS)
def test_only_lines_of_notes_come_and_go(data: bytes) -> None:
    assert with_notes(data, "po", {}) == data
    once = with_notes(data, "po", NOTES)
    lines = once.splitlines(keepends=True)
    assert b"".join(line for line in lines if not line.startswith(b"# rulewright: ")) == data
    assert once.count(b"# rulewright: ") == 5
    assert with_notes(once, "po", NOTES) == once
    assert with_notes(once, "po", {}) == data


def test_notes_stand_behind_the_remarks_of_translators() -> None:
    noted = with_notes(WHOLE, "po", NOTES).decode()
    for entry in ("# mind the gap\n#\n# rulewright: one\n# rulewright: two\n#. by a programmer\n",
                  '\n\n# rulewright: three\nmsgid "One boat sails."\n', '"\n# rulewright: four\nmsgctxt "bow"\n',
                  '\n\n# rulewright: five\nmsgid "A crate floats."\n'):
        assert entry in noted


def test_a_file_in_another_encoding_is_in_utf_8_then() -> None:
    data = WHOLE.decode().replace("UTF-8", "ISO-8859-1").replace("Gira.", "È girata.").encode("latin-1")
    noted = with_notes(data, "po", {"It sinks.": ["È"]}).decode()
    assert "# rulewright: È\n" in noted
    assert "charset=UTF-8" in noted


@pytest.mark.parametrize("numbers", [(5,), (0, 2), (0, 0), (-1, 0), ("x",), (0, "")])
def test_forms_that_are_not_numbered_from_0_on_are_refused(numbers: tuple[int | str, ...]) -> None:
    forms = "".join(f'msgstr[{number}] "Una barca."\n' for number in numbers)
    data = f'{HEADER}msgid "One boat sails."\nmsgid_plural "{{n}} boats sail."\n{forms}\n{ENTRIES}'.encode()
    with pytest.raises(UnreadableDocument, match="forms of line 7 are not numbered"):
        read_units(data, "po", "it")
