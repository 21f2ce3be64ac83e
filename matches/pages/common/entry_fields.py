"""Form fields for entering results: a pair of numbers, names, and new names that the user must confirm."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.core.validators import MaxLengthValidator, MaxValueValidator, MinValueValidator, RegexValidator
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.common.commands import KEY_LENGTH
from matches.common.names import blank_name_words
from matches.rules.names import tidy_name
from matches.rules.typed_names import TypedLine, typed_lines
from scoring.record import Pair

TEXT_LENGTH: Final = 200
ONE_LINE: Final = RegexValidator(
    r"[\x00-\x1f\x7f\x85\u2028\u2029]",
    _("Use one line, without control characters."),
    inverse_match=True,
)


class SuggestionInput(forms.TextInput):
    """A text input with suggestions, from which the user may pick one or type another text.

    A form sets ``widget.suggestions``, an iterable that is read when the field is rendered, so that
    validating a form runs no query.
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


class DayInput(forms.DateInput):
    """A date input that opens the browser's calendar and shows the day in the reader's own format."""

    input_type = "date"

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        # Browsers accept only this format as the value of such a field, whatever the language of the page.
        super().__init__(attrs, format="%Y-%m-%d")


class InlineRadioSelect(forms.RadioSelect):
    """Radio buttons for short choices, as many in a row as fit."""

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        context["widget"]["attrs"]["class"] = "in-row"
        return context


class PairInput(forms.MultiWidget):
    """A widget with two number inputs side by side: one for player A's number, one for player B's."""

    template_name = "common/widgets/pair.html"

    def __init__(self, most: int) -> None:
        attrs = {"min": 0, "max": most, "inputmode": "numeric"}
        super().__init__([forms.NumberInput(attrs), forms.NumberInput(attrs)])
        self.names = ("A", "B")

    def decompress(self, value: Pair | None) -> list[int | None]:
        return [None, None] if value is None else list(value)

    def call_sides(self, names: tuple[str, str]) -> None:
        """Set the accessible label of each of the two inputs to the name of A or of B."""
        for widget, name in zip(self.widgets, names, strict=True):
            widget.attrs["aria-label"] = name
        self.names = names

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        drawn = context["widget"]
        drawn["sides"] = list(zip(drawn["subwidgets"], self.names, strict=True))
        return context


class PairField(forms.MultiValueField):
    """A field for two whole numbers from 0 to ``most``, such as ``(2, 1)``; None if both inputs are empty."""

    def __init__(self, *, most: int, **options: Any) -> None:
        limits = [MinValueValidator(0), MaxValueValidator(most)]
        figures = [forms.IntegerField(required=False, validators=limits) for _side in "AB"]
        super().__init__(figures, widget=PairInput(most), required=False, require_all_fields=False, **options)

    def compress(self, data_list: Sequence[int | None]) -> Pair | None:
        if not data_list or all(figure is None for figure in data_list):
            return None
        first, second = data_list
        if first is None or second is None:
            raise forms.ValidationError(_("Enter both numbers, 0 for none."), code="one_figure")
        return first, second


class NameField(forms.CharField):
    """A field for the name of a person, a club, an event or a table, cleaned by ``tidy_name``.

    A name without a visible character is invalid. One that equals the initial value after cleaning gives the
    initial value: names from files are stored exactly.
    """

    def __init__(self, *, max_length: int = TEXT_LENGTH, **options: Any) -> None:
        super().__init__(max_length=max_length, validators=[ONE_LINE], **options)
        self._most = MaxLengthValidator(max_length)

    def clean(self, value: Any) -> str:
        written = str(super().clean(value))
        tidy = tidy_name(written)
        if written and not tidy:
            raise forms.ValidationError(blank_name_words(is_required=self.required), code="required")
        # In its composed form a name may have more characters than were sent.
        self._most(tidy)
        return tidy

    def _clean_bound_field(self, field: forms.BoundField) -> str:
        name: str = super()._clean_bound_field(field)  # type: ignore[misc]
        return self.original_if_same(name, field.initial)

    @staticmethod
    def original_if_same(name: str, before: Any) -> str:
        """Return the stored name ``before`` if it tidies to the same as ``name``, otherwise ``name``."""
        return before if isinstance(before, str) and tidy_name(before) == tidy_name(name) else name


