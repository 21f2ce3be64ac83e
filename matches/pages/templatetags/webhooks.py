"""The template filters of webhooks: the state of a webhook, the topic of a delivery, times in a club's zone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django import template
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.models import Delivery, Webhook
from matches.models.webhooks import PING, StopReason, Topic
from matches.pages.common.club_context import moment_in
from matches.pages.common.translate_stored_messages import problem_text

register = template.Library()

register.filter("moment", moment_in)

STOPPED: Final[Mapping[str, str | Promise]] = {
    StopReason.BY_HAND: gettext_lazy("Stopped."),
    StopReason.FAILING: gettext_lazy("Switched off: no message was received for five days."),
    StopReason.GONE: gettext_lazy("Switched off: the receiver answered that it is gone for good."),
}


@register.filter
def webhook_status(webhook: Webhook) -> str:
    """Return a sentence on whether the webhook is running, failing or stopped."""
    if webhook.stopped_at is not None:
        return str(STOPPED[webhook.stopped_because])
    if webhook.failing_since is not None:
        return _("The last message was not received. It will be sent again.")
    return _("Running.")


@register.filter
def delivery_topic(delivery: Delivery) -> str:
    topics = {**dict(Topic.choices), PING: _("Test")}
    return capfirst(str(topics.get(delivery.kind, delivery.kind)))


@register.filter
def delivery_problem(delivery: Delivery) -> str:
    """Return why the delivery's last attempt failed; "" if the HTTP status alone explains it."""
    is_explained = delivery.status is not None and not 300 <= delivery.status < 400
    return "" if is_explained else problem_text(delivery.problem)
