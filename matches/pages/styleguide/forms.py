"""Forms that are never saved: one of every widget, to be looked at empty, filled, wrong and disabled."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.pages.common.widgets import Day, Suggested
from matches.pages.laws.card_field import CardsField

PLAYERS: Final = ("Boiteau", "Clay", "Van-Tenac", "Walker")


class SpecimenForm(forms.Form):
    """``keep`` names the fields that are wanted, all of them where it is empty."""

    name = forms.CharField(label=_("Name"), help_text=_("As it should stand in the results."), max_length=40)
    email = forms.EmailField(label=_("E-mail address"), required=False)
    player = forms.CharField(label=_("Player"), widget=Suggested(suggestions=PLAYERS))
    held_on = forms.DateField(label=_("Day"), widget=Day())
    games = forms.IntegerField(label=_("Games won"), min_value=0, max_value=9)
    event = forms.ChoiceField(
        label=_("Event"),
        choices=[
            ("", _("none")),
            (_("This year"), [("autumn", _("Autumn Cup"))]),
            (_("Last year"), [("spring", _("Spring Cup"))]),
        ],
        required=False,
    )
    winner = forms.ChoiceField(
        label=_("Winner"),
        widget=forms.RadioSelect,
        choices=[("A", "Boiteau"), ("B", "Walker")],
    )
    marks = forms.MultipleChoiceField(
        label=_("Marked in this deal"),
        widget=forms.CheckboxSelectMultiple,
        choices=[("king", _("the king")), ("vole", _("the vole"))],
        help_text=_("As many as there were."),
        required=False,
    )
    record = forms.CharField(
        label=_("The record"),
        widget=forms.Textarea(attrs={"class": "egn", "rows": 4, "spellcheck": "false"}),
        required=False,
    )
    file = forms.FileField(label=_("File"), required=False)
    public = forms.BooleanField(
        label=_("Everybody may read the results"),
        help_text=_("Otherwise they are for the club's members alone."),
    )
    sent_as = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, keep: Collection[str] = (), disabled: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in list(self.fields):
            if keep and name not in keep:
                del self.fields[name]
            elif disabled:
                self.fields[name].disabled = True


class BoardForm(forms.Form):
    """The board of 32 cards, which is as heavy as a form of other fields."""

    cards = CardsField(label=_("Cards turned up"), is_single=False, required=False)


def board_form() -> BoardForm:
    return BoardForm(prefix="board", initial={"cards": ["HK", "D7"]})


def empty_form() -> SpecimenForm:
    return SpecimenForm(prefix="empty")


def wrong_form() -> SpecimenForm:
    """Sent with a mistake in each kind of field, and one that is of the whole."""
    form = SpecimenForm(
        {"wrong-name": "", "wrong-held_on": "", "wrong-winner": "C", "wrong-marks": ["pawn"]},
        prefix="wrong",
        keep=("name", "held_on", "winner", "marks", "public"),
    )
    form.add_error(None, str(_("Boiteau and Walker have met in this round already.")))
    return form


def disabled_form() -> SpecimenForm:
    return SpecimenForm(
        prefix="disabled",
        keep=("name", "event", "winner", "public"),
        disabled=True,
        initial={"name": "Walker", "event": "autumn", "winner": "A", "public": True},
    )


def filled_form() -> SpecimenForm:
    return SpecimenForm(
        prefix="filled",
        keep=("player", "held_on", "games", "record"),
        initial={
            "player": "Van-Tenac",
            "held_on": "2026-11-14",
            "games": 3,
            "record": "5. B P G -5 -0 S =A3",
        },
    )


def filter_form() -> SpecimenForm:
    return SpecimenForm(prefix="filter", keep=("email", "event"))
