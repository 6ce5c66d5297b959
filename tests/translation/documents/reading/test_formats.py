"""Documents come in the formats of translators, and findings go back into them."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from io import BytesIO, StringIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from pypdf import PdfReader, PdfWriter

from rulewright.translation.document.language import language
from rulewright.translation.formats import recognise
from rulewright.translation.formats.read_document import ReadDocument, UnreadableDocument
from rulewright.translation.formats.recognise import read
from rulewright.translation.formats.units import with_notes

from ..desk import ask, report
from ..ferries import printed
from ..files import archive_of, csv_of, docx_of, html_of, paragraphs, pdf_of, po_of, tmx_of, xliff2_of, xliff_of

ITALIAN = printed("it").replace("ha 11 casse", "ha 12 casse")
PAIRS = [(a.lstrip("# "), b.lstrip("# ")) for a, b in zip(paragraphs(printed("en")), paragraphs(ITALIAN), strict=True)]
OF_PAIRS = {"xlf": xliff_of, "xlf2": xliff2_of, "po": po_of, "tmx": tmx_of, "csv": csv_of}
WHOLE: dict[str, Callable[[], bytes]] = {
    "html": lambda: html_of(ITALIAN), "docx": lambda: docx_of(ITALIAN),
    "pdf": lambda: pdf_of(ITALIAN.splitlines()), **{name: partial(make, PAIRS) for name, make in OF_PAIRS.items()}}


@pytest.mark.parametrize("name", WHOLE)
def test_the_same_mistake_is_found_in_every_format_whatever_the_name_of_the_file(desk: Path, name: str) -> None:
    (desk / "rules.md").write_bytes(WHOLE[name]())
    (error,) = [each for each in report(desk)["findings"] if each["level"] == "error"]
    assert (error["rule"], error["clause"], error["found"]) == ("accuracy/number-substituted", "full_boat", "12 crate")
    assert isinstance(error["line"], int)


def places(data: bytes, ending: str) -> dict[str, int]:
    """Where each paragraph is, in the file."""
    found = read(data, "it")
    assert found.lines is not None, ending
    return {text.lstrip("# "): line for text, line in zip(found.text.split("\n"), found.lines, strict=True) if text}


def test_the_line_is_that_of_the_file() -> None:
    boat = "Ogni giocatore prende una barca di un colore."
    for name, make in OF_PAIRS.items():
        data = make(PAIRS)
        line = data.decode().splitlines()[places(data, name)[boat] - 1]
        assert boat in line or line == 'msgid "Each player takes a boat of one colour."', name
    page = html_of(ITALIAN)
    assert boat in page.decode().splitlines()[places(page, "html")[boat] - 1]
    assert places(docx_of(ITALIAN), "docx")[boat] == paragraphs(ITALIAN).index(boat) + 1
    assert set(places(pdf_of(ITALIAN.splitlines()), "pdf").values()) == {1}


@pytest.mark.parametrize("name", OF_PAIRS)
def test_a_format_of_pairs_gives_original_and_translation_row_by_row(name: str) -> None:
    found = read(OF_PAIRS[name](PAIRS), "it")
    assert [(pair.source, pair.target) for pair in found.pairs] == PAIRS
    original, rows = found.original.text.split("\n"), found.text.split("\n")
    assert [(original[pair.row - 1], rows[pair.row - 1]) for pair in found.pairs] == PAIRS


def test_the_pairs_of_a_file_are_compared_without_another_file(desk: Path) -> None:
    """The file says which sentences belong together; what differs between the two is found."""
    pairs = [(a, b.replace("due o tre", "due").replace("otto giri", "nove giri")) for a, b in PAIRS]
    (desk / "rules.md").write_bytes(xliff_of(pairs))
    found = report(desk, "--source-lang", "en")["findings"]
    about = next(number for number, (_, target) in enumerate(pairs, 1) if "nove giri" in target)
    assert [each for each in found if each["level"] == "error" and each["sentence"] == about]
    (desk / "rules.md").write_text(ITALIAN, encoding="utf-8")
    refused = ask(desk, "validate", "--source-lang", "en")
    assert refused.exit_code == 2
    assert "only XLIFF, PO, TMX and tables hold their originals" in " ".join(refused.stderr.split())


@pytest.mark.parametrize("name", OF_PAIRS)
def test_a_finding_names_no_clause_that_a_sentence_only_perhaps_states(desk: Path, name: str) -> None:
    """The clause of a victory that the texts leave out; the sentence on three players, of the other edition, is its nearest."""
    begins = "A player whose boat", "With three players"
    victory, three = (place for place, (a, _) in enumerate(PAIRS) if a.startswith(begins))
    changed = [*PAIRS[:victory], *PAIRS[victory + 1 : three], (PAIRS[three][0], PAIRS[three][1].replace("7 casse", "9 casse"))]
    (desk / "rules.md").write_bytes(OF_PAIRS[name](changed))
    found = report(desk, "--source-lang", "en", "--players", "2")["findings"]
    assert [(each["clause"], each["expected"], each["found"]) for each in found if each["rule"] == "pair/number"] == [
        (None, "7", "9")]
    load = next(place for place, (a, _) in enumerate(PAIRS) if a.startswith("He may load"))
    changed[load] = (PAIRS[load][0], PAIRS[load][1].replace("quattro", "cinque"))
    (desk / "rules.md").write_bytes(OF_PAIRS[name](changed))
    found = report(desk, "--source-lang", "en", "--players", "2")["findings"]
    assert ("load", "4", "5") in [(each["clause"], each["expected"], each["found"]) for each in found]


@pytest.mark.parametrize("name", ["xlf", "xlf2", "po"])
def test_findings_go_back_as_notes_and_a_second_run_replaces_them(desk: Path, name: str) -> None:
    data = OF_PAIRS[name](PAIRS)
    (desk / "rules.md").write_bytes(data)
    assert ask(desk, "validate", "--notes", str(desk / "out")).exit_code == 1
    noted = (desk / "out").read_bytes()
    assert noted.decode().count("the rules state 11 crates, and this sentence says 12") == 1
    assert [(pair.source, pair.target) for pair in read(noted, "it").pairs] == PAIRS
    (desk / "rules.md").write_bytes(noted)
    assert ask(desk, "validate", "--notes", str(desk / "again")).exit_code == 1
    assert (desk / "again").read_bytes().decode().count("the rules state 11 crates, and this sentence says 12") == 1
    assert (desk / "rules.md").read_bytes() == noted
    assert ask(desk, "validate", "--notes", str(desk / "again")).exit_code == 2


SEGMENTS = b"""<unit id="u9"><mda:metadata xmlns:mda="urn:oasis:names:tc:xliff:metadata:2.0"/>
<notes><note category="author">mind the gap</note></notes><originalData><data id="d">x</data></originalData>
<segment id="s1"><source>A boat has 11 crates.</source><target>Una barca ha 11 casse.</target></segment>
<ignorable><source> </source></ignorable>
<segment id="s2"><source>It sinks.</source><target>Affonda.</target></segment></unit>
"""


def test_notes_of_xliff_2_are_those_of_the_unit_before_its_segments() -> None:
    name = "{urn:oasis:names:tc:xliff:document:2.0}"
    data = xliff2_of(PAIRS).replace(b"</file>", SEGMENTS + b"</file>")
    once = with_notes(data, "xliff2", {"u9::s1": ["first"], "u9::s2": ["second"], "u1": ["alone"]})
    for text in (once, with_notes(once, "xliff2", {"u9::s1": ["first"], "u9::s2": ["second"], "u1": ["alone"]})):
        units = {unit.get("id"): unit for unit in ElementTree.fromstring(text).iter(f"{name}unit")}
        assert [element.tag.rpartition("}")[2] for element in units["u9"]] == [
            "metadata", "notes", "originalData", "segment", "ignorable", "segment"]
        assert [note.text for note in units["u9"].iter(f"{name}note")] == [
            "mind the gap", "segment s1: first", "segment s2: second"]
        assert [note.text for note in units["u1"].iter(f"{name}note")] == ["alone"]
        assert [element.tag for element in units["u1"]] == [f"{name}notes", f"{name}segment"]
        # A segment has nothing but its source and target.
        assert {part.tag for unit in units.values() for part in unit.iterfind(f"{name}segment/*")} == {
            f"{name}source", f"{name}target"}
    bare = ElementTree.fromstring(with_notes(once, "xliff2", {}))
    assert [note.text for note in bare.iter(f"{name}note")] == ["mind the gap"]
    assert len([*bare.iter(f"{name}notes")]) == 1


PLURALS = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"

msgid "A boat carries one crate."
msgid_plural "A boat carries %d crates."
{forms}

msgid "It sinks."
msgstr "Tonie."
"""


