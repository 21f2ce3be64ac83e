"""Addresses of a player's review figures and trainer, and of the old book; included under the pages' own names."""

from __future__ import annotations

from django.urls import path

from matches.web.review import book, figures, trainer

PLAYER = "players/<slug:public_id>/"

urlpatterns = [
    path("review/book/", book.old_book, name="old_book"),
    path("review/book/standing/", book.old_book_standing, name="old_book_standing"),
    path("review/book/refusing/", book.old_book_refusing, name="old_book_refusing"),
    path(PLAYER + "review/", figures.figures, name="player_review"),
    path(PLAYER + "trainer/", trainer.trainer, name="trainer"),
    path(PLAYER + "trainer/<int:number>/", trainer.answer, name="trainer_answer"),
]
