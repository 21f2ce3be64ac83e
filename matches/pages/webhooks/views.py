"""Serve the pages of a club's webhooks, for its owners: the list, a new webhook, and a webhook with its deliveries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.models import Club, Webhook
from matches.pages.common.club_context import acting_user, require_club
from matches.pages.common.listing import listing
from matches.pages.common.navigation import Crumb, club_crumb
from matches.pages.webhooks.forms import ReplayForm, WebhookForm
from matches.webhooks.addresses import UnsafeAddressError
from matches.webhooks.manage_webhooks import (
    WebhookError,
    create_webhook,
    delete_webhook,
    replay_delivery,
    replay_since,
    rotate_secret,
    send_test,
    update_webhook,
)
from matches.webhooks.queries import deliveries_of, webhooks_of

DELIVERIES_PER_PAGE: Final = 25
SESSION_KEY: Final = "made_webhook_secret"
"""The session key that holds a new webhook's id and secret until the next page shows the secret once."""


@require_safe
@never_cache
def list_webhooks(request: HttpRequest, slug: str) -> HttpResponse:
    club = get_owned_club(request, slug)
    context = {"club": club, "crumbs": _crumbs(club)[:2], "webhooks": webhooks_of(club)}
    return render(request, "webhooks/webhooks.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def new_webhook(request: HttpRequest, slug: str) -> HttpResponse:
    club = get_owned_club(request, slug)
    form = WebhookForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        data = form.cleaned_data
        try:
            webhook, secret = create_webhook(
                club, url=data["url"], topics=data["kinds"], by=acting_user(request)
            )
        except (UnsafeAddressError, WebhookError) as error:
            form.add_error("url", str(error))
        else:
            request.session[SESSION_KEY] = [webhook.public_id, secret]
            return redirect("web:webhook", slug, webhook.public_id)
    context = {"club": club, "crumbs": _crumbs(club), "form": form}
    return render(request, "webhooks/new.html", context, status=400 if form.is_bound else 200)


@require_safe
@never_cache
def show_webhook(request: HttpRequest, slug: str, webhook_id: str) -> HttpResponse:
    return _render_webhook(request, get_owned_webhook(request, slug, webhook_id))


@require_POST
def change_webhook(request: HttpRequest, slug: str, webhook_id: str) -> HttpResponse:
    webhook = get_owned_webhook(request, slug, webhook_id)
    form = WebhookForm(request.POST)
    if form.is_valid():
        data = form.cleaned_data
        try:
            update_webhook(
                webhook,
                url=data["url"],
                topics=data["kinds"],
                by=acting_user(request),
                check=_version_check(data["version"]),
            )
        except (UnsafeAddressError, WebhookError) as error:
            form.add_error("url", str(error))
        else:
            messages.success(request, _("The webhook is saved."))
            return redirect("web:webhook", slug, webhook_id)
    return _render_webhook(request, webhook, form=form, status=400)


def _version_check(version: int | None) -> Callable[[Webhook], None]:
    """Return a check that raises ``WebhookError`` for another version; None skips the check."""

    def check(webhook: Webhook) -> None:
        if version is not None and webhook.version != version:
            raise WebhookError(
                _("Someone else changed this webhook meanwhile. Open it again, then make your change.")
            )

    return check


@require_POST
def run_action(request: HttpRequest, slug: str, webhook_id: str) -> HttpResponse:
    """Do what the pressed button says. Raises ``Http404`` if there is no such button."""
    webhook, by = get_owned_webhook(request, slug, webhook_id), acting_user(request)
    action = request.POST.get("do", "")
    try:
        match action:
            case "try":
                send_test(webhook)
                message = _(
                    "A test message is on its way. Reload this page in a moment to see whether it arrived."
                )
            case "secret":
                request.session[SESSION_KEY] = [webhook.public_id, rotate_secret(webhook, by=by)]
                message = _("There is a new secret. The old one stays valid for 24 hours.")
            case "stop":
                update_webhook(webhook, is_stopped=True, by=by)
                message = _("The webhook is stopped.")
            case "start":
                update_webhook(webhook, is_stopped=False, by=by)
                message = _("The webhook is running again.")
            case "remove":
                delete_webhook(webhook, by=by)
                message = _("The webhook is deleted.")
            case _other:
                raise Http404
    except WebhookError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, message)
    if action == "remove":
        return redirect("web:webhooks", slug)
    return redirect("web:webhook", slug, webhook_id)


@require_POST
def replay_one(request: HttpRequest, slug: str, webhook_id: str, delivery_id: str) -> HttpResponse:
    webhook = get_owned_webhook(request, slug, webhook_id)
    delivery = get_object_or_404(deliveries_of(webhook), public_id=delivery_id)
    try:
        replay_delivery(delivery)
    except WebhookError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("The message is sent again."))
    return redirect("web:webhook", slug, webhook_id)


@require_POST
def replay_all(request: HttpRequest, slug: str, webhook_id: str) -> HttpResponse:
    webhook = get_owned_webhook(request, slug, webhook_id)
    form = ReplayForm(webhook.club, request.POST)
    if form.is_valid():
        try:
            count = replay_since(webhook, form.cleaned_data["since"])
        except WebhookError as error:
            form.add_error("since", str(error))
        else:
            text = ngettext("One message is sent again.", "%(count)s messages are sent again.", count)
            messages.success(request, text % {"count": count})
            return redirect("web:webhook", slug, webhook_id)
    return _render_webhook(request, webhook, replay_form=form, status=400)


def _render_webhook(
    request: HttpRequest,
    webhook: Webhook,
    *,
    form: WebhookForm | None = None,
    replay_form: ReplayForm | None = None,
    status: int = 200,
) -> HttpResponse:
    club = webhook.club
    stored = {"url": webhook.url, "kinds": webhook.kinds, "version": webhook.version}
    deliveries = deliveries_of(webhook).order_by("-pk")
    context = {
        "club": club,
        "crumbs": _crumbs(club),
        "webhook": webhook,
        "form": form or WebhookForm(initial=stored),
        "replay_form": replay_form or ReplayForm(club),
        "secret": _pop_new_secret(request, webhook),
        "deliveries": listing(request, deliveries, key="page", size=DELIVERIES_PER_PAGE),
    }
    return render(request, "webhooks/webhook.html", context, status=status)


def _pop_new_secret(request: HttpRequest, webhook: Webhook) -> str:
    public_id, secret = request.session.get(SESSION_KEY) or ("", "")
    if public_id != webhook.public_id:
        return ""
    del request.session[SESSION_KEY]
    return str(secret)


def get_owned_club(request: HttpRequest, slug: str) -> Club:
    """Return the club. Raises ``Http404`` if the viewer may not see it, ``PermissionDenied`` if not change it."""
    return require_club(request, slug, "change_club")[0]


def get_owned_webhook(request: HttpRequest, slug: str, webhook_id: str) -> Webhook:
    return get_object_or_404(webhooks_of(get_owned_club(request, slug)), public_id=webhook_id)


def _crumbs(club: Club) -> list[Crumb]:
    return [
        club_crumb(club),
        Crumb(reverse("web:club_settings", args=[club.slug]), _("Settings")),
        Crumb(reverse("web:webhooks", args=[club.slug]), _("Webhooks")),
    ]
