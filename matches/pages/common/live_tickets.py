"""New tickets for live news: the reader's rights are looked up again for every topic of the old one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ecarte_site.live.tickets import TicketError, topics_of
from matches.clubs.access import in_visible_clubs
from matches.models import Event, Rubber
from matches.pages.pads.authorize import NotAdmittedError, admitted
from matches.pages.pads.refusals import LinkRefusedError
from matches.pages.sittings.context import at_table
from matches.rubbers.live_news import live_addresses


@never_cache
@require_safe
def renew(request: HttpRequest, public_id: str = "") -> JsonResponse:
    """Return the addresses, with a new ticket, of those topics of ``?ticket=`` that the reader may still see.

    The old ticket may have run out. 403 where it was not made here, or none of its topics may be seen any more.
    ``public_id`` is there for the address alone: the cookie of a table's link reaches nothing but its own pad or table.
    """
    try:
        topics = _seen(request, topics_of(request.GET.get("ticket", "")))
    except TicketError:
        topics = []
    if not topics:
        message = _("You may not follow this any more. Open the page again.")
        return JsonResponse({"code": "ticket", "message": message}, status=403)
    return JsonResponse(asdict(live_addresses(topics, renew=request.path)))


def _seen(request: HttpRequest, topics: Sequence[str]) -> list[str]:
    """Return those of ``topics`` whose pages open to the reader, in their order."""
    seen = {
        *(f"event.{key}" for key in _visible(request, Event, _ids("event", topics))),
        *(f"rubber.{key}" for key in _visible(request, Rubber, _ids("rubber", topics))),
    }
    by_link = (topic for topic in topics if topic not in seen and _is_admitted(request, topic))
    return [*(topic for topic in topics if topic in seen), *by_link]


def _ids(kind: str, topics: Iterable[str]) -> list[str]:
    return [topic.partition(".")[2] for topic in topics if topic.startswith(f"{kind}.")]


def _visible(
    request: HttpRequest, model: type[Event] | type[Rubber], public_ids: Sequence[str]
) -> Iterable[str]:
    if not public_ids:
        return []
    rows = model._default_manager.filter(in_visible_clubs(request.user), public_id__in=public_ids)
    return rows.values_list("public_id", flat=True)


def _is_admitted(request: HttpRequest, topic: str) -> bool:
    """Whether the reader comes to a table, or to a pad, by its link or as somebody who writes there."""
    kind, _dot, public_id = topic.partition(".")
    try:
        if kind == "sitting":
            at_table(request, public_id)
        elif kind == "rubber":
            admitted(request, public_id)
        else:
            return False
    except (Http404, PermissionDenied, LinkRefusedError, NotAdmittedError):
        return False
    return True
