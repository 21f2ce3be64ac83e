"""The form that opens a pool or a French table."""

from __future__ import annotations

from typing import Any, Final, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.clubs.queries.known_names import players_typed
from matches.common.clean_names import tidy_name
from matches.common.idempotency import KEY_LENGTH
from matches.models import Club, Event
from matches.pages.common.fields import NameField, NamesField, offer
from matches.pages.sittings.customs import USUAL_CHOICE, custom_choices, pool_terms
from matches.pages.sittings.money_field import MoneyField
from matches.rules.sittings.facts import SittingKind
from matches.sittings.open_sitting import NewSitting
from matches.sittings.queries import events_of_tables

EVENTS_OFFERED: Final = 30
MOST_NAMES: Final = 40
NAMES_LENGTH: Final = 4_000


class CustomField(forms.ChoiceField):
    """The custom of a pool. A form without a choice, as of a French table, means the usual one."""

    def clean(self, value: Any) -> Any:
        return super().clean(value or USUAL_CHOICE)


class OpeningForm(forms.Form):
    """``key`` is the form's own. New names are asked about once they are known to be new."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=KEY_LENGTH)
    kind = forms.ChoiceField(
        label=gettext_lazy("What is played"),
        widget=forms.RadioSelect,
        choices=[
            ("pool", gettext_lazy("a pool: three play in turn, two games running take it")),
            ("french", gettext_lazy("a French table: the others bet, the loser goes out")),
        ],
        initial="pool",
    )
    name = NameField(label=gettext_lazy("Name of the table"))
    custom = CustomField(
        label=gettext_lazy("How a pool grows"), widget=forms.RadioSelect, initial=USUAL_CHOICE
    )
    event = forms.ChoiceField(
        label=gettext_lazy("Event"),
        required=False,
        help_text=gettext_lazy("Where its games count; outside any event they count for the players alone."),
    )
    names = NamesField(
        label=gettext_lazy("Who is at the table"),
        required=False,
        max_length=NAMES_LENGTH,
        widget=forms.Textarea({"rows": 4}),
        help_text=gettext_lazy(
            "A name on each line, in the order in which they came. Others can come later."
        ),
    )
    are_new = forms.BooleanField(label=gettext_lazy("Put them on the club's list"), required=False)

    field_order = ("kind", "name", "stake", "custom", "event", "names", "are_new")

    def __init__(self, *args: Any, club: Club, **options: Any) -> None:
        super().__init__(*args, **options)
        self.club = club
        self.fields["stake"] = MoneyField(
            club.currency,
            label=_("Stake"),
            help_text=_("What each puts into a pool; at a French table the least that is staked."),
        )
        offer(self, "custom", custom_choices(club.currency))
        self.order_fields(self.field_order)
        self._events = {
            event.public_id: event for event in events_of_tables(club).order_by("-pk")[:EVENTS_OFFERED]
        }
        offer(
            self,
            "event",
            [("", _("outside any event")), *((key, each.name) for key, each in self._events.items())],
        )
        self._are_new = self.fields["are_new"]
        if not self.data.get("are_new"):
            del self.fields["are_new"]

    def clean_names(self) -> list[str]:
        names = [line for line in self.cleaned_data["names"].splitlines() if tidy_name(line)]
        if len(names) > MOST_NAMES:
            raise forms.ValidationError(_("Name %(most)s people at a time at most.") % {"most": MOST_NAMES})
        return names

    def clean(self) -> dict[str, Any]:
        told = super().clean() or self.cleaned_data
        if "names" in told and not told.get("are_new"):
            known = players_typed(self.club, told["names"])
            if unknown := [tidy for name in told["names"] if (tidy := tidy_name(name)) not in known]:
                self.ask_if_new(
                    _("Nobody of the club is called %(names)s. Correct the name, or tick that they are new.")
                    % {"names": ", ".join(name[:60] for name in unknown)}
                )
        return told

    def ask_if_new(self, problem: str) -> None:
        """Say that there are names that nobody has, and ask whether they are new."""
        self.fields["are_new"] = self._are_new
        self.add_error("are_new", problem)

    def said(self) -> NewSitting:
        """What a form found in order says."""
        told = self.cleaned_data
        kind = cast(SittingKind, told["kind"])
        terms: dict[str, Any] = {"least": told["stake"]}
        if kind == "pool":
            terms = pool_terms(told["stake"], told["custom"])
        event: Event | None = self._events.get(told["event"])
        names = tuple(told["names"])
        new = frozenset(names) if told.get("are_new") else frozenset()
        return NewSitting(kind=kind, name=told["name"], terms=terms, event=event, names=names, new=new)
