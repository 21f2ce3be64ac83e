"""An address below /api/ that breaks."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import include, path


def broken(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("a secret")


urlpatterns = [path("api/broken/", broken), path("", include("ecarte_site.urls"))]
