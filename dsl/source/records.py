"""`frozen` and `define` of attrs, with methods that are written when one is called first.

attrs writes and compiles the methods of each class when its module is loaded, which took most of the time of loading the
package. A command makes objects of less than half of its classes, and compares fewer. What a class promises is that of
attrs: its fields, as `attrs.fields` gives them, are made by attrs when they are asked for. So is a whole class with options,
fields or methods that this module does not know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # Type checkers know the decorators of attrs.
    from attrs import define, frozen
else:
    from functools import cached_property, partial
    from inspect import Signature, signature
    from reprlib import recursive_repr
    from types import FunctionType

    import attrs

    @attrs.frozen(eq=False, repr=False)
    class _Frozen:
        """A class whose objects refuse to be changed, as attrs has it."""

    @attrs.define
    class _Pattern:
        field: object

    # A field without options.
    _PATTERN = attrs.fields(_Pattern).field

    class _Named(tuple):
        """Fields, which can be asked for by their names too."""

        def __getattr__(self, name):
            found = next((field for field in self if field.name == name), None)
            if found is None:
                raise AttributeError(name)
            return found

    _OPTIONS = {"eq", "repr"}
    # What attrs takes into account when it finds it in a class.
    _OWN = {"__init__", "__eq__", "__hash__", "__setattr__", "__delattr__", "__getstate__", "__setstate__", "__getattr__",
            "__slots__", "__match_args__", "__attrs_init_subclass__", "__attrs_pre_init__"}
    _FIELD = type(attrs.field())
    # What the class has that attrs makes only to know the fields.
    _OF_THE_CLASS = {"__annotations__", "__module__", "__qualname__", "__orig_bases__", "__parameters__"}

    class _Plain:
        """A field without options, as much of it as methods need to know."""

        __slots__ = "alias", "default", "eq", "init", "kind", "name"

        def __init__(self, name, kind, default):
            self.name, self.kind, self.default, self.alias = name, kind, default, name.lstrip("_")
            self.eq = self.init = True

    @recursive_repr()
    def _repr(self):
        """Return the text that attrs writes: the name of the class, and its fields with their values."""
        shown = ", ".join(f"{field.name}={_shown(field, getattr(self, field.name))}"
                          for field in attrs.fields(type(self)) if field.repr)
        return f"{type(self).__qualname__.rpartition('>.')[2]}({shown})"

    def _shown(field, value):
        return field.repr(value) if callable(field.repr) else repr(value)

    class _Fields:
        """The fields of a class as attrs has them, made when they are asked for: in its own place from then on."""

        def __init__(self, is_frozen, cls):
            # The class as it was written, of which attrs makes another only for its fields.
            self.is_frozen, self.written, self.cls = is_frozen, cls, None

        def __get__(self, record, owner):
            plain, written = self.cls.__plain__, self.written
            fields = self.cls.__attrs_attrs__ = _fields_of(written, self.is_frozen) if plain is None else _Named(
                _PATTERN.evolve(name=field.name, default=field.default, alias=field.alias, type=field.kind,
                                inherited=field.name not in vars(written).get("__annotations__", ()))
                for field in plain)
            return fields

    class _Signature:
        """The arguments of a class, for those who ask before there is an object of it."""

        def __get__(self, record, owner):
            if record is not None or "__signature__" not in vars(owner):
                raise AttributeError("__signature__")
            made = vars(owner)["__init__"]
            taken = list(signature(getattr(made, "write", lambda: made)()).parameters.values())
            return Signature(taken[1:])

    def _fields_of(written, is_frozen):
        make = attrs.frozen if is_frozen else attrs.define
        own = vars(written).get("__annotations__", {})
        body = {name: value for name, value in vars(written).items()
                if name in own or name in _OF_THE_CLASS}
        twin = type(written.__name__, written.__bases__, body)
        return attrs.fields(make(twin, init=False, eq=False, repr=False, slots=False, match_args=False))

    def _getstate(self):
        return {name: getattr(self, name) for name in self.__record__}

    def _setstate(self, state):
        put = partial(object.__setattr__, self)
        for name in self.__record__:
            if name in state:
                put(name, state[name])

    def _record(cls, is_frozen, options):
        """Return the class as a record, or None where attrs has to make it."""
        body = vars(cls)
        if (type(cls) is not type or not _OPTIONS.issuperset(options) or not _OWN.isdisjoint(body)
                or any(_is_left_to_attrs(value) for value in body.values())):
            return None
        own = [name for name, kind in body.get("__annotations__", {}).items() if not str(kind).startswith("ClassVar")]
        inherited, plain = {}, []
        has_weakref = False
        for base in reversed(cls.__mro__[1:-1]):
            part = vars(base)
            if "__record__" in part and part["__is_frozen__"] is is_frozen:
                inherited |= dict.fromkeys(part["__slots__"])
                plain = part["__plain__"]
            elif part.get("__slots__", None) != () or "__attrs_attrs__" in part:
                return None
            has_weakref |= "__weakref__" in part
        inherited.pop("__weakref__", None)
        if len(cls.__bases__) > 1 and inherited:
            return None
        if not inherited.keys().isdisjoint(own) or any(name.startswith("__") for name in own):
            return None
        fields = _Fields(is_frozen, cls)
        names = given = (*inherited, *own)
        if plain is None or any(isinstance(value, _FIELD) for value in body.values()):
            made_by_attrs = _fields_of(cls, is_frozen)
            if tuple(field.name for field in made_by_attrs) != names or any(map(_is_special, made_by_attrs)):
                return None
            given = tuple(field.name for field in made_by_attrs if field.init)
            plain = None
        else:
            plain = [*plain, *(_Plain(name, body["__annotations__"][name], body.get(name, attrs.NOTHING)) for name in own)]
        made = {name: value for name, value in body.items() if name not in own and name not in ("__dict__", "__weakref__")}
        made |= {"__slots__": tuple(own) if has_weakref else (*own, "__weakref__"), "__qualname__": cls.__qualname__,
                 "__record__": names, "__is_frozen__": is_frozen, "__plain__": plain,
                 "__attrs_attrs__": fields, "__match_args__": given, "__signature__": _Signature(),
                 "__getstate__": _getstate, "__setstate__": _setstate}
        if is_frozen:
            made |= {"__setattr__": _Frozen.__setattr__, "__delattr__": _Frozen.__delattr__}
        compares = options.get("eq") is not False
        methods = {"__init__": _init, **({"__eq__": _eq, "__hash__": _hash} if compares else {})}
        if compares and not is_frozen:
            del methods["__hash__"]
            made["__hash__"] = None
        later = {name: _later(name, source) for name, source in methods.items()}
        new = type(cls.__name__, cls.__bases__, made | {name: call for name, (call, _) in later.items()})
        fields.cls = new
        for _, of in later.values():
            of.append(new)
        return new

    def _is_left_to_attrs(value):
        """Return whether a part of a class needs attrs: what speaks of the class itself, or is made for each object."""
        function = getattr(value, "fget", None) or getattr(value, "__func__", value)
        return isinstance(value, attrs.Factory | cached_property) or (
            isinstance(function, FunctionType) and "__class__" in function.__code__.co_freevars)

    def _is_special(field):
        """Return whether a field has options that only attrs knows."""
        return bool(field.validator or field.converter or field.on_setattr or field.kw_only or field.eq_key or field.order_key
                    or field.hash not in (None, field.eq) or field.alias != field.name.lstrip("_"))

    def _later(name, source):
        """Return a method that writes itself when it is called first, and the list that gets its class."""
        of = []

        def write():
            cls, = of
            names = {"NOTHING": attrs.NOTHING, "put_by": object.__setattr__.__get__}
            lines = source(cls, names)
            exec(compile(lines, f"<{name} of {cls.__module__}.{cls.__qualname__}>", "exec"), names)
            made = names[name]
            made.__module__, made.__qualname__ = cls.__module__, f"{cls.__qualname__}.{name}"
            setattr(cls, name, made)
            return made

        def later(*arguments, **named):
            return write()(*arguments, **named)

        later.write = write
        return later, of

    def _known(cls):
        """Return the fields of a class: without attrs where it has only plain ones."""
        return attrs.fields(cls) if cls.__plain__ is None else cls.__plain__

    def _init(cls, names):
        """Return the text of `__init__`."""
        taken, lines = ["self"], ["put = put_by(self)"] if cls.__is_frozen__ else []
        for field in _known(cls):
            name, default = field.name, field.default
            given = field.alias if field.init else f"default_{name}"
            is_made = isinstance(default, attrs.Factory)
            if default is not attrs.NOTHING:
                names[f"default_{name}"] = default.factory if is_made else default
            if not field.init and default is attrs.NOTHING:
                continue
            if is_made:
                made = f"default_{name}({'self' if default.takes_self else ''})"
                given = f"{made} if {given} is NOTHING else {given}" if field.init else made
            if field.init:
                taken.append(field.alias if default is attrs.NOTHING else
                             f"{field.alias}={'NOTHING' if is_made else f'default_{name}'}")
            lines.append(f"put({name!r}, {given})" if cls.__is_frozen__ else f"self.{name} = {given}")
        if hasattr(cls, "__attrs_post_init__"):
            lines.append("self.__attrs_post_init__()")
        return _function("__init__", taken, lines or ["pass"])

    def _eq(cls, names):
        """Return the text of `__eq__`."""
        compared = [f"self.{field.name} == other.{field.name}" for field in _known(cls) if field.eq]
        return _function("__eq__", ["self", "other"], [
            "if other.__class__ is not self.__class__: return NotImplemented", f"return {' and '.join(compared) or True}"])

    def _hash(cls, names):
        """Return the text of `__hash__`."""
        names["of_class"] = hash((cls.__module__, cls.__qualname__))
        values = "".join(f", self.{field.name}" for field in _known(cls) if field.eq)
        return _function("__hash__", ["self"], [f"return hash((of_class,{values[1:]}))"])

    def _function(name, taken, lines):
        return "\n    ".join([f"def {name}({', '.join(taken)}):", *lines])

    def _decorator(make, is_frozen):
        def decorator(cls=None, **options):
            if cls is None:
                return partial(decorator, **options)
            if options.get("repr") is None and "__repr__" not in vars(cls):
                # attrs writes none for a class that has one.
                cls.__repr__ = _repr
            return _record(cls, is_frozen, options) or make(cls, **options)

        return decorator

    frozen, define = _decorator(attrs.frozen, True), _decorator(attrs.define, False)

__all__ = ["define", "frozen"]
