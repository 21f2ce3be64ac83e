"""What lists may be narrowed by: sets of django-filter, read strictly and told in the document."""

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

from matches.api.core.errors import wrong_parameter
from matches.models.ids import PUBLIC_ID_LENGTH

__all__ = [
    "CharFilter",
    "ChoiceFilter",
    "DayFilter",
    "Filters",
    "PlayedFilter",
    "PublicIdFilter",
    "WholeFilter",
    "YesNoFilter",
    "one_of",
    "parameters_of",
]

Row = TypeVar("Row", bound=Model)

OF_EVERY_LIST: Final = frozenset({"cursor", "page_size", "fields", "order"})
"""Parameters that are read elsewhere."""
_PUBLIC_ID: Final = rf"[0-9a-z]{{{PUBLIC_ID_LENGTH}}}"


class Filters(FilterSet):
    """The parameters that one list takes. Each may be left out; none may be empty, and no other is let pass."""

    @classmethod
    def narrowed(cls, request: Request, rows: QuerySet[Row]) -> QuerySet[Row]:
        """The rows that the address asks for. Raises ``ApiError`` for what makes no sense."""
        asked = {
            name: value for name, value in request.query_params.dict().items() if name not in OF_EVERY_LIST
        }
        if not asked:
            return rows
        for name, value in asked.items():
            if name not in cls.base_filters:
                raise wrong_parameter(name, _("There is no such parameter here."))
            if value == "":
                raise wrong_parameter(name, _("Give a value, or leave the parameter out."))
        asking = cls(data=asked, queryset=rows)
        for name, faults in asking.errors.items():
            raise wrong_parameter(name, str(faults[0]))
        narrowed: QuerySet[Row] = asking.qs
        return narrowed


class PublicIdFilter(CharFilter):
    """By the public id of something."""

    def __init__(self, field_name: str, **options: Any) -> None:
        checks = [RegexValidator(rf"\A{_PUBLIC_ID}\Z", _("That is no id."))]
        super().__init__(field_name, validators=checks, **options)


NO_DAY: Final = _("A day is written 2026-11-21.")


def day_of(text: str) -> date:
    """The day that is written so, in full and in ASCII. Raises ``ValueError``, also for one that there is not."""
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
    """By a day, whatever the reader's language: 2026-11-21."""

    field_class = _DayField


class PlayedFilter(DayFilter):
    """By the day that a record has (``2026.11.14``); one of which a part is not known is on no side of any day."""

    def filter(self, qs: Any, value: Any) -> Any:
        if not value:
            return qs
        # Not by %Y, which writes a year before 1000 shorter: as text it then stands behind all the others.
        bound = {f"{self.field_name}__{self.lookup_expr}": value.isoformat().replace("-", ".")}
        column = str(self.field_name)
        return qs.filter(**bound).exclude(**{column: ""}).exclude(**{f"{column}__contains": "?"})


class _WholeField(forms.CharField):
    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        if not text:
            return None
        if not re.fullmatch(r"[0-9]{1,9}", text):
            raise ValidationError(_("A whole number, please."))
        return int(text)


class WholeFilter(Filter):
    """By a whole number, from 0 to 999,999,999."""

    field_class = _WholeField


class YesNoFilter(TypedChoiceFilter):
    """``true`` or ``false``."""

    def __init__(self, field_name: str, **options: Any) -> None:
        choices = [("true", "true"), ("false", "false")]
        super().__init__(field_name, choices=choices, coerce=lambda text: text == "true", **options)

    def filter(self, qs: Any, value: Any) -> Any:
        # The library takes False for nothing asked.
        return qs if value in ("", None) else qs.filter(**{f"{self.field_name}__{self.lookup_expr}": value})


def one_of(values: Sequence[str]) -> list[tuple[str, str]]:
    """Choices of a ``ChoiceFilter``, each under its own name."""
    return [(value, value) for value in values]


def parameters_of(filters: type[Filters]) -> list[dict[str, Any]]:
    """The filters as the document tells of them."""
    return [
        {
            "name": name,
            "in": "query",
            "description": str(each.extra.get("help_text", "")),
            "schema": _schema_of(each),
        }
        for name, each in filters.base_filters.items()
    ]


def _schema_of(each: Filter) -> dict[str, Any]:
    return next(shape(each) for kind, shape in _SHAPES.items() if isinstance(each, kind))


_SHAPES: Final[Mapping[type[Filter], Callable[[Any], dict[str, Any]]]] = {
    PublicIdFilter: lambda each: {"type": "string", "pattern": f"^{_PUBLIC_ID}$"},
    DayFilter: lambda each: {"type": "string", "format": "date"},
    WholeFilter: lambda each: {"type": "integer", "minimum": 0, "maximum": 999_999_999},
    YesNoFilter: lambda each: {"type": "boolean"},
    ChoiceFilter: lambda each: {"type": "string", "enum": [value for value, _words in each.extra["choices"]]},
    CharFilter: lambda each: {"type": "string", "minLength": 1, "pattern": r"^[^\x00]+$"},
}
"""The first that a filter is one of."""
