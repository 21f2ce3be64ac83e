"""Forms about the people of a club: roles, invitations and names.

They check the format of the input; the services check rights and conflicts.
"""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.conf import settings
from django.db.models.functions import Lower
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.clubs.find_by_name import names_nearly_listed, near_player
from matches.clubs.players import NAME_LENGTH
from matches.clubs.queries import listed_players
from matches.models import Club, Membership, Player
from matches.pages.common.entry_fields import (
    NameField,
    NamesField,
    SuggestionInput,
    set_choices,
    typed_names,
)
from matches.pages.common.near_names import NearNames, NearNamesMixin, near_typed
from matches.privacy.merge import REASON_LENGTH
from matches.rules.names import fold_name, tidy_name

MAX_SUGGESTIONS: Final = 500

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


class NamesForm(NearNamesMixin, forms.Form):
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


class RoleForm(forms.Form):
    role = RoleField()


class RenameForm(NearNamesMixin, forms.Form):
    name = NameField(label=_("Name"), widget=forms.TextInput(attrs={"autocomplete": "off"}))

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.near = NearNames(
            self,
            "name",
            near_typed(self, "name", lambda name: near_player(player.club, name, renamed=player)),
            answer=_("Call them %(name)s: not the same person as %(other)s"),
        )


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
