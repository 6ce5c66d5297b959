"""Declare names, words of enumerated types and clauses, each once."""

from __future__ import annotations

from .. import syntax as ast
from ..source.clauses import Clause, ClauseKind
from ..source.diagnostics import Diagnostics, did_you_mean
from ..source.span import Span
from ..symbols.constants import AlreadyReported, NotKnown, fold
from ..symbols.symbols import OF_LANGUAGE, Ambiguous, Constant, FaultyName, Local, Meaning, SymbolTable
from ..symbols.type_reader import TypeReader
from ..types.types import FLAG, UNKNOWN, EnumType, IntType, PerType, name_of

# Kinds of clauses that may do without a sentence of their own.
SILENT: tuple[ClauseKind, ...] = ("parameter", "constant", "board", "row", "move", "event", "play")

# Kinds of clauses whose statements can use no names but those of the rulebook; rules have their own.
GLOBAL: tuple[ClauseKind, ...] = ("parameter", "constant", "board", "table", "row", "pieces", "note", "section", "example")


def is_concept(node: ast.ClauseMention, symbols: SymbolTable) -> bool:
    """Return whether what a clause says is a concept: one word that is no number of the rulebook."""
    if not isinstance(node.value, ast.Name) or node.of is not None or node.players is not None:
        return False
    meaning = symbols.names.globals.get(node.value.name)
    return not (isinstance(meaning, Constant) and isinstance(meaning.type, IntType))


