"""The phases of a deal in which irregularities happen, with the laws of each phase, and a deal step by step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.pages.common import game_words
from matches.pages.common.card_faces import face_of
from matches.pages.common.incident_words import offence
from matches.pages.common.listing import STEPS_SHOWN
from matches.pages.rubbers.deal_timeline import king_text
from scoring.cards import Player, opponent, seat
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
    """Return the numbers of the laws that can be broken in the phase ``moment`` of a deal, a key of ``MOMENTS``.

    Laws whose breach is only noted come last.
    """
    if moment == "king":
        laws = list(_KING)
    else:
        wanted = _OF_ROWS.get(moment, frozenset())
        laws = [law for law, row in ROWS.items() if wanted.intersection(row.moments)]
    laws = [law for law in laws if can_arise(law, variant)]
    return tuple(sorted(laws, key=lambda law: (ROWS[law].remedies == ("note",), law)))


@dataclass(frozen=True, slots=True)
class DealStep:
    """A step of a recorded deal in words. An incident right after it is inserted before the item ``token``."""

    token: int
    text: str


def steps_of(deal: CheckedDeal, names: tuple[str, str]) -> tuple[DealStep, ...]:
    """Return the steps of a recorded deal in words; dealing the cards and turning up the trump are one."""
    words = _Steps(deal, names)
    steps = [DealStep(FIRST_ITEM_TOKEN, _("Before a card is dealt"))]
    items = deal.deal.items
    for index, item in enumerate(items):
        token = FIRST_ITEM_TOKEN + index
        following = items[index + 1] if index + 1 < len(items) else None
        if isinstance(item, Packets | TurnUp | Hand) and isinstance(following, TurnUp | Hand):
            continue
        steps.append(DealStep(token + 1, words.say(item, token)))
    return tuple(steps[:STEPS_SHOWN])


def moment_at(deal: CheckedDeal, token: int) -> str:
    """Return the phase of the deal just before the record's item ``token``, as a key of ``MOMENTS``."""
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
                self._players[trick.reply_token] = (opponent(trick.leader), False)

    def say(self, item: Item, token: int) -> str:
        match item:
            case Packets() | TurnUp() | Hand():
                if self.course.turn_up is None:
                    return _("The cards are dealt.")
                card = face_of(self.course.turn_up).the
                return _("The cards are dealt, and %(card)s is turned up.") % {"card": card}
            case Call():
                return self._call(item)
            case Exchange():
                swap = self._swaps[token]
                taken = None if swap.taken is None else swap.taken.bit_count()
                return game_words.exchange(self._name(swap.player), put_out=swap.number, taken=taken)
            case KingMarked() | KingAnnounced():
                return king_text(self.course, self._kings[token], self._name(item.player))
            case CardPlayed():
                return self._card(item, token)
            case Outcome():
                return game_words.outcome(self._name(item.player), item.tricks)
            case VoidDeal():
                return _("The deal does not count.")
            case Score():
                return _("The score is called: %(a)s–%(b)s.") % {"a": item.points[0], "b": item.points[1]}
            case Incident():
                return f"{offence(item, self.names, self.course.dealer)}."

    def _name(self, player: Player) -> str:
        return self.names[seat(player)]

    def _call(self, item: Call) -> str:
        text = game_words.call_sentence(
            self.course,
            item.letter,
            earlier=self._letters,
            names=self.names,
            is_conditional=item.is_conditional,
        )
        self._letters += item.letter
        return text

    def _card(self, item: CardPlayed, token: int) -> str:
        player, is_lead = self._players.get(token, (None, False))
        if item.card is None:
            return _("No card to play.")
        card = face_of(item.card).the
        if player is None:
            return _("%(card)s is played.") % {"card": card}
        text = _("%(name)s leads %(card)s.") if is_lead else _("%(name)s plays %(card)s.")
        return text % {"name": self._name(player), "card": card}
