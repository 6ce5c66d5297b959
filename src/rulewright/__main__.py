"""`python -m rulewright`, and the command `rulewright`."""

import sys


def run() -> None:
    """The command line. Whoever breaks off before it is there sees no traceback."""
    try:
        from .cli.main import main
    except KeyboardInterrupt:
        sys.exit("Aborted!")
    main(prog_name="rulewright")


if __name__ == "__main__":
    run()
