"""The forms of a ruling: the facts of an irregularity, and the director's choice with its cards.

All facts are in the URL, so that nothing is lost when the reader goes back.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, assert_never, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.pages.common import scoring_words
from matches.pages.common.card_faces import FACES, SUIT_NAMES, face_of
from matches.pages.common.decision_forms import VersionedForm, reason_field
from matches.pages.common.entry_fields import Group, group
from matches.pages.common.findings import note_of
from matches.pages.common.incident_words import FACTS, FACTS_OF_LAW
from matches.rubbers.deal_from_input import read_deal
from matches.rubbers.errors import NotOneDealError
from scoring.book import Option, Ruling
from scoring.book.writing import NEEDS_OFFENDER
from scoring.cards import (
    PACK,
    PLAYERS,
    SUITS,
    CardMask,
    Player,
    cards_of,
    format_card,
    format_cards,
    mask_of,
    parse_card,
)
from scoring.errors import NotationError, RecordError
from scoring.incidents import ROWS, FactSpec, facts_of, offender_of
from scoring.record import CardPlayed, Incident, Item, Outcome


class CardsPicker(forms.CheckboxSelectMultiple):
    """A widget that shows each suit's cards in a row, to select several or with ``is_single`` at most one."""

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
    """A field for ``count`` cards, or any number if that is None. The value is in EGN, such as ``SK.HA``, or ""."""

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


MOST: Final = 10
"""The largest number that a fact can have: a count of cards or of points."""


def played_field() -> forms.ChoiceField:
    """Return the question that law 25 needs answered if there is no record of the deal."""
    return forms.ChoiceField(
        label=gettext_lazy("Has the player who announced the king played a card?"),
        widget=forms.RadioSelect,
        choices=[("y", gettext_lazy("yes")), ("n", gettext_lazy("no"))],
    )


