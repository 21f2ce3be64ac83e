from __future__ import annotations

from django.urls import path

from matches.pages.reference import views

urlpatterns = [
    path("reference/", views.reference, name="reference"),
    path("reference/<slug:part>/", views.reference_part, name="reference_part"),
    path("reference/<slug:part>/shapes/", views.reference_shapes, name="reference_shapes"),
]
