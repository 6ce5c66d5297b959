"""`python -m rulewright`, and the command `rulewright`."""

import gc
import sys

# A command makes trees that stay to its end. To look through them for what is left over costs more than what it would give back:
# a twelfth of the time of a check. This number of new objects takes about 100 megabytes.
NEW_OBJECTS = 1_000_000
# The exit code of what was broken off by Ctrl-C: that of `cli.shared.process.lazy_group`, which is not loaded yet.
INTERRUPTED = 130


def run() -> None:
    """The command line. An interrupt while it loads ends it without a traceback."""
    gc.set_threshold(NEW_OBJECTS)
    try:
        from .dsl.source.methods import with_cached_methods

        keep_methods = with_cached_methods()
        from .cli.main import main
        from .cli.shared.process.encodings import speak_utf8
    except KeyboardInterrupt:
        print("Aborted!", file=sys.stderr)
        sys.exit(INTERRUPTED)
    speak_utf8()
    try:
        main(prog_name="rulewright")
    finally:
        keep_methods()
        # Python looks for garbage once more before it ends, among all that is there: a fifth of the time of a check.
        gc.freeze()


if __name__ == "__main__":
    run()
