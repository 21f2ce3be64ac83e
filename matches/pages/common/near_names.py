"""Ask in forms about names that look like one that is there, by a checkbox for each, so that nobody is doubled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.pages.common.entry_fields import ConfirmNamesField, NameField, set_choices
from matches.rules.names import tidy_name

SURE: Final = "sure"
"""The usual name of the field with the checkboxes."""

ON_LIST: Final = _("Nearly the same name is on the list")
IS_LISTED: Final = _("%(name)s looks like %(other)s, who is on the list. Correct it, or tick it below.")

Words: TypeAlias = str | Promise
AnyForm: TypeAlias = "forms.Form | forms.ModelForm[Any]"


class NearNames:
    """The question whether names in ``form`` are meant as typed. ``form`` must call ``check`` when it is cleaned.

    ``near`` maps each typed name in doubt to the one that it looks like. ``problem`` is the error of ``field`` about
    such a name, and ``answer`` the words beside its checkbox; both may use ``%(name)s`` and ``%(other)s``. Without a
    doubt, there is no field.
    """

    def __init__(
        self,
        form: AnyForm,
        field: str,
        near: Mapping[str, str],
        *,
        label: Words = ON_LIST,
        problem: Words = IS_LISTED,
        answer: Words,
        sure: str = SURE,
    ) -> None:
        self.form = form
        self.field = field
        self.near = near
        self.problem = problem
        self.sure = sure
        form.fields.pop(sure, None)
        if near:
            form.fields[sure] = ConfirmNamesField(label)
            choices = [(name, answer % {"name": name, "other": other}) for name, other in near.items()]
            set_choices(form, sure, choices)

    def check(self) -> None:
        """Add an error to the field for each name in doubt that is not confirmed."""
        confirmed = self.form.cleaned_data.get(self.sure, ())
        for name, other in self.near.items():
            if name not in confirmed:
                self.form.add_error(self.field, self.problem % {"name": name, "other": other})


class NearNamesMixin(forms.BaseForm):
    """A form with one such question, ``near``, which it asks when it is cleaned."""

    near: NearNames

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        self.near.check()
        return data


def near_typed(form: AnyForm, field: str, find: Callable[[str], str]) -> dict[str, str]:
    """Return ``{typed name: similar name}`` for the name that was sent in ``field``, or {} if there is no doubt.

    ``find`` returns the name that another looks like, or an empty string. The name with which the form began is not
    asked about.
    """
    if not form.is_bound or field not in form.fields:
        return {}
    before = form.get_initial_for_field(form.fields[field], field)
    typed = tidy_name(str(form.data.get(form.add_prefix(field), "")))
    name = NameField.original_if_same(typed, before)
    if not name or name == before:
        return {}
    other = find(name)
    return {name: other} if other else {}
