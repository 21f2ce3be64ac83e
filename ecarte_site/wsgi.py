"""The WSGI application that gunicorn and the embedded server call."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from django.core.wsgi import get_wsgi_application
from django.urls import resolve

from ecarte_site.downloads import with_patience

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ecarte_site.settings")


def without_bodies_for_head(site: WSGIApplication) -> WSGIApplication:
    """Return a WSGI application that responds to HEAD with the headers of GET and no body.

    Django leaves this to servers; some send the body, others generate a whole export and discard it.
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


application = without_bodies_for_head(with_patience(get_wsgi_application()))

# Load the URLs and their views now, not while the first visitor waits.
resolve("/")

# Everything loaded by now stays until the process ends: keep the garbage collector from scanning it after
# every few hundred rows.
gc.freeze()
gc.set_threshold(10_000, 20, 20)
