"""A copy of an XLIFF with notes has the layout of the file that was checked."""

from __future__ import annotations

import re

import pytest

from rulewright.translation.formats.read_document import UnreadableDocument
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
# Quotes, escapes, order of attributes, empty elements and pieces of text as a tree does not know them.
FIRST_ODDLY = b"""<?xml version='1.0'?>
<xliff version='1.2' xmlns='urn:oasis:names:tc:xliff:document:1.2' xmlns:m="urn:m">
 <file original='x' source-language="en" target-language="it" datatype='plaintext'><body><!-- <trans-unit> -->
  <trans-unit id='u1' m:a="x &gt; y"><source>It&apos;s &quot;5&quot; &#8211; &#x41;.</source><target></target></trans-unit>
  <trans-unit id="u2"><source>A <x id="1" />.</source><target ><![CDATA[<b> & c]]> d</target ><!-- mine --></trans-unit>
  <trans-unit id="u3" ><source>It's a "boat" > it.</source><target state = 'new' /></trans-unit><trans-unit id="u4"/>
 </body></file></xliff>"""
SECOND_ODDLY = b"""<q:xliff version="2.1" srcLang='en' trgLang="it" xmlns:q="urn:oasis:names:tc:xliff:document:2.0">
<q:file id="f">
  <q:unit id="u1"><q:segment><q:source>It&apos;s</q:source><q:target></q:target></q:segment></q:unit>
  <q:unit id="u2"><q:segment ><q:source>A.</q:source><q:target><![CDATA[B & c.]]></q:target></q:segment></q:unit>
  <q:unit id="u3"><q:notes><q:note>It&apos;s</q:note></q:notes><q:segment><q:source>A</q:source></q:segment></q:unit>
</q:file></q:xliff>"""
FILES: dict[Kind, bytes] = {"xliff": FIRST, "xliff2": SECOND}
NOTES = {"x\x04u1": ["one", "two"], "x\x04u2": ["three"], "x\x04u3": ["four"], "u1": ["one", "two"], "u2": ["three"],
         "u3": ["four"]}


def in_many_layouts() -> list[tuple[Kind, bytes]]:
    """The files, also with ends of lines of Windows, with a mark of the byte order, on one line, and with another root."""
    files = [*FILES.items(), *(("xliff", FIRST_ODDLY), ("xliff2", SECOND_ODDLY))]
    return [(kind, changed) for kind, data in files for changed in (
        data, data.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + data, b"".join(line.strip() for line in data.splitlines()),
        re.sub(rb"<xliff (xmlns=\S+) (version=[^ >]+)", rb"<xliff \2\n    note='a > b' \1", data))]


@pytest.mark.parametrize(("kind", "data"), in_many_layouts())
def test_everything_but_the_notes_is_as_it_was(kind: Kind, data: bytes) -> None:
    assert with_notes(data, kind, {}) == data
    once = with_notes(data, kind, NOTES)
    assert once.count(b"rulewright") == 4
    assert with_notes(once, kind, NOTES) == once
    assert with_notes(once, kind, {}) == data


def test_only_notes_are_put_in_where_a_file_is_spelled_in_another_way_than_its_tree() -> None:
    noted = with_notes(FIRST_ODDLY, "xliff", NOTES)
    assert noted.count(b'<note from="rulewright">') == 4
    for note in (b"one", b"two", b"three", b"four"):
        noted = noted.replace(b'<note from="rulewright">' + note + b"</note>", b"")
    assert noted == FIRST_ODDLY


def test_an_element_around_no_notes_stays() -> None:
    for empty in (b"<q:notes></q:notes>", b"<q:notes/>"):
        data = SECOND_ODDLY.replace(b"<q:segment ", empty + b"<q:segment ")
        assert with_notes(data, "xliff2", {}) == data
        noted = b'<q:notes><q:note category="rulewright">three</q:note></q:notes><q:segment '
        assert with_notes(data, "xliff2", {"u2": ["three"]}) == SECOND_ODDLY.replace(b"<q:segment ", noted)


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


@pytest.mark.parametrize(("kind", "data", "why"), [
    ("xliff", FIRST.replace(b"utf-8", b"utf-q"), "unknown encoding"),
    ("xliff", FIRST.replace(b"utf-8", b"shift_jis"), "multi-byte encodings"),
    ("xliff", b'<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"/>', "lacks something"),
    ("xliff2", b'<file xmlns="urn:oasis:names:tc:xliff:document:2.0"/>', "lacks something"),
])
def test_a_file_that_its_reader_cannot_read_is_refused(kind: Kind, data: bytes, why: str) -> None:
    with pytest.raises(UnreadableDocument, match=why):
        with_notes(data, kind, NOTES)
