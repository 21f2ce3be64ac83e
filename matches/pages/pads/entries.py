"""Receive the entries that a phone sends from its pad, and the choice between conflicting entries of two phones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias, cast, get_args

import orjson
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from ecarte_site.limits import Limit
from matches.models import Rubber
from matches.pads.commands import EntryError, is_key, read_request
from matches.pads.conflicts import Choice, settle_conflict
from matches.pads.inbox import Outcome, take_in_entries
from matches.pads.refusals import UnknownVersionError, refusal_for
from matches.pads.users import PadUser
from matches.pages.common.rubber_context import names_of
from matches.pages.pads.authorize import PadAccessError, authorize_pad, sender_of
from matches.pages.pads.state import pad_state, refused
from matches.pages.pads.trouble_words import refused_text
from matches.rubbers.errors import TooManyConflictsError
from matches.rubbers.transition import stored_rubber

MOST_BYTES: Final = 256 * 1024
REQUESTS: Final = Limit("pad_entries", most=240)
"""The limit of requests by table link: four a second. One brings up to 200 entries, an evening without a network."""
STATUS_BY_CODE: Final = {"not_allowed": 403}
"""The HTTP status for each code of a choice that was refused; for any other code it is 409."""

_Answer: TypeAlias = Callable[[HttpRequest, Rubber, PadUser, bytes], JsonResponse]


@require_POST
def entries(request: HttpRequest, public_id: str) -> JsonResponse:
    """Record the pad entries in the JSON body; the response has the result of each and the rubber's state."""
    return _respond(request, public_id, _take)


@require_POST
def settle(request: HttpRequest, public_id: str) -> JsonResponse:
    """Record the user's choice between two conflicting entries; the response has the rubber's new state."""
    return _respond(request, public_id, _settle)


def _respond(request: HttpRequest, public_id: str, answer: _Answer) -> JsonResponse:
    try:
        rubber, user = authorize_pad(request, public_id)
    except PadAccessError as error:
        return refused(error)
    key = sender_of(user)
    if wait := REQUESTS.wait(key):
        problem = _problem(429, "too_many", _("The site is busy. This is sent again automatically."))
        problem.headers["Retry-After"] = str(wait)
        return problem
    REQUESTS.count(key)
    try:
        return answer(request, rubber, user, _body(request))
    except RequestDataTooBig:
        return _problem(413, "too_large", _("This is more than can be sent at once."))
    except EntryError as error:
        return _problem(400, "not_understood", str(error), entry=error.entry, field=error.field)


def _body(request: HttpRequest) -> bytes:
    """Return the request's body. Raises ``RequestDataTooBig`` before reading more than an honest phone sends."""
    try:
        length = int(request.headers.get("Content-Length") or 0)
    except ValueError:
        length = 0
    if length > MOST_BYTES:
        raise RequestDataTooBig
    body = request.read(MOST_BYTES + 1)
    if len(body) > MOST_BYTES:
        raise RequestDataTooBig
    return body


def _take(request: HttpRequest, rubber: Rubber, user: PadUser, body: bytes) -> JsonResponse:
    sent = read_request(body)
    try:
        taken = take_in_entries(rubber, user, sent)
    except UnknownVersionError as error:
        number = next(place for place, each in enumerate(sent.entries) if each.key == error.key)
        message = _("This was written on a version of the rubber that is not here. Write it down again.")
        return _problem(400, "unknown_version", message, entry=number, field="seen")
    except TooManyConflictsError as error:
        message = _(
            "%(most)s other versions of this rubber that were sent from here wait to be settled already. Settle them,"
            " or have the director do so: what is on this phone stays here, and is sent then."
        )
        return _problem(409, "too_many_open", message % {"most": error.most})
    now = taken.rubber or stored_rubber(rubber.pk)
    names = names_of(now)
    outcomes = [_outcome(outcome, names) for outcome in taken.outcomes]
    return JsonResponse({"outcomes": outcomes, "state": pad_state(request, now, user)})


def _outcome(outcome: Outcome, names: tuple[str, str]) -> dict[str, Any]:
    return {
        "key": outcome.key,
        "outcome": outcome.outcome,
        "version": outcome.version,
        "code": outcome.code,
        "message": refused_text(outcome.code, outcome.faults, names) if outcome.code else "",
    }


def _settle(request: HttpRequest, rubber: Rubber, user: PadUser, body: bytes) -> JsonResponse:
    payload = _choice(body)
    try:
        now = settle_conflict(
            rubber,
            payload["conflict"],
            cast(Choice, payload["choice"]),
            user=user,
            key=payload["key"],
            seen=payload.get("seen"),
        )
    except ValueError as error:
        refusal = refusal_for(error)
        if refusal is None:
            raise
        now = stored_rubber(rubber.pk)
        message = refused_text(refusal.code, (), names_of(now))
        state = pad_state(request, now, user)
        return _problem(STATUS_BY_CODE.get(refusal.code, 409), refusal.code, message, state=state)
    state = pad_state(request, stored_rubber(now.pk), user)
    return JsonResponse({"outcome": payload["choice"], "state": state})


def _choice(body: bytes) -> dict[str, Any]:
    """Return the choice in ``body``, checked for its shape only. Raises ``EntryError``."""
    try:
        payload = orjson.loads(body)
    except orjson.JSONDecodeError:
        payload = None
    if not isinstance(payload, dict):
        raise EntryError("JSON")
    if not is_key(payload.get("key")):
        raise EntryError("key")
    conflict = payload.get("conflict")
    if not isinstance(conflict, str) or len(conflict) > 20 or "\0" in conflict:
        raise EntryError("conflict")
    if payload.get("choice") not in get_args(Choice):
        raise EntryError("choice")
    if payload.get("seen") is not None and type(payload["seen"]) is not int:
        raise EntryError("seen")
    return payload


def _problem(status: int, code: str, message: str, **more: object) -> JsonResponse:
    return JsonResponse({"code": code, "message": message, **more}, status=status)
