"""A copy of an XLIFF with notes has the layout of the file that was checked."""

from __future__ import annotations

import re

import pytest

from rulewright.translation.formats.units import Kind, with_notes

FIRST = b"""<?xml version="1.0" encoding='utf-8'?>
<!-- made by a program -->
<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
 <file original="x" source-language="en" target-language="it" datatype="plaintext">
  <body>
     <trans-unit id="u1">
          <source>It sinks.</source><target>Affonda.</target>

          <note from="author">mind the gap</note>
     </trans-unit>
     <trans-unit id="u2"><source>It floats.</source>  <target/></trans-unit>
     <trans-unit id="u3">
          <source>A crate &amp; a boat.</source>
          <target>Una cassa &amp; una barca.</target>
          <own:mark xmlns:own="urn:own"/>
     </trans-unit>
  </body>
 </file>
</xliff>


"""
SECOND = b"""<?xml version="1.0"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="it">
<file id="f">
    <unit id="u1">
        <segment>
            <source>It sinks.</source>
            <target>Affonda.</target>
        </segment>
    </unit>
    <unit id="u2"><segment><source>It floats.</source><target>Galleggia.</target></segment></unit>
    <unit id="u3">
        <notes><note category="author">mind the gap</note></notes>

        <segment><source>A boat.</source> <target>Una barca.</target></segment>
    </unit>
</file>
</xliff>"""
FILES: dict[Kind, bytes] = {"xliff": FIRST, "xliff2": SECOND}
NOTES = {"x\x04u1": ["one", "two"], "x\x04u2": ["three"], "x\x04u3": ["four"], "u1": ["one", "two"], "u2": ["three"],
         "u3": ["four"]}


def in_many_layouts() -> list[tuple[Kind, bytes]]:
    """The files, also with ends of lines of Windows, with a mark of the byte order, on one line, and with another root."""
    return [(kind, changed) for kind, data in FILES.items() for changed in (
        data, data.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + data, b"".join(line.strip() for line in data.splitlines()),
        re.sub(rb"<xliff (xmlns=\S+) (version=[^ >]+)", rb"<xliff \2\n    note='a > b' \1", data))]


@pytest.mark.parametrize(("kind", "data"), in_many_layouts())
def test_everything_but_the_notes_is_as_it_was(kind: Kind, data: bytes) -> None:
    assert with_notes(data, kind, {}) == data
    once = with_notes(data, kind, NOTES)
    assert once.count(b"rulewright") == 4
    assert with_notes(once, kind, NOTES) == once
    assert with_notes(once, kind, {}) == data


def test_a_note_stands_on_a_line_of_its_own_where_its_neighbours_do() -> None:
    first = with_notes(FIRST, "xliff", NOTES).decode()
    assert """mind the gap</note>
          <note from="rulewright">one</note>
          <note from="rulewright">two</note>
     </trans-unit>
     <trans-unit id="u2"><source>It floats.</source>  <target/><note from="rulewright">three</note></trans-unit>
""" in first
    assert """
          <note from="rulewright">four</note>
          <own:mark xmlns:own="urn:own"/>
     </trans-unit>
""" in first
    assert """    <unit id="u1">
        <notes>
            <note category="rulewright">one</note>
            <note category="rulewright">two</note>
        </notes>
        <segment>
            <source>It sinks.</source>
""" in with_notes(SECOND, "xliff2", NOTES).decode()


def test_a_file_in_an_encoding_of_other_signs_keeps_it() -> None:
    data = FIRST.decode().replace("utf-8", "UTF-16").encode("utf-16")
    assert "<note from=\"rulewright\">one</note>" in with_notes(data, "xliff", NOTES).decode("utf-16")
