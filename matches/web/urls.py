"""Addresses of the pages. They are written down, linked to and printed: they do not change."""

from __future__ import annotations

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

from matches.web import views
from matches.web.forms import SignInForm

app_name = "web"
urlpatterns = [
    path("", views.home, name="home"),
    path("clubs/<slug:slug>/", views.club, name="club"),
    path("clubs/<slug:slug>/events/<slug:public_id>/", views.event, name="event"),
    path("rubbers/<slug:public_id>/", views.rubber, name="rubber"),
    path("rubbers/<slug:public_id>.egn", views.rubber_egn, name="rubber_egn"),
    path("rubbers/<slug:public_id>/games/<int:game>/deals/<int:deal>/", views.deal, name="deal"),
    path("players/<slug:public_id>/", views.player, name="player"),
    path("accounts/login/", LoginView.as_view(authentication_form=SignInForm), name="login"),
    path("accounts/logout/", LogoutView.as_view(), name="logout"),
]
