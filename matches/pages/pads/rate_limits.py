"""How often a table's code may be tried, and what a pad's requests are counted by."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest

from ecarte_site.limits import Limit, sender_network
from matches.pads.users import PadUser

WRONG_CODES: Final = Limit("wrong_codes", most=10)
"""By network. A right code counts nothing: all phones of a club's room have one address.

There is none for all networks together: whoever had many of them could close the door to everybody, and of eighty
random bits he would guess none.
"""


def sender_of(user: PadUser) -> str:
    """What a pad's requests are counted by: its link, as a code that is typed anew makes another device; an account
    that came without one by itself.
    """
    return f"user:{user.by.pk}" if user.link is None else f"link:{user.link.pk}"


def wait_for_codes(request: HttpRequest) -> int:
    """Seconds until another code may be tried from there; 0: now."""
    return WRONG_CODES.wait(sender_network(request))


def count_wrong_code(request: HttpRequest) -> None:
    WRONG_CODES.count(sender_network(request))
