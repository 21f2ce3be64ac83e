"""Cards picked from the faces of a pack, one or several, without a script."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.pages.common.card_faces import FACES, SUIT_NAMES, face_of
from scoring.cards import PACK, SUITS, CardMask, cards_of, format_cards, mask_of, parse_card


class CardsPicker(forms.CheckboxSelectMultiple):
    """A row of faces for each suit. ``is_single`` lets one be picked, and offers to leave it open."""

    template_name = "common/widgets/cards.html"

    def __init__(self, *, is_single: bool) -> None:
        super().__init__()
        self.is_single = is_single
        self.cards: CardMask = PACK

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        picked = set(value or ())
        context["widget"]["input_type"] = "radio" if self.is_single else "checkbox"
        context["widget"]["is_open"] = not picked
        context["widget"]["open_label"] = _("not noted") if self.is_single else ""
        context["widget"]["suits"] = [
            (SUIT_NAMES[suit], [(face_of(card), FACES[card].code in picked) for card in cards])
            for suit in range(len(SUITS))
            if (cards := cards_of(self.cards & (0xFF << 8 * suit)))
        ]
        return context


class CardsField(forms.MultipleChoiceField):
    """A set of cards in the notation (``SK.HA``), empty where none is picked. ``count``: how many, if it matters."""

    def __init__(
        self, *, is_single: bool, cards: CardMask = PACK, count: int | None = None, **options: Any
    ) -> None:
        picker = CardsPicker(is_single=is_single)
        picker.cards = cards
        names = [face_of(card).code for card in cards_of(cards)]
        super().__init__(widget=picker, choices=[(name, name) for name in names], **options)
        self.count = count

    def to_python(self, value: Any) -> list[str]:
        return [name for name in super().to_python(value) if name]

    def clean(self, value: Any) -> str:
        picked = super().clean(value)
        if self.count is not None and picked and len(picked) != self.count:
            raise forms.ValidationError(
                gettext_lazy("The law asks for %(count)s here."), params={"count": self.count}, code="count"
            )
        return format_cards(mask_of([parse_card(name) for name in picked]))
