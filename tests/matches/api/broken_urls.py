"""URLs that fail, below /api/ and elsewhere, with a bug or a database error."""

from __future__ import annotations

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from ecarte_site.urls import handler403, handler500


def broken(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("a secret")


def cut_off(request: HttpRequest) -> HttpResponse:
    raise OperationalError("the server closed the connection, a secret")


__all__ = ["handler403", "handler500", "urlpatterns"]

urlpatterns = [
    path("api/broken/", broken),
    path("api/cut_off/", cut_off),
    path("cut_off/", cut_off),
    path("", include("ecarte_site.urls")),
]
