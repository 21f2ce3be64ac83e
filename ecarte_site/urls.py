"""Addresses of the site; those of the health checks are answered before any (``ecarte_site.health``)."""

from __future__ import annotations

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from matches.pages.common.language import set_language

# Who signs in there passes the second factor and the limits that everybody passes.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

handler403 = "matches.pages.common.handler403.refused"
handler500 = "matches.pages.common.handler500.broken"
urlpatterns = [
    # One's own password is changed where tries are counted, and API tokens are named.
    path("admin/password_change/", RedirectView.as_view(pattern_name="account_change_password")),
    path("admin/", admin.site.urls),
    path("i18n/setlang/", set_language, name="set_language"),
    path("api/", include("matches.api.urls")),
    path("", include("matches.pages.urls")),
    path("accounts/", include("allauth.urls")),
]