class NamesField(forms.CharField):
    """A field for names of people, one a line; ``typed_names`` reads them, with numbers and bullets left out.

    A line that is not blank but has no visible character is an error. So is one with more than a name: an address or
    a telephone number in a pasted list would become a public name.
    """

    widget = forms.Textarea

    def validate(self, value: str) -> None:
        super().validate(value)
        if problems := [more_than_name_words(line) for line in typed_lines(value) if line.holds_more]:
            raise forms.ValidationError(problems[:MOST_PROBLEMS])
        for number, line in enumerate(value.splitlines(), start=1):
            if line.strip() and not tidy_name(line):
                message = _("Line %(number)s looks empty. Enter a name or delete the line.")
                raise forms.ValidationError(message, params={"number": number})


MOST_PROBLEMS: Final = 5


def more_than_name_words(line: TypedLine) -> str:
    text = _("Line %(number)s has more than a name: %(line)s. Leave only the name, one a line.")
    return text % {"number": line.number, "line": " ".join(line.text.split())[:60]}


def typed_names(text: object) -> list[str]:
    """Return the names in a ``NamesField``, as typed but for numbering. Lines with more than a name are left out."""
    return [line.text for line in typed_lines(str(text)) if not line.holds_more]


class ConfirmNamesField(forms.MultipleChoiceField):
    """A checkbox for each new name, so that a misspelled name does not create a player.

    The form validates that all boxes are ticked, because only it knows what each name is for. Ticks for names
    that it no longer asks about are ignored.
    """

    widget = forms.CheckboxSelectMultiple

    def __init__(self, label: Any, **options: Any) -> None:
        super().__init__(label=label, **options)

    def validate(self, value: Sequence[str]) -> None:
        pass


class NewRubberForm(forms.Form):
    """A form for a new rubber, created once for each ``key``. It asks whether it differs from a similar stored one."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=KEY_LENGTH)
    is_another = forms.BooleanField(
        label=_("This is another rubber: they met twice on this occasion"), required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._another = self.fields["is_another"]
        if not self.data.get("is_another"):
            del self.fields["is_another"]

    def ask_if_another(self, problem: str) -> None:
        """Add the checkbox "this is another rubber" to the form, with ``problem`` as the checkbox's error."""
        self.fields["is_another"] = self._another
        self.add_error("is_another", problem)


def suggestion_input(suggestions: Sequence[str] = (), **attrs: Any) -> SuggestionInput:
    return SuggestionInput(attrs=attrs, suggestions=suggestions)


def set_choices(form: forms.BaseForm, name: str, choices: Sequence[tuple[str | int, str | Promise]]) -> None:
    """Set the choices of the form's field ``name``; do nothing if it is not a choice field."""
    field = form.fields[name]
    if isinstance(field, forms.ChoiceField):
        field.choices = choices


def call_sides(form: forms.Form, name: str, names: tuple[str, str]) -> None:
    """Label the two inputs of the form's ``PairField`` called ``name`` with the names of A and B."""
    widget = form.fields[name].widget
    if isinstance(widget, PairInput):
        widget.call_sides(names)


@dataclass(frozen=True, slots=True)
class Group:
    """Form fields in rows under a title. If ``is_rare``, it is collapsed unless a field was filled in."""

    title: str
    rows: list[list[forms.BoundField]]
    is_rare: bool = False

    @property
    def is_open(self) -> bool:
        """Whether the group is expanded, because one of its fields was filled in or has an error."""
        return any(
            field.errors or (field.form.is_bound and field.name in field.form.changed_data)
            for row in self.rows
            for field in row
        )


def group(form: forms.Form, title: str, *rows: tuple[str, ...], is_rare: bool = False) -> Group:
    """Return a group with the fields named in ``rows``. Fields that the form lacks, and empty rows, are left out."""
    bound = [[form[name] for name in row if name in form.fields] for row in rows]
    return Group(title, [row for row in bound if row], is_rare)
