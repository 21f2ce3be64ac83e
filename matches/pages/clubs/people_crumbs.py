"""The way back from the pages of a club's people."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from matches.models import Club, Player
from matches.pages.common.crumbs import Crumb


def members_crumb(club: Club) -> Crumb:
    return Crumb(reverse("web:members", args=[club.slug]), _("Members"))


def person_crumb(club: Club, player: Player) -> Crumb:
    return Crumb(reverse("web:person", args=[club.slug, player.public_id]), player.name)
