"""Keeps the language in which a person reads the pages."""

from __future__ import annotations

from matches.models import User


def choose_language(user: User, language: str) -> None:
    """``language`` is a code of the settings' list, or empty for what the browser asks for."""
    user.language = language
    user.save(update_fields=["language"])
