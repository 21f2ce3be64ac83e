"""Invitations as the list of them shows each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from matches.clubs.queries.people import invitation_state
from matches.models import Invitation


@dataclass(frozen=True, slots=True)
class InvitationLine:
    """``look`` is a tag's style; ``public_id`` is empty where there is nothing left to take back."""

    whom: str
    role: str
    made_at: datetime
    state: str
    look: str
    public_id: str


def invitation_lines(invitations: Sequence[Invitation]) -> list[InvitationLine]:
    return [_line(invitation) for invitation in invitations]


def _line(invitation: Invitation) -> InvitationLine:
    state, look = _state(invitation)
    record = invitation.player.name if invitation.player is not None else ""
    return InvitationLine(
        whom=" · ".join(each for each in (record, invitation.email) if each) or _("anybody with the link"),
        role=invitation.get_role_display(),
        made_at=invitation.created_at,
        state=state,
        look=look,
        public_id=invitation.public_id if look == "warn" else "",
    )


def _state(invitation: Invitation) -> tuple[str, str]:
    state = invitation_state(invitation)
    if state == "accepted":
        by = invitation.accepted_by
        if by is None or not by.name:
            return _("accepted"), "good"
        return _("accepted by %(name)s") % {"name": by.name}, "good"
    if state == "revoked":
        return _("taken back"), ""
    if state == "expired":
        return _("run out"), ""
    return _("open"), "warn"
