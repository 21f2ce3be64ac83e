"""Sessions of a browser in which somebody is signed in already."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.test import Client
from pytest_django.live_server_helper import LiveServer

from matches.models import User

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext


def sign_in(context: BrowserContext, server: LiveServer, user: User) -> None:
    """From now on ``context`` is the browser of ``user`` on that server."""
    client = Client()
    client.force_login(user)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": server.url}])
