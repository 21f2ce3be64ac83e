"""Addresses of the site; those of the health checks are answered before any (``ecarte_site.health``)."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("matches.web.urls")),
]
