"""The forms for everything that can be recorded at a pool or French table (an act), such as joining or a bet.

A form checks formats only; ``matches.rules.sittings.rules`` decides whether its act is allowed now.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from matches.common.commands import KEY_LENGTH
from matches.pages.common.decision_forms import HIGHEST_VERSION
from matches.pages.common.entry_fields import NameField, SuggestionInput, set_choices, suggestion_input
from matches.pages.sittings.fields import MoneyField, choice_of, custom_choices, pool_terms
from matches.rules.sittings.state import SittingState
from matches.sittings.words import SHARINGS, WordingContext, card_sign
from scoring.cards import CARD_NAMES

Choices = list[tuple[str | int, str]]
MOST_LOST: Final = 4
"""The largest number of points that the loser of a game can have."""
MOST_ROUNDS: Final = 9
"""The largest number of rounds of one cut that a page offers."""
NOT_KNOWN: Final = ""


class ActForm(forms.Form):
    """A form that records one act at a table, such as a cut.

    ``key`` is an idempotency key, ``version`` the ``rows_version`` of the sitting that the page showed. The
    choices come from ``state``, the table's state, and ``words``, the names of its people.
    """

    key = forms.CharField(widget=forms.HiddenInput, max_length=KEY_LENGTH)
    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=HIGHEST_VERSION)

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        state: SittingState,
        words: WordingContext,
        act_name: str,
        initial: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(data, auto_id=f"{act_name}_%s", initial=initial)
        self.state, self.words, self.act_name = state, words, act_name
        self.prepare()
        for field in self.fields.values():
            if isinstance(field, forms.ChoiceField):
                # Django's own message repeats the value that was sent, which is a player's id and not a name.
                text = _("Choose again: this choice is no longer available.")
                field.error_messages["invalid_choice"] = text

    def prepare(self) -> None:
        """Add the fields and choices that depend on the table's state; there are none by default."""

    def fill_in(self, values: Mapping[str, object]) -> None:
        """Replace the submitted values of the fields named in ``values``."""
        sent = QueryDict(mutable=True)
        sent.update(self.data)
        for name, value in values.items():
            sent[name] = str(value)
        self.data = sent

    def people(self, *, here: bool = True) -> Choices:
        people = [person for person in self.state.people if person.is_here or not here]
        return [(person.player, self.words.name(person.player)) for person in people]

    def ask_who(self, name: str, people: Choices) -> None:
        """Offer ``people`` in the field. Of several, nobody is preselected: it is about their money."""
        is_open = len(people) > 1 and not self.initial.get(name)
        set_choices(self, name, [(NOT_KNOWN, "–"), *people] if is_open else people)

    def seated(self) -> Choices:
        return [(player, self.words.name(player)) for player in self.state.seats if player]


class PlainForm(ActForm):
    """A form without visible fields, only a button."""


class OneForm(ActForm):
    """A form that chooses one person at the table."""

    player = forms.ChoiceField(widget=forms.HiddenInput)

    def prepare(self) -> None:
        set_choices(self, "player", self.people(here=False))


class JoinForm(ActForm):
    name = NameField(label=gettext_lazy("Name"), widget=suggestion_input(autocapitalize="words"))
    only_bets = forms.BooleanField(
        label=gettext_lazy("only bets, and does not wait for a seat"), required=False
    )
    is_new = forms.BooleanField(
        label=gettext_lazy("New player: add the name to the club’s list"), required=False
    )

    field_order = ("name", "only_bets", "is_new")

    def prepare(self) -> None:
        if self.state.kind == "pool":
            del self.fields["only_bets"]
        self._new = self.fields["is_new"]
        if not self.data.get("is_new"):
            del self.fields["is_new"]

    def ask_if_new(self, problem: str) -> None:
        """Add ``problem`` as an error, with a checkbox to confirm that the unknown person is new."""
        self.fields["is_new"] = self._new
        self.add_error("is_new", problem)

    def suggest(self, names: Sequence[str]) -> None:
        widget = self.fields["name"].widget
        if isinstance(widget, SuggestionInput):
            widget.suggestions = names


