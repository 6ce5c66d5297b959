"""What writes the messages of the protocol is made when the server is loaded: making it in two threads goes wrong."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys

import pytest
from pygls import protocol

from rulewright.cli.editor.server import server


def test_a_converter_is_made_before_a_thread_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    made = list[object]()
    monkeypatch.setattr(protocol, "default_converter", lambda: made.append(1))
    spec = importlib.util.find_spec(server.__name__)
    assert spec is not None
    assert spec.loader is not None
    # Another module from the same file: what is imported is not changed.
    spec.loader.exec_module(importlib.util.module_from_spec(spec))
    assert len(made) == 1


@pytest.mark.slow
def test_the_types_of_the_protocol_are_known_before_a_thread_begins() -> None:
    code = ("import rulewright.cli.editor.server.server, attrs\nfrom lsprotocol import types as lsp\n"
            "print(attrs.fields(lsp.Location).range.type is lsp.Range)")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env={**os.environ})
    assert done.stdout == "True\n"
