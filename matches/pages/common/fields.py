"""Fields of the forms for entry: a pair of figures, names, names to be sure about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.core.validators import MaxLengthValidator, MaxValueValidator, MinValueValidator, RegexValidator
from django.utils.translation import gettext_lazy as _

from matches.common.clean_names import blank_name_words, tidy_name
from matches.common.idempotency import KEY_LENGTH
from matches.pages.common.widgets import Suggested
from scoring.record import Pair

TEXT_LENGTH: Final = 200
ONE_LINE: Final = RegexValidator(
    r"[\x00-\x1f\x7f\x85\u2028\u2029]",
    _("Write this on one line, without control characters."),
    inverse_match=True,
)


class PairInput(forms.MultiWidget):
    """Two figures side by side, A's and B's."""

    template_name = "common/widgets/pair.html"

    def __init__(self, most: int) -> None:
        attrs = {"min": 0, "max": most, "inputmode": "numeric"}
        super().__init__([forms.NumberInput(attrs), forms.NumberInput(attrs)])
        self.names = ("A", "B")

    def decompress(self, value: Pair | None) -> list[int | None]:
        return [None, None] if value is None else list(value)

    def call_sides(self, names: tuple[str, str]) -> None:
        """Say whose figure is whose."""
        for widget, name in zip(self.widgets, names, strict=True):
            widget.attrs["aria-label"] = name
        self.names = names

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        drawn = context["widget"]
        drawn["sides"] = list(zip(drawn["subwidgets"], self.names, strict=True))
        return context


class PairField(forms.MultiValueField):
    """Two whole numbers from 0 to ``most``, or none of both: ``(2, 1)`` or None."""

    def __init__(self, *, most: int, **options: Any) -> None:
        limits = [MinValueValidator(0), MaxValueValidator(most)]
        figures = [forms.IntegerField(required=False, validators=limits) for _side in "AB"]
        super().__init__(figures, widget=PairInput(most), required=False, require_all_fields=False, **options)

    def compress(self, data_list: Sequence[int | None]) -> Pair | None:
        if not data_list or all(figure is None for figure in data_list):
            return None
        first, second = data_list
        if first is None or second is None:
            raise forms.ValidationError(_("Write both figures, 0 where there is nothing."), code="one_figure")
        return first, second


class NameField(forms.CharField):
    """The name of a person, a club, an event, a table, as ``tidy_name`` keeps it.

    A name in which nothing can be seen is refused. One that is sent as it was shown stays as it is: it may have come
    from a file, which is kept letter by letter.
    """

    def __init__(self, *, max_length: int = TEXT_LENGTH, **options: Any) -> None:
        super().__init__(max_length=max_length, validators=[ONE_LINE], **options)
        self._most = MaxLengthValidator(max_length)

    def clean(self, value: Any) -> str:
        written = str(super().clean(value))
        tidy = tidy_name(written)
        if written and not tidy:
            raise forms.ValidationError(blank_name_words(is_required=self.required), code="required")
        # A letter in its one form may be more characters than it was sent as.
        self._most(tidy)
        return tidy

    def _clean_bound_field(self, field: forms.BoundField) -> str:
        name: str = super()._clean_bound_field(field)  # type: ignore[misc]
        return self.kept(name, field.initial)

    @staticmethod
    def kept(name: str, before: Any) -> str:
        """Return the name ``before``, which the form was shown with, where ``name`` is no other."""
        return before if isinstance(before, str) and tidy_name(before) == tidy_name(name) else name


class NamesField(forms.CharField):
    """Names, one a line. A line in which something stands and nothing can be seen is refused."""

    widget = forms.Textarea

    def validate(self, value: str) -> None:
        super().validate(value)
        for number, line in enumerate(value.splitlines(), start=1):
            if line.strip() and not tidy_name(line):
                told = _("There is nothing to see in line %(number)s. Write a name there, or take it out.")
                raise forms.ValidationError(told, params={"number": number})


class SureOfField(forms.MultipleChoiceField):
    """New names, one to tick each: so that a slip of the pen puts nobody on a list.

    Whether all are ticked is for the form to judge, which knows what each is about. Ticks for names that are no
    longer asked about count for nothing.
    """

    widget = forms.CheckboxSelectMultiple

    def __init__(self, label: Any, **options: Any) -> None:
        super().__init__(label=label, **options)

    def validate(self, value: Sequence[str]) -> None:
        pass


class NewRubberForm(forms.Form):
    """``key`` is the form's own, so that the same form sent twice is one entry.

    Whether the rubber is another than one that is here is asked only once that is in doubt.
    """

    key = forms.CharField(widget=forms.HiddenInput, max_length=KEY_LENGTH)
    is_another = forms.BooleanField(
        label=_("This is another rubber: the two met twice on this occasion"), required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._another = self.fields["is_another"]
        if not self.data.get("is_another"):
            del self.fields["is_another"]

    def ask_if_another(self, problem: str) -> None:
        """Say that such a rubber is here, and ask whether this one is another."""
        self.fields["is_another"] = self._another
        self.add_error("is_another", problem)


def suggested(suggestions: Sequence[str] = (), **attrs: Any) -> Suggested:
    return Suggested(attrs=attrs, suggestions=suggestions)


def offer(form: forms.Form, name: str, choices: Sequence[tuple[str | int, str]]) -> None:
    """Give the field ``name`` of one form its choices."""
    field = form.fields[name]
    if isinstance(field, forms.ChoiceField):
        field.choices = choices


def call_sides(form: forms.Form, name: str, names: tuple[str, str]) -> None:
    """Say whose figures the pair ``name`` holds."""
    widget = form.fields[name].widget
    if isinstance(widget, PairInput):
        widget.call_sides(names)


@dataclass(frozen=True, slots=True)
class Group:
    """Fields that a form shows together, a row of them at a time.

    What is seldom asked for (``is_rare``) is folded away, unless something of it was filled in.
    """

    title: str
    rows: list[list[forms.BoundField]]
    is_rare: bool = False

    @property
    def is_open(self) -> bool:
        """Whether one of its fields was filled in, or needs another look."""
        return any(
            field.errors or (field.form.is_bound and field.name in field.form.changed_data)
            for row in self.rows
            for field in row
        )


def group(form: forms.Form, title: str, *rows: tuple[str, ...], is_rare: bool = False) -> Group:
    """The fields of these names, as far as the form has them."""
    found = [[form[name] for name in row if name in form.fields] for row in rows]
    return Group(title, [row for row in found if row], is_rare)
