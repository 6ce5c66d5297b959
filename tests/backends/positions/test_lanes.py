"""Many positions in one memory, and games that go on from a position: the same games as one by one."""

from __future__ import annotations

import ctypes
from functools import cache

import pytest

import rulewright
from rulewright import open_files
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.runtime.series import SeriesDice, key_of

pytest.importorskip("wasmtime", reason="wasmtime is not installed")

from rulewright.interpreter.backends.low.module.lanes import BEGIN, DRAW, FIELDS, LOOK, PLAYOUT, RESEED, ROLL
from rulewright.interpreter.backends.low.writing.building import FAULT
from rulewright.interpreter.backends.wasm.build import built
from rulewright.interpreter.backends.wasm.instance import Instance, ModuleTrap
from rulewright.interpreter.backends.wasm.modules import CompiledModule, compiled

from ..breaks import BREAKS

LANES, ROW, MASK, SEED = 7, 40, 90, 11
WHOLE = 1_000_000


@cache
def module_of(rules: Rules) -> CompiledModule:
    return compiled(built(rules.program))


def instance_of(rules: Rules) -> Instance:
    return module_of(rules).instance()


class Table:
    """The columns of some lanes in the memory of an instance."""

    def __init__(self, instance: Instance) -> None:
        self.instance, memory = instance, instance.memory
        bytes_of = {"states": memory.width * memory.slots, "codes": memory.code_width * ROW, "masks": MASK,
                    "scores": 8 * memory.players, **dict.fromkeys(("taken", "movers", "counts"), 4),
                    **dict.fromkeys(("chances", "games", "orders", "winners"), 8)}
        self.at = {name: instance.reserve(each * LANES) for name, each in bytes_of.items()}
        self.table = instance.reserve(4 * len(FIELDS))
        self.put({**self.at, "codes_row": ROW, "masks_row": MASK, "limit": WHOLE, "flags": 0})

    def put(self, numbers: dict[str, int]) -> None:
        for name, value in numbers.items():
            self.marks(self.table, len(FIELDS))[FIELDS.index(name)] = value

    def marks(self, at: int, count: int) -> ctypes.Array[ctypes.c_int32]:
        return (ctypes.c_int32 * count).from_buffer(self.instance.buffer(at, 4 * count))

    def words(self, name: str, count: int = LANES) -> ctypes.Array[ctypes.c_int64]:
        return (ctypes.c_int64 * count).from_buffer(self.instance.buffer(self.at[name], 8 * count))

    def state(self, lane: int) -> bytes:
        each = self.instance.memory.width * self.instance.memory.slots
        return bytes(self.instance.buffer(self.at["states"] + lane * each, each))

    def order(self, *orders: int) -> int:
        """Carry out an order in each lane."""
        self.words("orders")[:] = [code for code in orders for _ in range(LANES // len(orders))]
        return self.instance.call("lanes", self.table, SEED, 0, LANES)

    def begin(self) -> None:
        self.words("games")[:] = list(range(LANES))
        assert self.order(BEGIN) == LANES


@pytest.fixture(params=["carolus_magnus", "shut_the_box", "breakthrough"])
def table(request: pytest.FixtureRequest) -> tuple[Rules, Table]:
    rules = rulewright.load(request.param).rules()
    return rules, Table(instance_of(rules))


def test_lanes_that_draw_play_the_games_of_a_series(table: tuple[Rules, Table]) -> None:
    rules, lanes = table
    lanes.begin()
    alone = [instance_of(rules) for _ in range(LANES)]
    for number, instance in enumerate(alone):
        instance.call("start", SEED, number)
    for _ in range(60):
        for lane, instance in enumerate(alone):
            codes = instance.legal()
            assert lanes.state(lane) == instance.packed()
            assert lanes.marks(lanes.at["counts"], LANES)[lane] == len(codes)
            assert lanes.marks(lanes.at["movers"], LANES)[lane] == instance.call("mover")
            assert masked(lanes, lane) == {code for code in codes if code < MASK}
            assert kept(lanes, lane, len(codes)) == codes[:ROW]
            instance.call("draw")
        assert lanes.order(DRAW) == LANES


def masked(lanes: Table, lane: int) -> set[int]:
    return {code for code, byte in enumerate(bytes(lanes.instance.buffer(lanes.at["masks"] + MASK * lane, MASK))) if byte}


def kept(lanes: Table, lane: int, count: int) -> list[int]:
    width = lanes.instance.memory.code_width
    entries = lanes.marks if width == 4 else lambda at, n: (ctypes.c_int64 * n).from_buffer(lanes.instance.buffer(at, 8 * n))
    return list(entries(lanes.at["codes"] + lane * ROW * width, min(ROW, count)))


def test_lanes_that_play_on_end_as_the_games_of_a_series(table: tuple[Rules, Table]) -> None:
    rules, lanes = table
    lanes.begin()
    assert lanes.order(PLAYOUT) == LANES
    assert list(lanes.marks(lanes.at["movers"], LANES)) == [-2] * LANES
    instance, record, players = lanes.instance, lanes.instance.memory.record // 8, rules.program.players
    instance.call("playouts", SEED, 0, LANES, WHOLE)
    results = instance.words(instance.memory.results, record * LANES)
    for lane in range(LANES):
        _, _, _, _, won, *scores = results[lane * record : (lane + 1) * record]
        assert lanes.words("winners")[lane] == won
        assert list(lanes.words("scores", LANES * players)[lane * players :][:players]) == \
            (scores if rules.program.scores else [0] * players)
    assert lanes.order(DRAW, *[LOOK] * (LANES - 1)) == LANES
    assert list(lanes.marks(lanes.at["taken"], LANES)) == [0, *[1] * (LANES - 1)]


def test_codes_are_carried_out_where_they_are_legal(table: tuple[Rules, Table]) -> None:
    _, lanes = table
    lanes.begin()
    instance, before = lanes.instance, lanes.state(0)
    instance.put_packed(before)
    legal = instance.legal()
    assert instance.call("step", legal[-1]) == 1
    assert lanes.order(1 << 40, *[legal[-1]] * (LANES - 1)) == LANES
    assert list(lanes.marks(lanes.at["taken"], LANES)) == [0, *[1] * (LANES - 1)]
    assert [lanes.state(0), lanes.state(1)] == [before, instance.packed()]


def test_chance_is_rolled_on_the_way_where_that_is_wanted() -> None:
    lanes = Table(instance_of(rulewright.load("pig").rules()))
    lanes.put({"flags": ROLL})
    lanes.begin()
    for _ in range(12):
        assert all(mover != -1 for mover in lanes.marks(lanes.at["movers"], LANES))
        assert lanes.order(DRAW) == LANES


def test_chance_of_a_lane_is_that_of_its_game(table: tuple[Rules, Table]) -> None:
    _, lanes = table
    lanes.begin()
    assert list(lanes.words("chances")) == [signed(key_of(SEED, number)) for number in range(LANES)]
    lanes.words("chances")[:] = [5] * LANES
    lanes.put({"flags": RESEED})
    lanes.order(LOOK)
    assert list(lanes.words("chances")) == [signed(key_of(SEED, number)) for number in range(LANES)]


def signed(word: int) -> int:
    return word - (1 << 64) if word >> 63 else word


def test_a_lane_that_traps_stays_and_the_others_go_on() -> None:
    lanes = Table(instance_of(open_files(read_text("breaks.rules", BREAKS)).rules()))
    instance, broken = lanes.instance, 0
    for start in range(0, 300, LANES):
        lanes.words("games")[:] = list(range(start, start + LANES))
        assert lanes.order(BEGIN) == LANES
        before, stopped = [lanes.state(lane) for lane in range(LANES)], play_on(lanes)
        broken += len(stopped)
        assert [lanes.state(lane) == before[lane] for lane in range(LANES)] == [lane in stopped for lane in range(LANES)]
    assert broken, "some games break"
    assert instance.call("lanes", lanes.table, SEED, LANES, LANES) == LANES


def play_on(lanes: Table) -> set[int]:
    """Play on in each lane; gives those that trap."""
    stopped, first = set[int](), 0
    lanes.words("orders")[:] = [PLAYOUT] * LANES
    while first < LANES:
        try:
            first = lanes.instance.call("lanes", lanes.table, SEED, first, LANES)
        except ModuleTrap as trap:
            assert trap.kind == FAULT  # noqa: PT017  # lanes that do not trap go on
            stopped.add(lanes.instance.done)
            first = lanes.instance.done + 1
    return stopped


def test_games_go_on_from_a_position_as_in_python(table: tuple[Rules, Table]) -> None:
    rules, lanes = table
    instance, machine, play = lanes.instance, rules.machines.plain, rules.machines.random_play
    instance.call("start", SEED, 3)
    for _ in range(6):
        instance.call("draw")
    here, record = instance.packed(), instance.memory.record // 8
    assert instance.call("playouts_from", SEED, 20, 4, WHOLE) == 4
    assert instance.packed() == here
    results = instance.words(instance.memory.results, 4 * record)
    for i in range(4):
        dice, s, choices = SeriesDice(SEED, 20 + i), list(instance.state()), 0
        while not s[1]:
            point = machine.points[s[0]]
            assert point is not None
            chance = point.player is None
            code = play.outcome(s, point, dice) if chance else play.choice(s, point, dice)[0]
            choices += not chance
            machine.apply(s, point, code)
        assert results[i * record : i * record + 2] == [s[1], choices]
