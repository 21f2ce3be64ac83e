"""From the table to the pad of the game that is played: who came by the table's link gets into that as well.

Whom else the pad is open to, one of the two who play say, it knows itself.
"""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from matches.models import Rubber
from matches.pages.pads.cookies import set_pad_cookie
from matches.pages.sittings.context import at_table
from matches.pages.sittings.page import read_state


@never_cache
@require_safe
def to_pad(request: HttpRequest, public_id: str) -> HttpResponse:
    at = at_table(request, public_id)
    game = read_state(at.sitting).game
    if game is None:
        messages.error(request, _("No game is being played: begin one first."))
        return redirect("web:sitting", public_id=public_id)
    response = redirect("web:pad", public_id=game.rubber)
    if at.link is not None:
        set_pad_cookie(response, at.link, Rubber.objects.get(public_id=game.rubber))
    return response
