"""Forms about people and clubs. They check the format of the input; the services check rights and conflicts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from django import forms
from django.conf import settings
from django.db.models.functions import Lower
from django.utils.dates import MONTHS
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.clubs.access import visible_clubs
from matches.clubs.find_by_name import names_nearly_listed, near_club, near_player
from matches.clubs.manage_club import SETTINGS, Setting, settings_of
from matches.clubs.players import NAME_LENGTH
from matches.clubs.queries import listed_players
from matches.common.commands import KEY_LENGTH
from matches.models import Club, Membership, Player, User
from matches.pages.clubs.time_zones import time_zone_choices, time_zones
from matches.pages.common.entry_fields import (
    NameField,
    NamesField,
    SuggestionInput,
    set_choices,
    typed_names,
)
from matches.pages.common.near_names import SURE, AnyForm, NearNames, near_typed
from matches.privacy.merge import REASON_LENGTH
from matches.rules.names import fold_name, tidy_name

if TYPE_CHECKING:
    ClubModelForm: TypeAlias = forms.ModelForm[Club]
else:
    ClubModelForm = forms.ModelForm

CURRENCIES: Final = ("EUR", "GBP", "USD", "CHF", "CAD", "AUD", "SEK", "DKK", "NOK", "PLN", "CZK", "JPY")
MAX_SUGGESTIONS = 500


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


class ClubSettingsForm(ClubModelForm):
    """The form of a club's settings. ``seen`` is their version that it showed, ``key`` its idempotency key."""

    name = NameField(label=_("Name"))
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
        widgets = {  # noqa: RUF012
            "currency": SuggestionInput(attrs={"maxlength": 3, "size": 5}, suggestions=CURRENCIES)
        }
        labels = {  # noqa: RUF012
            "reviews_open": _("The members agreed to share their review figures")
        }
        help_texts = {  # noqa: RUF012
            "time_zone": _("The club’s pages show dates and times in it."),
            "currency": _("Three capital letters: EUR, GBP, CHF."),
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

    def clean_currency(self) -> str:
        code = str(self.cleaned_data["currency"]).strip().upper()
        if not (len(code) == 3 and code.isascii() and code.isalpha()):
            raise forms.ValidationError(_("A currency is three letters, as in EUR."))
        return code

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        self.near.check()
        return data

    def changes(self) -> dict[str, Setting]:
        """Return the submitted value of every setting, keyed by the setting's name."""
        return {name: self.cleaned_data[name] for name in settings_of(self.instance)}


ROLE_WORDS: Final = (
    (Membership.Role.MEMBER, _("enters their own rubbers")),
    (Membership.Role.HELPER, _("enters rubbers, checks players in")),
    (Membership.Role.SCORER, _("enters all results, imports files")),
    (Membership.Role.DIRECTOR, _("draws the rounds, gives rulings")),
    (Membership.Role.OWNER, _("does everything, invites")),
)
"""A few words on what each role may do; the handbook has the whole table."""


class RoleField(forms.ChoiceField):
    """A field that chooses a role in the club, with what each role may do."""

    def __init__(self, **options: Any) -> None:
        super().__init__(label=_("Role"), choices=_role_choices, widget=forms.RadioSelect, **options)


def _role_choices() -> list[tuple[str, str]]:
    return [(role.value, role_text(role)) for role, _words in ROLE_WORDS]


def role_text(role: str) -> str:
    """Return a role with what it may do: "Scorer: enters all results, imports files"."""
    name, powers = capfirst(Membership.Role(role).label), dict(ROLE_WORDS)[Membership.Role(role)]
    return gettext("%(role)s: %(powers)s") % {"role": name, "powers": powers}


class InvitationForm(forms.Form):
    role = RoleField(initial=Membership.Role.MEMBER, help_text=_("An owner can change the role at any time."))
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

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.near = NearNames(
            self,
            "names",
            names_nearly_listed(club, self.written()) if self.is_bound else {},
            problem=_(
                "%(name)s looks like %(other)s, who is on the list. Remove the name, or tick it below."
            ),
            answer=_("Add %(name)s: not the same person as %(other)s"),
        )

    def written(self) -> list[str]:
        return [tidy_name(name) for name in typed_names(self.data.get("names", ""))]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        self.near.check()
        return data


class RoleForm(forms.Form):
    role = RoleField()


class RenameForm(forms.Form):
    name = NameField(label=_("Name"), widget=forms.TextInput(attrs={"autocomplete": "off"}))

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.near = NearNames(
            self,
            "name",
            near_typed(self, "name", lambda name: near_player(player.club, name, renamed=player)),
            answer=_("Call them %(name)s: not the same person as %(other)s"),
        )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        self.near.check()
        return data


class OtherRecordForm(forms.Form):
    """A form that asks for a player record's name, because a list of hundreds does not suit a phone."""

    other = forms.CharField(label=_("The other record of the same person"), max_length=NAME_LENGTH)

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player = player
        others = listed_players(player.club).exclude(pk=player.pk).order_by(Lower("name"), "name")
        names = others.values_list("name", flat=True)
        self.fields["other"].widget = SuggestionInput(suggestions=names[:MAX_SUGGESTIONS])

    def clean_other(self) -> Player:
        typed = self.cleaned_data["other"]
        # A name from a file may match the typed text exactly without being tidy.
        for condition in ({"name": typed}, {"name": tidy_name(typed)}, {"folded": fold_name(typed)}):
            named = listed_players(self.player.club).filter(**condition).exclude(pk=self.player.pk)[:2]
            if len(named) == 1:
                return named[0]
        near = near_player(self.player.club, tidy_name(typed), renamed=self.player)
        if near:
            problem = _("Nobody else on the club’s list has this name. Did you mean %(other)s?")
            raise forms.ValidationError(problem, params={"other": near})
        raise forms.ValidationError(_("Nobody else on the club’s list has this name."))


class MergeForm(OtherRecordForm):
    """A form that merges two given player records. It asks which name to keep, and for a reason."""

    stays = forms.ChoiceField(
        label=_("Which name stays"), choices=[("this", ""), ("other", "")], widget=forms.RadioSelect
    )
    reason = forms.CharField(
        label=_("Why"), max_length=REASON_LENGTH, required=False, help_text=_("The club’s log shows it.")
    )

    def call_both(self, this: str, other: str) -> None:
        """Offer the names of both players, of whom one stays, and hide the field that asks for the other player."""
        self.fields["other"].widget = forms.HiddenInput()
        set_choices(self, "stays", [("this", this), ("other", other)])


class ClubForm(forms.Form):
    """A form for a new club. ``key`` is an idempotency key: submitting the form twice creates one club."""

    name = NameField(label=_("Name"))
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=lambda: [("", str(_("Choose a time zone"))), *time_zone_choices(time_zones(), "UTC")],
        help_text=_("The club’s pages show dates and times in it."),
        widget=forms.Select(attrs={"data-from": "browser"}),
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
    analyses = AnalysesField()
    key = forms.CharField(max_length=KEY_LENGTH, widget=forms.HiddenInput)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.near = near_clubs(self, user)

    def clean_currency(self) -> str:
        return str(self.cleaned_data["currency"]).upper()

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        self.near.check()
        return data

    def club_values(self) -> dict[str, Any]:
        """Return the arguments of ``make_club``."""
        return {name: value for name, value in self.cleaned_data.items() if name not in ("key", SURE)}


class AccountForm(forms.Form):
    name = NameField(
        label=_("Name"),
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        help_text=_("The name that other members see. Names in results are changed by the club."),
    )
    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        choices=lambda: [("", _("As the browser asks")), *settings.LANGUAGES],
    )


class PlainAddressForm(forms.Form):
    email = forms.EmailField(
        label=_("E-mail address"), widget=forms.EmailInput(attrs={"autocomplete": "email"})
    )
