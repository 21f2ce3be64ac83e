"""What a person sets about himself."""

from __future__ import annotations

from django.conf import settings

from matches.clubs.players import checked_name
from matches.models import Player, User


def change_account(user: User, *, name: str, language: str) -> None:
    """Set what others call ``user``, empty for nothing, and the language of pages, empty for the browser's.

    Raises ``ValueError`` for a language that the site does not speak, and ``PeopleError`` for a name that can't be
    seen or is too long.
    """
    if language and language not in dict(settings.LANGUAGES):
        raise ValueError(language)
    if name != user.name:
        user.name = checked_name(name) if name.strip() else ""
    user.language = language
    user.save(update_fields=["name", "language"])


def share_reviews(player: Player, *, shares: bool) -> None:
    """Whether others may read what the review makes of ``player``'s choices."""
    Player.objects.filter(pk=player.pk).update(shares_reviews=shares)
