"""The calls for a club's webhooks, which only owners may read and change."""

from __future__ import annotations

from typing import Any

from matches.models import Delivery, Webhook
from matches.webhooks.manage_webhooks import create_webhook, send_test
from tests.matches.api.roles.scene import Call, Scene, at

URL = "https://1.1.1.1/ecarte"


def hook_of(scene: Scene) -> Webhook:
    return create_webhook(scene.club, url=URL, topics=["rubber.result"], by=scene.owner)[0]


def hook(scene: Scene, *more: str) -> str:
    return "/".join(["webhooks", hook_of(scene).public_id, *more, ""])


def delivery(scene: Scene, *more: str) -> str:
    made = send_test(hook_of(scene))
    Delivery.objects.update(state="delivered", finished_at=made.made_at)
    return "/".join(["deliveries", made.public_id, *more, ""])


def call(name: str, method: str, ready: Any) -> Call:
    return Call(name, method, "change_club", ready)


CALLS: list[Call] = [
    call("webhooks", "GET", at("clubs/{club}/webhooks/")),
    call("webhooks", "POST", at("clubs/{club}/webhooks/", {"url": URL})),
    call("webhook", "GET", lambda scene: (hook(scene), None)),
    call("webhook", "PATCH", lambda scene: (hook(scene), {"is_stopped": True})),
    call("webhook", "DELETE", lambda scene: (hook(scene), None)),
    call("webhook_secret", "POST", lambda scene: (hook(scene, "secret"), None)),
    call("webhook_test", "POST", lambda scene: (hook(scene, "test"), None)),
    call("webhook_replay", "POST", lambda scene: (hook(scene, "replay"), {"since": "2026-11-21T00:00:00Z"})),
    call("deliveries", "GET", lambda scene: (hook(scene, "deliveries"), None)),
    call("delivery", "GET", lambda scene: (delivery(scene), None)),
    call("delivery_replay", "POST", lambda scene: (delivery(scene, "replay"), None)),
]
