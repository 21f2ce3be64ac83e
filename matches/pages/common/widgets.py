"""Widgets that Django lacks: a text field with suggestions, a day from the browser's own calendar, choices in a row."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms


class Suggested(forms.TextInput):
    """A text field that suggests: the reader may take a suggestion or write something else.

    A form sets its own: ``form.fields["player"].widget.suggestions = names``. Any iterable of texts will do;
    it is read when the field is rendered, so that a query is not asked for by a form that is only checked.
    """

    template_name = "common/widgets/suggested.html"

    def __init__(self, attrs: dict[str, Any] | None = None, suggestions: Iterable[str] = ()) -> None:
        super().__init__({"autocomplete": "off", **(attrs or {})})
        self.suggestions = suggestions

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        drawn = context["widget"]
        drawn["attrs"]["list"] = f"{drawn['attrs'].get('id') or name}_list"
        drawn["suggestions"] = list(self.suggestions)
        return context


class Day(forms.DateInput):
    """A day chosen in the browser's own calendar, which shows it as its owner writes dates."""

    input_type = "date"

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        # The only form that browsers read in such a field, whatever the language of the page.
        super().__init__(attrs, format="%Y-%m-%d")


class InRow(forms.RadioSelect):
    """Short choices side by side, as many as there is room for."""

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        context["widget"]["attrs"]["class"] = "in-row"
        return context
