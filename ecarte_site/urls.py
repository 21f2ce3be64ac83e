"""The URLs of the site, except those of the health checks, to which ``ecarte_site.health`` responds."""

from __future__ import annotations

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from matches.pages.common.middleware import set_language

# Signing in to the administration requires the second factor and has the same limits as the site.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

handler403 = "matches.pages.common.error_pages.handler403"
handler404 = "matches.pages.common.error_pages.handler404"
handler500 = "matches.pages.common.error_pages.handler500"
urlpatterns = [
    # The site's own page for this is rate limited, and mentions API tokens.
    path("admin/password_change/", RedirectView.as_view(pattern_name="account_change_password")),
    path("admin/", admin.site.urls),
    path("i18n/setlang/", set_language, name="set_language"),
    path("api/", include("matches.api.urls")),
    path("", include("matches.pages.urls")),
    path("accounts/", include("allauth.urls")),
]
