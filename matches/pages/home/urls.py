"""Route the URLs of the home page, of the site's five entries, of Help, and of the rules for newcomers."""

from __future__ import annotations

from django.urls import path

from matches.pages.home import rules, shortcuts, views
from matches.pages.reviews import try_hand

urlpatterns = [
    path("", views.home, name="home"),
    path("club/", shortcuts.my_club, name="my_club"),
    path("clubs/", shortcuts.clubs, name="clubs"),
    path("my/score/", shortcuts.my_score, name="my_score"),
    path("my/practice/", shortcuts.my_practice, name="my_practice"),
    path("me/", shortcuts.me, name="me"),
    path("practice/", try_hand.practice, name="practice"),
    path("help/", shortcuts.help_page, name="help"),
    path("rules/", rules.rules, name="rules"),
]