@pytest.mark.parametrize(("forms", "pairs"), [
    (("Łódź niesie jedną skrzynię.", "Łódź niesie %d skrzynie.", "Łódź niesie %d skrzyń."),
     ("A boat carries one crate.", "A boat carries %d crates.", "A boat carries %d crates.")),
    (("Het aantal kisten is %d.",), ("A boat carries %d crates.",)),
])
def test_each_plural_form_of_a_po_file_is_a_sentence(forms: Sequence[str], pairs: Sequence[str]) -> None:
    data = PLURALS.format(forms="\n".join(f'msgstr[{number}] "{form}"' for number, form in enumerate(forms))).encode()
    found = read(data, "pl").pairs
    assert [(pair.source, pair.target) for pair in found] == [*zip(pairs, forms, strict=True), ("It sinks.", "Tonie.")]
    assert [(pair.line, pair.form) for pair in found] == [
        *((7 + number, f"msgstr[{number}]") for number in range(len(forms))), (8 + len(forms), "")]
    noted = with_notes(data, "po", {found[0].id: ["a finding"]}).decode()
    assert noted.count("# rulewright: a finding") == 1


def test_a_finding_names_the_form_of_the_plural_that_it_is_about(desk: Path) -> None:
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    rows = [f'msgid "{source}"\nmsgstr "{target}"\n' for source, target in PAIRS if "11 crates" not in source]
    forms = "Un giocatore la cui barca ha 11 cassa vince subito.", "Un giocatore la cui barca ha 12 casse vince subito."
    plural = ('msgid "A player whose boat has 11 crate wins at once."\n'
              'msgid_plural "A player whose boat has 11 crates wins at once."\n'
              + "".join(f'msgstr[{number}] "{form}"\n' for number, form in enumerate(forms)))
    text = "\n".join([head, *rows, plural])
    (desk / "rules.md").write_text(text, encoding="utf-8")
    (found,) = [each for each in report(desk, "--source-lang", "en", "--notes", str(desk / "out"))["findings"]
                if each["level"] == "error"]
    assert found["line"] == text.splitlines().index(f'msgstr[1] "{forms[1]}"') + 1
    (note,) = [line for line in (desk / "out").read_text(encoding="utf-8").splitlines() if "rulewright: " in line]
    assert note.startswith("# rulewright: msgstr[1]: error: ")


