"""Addresses of the site."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

from ecarte_site.health import healthz, readyz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("admin/", admin.site.urls),
    path("", include("matches.web.urls")),
]
