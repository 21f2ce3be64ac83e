"""URLs of a player's review figures and trainer, and of the old treatise, included in the namespace of the pages."""

from __future__ import annotations

from django.urls import path

from matches.pages.reviews import figures, hands, trainer, treatise, try_hand

PLAYER = "players/<slug:public_id>/"

urlpatterns = [
    path("try/<int:number>/", try_hand.try_hand, name="try_hand"),
    path("review/book/", treatise.old_book, name="old_book"),
    path("review/book/standing/", treatise.old_book_standing, name="old_book_standing"),
    path("review/book/refusing/", treatise.old_book_refusing, name="old_book_refusing"),
    path("review/book/hands/", hands.hands, name="old_hands"),
    path("review/book/hands/<int:number>/", hands.hand, name="old_hand"),
    path(PLAYER + "review/", figures.figures, name="player_review"),
    path(PLAYER + "trainer/", trainer.trainer, name="trainer"),
    path(PLAYER + "trainer/<int:number>/", trainer.answer, name="trainer_answer"),
]
