"""Find the name of the running command, so that users can type the commands that it prints."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

NAME = "rulewright"


def called() -> str:
    """Return the name by which a shell finds the running command; else its path from the working directory."""
    path = Path(sys.argv[0])
    installed = shutil.which(NAME)
    if path.stem != NAME or not path.is_file() or (installed is not None and Path(installed).resolve() == path.resolve()):
        return NAME
    near = os.path.relpath(path)
    return str(path) if near.startswith(os.pardir) else near
