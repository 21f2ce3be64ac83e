"""The facts of an irregularity asked as the law asks for them, and what they come to: an incident.

Everything that is said stands in the address, so that the way back loses nothing.
"""

from __future__ import annotations

from typing import Any, Final, cast

from django import forms
from django.utils.translation import gettext as _

from matches.pages.common import scoring_words
from matches.pages.common.card_faces import SUIT_NAMES
from matches.pages.common.fields import Group
from matches.pages.laws.card_field import CardsField
from matches.pages.laws.incident_words import FACTS, FACTS_OF_LAW
from scoring.book.writing import NEEDS_OFFENDER
from scoring.cards import SUITS, Player, cards_of, format_card
from scoring.incidents import ROWS, FactSpec, facts_of, offender_of
from scoring.record import Incident

MOST: Final = 10
"""The largest number that a fact is about: of cards, or of points."""


class FactsForm(forms.Form):
    """Sent by GET. ``names`` are A's and B's, ``dealer`` is None before the first deal of a game."""

    use_required_attribute = False

    def __init__(
        self, *args: Any, law: int, names: tuple[str, str], dealer: Player | None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.row = ROWS[law]
        self.dealer = dealer
        if self._asks_offender:
            sides = [("A", names[0]), ("B", names[1])]
            is_needed = law in NEEDS_OFFENDER
            self.fields["by"] = forms.ChoiceField(
                label=_("Whose fault was it?"),
                required=is_needed,
                widget=forms.RadioSelect,
                choices=sides if is_needed else [*sides, ("", _("not noted"))],
            )
        for place, spec in enumerate(self.row.facts):
            self.fields[f"f{place}"] = _field(law, spec)

    @property
    def _asks_offender(self) -> bool:
        return self.row.offender == "either" or (self.row.offender != "nobody" and self.dealer is None)

    @property
    def asks_anything(self) -> bool:
        return bool(self.fields)

    def groups(self) -> list[Group]:
        return [Group(_("What happened"), [[self[name]] for name in self.fields])]

    def incident(self) -> Incident:
        """What a form found in order says, without a remedy."""
        told = self.cleaned_data
        facts = [_fact(spec, told[f"f{place}"]) for place, spec in enumerate(self.row.facts)]
        return Incident(self.row.law, self._offender(told), tuple(fact for fact in facts if fact))

    def _offender(self, told: dict[str, Any]) -> Player | None:
        if self._asks_offender:
            return cast(Player, told["by"]) if told["by"] else None
        return offender_of(Incident(self.row.law, None), self.dealer)


def _field(law: int, spec: FactSpec) -> forms.Field:
    label = scoring_words.question(spec)
    if spec.kind == "word":
        choices = [("y", _("yes")), ("n", _("no"))]
        return forms.ChoiceField(label=label, widget=forms.RadioSelect, choices=choices)
    if spec.kind == "choice":
        choices = [(word, str(FACTS_OF_LAW.get((law, word)) or FACTS[word])) for word in spec.words]
        return forms.ChoiceField(label=label, widget=forms.RadioSelect, choices=choices)
    if spec.kind == "number":
        return forms.IntegerField(label=label, required=False, min_value=0, max_value=MOST)
    if spec.kind == "suit":
        choices = [(letter, str(SUIT_NAMES[suit])) for suit, letter in enumerate(SUITS)]
        return forms.ChoiceField(label=label, widget=forms.RadioSelect, choices=choices)
    return CardsField(label=label, required=False, is_single=spec.kind == "card")


def _fact(spec: FactSpec, said: Any) -> str:
    """The fact as the notation writes it; empty where it says nothing."""
    if spec.kind == "word":
        return spec.words[0] if said == "y" else ""
    return "" if said in (None, "") else str(said)


def query_of(incident: Incident) -> dict[str, str | list[str]]:
    """What an address says of an incident that is known already: the law, and an answer to every question."""
    row, known = ROWS[incident.law], facts_of(incident)
    said: dict[str, str | list[str]] = {"law": str(incident.law), "by": incident.player or ""}
    numbers, suits = list(known.numbers), list(known.suits)
    for place, spec in enumerate(row.facts):
        name = f"f{place}"
        if spec.kind == "word":
            said[name] = "y" if spec.words[0] in known.words else "n"
        elif spec.kind == "choice":
            said[name] = next((word for word in spec.words if word in known.words), "")
        elif spec.kind == "number":
            said[name] = str(numbers.pop(0)) if numbers else ""
        elif spec.kind == "suit":
            said[name] = SUITS[suits.pop(0)] if suits else ""
        else:
            said[name] = [format_card(card) for card in cards_of(known.cards & 0xFFFF_FFFF)]
    return said
