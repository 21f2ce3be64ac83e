"""The base of what is shown: a serializer that writes its members by a plan made once for each class.

The framework copies and binds every field anew for each serializer, and asks each of them the same questions for each
row. What comes out here is the same: whatever is not plain goes the framework's own way.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias

from rest_framework import serializers
from rest_framework.fields import SkipField

Field: TypeAlias = serializers.Field[Any, Any, Any, Any]


class Shape(serializers.Serializer[Any]):
    """``only``: the members to be written; None for all."""

    only: frozenset[str] | None = None

    def to_representation(self, instance: Any) -> dict[str, Any]:
        written: dict[str, Any] = {}
        for name, read, write in _plan_of(type(self)):
            if self.only is not None and name not in self.only:
                continue
            try:
                value = read(instance)
            except SkipField:
                continue
            written[name] = None if value is None else write(self, value)
        return written

    def within(self, name: str, shape: type[Shape]) -> Shape:
        """The shape of a member, which knows what this one was told."""
        parts: dict[str, Shape] | None = self.__dict__.get("_parts")
        if parts is None:
            parts = self.__dict__["_parts"] = {}
        if name not in parts:
            parts[name] = shape(context=self.context)
        return parts[name]


class _Member(NamedTuple):
    name: str
    read: Callable[[Any], Any]
    write: Callable[[Shape, Any], Any]


def members_of(shape: type[Shape]) -> list[str]:
    """The names of what ``shape`` writes, in its order."""
    return [member.name for member in _plan_of(shape)]


@cache
def _plan_of(shape: type[Shape]) -> tuple[_Member, ...]:
    # These fields are of a serializer that nobody uses otherwise, and are never written to.
    return tuple(
        _Member(str(field.field_name), _reader(field), _writer(field)) for field in shape()._readable_fields
    )


def _reader(field: Field) -> Callable[[Any], Any]:
    """What reads a member's value from what is shown. It may raise ``SkipField``."""
    steps = field.source_attrs
    if not steps:
        return lambda shown: shown
    if len(steps) == 1:
        name = steps[0]

        def read_one(shown: Any) -> Any:
            try:
                value = shown[name] if type(shown) is dict else getattr(shown, name)
            except (KeyError, AttributeError):
                return field.get_attribute(shown)
            return field.get_attribute(shown) if callable(value) else value

        return read_one

    def read(shown: Any) -> Any:
        value = shown
        try:
            for step in steps:
                value = value[step] if type(value) is dict else getattr(value, step)
                if callable(value):
                    return field.get_attribute(shown)
        except (KeyError, AttributeError):
            return field.get_attribute(shown)
        return value

    return read


def _writer(field: Field) -> Callable[[Shape, Any], Any]:
    """What makes a member of the value that was read for it, which is not None."""
    if type(field) is serializers.SerializerMethodField:
        method = str(field.method_name)
        return lambda shape, value: getattr(shape, method)(value)
    if isinstance(field, serializers.ListSerializer) and isinstance(field.child, Shape):
        return _writer_of_many(str(field.field_name), type(field.child))
    if isinstance(field, Shape):
        name, part = str(field.field_name), type(field)
        return lambda shape, value: shape.within(name, part).to_representation(value)
    plain = _plain_type(field)
    write = field.to_representation
    if plain is None:
        return lambda shape, value: write(value)
    return lambda shape, value: value if type(value) is plain else write(value)


def _writer_of_many(name: str, part: type[Shape]) -> Callable[[Shape, Any], Any]:
    def write(shape: Shape, value: Any) -> Any:
        each = shape.within(name, part)
        rows = value.all() if hasattr(value, "all") else value
        return [each.to_representation(row) for row in rows]

    return write


_PLAIN: Final[dict[type[Field], type]] = {
    serializers.CharField: str,
    serializers.IntegerField: int,
    serializers.BooleanField: bool,
}


def _plain_type(field: Field) -> type | None:
    """The type whose values ``field`` writes as they are."""
    if type(field) is serializers.ChoiceField:
        return str if all(type(choice) is str for choice in field.choices) else None
    return _PLAIN.get(type(field))
