"""What a person sets about himself."""

from __future__ import annotations

from django.conf import settings

from matches.models import Player, User
from matches.services.people_players import tidy_name


def change_account(user: User, *, name: str, language: str) -> None:
    """``language`` is one that the site speaks, or empty: as the browser asks. Raises ``ValueError`` for another."""
    if language and language not in dict(settings.LANGUAGES):
        raise ValueError(language)
    user.name = tidy_name(name)
    user.language = language
    user.save(update_fields=["name", "language"])


def share_reviews(player: Player, *, shares: bool) -> None:
    """Whether others may read what the review makes of ``player``'s choices."""
    Player.objects.filter(pk=player.pk).update(shares_reviews=shares)
