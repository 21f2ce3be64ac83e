"""What a phone sends from its pad, and what somebody chose where two phones contradicted each other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias, cast

import orjson
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from ecarte_site.limits import Limit
from matches.models import Rubber
from matches.pads.conflicts import Choice, settle_conflict
from matches.pads.entries import is_key, read_entries
from matches.pads.fields import EntryError
from matches.pads.inbox import Outcome, take
from matches.pads.refusals import UnknownVersionError, refused_for
from matches.pads.users import PadUser
from matches.pages.common.checked_record import names_of
from matches.pages.pads.authorize import NotAdmittedError, admitted
from matches.pages.pads.rate_limits import sender_of
from matches.pages.pads.refusal_words import refused_text
from matches.pages.pads.state import pad_state, refused
from matches.rubbers.errors import TooManyConflictsError
from matches.rubbers.transition import stored_rubber

MOST_BYTES: Final = 256 * 1024
REQUESTS: Final = Limit("pad_entries", most=240)
"""By link: four a second, and up to two hundred entries in each. An evening off the network is one request."""
STATUS_BY_CODE: Final = {"not_allowed": 403}
"""Of a choice that was not carried out; any other is 409."""

_Answer: TypeAlias = Callable[[HttpRequest, Rubber, PadUser, bytes], JsonResponse]


@require_POST
def entries(request: HttpRequest, public_id: str) -> JsonResponse:
    """Entries as JSON; the answer says of each what became of it, and how the rubber stands then."""
    return _answered(request, public_id, _take)


@require_POST
def settle(request: HttpRequest, public_id: str) -> JsonResponse:
    """One of two that contradict each other, chosen; the answer is how the rubber stands then."""
    return _answered(request, public_id, _settle)


def _answered(request: HttpRequest, public_id: str, answer: _Answer) -> JsonResponse:
    try:
        rubber, user = admitted(request, public_id)
    except NotAdmittedError as error:
        return refused(error)
    key = sender_of(user)
    if wait := REQUESTS.wait(key):
        problem = _problem(429, "too_many", _("Too much was sent at once. It is sent again by itself."))
        problem.headers["Retry-After"] = str(wait)
        return problem
    REQUESTS.count(key)
    try:
        return answer(request, rubber, user, _body(request))
    except RequestDataTooBig:
        return _problem(413, "too_large", _("This is more than can be sent at once."))
    except EntryError as error:
        told = {"entry": error.entry, "field": error.field}
        return _problem(400, "not_understood", str(error), **told)


def _body(request: HttpRequest) -> bytes:
    """Raises ``RequestDataTooBig`` before more is read than an honest phone sends."""
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
    sent = read_entries(body)
    try:
        taken = take(rubber, user, sent)
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
    told = [_outcome(outcome, names) for outcome in taken.outcomes]
    return JsonResponse({"outcomes": told, "state": pad_state(request, now, user, device=sent.device)})


def _outcome(outcome: Outcome, names: tuple[str, str]) -> dict[str, Any]:
    return {
        "key": outcome.key,
        "outcome": outcome.outcome,
        "version": outcome.version,
        "code": outcome.code,
        "message": refused_text(outcome.code, outcome.faults, names) if outcome.code else "",
    }


def _settle(request: HttpRequest, rubber: Rubber, user: PadUser, body: bytes) -> JsonResponse:
    told = _choice(body)
    try:
        now = settle_conflict(
            rubber,
            told["conflict"],
            cast(Choice, told["choice"]),
            user=user,
            key=told["key"],
            seen=told.get("seen"),
        )
    except ValueError as error:
        refusal = refused_for(error)
        if refusal is None:
            raise
        now = stored_rubber(rubber.pk)
        said = refused_text(refusal.code, (), names_of(now))
        state = pad_state(request, now, user)
        return _problem(STATUS_BY_CODE.get(refusal.code, 409), refusal.code, said, state=state)
    state = pad_state(request, stored_rubber(now.pk), user)
    return JsonResponse({"outcome": told["choice"], "state": state})


def _choice(body: bytes) -> dict[str, Any]:
    """What was chosen, by shape. Raises ``EntryError``."""
    try:
        told = orjson.loads(body)
    except orjson.JSONDecodeError:
        raise EntryError("JSON") from None
    if not isinstance(told, dict):
        raise EntryError("JSON")
    if not is_key(told.get("key")):
        raise EntryError("key")
    if not isinstance(told.get("conflict"), str) or len(told["conflict"]) > 20 or "\0" in told["conflict"]:
        raise EntryError("conflict")
    if told.get("choice") not in ("taken", "dropped"):
        raise EntryError("choice")
    if told.get("seen") is not None and type(told["seen"]) is not int:
        raise EntryError("seen")
    return told


def _problem(status: int, code: str, message: str, **more: object) -> JsonResponse:
    return JsonResponse({"code": code, "message": message, **more}, status=status)
