"""Filters for lists, based on django-filter.

The filter sets reject unknown and empty parameters, and describe their parameters for the OpenAPI document.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any, Final, TypeVar

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db.models import Model, QuerySet
from django.utils.translation import gettext_lazy as _
from django_filters import CharFilter, ChoiceFilter, Filter, FilterSet, TypedChoiceFilter
from rest_framework.request import Request

from matches.api.core.errors import invalid_parameter
from matches.common.club_clock import was_played
from matches.common.names import similar_names
from matches.models.ids import PUBLIC_ID_LENGTH

__all__ = [
    "CharFilter",
    "ChoiceFilter",
    "DayFilter",
    "Filters",
    "PlayedFilter",
    "PublicIdFilter",
    "SimilarNameFilter",
    "WholeFilter",
    "YesNoFilter",
    "one_of",
    "parameters_of",
]

Row = TypeVar("Row", bound=Model)

OF_EVERY_LIST: Final = frozenset({"cursor", "page_size", "fields", "order", "_"})
"""Parameters that every list accepts and that are read elsewhere, or, as ``_``, nowhere.

Libraries of browsers add ``_`` with the time, so that no cache answers.
"""
SIMILAR_TO: Final = (
    "Only those with this name in any spelling, or with one that differs by a letter. Look here before you add or"
    " rename one."
)
"""The meaning of the parameter ``similar_to`` in every list that has it."""
MOST_SIMILAR: Final = 200
"""The largest number of similar names that are looked for."""
_PUBLIC_ID: Final = rf"[0-9a-z]{{{PUBLIC_ID_LENGTH}}}"


class Filters(FilterSet):
    """The optional query parameters of one list. An unknown or empty parameter is an error."""

    @classmethod
    def apply(cls, request: Request, rows: QuerySet[Row]) -> QuerySet[Row]:
        """Return the rows that match the query. Raises ``ApiError`` for an invalid parameter."""
        values = {
            name: value for name, value in request.query_params.dict().items() if name not in OF_EVERY_LIST
        }
        if not values:
            return rows
        for name, value in values.items():
            if name not in cls.base_filters:
                raise invalid_parameter(name, _("Unknown parameter."))
            if value == "":
                raise invalid_parameter(name, _("Give a value, or leave out the parameter."))
        bound = cls(data=values, queryset=rows)
        for name, faults in bound.errors.items():
            raise invalid_parameter(name, str(faults[0]))
        narrowed: QuerySet[Row] = bound.qs
        return narrowed


class PublicIdFilter(CharFilter):
    """Filter rows by a public id, such as the id of an event."""

    def __init__(self, field_name: str, **options: Any) -> None:
        checks = [RegexValidator(rf"\A{_PUBLIC_ID}\Z", _("This is not an id."))]
        super().__init__(field_name, validators=checks, **options)


NO_DAY: Final = _("Write a date as in 2026-11-21.")


def day_of(text: str) -> date:
    """Parse an existing day written as YYYY-MM-DD in ASCII digits, or raise ``ValueError``."""
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        raise ValueError(text)
    return date.fromisoformat(text)


class _DayField(forms.CharField):
    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        if not text:
            return None
        try:
            return day_of(text)
        except ValueError:
            raise ValidationError(NO_DAY) from None


class DayFilter(Filter):
    """Filter rows by a day. The format is YYYY-MM-DD in every language."""

    field_class = _DayField


class PlayedFilter(DayFilter):
    """Filter rubbers by the date in their records. A date with an unknown part never matches."""

    def filter(self, qs: Any, value: Any) -> Any:
        if not value:
            return qs
        return qs.filter(was_played(self.lookup_expr, value, column=str(self.field_name)))


class _WholeField(forms.CharField):
    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        if not text:
            return None
        if not re.fullmatch(r"[0-9]{1,9}", text):
            raise ValidationError(_("Must be a whole number."))
        return int(text)


class WholeFilter(Filter):
    """Filter by a whole number from 0 to 999,999,999."""

    field_class = _WholeField


class SimilarNameFilter(CharFilter):
    """Filter rows by a ``name`` that is the value in any spelling, or that differs from it by a letter."""

    def filter(self, qs: Any, value: Any) -> Any:
        if not value:
            return qs
        names = similar_names(value, qs.order_by().values_list("name", flat=True).distinct())
        return qs.filter(name__in=names[:MOST_SIMILAR])


class YesNoFilter(TypedChoiceFilter):
    """Filter by ``true`` or ``false``."""

    def __init__(self, field_name: str, **options: Any) -> None:
        choices = [("true", "true"), ("false", "false")]
        super().__init__(field_name, choices=choices, coerce=lambda text: text == "true", **options)

    def filter(self, qs: Any, value: Any) -> Any:
        # django-filter treats False as a parameter that was not given.
        return qs if value in ("", None) else qs.filter(**{f"{self.field_name}__{self.lookup_expr}": value})


def one_of(values: Sequence[str]) -> list[tuple[str, str]]:
    """Return the ``choices`` of a ``ChoiceFilter``. Each value is also its own label."""
    return [(value, value) for value in values]


def parameters_of(filters: type[Filters]) -> list[dict[str, Any]]:
    """Return the OpenAPI descriptions of the query parameters of the filter set ``filters``."""
    return [
        {
            "name": name,
            "in": "query",
            "description": str(each.extra.get("help_text", "")),
            "schema": next(shape(each) for kind, shape in _SHAPES.items() if isinstance(each, kind)),
        }
        for name, each in filters.base_filters.items()
    ]


_SHAPES: Final[Mapping[type[Filter], Callable[[Any], dict[str, Any]]]] = {
    PublicIdFilter: lambda each: {"type": "string", "pattern": f"^{_PUBLIC_ID}$"},
    DayFilter: lambda each: {"type": "string", "format": "date"},
    WholeFilter: lambda each: {"type": "integer", "minimum": 0, "maximum": 999_999_999},
    YesNoFilter: lambda each: {"type": "boolean"},
    ChoiceFilter: lambda each: {"type": "string", "enum": [value for value, _words in each.extra["choices"]]},
    CharFilter: lambda each: {"type": "string", "minLength": 1, "pattern": r"^[^\x00]+$"},
}
"""The schema for each type of filter; the first type that matches is used."""
