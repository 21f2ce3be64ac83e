"""URLs of an event's corrections and its history, included in the namespace of the pages."""

from __future__ import annotations

from django.urls import path

from matches.pages.events.corrections import award, history, result

EVENT = "clubs/<slug:slug>/events/<slug:public_id>/"
RUN = EVENT + "run/"

urlpatterns = [
    path(EVENT + "history/", history.history, name="event_history"),
    path(
        RUN + "correct/<int:stage>/<int:round_number>/<int:number>/", award.award, name="event_correct_award"
    ),
    path(RUN + "correct/<slug:rubber>/", result.correct, name="event_correct"),
    path(RUN + "corrected/", history.corrected, name="event_corrected"),
]
