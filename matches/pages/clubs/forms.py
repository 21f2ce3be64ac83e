"""Forms about people and clubs: they check shape, the services decide."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.db.models import QuerySet
from django.db.models.functions import Lower
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.clubs.players import NAME_LENGTH
from matches.clubs.queries.near_names import names_nearly_listed
from matches.clubs.queries.people import listed_players
from matches.common.clean_names import tidy_name
from matches.common.idempotency import KEY_LENGTH
from matches.models import Club, Membership, Player
from matches.pages.clubs.settings_form import Choices, PrivacyField, time_zone_choices, time_zones
from matches.pages.common.fields import NameField, NamesField, SureOfField, offer
from matches.pages.common.widgets import Suggested
from matches.privacy.merging import REASON_LENGTH

SUGGESTED = 500


def _time_zones() -> Choices:
    return [("", str(_("Choose a time zone"))), *time_zone_choices(time_zones(), "UTC")]


def _languages() -> list[tuple[str, str | Promise]]:
    return [("", _("As the browser asks")), *settings.LANGUAGES]


class InvitationForm(forms.Form):
    role = forms.ChoiceField(
        label=_("Role"),
        choices=Membership.Role.choices,
        initial=Membership.Role.MEMBER,
        help_text=_("What this person may do in the club."),
    )
    email = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        help_text=_("The link is sent there. Leave it empty to hand the link over yourself."),
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not settings.HAS_MAIL:
            del self.fields["email"]


class NamesForm(forms.Form):
    names = NamesField(
        label=_("Names"),
        help_text=_("One name a line. Names already on the list are left out."),
        widget=forms.Textarea(attrs={"rows": 8, "autocomplete": "off", "spellcheck": "false"}),
        max_length=100_000,
    )
    sure = SureOfField(_("Nearly the same name is on the list"))

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.near = names_nearly_listed(club, self.written()) if self.is_bound else {}
        if not self.near:
            del self.fields["sure"]
            return
        words = _("Add %(name)s: not the same person as %(other)s")
        offer(
            self,
            "sure",
            [(name, words % {"name": name, "other": other}) for name, other in self.near.items()],
        )

    def written(self) -> list[str]:
        """The names as they were sent, tidied."""
        return [tidy for line in str(self.data.get("names", "")).splitlines() if (tidy := tidy_name(line))]

    def clean(self) -> dict[str, Any]:
        told = super().clean() or self.cleaned_data
        for name, other in self.near.items():
            if name not in told.get("sure", ()):
                problem = _(
                    "%(name)s is nearly %(other)s, who is on the list. Take it out, or tick it below."
                )
                self.add_error("names", problem % {"name": name, "other": other})
        return told


class RoleForm(forms.Form):
    role = forms.ChoiceField(label=_("Role"), choices=Membership.Role.choices)


class RenameForm(forms.Form):
    name = NameField(label=_("Name"), widget=forms.TextInput(attrs={"autocomplete": "off"}))


class OtherRecordForm(forms.Form):
    """The other record by its name in the club, as a list of hundreds is no use on a telephone."""

    other = forms.CharField(label=_("The other record of the same person"), max_length=NAME_LENGTH)

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player = player
        self.fields["other"].widget = Suggested(suggestions=self._others()[:SUGGESTED])

    def _others(self) -> QuerySet[Player, str]:
        others = listed_players(self.player.club).exclude(pk=self.player.pk)
        return others.order_by(Lower("name"), "name").values_list("name", flat=True)

    def clean_other(self) -> Player:
        typed = self.cleaned_data["other"]
        named = listed_players(self.player.club).filter(name__in=[typed, tidy_name(typed)])
        # A name from a file may be the very one that was chosen, and not a tidy one.
        found = min(named, key=lambda player: player.name != typed, default=None)
        if found is None or found == self.player:
            raise forms.ValidationError(_("Nobody else on the club's list has this name."))
        return found


class MergeForm(OtherRecordForm):
    """What is decided about the two, once the other is known."""

    stays = forms.ChoiceField(
        label=_("Which name stays"), choices=[("this", ""), ("other", "")], widget=forms.RadioSelect
    )
    reason = forms.CharField(
        label=_("Why"), max_length=REASON_LENGTH, required=False, help_text=_("It stands in the club's log.")
    )

    def call_both(self, this: str, other: str) -> None:
        """Ask no more for the other, and say what the two are called."""
        self.fields["other"].widget = forms.HiddenInput()
        offer(self, "stays", [("this", this), ("other", other)])


class ClubForm(forms.Form):
    """``key`` makes a form that was sent twice make one club."""

    name = NameField(label=_("Name"))
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=_time_zones,
        help_text=_("Dates and times on the club's pages follow it."),
    )
    currency = forms.RegexField(
        label=_("Currency"),
        regex=r"^[A-Za-z]{3}$",
        initial="EUR",
        min_length=3,
        max_length=3,
        help_text=_("Three letters, for example EUR or GBP."),
        error_messages={"invalid": _("Give three letters, for example EUR or GBP.")},
    )
    is_public = PrivacyField()
    key = forms.CharField(max_length=KEY_LENGTH, widget=forms.HiddenInput)

    def clean_currency(self) -> str:
        return str(self.cleaned_data["currency"]).upper()


class AccountForm(forms.Form):
    name = NameField(
        label=_("Name"),
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        help_text=_("The name that other members see. Names in results are changed by the club."),
    )
    language = forms.ChoiceField(label=_("Language"), required=False, choices=_languages)


class PlainAddressForm(forms.Form):
    email = forms.EmailField(
        label=_("E-mail address"), widget=forms.EmailInput(attrs={"autocomplete": "email"})
    )
