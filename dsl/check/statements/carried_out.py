"""Check statements that carry something out: rules, effects of rows, events, checks of ends."""

from __future__ import annotations

from ... import syntax as ast
from ...source.diagnostics import Diagnostics, did_you_mean
from ...source.fixes import Fix, Meant, declared_below, in_front, in_place, one_of
from ...source.habits import help_for
from ...symbols.symbols import EffectInfo, EventInfo, SymbolTable
from ...types.types import UNKNOWN, IntType, ListType, SetType, Type
from ..scope.checking import Checker
from ..scope.fitting import present
from ..scope.scopes import Scopes

# Methods of collections in other languages, and the verbs of statements that do the same.
_VERBS = {**dict.fromkeys(("add", "append", "insert", "push", "put"), "gains"),
          **dict.fromkeys(("remove", "discard", "delete", "take"), "loses")}


def do(checker: Checker, node: ast.Do) -> None:
    """Check a rule or an effect that is carried out; it may change any field."""
    scopes = checker.scopes
    call = node.call
    if not isinstance(call, ast.Call):
        name = call.span.text
        scopes.stands_for_nothing(call)
        _understood(checker, call)
        scopes.complain("E306", f"`{name}` alone does nothing", node.span,
                        help=(help_for(name) if name not in scopes.symbols.rules else None)
                        or Meant(f"to carry out a rule write `{name}()`", name, f"{name}()"))
    elif isinstance(call.subject, ast.Attribute):
        _effect(checker, call, call.subject)
    else:
        _rule(checker, call)
    # What a rule changes is not worked out here, so all that was known of fields is forgotten.
    scopes.happened()


def _understood(checker: Checker, node: ast.Expr) -> None:
    """Note the meanings of the names in an expression, without its mistakes: that of its place is reported."""
    scopes = checker.scopes
    before, scopes.diagnostics = scopes.diagnostics, Diagnostics()
    checker.expr(node, UNKNOWN)
    scopes.diagnostics = before


def _effect(checker: Checker, call: ast.Call, subject: ast.Attribute) -> None:
    """Check a call of an effect of a row."""
    scopes = checker.scopes
    # An effect belongs to a row, so a row that may be `none` must be tested first.
    owner = present(scopes, subject.subject, checker.expr(subject.subject))
    effect = scopes.symbols.names.attributes.get((str(owner), subject.name))
    if isinstance(effect, EffectInfo):
        scopes.typing.meanings[call] = effect
        scopes.typing.used.add(effect)
        checker.arguments(call, effect.params)
        return
    # Where a part of the file did not parse, the effect may have been declared in it: then nothing is reported.
    if owner != UNKNOWN and not scopes.symbols.names.may_declare(subject.name):
        meant = _guess(scopes.symbols, call, subject, owner)
        known = [name for (owner_name, name), attribute in scopes.symbols.names.attributes.items()
                 if owner_name == str(owner) and isinstance(attribute, EffectInfo)]
        scopes.complain("E201", f"{owner} has no effect `{subject.name}`", subject.span,
                        help=did_you_mean(subject.name, known) if meant is None else f"write `{meant}`",
                        fixes=() if meant is None else (in_place(call.span, meant),))
    for argument in call.arguments:
        checker.expr(argument, UNKNOWN)


def _guess(symbols: SymbolTable, call: ast.Call, subject: ast.Attribute, owner: Type) -> str | None:
    """Return the statement for a method that other languages have: of a collection, or a rule of whom it is called."""
    receiver = subject.subject.span.text
    arguments = [argument.span.text for argument in call.arguments]
    if subject.name in symbols.rules:
        return f"{subject.name}({', '.join([receiver, *arguments])})"
    verb = _VERBS.get(subject.name) if isinstance(owner, SetType | ListType | IntType) and len(arguments) == 1 else None
    return None if verb is None else f"{receiver} {verb} {arguments[0]}"


