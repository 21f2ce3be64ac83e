"""A player: how his rubbers went, and the decisions he may want to look at again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.models import Decision
from matches.web.dates import record_date
from matches.web.faces import Face, face_of
from matches.web.judgements import hindsight, sentence
from matches.web.record import judgement_of, names_of
from matches.web.results import rubber_title
from matches.web.rubber_page import deal_title
from scoring.cards import CARD_BY_NAME


@dataclass(frozen=True, slots=True)
class DecisionLine:
    """``face`` is the card chosen, None where the choice was not a card; ``url`` leads to its note."""

    face: Face | None
    sentence: str
    place: str
    url: str
    about: str


def facts(record: Mapping[str, int]) -> list[str]:
    """``record`` has the settled rubbers ``played``, ``won`` and ``lost``."""
    played = record["played"]
    told = [ngettext("%(count)s settled rubber", "%(count)s settled rubbers", played) % {"count": played}]
    if played:
        told.append(_("won %(won)s, lost %(lost)s") % {"won": record["won"], "lost": record["lost"]})
    return told


def decision_line(decision: Decision) -> DecisionLine:
    """``decision`` comes with its rubber, the players and the event."""
    judgement = judgement_of(decision)
    rubber = decision.review.rubber
    names = names_of(rubber)
    address = reverse("web:deal", args=[rubber.public_id, decision.game, decision.deal])
    card = CARD_BY_NAME.get(decision.chosen)
    return DecisionLine(
        face=None if card is None else face_of(card),
        sentence=f"{sentence(judgement, names)} {hindsight(judgement)}".strip(),
        place=deal_title(decision.game, decision.deal),
        url=f"{address}#{judgement.anchor}",
        about=" · ".join(
            part for part in (rubber_title(rubber), rubber.event.name, record_date(rubber.date)) if part
        ),
    )
