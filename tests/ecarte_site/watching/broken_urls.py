"""The site's URLs, and some whose view raises an error."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import path

from ecarte_site.urls import handler403, handler500
from ecarte_site.urls import urlpatterns as of_the_site

__all__ = ["handler403", "handler500", "urlpatterns"]


def break_down(request: HttpRequest, token: str) -> HttpResponse:
    password = "a long pass phrase"
    raise ValueError(f"no use with {len(password)} letters at {request.path}")


urlpatterns = [
    path("invitations/<str:token>/broken/", break_down),
    path("api/v1/broken/<str:token>/", break_down),
    *of_the_site,
]
