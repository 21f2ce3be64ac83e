"""Addresses of the API. Programs have them written down: they do not change."""

from __future__ import annotations

from django.urls import re_path

from matches.api.all_urls import ALL
from matches.api.start.views import NowhereView

app_name = "api"
urlpatterns = [
    *ALL,
    re_path(r"^.*$", NowhereView.as_view(), name="nowhere"),
]
