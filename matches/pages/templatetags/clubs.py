"""The template filters of clubs and their people: permissions, counts, the summary of an event."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext as _

from matches.clubs.queries import invitation_state
from matches.clubs.roles import Action, Powers
from matches.models import Invitation
from matches.pages.clubs.people_forms import role_text
from matches.pages.clubs.views import event_summary, rubbers_counted

register = template.Library()


register.filter("rubbers_counted", rubbers_counted)
register.filter("event_summary", event_summary)
register.filter("invitation_state", invitation_state)
register.filter("role_text", role_text)


@register.filter
def can(powers: Powers, action: Action) -> bool:
    """Return whether ``powers`` in a club include ``action``, at least on some subjects."""
    return powers.can(action)


@register.filter
def recipient(invitation: Invitation) -> str:
    """Return the name and e-mail address of the invited person, or "the first person who opens the link" if unknown."""
    name = invitation.player.name if invitation.player is not None else ""
    return " · ".join(each for each in (name, invitation.email) if each) or _(
        "the first person who opens the link"
    )