def test_languages_of_pairs_that_are_exchanged_are_named_once(desk: Path) -> None:
    (desk / "rules.md").write_bytes(po_of([(b, a) for a, b in PAIRS]))
    refused = " ".join(ask(desk, "validate", "--source-lang", "en").stderr.split())
    assert "seem to be in `it` and the translations in `en`: exchange --source-lang and --lang" in refused


def test_a_broken_pdf_gives_one_message_and_nothing_of_the_library(desk: Path) -> None:
    (desk / "rules.md").write_bytes(pdf_of(["a text"])[:60])
    command = [sys.executable, "-m", "rulewright", "validate", str(desk / "ferry"), "--document", "rules.md", "--lang", "it"]
    result = subprocess.run(command, cwd=desk, capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert result.stderr.startswith("Usage: ")
    assert result.stderr.count("\nError: ") == 1


@pytest.mark.parametrize("name", ["xlf", "xlf2", "po"])
def test_a_sentence_that_is_not_translated_is_a_note_on_its_own_unit(desk: Path, name: str) -> None:
    source, missing = PAIRS[4]
    (desk / "rules.md").write_bytes(OF_PAIRS[name]([(a, "" if b == missing else b) for a, b in PAIRS]))
    assert ask(desk, "validate", "--source-lang", "en", "--notes", str(desk / "out")).exit_code == 1
    noted = (desk / "out").read_text(encoding="utf-8")
    place, said = noted.index("no sentence says what the original says"), noted.index(source)
    # PO and XLIFF 2 have the notes of a unit before its text, and XLIFF 1.2 behind it.
    assert noted.count(PAIRS[3][0], 0, place) == 1
    assert noted.count(source, 0, place) == (1 if name == "xlf" else 0)
    assert (said < place) == (name == "xlf")
    assert noted.count(PAIRS[5][0], 0, place) == 0


@pytest.mark.parametrize("name", ["xlf", "xlf2", "po"])
@pytest.mark.parametrize("place", [0, 4, len(PAIRS) - 1])
def test_a_sentence_that_is_not_translated_is_reported_on_the_line_of_its_original(desk: Path, name: str, place: int) -> None:
    source, missing = PAIRS[place]
    data = OF_PAIRS[name]([(a, "" if b == missing else b) for a, b in PAIRS])
    (desk / "rules.md").write_bytes(data)
    (found,) = [each for each in report(desk, "--source-lang", "en")["findings"] if each["rule"] == "pair/sentence-missing"]
    line = next(number for number, text in enumerate(data.decode().splitlines(), 1) if source in text)
    assert (found["line"], found["column"]) == (line, 1)
    assert found["message"] == f"no sentence says what the original says in line {line}"


@pytest.mark.parametrize("name", ["xlf", "xlf2"])
@pytest.mark.parametrize("around", [b"", b"<group id='9' translate='no'>"])
def test_a_unit_that_is_not_to_be_translated_is_no_sentence(name: str, around: bytes) -> None:
    unit, end = (b"<trans-unit id=", b"</trans-unit>") if name == "xlf" else (b"<unit id=", b"</unit>")
    data = OF_PAIRS[name](PAIRS)
    first, behind = data.index(unit), data.index(end) + len(end)
    own = data[first:behind] if around else data[first:behind].replace(unit, unit.replace(b"id=", b"translate='no' id="))
    data = data[:first] + around + own + (b"</group>" if around else b"") + data[behind:]
    assert [(pair.source, pair.target) for pair in read(data, "it").pairs] == PAIRS[1:]


def test_what_has_no_room_for_notes_says_so_and_nothing_is_written(desk: Path) -> None:
    for data, message in ((ITALIAN.encode(), "is neither"), (tmx_of(PAIRS), "has no room for notes")):
        (desk / "rules.md").write_bytes(data)
        result = ask(desk, "validate", "--notes", str(desk / "out"))
        assert result.exit_code == 2
        assert message in " ".join(result.stderr.split())
        assert not (desk / "out").exists()


def test_the_table_has_a_line_for_each_finding_and_no_formula(desk: Path) -> None:
    rows = list(csv.DictReader(StringIO(ask(desk, "validate", "--format", "csv").stdout)))
    findings = json.loads(ask(desk, "validate", "--json").stdout)["findings"]
    assert [row["id"] for row in rows] == [finding["id"] for finding in findings]
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row.values())


