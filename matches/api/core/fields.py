"""Fields and base serializers that Django REST framework does not provide."""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import islice
from typing import Any, Final

from django.core.validators import ProhibitNullCharactersValidator, RegexValidator
from django.utils.translation import gettext_lazy as _
from drf_spectacular.drainage import set_override
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.core.filters import NO_DAY, OF_EVERY_LIST, day_of
from matches.clubs.players import NAME_LENGTH
from matches.common.names import blank_name_words, contact_words
from matches.rules.names import tidy_name
from matches.rules.typed_names import holds_contact
from scoring.notation.faults import UnreadableError
from scoring.notation.tags import check_tag


def fault_of_member(member: serializers.Field[Any, Any, Any, Any], value: Any) -> Any:
    """Return the type error of ``value``, in the format of a ``ValidationError``, or None.

    Django REST framework itself accepts a number as text and a text as a number. Serializers of nested bodies
    check their own members.
    """
    if value is None:
        return None
    if isinstance(member, serializers.ListField):
        return _fault_of_list(member, value)
    if isinstance(member, serializers.CharField):
        return _fault_of_text(member, value)
    if isinstance(member, serializers.ChoiceField):
        return (
            None if type(value) in {type(choice) for choice in member.choices} else [_("Has the wrong type.")]
        )
    if isinstance(member, serializers.BooleanField):
        return None if isinstance(value, bool) else [_("Must be true or false.")]
    if isinstance(member, serializers.IntegerField):
        is_whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
        return None if is_whole and not isinstance(value, bool) else [_("Must be a whole number.")]
    return None


def fault_of_parameter(member: serializers.Field[Any, Any, Any, Any], text: str) -> Any:
    """Return the type error of the query parameter ``text``, or None."""
    if isinstance(member, serializers.CharField):
        return _fault_of_text(member, text)
    if isinstance(member, serializers.BooleanField):
        # Numbers are accepted too, because existing programs send them.
        return None if text in ("true", "false", "1", "0") else [_("Must be true or false.")]
    if isinstance(member, serializers.IntegerField):
        return None if re.fullmatch(r"-?[0-9]{1,20}", text) else [_("Must be a whole number.")]
    return None


def _fault_of_list(member: serializers.ListField, value: Any) -> Any:
    if not isinstance(value, list):
        return None
    child = member.child
    faults = [None if child is None else fault_of_member(child, each) for each in value]
    return [fault or {} for fault in faults] if any(faults) else None


def _fault_of_text(member: serializers.CharField, value: Any) -> Any:
    if not isinstance(value, str):
        return [_("Must be text.")]
    # Measure the value as it was sent: the framework strips blanks before it counts.
    if member.max_length is not None and len(value) > member.max_length:
        return [_("Must have at most %(most)s characters.") % {"most": member.max_length}]
    return None


MOST_UNKNOWN: Final = 100
"""The largest number of unknown members of a body that one problem lists."""


PAIR_SCHEMA = {
    "type": "array",
    "items": {"type": "integer", "minimum": 0},
    "minItems": 2,
    "maxItems": 2,
    "description": "The values of A and B.",
}


class WriteSerializer(serializers.Serializer[Any]):
    """The base class for serializers of request bodies.

    A member without a field is an error, to reveal misspelled names.
    """

    default_error_messages = {"unknown": _("Unknown member.")}  # noqa: RUF012

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict):
            odd = (str(name) for name in data if name not in self.fields)
            unknown = list(islice(odd, MOST_UNKNOWN))
            if unknown:
                message = str(self.error_messages["unknown"])
                raise serializers.ValidationError({name: [message] for name in unknown})
            faults = {
                name: fault
                for name, member in self.fields.items()
                if name in data and (fault := fault_of_member(member, data[name]))
            }
            if faults:
                raise serializers.ValidationError(faults)
        return super().to_internal_value(data)


class QuerySerializer(serializers.Serializer[Any]):
    """The base class for serializers of an operation's query parameters. An unknown one is an error.

    Parameters that all lists have, such as ``cursor``, are accepted and not read here.
    """

    default_error_messages = {"unknown": _("Unknown parameter.")}  # noqa: RUF012

    def to_internal_value(self, data: Any) -> Any:
        for name in data:
            if name not in self.fields and name not in OF_EVERY_LIST:
                raise serializers.ValidationError({name: [str(self.error_messages["unknown"])]})
        for name, member in self.fields.items():
            if name in data and (fault := fault_of_parameter(member, data[name])):
                raise serializers.ValidationError({name: fault})
        return super().to_internal_value(data)


