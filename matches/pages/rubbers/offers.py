"""Decide what a rubber's page offers its viewer: the question that waits for their answer, and the actions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.clubs.roles import Action, Powers, may_side_confirm
from matches.common.commands import new_key
from matches.models import Depth, Rubber
from matches.pages.common.links import book_url
from matches.pages.common.results import score_text
from matches.pages.common.rubber_context import names_of
from matches.rubbers.change_report import is_at_table
from matches.rubbers.rule import may_rule
from matches.rubbers.states import RubberKind, may_follow

_OFFERS: Final[tuple[tuple[RubberKind, Action, str, str | Promise, str], ...]] = (
    ("rubber.confirmed", "confirm_rubber", "web:confirm_rubber", _("Confirm"), "main"),
    ("rubber.disputed", "dispute_rubber", "web:dispute_rubber", _("Dispute"), ""),
    ("rubber.report_changed", "change_report", "web:change_report", _("Correct my report"), "main"),
    ("rubber.report_withdrawn", "change_report", "web:withdraw_report", _("Withdraw"), ""),
    ("rubber.corrected", "correct_rubber", "web:correct_rubber", _("Correct the result"), ""),
    ("rubber.voided", "void_rubber", "web:void_rubber", _("Declare void"), "danger"),
)
ANSWERS: Final[tuple[Action, ...]] = ("confirm_rubber", "dispute_rubber")


RARE: Final[frozenset[RubberKind]] = frozenset({"rubber.disputed", "rubber.voided"})
"""The actions that the page keeps behind its menu; also correcting a result that counts."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An action on the rubber. ``look`` is the button's CSS class; a rare one stands in the page's menu."""

    url: str
    text: str | Promise
    look: str = ""
    is_rare: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """The question whether a reported result is right, for the player who may answer it."""

    sentence: str
    version: int
    key: str = field(default_factory=new_key)


def question_about(rubber: Rubber, powers: Powers) -> Question | None:
    """Return the question that waits for the viewer's answer, or None if none waits for them as a player."""
    seat = powers.seat_in(rubber)
    is_asked = rubber.state == Rubber.State.REPORTED and may_side_confirm(seat, rubber)
    return Question(_reported_sentence(rubber, seat), rubber.version) if is_asked else None


def _reported_sentence(rubber: Rubber, seat: str) -> str:
    """Return what the other side, or a helper, reported, as told to the player of side ``seat``."""
    names = dict(zip("AB", names_of(rubber), strict=True))
    won = (rubber.games_won_a, rubber.games_won_b)
    values = {
        "reporter": names.get(rubber.reported_by, ""),
        "winner": names.get(rubber.winner, ""),
        "score": score_text(*(won if rubber.winner != "B" else won[::-1])),
    }
    if rubber.reported_by:
        if not rubber.winner:
            sentence = gettext("%(reporter)s says it ended %(score)s.")
        elif rubber.winner == seat:
            sentence = gettext("%(reporter)s says you won %(score)s.")
        else:
            sentence = gettext("%(reporter)s says they won %(score)s.")
    elif not rubber.winner:
        sentence = gettext("A helper entered it as ended %(score)s.")
    elif rubber.winner == seat:
        sentence = gettext("A helper entered that you won %(score)s.")
    else:
        sentence = gettext("A helper entered that %(winner)s won %(score)s.")
    return sentence % values


def offers(rubber: Rubber, powers: Powers, *, is_asked: bool) -> list[Offer]:
    """Return the actions on the rubber that ``powers`` allow, in the order of the page.

    ``is_asked``: the page asks the viewer whether the result is right, so that their answers are left out.
    """
    own = [rubber.public_id]
    links: list[Offer] = []
    if rubber.state == Rubber.State.LIVE and powers.may_enter(rubber.player_a_id, rubber.player_b_id):
        links.append(Offer(reverse("web:pad", args=own), _("Go on entering"), "main"))
        links.append(Offer(reverse("web:table_links", args=own), _("The table’s link")))
    is_of_draw = rubber.event.plan is not None and rubber.depth == Depth.RESULT and powers.can("run_event")
    is_own_report = _is_own_report(rubber, powers)
    for kind, action, name, text, look in _OFFERS:
        if not (may_follow(kind, rubber.state) and powers.can(action, rubber)):
            continue
        if action in ANSWERS and (is_asked or is_own_report):
            continue
        if action == "change_report" and not is_own_report:
            continue
        url = reverse(name, args=own)
        if action == "correct_rubber" and is_of_draw:
            # An event's director corrects by the page that previews the consequences.
            url = reverse("web:event_correct", args=[rubber.club.slug, rubber.event.public_id, *own])
        is_settled = rubber.state in Rubber.SETTLED_STATES
        is_rare = kind in RARE or (kind == "rubber.corrected" and is_settled)
        links.append(Offer(url, text, look, is_rare=is_rare))
    if may_rule(powers, rubber):
        links.append(Offer(book_url(rubber.public_id), _("Director’s rulings")))
    return links


def _is_own_report(rubber: Rubber, powers: Powers) -> bool:
    """Return whether the viewer may change their own report. People whose word is final correct the rubber instead."""
    is_final = powers.authority_on(rubber.player_a_id, rubber.player_b_id) == "final"
    return powers.can("change_report", rubber) and not is_final and not is_at_table(rubber)
