"""How the command starts: at once, and without a traceback for whoever breaks it off."""

from __future__ import annotations

import subprocess
import sys

BROKEN_OFF = """
import sys

class Interrupted:
    def find_spec(self, name, path=None, target=None):
        if name == "rulewright.cli.main":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupted())
from rulewright.__main__ import run
run()
"""


def python(text: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False)


def test_the_machine_is_imported_when_it_is_asked_for() -> None:
    done = python("import rulewright, sys; print('rulewright.interpreter.machine.machine' in sys.modules, rulewright.CHANCE)")
    assert done.stdout == "False CHANCE\n"


def test_whoever_breaks_off_before_the_command_is_there_sees_no_traceback() -> None:
    done = python(BROKEN_OFF)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "Aborted!\n")


def test_commands_load_nothing_that_they_may_not_need_and_seldom_look_for_what_is_left_over() -> None:
    done = python("import sys, gc, rulewright.cli.commands.validate as _; from rulewright.__main__ import run; "
                  "print('rulewright.cli.diff.side_by_side' in sys.modules); sys.argv = ['rulewright', 'games', '--help']\n"
                  "try:\n    run()\nexcept SystemExit:\n    print(gc.get_threshold()[0])")
    assert (done.stdout.splitlines()[0], done.stdout.splitlines()[-1]) == ("False", "1000000")


def test_a_name_that_the_package_does_not_have_is_no_attribute() -> None:
    done = python("import rulewright; print(hasattr(rulewright, 'nothing_of_that_name'), hasattr(rulewright, 'Game'))")
    assert done.stdout == "False True\n"
