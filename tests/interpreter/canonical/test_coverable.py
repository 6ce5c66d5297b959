"""What playthroughs can exercise: what a draw asks counts, and what only a picture needs is not asked for."""

from __future__ import annotations

from rulewright import open_files
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.game.rules import Rules

MEADOW = '''
rulebook meadow
    "The meadow"
    players 2
    seats anna, boris

enum flower: daisy, poppy

board path: line of stage S0 .. S3
    shown as "{looks(stage)}"

each stage has
    flower: flower or none

function looks(s: stage): flower or none
    "What a picture shows."
    gives colour(s)

function colour(s: stage): flower or none
    "What grows there, or what is in season."
    gives season()
    exception grown: s.flower != none
        "Something grows."
        gives s.flower

function season(): flower
    "What is in season."
    gives poppy

function chance_of(f: flower): 0..2
    "How likely a flower is."
    gives 2 if f = season() else 1

function grown_stages: 0..4
    "How many stages have a flower."
    gives count s in stage where s.flower != none

rule cut
    "All is cut."
    for each s in stage
        s.flower becomes none

play
    must after cut(): grown_stages() = 0 "something is left"
    cut()
    for each s in stage
        draw f from flower where chance_of(f) > 0 weighted by chance_of(f) as "{s} has {f}"
        s.flower becomes f
    check the_end

end the_end
    "Everything grows."
    when 1 = 1
    draw
'''


def rules() -> Rules:
    return open_files(read_text("meadow.rules", MEADOW)).rules()


def test_functions_that_only_pictures_need_are_not_counted_nor_their_exceptions() -> None:
    assert set(rules().analyses.coverable) == {"season", "chance_of", "the_end", "cut"}


def test_a_function_that_is_only_asked_after_a_supposed_rule_is_not_counted_as_it_leaves_no_notes() -> None:
    meadow = rules()
    _, trace = meadow.recording.initial()
    assert "cut" in trace.clauses
    assert "grown_stages" not in trace.clauses
    assert "grown_stages" not in meadow.analyses.coverable


def test_a_draw_notes_the_functions_that_say_what_may_come_and_how_likely() -> None:
    meadow = rules()
    _, trace = meadow.recording.step(meadow.initial(), "S0 has poppy")
    assert {"chance_of", "season"} <= trace.clauses