def test_html_keeps_its_structure_and_drops_what_is_not_shown() -> None:
    page = (b"<html><body><!-- menu --><h2>The  <b>end</b></h2><ul><li>one crate<li>two &amp; more</ul><table><tr><th>a<th>b"
            b"<tr><td>1<td>2</table><p>A line<br>and another <!-- clause: storm --></p><script>x</script></body></html>")
    assert [row for row in read(page, "en").text.split("\n") if row and not row.startswith("<!-- menu")] == [
        "## The end", "- one crate", "- two & more", "| a | b |", "| 1 | 2 |", "A line and another <!-- clause: storm -->"]


@pytest.mark.parametrize(("body", "rows"), [
    ("<p hidden>no</p><p>one</p>", ["one"]),
    ("<p hidden>no<p>one", ["one"]),
    ("<div style='margin:0; Display : none'>no <div>no</div> no</div><p>one</p>", ["one"]),
    ("<ul><li hidden>no<ul><li>no</li></ul></li><li>one</li></ul>", ["- one"]),
    ("<ul><li hidden>no</ul><p>one</p>", ["one"]),
    ("<p>one <span hidden>no <br> no</span>two</p>", ["one two"]),
    ("<svg><g></p></g>no</svg><p>one</p>", ["one"]),
    ("<p>one<div hidden>no</div>two</p>", ["one", "two"]),
])
def test_html_drops_what_an_attribute_hides(body: str, rows: list[str]) -> None:
    assert [row for row in read(f"<html><body>{body}</body></html>".encode(), "en").text.split("\n") if row] == rows


