"""Records as bytes: whatever their fields are like, they come back equal, and one object comes back as one."""

from __future__ import annotations

import pickle

import pytest
from attrs import field, frozen

import rulewright
from rulewright.dsl.source.pickled import Reducers, call_of, pickled
from rulewright.interpreter.canonical.content_digest import content_of


@frozen
class Nothing:
    pass


@frozen
class Single:
    values: tuple[int, ...]


@frozen
class Two:
    name: str
    below: object


@frozen
class Made:
    text: str
    length: int = field(init=False, default=0)


@frozen
class ByKeyword:
    text: str = field(kw_only=True)


def _upper(text: str) -> str:
    return text.upper()


@frozen
class Converted:
    text: str = field(converter=_upper)


RECORDS = (Nothing(), Single((1, 2)), Single(()), Two("a", Single((3,))), Made("a"), ByKeyword(text="a"), Converted("a"),
           Two("b", (Nothing(), Made("c"), {"d": ByKeyword(text="e")})))


@pytest.mark.parametrize("record", RECORDS, ids=repr)
def test_a_record_comes_back_equal(record: object) -> None:
    assert pickle.loads(pickled(record, Reducers({}))) == record


def test_a_record_is_written_as_a_call_only_where_a_call_makes_it() -> None:
    reducers = Reducers({})
    pickled(RECORDS, reducers)
    assert {Nothing, Single, Two} <= set(reducers)
    assert not {Made, ByKeyword, Converted} & set(reducers)


def test_one_object_comes_back_as_one_object() -> None:
    shared = Two("a", 1)
    first, second = pickle.loads(pickled((shared, Two("b", shared)), Reducers({})))
    assert second.below is first


def test_a_class_is_taken_apart_as_given() -> None:
    reducers = Reducers({Single: lambda record: (Single, ((0,),)), Two: call_of(Two)})
    assert pickle.loads(pickled(Two("a", Single((5,))), reducers)) == Two("a", Single((0,)))


def test_a_program_comes_back_equal() -> None:
    program = rulewright.load("pig").rules().compilation.program
    assert content_of(pickle.loads(pickled(program, Reducers({})))) == content_of(program)
