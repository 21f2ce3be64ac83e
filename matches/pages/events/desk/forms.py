"""The forms of the director's pages, with the fields that choose players."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from django import forms
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.clubs.find_by_name import names_nearly_listed, players_typed
from matches.clubs.players import NAME_LENGTH, NAMES_AT_A_TIME
from matches.clubs.queries import listed_players
from matches.common.commands import new_key
from matches.common.names import near_names
from matches.events.words import Names
from matches.models import Club, Player
from matches.pages.common.decision_forms import HIGHEST_VERSION, REASON_LENGTH
from matches.pages.common.entry_fields import (
    NameField,
    NamesField,
    set_choices,
    suggestion_input,
    typed_names,
)
from matches.pages.common.keyed_forms import KeyedForm
from matches.pages.common.near_names import NearNames
from matches.pages.events.desk.context import Desk
from matches.pages.events.setup.widgets import Chips
from matches.rules.events.draw_changes import seat
from matches.rules.events.facts import DrawChanged, PlayerId
from matches.rules.events.state import EventState, PairingState, RoundState
from matches.rules.names import fold_name, tidy_name

TABLE_LENGTH: Final = 40


class ActForm(KeyedForm):
    """The form of a command: the kind of fact to record, and the event's version that the page showed."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=HIGHEST_VERSION)
    do = forms.CharField(widget=forms.HiddenInput, max_length=30)
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        required=False,
        max_length=REASON_LENGTH,
        widget=forms.Textarea({"rows": 2}),
        help_text=gettext_lazy(
            "Needed if something changes that is released or played. Shown in the event’s log."
        ),
    )


class UndoForm(ActForm):
    """The form that undoes the last change; ``seen`` is its log position as the page showed it."""

    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=2**63 - 1, required=False)


class RoundForm(ActForm):
    """The form of a command on ``round`` of the stage in the URL, or on every round from it to ``until``."""

    round = forms.IntegerField(min_value=1, max_value=1024, required=False, widget=forms.HiddenInput)
    until = forms.IntegerField(min_value=1, max_value=1024, required=False, widget=forms.HiddenInput)


def fresh_act(desk: Desk) -> dict[str, Any]:
    """Return a new form's initial hidden values: an idempotency key and the event's current version."""
    return {"key": new_key(), "version": desk.event.version}


class SeatsForm(RoundForm):
    """The form with the table of each listed pairing, and a checkbox that makes the other side deal first."""

    def __init__(self, *args: Any, pairings: Sequence[PairingState], **options: Any) -> None:
        super().__init__(*args, **options)
        self.pairings = [pairing for pairing in pairings if pairing.kind == "rubber"]
        for pairing in self.pairings:
            table = NameField(required=False, max_length=TABLE_LENGTH, initial=pairing.table)
            self.fields[f"table_{pairing.number}"] = table
            self.fields[f"turn_{pairing.number}"] = forms.BooleanField(required=False)

    def changed(self, state: EventState, stage: int, round_: RoundState) -> DrawChanged:
        """Return the fact with the form's tables and dealers. Raises ``EventActError`` if not allowed."""
        data = self.cleaned_data
        numbers = [pairing.number for pairing in self.pairings]
        tables = {number: data[f"table_{number}"] for number in numbers}
        turned = {number for number in numbers if data[f"turn_{number}"]}
        return seat(state, stage, round_.number, tables, turned)

    def seat_fields(self, number: int) -> dict[str, Any]:
        """Return the fields ``table`` and ``turn`` of a pairing; {} for a bye."""
        if f"table_{number}" not in self.fields:
            return {}
        return {"table": self[f"table_{number}"], "turn": self[f"turn_{number}"]}


class TwoPlayersForm(ActForm):
    """The form that names two entrants. After validation, ``players`` holds their public ids."""

    first = NameField(label=gettext_lazy("Player"), widget=suggestion_input())
    second = NameField(
        label=gettext_lazy("And player"),
        widget=forms.TextInput({"autocomplete": "off", "list": "id_first_list"}),
    )
    field_order = ("first", "second", "reason")

    def __init__(self, *args: Any, names: Names, **options: Any) -> None:
        super().__init__(*args, **options)
        self.names = sorted(names.values(), key=str.casefold)
        self.by_name: dict[str, list[PlayerId]] = {}
        for player, name in names.items():
            self.by_name.setdefault(fold_name(name), []).append(player)
        self.players: tuple[PlayerId, PlayerId] | None = None
        setattr(self.fields["first"].widget, "suggestions", self.names)  # noqa: B010

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        players = [self._player(field) for field in ("first", "second") if field in data]
        if not self.errors:
            first, second = players
            if first == second:
                self.add_error("second", _("Name two people."))
            elif first is not None and second is not None:
                self.players = first, second
        return data

    def _player(self, field: str) -> PlayerId | None:
        players = self.by_name.get(fold_name(str(self.cleaned_data[field])), [])
        if len(players) == 1:
            return players[0]
        if players:
            self.add_error(field, _("Two players bear this name."))
        else:
            self.add_error(field, self._nobody(str(self.cleaned_data[field])))
        return None

    def _nobody(self, name: str) -> str:
        if near := near_names([name], self.names).get(name):
            text = _("There is no player of this name to choose. Did you mean %(other)s?")
            return text % {"other": near}
        return _("There is no player of this name to choose.")