# ---- Bad input ---------------------------------------------------------------------------------------


def locked() -> bytes:
    writer = PdfWriter()
    writer.append(PdfReader(BytesIO(pdf_of(["a text"]))))
    writer.encrypt("secret", algorithm="RC4-128")
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


GROWING = (b'<?xml version="1.0"?><!DOCTYPE xliff [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>'
           b'<xliff version="1.2">&b;</xliff>')
REACHING = b'<?xml version="1.0"?><!DOCTYPE tmx [<!ENTITY a SYSTEM "file:///etc/hostname">]><tmx version="1.4">&a;</tmx>'
BAD: dict[str, tuple[Callable[[], bytes], str]] = {
    "a PDF that is a picture": (lambda: pdf_of([]), "has no text: its pages are pictures"),
    "a locked PDF": (locked, "is locked by a password"),
    "half a PDF": (lambda: pdf_of(["a text"])[:60], "is a PDF that cannot be read"),
    "a DOCX that is no archive": (lambda: b"PK\x03\x04 and then nothing", "is not an archive"),
    "an archive that is no DOCX": (lambda: archive_of({"readme.txt": b"x"}), "not a word processor document"),
    "a DOCX that is cut off": (lambda: docx_of(ITALIAN)[:-200], "is not an archive"),
    "a DOCX with growing entities": (lambda: archive_of({"word/document.xml": GROWING}), "declares XML entities"),
    "a picture": (lambda: b"\x89PNG\r\n\x1a\n", "is a picture"),
    "an old Word file": (lambda: b"\xd0\xcf\x11\xe0\xa1\xb1", "old format of a word processor"),
    "growing entities": (lambda: GROWING, "declares XML entities"),
    "reaching entities": (lambda: REACHING, "declares XML entities"),
    "broken XML": (lambda: xliff_of(PAIRS)[:300], "cannot be read as XML"),
    "other XML": (lambda: b'<?xml version="1.0"?><svg/>', "is XML of a kind that holds no document"),
    "an untranslated XLIFF": (lambda: xliff_of([(a, "") for a, _ in PAIRS]), "has no translated text"),
    "a TMX without the language": (lambda: tmx_of(PAIRS).replace(b'"it"', b'"fi"'), "its languages are `en`, `fi`"),
    "windows-1252": (lambda: ITALIAN.encode("cp1252"), "it seems to be in windows-1252"),
    "windows-1251": (lambda: printed("ru").encode("cp1251"), "it seems to be in windows-1251"),
    "UTF-16": (lambda: ITALIAN.encode("utf-16"), "but in UTF-16"),
    "misread": (lambda: printed("fr").encode().decode("cp1252", "replace").encode(),
                "was saved after it was read in a wrong encoding"),
    "a page in another encoding than it says": (
        lambda: b"<html><meta charset=ascii><p>\xc3\xa8 cos\xc3\xac", "is not in `ascii`, the encoding that it declares"),
    "another language": (lambda: printed("es").encode(), "seems to be in `es`, and not in `it`"),
    "500,001 characters": (lambda: b"Una barca.\n" * 45_500, "is longer than 500,000 characters"),
    "too many sentences": (lambda: b"Una barca con 7 casse.\n\n" * 6_000, "has more than 5,000 sentences"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_read_is_explained_in_one_message_and_nothing_is_written(desk: Path, name: str) -> None:
    make, message = BAD[name]
    (desk / "rules.md").write_bytes(make())
    before = sorted(desk.rglob("*"))
    result = ask(desk, "document confirm", "storm", "--lock", str(desk / "new.lock"))
    assert (result.exit_code, result.stdout) == (2, "")
    errors = [line for line in result.stderr.splitlines() if line.startswith("Error:")]
    assert message in " ".join(result.stderr.split())
    assert len(errors) == 1
    assert sorted(desk.rglob("*")) == before


POLISH = ("# Łódź\n\nKażdy gracz bierze łódź i pięć skrzyń. Gdy wieje wiatr, łódź płynie wstecz.\n\n"
          "Wygrywa ten, kto pierwszy załaduje całą łódź.\n")


@pytest.mark.parametrize(("code", "text", "encoding", "named"), [
    ("pl", POLISH, "iso-8859-2", "it seems to be in iso-8859-2"),
    ("pl", POLISH, "cp1250", "it seems to be in windows-1250"),
    ("ru", printed("ru"), "koi8-r", "it seems to be in koi8-r"),
    ("ru", printed("ru"), "cp1251", "it seems to be in windows-1251"),
    ("pl", POLISH, "utf-16-le", "but in UTF-16"),
    ("ru", printed("ru"), "utf-16-be", "but in UTF-16"),
    ("pl", POLISH, "utf-32", "but in UTF-32"),
])
def test_the_language_says_in_which_encoding_a_text_is(code: str, text: str, encoding: str, named: str) -> None:
    with pytest.raises(UnreadableDocument, match=named):
        read(text.encode(encoding), code, language(code).letters)


def test_a_po_file_is_read_in_the_encoding_that_it_declares() -> None:
    in_utf8 = po_of([("Each player takes a boat.", "Każdy gracz bierze łódź.")])
    head = b'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=%s\\n"\n\n'
    units = in_utf8[in_utf8.index(b'msgid "Each'):].decode()
    found = read(head % b"ISO-8859-2" + units.encode("iso-8859-2"), "pl")
    assert [pair.target for pair in found.pairs] == ["Każdy gracz bierze łódź."]
    with pytest.raises(UnreadableDocument, match="is not in `ASCII`, the encoding that it declares"):
        read(head % b"ASCII" + units.encode("iso-8859-2"), "pl")


def test_a_docx_that_unpacks_to_too_much_is_refused_before_it_is_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.translation.formats.office.MOST_BYTES", 1_000_000)
    with pytest.raises(UnreadableDocument, match="unpacks to more than"):
        read(archive_of({"word/document.xml": b"0" * 2_000_000}), "en")


def test_a_file_that_is_too_large_is_not_read_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recognise, "MOST_BYTES", 10)
    with pytest.raises(UnreadableDocument, match="is larger than 10 bytes"):
        read(b"Eleven bytes", "en")


def test_a_bare_doctype_and_foreign_words_are_no_reason_to_refuse() -> None:
    data = tmx_of(PAIRS).replace(b"<tmx", b'<!DOCTYPE tmx SYSTEM "tmx14.dtd">\n<tmx', 1)
    assert isinstance(read(data, "it"), ReadDocument)
    assert read("Il café «Ängström» e Ñandú: più, così.\n".encode(), "it").lines is None
