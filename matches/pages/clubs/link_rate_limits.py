"""How often somebody may open a link that opens nothing: an invitation's, or that for a forgotten password.

Of their random bits nobody guesses any; what is bounded is the work, and the sessions that each try begins.
"""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from ecarte_site.limits import Limit, sender_network

WRONG_LINKS: Final = Limit("wrong_links", most=20)
"""By network. A right link counts nothing: a whole club may be invited in one room."""


def too_many_wrong_links(request: HttpRequest) -> HttpResponse | None:
    """The page for who has to wait; None for anybody else."""
    seconds = WRONG_LINKS.wait(sender_network(request))
    if not seconds:
        return None
    response = render(request, "429.html", status=429)
    response.headers["Retry-After"] = str(seconds)
    return response


def count_wrong_link(request: HttpRequest) -> None:
    WRONG_LINKS.count(sender_network(request))
