"""Convert results of playthroughs to JUnit XML for CI systems."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from .file_result import FileResult


def junit_xml(results: list[FileResult]) -> str:
    """Return JUnit XML with a test case for each file; its message is the first failure."""
    failed = sum(bool(result.failures) for result in results)
    suite = ET.Element("testsuite", name="rulewright", tests=str(len(results)), failures=str(failed), errors="0")
    for result in results:
        case = ET.SubElement(suite, "testcase", name=result.file, classname=result.game or "playthrough",
                             assertions=str(result.checks))
        if result.failures:
            first = result.failures[0]
            node = ET.SubElement(case, "failure", message=f"line {first.line}: {first.message}")
            node.text = "\n".join(f"{f.file}:{f.line}: {f.message}\n  expected: {f.expected}\n  actual: {f.actual}"
                                  for f in result.failures)
    ET.indent(suite)
    return ET.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"
