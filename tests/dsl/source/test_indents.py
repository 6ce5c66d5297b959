"""A fix that indents a block keeps how the lines of its text end."""

from __future__ import annotations

import pytest

from rulewright.dsl.source.fixes import block_indented
from rulewright.dsl.source.span import Source, Span


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_block_is_indented_with_the_ends_of_lines_of_its_text(newline: str) -> None:
    lines = ["play", "# Now.", "repeat", "    check over", "    # Until then.", "end over", ""]
    source = Source("heaps.rules", newline.join(lines))
    fix = block_indented(Span(source, 3, 1, 3, 7), 4)
    assert fix.text == newline.join(["    repeat", "        check over", "        # Until then.", "    end over"])
