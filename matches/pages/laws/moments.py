"""When something happened: the six moments of a deal, the laws of each, and a deal told step by step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.pages.common import game_words as words
from matches.pages.common.call_words import call_told
from matches.pages.common.card_faces import face_of
from matches.pages.common.limits import STEPS_SHOWN
from matches.pages.laws.incident_words import deed
from matches.pages.rubbers.deal_timeline import king_text
from scoring.cards import Player, adversary, seat
from scoring.checked import CheckedDeal
from scoring.incidents import ROWS, Moment
from scoring.record import (
    FIRST_ITEM_TOKEN,
    Call,
    CardPlayed,
    Exchange,
    Hand,
    Incident,
    Item,
    KingAnnounced,
    KingMarked,
    Outcome,
    Packets,
    Score,
    TurnUp,
    Variant,
    VoidDeal,
)
from scoring.variants import can_arise

MOMENTS: Final[Mapping[str, str | Promise]] = {
    "before": gettext_lazy("Before the deal: shuffling and cutting"),
    "dealing": gettext_lazy("Dealing, up to the turn-up"),
    "king": gettext_lazy("Marking the king"),
    "discarding": gettext_lazy("Proposing and discarding"),
    "playing": gettext_lazy("Playing"),
    "after": gettext_lazy("After the deal: the score"),
    "any": gettext_lazy("At any time: bystanders and new cards"),
}
_OF_ROWS: Final[Mapping[str, frozenset[Moment]]] = {
    "before": frozenset({"cut"}),
    "dealing": frozenset({"deal", "turned_up"}),
    "discarding": frozenset({"exchange"}),
    "playing": frozenset({"play"}),
    "after": frozenset({"score"}),
    "any": frozenset({"any"}),
}
_KING: Final = (19, 22, 23, 24, 25, 47)


def laws_at(moment: str, variant: Variant = "ecarte") -> tuple[int, ...]:
    """The laws that are broken then in that game, those that take a ruling before those that are only noted."""
    if moment == "king":
        found = list(_KING)
    else:
        wanted = _OF_ROWS.get(moment, frozenset())
        found = [law for law, row in ROWS.items() if wanted.intersection(row.moments)]
    found = [law for law in found if can_arise(law, variant)]
    return tuple(sorted(found, key=lambda law: (ROWS[law].remedies == ("note",), law)))


@dataclass(frozen=True, slots=True)
class StepShown:
    """Something in the record, and ``token``, before which an incident goes that was found right after it."""

    token: int
    text: str


def steps_of(deal: CheckedDeal, names: tuple[str, str]) -> tuple[StepShown, ...]:
    """The deal step by step; cards that are dealt are one step with the turn-up."""
    told = _Steps(deal, names)
    steps = [StepShown(FIRST_ITEM_TOKEN, _("Before a card is dealt"))]
    items = deal.deal.items
    for index, item in enumerate(items):
        token = FIRST_ITEM_TOKEN + index
        following = items[index + 1] if index + 1 < len(items) else None
        if isinstance(item, Packets | TurnUp | Hand) and isinstance(following, TurnUp | Hand):
            continue
        steps.append(StepShown(token + 1, told.say(item, token)))
    return tuple(steps[:STEPS_SHOWN])


def moment_at(deal: CheckedDeal, token: int) -> str:
    """Which of the moments it is before that token."""
    before = deal.deal.items[: token - FIRST_ITEM_TOKEN]
    for moment, kinds in (
        ("after", (Outcome, Score, VoidDeal)),
        ("playing", (CardPlayed,)),
        ("discarding", (Call, Exchange)),
        ("dealing", (Packets, TurnUp, Hand)),
    ):
        if any(isinstance(item, kinds) for item in before):
            return moment
    return "dealing"


class _Steps:
    def __init__(self, deal: CheckedDeal, names: tuple[str, str]) -> None:
        self.deal = deal
        self.course = deal.course
        self.names = names
        self._letters = ""
        self._swaps = {swap.token: swap for swap in self.course.swaps}
        self._kings = {king.token: king for king in self.course.kings_heard}
        self._players: dict[int, tuple[Player, bool]] = {}
        for trick in self.course.tricks:
            self._players[trick.token] = (trick.leader, True)
            if trick.reply_token is not None:
                self._players[trick.reply_token] = (adversary(trick.leader), False)

    def say(self, item: Item, token: int) -> str:
        match item:
            case Packets() | TurnUp() | Hand():
                return self._dealt()
            case Call():
                return self._call(item)
            case Exchange():
                swap = self._swaps[token]
                taken = None if swap.taken is None else swap.taken.bit_count()
                return words.exchange(self._name(swap.player), put_out=swap.number, taken=taken)
            case KingMarked() | KingAnnounced():
                return king_text(self.course, self._kings[token], self._name(item.player))
            case CardPlayed():
                return self._card(item, token)
            case Outcome():
                return words.outcome(self._name(item.player), item.tricks)
            case VoidDeal():
                return _("The deal does not count.")
            case Score():
                return _("The score is called: %(a)s–%(b)s.") % {"a": item.points[0], "b": item.points[1]}
            case Incident():
                return f"{deed(item, self.names, self.course.dealer)}."

    def _name(self, player: Player) -> str:
        return self.names[seat(player)]

    def _dealt(self) -> str:
        turn_up = self.course.turn_up
        if turn_up is None:
            return _("The cards are dealt.")
        return _("The cards are dealt, and %(card)s is turned up.") % {"card": face_of(turn_up).the}

    def _call(self, item: Call) -> str:
        said = call_told(
            self.course,
            item.letter,
            earlier=self._letters,
            names=self.names,
            is_conditional=item.is_conditional,
        )
        self._letters += item.letter
        return said

    def _card(self, item: CardPlayed, token: int) -> str:
        player, is_lead = self._players.get(token, (None, False))
        if item.card is None:
            return _("No card to play.")
        card = face_of(item.card).the
        if player is None:
            return _("%(card)s is played.") % {"card": card}
        said = _("%(name)s leads %(card)s.") if is_lead else _("%(name)s plays %(card)s.")
        return said % {"name": self._name(player), "card": card}
