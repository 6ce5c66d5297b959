"""Uses of each thing by declarations, as they were and as they are -> what nothing uses any more, or not yet.

Uses by all declarations are counted in the summaries that are kept, by names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from .. import syntax as ast
from ..analyses.reachability import report_never_checked, report_never_run, report_unused
from ..analyses.unused import report_unread
from ..check.scope.typing import Unit
from ..source.diagnostics import Diagnostic, Diagnostics
from ..symbols.symbols import Constant, FieldInfo, FunctionInfo, SymbolTable
from ..syntax.alone import Alone
from ..syntax.walk import nodes_in
from .besides import Besides, names_of
from .pairs import DeclarationPair, MoreOrLess, with_changes
from .summaries import Summaries, Use, reached_from, summary_of

# The uses of something that are no longer asked for once it is gone.
_BY_NAME = ("used", "spoken", "named")
# The uses of fields and columns by which these are read.
_READS = ("column", "read", "unknown", "laid open")


def is_asked_for(symbols: SymbolTable, columns: frozenset[str], use: Use) -> bool:
    """Return whether it would be reported that nothing has this use."""
    match use:
        case "column", str(name), *_:
            return name in columns
        case "spoken", str(name):
            return any(word.name == name for word in symbols.names.words)
        case "used", kind, str(name) if kind == Constant.__name__:
            # The rows of tables, the words of enums and the like are constants too.
            return name in symbols.constants or any(node.name == name for node in symbols.parameters)
        case _:
            # Without any other use, something is reported as unused, unread or never reached.
            return True


def change_of_uses(pairs: Sequence[DeclarationPair], new: Sequence[DeclarationPair], gone: Sequence[DeclarationPair]
                   ) -> Counter[Use]:
    """Return by how many declarations more or less each thing is used now."""
    change = Counter[Use]()
    for pair in (*pairs, *new):
        change.update(pair.after.uses)
    for pair in (*pairs, *gone):
        change.subtract(pair.before.uses)
    return change


def all_used(summaries: Summaries, change: Counter[Use], besides: MoreOrLess) -> bool:
    """Return whether something still uses all that was used and is not gone: constants, functions, fields, columns, ends."""
    lost = {name for node in besides.gone_items for name in names_of(node)}
    # Only a count that falls can come to nothing. Uses by all declarations that stay are in the counts that are kept.
    return all(summaries.uses.get(use, 0) + more > 0 or (use[0] in _BY_NAME and use[-1] in lost) or (
        use[0] == "checked" and use[1:] and (
            use[1] in lost or summaries.uses.get(("checked",), 0) + change["checked",] > 0)) or (
        use[0] in _READS and use[1] in lost) for use, more in change.items() if more < 0)


def reads_more(summaries: Summaries, change: Counter[Use], besides: MoreOrLess) -> bool:
    """Return whether something is read now that was there and no body has read: that nothing reads it may be reported."""
    new = {name for node in besides.new_items for name in names_of(node)}
    return any(more > 0 and use[0] in _READS and use[1] not in new and not summaries.uses.get(use, 0)
               for use, more in change.items())


def names_unread(summaries: Summaries, symbols: SymbolTable, besides: MoreOrLess) -> bool:
    """Return whether a new declaration has the name of a field or column that no body reads, such as in its statement."""
    read = {use[1] for use, count in summaries.uses.items() if count and use[0] in _READS}
    parts = {info.name for info in symbols.components.fields} | {name for _, name in symbols.names.attributes}
    return any(isinstance(node, ast.Name | ast.Attribute) and node.name in parts and node.name not in read
               for item in besides.new_items for node in nodes_in(item))


def unread_among(symbols: SymbolTable, infos: Sequence[FieldInfo], units: Sequence[tuple[Alone, Unit]],
                 others: Sequence[Besides]) -> tuple[Diagnostic, ...] | None:
    """Return the warnings of fields that are new and that nothing reads; None where a statement may read one.

    `units` are all declarations that may name one and have a body, with what the check found of them; `others` are all that
    are new.
    """
    uses = {use for node, unit in units for use in summary_of(node, unit, symbols).uses}
    words = {node.name for item in others for node in nodes_in(item) if isinstance(node, ast.Name | ast.Attribute)}
    diagnostics = Diagnostics()
    for info in infos:
        owner = "" if info.owner is None else info.owner.name
        if uses.isdisjoint((("read", info.name, owner), ("laid open", info.name, owner), ("unknown", info.name))):
            if info.name in words:
                return None
            report_unread(info, diagnostics)
    return diagnostics.sorted()


def words_more(new: Sequence[DeclarationPair]) -> bool:
    """Return whether a type in what is new may have a word that nothing speaks of."""
    return any(word.name != "none" for pair in new for word in pair.is_.named)


def unused(summaries: Summaries, symbols: SymbolTable, change: Counter[Use], pairs: Sequence[DeclarationPair],
           besides: MoreOrLess) -> tuple[Diagnostic, ...]:
    """Return the mistakes of functions and constants that are new and not used, and of rules and ends to which no game comes.

    Nothing that was there names them.
    """
    rules, _ = with_changes(summaries, pairs)
    reached = reached_from(rules, summaries.supposed)
    diagnostics = Diagnostics()
    for node in besides.new_items:
        match node:
            case ast.Function() if change["used", FunctionInfo.__name__, node.name] <= 0:
                report_unused(node, diagnostics)
            case ast.Constant() | ast.Parameter() if change["used", Constant.__name__, node.name] <= 0 and (
                    node.name not in symbols.names.used):
                report_unused(node, diagnostics)
            case ast.End() if not any(summaries.uses.get(use, 0) + change[use] > 0
                                      for use in (("checked",), ("checked", node.name))):
                report_never_checked(node, besides.play, diagnostics)
            case ast.Rule() if node.name not in reached:
                report_never_run(symbols.rules[node.name], diagnostics)
            case _:
                # Enums may be used by nothing. So are ends, invariants, notes and sections; an event may come to nothing.
                pass
    return diagnostics.sorted()


def stay_in_use(summaries: Summaries, symbols: SymbolTable, change: Counter[Use], besides: MoreOrLess) -> bool:
    """Return whether bodies use all constants, parameters and functions that what is gone names: in heads and texts as well.

    Uses in heads and texts are in no count.
    """
    declared = {*symbols.constants, *(parameter.name for parameter in symbols.parameters), *symbols.functions}
    named = {node.name for item in besides.gone_items for node in nodes_in(item) if isinstance(node, ast.Name)} & declared
    uses = {name: ("used", (FunctionInfo if name in symbols.functions else Constant).__name__, name) for name in named}
    return all(summaries.uses.get(use, 0) + change[use] > 0 for use in uses.values())
