"""Pages of a club's webhooks, for its owners: which there are, a new one, and what became of the news of one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.models import Club, Delivery, Webhook
from matches.pages.common.club_context import acting_user, club_seen, moment_text
from matches.pages.common.crumbs import Crumb, club_crumb
from matches.pages.common.pagination import listing
from matches.pages.common.powers import require
from matches.pages.webhooks.forms import SinceForm, WebhookForm
from matches.webhooks.addresses import UnsafeAddressError
from matches.webhooks.manage_webhooks import (
    WebhookChanges,
    WebhookError,
    change_webhook,
    make_webhook,
)
from matches.webhooks.messages import KIND_WORDS, PING
from matches.webhooks.queries import deliveries_of, webhooks_of

DELIVERIES_A_PAGE: Final = 25
MADE: Final = "made_webhook_secret"
"""Where the session holds a webhook's id and its secret between the form and the page that shows it."""


@require_safe
@never_cache
def webhooks(request: HttpRequest, slug: str) -> HttpResponse:
    club = owned_club(request, slug)
    lines = [{"hook": hook, "state": state_words(hook)} for hook in webhooks_of(club)]
    crumbs = [club_crumb(club), settings_crumb(club)]
    return render(request, "webhooks/webhook_list.html", {"club": club, "crumbs": crumbs, "lines": lines})


@require_http_methods(["GET", "HEAD", "POST"])
def new_webhook(request: HttpRequest, slug: str) -> HttpResponse:
    club = owned_club(request, slug)
    form = WebhookForm(request.POST if request.method == "POST" else None)
    status = 200
    if form.is_valid():
        told = form.cleaned_data
        try:
            hook, secret = make_webhook(club, url=told["url"], kinds=told["kinds"], by=acting_user(request))
        except (UnsafeAddressError, WebhookError) as error:
            form.add_error("url", str(error))
        else:
            request.session[MADE] = [hook.public_id, secret]
            return redirect("web:webhook", slug, hook.public_id)
    if form.is_bound:
        status = 400
    crumbs = [club_crumb(club), settings_crumb(club), hooks_crumb(club)]
    return render(
        request, "webhooks/webhook_create.html", {"club": club, "crumbs": crumbs, "form": form}, status=status
    )


@require_safe
@never_cache
def webhook(request: HttpRequest, slug: str, webhook_id: str) -> HttpResponse:
    club = owned_club(request, slug)
    hook = get_object_or_404(webhooks_of(club), public_id=webhook_id)
    return shown(request, club, hook, form_of(hook))


@require_POST
def change(request: HttpRequest, slug: str, webhook_id: str) -> HttpResponse:
    club = owned_club(request, slug)
    hook = get_object_or_404(webhooks_of(club), public_id=webhook_id)
    form = WebhookForm(request.POST)
    if form.is_valid():
        told = form.cleaned_data
        try:
            changes = WebhookChanges(told["url"], told["kinds"])
            change_webhook(hook, changes, by=acting_user(request), expect=_seen(told["version"]))
        except (UnsafeAddressError, WebhookError) as error:
            form.add_error("url", str(error))
        else:
            messages.success(request, _("The webhook is saved."))
            return redirect("web:webhook", slug, webhook_id)
    return shown(request, club, hook, form, status=400)


def form_of(hook: Webhook) -> WebhookForm:
    return WebhookForm(initial={"url": hook.url, "kinds": hook.kinds, "version": hook.version})


def _seen(version: int | None) -> Callable[[Webhook], None]:
    """Raises for a webhook that somebody changed since its form was shown; none is named where it is new."""

    def expect(held: Webhook) -> None:
        if version is not None and held.version != version:
            raise WebhookError(_("Somebody changed the webhook meanwhile: look at it again."))

    return expect


def shown(
    request: HttpRequest,
    club: Club,
    hook: Webhook,
    form: WebhookForm,
    *,
    since: SinceForm | None = None,
    status: int = 200,
) -> HttpResponse:
    rows = deliveries_of(hook).order_by("-pk")
    page = listing(request, rows, key="page", size=DELIVERIES_A_PAGE)
    context = {
        "club": club,
        "crumbs": [club_crumb(club), settings_crumb(club), hooks_crumb(club)],
        "hook": hook,
        "state": state_words(hook),
        "form": form,
        "since": since or SinceForm(club),
        "secret": _made_secret(request, hook),
        "listing": page,
        "lines": [_line(club, delivery) for delivery in page.rows],
    }
    return render(request, "webhooks/webhook_detail.html", context, status=status)


def _made_secret(request: HttpRequest, hook: Webhook) -> str:
    """The one that was made for ``hook`` just now; empty where it has been shown, or is another webhook's."""
    made, secret = request.session.get(MADE) or ("", "")
    if made != hook.public_id:
        return ""
    del request.session[MADE]
    return str(secret)


def _line(club: Club, delivery: Delivery) -> dict[str, Any]:
    words = _("A trial") if delivery.kind == PING else KIND_WORDS.get(delivery.kind, delivery.kind)  # type: ignore[call-overload]
    is_over = delivery.state != Delivery.State.WAITING
    says_all = delivery.status is not None and not 300 <= delivery.status < 400
    return {
        "delivery": delivery,
        "what": capfirst(str(words)),
        "made": moment_text(club, delivery.made_at),
        "next": "" if is_over else moment_text(club, delivery.next_at),
        "is_over": is_over,
        # What a status says by itself is not said twice.
        "problem": "" if says_all else delivery.problem,
    }


def state_words(hook: Webhook) -> str:
    if hook.stopped_because == "gone":
        return _("Switched off: the receiver answered that it is gone for good.")
    if hook.stopped_because == "failing":
        return _("Switched off: nothing had been taken for five days.")
    if hook.stopped_at is not None:
        return _("Stopped.")
    if hook.failing_since is not None:
        return _("The last news was not taken; it is tried again.")
    return _("Running.")


def owned_club(request: HttpRequest, slug: str) -> Club:
    """The club of the address. Raises where the viewer does not see it, or is not its owner."""
    club = club_seen(request, slug)
    require(request, club, "change_club")
    return club


def settings_crumb(club: Club) -> Crumb:
    return Crumb(reverse("web:club_settings", args=[club.slug]), _("Settings"))


def hooks_crumb(club: Club) -> Crumb:
    return Crumb(reverse("web:webhooks", args=[club.slug]), _("Webhooks"))
