"""What may come next in a deal that a phone is writing card by card, and what the laws have against each card.

The line is the phone's own: it is judged, and kept nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import orjson
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from ecarte_site.limits import Limit
from matches.models import Rubber
from matches.pages.common import scoring_words
from matches.pages.common.checked_record import names_of
from matches.pages.common.findings import note_of
from matches.pages.common.remedy_words import remedy_name
from matches.pages.pads.authorize import NotAdmittedError, admitted
from matches.pages.pads.rate_limits import sender_of
from matches.pages.pads.rubber_payload import pair_told
from matches.pages.pads.state import refused
from matches.rubbers.build_record import NotOneDealError, read_deal, standing
from matches.rubbers.check_text import judged
from scoring.board import next_moves
from scoring.book import Settling, settlings
from scoring.cards import format_card, seat
from scoring.checked import CheckedRubber
from scoring.errors import NotationError, RecordError
from scoring.findings import Finding
from scoring.record import Deal, Outcome, Pair, VoidDeal

BODY_BYTES: Final = 8_192
LINE_CHARACTERS: Final = 2_000
LARGEST: Final = 10_000
KEYS: Final = frozenset({"line", "game", "deal"})
REQUESTS: Final = Limit("pad_board", most=180)
"""By link: three taps a second. A line of nonsense costs a third of a second to judge."""
_NO_TEXT: Final = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")


class BoardError(ValueError):
    """What was asked can't be read. ``code`` is for scripts, the text for people."""

    def __init__(self, code: str, said: str) -> None:
        self.code = code
        super().__init__(said)


@dataclass(frozen=True, slots=True)
class Asked:
    """``line``: the deal so far, its dealer first. ``place``: game and deal, from 1, of an older deal that is written
    anew; None for the deal that comes next.
    """

    line: str
    place: tuple[int, int] | None


@require_POST
def board(request: HttpRequest, public_id: str) -> HttpResponse:
    try:
        rubber, user = admitted(request, public_id)
    except NotAdmittedError as error:
        return refused(error)
    sender = sender_of(user)
    if wait := REQUESTS.wait(sender):
        told = {"code": "too_many", "message": _("Too much was asked at once. Write on: it is judged later.")}
        return JsonResponse(told, status=429, headers={"Retry-After": str(wait)})
    REQUESTS.count(sender)
    try:
        return JsonResponse(board_told(rubber, read_asked(request.body)))
    except BoardError as error:
        return JsonResponse({"code": error.code, "message": str(error)}, status=400)


def read_asked(body: bytes) -> Asked:
    """Raises ``BoardError`` for anything but what the shape says."""
    try:
        told = orjson.loads(body) if len(body) <= BODY_BYTES else None
    except orjson.JSONDecodeError:
        told = None
    if not isinstance(told, dict) or not set(told) <= KEYS:
        raise _malformed("line")
    line = told.get("line")
    if type(line) is not str or len(line) > LINE_CHARACTERS or _NO_TEXT.search(line):
        raise _malformed("line")
    if "game" not in told and "deal" not in told:
        return Asked(line, None)
    return Asked(line, (_number(told, "game"), _number(told, "deal")))


def _number(told: Mapping[str, object], name: str) -> int:
    number = told.get(name)
    if type(number) is not int or not 1 <= number <= LARGEST:
        raise _malformed(name)
    return number


def _malformed(name: str) -> BoardError:
    return BoardError(
        "malformed", _("This is not a deal that could be looked at: %(name)s.") % {"name": name}
    )


def board_told(rubber: Rubber, asked: Asked) -> dict[str, Any]:
    """The board for a line; ``rubber`` (players loaded) tells the score it starts from. Raises ``BoardError``."""
    names = names_of(rubber)
    checked = judged(rubber.egn, rubber.checks)
    deal = _deal(asked.line, names)
    rules = checked.rubber.rules
    now = next_moves(deal, before=_before(checked, asked), code=rules.code, variant=rules.variant)
    choices = settlings(deal, code=rules.code, variant=rules.variant)
    return {
        "phase": now.phase,
        "player": now.player,
        "cards": {
            format_card(card): None if finding is None else _sentence(finding, names)
            for card, finding in now.cards.items()
        },
        "kings": list(now.kings),
        "announcers": list(now.announcers),
        "may_have_none": now.may_have_none,
        "may_offer": now.may_offer,
        "outcome": _outcome(now.outcome),
        "score": pair_told(now.score),
        "notes": [_note(finding, choices, names) for finding in now.findings],
    }


def _deal(line: str, names: tuple[str, str]) -> Deal:
    try:
        return read_deal(f"1. {line}", 1)
    except NotationError as error:
        raise BoardError("unreadable", _sentence(error.finding, names)) from None
    except NotOneDealError:
        raise BoardError("not_one_deal", _("Write one deal alone, without the end of its game.")) from None
    except RecordError as error:
        raise BoardError("unreadable", str(error)) from None


def _before(checked: CheckedRubber, asked: Asked) -> Pair | None:
    """The score that the deal starts from; None where it is not known."""
    if asked.place is None:
        return standing(checked).score
    game, deal = asked.place
    deals = checked.games[game - 1].deals if game <= len(checked.games) else ()
    return deals[deal - 1].before if deal <= len(deals) else None


def _note(finding: Finding, choices: tuple[Settling, ...], names: tuple[str, str]) -> dict[str, Any]:
    """``incidents`` are the choices that settle it: tokens to go behind the line, each with its words."""
    here = [choice for choice in choices if _is_about(choice, finding)]
    chooser = next((choice.chooser for choice in here if choice.chooser), None)
    return {
        "severity": finding.severity,
        "text": _sentence(finding, names),
        "law": finding.law,
        "chooser": ""
        if chooser is None
        else capfirst(_("%(name)s chooses: the director asks him.") % {"name": names[seat(chooser)]}),
        "incidents": [
            {
                "incident": choice.tokens,
                "text": remedy_name(choice.option.remedy),
                "effect": " ".join(scoring_words.effect(effect) for effect in choice.option.effects),
            }
            for choice in here
        ],
    }


def _is_about(choice: Settling, finding: Finding) -> bool:
    """The board judges the deal with the game's score, and the book without: the same slip in either."""
    one, two = choice.finding, finding
    return (one.code, one.variant, one.trick, one.params) == (two.code, two.variant, two.trick, two.params)


def _sentence(finding: Finding, names: tuple[str, str]) -> str:
    note = note_of(finding, names)
    return f"{note.message} {note.settle}".strip()


def _outcome(outcome: Outcome | VoidDeal | None) -> str | None:
    """As the notation writes it."""
    match outcome:
        case None:
            return None
        case VoidDeal():
            return "=void"
        case Outcome(player, tricks):
            return f"={player}{tricks or ''}"
