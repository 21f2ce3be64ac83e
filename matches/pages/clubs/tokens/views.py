"""A person's API tokens: those that hold, a new one, whose secret is shown once, and one taken back."""

from __future__ import annotations

import json
from typing import Final

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.clubs.api_tokens import SCOPES, TokenError, make_token, revoke_token, running_tokens
from matches.common.idempotency import KeyReusedError, new_key, once
from matches.models import ApiToken
from matches.pages.clubs.tokens.forms import TokenForm
from matches.pages.common.club_context import acting_user
from matches.pages.common.pagination import listing

TOKENS_A_PAGE: Final = 25
MADE: Final = "made_token"
"""Where the session holds a secret between the form and the page that shows it."""


@login_required
@require_safe
@never_cache
def tokens(request: HttpRequest) -> HttpResponse:
    page = listing(request, running_tokens(acting_user(request)), key="page", size=TOKENS_A_PAGE)
    lines = [{"token": token, "scopes": scope_words(token)} for token in page.rows]
    secret = request.session.pop(MADE, "")
    return render(request, "clubs/tokens/tokens.html", {"lines": lines, "listing": page, "secret": secret})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required  # type: ignore[untyped-decorator]
def new_token(request: HttpRequest) -> HttpResponse:
    form = TokenForm(request.POST if request.method == "POST" else None, initial={"key": new_key()})
    if form.is_valid():
        try:
            _make(request, form)
        except TokenError as error:
            form.add_error(None, str(error))
        except KeyReusedError:
            form.add_error(None, _("This form has made a token already. Open it anew to make another."))
        else:
            return redirect("web:tokens")
    return render(request, "clubs/tokens/new_token.html", {"form": form})


def _make(request: HttpRequest, form: TokenForm) -> None:
    user = acting_user(request)
    asked = form.cleaned_data
    name, scopes = asked["name"], asked["scopes"]

    def make() -> str:
        token, secret = make_token(user, name=name, scopes=scopes, expires_at=asked["life"])
        request.session[MADE] = secret
        return token.public_id

    once(user, f"token:{asked['key']}", json.dumps([name, scopes, form.data.get("life")]), make)


@login_required
@require_POST
def revoke(request: HttpRequest, public_id: str) -> HttpResponse:
    if not revoke_token(acting_user(request), public_id):
        raise Http404
    messages.success(request, _("The token is taken back: no program gets in with it any more."))
    return redirect("web:tokens")


def scope_words(token: ApiToken) -> list[str]:
    """What the token may do, in sentences."""
    return [capfirst(str(words)) for scope, words in SCOPES.items() if scope in token.scopes]
