"""Errors of changes to a club's people."""

from __future__ import annotations


class PeopleError(ValueError):
    """A change to a club's people is refused. The message says why, and what the user can do."""


class InvitationError(PeopleError):
    """The invitation link is unknown, used, revoked or expired."""
