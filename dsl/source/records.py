"""`frozen` and `define` of attrs, with one `__repr__` for all classes: attrs would write and compile one for each.

For modules with several classes that nearly every command loads. To make the classes takes most of the time of loading
such a module, and compiling `__repr__` takes a third of that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # Type checkers know the decorators of attrs.
    from attrs import define, frozen
else:
    from functools import partial
    from reprlib import recursive_repr

    import attrs

    @recursive_repr()
    def _repr(self):
        """Return the text that attrs writes: the name of the class, and its fields with their values."""
        shown = ", ".join(f"{field.name}={_shown(field, getattr(self, field.name))}"
                          for field in attrs.fields(type(self)) if field.repr)
        return f"{type(self).__qualname__.rpartition('>.')[2]}({shown})"

    def _shown(field, value):
        return field.repr(value) if callable(field.repr) else repr(value)

    def _decorator(make):
        def decorator(cls=None, **options):
            if cls is None:
                return partial(decorator, **options)
            if options.get("repr") is None and "__repr__" not in vars(cls):
                # attrs writes none for a class that has one.
                cls.__repr__ = _repr
            return make(cls, **options)

        return decorator

    frozen, define = _decorator(attrs.frozen), _decorator(attrs.define)

__all__ = ["define", "frozen"]
