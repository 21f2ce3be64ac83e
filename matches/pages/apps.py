"""Register the pages as a Django app, so that their template tags are found."""

from __future__ import annotations

from django.apps import AppConfig


class PagesConfig(AppConfig):
    name = "matches.pages"
    label = "web"