class SwapForm(ActForm):
    """The form with a checkbox on each player of a draw, of whom two are chosen to be swapped.

    ``names`` are those of the round's players by public id. After validation, ``players`` are the two chosen.
    """

    def __init__(self, *args: Any, names: Names, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["chosen"] = forms.MultipleChoiceField(
            label=_("Players"), required=False, choices=list(names.items())
        )
        self.players: tuple[PlayerId, PlayerId] | None = None

    @property
    def chosen_ids(self) -> list[PlayerId]:
        """The public ids of the players whose checkbox is ticked."""
        return list(self["chosen"].value() or ())

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        chosen = data.get("chosen", [])
        if len(chosen) == 2:
            self.players = chosen[0], chosen[1]
        elif "chosen" in data:
            self.add_error(None, _("Choose two names."))
        return data


OFFERED: Final = 400
"""The largest number of players offered to tick; other players are entered by name."""


class PeopleFields:
    """The fields ``ticked``, ``names`` and ``new_players``, added to the form that enters players.

    ``already`` are the public ids of players who are entered and not offered, ``last`` the primary keys of those
    who played last time. After ``read``, ``people`` are the existing players to enter, in order, and ``new_names``
    those to add to the club's list after them.
    """

    def __init__(
        self, form: forms.Form, club: Club, already: Iterable[str] = (), *, last: Collection[int] = ()
    ) -> None:
        self.form = form
        self.club = club
        self.already = frozenset(already)
        self.people: list[Player] = []
        self.new_names: list[str] = []
        form.fields["ticked"] = forms.TypedMultipleChoiceField(
            label=_("Players of the club"), required=False, coerce=int, widget=Chips
        )
        form.fields["names"] = NamesField(
            label=_("Add others by name"),
            required=False,
            max_length=100_000,
            help_text=_("One name a line. A new name becomes a guest."),
            widget=forms.Textarea({"rows": 2, "autocomplete": "off", "spellcheck": "false"}),
        )
        people = people_of(self.club)
        self.choices = [(pk, name) for pk, public_id, name in people if public_id not in self.already]
        self.last = [pk for pk, _name in self.choices if pk in last]
        set_choices(self.form, "ticked", self.choices)
        self._ask_about_new_names()

    def picked(self, button: str) -> list[int] | None:
        """Return whom a button ticks: last time's players, everybody or nobody; None for another button."""
        everybody = [pk for pk, _name in self.choices]
        return {"last": self.last, "everybody": everybody, "nobody": []}.get(button)

    def _ask_about_new_names(self) -> None:
        self._known: dict[str, Player] = {}
        if not self.form.is_bound:
            self._ask_about({})
            return
        lines = self._lines()
        self._known = players_typed(self.club, lines)
        unknown = [name for name in map(tidy_name, lines) if name not in self._known]
        self._ask_about(names_nearly_listed(self.club, unknown))

    def _ask_about(self, near: Mapping[str, str]) -> None:
        self._near = NearNames(
            self.form,
            "names",
            near,
            answer=_("Enter %(name)s as a new guest: not the same person as %(other)s"),
            sure="new_players",
        )

    def _lines(self) -> list[str]:
        """Return the submitted lines without blanks and repeats, at most one more than may be entered at a time."""
        lines = typed_names(self.form.data.get("names", ""))
        return list({tidy_name(line): line for line in lines}.values())[: NAMES_AT_A_TIME + 1]

    def read(self, data: dict[str, Any]) -> None:
        """Set ``people`` and ``new_names`` from the cleaned data, and add errors. Call it from ``clean``."""
        ticked: Sequence[int] = data.get("ticked", ())
        written = [tidy_name(line) for line in self._lines()]
        by_pk = {player.pk: player for player in Player.objects.filter(pk__in=ticked)}
        people = [by_pk[pk] for pk in ticked if pk in by_pk]
        self._near.check()
        for name in written:
            if name in self._known:
                people.append(self._known[name])
            elif len(name) > NAME_LENGTH:
                problem = _("%(name)s... is longer than %(length)s characters.")
                self.form.add_error("names", problem % {"name": name[:40], "length": NAME_LENGTH})
            else:
                self.new_names.append(name)
        if len(written) > NAMES_AT_A_TIME:
            problem = _("Add %(number)s names at a time at most.") % {"number": NAMES_AT_A_TIME}
            self.form.add_error("names", problem)
        self.people = list({player.pk: player for player in people}.values())
        repeated = [player.name for player in self.people if player.public_id in self.already]
        if repeated:
            self.form.add_error("names", _("Entered already: %(names)s.") % {"names": ", ".join(repeated)})


def people_of(club: Club) -> list[tuple[int, str, str]]:
    """Return the first ``OFFERED`` players who may be ticked, as (primary key, public id, name), by name."""
    members = Q(club=club) | Q(memberships__club=club, memberships__until__isnull=True)
    rows = listed_players().filter(members).order_by(Lower("name"), "name", "pk").distinct()
    return list(rows.annotate(lower=Lower("name")).values_list("pk", "public_id", "name")[:OFFERED])
