"""A faster base class for read-only serializers.

Django REST framework copies and binds all fields for each serializer, and repeats the same checks for each
row. This class caches a plan of the fields for each serializer class. The output is the same. The framework
still handles fields of unusual types.

With ``?fields=id,name`` a response has only the members ``id`` and ``name``. Such a sparse response has its own
media type, because it does not match the schema of the full representation. Its ETag is the ETag of the full
representation, so that a client can send the ETag in ``If-Match``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.fields import SkipField
from rest_framework.request import Request

from matches.api.core.errors import invalid_parameter

Field: TypeAlias = serializers.Field[Any, Any, Any, Any]


class ReadSerializer(serializers.Serializer[Any]):
    """The base class of read-only serializers.

    ``only`` has the names of the members to write; None means all members.
    """

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

    @classmethod
    def json(cls, thing: Any, **context: Any) -> dict[str, Any]:
        """Return ``thing`` as JSON. ``context`` is the context of the serializer."""
        return cls(context=context).to_representation(thing)

    def within(self, name: str, shape: type[ReadSerializer]) -> ReadSerializer:
        """Return the cached serializer for the nested member ``name``, with the same context."""
        parts: dict[str, ReadSerializer] | None = self.__dict__.get("_parts")
        if parts is None:
            parts = self.__dict__["_parts"] = {}
        if name not in parts:
            parts[name] = shape(context=self.context)
        return parts[name]


class _Member(NamedTuple):
    name: str
    read: Callable[[Any], Any]
    write: Callable[[ReadSerializer, Any], Any]


def members_of(shape: type[ReadSerializer]) -> list[str]:
    """Return the names of the members that the serializer class ``shape`` writes, in output order."""
    return [member.name for member in _plan_of(shape)]


@cache
def _plan_of(shape: type[ReadSerializer]) -> tuple[_Member, ...]:
    # These fields belong to a serializer that is used for nothing else, so they are safe to share read-only.
    return tuple(
        _Member(str(field.field_name), _reader(field), _writer(field)) for field in shape()._readable_fields
    )


def _reader(field: Field) -> Callable[[Any], Any]:
    """Return a function that reads a member's value from the instance. It may raise ``SkipField``."""
    steps = field.source_attrs
    if not steps:
        return lambda instance: instance
    if len(steps) == 1:
        name = steps[0]

        def read_one(instance: Any) -> Any:
            try:
                value = instance[name] if type(instance) is dict else getattr(instance, name)
            except (KeyError, AttributeError):
                return field.get_attribute(instance)
            return field.get_attribute(instance) if callable(value) else value

        return read_one

    def read(instance: Any) -> Any:
        value = instance
        try:
            for step in steps:
                value = value[step] if type(value) is dict else getattr(value, step)
                if callable(value):
                    return field.get_attribute(instance)
        except (KeyError, AttributeError):
            return field.get_attribute(instance)
        return value

    return read


def _writer(field: Field) -> Callable[[ReadSerializer, Any], Any]:
    """Return a function that converts a member's value, which is not None, for output."""
    if type(field) is serializers.SerializerMethodField:
        method = str(field.method_name)
        return lambda shape, value: getattr(shape, method)(value)
    if isinstance(field, serializers.ListSerializer) and isinstance(field.child, ReadSerializer):
        return _writer_of_many(str(field.field_name), type(field.child))
    if isinstance(field, ReadSerializer):
        name, part = str(field.field_name), type(field)
        return lambda shape, value: shape.within(name, part).to_representation(value)
    plain = _plain_type(field)
    write = field.to_representation
    if plain is None:
        return lambda shape, value: write(value)
    return lambda shape, value: value if type(value) is plain else write(value)


def _writer_of_many(name: str, part: type[ReadSerializer]) -> Callable[[ReadSerializer, Any], Any]:
    def write(shape: ReadSerializer, value: Any) -> Any:
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
    """Return the Python type whose values ``field`` writes unchanged, or None if there is no such type."""
    if type(field) is serializers.ChoiceField:
        return str if all(type(choice) is str for choice in field.choices) else None
    return _PLAIN.get(type(field))


SPARSE_MEDIA_TYPE: Final = "application/vnd.ecarte.sparse+json"
FIELDS: Final = "fields"


def requested_fields(request: Request, known: Collection[str]) -> frozenset[str] | None:
    """Return the member names in the query parameter ``fields``, or None if it is missing.

    Raises ``ApiError`` for a name that is not in ``known``, the members of the representation.
    """
    text = request.query_params.get(FIELDS)
    if text is None:
        return None
    requested = frozenset(text.split(","))
    if unknown := sorted(requested - set(known)):
        detail = _("Unknown member %(name)s. Known members: %(known)s.")
        raise invalid_parameter(FIELDS, detail % {"name": f"“{unknown[0]}”", "known": ", ".join(known)})
    return requested


def select_fields(body: Mapping[str, Any], fields: frozenset[str] | None) -> Mapping[str, Any]:
    return body if fields is None else {name: value for name, value in body.items() if name in fields}
