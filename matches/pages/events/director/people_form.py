"""Who is entered: players of the club to tick, names to paste, and the question whether new ones are new guests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from django import forms
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.clubs.players import NAME_LENGTH, NAMES_AT_A_TIME
from matches.clubs.queries.known_names import players_typed
from matches.clubs.queries.near_names import names_nearly_listed
from matches.clubs.queries.people import listed_players
from matches.common.clean_names import tidy_name
from matches.models import Club, Player
from matches.pages.common.fields import NamesField, SureOfField, offer

OFFERED: Final = 400
"""Players to tick on one page; who is further down the list is entered by name."""


FEW: Final = 60


class TicksInColumns(forms.CheckboxSelectMultiple):
    """Very many ticks, each of few letters: a page may have to hold hundreds."""

    template_name = "common/widgets/ticks.html"


class PeopleFields:
    """What a form of entries adds to others: fields ``ticked``, ``names`` and ``new_players``, and their reading.

    ``already``: public ids of those who are entered, and so are not offered. Afterwards ``people`` are the players
    in the order of entry and ``new_names`` those who are new on the club's list, after them.
    """

    def __init__(self, form: forms.Form, club: Club, already: Iterable[str] = ()) -> None:
        self.form = form
        self.club = club
        self.already = frozenset(already)
        self.people: list[Player] = []
        self.new_names: list[str] = []
        form.fields["ticked"] = forms.TypedMultipleChoiceField(
            label=_("Players of the club"),
            required=False,
            coerce=int,
            widget=TicksInColumns,
        )
        form.fields["names"] = NamesField(
            label=_("Names"),
            required=False,
            max_length=100_000,
            help_text=_("One name a line. A name that is not on the club's list is entered as a new guest."),
            widget=forms.Textarea({"rows": 10, "autocomplete": "off", "spellcheck": "false"}),
        )
        self._offer_people()
        self._ask_about_new_names()

    @property
    def is_long(self) -> bool:
        """Whether there are so many to tick that a page had better fold them away."""
        return self._offered > FEW

    def _offer_people(self) -> None:
        here = [(pk, name) for pk, public_id, name in people_of(self.club) if public_id not in self.already]
        self._offered = len(here)
        offer(self.form, "ticked", here)

    def _ask_about_new_names(self) -> None:
        self._known: dict[str, Player] = {}
        self._near: dict[str, str] = {}
        if not self.form.is_bound:
            return
        written = self._written()
        self._known = players_typed(self.club, self._lines())
        unknown = [name for name in written if name not in self._known]
        self._near = names_nearly_listed(self.club, unknown)
        if self._near:
            self.form.fields["new_players"] = SureOfField(gettext_lazy("Nearly the same name is on the list"))
            words = _("Enter %(name)s as a new guest: not the same person as %(other)s")
            choices = [(name, words % {"name": name, "other": other}) for name, other in self._near.items()]
            offer(self.form, "new_players", choices)

    def _lines(self) -> list[str]:
        """The names as they were sent, as far as they are looked at."""
        lines = [line for line in str(self.form.data.get("names", "")).splitlines() if tidy_name(line)]
        return list({tidy_name(line): line for line in lines}.values())[: NAMES_AT_A_TIME + 1]

    def _written(self) -> list[str]:
        return [tidy_name(line) for line in self._lines()]

    def read(self, told: dict[str, Any]) -> None:
        """To be called when the form is cleaned. Adds errors to it."""
        ticked: Sequence[int] = told.get("ticked", ())
        written = self._written()
        by_pk = {player.pk: player for player in Player.objects.filter(pk__in=ticked)}
        found = [by_pk[pk] for pk in ticked if pk in by_pk]
        sure = set(told.get("new_players", ()))
        for name in written:
            if name in self._known:
                found.append(self._known[name])
            elif name in self._near and name not in sure:
                problem = _("%(name)s is nearly %(other)s, who is on the list. Correct it, or tick it below.")
                self.form.add_error("names", problem % {"name": name, "other": self._near[name]})
            elif len(name) > NAME_LENGTH:
                problem = _("%(name)s... is longer than %(length)s characters.")
                self.form.add_error("names", problem % {"name": name[:40], "length": NAME_LENGTH})
            else:
                self.new_names.append(name)
        if len(written) > NAMES_AT_A_TIME:
            problem = _("Add %(number)s names at a time at most.") % {"number": NAMES_AT_A_TIME}
            self.form.add_error("names", problem)
        self.people = list({player.pk: player for player in found}.values())
        again = [player.name for player in self.people if player.public_id in self.already]
        if again:
            self.form.add_error("names", _("Entered already: %(names)s.") % {"names": ", ".join(again)})


def people_of(club: Club) -> list[tuple[int, str, str]]:
    """Those who may be ticked, by name: primary key, public id, name."""
    here = Q(club=club) | Q(memberships__club=club, memberships__until__isnull=True)
    rows = listed_players().filter(here).order_by(Lower("name"), "name", "pk").distinct()
    return list(rows.annotate(lower=Lower("name")).values_list("pk", "public_id", "name")[:OFFERED])
