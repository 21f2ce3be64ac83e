"""What a phone is told of the rubber that it scores: how it stands, what was written, what may be done now.

The scripts of the pad read the shape that ``pad_state`` gives. What it holds is told to both adversaries: while the
rubber is played no card of a hand, and none that was played, is in it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase, HttpResponseNotModified
from django.middleware.csrf import get_token
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from matches.models import Rubber
from matches.pads.conflicts import OpenConflict, open_conflicts
from matches.pads.queries.allowed_actions import PadMay, pad_may
from matches.pads.users import PadUser
from matches.pages.common.checked_record import names_of
from matches.pages.common.result_lines import round_name
from matches.pages.pads.authorize import NotAdmittedError, admitted
from matches.pages.pads.conflict_words import conflict_told
from matches.pages.pads.rubber_payload import games_told, now_told, pair_told
from matches.rubbers.build_record import standing
from matches.rubbers.check_text import judged
from matches.rubbers.live_news import live_addresses, rubber_topic
from matches.rubbers.live_scoring import late_king_for
from matches.rubbers.version_proofs import PAD, version_mark
from scoring.checked import CheckedRubber
from scoring.variants import VARIATIONS


@require_safe
def state(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """The state as JSON; 304 for who has it already."""
    try:
        rubber, user = admitted(request, public_id)
    except NotAdmittedError as error:
        return refused(error)
    conflicts = open_conflicts(rubber)
    tag = _etag(rubber, user, conflicts)
    answer: HttpResponse
    # Compressed on its way, the answer has come with a weak one.
    if request.headers.get("If-None-Match", "").removeprefix("W/") == tag:
        answer = HttpResponseNotModified()
    else:
        device = request.GET.get("device", "")
        answer = JsonResponse(_told(request, rubber, user, conflicts, device=device))
    answer.headers["ETag"] = tag
    return answer


def refused(error: NotAdmittedError) -> JsonResponse:
    """Why somebody is not let in, as the scripts read it."""
    return JsonResponse({"code": error.code, "message": error.message}, status=error.status)


def pad_state(request: HttpRequest, rubber: Rubber, user: PadUser, *, device: str = "") -> dict[str, Any]:
    """The state for ``user``; ``rubber`` is as it is stored now, with club, event and players.

    ``device`` is the id of the phone that asks, empty where it did not say.
    """
    return _told(request, rubber, user, open_conflicts(rubber), device=device)


def _told(
    request: HttpRequest,
    rubber: Rubber,
    user: PadUser,
    conflicts: Sequence[OpenConflict],
    *,
    device: str,
) -> dict[str, Any]:
    checked = judged(rubber.egn, rubber.checks)
    names = names_of(rubber)
    rules = checked.rubber.rules
    is_live = rubber.state == Rubber.State.LIVE
    has_deals = any(game.deals for game in checked.games)
    may = pad_may(rubber, user, has_deals=has_deals, has_conflicts=bool(conflicts))
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
            "best_of": rules.best_of,
            "reckoning": rules.reckoning,
            "rubber_bonus": rules.rubber_bonus,
            "cut": rules.cut,
            "code": rules.code,
            "variant": rules.variant,
            "has_king": VARIATIONS[rules.variant].has_king,
        },
        "games": games_told(checked, names, hides_cards=is_live, tells_marks=may.rewrite),
        "now": now_told(standing(checked), rules),
        "points": pair_told(checked.points),
        "last": _last(checked),
        "conflicts": [conflict_told(each, checked, names, device=device) for each in conflicts],
        "may": may.as_json(),
        "link": _link(user),
        "urls": _urls(request, rubber, user, may),
        "live": _live(rubber),
        "csrf": get_token(request),
        "server_time": timezone.now().isoformat(),
    }


def _last(checked: CheckedRubber) -> dict[str, Any] | None:
    """The last deal, and who may still mark its turned-up king (law 22); a game after it may be cut for already."""
    last = next((game for game in reversed(checked.games) if game.deals), None)
    if last is None:
        return None
    return {
        "game": last.number,
        "deal": last.deals[-1].number,
        "king_may_be_marked_by": list(late_king_for(checked)),
    }


def _link(user: PadUser) -> dict[str, str] | None:
    if user.link is None:
        return None
    return {"expires_at": user.link.expires_at.isoformat(), "hint": user.link.hint}


def _urls(request: HttpRequest, rubber: Rubber, user: PadUser, may: PadMay) -> dict[str, str]:
    """Where the pad leads. A table's link leads nowhere else in a club that is not open to who has it."""
    public_id = rubber.public_id
    is_open = rubber.club.is_public or user.link is None
    return {
        "state": reverse("web:pad_state", args=[public_id]),
        "entries": reverse("web:pad_entries", args=[public_id]),
        "board": reverse("web:pad_board", args=[public_id]),
        "settle": reverse("web:pad_settle", args=[public_id]),
        "book": reverse("web:pad_book", args=[public_id]) if may.rule else "",
        "pass": reverse("web:pad_pass", args=[public_id]) if may.can_pass else "",
        "table": reverse("web:table_links", args=[public_id]) if may.can_pass else "",
        "form": reverse("web:enter_deal", args=[public_id]) if may.can_pass else "",
        "law_book": reverse("web:book"),
        "sitting": _sitting_url(rubber, user),
        "rubber": reverse("web:rubber", args=[public_id]) if is_open else "",
        "room": reverse("web:event_room", args=[rubber.club.slug, rubber.event.public_id])
        if is_open and rubber.event.name
        else "",
    }


def _sitting_url(rubber: Rubber, user: PadUser) -> str:
    """The table whose game the rubber is, for who gets in there; empty where it is none's."""
    game = getattr(rubber, "sitting_game", None)
    if game is None or (user.link is not None and user.link.sitting_id is None):
        return ""
    return reverse("web:sitting", args=[game.sitting.public_id])


def _live(rubber: Rubber) -> dict[str, Any]:
    topic = rubber_topic(rubber)
    addresses = live_addresses([topic], renew=reverse("web:pad_ticket", args=[rubber.public_id]))
    return {**asdict(addresses), "topic": topic}


def _etag(rubber: Rubber, user: PadUser, conflicts: Sequence[OpenConflict]) -> str:
    """Return a tag of all that a state depends on, but for its tickets, which a phone renews."""
    who = (
        user.by.pk,
        user.link.pk if user.link else 0,
        user.word,
        user.side,
        user.is_director,
        user.corrects_only,
    )
    known = (
        rubber.version,
        rubber.state,
        [(each.id, len(each.entries)) for each in conflicts],
        get_language(),
        who,
    )
    return f'"{rubber.version}-{hashlib.sha256(repr(known).encode()).hexdigest()[:16]}"'
