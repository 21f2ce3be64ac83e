"""Forms about a club: a new one, and its settings.

They check the format of the input; the services check rights and conflicts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from django import forms
from django.utils.dates import MONTHS
from django.utils.translation import gettext_lazy as _

from matches.clubs.access import visible_clubs
from matches.clubs.find_by_name import near_club
from matches.clubs.manage_club import SETTINGS, Setting, settings_of
from matches.common.commands import KEY_LENGTH
from matches.models import Club, User
from matches.pages.clubs.time_zones import time_zone_choices, time_zones
from matches.pages.common.entry_fields import NameField, SuggestionInput
from matches.pages.common.near_names import SURE, AnyForm, NearNames, NearNamesMixin, near_typed

if TYPE_CHECKING:
    ClubModelForm: TypeAlias = forms.ModelForm[Club]
else:
    ClubModelForm = forms.ModelForm

CURRENCIES: Final = ("EUR", "GBP", "USD", "CHF", "CAD", "AUD", "SEK", "DKK", "NOK", "PLN", "CZK", "JPY")


ANALYSES: Final = (
    (
        Club.Analyses.EVERYONE.value,
        _("Everyone: all members and, if the club is public, all visitors of the site."),
    ),
    (
        Club.Analyses.PLAYERS.value,
        _("Only the two players"),
    ),
)


class PrivacyField(forms.TypedChoiceField):
    """A field that chooses whether a club is public (True) or visible to its members only (False)."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Who may see it"),
            choices=[
                ("yes", _("Public: anyone sees its results and its players’ names.")),
                ("no", _("Members only: others do not even see that it exists.")),
            ],
            initial="yes",
            coerce=lambda value: value == "yes",
            widget=forms.RadioSelect,
        )

    def prepare_value(self, value: Any) -> Any:
        return {True: "yes", False: "no"}.get(value, value)


class AnalysesField(forms.ChoiceField):
    """A field that chooses who sees the analysis of a deal. A club that has not chosen may go on as before."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Who sees the analysis of a deal"),
            choices=ANALYSES,
            initial=Club.Analyses.EVERYONE,
            help_text=_(
                "After a rubber that was recorded card by card, the site works out what each choice cost."
            ),
            widget=forms.RadioSelect,
        )

    def keep_undecided(self, club: Club) -> None:
        """Offer to leave ``club`` as it is, too, if nobody has chosen yet."""
        if club.analyses == Club.Analyses.UNDECIDED:
            as_before = (
                _("As before: everyone, since the members share their figures.")
                if club.reviews_open
                else _("As before: each player sees their own choices, unless they share them.")
            )
            self.choices = [*ANALYSES, (Club.Analyses.UNDECIDED.value, as_before)]


class CurrencyField(forms.RegexField):
    """A field for the code of a currency, in capital or small letters."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Currency"),
            regex=r"^[A-Za-z]{3}$",
            strip=True,
            initial="EUR",
            max_length=3,
            help_text=_("Three letters, for example EUR or GBP."),
            error_messages={"invalid": _("Give three letters, for example EUR or GBP.")},
            widget=SuggestionInput(attrs={"size": 5}, suggestions=CURRENCIES),
        )

    def clean(self, value: Any) -> str:
        return str(super().clean(value)).upper()


def near_clubs(form: AnyForm, user: User, *, renamed: Club | None = None) -> NearNames:
    """Return the question about a club's name that looks like another's, of those that ``user`` may see."""
    seen = visible_clubs(user)
    return NearNames(
        form,
        "name",
        near_typed(form, "name", lambda name: near_club(name, seen, renamed=renamed)),
        label=_("Nearly the name of another club"),
        problem=_(
            "There is a club called %(other)s. Choose another name, or tick below that this one is right."
        ),
        answer=_("%(name)s is another club than %(other)s"),
    )


class AnalysesForm(forms.Form):
    analyses = AnalysesField()


class ClubSettingsForm(NearNamesMixin, ClubModelForm):
    """The form of a club's settings. ``seen`` is their version that it showed, ``key`` its idempotency key."""

    name = NameField(label=_("Name"))
    currency = CurrencyField()
    is_public = PrivacyField()
    analyses = AnalysesField()
    season_month = forms.TypedChoiceField(
        label=_("A season begins in"),
        choices=tuple(MONTHS.items()),
        coerce=int,
        help_text=_("On the first of the month. Records and honours are counted by season."),
    )
    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=16)
    key = forms.CharField(widget=forms.HiddenInput, max_length=KEY_LENGTH)

    class Meta:
        model = Club
        fields = SETTINGS
        labels = {  # noqa: RUF012
            "reviews_open": _("The members agreed to share their review figures")
        }
        help_texts = {  # noqa: RUF012
            "time_zone": _("The club’s pages show dates and times in it."),
            "reviews_open": _(
                "Review figures say how often a player chose well, over all their deals. If you tick this, every"
                " player’s page shows them. If not, each player decides."
            ),
        }

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.near = near_clubs(self, user, renamed=self.instance)
        choices = time_zone_choices(time_zones(), self.instance.time_zone)
        self.fields["time_zone"].widget = forms.Select(choices=choices)
        analyses = self.fields["analyses"]
        if isinstance(analyses, AnalysesField):
            analyses.keep_undecided(self.instance)

    def changes(self) -> dict[str, Setting]:
        """Return the submitted value of every setting, keyed by the setting's name."""
        return {name: self.cleaned_data[name] for name in settings_of(self.instance)}


class ClubForm(NearNamesMixin, forms.Form):
    """A form for a new club. ``key`` is an idempotency key: submitting the form twice creates one club."""

    name = NameField(label=_("Name"))
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=lambda: [("", str(_("Choose a time zone"))), *time_zone_choices(time_zones(), "UTC")],
        help_text=_("The club’s pages show dates and times in it."),
        widget=forms.Select(attrs={"data-from": "browser"}),
    )
    currency = CurrencyField()
    is_public = PrivacyField()
    analyses = AnalysesField()
    key = forms.CharField(max_length=KEY_LENGTH, widget=forms.HiddenInput)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.near = near_clubs(self, user)

    def club_values(self) -> dict[str, Any]:
        """Return the arguments of ``make_club``."""
        return {name: value for name, value in self.cleaned_data.items() if name not in ("key", SURE)}
