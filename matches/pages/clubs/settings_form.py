"""The form of a club's settings."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from django import forms
from django.utils.dates import MONTHS
from django.utils.translation import gettext_lazy as _

from matches.clubs.settings import SETTINGS, Setting, settings_of
from matches.common.idempotency import KEY_LENGTH
from matches.models import Club
from matches.pages.common.fields import NameField
from matches.pages.common.widgets import Suggested

if TYPE_CHECKING:
    ClubForm: TypeAlias = forms.ModelForm[Club]
else:
    ClubForm = forms.ModelForm

REGIONS: Final = (
    "Africa",
    "America",
    "Antarctica",
    "Arctic",
    "Asia",
    "Atlantic",
    "Australia",
    "Europe",
    "Indian",
    "Pacific",
)
CURRENCIES: Final = ("EUR", "GBP", "USD", "CHF", "CAD", "AUD", "SEK", "DKK", "NOK", "PLN", "CZK", "JPY")
Choices: TypeAlias = list[tuple[str, str | list[tuple[str, str]]]]


def time_zone_choices(zones: Iterable[str], now: str) -> Choices:
    """Places under their regions, UTC first; ``now`` is among them, whatever it is called.

    A place goes by its own name, so that a few letters typed into the list find it.
    """
    named = sorted(zone for zone in zones if zone.partition("/")[0] in REGIONS)
    choices: Choices = [("UTC", "UTC")]
    if now != "UTC" and now not in named:
        choices.append((now, now))
    for region, places in groupby(named, key=lambda zone: zone.partition("/")[0]):
        choices.append((region, [(zone, _place(zone)) for zone in places]))
    return choices


@cache
def time_zones() -> frozenset[str]:
    """The places of the time zone database, each by the name that it has now and no former one."""
    table = (files("tzdata.zoneinfo") / "zone.tab").read_text(encoding="ascii")
    rows = (line.split("\t") for line in table.splitlines() if line and not line.startswith("#"))
    return frozenset(row[2] for row in rows)


def _place(zone: str) -> str:
    """``America/Argentina/Buenos_Aires`` -> Buenos Aires (Argentina)."""
    _region, *between, name = zone.replace("_", " ").split("/")
    return f"{name} ({', '.join(between)})" if between else name


class PrivacyField(forms.TypedChoiceField):
    """Whether a club is public: True, or False for one of its members alone."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Who may see it"),
            choices=[
                ("yes", _("Public: anybody sees its results and its players' names.")),
                ("no", _("Members only: others do not even see that it is here.")),
            ],
            initial="yes",
            coerce=lambda value: value == "yes",
            widget=forms.RadioSelect,
        )

    def prepare_value(self, value: Any) -> Any:
        return {True: "yes", False: "no"}.get(value, value)


class ClubSettingsForm(ClubForm):
    """``seen`` is what the settings were when the form was shown, ``key`` the form's own."""

    name = NameField(label=_("Name"))
    is_public = PrivacyField()
    season_month = forms.TypedChoiceField(
        label=_("A season begins in"),
        choices=tuple(MONTHS.items()),
        coerce=int,
        help_text=_("On the first of the month. Records and honours go by seasons."),
    )
    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=16)
    key = forms.CharField(widget=forms.HiddenInput, max_length=KEY_LENGTH)

    class Meta:
        model = Club
        fields = SETTINGS
        widgets = {  # noqa: RUF012
            "currency": Suggested(attrs={"maxlength": 3, "size": 5}, suggestions=CURRENCIES),
        }
        labels = {  # noqa: RUF012
            "reviews_open": _("The members agreed to share their review figures"),
        }
        help_texts = {  # noqa: RUF012
            "time_zone": _("Dates and times on the club's pages follow it."),
            "currency": _("Three capital letters: EUR, GBP, CHF."),
            "reviews_open": _(
                "If not, a player's review figures show to himself alone, unless he chooses to share them."
            ),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = time_zone_choices(time_zones(), self.instance.time_zone)
        self.fields["time_zone"].widget = forms.Select(choices=choices)

    def clean_currency(self) -> str:
        code = str(self.cleaned_data["currency"]).strip().upper()
        if not (len(code) == 3 and code.isascii() and code.isalpha()):
            raise forms.ValidationError(_("A currency is three letters, as in EUR."))
        return code

    def changes(self) -> dict[str, Setting]:
        """What the form says, for all settings."""
        return {name: self.cleaned_data[name] for name in settings_of(self.instance)}
