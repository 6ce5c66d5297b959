"""`frozen` and `define` of attrs for modules that nearly every command loads: classes whose methods are written on demand.

attrs writes and compiles the methods of a class when it makes the class. That takes most of the time of loading a module with
several classes, of which a command often uses few. Here `__init__`, `__eq__` and `__hash__` are written when they are first
called, and the fields of attrs when someone asks for them. `evolve` asks for none. One `__repr__` serves all classes. A class
is made by attrs itself if it has more than fields with types and defaults, as one with a `field()` or with another base has.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    # Type checkers know the decorators of attrs.
    from attrs import define, evolve, frozen
else:
    from contextlib import suppress
    from functools import cached_property, partial
    from reprlib import recursive_repr
    from types import FunctionType

    _OPTIONS = frozenset(("eq", "repr"))
    # A class with one of these has methods that attrs would have to look at.
    _OWN = frozenset(("__init__", "__eq__", "__ne__", "__hash__", "__lt__", "__getstate__", "__setstate__", "__setattr__",
                      "__delattr__", "__getattr__", "__new__", "__slots__", "__init_subclass__", "__attrs_pre_init__",
                      "__attrs_post_init__", "__attrs_init_subclass__", "__set_name__"))
    _FIELD, _NOTHING = type(attrs.field()), object()
    # Of each class that is made here: its fields with their defaults, those of its bases first.
    _fields = {}

    @recursive_repr()
    def _repr(self):
        """Return the text that attrs writes: the name of the class, and its fields with their values."""
        shown = ", ".join(f"{field.name}={_shown(field, getattr(self, field.name))}"
                          for field in attrs.fields(type(self)) if field.repr)
        return f"{type(self).__qualname__.rpartition('>.')[2]}({shown})"

    def _shown(field, value):
        return field.repr(value) if callable(field.repr) else repr(value)

    def _getstate(self):
        return {name: getattr(self, name) for name in self.__match_args__}

    def _setstate(self, state):
        for name in self.__match_args__:
            if name in state:
                object.__setattr__(self, name, state[name])

    def _argument(name):
        """Return the name of the argument for a field: attrs leaves underscores away."""
        return name.lstrip("_")

    def _written(cls, name, text, known):
        """Return a method of a class from its text, among names that it knows."""
        exec(compile(text, f"<{name} of {cls.__module__}.{cls.__qualname__}>", "exec"), known)
        method = known[name]
        method.__module__, method.__qualname__ = cls.__module__, f"{cls.__qualname__}.{name}"
        return method

    def _init(cls, is_frozen):
        """Return the `__init__` of a class."""
        fields = _fields[cls]
        known = {f"_of_{name}": default for name, default in fields.items()} | {"_own": object.__setattr__.__get__}
        arguments = "".join(f", {_argument(name)}{'' if default is _NOTHING else f'=_of_{name}'}"
                            for name, default in fields.items())
        lines = [f"_set('{name}', {_argument(name)})" if is_frozen else f"self.{name} = {_argument(name)}" for name in fields]
        first = ["_set = _own(self)"] if is_frozen and fields else []
        body = "\n    ".join((*first, *lines)) or "pass"
        made = _written(cls, "__init__", f"def __init__(self{arguments}):\n    {body}", known)
        made.__annotations__ = {_argument(name): type_ for base in reversed(cls.__mro__)
                                for name, type_ in vars(base).get("__annotations__", {}).items() if name in fields}
        made.__annotations__["return"] = None
        return made

    def _eq(cls):
        """Return the `__eq__` of a class."""
        same = " and ".join(f"self.{name} == other.{name}" for name in _fields[cls]) or "True"
        return _written(cls, "__eq__", f"def __eq__(self, other):\n    if other.__class__ is not self.__class__:\n"
                        f"        return NotImplemented\n    return {same}", {})

    def _hash(cls):
        """Return the `__hash__` of a class: records of two classes differ."""
        own = hash((cls.__module__, cls.__qualname__))
        values = "".join(f"self.{name}, " for name in _fields[cls])
        return _written(cls, "__hash__", f"def __hash__(self):\n    return hash(({own}, {values}))", {})

    def _first(name, write):
        """Return a stand-in for a method, which writes the method when it is first called, and what gives it its class."""
        owners = []

        def first(self, *arguments, **named):
            [cls] = owners
            if vars(cls)[name] is first:
                setattr(cls, name, write(cls))
            return vars(cls)[name](self, *arguments, **named)

        first.__name__ = name
        return first, owners.append

    class _Fields:
        """The fields of a class, as attrs has them: made when someone asks for them."""

        def __init__(self, make, options):
            self.make, self.options, self.owner = make, options, None

        def __get__(self, record, cls):
            owner = self.owner
            known = _fields[owner]
            own = vars(owner).get("__annotations__", {})
            body = {"__module__": owner.__module__, "__qualname__": owner.__qualname__, "__annotations__": own}
            defaults = {name: known[name] for name in own if known[name] is not _NOTHING}
            made = self.make(type(owner)(owner.__name__, owner.__bases__, body | defaults), **self.options)
            owner.__attrs_attrs__ = made.__attrs_attrs__
            return made.__attrs_attrs__

    def _fields_of(cls, options):
        """Return the fields of a class with their defaults; None where attrs has to make the class."""
        base, own = cls.__base__, vars(cls)
        annotations = own.get("__annotations__", {})
        if len(cls.__bases__) > 1 or (base is not object and base not in _fields) or not options.keys() <= _OPTIONS:
            return None
        below = _fields.get(base, {})
        odd = (_FIELD, attrs.Factory, cached_property)
        if not _OWN.isdisjoint(own) or not below.keys().isdisjoint(annotations) or any(
                isinstance(value, odd) for value in own.values()):
            return None
        if not all(isinstance(type_, str) and "ClassVar" not in type_ for type_ in annotations.values()):
            return None
        return below | {name: own.get(name, _NOTHING) for name in annotations}

    def _made(cls, fields, make, is_frozen, options):
        """Return a class with slots for its fields, and with methods that are written when they are first called."""
        base, own = cls.__base__, dict(vars(cls))
        new = [name for name in fields if name not in _fields.get(base, {})]
        body = {name: value for name, value in own.items() if name not in fields and name not in ("__dict__", "__weakref__")}
        # attrs too leaves room for weak references.
        body["__slots__"] = (*new, *(("__weakref__",) if base is object else ()))
        body["__qualname__"], body["__match_args__"] = cls.__qualname__, tuple(fields)
        body["__attrs_attrs__"] = _Fields(make, options)
        body["__getstate__"], body["__setstate__"] = _getstate, _setstate
        lazy = [("__init__", partial(_init, is_frozen=is_frozen))]
        if options.get("eq") is not False:
            lazy += [("__eq__", _eq), *([("__hash__", _hash)] if is_frozen else [])]
            body["__hash__"] = None
        if is_frozen:
            body["__setattr__"], body["__delattr__"] = _Sample.__setattr__, _Sample.__delattr__
        takers = []
        for name, write in lazy:
            body[name], takes_class = _first(name, write)
            takers.append(takes_class)
        made = type(cls)(cls.__name__, cls.__bases__, body)
        body["__attrs_attrs__"].owner = made
        for takes_class in takers:
            takes_class(made)
        _fields[made] = fields
        _with_cells_of(made, cls)
        return made

    def _with_cells_of(made, cls):
        """Let the methods of a class that name their class name the one that is made in its place."""
        for value in vars(made).values():
            function = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
            for cell in (isinstance(function, FunctionType) and function.__closure__) or ():
                # A name that a function around the class gives later has nothing in its cell yet.
                with suppress(ValueError):
                    if cell.cell_contents is cls:
                        cell.cell_contents = made

    def _decorator(make, is_frozen):
        def decorator(cls=None, **options):
            if cls is None:
                return partial(decorator, **options)
            if options.get("repr") is None and "__repr__" not in vars(cls):
                # attrs writes none for a class that has one.
                cls.__repr__ = _repr
            fields = _fields_of(cls, options) if is_frozen or cls.__base__ is object else None
            return make(cls, **options) if fields is None else _made(cls, fields, make, is_frozen, options)

        return decorator

    @attrs.frozen
    class _Sample:
        """A class with what attrs raises where an attribute of a frozen record is set."""

    def evolve(record, /, **changes):
        """Return a record with some values changed, as `attrs.evolve` does."""
        fields = _fields.get(type(record))
        if fields is None:
            return attrs.evolve(record, **changes)
        for name in fields:
            if (argument := _argument(name)) not in changes:
                changes[argument] = getattr(record, name)
        return type(record)(**changes)

    frozen, define = _decorator(attrs.frozen, True), _decorator(attrs.define, False)


def types_of(kind: type) -> Mapping[str, object] | None:
    """Return the types of the fields of a class by their names, as written; None for a class that is no record.

    They come in the order in which a call of the class takes its fields.
    """
    if not TYPE_CHECKING and kind in _fields:
        below = types_of(kind.__base__) or {}
        return {**below, **vars(kind).get("__annotations__", {})}
    return {field.name: field.type for field in attrs.fields(kind)} if attrs.has(kind) else None


def is_called_by_fields(kind: type) -> bool:
    """Return whether a call of a class on the values of its fields, in their order, makes an equal record."""
    if not TYPE_CHECKING and kind in _fields:
        return True
    return attrs.has(kind) and all(
        field.init and not field.kw_only and field.converter is None for field in attrs.fields(kind))


__all__ = ["define", "evolve", "frozen", "is_called_by_fields", "types_of"]
