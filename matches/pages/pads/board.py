"""Tell a phone that records a deal card by card which moves are possible next, and what the laws find on each card.

The text of the deal is the phone's own: it is checked and never stored.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

import orjson
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from ecarte_site.limits import Limit
from matches.models import Rubber
from matches.pages.common import scoring_words
from matches.pages.common.findings import note_of
from matches.pages.common.incident_words import remedy_name
from matches.pages.common.rubber_context import checked_record, names_of
from matches.pages.pads.authorize import PadAccessError, authorize_pad, sender_of
from matches.pages.pads.rubber_view import pair_json
from matches.pages.pads.state import refused
from matches.pages.rubbers.deal_lines import Place
from matches.rubbers.deal_from_input import position_of, read_deal
from matches.rubbers.errors import NotOneDealError
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
"""The limit of requests by table link: three taps a second. A nonsensical text takes a third of a second to check."""
_NO_TEXT: Final = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")


class BoardError(ValueError):
    """The pad sent a request that can't be read. ``code`` is for scripts, the message for people."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


@require_POST
def board(request: HttpRequest, public_id: str) -> HttpResponse:
    try:
        rubber, user = authorize_pad(request, public_id)
    except PadAccessError as error:
        return refused(error)
    sender = sender_of(user)
    if wait := REQUESTS.wait(sender):
        message = _("The site is busy. Go on scoring; the check follows.")
        payload = {"code": "too_many", "message": message}
        return JsonResponse(payload, status=429, headers={"Retry-After": str(wait)})
    REQUESTS.count(sender)
    try:
        line, place = read_board_request(request.body)
        return JsonResponse(board_json(rubber, line, place))
    except BoardError as error:
        return JsonResponse({"code": error.code, "message": str(error)}, status=400)


def read_board_request(body: bytes) -> tuple[str, Place | None]:
    """Return the deal so far in EGN, and the place of an older deal that it rewrites. Raises ``BoardError``."""
    try:
        payload = orjson.loads(body) if len(body) <= BODY_BYTES else None
    except orjson.JSONDecodeError:
        payload = None
    if not isinstance(payload, dict) or not set(payload) <= KEYS:
        raise _malformed("line")
    line = payload.get("line")
    if type(line) is not str or len(line) > LINE_CHARACTERS or _NO_TEXT.search(line):
        raise _malformed("line")
    if "game" not in payload and "deal" not in payload:
        return line, None
    return line, (_number(payload, "game"), _number(payload, "deal"))


def _number(payload: Mapping[str, object], name: str) -> int:
    number = payload.get(name)
    if type(number) is not int or not 1 <= number <= LARGEST:
        raise _malformed(name)
    return number


def _malformed(name: str) -> BoardError:
    return BoardError(
        "malformed", _("This is not a deal that could be looked at: %(name)s.") % {"name": name}
    )


def board_json(rubber: Rubber, line: str, place: Place | None) -> dict[str, Any]:
    """Return the possible next moves and the findings of a deal, as JSON values.

    The deal starts from the current score of ``rubber``, whose players must be loaded, or from the score before the
    older deal at ``place``. Raises ``BoardError`` if the deal can't be read.
    """
    names = names_of(rubber)
    checked = checked_record(rubber)
    deal = _deal(line, names)
    rules = checked.rubber.rules
    moves = next_moves(deal, before=_before(checked, place), code=rules.code, variant=rules.variant)
    choices = settlings(deal, code=rules.code, variant=rules.variant)
    return {
        "phase": moves.phase,
        "player": moves.player,
        "cards": {
            format_card(card): None if finding is None else note_of(finding, names).sentences
            for card, finding in moves.cards.items()
        },
        "kings": list(moves.kings),
        "announcers": list(moves.announcers),
        "may_have_none": moves.may_have_none,
        "may_offer": moves.may_offer,
        "outcome": _outcome(moves.outcome),
        "score": pair_json(moves.score),
        "notes": [_note(finding, choices, names) for finding in moves.findings],
    }


def _deal(line: str, names: tuple[str, str]) -> Deal:
    try:
        return read_deal(f"1. {line}", 1)
    except NotationError as error:
        raise BoardError("unreadable", note_of(error.finding, names).sentences) from None
    except NotOneDealError:
        raise BoardError("not_one_deal", _("Write one deal alone, without the end of its game.")) from None
    except RecordError as error:
        raise BoardError("unreadable", str(error)) from None


def _before(checked: CheckedRubber, place: Place | None) -> Pair | None:
    """Return the score that the deal starts from, or None if it is not known."""
    if place is None:
        return position_of(checked).score
    game, deal = place
    deals = checked.games[game - 1].deals if game <= len(checked.games) else ()
    return deals[deal - 1].before if deal <= len(deals) else None


def _note(finding: Finding, choices: tuple[Settling, ...], names: tuple[str, str]) -> dict[str, Any]:
    """Return a finding as JSON, with the choices that settle it: tokens to append to the line, and their words."""
    settling = [choice for choice in choices if _is_about(choice, finding)]
    chooser = next((choice.chooser for choice in settling if choice.chooser), None)
    return {
        "severity": finding.severity,
        "text": note_of(finding, names).sentences,
        "law": finding.law,
        "chooser": ""
        if chooser is None
        else capfirst(_("%(name)s chooses. Ask them.") % {"name": names[seat(chooser)]}),
        "incidents": [
            {
                "incident": choice.tokens,
                "text": remedy_name(choice.option.remedy),
                "effect": " ".join(scoring_words.effect(effect) for effect in choice.option.effects),
            }
            for choice in settling
        ],
    }


def _is_about(choice: Settling, finding: Finding) -> bool:
    """Return whether ``choice`` settles ``finding``; scores may differ, because rulings are checked without them."""
    one, two = choice.finding, finding
    return (one.code, one.variant, one.trick, one.params) == (two.code, two.variant, two.trick, two.params)


def _outcome(outcome: Outcome | VoidDeal | None) -> str | None:
    """Return the outcome in the notation, or None if there is none yet."""
    match outcome:
        case None:
            return None
        case VoidDeal():
            return "=void"
        case Outcome(player, tricks):
            return f"={player}{tricks or ''}"
