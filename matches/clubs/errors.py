"""What can't be done to a club's people."""

from __future__ import annotations


class PeopleError(ValueError):
    """The text says why not, and what to do about it, to whoever asked."""


class InvitationError(PeopleError):
    """The link was used, taken back or has run out, or there never was such a link."""