class Names:
    """The symbol table while it is filled, and where its names were declared."""

    def __init__(self, symbols: SymbolTable, diagnostics: Diagnostics) -> None:
        self.symbols, self.diagnostics = symbols, diagnostics
        self.reader = TypeReader(symbols, diagnostics)
        self.defined: dict[str, Span] = {}

    def define(self, name: str, span: Span, meaning: Meaning | None = None) -> bool:
        """Declare a name, unless it is declared already; `meaning` is None for what is no value."""
        if name in self.defined or not isinstance(self.symbols.names.globals.get(name), FaultyName | None):
            earlier = self.defined.get(name)
            self.diagnostics.add("E202", f"`{name}` is declared already", span,
                           related=(("it is declared here", earlier),) if earlier else (),
                           help=None if earlier else "it is a name of the language, or of a seat or side")
            if earlier is None and meaning is not None:
                # Which of both a use means is not known, so no use is reported.
                self.symbols.names.globals[name] = FaultyName(name)
            return False
        self.defined[name] = span
        if meaning is not None:
            self.symbols.names.globals[name] = meaning
        return True

    def wrong(self, name: str) -> None:
        """Let a name whose declaration is wrong stand for anything."""
        self.symbols.names.globals.setdefault(name, FaultyName(name))

    def wrong_type(self, name: str) -> None:
        """Let the name of a type whose declaration is wrong stand for anything, so that no use of it is reported too."""
        self.wrong(name)
        self.symbols.names.types.setdefault(name, UNKNOWN)

    def define_type(self, node: ast.Name, type_: EnumType, meaning: Meaning) -> bool:
        """Declare the name of an enumerated type."""
        if node.name in OF_LANGUAGE:
            self.diagnostics.add("E202", f"`{node.name}` is declared already", node.span, help="it is a type of the language")
        elif self.define(node.name, node.span, meaning):
            self.symbols.names.types[node.name] = type_
            return True
        self.symbols.names.types.setdefault(node.name, UNKNOWN)
        for member in type_.members:
            self.wrong(member)
        return False

    def members(self, type_: EnumType, spans: tuple[Span, ...]) -> None:
        """Declare the words of a type; where two types have a word, the type that is expected decides."""
        names: set[str] = set()
        for i, (name, span) in enumerate(zip(type_.members, spans, strict=True)):
            earlier = self.symbols.names.globals.get(name)
            if name in names or not (earlier is None or self._is_word(earlier)):
                self.define(name, span)
            elif earlier is None:
                self.symbols.names.globals[name] = Constant(name, type_, i)
                self.defined[name] = span
            # A name that stands for anything stays so: what a use of it means is not known.
            elif not isinstance(earlier, FaultyName):
                self.symbols.names.globals[name] = Ambiguous(name)
            names.add(name)

    def _is_word(self, meaning: Meaning) -> bool:
        return isinstance(meaning, Ambiguous | FaultyName) or (
            isinstance(meaning, Constant) and isinstance(meaning.type, EnumType))

    # -- clauses ---------------------------------------------------------------------------------

    def clause(self, id: str, kind: ClauseKind, span: Span, text: ast.Text | None, parent: str | None = None,
               assumed: str | None = None) -> None:
        """Record a clause under its id, unless the id is used already."""
        earlier = self.symbols.wording.clauses.get(id)
        if earlier is not None:
            self.diagnostics.add("E203", f"the clause id `{id}` is used already", span,
                           related=(("it is used here", earlier.span),))
            return
        for mention in () if text is None else text.says:
            self.check_mention(mention, id)
        pieces = () if text is None else self.pieces(text)
        statement = "".join(pieces)
        if text is not None and kind in GLOBAL:
            self.symbols.wording.statements.append((id, text))
        if not statement.strip() and kind not in SILENT:
            self.diagnostics.add("W501", f"the {kind} `{id}` has no statement", span, clause=id,
                           help="add a line below it: its rule in a sentence, in quotes")
        if text is not None and assumed is None:
            assumed = text.assumed
        if text is not None:
            self.symbols.wording.texts[id] = text
        names = () if text is None else tuple(part.name for part in text.parts if isinstance(part, ast.Name | ast.Attribute))
        self.symbols.wording.clauses[id] = Clause(id, kind, span, statement, parent, assumed, pieces, bound_names=names)

    def check_mention(self, node: ast.ClauseMention, clause: str) -> None:
        """See to it that what a clause says is a number that is known before play, or else one word: a concept."""
        if is_concept(node, self.symbols):
            return
        try:
            type_, _ = fold(node.value, self.reader.lookup)
        except AlreadyReported:
            return
        except NotKnown as error:
            help = did_you_mean(error.node.name, self.symbols.constants) if isinstance(error.node, ast.Name) else None
            self.diagnostics.add("E307", f"this {error.reason}", error.node.span, clause=clause,
                           help=help or "`says` takes constant numbers, and concepts of one word each")
        else:
            if not isinstance(type_, IntType):
                self.diagnostics.add("E301", f"a clause says numbers, and this is {type_}", node.value.span, clause=clause)

    def pieces(self, text: ast.Text) -> tuple[str, ...]:
        """Return a statement in parts, with the numbers of this game filled in; other expressions stand at the odd places."""
        out = [""]
        for part in text.parts:
            if isinstance(part, str):
                out[-1] += part
                continue
            try:
                out[-1] += name_of(*fold(part, self.reader.lookup))
            except NotKnown:
                out += [part.span.text, ""]
        return tuple(out)

    def holds(self, condition: ast.Expr | None) -> bool:
        """Return whether a condition on the number of players, parameters and constants holds; true if it is faulty."""
        value = None if condition is None else self.reader.constant_value(condition, FLAG)
        return value is None or bool(value)

    # -- parameters of rules, functions, events and effects --------------------------------------

    def params(self, nodes: tuple[ast.Param, ...], audiences: bool = False) -> tuple[Local, ...]:
        """Return the names in parentheses, with their types; only the values of events have `audiences`."""
        out: list[Local] = []
        for node in nodes:
            if node.audience is not None and not audiences:
                self.diagnostics.add("E206", "only the values of an event are seen by some and not by others",
                               node.audience.span)
            type_ = self.reader.type(node.type)
            if isinstance(type_, PerType):
                self.diagnostics.add("E901", f"a parameter of {type_} is not supported yet", node.type.span,
                               help="pass the owner of the amounts, such as a player or a row, or store them in a field first")
                type_ = UNKNOWN
            if node.name in [local.name for local in out]:
                self.diagnostics.add("E202", f"`{node.name}` is already declared here", node.name_span)
                type_ = UNKNOWN
            out.append(Local(node.name, type_, "parameter"))
        return tuple(out)
