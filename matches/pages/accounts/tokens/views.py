"""Serve the pages of a user's API tokens: list the valid ones, create one (its secret is shown once), revoke."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Final

from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.clubs.api_tokens import SCOPES, TokenError, make_token, revoke_token, running_tokens
from matches.common.commands import KEY_LENGTH, KeyReusedError, new_key, run_once
from matches.pages.common.club_context import acting_user
from matches.pages.common.entry_fields import NameField
from matches.pages.common.listing import listing

TOKENS_PER_PAGE: Final = 25
SESSION_KEY: Final = "made_token"
"""The session key that holds a new token's secret until the next page shows it once."""
NEVER: Final = "never"
LIVES: Final[list[tuple[str, str | Promise]]] = [
    ("30", _("For 30 days")),
    ("90", _("For 90 days")),
    ("365", _("For a year")),
    (NEVER, _("Until you revoke it")),
]


class TokenForm(forms.Form):
    """A form for a new API token. ``key`` is an idempotency key: submitting the form twice creates one token."""

    name = NameField(
        label=_("What it is for"),
        help_text=_("You will see this name in your list of tokens."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        label=_("What the program may do in your name"),
        choices=lambda: [(scope, capfirst(str(words))) for scope, words in SCOPES.items()],
        initial=["read"],
        widget=forms.CheckboxSelectMultiple,
        help_text=_("It can never do more than you."),
    )
    life = forms.ChoiceField(label=_("How long it is valid"), choices=LIVES, initial="90")
    key = forms.CharField(max_length=KEY_LENGTH - len("token:"), widget=forms.HiddenInput)

    def clean_life(self) -> datetime | None:
        days = self.cleaned_data["life"]
        return timezone.now() + timedelta(days=int(days)) if days != NEVER else None


@login_required
@require_safe
@never_cache
def list_tokens(request: HttpRequest) -> HttpResponse:
    tokens = running_tokens(acting_user(request))
    context = {
        "tokens": listing(request, tokens, key="page", size=TOKENS_PER_PAGE),
        "secret": request.session.pop(SESSION_KEY, ""),
    }
    return render(request, "accounts/tokens/tokens.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required  # type: ignore[untyped-decorator]
def new_token(request: HttpRequest) -> HttpResponse:
    form = TokenForm(request.POST if request.method == "POST" else None, initial={"key": new_key()})
    if form.is_valid():
        try:
            _make_once(request, form)
        except TokenError as error:
            form.add_error(None, str(error))
        except KeyReusedError:
            form.add_error(
                None, gettext("This form has created a token already. Open it again to create another.")
            )
        else:
            return redirect("web:tokens")
    return render(request, "accounts/tokens/new_token.html", {"form": form})


def _make_once(request: HttpRequest, form: TokenForm) -> None:
    """Make the token of a valid form, once if it is sent twice, and keep its secret for the next page."""
    user, data = acting_user(request), form.cleaned_data
    name, scopes = data["name"], data["scopes"]

    def make() -> str:
        token, secret = make_token(user, name=name, scopes=scopes, expires_at=data["life"])
        request.session[SESSION_KEY] = secret
        return token.public_id

    run_once(user, f"token:{data['key']}", json.dumps([name, scopes, form.data.get("life")]), make)


@login_required
@require_POST
def revoke(request: HttpRequest, public_id: str) -> HttpResponse:
    if not revoke_token(acting_user(request), public_id):
        raise Http404
    messages.success(request, gettext("The token is revoked: it no longer works."))
    return redirect("web:tokens")
