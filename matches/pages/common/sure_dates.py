"""Ask about dates in forms that are hardly right, such as those in the years 26 and 2062, by a checkbox for each."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Final

from django import forms
from django.utils.translation import gettext as _

from matches.common.club_clock import DateDoubt, date_doubt, record_day
from matches.pages.common.dates import day_text
from matches.pages.common.entry_fields import ConfirmNamesField, set_choices

SURE: Final = "sure_dates"
"""The name of the field with the checkboxes."""


class DateQuestions:
    """The question whether the dates in ``form`` are right. ``form`` must call ``check`` when it is cleaned.

    ``fields`` are the names of date fields, and ``latest`` the last day that they take without a question. The dates
    with which the form began are not asked about: they are today's, or stored already. Without a doubt, there is no
    field.
    """

    def __init__(self, form: forms.Form, fields: Iterable[str], *, latest: date, today: date) -> None:
        self.form = form
        self.is_planned = latest > today
        self.doubts: dict[str, tuple[date, DateDoubt]] = {}
        for name in fields:
            day = self._submitted(name)
            if day is not None and day != self._initial(name):
                doubt = date_doubt(record_day(day), latest=latest, today=today)
                if doubt:
                    self.doubts[name] = day, doubt
        if self.doubts:
            days = dict.fromkeys(day for day, _doubt in self.doubts.values())
            form.fields[SURE] = ConfirmNamesField(_("An unusual date"))
            words = _("%(date)s is right")
            set_choices(form, SURE, [(day.isoformat(), words % {"date": day_text(day)}) for day in days])

    def check(self) -> None:
        """Add an error to each field whose date is in doubt and not confirmed."""
        sure = self.form.cleaned_data.get(SURE, ())
        for name, (day, doubt) in self.doubts.items():
            if day.isoformat() not in sure and name not in self.form.errors:
                ask = _("%(doubt)s Correct the date, or say below that it is right.")
                self.form.add_error(name, ask % {"doubt": self._words(day, doubt)})

    def _words(self, day: date, doubt: DateDoubt) -> str:
        if self.is_planned and doubt == "future":
            return _("%(date)s is years away.") % {"date": day_text(day)}
        return doubt_words(day_text(day), doubt)

    def _submitted(self, name: str) -> date | None:
        if not self.form.is_bound or name not in self.form.fields:
            return None
        return _day(self.form.fields[name], self.form.data.get(self.form.add_prefix(name)))

    def _initial(self, name: str) -> date | None:
        field = self.form.fields[name]
        return _day(field, self.form.get_initial_for_field(field, name))


def _day(field: forms.Field, value: object) -> date | None:
    try:
        day = field.to_python(value)
    except forms.ValidationError:
        return None
    return day if isinstance(day, date) else None


def doubt_words(day: str, doubt: DateDoubt) -> str:
    """Return a sentence on a date in doubt; ``day`` is the date in words."""
    if doubt == "old":
        return _("%(date)s is a hundred years ago or more.") % {"date": day}
    return _("%(date)s is in the future.") % {"date": day}
