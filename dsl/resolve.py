"""Syntax to names: what every declared name stands for, with this many players and these options.

A rulebook is resolved once for each number of players, because ranges, sides and tables may
differ; what is wrong with all of them is told once, since diagnostics are kept by place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from . import syntax as ast
from .boards import lay_out
from .clauses import Clause
from .diagnostics import Diagnostics, did_you_mean
from .fold import NotKnown, fold
from .spans import Span
from .types import (
    UNKNOWN,
    EnumType,
    IntType,
    Type,
    name_of,
    size,
    values,
    width,
)
from .typenames import TypeReader, members
from .world import (
    BoardInfo,
    Builtin,
    ColumnInfo,
    DomainOf,
    EffectInfo,
    EventInfo,
    FieldInfo,
    FunctionInfo,
    Known,
    Local,
    Meaning,
    RuleInfo,
    World,
)

MAX_PLAYERS = 12
MAX_WIDTH = 20_000
BUILTINS = (
    "min", "max", "abs", "size", "next", "previous", "shift", "at", "column", "row", "neighbours",
    "distance", "lines", "lines_through", "clockwise", "anticlockwise", "spaces",
)


def resolve(declarations: Iterable[ast.Declaration], players: int, options: Mapping[str, str | int],
            found: Diagnostics) -> World | None:
    """The names of a rulebook, or None when it has no usable header.

    `options` maps parameters to values, written as in the rulebook.
    """
    everything = tuple(declarations)
    header = _header(everything, found)
    if header is None:
        return None
    return _Resolver(header, everything, players, options, found).run()


def _header(declarations: tuple[ast.Declaration, ...], found: Diagnostics) -> ast.Rulebook | None:
    headers = [one for one in declarations if isinstance(one, ast.Rulebook)]
    for second in headers[1:]:
        found.add("E105", "a second header", second.span, related=(("the first is here", headers[0].span),))
    if not headers:
        if declarations:
            found.add("E105", "no header: the file does not say which rulebook it is", declarations[0].span,
                      help="begin with `rulebook name` and, below it, `players 2..4`")
        return None
    header = headers[0]
    if not 1 <= header.fewest <= header.most <= MAX_PLAYERS:
        found.add("E205", f"players {header.fewest}..{header.most}", header.span,
                  help=f"a line `players 2..4` in the header, with 1 to {MAX_PLAYERS} players")
        return None
    return header


class _Resolver:
    def __init__(self, header: ast.Rulebook, declarations: tuple[ast.Declaration, ...], players: int,
                 options: Mapping[str, str | int], found: Diagnostics) -> None:
        self.header, self.declarations, self.options, self.found = header, declarations, options, found
        seats = tuple(header.seats[:players])
        seats += tuple(f"P{i + 1}" for i in range(len(seats), players))
        player = EnumType("player", seats, "player")
        side, side_of = self.sides(player)
        title = "".join(p for p in header.title.parts if isinstance(p, str)) if header.title else header.name
        self.world = World(header.name, title, header.span, header.fewest, header.most, players, player,
                           side, side_of, {})
        self.reader = TypeReader(self.world, found)
        self.defined: dict[str, Span] = {}

    def run(self) -> World:
        world = self.world
        world.types |= {"player": world.player, "side": world.side}
        world.globals |= {
            "player": DomainOf(world.player), "players": DomainOf(world.player),
            "side": DomainOf(world.side), "sides": DomainOf(world.side),
            "player_count": Known("player_count", IntType(world.players, world.players), world.players),
        }
        world.globals |= {name: Builtin(name) for name in BUILTINS}
        for seat, name in enumerate(world.player.members):
            world.globals.setdefault(name, Known(name, world.player, seat))
        for team, name in enumerate(world.side.members):
            world.globals.setdefault(name, Known(name, world.side, team))
        self.simple_declarations()
        self.check_options()
        self.tables()
        for declaration in self.declarations:
            if isinstance(declaration, ast.Event):
                self.event(declaration)
        for declaration in self.declarations:
            match declaration:
                case ast.Fields():
                    self.fields(declaration)
                case ast.Function():
                    self.function(declaration)
                case ast.Rule():
                    self.rule(declaration)
                case ast.End():
                    self.define(declaration.name, declaration.name_span)
                    self.clause(declaration.name, "end", declaration.name_span, declaration.statement)
                    world.ends.append(declaration)
                case ast.Invariant():
                    self.clause(declaration.name, "invariant", declaration.name_span, declaration.statement)
                    world.invariants.append(declaration)
                case ast.Note():
                    self.note(declaration)
                case ast.Score():
                    world.scores.append(declaration)
                case _:
                    pass
        if world.play is None:
            self.found.add("E105", "nothing is played", self.header.span, help="add a `play` block")
        total = sum(self.field_width(one) for one in world.fields)
        if total > MAX_WIDTH:
            self.found.add("E106", f"a state of {total} numbers; at most {MAX_WIDTH} are allowed", self.header.span)
        return world

    def simple_declarations(self) -> None:
        """What needs only constants: those whose size is fixed first, so that the others may name them."""
        late_boards = []
        for one in self.declarations:
            if isinstance(one, ast.Enum):
                self.enum(one)
            elif isinstance(one, ast.Board) and one.width is not None:
                late_boards.append(one)
            elif isinstance(one, ast.Board):
                self.board(one)
        for one in self.declarations:
            if isinstance(one, ast.Parameter):
                self.parameter(one)
        for one in self.declarations:
            if isinstance(one, ast.Constant):
                self.constant(one)
            elif isinstance(one, ast.Pieces):
                self.pieces(one)
        for board in late_boards:
            self.board(board)

    # -- names and clauses ---------------------------------------------------------------------

    def define(self, name: str, at: Span, meaning: Meaning | None = None) -> bool:
        if name in self.defined or name in self.world.globals:
            earlier = self.defined.get(name)
            related = (("it is declared here", earlier),) if earlier else ()
            self.found.add("E202", f"`{name}` is declared already", at, related=related,
                           help=None if earlier else "it is a name of the language, or of a seat or side")
            return False
        self.defined[name] = at
        if meaning is not None:
            self.world.globals[name] = meaning
        return True

    def clause(self, id: str, kind: str, at: Span, text: ast.Text | None, parent: str | None = None,
               assumed: str | None = None) -> None:
        earlier = self.world.clauses.get(id)
        if earlier is not None:
            self.found.add("E203", f"the clause id `{id}` is used already", at,
                           related=(("it is used here", earlier.span),))
            return
        statement = "" if text is None else self.statement(text)
        if not statement and kind not in ("parameter", "constant", "row", "move", "event", "play"):
            self.found.add("W501", f"the {kind} `{id}` does not say what it states", at, clause=id,
                           help="add a line below it: its rule in a sentence, in quotes")
        self.world.clauses[id] = Clause(id, kind, at, statement, parent, assumed)

    def statement(self, text: ast.Text) -> str:
        out = []
        for part in text.parts:
            if isinstance(part, str):
                out.append(part)
            else:
                try:
                    type_, value = fold(part, self.reader.lookup)
                    out.append(name_of(type_, value))
                except NotKnown:
                    out.append(part.span.text)
        return "".join(out)

    def params(self, nodes: tuple[ast.Param, ...]) -> tuple[Local, ...]:
        return tuple(Local(node.name, self.reader.type(node.type), "parameter") for node in nodes)

    # -- declarations ----------------------------------------------------------------------------

    def sides(self, player: EnumType) -> tuple[EnumType, tuple[int, ...]]:
        players = len(player.members)
        single = EnumType("side", player.members, "side"), tuple(range(players))
        declared = [one for one in self.declarations if isinstance(one, ast.Sides)]
        if not declared:
            return single
        cases = [case for one in declared for case in one.cases if players in case.players]
        if len(cases) != 1:
            self.found.add("E205", f"with {players} players there are {len(cases)} cases of sides", declared[0].span,
                           help=f"write one case: `with {players} players: each player`")
            return single
        case = cases[0]
        if not case.teams:
            return single
        seats = [seat for _, team in case.teams for seat in team]
        if sorted(seats) != list(range(1, players + 1)):
            self.found.add("E205", f"the sides do not hold each of the seats 1 to {players} once", case.span)
            return single
        of = [next(i for i, (_, team) in enumerate(case.teams) if seat in team) for seat in range(1, players + 1)]
        return EnumType("side", tuple(name for name, _ in case.teams), "side"), tuple(of)

    def enum(self, node: ast.Enum) -> None:
        type_ = EnumType(node.name, node.members)
        if not self.define(node.name, node.name_span, DomainOf(type_)):
            return
        self.world.types[node.name] = type_
        for i, name in enumerate(node.members):
            self.member(name, Known(name, type_, i), node.span)

    def member(self, name: str, known: Known, at: Span) -> None:
        earlier = self.world.globals.get(name)
        if earlier is None:
            self.world.globals[name] = known
            self.defined[name] = at
        elif isinstance(earlier, Known) and isinstance(earlier.type, EnumType) and earlier.type != known.type:
            # The same word in two types: it is told apart by the type that is expected.
            self.world.globals[name] = Known(name, UNKNOWN, -1)
        elif not (isinstance(earlier, Known) and earlier.type == UNKNOWN):
            self.found.add("E202", f"`{name}` is declared already", at)

    def parameter(self, node: ast.Parameter) -> None:
        type_ = self.reader.type(node.type)
        value = self.reader.constant_value(node.value, type_)
        if node.name in self.options:
            value = self.option(node, type_)
        if value is None or not self.define(node.name, node.name_span, Known(node.name, type_, value)):
            return
        self.world.options[node.name] = value
        self.world.parameters.append(node)
        self.clause(node.name, "parameter", node.name_span, node.statement, assumed=node.assumed)
        if node.condition is not None and node.name in self.options:
            try:
                allowed = fold(node.condition, self.reader.lookup)[1]
            except NotKnown as error:
                self.found.add("E307", f"this {error.reason}", error.node.span)
                return
            if not allowed:
                self.found.add("E205", f"the parameter `{node.name}` cannot be set here", node.name_span,
                               help=f"only when {node.condition.span.text}")

    def option(self, node: ast.Parameter, type_: Type) -> int | None:
        given = str(self.options[node.name])
        if isinstance(type_, IntType) and given.lstrip("-").isdigit():
            if type_.low <= int(given) <= type_.high:
                return int(given)
        elif not isinstance(type_, IntType):
            words = {name_of(type_, v): v for v in values(type_)} if type_ != UNKNOWN else {}
            if given in words:
                return words[given]
        allowed = str(type_) if isinstance(type_, IntType) else ", ".join(members(type_))
        self.found.add("E303", f"`{given}` is not a value of the parameter `{node.name}`", node.name_span,
                       help=f"it takes {allowed}")
        return None

    def check_options(self) -> None:
        known = [node.name for node in self.declarations if isinstance(node, ast.Parameter)]
        for name in self.options:
            if name not in known:
                self.found.add("E201", f"unknown parameter `{name}`", self.header.span,
                               help=did_you_mean(name, known) or f"there are: {', '.join(known) or 'none'}")

    def constant(self, node: ast.Constant) -> None:
        value_node = node.values[0]
        if node.columns:
            if len(node.values) != len(node.columns):
                self.found.add("E205", f"{len(node.values)} values for {len(node.columns)} columns", node.span)
                return
            missing = [n for n in range(self.world.fewest, self.world.most + 1) if n not in node.columns]
            if missing:
                self.found.add("E205", f"`{node.name}` has no value for {missing[0]} players", node.span,
                               help=f"add a column {missing[0]} to the table")
                return
            value_node = node.values[node.columns.index(self.world.players)]
        value = self.reader.constant_value(value_node)
        if value is None:
            return
        type_ = fold(value_node, self.reader.lookup)[0]
        if self.define(node.name, node.name_span, Known(node.name, type_, value)):
            self.world.constants[node.name] = node
            self.clause(node.name, "constant", node.name_span, node.statement, assumed=node.assumed)

    def board(self, node: ast.Board) -> None:
        columns = rows = 0
        if node.width is not None and node.height is not None:
            columns = self.reader.constant_value(node.width) or 0
            rows = self.reader.constant_value(node.height) or 0
        layout = lay_out(node, columns, rows, self.found)
        if layout is None:
            self.world.types.setdefault(node.space, UNKNOWN)
            return
        space = EnumType(node.space, layout.names, "space")
        region = EnumType(node.region, layout.names, "region") if node.region else None
        info = BoardInfo(node.name, node.shape, space, region, layout.neighbours, layout.columns,
                         layout.rows, layout.coordinates, node.shown_as, node)
        self.world.boards[node.name] = info
        self.define(node.name, node.name_span, info)
        self.define(node.space, node.span, DomainOf(space))
        self.world.types[node.space] = space
        if region is not None and node.region is not None:
            self.define(node.region, node.span, DomainOf(region))
            self.world.types[node.region] = region
        for i, name in enumerate(layout.names):
            self.member(name, Known(name, space, i), node.span)

    def pieces(self, node: ast.Pieces) -> None:
        self.found.add("E901", "pieces are not supported yet", node.span)
        self.world.types.setdefault(node.name, UNKNOWN)

    # -- tables ----------------------------------------------------------------------------------

    def tables(self) -> None:
        tables = [one for one in self.declarations if isinstance(one, ast.Table)]
        heads = {one.name: one for one in tables if not one.continues}
        rows: dict[str, list[ast.Row]] = {name: [] for name in heads}
        for one in tables:
            if one.name not in rows:
                self.found.add("E201", f"unknown table `{one.name}`", one.name_span,
                               help=did_you_mean(one.name, heads))
            else:
                rows[one.name] += one.rows
        types: dict[str, EnumType] = {}
        for name, head in heads.items():
            seen: dict[str, ast.Row] = {}
            for row in rows[name]:
                if row.name in seen:
                    self.found.add("E202", f"the row `{row.name}` is there already", row.name_span,
                                   related=(("the first is here", seen[row.name].name_span),))
                seen.setdefault(row.name, row)
            if not seen:
                self.found.add("E304", f"the table `{name}` has no rows", head.name_span)
            types[name] = EnumType(name, tuple(seen), "row")
            if self.define(name, head.name_span, DomainOf(types[name])):
                self.world.types[name] = types[name]
            self.clause(name, "table", head.name_span, head.statement)
            for i, row in enumerate(seen.values()):
                self.member(row.name, Known(row.name, types[name], i), row.name_span)
                assumed = next((s.assumed for s in row.settings if s.assumed), None)
                self.clause(f"{name}.{row.name}", "row", row.name_span, row.statement, name, assumed)
        for name, head in heads.items():
            self.columns(head, types[name], list({row.name: row for row in reversed(rows[name])}.values())[::-1])

    def columns(self, head: ast.Table, owner: EnumType, rows: list[ast.Row]) -> None:
        names = [column.name for column in head.columns]
        kinds = {column.name: self.reader.type(column.type) for column in head.columns}
        cells: dict[str, list[int]] = {name: [] for name in names}
        for row in rows:
            given: dict[str, ast.Expr] = {}
            for i, setting in enumerate(row.settings):
                column = setting.column or (names[i] if i < len(names) else None)
                if column not in kinds:
                    self.found.add("E201", f"the table `{head.name}` has no column `{column or i + 1}`", setting.span,
                                   help=did_you_mean(column or "", names))
                else:
                    given[column] = setting.value
            for column_node in head.columns:
                value = given.get(column_node.name, column_node.value)
                if value is None:
                    self.found.add("E205", f"the row `{row.name}` has no `{column_node.name}`", row.name_span,
                                   clause=f"{head.name}.{row.name}")
                folded = self.reader.constant_value(value, kinds[column_node.name]) if value is not None else None
                cells[column_node.name].append(folded if folded is not None else 0)
        for name, type_ in kinds.items():
            self.world.attributes[owner.name, name] = ColumnInfo(name, owner, type_, tuple(cells[name]))
        for effect in head.effects:
            bodies = []
            for row in rows:
                body = dict(row.effects).get(effect.name)
                if body is None:
                    self.found.add("E205", f"the row `{row.name}` does not say how to `{effect.name}`", row.name_span)
                bodies.append(body or ())
            info = EffectInfo(effect.name, owner, self.params(effect.params), tuple(bodies),
                              tuple(f"{head.name}.{row.name}" for row in rows))
            self.world.attributes[owner.name, effect.name] = info
            self.world.effects.append(info)
        for row in rows:
            for name, _ in row.effects:
                if name not in {effect.name for effect in head.effects}:
                    self.found.add("E201", f"the table `{head.name}` has no effect `{name}`", row.span,
                                   help=did_you_mean(name, (effect.name for effect in head.effects)))

    # -- state -----------------------------------------------------------------------------------

    def fields(self, node: ast.Fields) -> None:
        owner: EnumType | None = None
        if node.owner is not None:
            found = self.world.types.get(node.owner)
            if not isinstance(found, EnumType):
                if found is None:
                    self.found.add("E201", f"unknown type `{node.owner}`", node.span,
                                   help=did_you_mean(node.owner, self.world.types))
                return
            owner = found
        for field in node.fields:
            type_ = self.reader.type(field.type)
            info = FieldInfo(field.name, owner, type_, field)
            if owner is None:
                if not self.define(field.name, field.name_span, info):
                    continue
            elif (owner.name, field.name) in self.world.attributes:
                self.found.add("E202", f"each {owner} has `{field.name}` already", field.name_span)
                continue
            else:
                self.world.attributes[owner.name, field.name] = info
            if type_ != UNKNOWN:
                self.world.fields.append(info)
            if field.merge and (owner is None or owner.kind != "region"):
                self.found.add("E306", "only the fields of a region merge", field.span)
            if owner is not None and owner.kind == "region" and field.merge is None:
                self.found.add("E306", f"it is not said what becomes of `{field.name}` when regions merge", field.span,
                               help="add `, merge adds` or `, merge keeps`")

    def field_width(self, info: FieldInfo) -> int:
        return width(info.type) * (size(info.owner) if info.owner else 1)

    def event(self, node: ast.Event) -> None:
        info = EventInfo(node.name, self.params(node.params), node)
        if self.define(node.name, node.name_span, info):
            self.world.events[node.name] = info
            self.clause(node.name, "event", node.name_span, node.statement)

    def function(self, node: ast.Function) -> None:
        info = FunctionInfo(node.name, self.params(node.params), self.reader.type(node.type), node)
        if self.define(node.name, node.name_span, info):
            self.world.functions[node.name] = info
            self.clause(node.name, "function", node.name_span, node.statement)
            self.function_exceptions(node.exceptions, node.name)

    def function_exceptions(self, nodes: tuple[ast.FunctionException, ...], parent: str) -> None:
        for node in nodes:
            self.clause(node.id, "exception", node.id_span, node.statement, parent)
            self.function_exceptions(node.exceptions, node.id)

    def rule(self, node: ast.Rule) -> None:
        if node.kind == "play":
            if self.world.play is not None:
                self.found.add("E202", "a second `play`", node.name_span,
                               related=(("the first is here", self.world.play.name_span),))
                return
            self.world.play = node
            self.clause("play", "play", node.name_span, node.statement)
        else:
            params = self.params(node.params) if node.after is None else self.reaction_params(node)
            info = RuleInfo(node.name, params, node, node.after[0] if node.after else None)
            if not self.define(node.name, node.name_span, info):
                return
            self.world.rules[node.name] = info
            self.clause(node.name, node.kind, node.name_span, node.statement)
        self.rule_exceptions(node.exceptions, node.name)
        self.statements(node.body, node.name)

    def note(self, node: ast.Note) -> None:
        applies: int | None = 1
        if node.condition is not None:
            applies = self.reader.constant_value(node.condition)
        if applies:
            self.clause(node.name, "note", node.name_span, node.statement)

    def reaction_params(self, node: ast.Rule) -> tuple[Local, ...]:
        """The values of the event a rule reacts to, under the names the rule gives them."""
        assert node.after is not None
        name, words = node.after
        event = self.world.events.get(name)
        if event is None:
            self.found.add("E201", f"unknown event `{name}`", node.name_span,
                           help=did_you_mean(name, self.world.events))
            return tuple(Local(word, UNKNOWN, "parameter") for word in words)
        if node.params:
            self.found.add("E305", "a reaction takes the values of its event, and no others", node.name_span)
        if len(words) != len(event.params):
            self.found.add("E305", f"`{name}` has {len(event.params)} values, and {len(words)} are named",
                           node.name_span)
        return tuple(Local(word, param.type, "parameter")
                     for word, param in zip(words, event.params, strict=False))

    def rule_exceptions(self, nodes: tuple[ast.RuleException, ...], parent: str) -> None:
        for node in nodes:
            self.clause(node.id, "exception", node.id_span, node.statement, parent)
            self.rule_exceptions(node.exceptions, node.id)
            self.statements(node.body, node.id)

    def statements(self, nodes: tuple[ast.Stmt, ...], parent: str) -> None:
        for node in nodes:
            match node:
                case ast.If():
                    self.statements(node.then, parent)
                    self.statements(node.otherwise, parent)
                case ast.ForEach() | ast.Repeat():
                    self.statements(node.body, parent)
                case ast.Choose():
                    self.choose(node, parent)
                case _:
                    pass

    def choose(self, node: ast.Choose, parent: str) -> None:
        self.clause(node.id, "choice", node.id_span, node.statement, parent)
        self.requires(node.requires, node.id)
        for move in node.moves:
            owner = node.id
            if move.id is not None:
                self.clause(move.id, "move", move.span, move.statement, node.id)
                owner = move.id
            self.requires(move.requires, owner)
            self.statements(move.body, owner)
        self.statements(node.otherwise or (), node.id)

    def requires(self, nodes: tuple[ast.Require | ast.RequireException, ...], parent: str) -> None:
        for node in nodes:
            kind = "requirement" if isinstance(node, ast.Require) else "exception"
            self.clause(node.id, kind, node.id_span, node.statement, parent)
            self.requires(node.exceptions, node.id)
