"""A playthrough is left out for a mutant only where it cannot notice it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from attrs import evolve

from rulewright.cli.mutants.subject import WATCHED_GAMES, MutationSubject, _CompiledRulebook
from rulewright.cli.playthroughs.own import Setup
from rulewright.cli.playthroughs.scripts import read_file
from rulewright.cli.shared.games.options import game_request
from rulewright.dsl.source.diagnostics import Diagnostics, RulebookError
from rulewright.dsl.tools.mutation_operators import Mutant, mutated
from rulewright.interpreter.analysis.mutation.mutation import notices, wrong_in_play

RULEBOOK = """rulebook rounds
    players 2

constants
    stock = 9

state
    left: 0..20 = stock
    seen: 0..20
    spent: 0..20

play
    repeat
        for each p in players by 0 if p = P2 else 1
            round_of(p)

function worth(n: 0..9): 0..20
    gives n + 1

rule round_of(p: player)
    choose taking by p
        move "takes {n}" for n in 1..3
            require there: n <= left
            left loses n
        move "waits"
            require late: seen < 1
                "nobody waits twice"
            seen gains 1
    spent becomes min(20, spent + worth(1))
    check last

end last
    when left = 0
    winners p in players where p = P1
"""
PLAYTHROUGHS = {
    "by_number": "game rounds\n\nP2: takes 3\nexpect left = 6\n",
    "by_name": "game rounds\n\nP2: takes 3\nexpect left = stock - 3\n",
    "waits": "game rounds\n\nP2: waits\nrefuse P1: waits because late\n",
    "arranged": "game rounds\n\nposition\n    left = 2\n    at taking p = P2\n\n"
                "P2: takes 1\nP1: takes 1\nexpect over by last, won by P1\n",
}


def subject_of(path: str) -> MutationSubject:
    return MutationSubject(game_request(path, None, (), ()))


def rounds(folder: Path) -> MutationSubject:
    (folder / "playthroughs").mkdir()
    (folder / "rounds.rules").write_text(RULEBOOK, encoding="utf-8")
    for name, text in PLAYTHROUGHS.items():
        (folder / "playthroughs" / f"{name}.play").write_text(text, encoding="utf-8")
    return subject_of(str(folder / "rounds.rules"))


def compiled(subject: MutationSubject, mutant: Mutant) -> _CompiledRulebook:
    declarations = mutated(subject.files.declarations, mutant)
    return _CompiledRulebook(evolve(subject.files, declarations=declarations, diagnostics=Diagnostics()), (), subject.own)


def same_ways(subject: MutationSubject, mutant: Mutant) -> dict[str, bool]:
    """Whether each playthrough is known to go the same way, by its name. Raises RulebookError. It is tried where it is."""
    rules, found = compiled(subject, mutant), {}
    for attempt, setup in subject.runs.values():
        is_same = rules.paired(subject.watching(setup), setup).goes_the_same_way(attempt.dependencies)
        assert not is_same or not notices(attempt, rules.noting(setup), read_file), (mutant, attempt.playthrough.name)
        found[Path(attempt.playthrough.name).stem] = is_same
    return found


@pytest.mark.parametrize(("name", "each"), [("goofspiel", 5), ("race", 4)])
def test_what_goes_the_same_way_notices_nothing(name: str, each: int) -> None:
    subject, count = subject_of(name), Counter[bool]()
    for mutant in subject.mutants[::each]:
        try:
            count.update(same_ways(subject, mutant).values())
        except RulebookError:
            continue
    assert count[True] > 3
    assert count[False] > 3


def test_random_games_that_go_the_same_way_go_wrong_no_more_than_before(tmp_path: Path) -> None:
    subject, setup, count = rounds(tmp_path), Setup(2), Counter[bool]()
    for mutant in subject.mutants:
        rules = compiled(subject, mutant)
        try:
            is_same = subject._plays_on_as_before(rules, setup, 1)
        except RulebookError:
            continue
        count[is_same] += 1
        if is_same:
            assert wrong_in_play(rules.rules(setup), range(WATCHED_GAMES), 1, 10_000) is None
    assert count[True] > 0
    assert count[False] > 0


def only(subject: MutationSubject, clause: str, after: str) -> Mutant:
    (found,) = (mutant for mutant in subject.mutants if mutant.clause == clause and after in mutant.after)
    return found


def test_a_playthrough_goes_the_same_way_where_it_comes_by_nothing_that_has_changed(tmp_path: Path) -> None:
    found = same_ways(rounds(tmp_path), only(subject_of(str(tmp_path / "rounds.rules")), "late", "seen < 2"))
    assert found == {"by_number": True, "by_name": True, "waits": False, "arranged": True}


def test_a_condition_that_uses_what_has_changed_is_asked_again(tmp_path: Path) -> None:
    (tmp_path / "playthroughs").mkdir()
    (tmp_path / "rounds.rules").write_text(
        RULEBOOK.replace("= stock\n", "= 9\n").replace("when left = 0", "when left = 0 and stock > 3"), encoding="utf-8")
    for name in ("by_number", "by_name"):
        (tmp_path / "playthroughs" / f"{name}.play").write_text(PLAYTHROUGHS[name], encoding="utf-8")
    subject = subject_of(str(tmp_path / "rounds.rules"))
    assert same_ways(subject, only(subject, "stock", "stock = 8")) == {"by_number": True, "by_name": False}


def test_a_position_is_arranged_again_where_a_loop_around_it_has_changed(tmp_path: Path) -> None:
    subject = rounds(tmp_path)
    found = {mutant.after.partition(" by ")[2]: same_ways(subject, mutant)["arranged"] for mutant in subject.mutants
             if mutant.clause == "play" and mutant.after}
    assert not found["0 if p != P2 else 1"]
    assert found["0 if p = P2 else 2"]
