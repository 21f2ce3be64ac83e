"""Making a club."""

from __future__ import annotations

import json

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from matches.clubs.create_club import make_club
from matches.clubs.errors import PeopleError
from matches.common.idempotency import KeyReusedError, new_key, once
from matches.pages.clubs.forms import ClubForm
from matches.pages.common.club_context import acting_user


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_club(request: HttpRequest) -> HttpResponse:
    user = acting_user(request)
    form = ClubForm(request.POST if request.method == "POST" else None, initial={"key": new_key()})
    if form.is_valid():
        asked = {name: value for name, value in form.cleaned_data.items() if name != "key"}
        try:
            made = once(
                user,
                f"club:{form.cleaned_data['key']}"[:100],
                json.dumps(asked, sort_keys=True),
                lambda: make_club(user, **asked).slug,
            )
        except PeopleError as error:
            form.add_error(None, str(error))
        except KeyReusedError:
            form.add_error(None, _("This form has created a club already. Open it again to create another."))
        else:
            messages.success(
                request, _("The club is created. Invite its members, or put players on its list.")
            )
            return redirect("web:members", slug=made.result)
    return render(request, "clubs/new_club.html", {"form": form})
