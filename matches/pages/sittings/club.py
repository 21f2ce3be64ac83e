"""Serve the pages beside the tables: a club's list, the form that opens a table, and the handbook's chapter."""

from __future__ import annotations

from typing import Any, Final, cast

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from matches.clubs.errors import PeopleError
from matches.clubs.find_by_name import names_nearly_listed, players_typed
from matches.common.commands import KEY_LENGTH, CommandContext, new_key
from matches.models import Club, Event
from matches.pages.common.club_context import acting_user, get_club, require
from matches.pages.common.entry_fields import NameField, NamesField, set_choices, typed_names
from matches.pages.common.listing import listing
from matches.pages.common.navigation import Crumb, club_crumb
from matches.pages.common.rubber_context import submission_key
from matches.pages.sittings.fields import USUAL_CHOICE, MoneyField, custom_choices, pool_terms
from matches.rules.names import tidy_name
from matches.rules.sittings.act_errors import SittingActError
from matches.rules.sittings.facts import SittingKind
from matches.sittings.errors import NewNameError, SittingChangeError
from matches.sittings.queries import club_sittings, events_of_tables
from matches.sittings.record_facts import NewSitting, open_sitting
from matches.sittings.words import WordingContext, error_words

EVENTS_OFFERED: Final = 30
MOST_NAMES: Final = 40
NAMES_LENGTH: Final = 4_000


class CustomField(forms.ChoiceField):
    """The custom by which a pool grows; an empty value, as of a French table, means the default."""

    def clean(self, value: Any) -> Any:
        return super().clean(value or USUAL_CHOICE)


class OpeningForm(forms.Form):
    """The form that opens a pool or a French table; it asks about names unknown in the club."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=KEY_LENGTH)
    kind = forms.ChoiceField(
        label=gettext_lazy("What is played"),
        widget=forms.RadioSelect,
        choices=[
            ("pool", gettext_lazy("a pool: three play in turn, two games in a row win it")),
            ("french", gettext_lazy("a French table: others bet, the loser goes out")),
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
        help_text=gettext_lazy("Where its games count. Friendly games count only for the players."),
    )
    names = NamesField(
        label=gettext_lazy("Who is at the table"),
        required=False,
        max_length=NAMES_LENGTH,
        widget=forms.Textarea({"rows": 4}),
        help_text=gettext_lazy("One name per line, in the order of arrival. You can add others later."),
    )
    are_new = forms.BooleanField(label=gettext_lazy("Add them to the club’s list"), required=False)

    field_order = ("kind", "name", "stake", "custom", "event", "names", "are_new")

    def __init__(self, *args: Any, club: Club, **options: Any) -> None:
        super().__init__(*args, **options)
        self.club = club
        self.fields["stake"] = MoneyField(
            club.currency,
            label=_("Stake"),
            help_text=_("What each player puts into a pool; at a French table, the minimum stake."),
        )
        set_choices(self, "custom", custom_choices(club.currency))
        self.order_fields(self.field_order)
        events = events_of_tables(club).order_by("-pk")[:EVENTS_OFFERED]
        self._events = {event.public_id: event for event in events}
        choices = [(public_id, event.name) for public_id, event in self._events.items()]
        set_choices(self, "event", [("", _("friendly games")), *choices])
        self._are_new = self.fields["are_new"]
        if not self.data.get("are_new"):
            del self.fields["are_new"]

    def clean_names(self) -> list[str]:
        names = typed_names(self.cleaned_data["names"])
        if len(names) > MOST_NAMES:
            raise forms.ValidationError(_("Name at most %(most)s people at a time.") % {"most": MOST_NAMES})
        return names

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        if "names" in values and not values.get("are_new"):
            known = players_typed(self.club, values["names"])
            if unknown := [tidy for name in values["names"] if (tidy := tidy_name(name)) not in known]:
                self.ask_if_new(self._unknown_words(unknown))
        return values

    def _unknown_words(self, unknown: list[str]) -> str:
        problem = _("Nobody in the club is called %(names)s. Correct the name, or tick that they are new.")
        like = _("%(name)s looks like %(other)s, who is on the list.")
        near = names_nearly_listed(self.club, unknown)
        return " ".join(
            [
                problem % {"names": ", ".join(name[:60] for name in unknown)},
                *(like % {"name": name[:60], "other": other} for name, other in near.items()),
            ]
        )

    def ask_if_new(self, problem: str) -> None:
        """Add ``problem`` as an error, with a checkbox to confirm that the unknown people are new."""
        self.fields["are_new"] = self._are_new
        self.add_error("are_new", problem)

    def new_sitting(self) -> NewSitting:
        values = self.cleaned_data
        kind = cast(SittingKind, values["kind"])
        terms: dict[str, Any] = {"least": values["stake"]}
        if kind == "pool":
            terms = pool_terms(values["stake"], values["custom"])
        event: Event | None = self._events.get(values["event"])
        names = tuple(values["names"])
        new = frozenset(names) if values.get("are_new") else frozenset()
        return NewSitting(kind=kind, name=values["name"], terms=terms, event=event, names=names, new=new)


SITTINGS_A_PAGE = 20


@require_safe
def sittings(request: HttpRequest, slug: str) -> HttpResponse:
    club = get_club(request, slug)
    powers = require(request, club, "see_sittings")
    context = {
        "club": club,
        "crumbs": [club_crumb(club)],
        "listing": listing(request, club_sittings(club), key="page", size=SITTINGS_A_PAGE),
        "may_open": powers.can("run_sitting"),
    }
    return render(request, "sittings/club.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def new_sitting(request: HttpRequest, slug: str) -> HttpResponse:
    club = get_club(request, slug)
    require(request, club, "run_sitting")
    form = OpeningForm(request.POST or None, initial={"key": new_key()}, club=club)
    if form.is_valid():
        try:
            act = CommandContext(by=acting_user(request), key=submission_key(request))
            row = open_sitting(club, form.new_sitting(), act=act)
        except NewNameError as error:
            form.ask_if_new(str(error))
        except SittingActError as error:
            form.add_error(None, error_words(error, WordingContext({}, club.currency)))
        except (SittingChangeError, PeopleError) as error:
            form.add_error(None, str(error))
        else:
            return redirect("web:sitting", public_id=row.public_id)
    context = {
        "club": club,
        "crumbs": [club_crumb(club), Crumb(reverse("web:sittings", args=[club.slug]), _("Pools and stakes"))],
        "form": form,
    }
    return render(request, "sittings/new.html", context, status=400 if form.is_bound else 200)


EXAMPLE_CURRENCY: Final = "GBP"


@require_safe
def sittings_chapter(request: HttpRequest) -> HttpResponse:
    context = {
        "title": _("Pools and French tables"),
        "customs": [words for _choice, words in custom_choices(EXAMPLE_CURRENCY)],
        "crumbs": [Crumb(reverse("web:handbook"), _("Handbook"))],
    }
    return render(request, "sittings/handbook.html", context)