def _rule(checker: Checker, call: ast.Call) -> None:
    """Check a call of a rule, which is none that reacts to an event."""
    scopes = checker.scopes
    name = call.subject.name if isinstance(call.subject, ast.Name) else ""
    rule = scopes.symbols.rules.get(name)
    if rule is not None and rule.reacts_to is None:
        scopes.typing.meanings[call] = rule
        scopes.typing.used.add(rule)
        checker.arguments(call, rule.params)
        return
    types = [checker.expr(argument, UNKNOWN) for argument in call.arguments]
    what = scopes.symbols.names.meaning(name)
    if rule is not None:
        scopes.complain("E204", f"`{name}` is a reaction: it is carried out after `{rule.reacts_to}`",
                        call.subject.span)
    elif what is None:
        scopes.stands_for_nothing(call.subject)
        meant = help_for(name) or did_you_mean(name, scopes.symbols.rules)
        scopes.complain("E201", f"unknown rule `{call.subject.span.text}`", call.subject.span, help=meant,
                        fixes=(*(meant.fixes(call.subject.span) if isinstance(meant, Meant) else ()),
                               *([_new_rule(call, name, types)] if name and UNKNOWN not in types else ())))
    elif name in scopes.symbols.names.globals:
        scopes.complain("E204", f"`{name}` is not a rule that can be carried out", call.subject.span,
                        help=f"write `announce {name}(...)`" if isinstance(what, EventInfo) else None,
                        fixes=(in_front(call.subject.span, "announce "),) if isinstance(what, EventInfo) else ())


def _new_rule(call: ast.Call, name: str, types: list[Type]) -> Fix:
    """Return the change that declares a rule for a call, with the values that the call has, and a statement to write."""
    names = dict[str, Type]()
    for argument, type_ in zip(call.arguments, types, strict=True):
        word = argument.name if isinstance(argument, ast.Name) and argument.name.islower() else str(type_)[:1]
        word = word if word.isidentifier() else "n"
        names[word if word not in names else f"{word}{len(names) + 1}"] = type_
    values = ", ".join(f"{word}: {_wide(type_)}" for word, type_ in names.items())
    head = f"rule {name}({values})" if values else f"rule {name}"
    statement = f"{name.replace('_', ' ').capitalize()}."
    return declared_below(call.span, f"declare `{head}`", f'{head}\n    "{statement}"\n')


def _new_end(word: ast.Name) -> Fix:
    """Return the change that declares an end that never comes, with a statement and a condition to write."""
    statement = f"{word.name.replace('_', ' ').capitalize()}."
    return declared_below(word.span, f"declare `end {word.name}`",
                          f'end {word.name}\n    "{statement}"\n    when no\n    draw\n')


def _wide(type_: Type) -> Type:
    """Return a type that has room for more numbers than a call has."""
    return IntType(min(0, type_.low), max(9, type_.high)) if isinstance(type_, IntType) else type_


def announce(checker: Checker, node: ast.Announce) -> None:
    """Check an event and its values; what reacts to it may change any field."""
    scopes = checker.scopes
    call = node.event
    subject = call.subject if isinstance(call, ast.Call) else call
    name = subject.name if isinstance(subject, ast.Name) else ""
    event = scopes.symbols.events.get(name)
    if event is None:
        if not scopes.symbols.names.may_declare(name):
            scopes.complain("E201", f"unknown event `{subject.span.text}`", subject.span,
                            help=did_you_mean(name, scopes.symbols.events))
    elif isinstance(call, ast.Call):
        scopes.typing.meanings[call] = event
        scopes.typing.used.add(event)
        checker.arguments(call, event.params)
    else:
        scopes.complain("E305", f"the values of `{name}` are missing", call.span,
                        help=f"write `announce {name}(...)`")
    scopes.happened()


def check_ends(scopes: Scopes, node: ast.Check) -> None:
    """Check that the ends that are named are there."""
    known = [end.name for end in scopes.symbols.ends]
    for word in node.ends:
        if word.name not in known and not scopes.symbols.names.may_declare(word.name):
            near = did_you_mean(word.name, known)
            scopes.complain("E201", f"unknown end `{word.name}`", word.span, help=near,
                            fixes=(*(near.fixes(word.span) if near else one_of(word.span, known)), _new_end(word)))