class FactsForm(forms.Form):
    """The form that asks for an irregularity's facts by GET. ``dealer`` is None before a game's first deal.

    With ``is_unwritten`` the deal is not in the record, and the form asks for what a law needs to know of it.
    """

    use_required_attribute = False

    def __init__(
        self,
        *args: Any,
        law: int,
        names: tuple[str, str],
        dealer: Player | None,
        is_unwritten: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.row = ROWS[law]
        self.dealer = dealer
        if self._asks_offender:
            sides = [("A", names[0]), ("B", names[1])]
            is_required = law in NEEDS_OFFENDER
            self.fields["by"] = forms.ChoiceField(
                label=_("Who was it?"),
                required=is_required,
                widget=forms.RadioSelect,
                choices=sides if is_required else [*sides, ("", _("not noted"))],
                error_messages={"required": gettext_lazy("Choose who it was.")},
            )
        for place, spec in enumerate(self.row.facts):
            self.fields[f"f{place}"] = _field(law, spec)
        if is_unwritten and law == 25:
            self.fields["played"] = played_field()

    @property
    def _asks_offender(self) -> bool:
        return self.row.offender == "either" or (self.row.offender != "nobody" and self.dealer is None)

    @property
    def asks_anything(self) -> bool:
        return bool(self.fields)

    @property
    def only_asks_who(self) -> bool:
        return set(self.fields) == {"by"}

    def groups(self) -> list[Group]:
        return [Group(_("What happened"), [[self[name]] for name in self.fields])]

    def incident(self) -> Incident:
        """Return the irregularity that the valid form describes, without a remedy."""
        values = self.cleaned_data
        facts = [_fact(spec, values[f"f{place}"]) for place, spec in enumerate(self.row.facts)]
        return Incident(self.row.law, self._offender(values), tuple(fact for fact in facts if fact))

    def items_before(self) -> tuple[Item, ...]:
        """Return what the deal had before the irregularity, as far as the valid form asks for it.

        A deal without cards leaves it open whether one was played; after two cards, both players have.
        """
        return (CardPlayed(None),) * len(PLAYERS) if self.cleaned_data.get("played") == "y" else ()

    def _offender(self, values: dict[str, Any]) -> Player | None:
        if self._asks_offender:
            return cast(Player, values["by"]) if values["by"] else None
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
    if spec.kind == "card" or spec.kind == "cards":
        return CardsField(label=label, required=False, is_single=spec.kind == "card")
    assert_never(spec.kind)


def _fact(spec: FactSpec, answer: Any) -> str:
    """Return the fact in the notation, or an empty string if it says nothing."""
    if spec.kind == "word":
        return spec.words[0] if answer == "y" else ""
    return "" if answer in (None, "") else str(answer)


def query_of(incident: Incident) -> dict[str, str | list[str]]:
    """Return the query parameters that fill in the form with ``incident``."""
    row, known = ROWS[incident.law], facts_of(incident)
    parameters: dict[str, str | list[str]] = {"law": str(incident.law), "by": incident.player or ""}
    numbers, suits = list(known.numbers), list(known.suits)
    for place, spec in enumerate(row.facts):
        name = f"f{place}"
        if spec.kind == "word":
            parameters[name] = "y" if spec.words[0] in known.words else "n"
        elif spec.kind == "choice":
            parameters[name] = next((word for word in spec.words if word in known.words), "")
        elif spec.kind == "number":
            parameters[name] = str(numbers.pop(0)) if numbers else ""
        elif spec.kind == "suit":
            parameters[name] = SUITS[suits.pop(0)] if suits else ""
        elif spec.kind == "card" or spec.kind == "cards":
            parameters[name] = [format_card(card) for card in cards_of(known.cards & 0xFFFF_FFFF)]
        else:
            assert_never(spec.kind)
    return parameters


CARDS_CHARACTERS: Final = 500
TRICKS: Final[dict[str, int | None]] = {"point": None, "3": 3, "4": 4, "5": 5}


class ChoiceForm(VersionedForm):
    """The form that records a director's choice among the remedies of a ruling: ``option`` is the chosen one.

    If the deal is played again, the form also asks for its outcome, and optionally for its cards.
    """

    reason = reason_field()
    use_required_attribute = False

    def __init__(
        self, *args: Any, option: Option, ruling: Ruling, names: tuple[str, str], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.option = option
        self.ruling = ruling
        self.names = names
        self.play: tuple[CardPlayed, ...] = ()
        if option.needs is not None:
            self.fields["argument"] = CardsField(
                label=_("Which card is chosen?") if option.needs == "card" else _("Which cards?"),
                is_single=option.needs == "card",
                cards=PACK if option.cards_from is None else option.cards_from,
                count=option.count,
                required=True,
            )
        if option.remedy == "replay":
            self._ask_for_replay()

    def _ask_for_replay(self) -> None:
        self.fields["winner"] = forms.ChoiceField(
            label=_("Who won the replay?"),
            widget=forms.RadioSelect,
            choices=[("A", self.names[0]), ("B", self.names[1])],
        )
        self.fields["tricks"] = forms.ChoiceField(
            label=_("How"),
            widget=forms.RadioSelect,
            initial="point",
            choices=[
                ("point", _("the point: three tricks or four")),
                ("3", _("the point, by three tricks")),
                ("4", _("the point, by four tricks")),
                ("5", _("the vole: all five tricks")),
            ],
        )
        self.fields["cards"] = forms.CharField(
            label=_("The cards of the replay, in the notation"),
            required=False,
            max_length=CARDS_CHARACTERS,
            widget=forms.Textarea(
                {"rows": 2, "class": "line", "autocapitalize": "off", "spellcheck": "false"}
            ),
            help_text=_("As they were played: lead, reply, lead, reply. May be left empty."),
        )

    def groups(self) -> list[Group]:
        rows = [("argument",), ("winner",), ("tricks",), ("cards",), ("reason",)]
        return [group(self, _("The choice"), *rows)]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        if values.get("cards", "").strip():
            self._read_cards(values["cards"])
        return values

    def _read_cards(self, text: str) -> None:
        try:
            read = read_deal(f"1. A {text}", 1)
        except NotationError as error:
            note = note_of(error.finding, self.names)
            self.add_error("cards", f"{note.message} {note.settle}".strip())
            return
        except (NotOneDealError, RecordError):
            self.add_error("cards", _("Write only the cards."))
            return
        played = tuple(item for item in read.items if isinstance(item, CardPlayed))
        if played != read.items:
            self.add_error("cards", _("Write only the cards."))
            return
        self.play = played

    @property
    def incident(self) -> Incident:
        argument = self.cleaned_data.get("argument") or None
        return replace(self.ruling.incident, remedy=self.option.remedy, argument=argument)

    @property
    def outcome(self) -> Outcome | None:
        values = self.cleaned_data
        if "winner" not in values:
            return None
        return Outcome(cast(Player, values["winner"]), TRICKS[values["tricks"]])
