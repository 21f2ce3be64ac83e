"""What may be written down at a table, each act with the form that asks for it.

A form checks shapes alone; whether its act may be done now is for ``matches.rules.sittings.lifecycle`` to say.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from matches.common.idempotency import KEY_LENGTH
from matches.pages.common.button_forms import HIGHEST_VERSION
from matches.pages.common.fields import NameField, offer, suggested
from matches.pages.common.widgets import Suggested
from matches.pages.sittings.customs import choice_of, custom_choices, pool_terms
from matches.pages.sittings.money_field import MoneyField
from matches.rules.sittings.state import SittingState
from matches.sittings.words import SHARINGS, Said, card_sign
from scoring.cards import CARD_NAMES

Choices = list[tuple[str | int, str]]
MOST_LOST: Final = 4
"""Points that the loser of a game has at most."""
MOST_ROUNDS: Final = 9
"""Of one cut, on a page."""
NOT_KNOWN: Final = ""


class ActForm(forms.Form):
    """``key`` is the page's own, ``version`` the ``rows_version`` that its reader saw.

    ``state`` and ``said`` are the table that the form is about, which give it its choices.
    """

    key = forms.CharField(widget=forms.HiddenInput, max_length=KEY_LENGTH)
    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=HIGHEST_VERSION)

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        state: SittingState,
        said: Said,
        act_name: str,
        initial: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(data, auto_id=f"{act_name}_%s", initial=initial)
        self.state, self.said, self.act_name = state, said, act_name
        self.prepare()
        for field in self.fields.values():
            if isinstance(field, forms.ChoiceField):
                # Django's own words name the value that was sent, which is nobody's name.
                field.error_messages["invalid_choice"] = _(
                    "Choose once more: that is not to be had any more."
                )

    def prepare(self) -> None:
        """Give the form the fields and choices that hang on the table."""

    def fill_in(self, said: Mapping[str, object]) -> None:
        """Put this in the place of what was sent."""
        sent = QueryDict(mutable=True)
        sent.update(self.data)
        for name, value in said.items():
            sent[name] = str(value)
        self.data = sent

    def people(self, *, here: bool = True) -> Choices:
        return [
            (person.player, self.said.name(person.player))
            for person in self.state.people
            if person.is_here or not here
        ]

    def ask_who(self, name: str, people: Choices) -> None:
        """Offer ``people``, and choose none of several for him who is to say it: it is about their money."""
        is_open = len(people) > 1 and not self.initial.get(name)
        offer(self, name, [(NOT_KNOWN, "–"), *people] if is_open else people)

    def seated(self) -> Choices:
        return [(player, self.said.name(player)) for player in self.state.seats if player]


class PlainForm(ActForm):
    """A button and no more."""


class OneForm(ActForm):
    """About one person at the table."""

    player = forms.ChoiceField(widget=forms.HiddenInput)

    def prepare(self) -> None:
        offer(self, "player", self.people(here=False))


class JoinForm(ActForm):
    name = NameField(label=gettext_lazy("Name"), widget=suggested(autocapitalize="words"))
    only_bets = forms.BooleanField(label=gettext_lazy("only bets, and waits for no seat"), required=False)
    is_new = forms.BooleanField(
        label=gettext_lazy("This is somebody new: put the name on the club's list"), required=False
    )

    field_order = ("name", "only_bets", "is_new")

    def prepare(self) -> None:
        if self.state.kind == "pool":
            del self.fields["only_bets"]
        self._new = self.fields["is_new"]
        if not self.data.get("is_new"):
            del self.fields["is_new"]

    def ask_if_new(self, problem: str) -> None:
        """Say that nobody is called so, and ask whether he is new."""
        self.fields["is_new"] = self._new
        self.add_error("is_new", problem)

    def suggest(self, names: Sequence[str]) -> None:
        widget = self.fields["name"].widget
        if isinstance(widget, Suggested):
            widget.suggestions = names


class CutForm(ActForm):
    """A card for each who cuts; who tied for the lowest cut again, in a round more."""

    rounds = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=MOST_ROUNDS, initial=1)

    def prepare(self) -> None:
        self._add_round(1, self.cutting())
        for number in range(2, self._asked() + 1):
            self._add_round(number, [player for player in self.cutting() if self._is_asked(number, player)])

    def cutting(self) -> list[str]:
        return [place.player for place in self.state.pool.places if place.player] if self.state.pool else []

    def _asked(self) -> int:
        told = self.data.get("rounds", "1")
        return int(told) if re.fullmatch("[1-9]", str(told)) else 1

    def _is_asked(self, number: int, player: str) -> bool:
        return f"card_{number}_{player}" in self.data

    def _add_round(self, number: int, players: Sequence[str]) -> None:
        cards = [(NOT_KNOWN, "–"), *((card, card_sign(card)) for card in reversed(CARD_NAMES))]
        for player in players:
            label = self.said.name(player)
            if number > 1:
                label = _("%(name)s, cut %(number)s") % {"name": label, "number": number}
            self.fields[f"card_{number}_{player}"] = forms.ChoiceField(
                label=label, choices=cards, required=number == 1
            )

    def cards(self) -> list[dict[str, str]]:
        """The rounds, as the fact has them. One that was asked for and left empty was none: the first was mended."""
        rounds: list[dict[str, str]] = []
        for number in range(1, self._asked() + 1):
            prefix = f"card_{number}_"
            cut = {
                name.removeprefix(prefix): card
                for name, card in self.cleaned_data.items()
                if name.startswith(prefix) and card
            }
            if cut:
                rounds.append(cut)
        return rounds

    def ask_again(self, players: Sequence[str]) -> None:
        """Ask those who tied for another card."""
        number = min(MOST_ROUNDS, self._asked() + 1)
        self.fill_in({"rounds": number})
        self._add_round(number, players)


class SeatsForm(ActForm):
    """Who plays next at a French table, whoever's turn it is."""

    a = forms.ChoiceField(label=gettext_lazy("One"))
    b = forms.ChoiceField(label=gettext_lazy("The other"))

    def prepare(self) -> None:
        playing = [
            (person.player, self.said.name(person.player))
            for person in self.state.people
            if person.is_here and person.is_playing
        ]
        offer(self, "a", playing)
        offer(self, "b", playing)


