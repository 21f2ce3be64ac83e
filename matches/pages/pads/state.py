"""Serve the state of a rubber to a phone that scores it: position, entries so far, and allowed actions.

The pad's scripts depend on the structure that ``pad_state`` returns. Both opponents see it: while the rubber
is in progress, it contains no card of a hand and no card played.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase, HttpResponseNotModified
from django.middleware.csrf import get_token
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from matches.models import Rubber
from matches.pads.conflicts import OpenConflict, open_conflicts
from matches.pads.dealers import drawn_dealer, named_dealer
from matches.pads.users import PadPermissions, PadUser, pad_permissions
from matches.pages.common.results import round_name
from matches.pages.common.rubber_context import checked_record, names_of
from matches.pages.pads.authorize import PadAccessError, authorize_pad
from matches.pages.pads.conflict_words import conflict_json
from matches.pages.pads.rubber_view import games_json, pair_json, position_json
from matches.pages.rubbers.entry.head_form import RULES
from matches.rubbers.deal_from_input import RubberPosition, position_of
from matches.rubbers.live_news import live_addresses, rubber_topic
from matches.rubbers.record_deals import late_king_for
from matches.rubbers.version_tokens import PAD, version_mark
from scoring.cards import Player
from scoring.checked import CheckedRubber
from scoring.variants import VARIATIONS


@require_safe
def state(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """Return the state of the rubber as JSON, or status 304 if the phone has the current state already."""
    try:
        rubber, user = authorize_pad(request, public_id)
    except PadAccessError as error:
        return refused(error)
    conflicts = open_conflicts(rubber)
    named = named_dealer(rubber)
    tag = _etag(rubber, user, conflicts, named)
    answer: HttpResponse
    if request.headers.get("If-None-Match", "") == tag:
        answer = HttpResponseNotModified()
    else:
        answer = JsonResponse(_state_json(request, rubber, user, conflicts, named))
    answer.headers["ETag"] = tag
    return answer


def refused(error: PadAccessError) -> JsonResponse:
    """Return the JSON response that tells the pad's scripts why the request was refused."""
    return JsonResponse({"code": error.code, "message": error.message}, status=error.status)


def pad_state(request: HttpRequest, rubber: Rubber, user: PadUser) -> dict[str, Any]:
    """Return the state of ``rubber`` for ``user``, as JSON values.

    The rubber must be freshly loaded, with its club, event and players.
    """
    return _state_json(request, rubber, user, open_conflicts(rubber), named_dealer(rubber))


def _state_json(
    request: HttpRequest,
    rubber: Rubber,
    user: PadUser,
    conflicts: Sequence[OpenConflict],
    named: Player | None,
) -> dict[str, Any]:
    checked = checked_record(rubber)
    names = names_of(rubber)
    rules = checked.rubber.rules
    is_live = rubber.state == Rubber.State.LIVE
    has_deals = any(game.deals for game in checked.games)
    may = pad_permissions(rubber, user, has_deals=has_deals, has_conflicts=bool(conflicts))
    link, topic = user.link, rubber_topic(rubber)
    addresses = live_addresses([topic], renew=reverse("web:pad_ticket", args=[rubber.public_id]))
    return {
        "rubber": rubber.public_id,
        "version": rubber.version,
        "mark": version_mark(rubber, rubber.version, PAD),
        "state": rubber.state,
        "reported_by": rubber.reported_by,
        "is_agreed": rubber.is_agreed,
        "names": list(names),
        "club": rubber.club.name,
        "event": rubber.event.name,
        "round": round_name(rubber.round_label) if rubber.round_label else "",
        "table": rubber.table,
        "date": rubber.date,
        "rules": {
            **{name: getattr(rules, name) for name in RULES},
            "has_king": VARIATIONS[rules.variant].has_king,
        },
        "games": games_json(checked, names, hides_cards=is_live, has_input=may.rewrite),
        "now": position_json(_position(rubber, checked, named), rules),
        "points": pair_json(checked.points),
        "last": _last(checked),
        "conflicts": [conflict_json(each, checked, names) for each in conflicts],
        "may": may.as_json(),
        "link": None if link is None else {"expires_at": link.expires_at.isoformat(), "hint": link.hint},
        "urls": _urls(request, rubber, user, may),
        "live": {**asdict(addresses), "topic": topic},
        "csrf": get_token(request),
        "server_time": timezone.now().isoformat(),
    }


def _position(rubber: Rubber, checked: CheckedRubber, named: Player | None) -> RubberPosition:
    """Return where the rubber stands. Its dealer is the one that a phone named, else the rules', else the draw's."""
    position = position_of(checked)
    dealer = named or position.dealer
    if dealer is None and rubber.state == Rubber.State.LIVE and (position.game, position.deal) == (1, 1):
        dealer = drawn_dealer(rubber)
    return replace(position, dealer=dealer)


def _last(checked: CheckedRubber) -> dict[str, Any] | None:
    """Return the last deal, even if a cut followed, and who may still mark its turned-up king (law 22)."""
    last = next((game for game in reversed(checked.games) if game.deals), None)
    if last is None:
        return None
    return {
        "game": last.number,
        "deal": last.deals[-1].number,
        "king_may_be_marked_by": list(late_king_for(checked)),
    }


def _urls(request: HttpRequest, rubber: Rubber, user: PadUser, may: PadPermissions) -> dict[str, str]:
    """Return the pad's URLs; for a table link into a closed club, none of a page outside the pad."""
    public_id = rubber.public_id
    is_open = rubber.club.is_public or user.link is None
    # Remedies can be read from the first deal on, even while nothing is recorded that could be ruled upon.
    is_ruled = user.may_rule and rubber.state == Rubber.State.LIVE
    return {
        "state": reverse("web:pad_state", args=[public_id]),
        "entries": reverse("web:pad_entries", args=[public_id]),
        "board": reverse("web:pad_board", args=[public_id]),
        "settle": reverse("web:pad_settle", args=[public_id]),
        "book": reverse("web:pad_book", args=[public_id]) if is_ruled else "",
        "pass": reverse("web:pad_pass", args=[public_id]) if may.can_pass else "",
        "table": reverse("web:table_links", args=[public_id]) if may.can_pass else "",
        "form": reverse("web:enter_deal", args=[public_id]) if may.can_pass else "",
        "law_book": f"{reverse('web:book')}?{urlencode({'pad': public_id})}",
        "sitting": _sitting_url(rubber, user),
        "rubber": reverse("web:rubber", args=[public_id]) if is_open else "",
        "room": reverse("web:event_room", args=[rubber.club.slug, rubber.event.public_id])
        if is_open and rubber.event.name
        else "",
    }


def _sitting_url(rubber: Rubber, user: PadUser) -> str:
    """Return the URL of the rubber's table; "" if it has none, or if the user has no access to it."""
    if user.link is not None and user.link.sitting_id is None:
        return ""
    game = getattr(rubber, "sitting_game", None)
    return "" if game is None else reverse("web:sitting", args=[game.sitting.public_id])


def _etag(rubber: Rubber, user: PadUser, conflicts: Sequence[OpenConflict], named: Player | None) -> str:
    """Return a tag of everything that a state depends on, except its tickets, which a phone renews itself."""
    link = user.link.pk if user.link else 0
    who = (user.by.pk, link, user.authority, user.side, user.is_director, user.corrects_only)
    waiting = [(each.id, len(each.entries)) for each in conflicts]
    known = (rubber.version, rubber.state, waiting, named, get_language(), who)
    return f'"{rubber.version}-{hashlib.sha256(repr(known).encode()).hexdigest()[:16]}"'
