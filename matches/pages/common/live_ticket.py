"""Renew tickets for the live event stream, after checking the reader's rights for every topic of the old ticket."""

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
from matches.pages.pads.authorize import LinkRefusedError, PadAccessError, authorize_pad
from matches.pages.sittings.context import get_sitting_page
from matches.rubbers.live_news import live_addresses


@never_cache
@require_safe
def renew(request: HttpRequest, public_id: str = "") -> JsonResponse:
    """Return new event stream URLs as JSON, for the topics in ``?ticket=`` that the reader may still see.

    The old ticket may have expired. The status is 403 if this site did not issue it, or if the reader may see
    none of its topics. ``public_id`` makes the URL of each table distinct, because the browser sends the
    cookie of a table link only to URLs of that table.
    """
    try:
        topics = _visible_topics(request, topics_of(request.GET.get("ticket", "")))
    except TicketError:
        topics = []
    if not topics:
        message = _("You can no longer follow this. Open the page again.")
        return JsonResponse({"code": "ticket", "message": message}, status=403)
    return JsonResponse(asdict(live_addresses(topics, renew=request.path)))


def _visible_topics(request: HttpRequest, topics: Sequence[str]) -> list[str]:
    """Return those of ``topics`` whose pages open to the reader, in their order."""
    visible = {
        f"{kind}.{key}"
        for kind, model in (("event", Event), ("rubber", Rubber))
        for key in _visible(
            request, model, [name.partition(".")[2] for name in topics if name.startswith(f"{kind}.")]
        )
    }
    by_link = (topic for topic in topics if topic not in visible and _has_pad_access(request, topic))
    return [*(topic for topic in topics if topic in visible), *by_link]


def _visible(
    request: HttpRequest, model: type[Event] | type[Rubber], public_ids: Sequence[str]
) -> Iterable[str]:
    if not public_ids:
        return []
    rows = model._default_manager.filter(in_visible_clubs(request.user), public_id__in=public_ids)
    return rows.values_list("public_id", flat=True)


def _has_pad_access(request: HttpRequest, topic: str) -> bool:
    """Whether the reader has access to a table or a pad, by its link or as a person who scores there."""
    kind, _dot, public_id = topic.partition(".")
    try:
        if kind == "sitting":
            get_sitting_page(request, public_id)
        elif kind == "rubber":
            authorize_pad(request, public_id)
        else:
            return False
    except (Http404, PermissionDenied, LinkRefusedError, PadAccessError):
        return False
    return True