class BetForm(ActForm):
    player = forms.ChoiceField(label=gettext_lazy("Who"))
    on = forms.ChoiceField(label=pgettext_lazy("a bet", "On"), widget=forms.RadioSelect)

    def prepare(self) -> None:
        self.ask_who("player", self.people())
        # Who plays la chouette covers all himself.
        sides = [(player, name) for player, name in self.seated() if player != self.state.chouette]
        offer(self, "on", sides)
        if self.state.chouette:
            self.initial["on"] = sides[0][0]
        self.fields["amount"] = MoneyField(self.said.currency, label=_("Stake"))


class WithdrawForm(ActForm):
    player = forms.ChoiceField(label=gettext_lazy("Who"))

    def prepare(self) -> None:
        staked = dict.fromkeys(bet.player for bet in self.state.bets if bet.player != self.state.chouette)
        self.ask_who("player", [(player, self.said.name(player)) for player in staked])
        help_text = _("Left empty: all that he has staked.")
        self.fields["amount"] = MoneyField(
            self.said.currency, label=_("How much"), required=False, help_text=help_text
        )


class TakeForm(ActForm):
    """One of the two who play takes bets ahead of bystanders; the buttons say who."""

    player = forms.ChoiceField(widget=forms.HiddenInput)

    def prepare(self) -> None:
        offer(self, "player", self.seated())
        help_text = _("Left empty: all that is offered.")
        self.fields["amount"] = MoneyField(
            self.said.currency, label=_("How much"), required=False, help_text=help_text
        )


class GameForm(ActForm):
    """About one game."""

    game = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=HIGHEST_VERSION)


class WonForm(GameForm):
    winner = forms.ChoiceField(widget=forms.HiddenInput, choices=[("A", "A"), ("B", "B")])
    lost_with = forms.ChoiceField(
        label=gettext_lazy("The loser's points"),
        required=False,
        choices=[
            (NOT_KNOWN, gettext_lazy("not noted")),
            *((str(points), str(points)) for points in range(MOST_LOST + 1)),
        ],
    )


class ShareForm(ActForm):
    how = forms.ChoiceField(
        label=gettext_lazy("How"), widget=forms.RadioSelect, choices=list(SHARINGS.items()), initial="paid"
    )


class PaidForm(ActForm):
    payer = forms.ChoiceField(label=gettext_lazy("Who pays"))
    payee = forms.ChoiceField(label=gettext_lazy("Whom"))

    def prepare(self) -> None:
        for name in ("payer", "payee"):
            self.ask_who(name, self.people(here=False))
        self.fields["amount"] = MoneyField(self.said.currency, label=_("How much"))


class TermsForm(ActForm):
    def prepare(self) -> None:
        self.fields |= terms_fields(self.state.kind, self.said.currency, self.state.terms)

    def terms(self) -> dict[str, Any]:
        if self.state.kind == "pool":
            return pool_terms(self.cleaned_data["stake"], self.cleaned_data["custom"])
        return {name: self.cleaned_data[name] for name in self.state.terms}


class UndoForm(ActForm):
    """``last``: the version of the fact that is meant."""

    last = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=HIGHEST_VERSION)


def terms_fields(kind: str, currency: str, terms: Mapping[str, Any]) -> dict[str, forms.Field]:
    """The fields that ask for a table's terms; ``terms`` are those that it has, empty for a new one."""
    if kind == "pool":
        return {
            "stake": MoneyField(currency, label=_("Stake of each")),
            "custom": forms.ChoiceField(
                label=_("How a pool grows"),
                widget=forms.RadioSelect,
                choices=custom_choices(currency),
                initial=choice_of(terms),
            ),
        }
    return {"least": MoneyField(currency, label=_("Least stake"))}


FORMS: Final[Mapping[str, type[ActForm]]] = {
    "join": JoinForm,
    "left": OneForm,
    "returned": OneForm,
    "stood_aside": OneForm,
    "stood_in": OneForm,
    "chouette": OneForm,
    "seated_out": OneForm,
    "chouette_undone": PlainForm,
    "cut": CutForm,
    "seated": SeatsForm,
    "bet": BetForm,
    "withdraw": WithdrawForm,
    "levelled": PlainForm,
    "take": TakeForm,
    "begin": PlainForm,
    "won": WonForm,
    "abandon": GameForm,
    "share": ShareForm,
    "paid": PaidForm,
    "agreed": TermsForm,
    "closed": PlainForm,
    "reopened": PlainForm,
    "undone": UndoForm,
}
"""The form of each act, by the name that a page sends as ``do``."""
