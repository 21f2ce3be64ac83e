"""The pages' registration with Django: templates, static files and template tags are found through it."""

from __future__ import annotations

from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "matches.pages"
    label = "web"
