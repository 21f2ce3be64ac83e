"""The way back: where a page stands, from the club down."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from matches.models import Club, Event, Rubber
from matches.pages.common.result_lines import rubber_title


@dataclass(frozen=True, slots=True)
class Crumb:
    url: str
    text: str


def club_crumb(club: Club) -> Crumb:
    return Crumb(reverse("web:club", args=[club.slug]), club.name)


def event_crumb(club: Club, event: Event) -> Crumb:
    return Crumb(reverse("web:event", args=[club.slug, event.public_id]), str(event))


def rubber_crumb(rubber: Rubber) -> Crumb:
    return Crumb(reverse("web:rubber", args=[rubber.public_id]), rubber_title(rubber))
