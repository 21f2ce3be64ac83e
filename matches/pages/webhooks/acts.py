"""What is done to a webhook from its page: tried, stopped, started, sealed anew, taken away; news sent again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from matches.models import User, Webhook
from matches.pages.common.club_context import acting_user
from matches.pages.webhooks.forms import SinceForm
from matches.pages.webhooks.views import MADE, form_of, owned_club, shown
from matches.webhooks.manage_webhooks import (
    WebhookChanges,
    WebhookError,
    change_secret,
    change_webhook,
    remove_webhook,
)
from matches.webhooks.queries import deliveries_of, webhooks_of
from matches.webhooks.replays import replay_delivery, replay_since, try_webhook


@require_POST
def act(request: HttpRequest, slug: str, webhook_id: str) -> HttpResponse:
    """``do`` in the form says what."""
    hook = get_object_or_404(webhooks_of(owned_club(request, slug)), public_id=webhook_id)
    do = ACTS.get(request.POST.get("do", ""))
    if do is None:
        raise Http404
    try:
        messages.success(request, do(request, hook, acting_user(request)))
    except WebhookError as error:
        messages.error(request, str(error))
    if do is _remove:
        return redirect("web:webhooks", slug)
    return redirect("web:webhook", slug, webhook_id)


def _try(request: HttpRequest, hook: Webhook, by: User) -> str:
    try_webhook(hook)
    return _("A trial is on its way. Look again in a moment what became of it.")


def _renew(request: HttpRequest, hook: Webhook, by: User) -> str:
    request.session[MADE] = [hook.public_id, change_secret(hook, by=by)]
    return _("There is a new secret. The old one holds beside it for 24 hours.")


def _stop(request: HttpRequest, hook: Webhook, by: User) -> str:
    change_webhook(hook, WebhookChanges(is_stopped=True), by=by)
    return _("The webhook is stopped.")


def _start(request: HttpRequest, hook: Webhook, by: User) -> str:
    change_webhook(hook, WebhookChanges(is_stopped=False), by=by)
    return _("The webhook is started again.")


def _remove(request: HttpRequest, hook: Webhook, by: User) -> str:
    remove_webhook(hook, by=by)
    return _("The webhook is taken away.")


ACTS: Final[dict[str, Callable[[HttpRequest, Webhook, User], str]]] = {
    "try": _try,
    "secret": _renew,
    "stop": _stop,
    "start": _start,
    "remove": _remove,
}


@require_POST
def replay(request: HttpRequest, slug: str, webhook_id: str, delivery_id: str) -> HttpResponse:
    hook = get_object_or_404(webhooks_of(owned_club(request, slug)), public_id=webhook_id)
    delivery = get_object_or_404(deliveries_of(hook), public_id=delivery_id)
    try:
        replay_delivery(delivery)
    except WebhookError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("It is sent once more."))
    return redirect("web:webhook", slug, webhook_id)


@require_POST
def replay_all(request: HttpRequest, slug: str, webhook_id: str) -> HttpResponse:
    club = owned_club(request, slug)
    hook = get_object_or_404(webhooks_of(club), public_id=webhook_id)
    form = SinceForm(club, request.POST)
    if form.is_valid():
        try:
            count = replay_since(hook, form.cleaned_data["since"])
        except WebhookError as error:
            form.add_error("since", str(error))
        else:
            told = ngettext("One message is sent again.", "%(count)s messages are sent again.", count)
            messages.success(request, told % {"count": count})
            return redirect("web:webhook", slug, webhook_id)
    return shown(request, club, hook, form_of(hook), since=form, status=400)
