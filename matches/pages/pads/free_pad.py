"""Serve the pad that needs no account: a rubber is kept on the phone alone, and can be taken along as a game file."""

from __future__ import annotations

from typing import Any, Final

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from ecarte_site.limits import Limit, sender_network
from matches.clubs.queries import own_clubs
from matches.pads.commands import EntryError
from matches.pads.free_pad import LENGTHS, NAME_LENGTH, free_rubber_text, read_free_rubber
from matches.pads.users import PadPermissions
from matches.pages.laws.reference import FREE_PAD
from matches.pages.pads.assets import script_url, style_url, tables_url
from matches.pages.pads.page import manifest_response
from matches.pages.pads.page_words import free_page_words
from matches.pages.pads.rubber_view import position_json
from matches.pages.rubbers.entry.head_form import RULES
from matches.rubbers.deal_from_input import position_of
from matches.rubbers.errors import InvalidDealError
from matches.rubbers.record_from_input import live_record, tags_of
from scoring.check import check_rubber
from scoring.record import Rules

MOST_BYTES: Final = 64 * 1024
REQUESTS: Final = Limit("free_pad", most=20)
"""The limit of requests by network. A phone asks once each time its rubber is taken along."""
MOST_CLUBS: Final = 8


@require_safe
def score(request: HttpRequest) -> HttpResponse:
    state = free_pad_state(request)
    context = {
        "state": state,
        "words": free_page_words(),
        "title": _("Score a game now"),
        "tables_url": tables_url(),
        "worker_url": reverse("web:pad_worker"),
        "scope": reverse("web:score"),
        "manifest_url": reverse("web:score_manifest"),
        "script_url": script_url(),
        "style_url": style_url(),
        "form_url": "",
    }
    return render(request, "pads/pad.html", context)


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    return manifest_response(reverse("web:score"), scope=reverse("web:score"))


@csrf_exempt
@require_POST
def score_egn(request: HttpRequest) -> JsonResponse:
    """Return the game file of the rubber in the request. Nothing is stored, so that no token has to protect it."""
    if wait := REQUESTS.take(sender_network(request)):
        problem = _problem(429, "too_many", _("Too many files at once. Try again in a minute."))
        problem.headers["Retry-After"] = str(wait)
        return problem
    try:
        sent = read_free_rubber(_body(request))
        text = free_rubber_text(sent)
    except RequestDataTooBig:
        return _problem(413, "too_large", _("This is more than can be sent at once."))
    except EntryError as error:
        return _problem(400, "not_understood", str(error))
    except InvalidDealError as error:
        return _problem(400, error.code, str(error))
    return JsonResponse({"egn": text, "name": f"ecarte-{sent.date.replace('.', '-')}.egn"})


def _body(request: HttpRequest) -> bytes:
    body = request.read(MOST_BYTES + 1)
    if len(body) > MOST_BYTES:
        raise RequestDataTooBig
    return body


def free_pad_state(request: HttpRequest) -> dict[str, Any]:
    """Return the state of a rubber that has not begun, as JSON values, with the clubs that it may be given to.

    It has the structure of ``pad_state``, so that the pad's scripts draw it as any other.
    """
    rules = Rules()
    checked = check_rubber(live_record(tags_of(("A", "B"), rules)))
    user = request.user
    clubs = own_clubs(user)[:MOST_CLUBS] if user.is_authenticated else ()
    return {
        "rubber": "free",
        "version": 0,
        "mark": None,
        "state": "live",
        "reported_by": "",
        "is_agreed": False,
        "names": ["", ""],
        "club": _("Score a game now"),
        "event": "",
        "round": "",
        "table": "",
        "date": "",
        "rules": {**{name: getattr(rules, name) for name in RULES}, "has_king": True},
        "games": [],
        # Who deals first is asked beside the first deal, without the cards of a cut.
        "now": {**position_json(position_of(checked), rules), "cut_is_due": False},
        "points": None,
        "last": None,
        "conflicts": [],
        "may": PadPermissions(enter=True).as_json(),
        "link": None,
        "urls": {
            "home": reverse("web:home"),
            "egn": reverse("web:score_egn"),
            "law_book": f"{reverse('web:book')}?{urlencode({'pad': FREE_PAD})}",
        },
        "csrf": get_token(request) if user.is_authenticated else "",
        "free": {
            "lengths": list(LENGTHS),
            "name_length": NAME_LENGTH,
            "clubs": [
                {"name": club.name, "url": reverse("web:enter_egn", args=[club.slug])} for club in clubs
            ],
            "sign_in": "" if user.is_authenticated else _sign_in_url(),
        },
    }


def _sign_in_url() -> str:
    return f"{reverse('account_login')}?{urlencode({'next': reverse('web:score')})}"


def _problem(status: int, code: str, message: str) -> JsonResponse:
    return JsonResponse({"code": code, "message": message}, status=status)
