"""Django system checks for settings that contradict each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register


@register(Tags.compatibility)
def check_services_agree(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """Return a warning if only one of database and broker is set: work would stay where no other process finds it."""
    if settings.DATABASE_URL and not settings.REDIS_URL:
        return [
            Warning(
                "DATABASE_URL is set but REDIS_URL is not: work for the worker stays in this process.",
                hint="Set REDIS_URL, for example redis://localhost:6379/0, or unset both for embedded mode.",
                id="ecarte.W001",
            )
        ]
    if settings.REDIS_URL and not settings.DATABASE_URL:
        return [
            Warning(
                "REDIS_URL is set but DATABASE_URL is not: records lie in a file on this machine.",
                hint="Set DATABASE_URL, for example postgres://localhost/ecarte, or unset both.",
                id="ecarte.W002",
            )
        ]
    return []


@register(Tags.security)
def check_webhooks_stay_out(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """Return a warning if webhooks may use a network of all addresses: owners could reach the host's own network."""
    wide = [str(network) for network in settings.WEBHOOK_ALLOWED_NETWORKS if network.prefixlen == 0]
    if not wide:
        return []
    return [
        Warning(
            f"WEBHOOK_ALLOWED_NETWORKS has {', '.join(wide)}: webhooks may lead to any machine this one reaches.",
            hint="Name the networks of the receivers alone, for example 10.20.0.7/32.",
            id="ecarte.W005",
        )
    ]


@register(Tags.security, deploy=True)
def check_site_is_public(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """Return warnings if the URL, which mails and QR codes use, has no TLS, or if static files are missing."""
    warnings: list[CheckMessage] = []
    if not settings.HAS_TLS:
        warnings.append(
            Warning(
                f"SITE_URL is {settings.SITE_URL}: links in mails and QR codes go there, without TLS.",
                hint="Set SITE_URL to the https address under which members reach the site.",
                id="ecarte.W003",
            )
        )
    if not settings.STATIC_IS_COLLECTED:
        warnings.append(
            Warning(
                "Static files have not been collected: they go out uncompressed, and browsers keep no copy.",
                hint="Run manage.py collectstatic, then start the service again.",
                id="ecarte.W004",
            )
        )
    return warnings