@extend_schema_field({**PAIR_SCHEMA, "nullable": True})
class PairField(serializers.Field[Any, Any, Any, Any]):
    """A read-only field of two columns, such as ``points_a`` and ``points_b``; null if the first is null."""

    def __init__(self, columns: str, **options: Any) -> None:
        self.columns = columns
        super().__init__(source="*", read_only=True, **options)

    def to_representation(self, value: Any) -> list[int] | None:
        first = getattr(value, f"{self.columns}_a")
        return None if first is None else [first, getattr(value, f"{self.columns}_b")]


@extend_schema_field({"type": "string", "nullable": True})
class TextOrNull(serializers.CharField):
    """A read-only text field that returns null for an empty text."""

    def __init__(self, **options: Any) -> None:
        super().__init__(read_only=True, **options)

    def to_representation(self, value: Any) -> Any:
        return value or None


@extend_schema_field({"type": "integer", "nullable": True})
class IntegerOrNull(serializers.IntegerField):
    """A read-only whole number field that returns null for 0."""

    def __init__(self, **options: Any) -> None:
        super().__init__(read_only=True, **options)

    def to_representation(self, value: Any) -> Any:
        return value or None


class ChoiceOrNull(TextOrNull):
    """A read-only field that returns one of ``choices``, or null for an empty text."""

    def __init__(self, choices: Collection[str], **options: Any) -> None:
        super().__init__(**options)
        set_override(self, "field", {"type": "string", "enum": [*choices, None], "nullable": True})


class SeatField(ChoiceOrNull):
    """The side of a player: ``A``, ``B``, or null for no side."""

    def __init__(self, **options: Any) -> None:
        super().__init__(("A", "B"), **options)


@extend_schema_field(PAIR_SCHEMA)
class Pair(serializers.ListField):
    """A pair of whole numbers from 0 to 99. The first number is A's: ``[2, 1]``."""

    child = serializers.IntegerField(min_value=0, max_value=99)

    def __init__(self, **options: Any) -> None:
        super().__init__(min_length=2, max_length=2, **options)


class TypedName(serializers.CharField):
    """A name from user input, normalized with ``tidy_name``; a name without visible text is invalid.

    ``pattern`` is what the name must match before that. A name of several lines is returned as it was sent,
    because the caller decides what to do with it. With ``is_for_tag``, for a tag in the notation, line ends
    other than LF and CR, which the notation does not recognize, are invalid. With ``is_person``, so is a name that
    holds an address or a telephone number.
    """

    def __init__(
        self,
        *,
        max_length: int = NAME_LENGTH,
        pattern: RegexValidator | None = None,
        is_for_tag: bool = False,
        is_person: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(max_length=max_length, **options)
        self.is_person = is_person
        self.pattern = pattern
        self.is_for_tag = is_for_tag
        if pattern is not None:
            # For the document alone: the cleaned name always matches.
            self.validators.append(pattern)

    def to_internal_value(self, data: Any) -> str:
        written = super().to_internal_value(data)
        ProhibitNullCharactersValidator()(written)
        if self.pattern is not None:
            self.pattern(written)
        tidy = tidy_name(written)
        if written.strip() and not tidy:
            raise serializers.ValidationError(blank_name_words(is_required=not self.allow_blank))
        if self.is_person and holds_contact(tidy):
            raise serializers.ValidationError(contact_words(tidy))
        if len(written.splitlines()) <= 1:
            return tidy
        if self.is_for_tag and not re.search(r"[\n\r]", written):
            raise serializers.ValidationError(_("Write the name on one line."))
        return written


class PublicIdField(serializers.CharField):
    """A public id, such as the id of a player or an event."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_length=14, max_length=14, **options)


class RecordDateField(serializers.CharField):
    """The date of a record, as 2026.11.28 with ``?`` for unknown digits, or with hyphens: returned with dots."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=10, **options)

    def to_internal_value(self, data: Any) -> str:
        date = super().to_internal_value(data)
        if re.fullmatch(r"[0-9?]{4}-[0-9?]{2}-[0-9?]{2}", date):
            date = date.replace("-", ".")
        try:
            check_tag("Date", date)
        except UnreadableError:
            raise serializers.ValidationError(NO_DAY) from None
        return date


class DayTextField(serializers.CharField):
    """A day as text, as 2026-11-28 or 2026.11.28: returned with hyphens."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=10, **options)

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        day = text.replace(".", "-") if re.fullmatch(r"[0-9]{4}\.[0-9]{2}\.[0-9]{2}", text) else text
        try:
            return day_of(day).isoformat()
        except ValueError:
            raise serializers.ValidationError(NO_DAY) from None
