"""The choice made: what its remedy asks for besides, the reason, and the record with it written in."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, cast

from django import forms
from django.utils.translation import gettext as _

from matches.models import Rubber
from matches.pages.common.button_forms import SentForm, reason_field
from matches.pages.common.fields import Group, group
from matches.pages.common.findings import note_of
from matches.pages.laws.card_field import CardsField
from matches.rubbers.build_record import NotOneDealError, read_deal
from matches.rubbers.commands import Act
from matches.rubbers.rulings import settle_ruling
from scoring.book import Option, Place, Ruling
from scoring.cards import PACK, Player
from scoring.errors import NotationError, RecordError
from scoring.record import CardPlayed, Incident, Outcome

CARDS_CHARACTERS: Final = 500
TRICKS: Final[dict[str, int | None]] = {"point": None, "3": 3, "4": 4, "5": 5}


class ChoiceForm(SentForm):
    """``option`` is one of the ruling's. Afterwards ``incident`` is whole; a replay has an outcome, and maybe cards."""

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
        told = super().clean() or self.cleaned_data
        if told.get("cards", "").strip():
            self._read_cards(told["cards"])
        return told

    def _read_cards(self, text: str) -> None:
        try:
            read = read_deal(f"1. A {text}", 1)
        except NotationError as error:
            note = note_of(error.finding, self.names)
            self.add_error("cards", f"{note.message} {note.settle}".strip())
            return
        except (NotOneDealError, RecordError):
            self.add_error("cards", _("Write the cards alone."))
            return
        played = tuple(item for item in read.items if isinstance(item, CardPlayed))
        if played != read.items:
            self.add_error("cards", _("Write the cards alone."))
            return
        self.play = played

    @property
    def incident(self) -> Incident:
        argument = self.cleaned_data.get("argument") or None
        return replace(self.ruling.incident, remedy=self.option.remedy, argument=argument)

    @property
    def outcome(self) -> Outcome | None:
        told = self.cleaned_data
        if "winner" not in told:
            return None
        return Outcome(cast(Player, told["winner"]), TRICKS[told["tricks"]])


def write_choice(rubber: Rubber, place: Place, choice: ChoiceForm, *, act: Act) -> Rubber:
    """Write the choice of a form found in order into the rubber's record.

    Raises ``IncidentError``, ``RubberChangeError`` and ``RecordError``.
    """
    return settle_ruling(rubber, place, choice.incident, act=act, outcome=choice.outcome, play=choice.play)
