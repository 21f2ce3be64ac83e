"""What a viewer may do with a rubber now: what its state allows, and his powers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.clubs.permissions import Action, Powers
from matches.models import Depth, Rubber
from matches.pages.laws.links import book_url
from matches.rubbers.rulings import may_rule
from matches.rubbers.states import RubberKind, may_follow


@dataclass(frozen=True, slots=True)
class Offer:
    url: str
    text: str | Promise
    look: str


_OFFERS: Final[tuple[tuple[RubberKind, Action, str, str | Promise, str], ...]] = (
    ("rubber.confirmed", "confirm_rubber", "web:confirm_rubber", _("Confirm"), "main"),
    ("rubber.disputed", "dispute_rubber", "web:dispute_rubber", _("Dispute"), ""),
    ("rubber.corrected", "correct_rubber", "web:correct_rubber", _("Correct"), ""),
    ("rubber.voided", "void_rubber", "web:void_rubber", _("Declare void"), "danger"),
)


def offers(rubber: Rubber, powers: Powers) -> tuple[Offer, ...]:
    """In the order in which they are wanted."""
    found = []
    if rubber.state == Rubber.State.LIVE and powers.may_enter(rubber.player_a_id, rubber.player_b_id):
        found.append(Offer(reverse("web:pad", args=[rubber.public_id]), _("Go on entering"), "main"))
        found.append(Offer(reverse("web:table_links", args=[rubber.public_id]), _("The table's link"), ""))
    found += [
        Offer(_address(url, rubber, powers), text, look)
        for kind, action, url, text, look in _OFFERS
        if may_follow(kind, rubber.state) and powers.can(action, rubber)
    ]
    if may_rule(powers, rubber):
        found.append(Offer(book_url(rubber.public_id), _("Director's rulings"), ""))
    return tuple(found)


def _address(url: str, rubber: Rubber, powers: Powers) -> str:
    """Where it is done. Who runs a planned event corrects a result of it with a look at what that moves."""
    is_of_draw = rubber.event.plan is not None and rubber.depth == Depth.RESULT and powers.can("run_event")
    if url == "web:correct_rubber" and is_of_draw:
        return reverse("web:event_correct", args=[rubber.club.slug, rubber.event.public_id, rubber.public_id])
    return reverse(url, args=[rubber.public_id])
