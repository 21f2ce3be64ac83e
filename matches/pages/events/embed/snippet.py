"""The lines that put an event's standings on a club's own web site."""

from __future__ import annotations

from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from matches.clubs.permissions import Powers
from matches.common.absolute_urls import site_link
from matches.models import Event

HEIGHT = 480


def embed_code(event: Event, powers: Powers) -> str:
    """For who runs events of a public club; empty for others, and where anybody could see nothing in the frame."""
    if not event.club.is_public or not event.name or not powers.can("run_event"):
        return ""
    address = site_link(reverse("web:embed_standings", args=[event.public_id]))
    return format_html(
        '<iframe src="{}?lang={}" title="{}" width="100%" height="{}" style="border:0" loading="lazy"></iframe>',
        address,
        get_language() or "",
        _("Standings: %(event)s") % {"event": event.name},
        HEIGHT,
    )
