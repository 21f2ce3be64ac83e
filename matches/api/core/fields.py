"""Members of representations and bodies that the framework has no field for."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any, Final

from django.core.validators import ProhibitNullCharactersValidator, RegexValidator
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.core.filters import OF_EVERY_LIST
from matches.api.core.strict_types import fault_of_member, fault_of_parameter
from matches.clubs.players import NAME_LENGTH
from matches.common.clean_names import blank_name_words, tidy_name

MOST_UNKNOWN: Final = 100
"""Members that a body has and can't have, as far as they are told."""
PAIR_SCHEMA = {
    "type": "array",
    "items": {"type": "integer", "minimum": 0},
    "minItems": 2,
    "maxItems": 2,
    "description": "A's and B's.",
}


class Body(serializers.Serializer[Any]):
    """A request's body: an object with these members and no others, so that no slip of the pen goes unseen."""

    default_error_messages = {"unknown": _("There is no such member here.")}  # noqa: RUF012

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


class Query(serializers.Serializer[Any]):
    """The parameters in an address that one call takes; those of every list are read elsewhere."""

    default_error_messages = {"unknown": _("There is no such parameter here.")}  # noqa: RUF012

    def to_internal_value(self, data: Any) -> Any:
        for name in data:
            if name not in self.fields and name not in OF_EVERY_LIST:
                raise serializers.ValidationError({name: [str(self.error_messages["unknown"])]})
        for name, member in self.fields.items():
            if name in data and (fault := fault_of_parameter(member, data[name])):
                raise serializers.ValidationError({name: fault})
        return super().to_internal_value(data)


@extend_schema_field({**PAIR_SCHEMA, "nullable": True})
class PairShown(serializers.Field[Any, Any, Any, Any]):
    """Two columns, ``_a`` and ``_b``, as one pair; null where they are not known."""

    def __init__(self, columns: str, **options: Any) -> None:
        self.columns = columns
        super().__init__(source="*", read_only=True, **options)

    def to_representation(self, value: Any) -> list[int] | None:
        first = getattr(value, f"{self.columns}_a")
        return None if first is None else [first, getattr(value, f"{self.columns}_b")]


@extend_schema_field({"type": "string", "nullable": True})
class TextOrNull(serializers.CharField):
    """Text of which the empty one means that there is none."""

    def __init__(self, **options: Any) -> None:
        super().__init__(read_only=True, **options)

    def to_representation(self, value: Any) -> Any:
        return value or None


@extend_schema_field({"type": "string", "enum": ["A", "B", None], "nullable": True})
class SeatShown(TextOrNull):
    """``A`` or ``B``, null for neither."""


@extend_schema_field(PAIR_SCHEMA)
class Pair(serializers.ListField):
    """``[2, 1]``: A's first."""

    child = serializers.IntegerField(min_value=0, max_value=99)

    def __init__(self, **options: Any) -> None:
        super().__init__(min_length=2, max_length=2, **options)


class TypedName(serializers.CharField):
    """A name as pages take it, too: kept as ``tidy_name`` leaves it, and refused where nothing of it can be seen.

    ``pattern`` is what the name has to match as it was sent. One of several lines is left as it is, to be refused or
    tidied by whoever knows what it is for. Of the values of tags (``is_for_tag``) those with another end of a line than
    LF and CR are refused here, since the notation takes them for one line.
    """

    def __init__(
        self,
        *,
        max_length: int = NAME_LENGTH,
        pattern: RegexValidator | None = None,
        is_for_tag: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(max_length=max_length, **options)
        self.pattern = pattern
        self.is_for_tag = is_for_tag
        if pattern is not None:
            # For the document: what is left of the name matches in any case.
            self.validators.append(pattern)

    def to_internal_value(self, data: Any) -> str:
        written = super().to_internal_value(data)
        ProhibitNullCharactersValidator()(written)
        if self.pattern is not None:
            self.pattern(written)
        tidy = tidy_name(written)
        if written.strip() and not tidy:
            raise serializers.ValidationError(blank_name_words(is_required=not self.allow_blank))
        if len(written.splitlines()) <= 1:
            return tidy
        if self.is_for_tag and not re.search(r"[\n\r]", written):
            raise serializers.ValidationError(_("The name has to stand on one line."))
        return written


class PublicIdField(serializers.CharField):
    """The public id of something."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_length=14, max_length=14, **options)
