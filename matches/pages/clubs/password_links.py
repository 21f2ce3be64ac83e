"""The page of a link for a forgotten password, as an owner makes it.

As with an invitation, the link's page keeps the token in the session and sends the visitor on at once.
"""

from __future__ import annotations

from typing import Final

from allauth.account.internal.flows.password_reset import finalize_password_reset
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from matches.clubs.password_links import user_of_link
from matches.pages.clubs.account_forms import PasswordResetKeyForm
from matches.pages.clubs.link_rate_limits import count_wrong_link, too_many_wrong_links

KEY: Final = "password_link"


@require_safe
def open_link(request: HttpRequest, token: str) -> HttpResponse:
    if refused := too_many_wrong_links(request):
        return refused
    if user_of_link(token) is None:
        count_wrong_link(request)
        request.session.pop(KEY, None)
    else:
        request.session[KEY] = token
    response = redirect("web:set_password")
    response["Referrer-Policy"] = "no-referrer"
    return response


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def set_password(request: HttpRequest) -> HttpResponse:
    """The form for a new password, as long as the link is good: it is asked again when the form comes back."""
    user = user_of_link(str(request.session.get(KEY, "")))
    if user is None:
        return render(request, "account/password_reset_from_key.html", {"token_fail": True})
    form = PasswordResetKeyForm(request.POST if request.method == "POST" else None, user=user)
    if not form.is_valid():
        return render(request, "account/password_reset_from_key.html", {"form": form})
    form.save()
    del request.session[KEY]
    finalize_password_reset(request, user)
    return redirect("account_reset_password_from_key_done")
