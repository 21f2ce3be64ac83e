"""What every page of entry starts from: the rubber in the address, the viewer's powers, who acts."""

from __future__ import annotations

import hashlib
from typing import Final

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, QueryDict
from django.shortcuts import get_object_or_404

from matches.clubs.permissions import Action, Powers
from matches.common.idempotency import new_key
from matches.models import Rubber
from matches.pages.common.crumbs import Crumb, club_crumb, event_crumb, rubber_crumb
from matches.pages.common.powers import powers_on
from matches.rubbers.queries import page_rows as pages

NOT_SAID: Final = frozenset({"csrfmiddlewaretoken"})
"""What a form holds besides what somebody says in it; another each time that it is shown."""


def rubber_seen(request: HttpRequest, public_id: str) -> Rubber:
    """The rubber of this address, with all that its head shows. Raises ``Http404`` where the viewer may not see it."""
    return get_object_or_404(pages.rubbers_shown(request.user), public_id=public_id)


def finished_rubber(request: HttpRequest, public_id: str) -> Rubber:
    """The rubber whose cards may be shown: not one that is still being played. Raises ``Http404``."""
    rubbers = pages.rubbers_shown(request.user).exclude(state=Rubber.State.LIVE)
    return get_object_or_404(rubbers, public_id=public_id)


def require_on(request: HttpRequest, rubber: Rubber, action: Action) -> Powers:
    """The viewer's powers in the rubber's club. Raises ``PermissionDenied`` where they don't reach to ``action``."""
    powers = powers_on(request, rubber.club)
    if not powers.can(action, rubber):
        raise PermissionDenied
    return powers


def crumbs_of(rubber: Rubber) -> list[Crumb]:
    return [club_crumb(rubber.club), event_crumb(rubber.club, rubber.event), rubber_crumb(rubber)]


def fresh(rubber: Rubber) -> dict[str, object]:
    """What a new form about ``rubber`` sends along: a key of its own, and the version that its reader sees."""
    return {"key": new_key(), "version": rubber.version}


def sent_afresh(request: HttpRequest, rubber: Rubber) -> QueryDict:
    """A form that came too late, as it was filled in, to be sent again about ``rubber`` as it is now."""
    data = request.POST.copy()
    for name, value in fresh(rubber).items():
        data[name] = str(value)
    return data


def sent_key(request: HttpRequest) -> str:
    """As ``act_key``, of all that a form asks for as it was sent; known before the form is read."""
    said = sorted(
        (name, value) for name, values in request.POST.lists() for value in values if name not in NOT_SAID
    )
    return act_key(request.POST.get("key", ""), *(f"{name}={value}" for name, value in said))


def act_key(form_key: str, *said: str) -> str:
    """The key of what a form asks for: the same form sent again, but for other words in it, is another act."""
    told = "\n".join((form_key, *said))
    return hashlib.sha256(told.encode(errors="surrogatepass")).hexdigest()
