"""Route the URLs of the viewer's own account."""

from __future__ import annotations

from django.urls import path

from matches.pages.accounts import account

urlpatterns = [
    path("accounts/", account.show_account, name="account"),
    path("accounts/export/", account.export, name="export_account"),
    path("accounts/erase/", account.erase, name="erase_account"),
    path("accounts/sharing/<slug:public_id>/", account.set_sharing, name="share_reviews"),
    path("accounts/password/link/", account.set_password, name="set_password"),
    path("accounts/password/link/<str:token>/", account.open_link, name="open_password_link"),
    # This precedes django-allauth's own page at the same address.
    path("accounts/2fa/totp/deactivate/", account.SecondStepOffView.as_view(), name="second_step_off"),
    # These two precede django-allauth's own, which need mail.
    path("accounts/password/reset/", account.password_reset, name="password_reset"),
    path("accounts/email/", account.email, name="email"),
]
