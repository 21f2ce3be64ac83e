"""The WSGI application that gunicorn and the embedded server call."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from django.core.wsgi import get_wsgi_application

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ecarte_site.settings")


def without_bodies_for_head(site: WSGIApplication) -> WSGIApplication:
    """Answer a HEAD with GET's headers alone.

    Django leaves this to the server, and servers differ: some send the body, the others make a whole export and
    throw it away.
    """

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        body = site(environ, start_response)
        if environ["REQUEST_METHOD"] != "HEAD":
            return body
        close: Callable[[], object] | None = getattr(body, "close", None)
        if close is not None:
            close()
        return []

    return answer


application = without_bodies_for_head(get_wsgi_application())

# What is loaded now stays as long as the process: the collector need not look through it after every few hundred rows.
gc.freeze()
gc.set_threshold(10_000, 20, 20)
