"""Files of documents and glossaries -> text, pairs and terms; findings -> notes in the files that have room for them.

    read_document  the text of a file, where its lines come from, and its pairs where the format gives them
    comments       `<!-- clause: id -->` in a text -> the clauses that are said to be stated there
    encodings      bytes -> text, or which encoding they seem to be in
    guarded_xml    XML without entities that grow or reach outside
    markup         HTML -> Markdown
    office         DOCX -> Markdown
    pages          PDF -> text
    xml_spelling   XML written again with other notes: everything else as the file spells it
    xliff_notes    notes in the units of XLIFF, in the layout of the file
    po_notes       notes above the entries of PO, and every other line as it was
    units          XLIFF, PO and TMX -> pairs; notes back into XLIFF and PO
    tables         CSV with a column of originals and one of translations -> pairs
    recognise      a file -> the format that its content has, read
    term_lists     TBX and CSV -> pairs of terms
"""