class CutForm(ActForm):
    """The card that each person cut; the people who tied for the lowest card cut again in another round."""

    rounds = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=MOST_ROUNDS, initial=1)

    def prepare(self) -> None:
        self._add_round(1, self.cutting())
        for number in range(2, self._rounds() + 1):
            again = [player for player in self.cutting() if f"card_{number}_{player}" in self.data]
            self._add_round(number, again)

    def cutting(self) -> list[str]:
        return [place.player for place in self.state.pool.places if place.player] if self.state.pool else []

    def _rounds(self) -> int:
        number = self.data.get("rounds", "1")
        return int(number) if re.fullmatch("[1-9]", str(number)) else 1

    def _add_round(self, number: int, players: Sequence[str]) -> None:
        cards = [(NOT_KNOWN, "–"), *((card, card_sign(card)) for card in reversed(CARD_NAMES))]
        for player in players:
            label = self.words.name(player)
            if number > 1:
                label = _("%(name)s, cut %(number)s") % {"name": label, "number": number}
            card = forms.ChoiceField(label=label, choices=cards, required=number == 1)
            self.fields[f"card_{number}_{player}"] = card

    def cards(self) -> list[dict[str, str]]:
        """Return the card of each player id, round by round.

        A later round that was left empty is skipped: the scorer corrected an earlier round instead.
        """
        rounds: list[dict[str, str]] = []
        for number in range(1, self._rounds() + 1):
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
        """Add a round in which the tied ``players`` cut again."""
        number = min(MOST_ROUNDS, self._rounds() + 1)
        self.fill_in({"rounds": number})
        self._add_round(number, players)


class SeatsForm(ActForm):
    """The two players of the next game at a French table, who need not be the next in the queue."""

    a = forms.ChoiceField(label=gettext_lazy("One"))
    b = forms.ChoiceField(label=gettext_lazy("The other"))

    def prepare(self) -> None:
        people = [person for person in self.state.people if person.is_here and person.is_playing]
        playing: Choices = [(person.player, self.words.name(person.player)) for person in people]
        set_choices(self, "a", playing)
        set_choices(self, "b", playing)


class BetForm(ActForm):
    player = forms.ChoiceField(label=gettext_lazy("Who"))
    on = forms.ChoiceField(label=pgettext_lazy("a bet", "On"), widget=forms.RadioSelect)

    def prepare(self) -> None:
        self.ask_who("player", self.people())
        # A player in la chouette covers all bets alone.
        sides = [(player, name) for player, name in self.seated() if player != self.state.chouette]
        set_choices(self, "on", sides)
        if self.state.chouette:
            self.initial["on"] = sides[0][0]
        self.fields["amount"] = MoneyField(self.words.currency, label=_("Stake"))


class WithdrawForm(ActForm):
    player = forms.ChoiceField(label=gettext_lazy("Who"))

    def prepare(self) -> None:
        staked = dict.fromkeys(bet.player for bet in self.state.bets if bet.player != self.state.chouette)
        self.ask_who("player", [(player, self.words.name(player)) for player in staked])
        help_text = _("Leave empty to withdraw the whole stake.")
        self.fields["amount"] = MoneyField(
            self.words.currency, label=_("How much"), required=False, help_text=help_text
        )


class TakeForm(ActForm):
    """The form by which a player, named by a button, takes bets before the bystanders may."""

    player = forms.ChoiceField(widget=forms.HiddenInput)

    def prepare(self) -> None:
        set_choices(self, "player", self.seated())
        help_text = _("Leave empty to take all that is offered.")
        self.fields["amount"] = MoneyField(
            self.words.currency, label=_("How much"), required=False, help_text=help_text
        )


class GameForm(ActForm):
    """A form about one game of the table."""

    game = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=HIGHEST_VERSION)


class WonForm(GameForm):
    winner = forms.ChoiceField(widget=forms.HiddenInput, choices=[("A", "A"), ("B", "B")])
    lost_with = forms.ChoiceField(
        label=gettext_lazy("The loser’s points"),
        required=False,
        choices=[
            (NOT_KNOWN, gettext_lazy("not recorded")),
            *((str(points), str(points)) for points in range(MOST_LOST + 1)),
        ],
    )


class ShareForm(ActForm):
    how = forms.ChoiceField(
        label=gettext_lazy("How"), widget=forms.RadioSelect, choices=list(SHARINGS.items()), initial="paid"
    )


class PaidForm(ActForm):
    payer = forms.ChoiceField(label=gettext_lazy("Who pays"))
    payee = forms.ChoiceField(label=gettext_lazy("To whom"))

    def prepare(self) -> None:
        for name in ("payer", "payee"):
            self.ask_who(name, self.people(here=False))
        self.fields["amount"] = MoneyField(self.words.currency, label=_("How much"))


class TermsForm(ActForm):
    def prepare(self) -> None:
        self.fields |= terms_fields(self.state.kind, self.words.currency, self.state.terms)

    def terms(self) -> dict[str, Any]:
        if self.state.kind == "pool":
            return pool_terms(self.cleaned_data["stake"], self.cleaned_data["custom"])
        return {name: self.cleaned_data[name] for name in self.state.terms}


class UndoForm(ActForm):
    """The form that undoes the last act; ``last`` is its version, so that no other is undone."""

    last = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=HIGHEST_VERSION)


def terms_fields(kind: str, currency: str, terms: Mapping[str, Any]) -> dict[str, forms.Field]:
    """Return the form fields for the terms of a ``pool`` or ``french`` table, by field name."""
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
    return {"least": MoneyField(currency, label=_("Minimum stake"))}


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
"""The form of each act, by the value of ``do`` that a page sends."""
