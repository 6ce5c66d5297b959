"""How this command is called here, so that a command that is shown can be typed as it stands."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

NAME = "rulewright"


def called() -> str:
    """The name by which a shell finds the command that runs; its path, from the working directory, where it does not."""
    path = Path(sys.argv[0])
    found = shutil.which(NAME)
    if path.stem != NAME or not path.is_file() or (found is not None and Path(found).resolve() == path.resolve()):
        return NAME
    near = os.path.relpath(path)
    return str(path) if near.startswith(os.pardir) else near
