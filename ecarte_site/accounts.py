"""How people sign up, sign in and prove who they are: what django-allauth is told.

Two kinds of site. Where mail is configured anybody may sign up, proves his address and resets his own password.
Where it is not, people come in by a link from a club's owner, who makes links for forgotten passwords as well.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

FORMS: Final = "matches.pages.clubs.account_forms"


def account_settings(*, has_mail: bool, has_tls: bool) -> dict[str, Any]:
    """Settings by their names, for a site with mail or without."""
    return {
        "AUTHENTICATION_BACKENDS": ["allauth.account.auth_backends.AuthenticationBackend"],
        "LOGIN_URL": "account_login",
        "LOGIN_REDIRECT_URL": "web:home",
        "LOGOUT_REDIRECT_URL": "web:home",
        "ACCOUNT_ADAPTER": "matches.pages.clubs.allauth_adapter.AccountAdapter",
        "ACCOUNT_USER_MODEL_USERNAME_FIELD": None,
        "ACCOUNT_LOGIN_METHODS": {"email"},
        "ACCOUNT_SIGNUP_FIELDS": ["email*", "password1*"],
        "ACCOUNT_FORMS": {
            "login": f"{FORMS}.SignInForm",
            "signup": f"{FORMS}.SignUpForm",
            "add_email": f"{FORMS}.AddressForm",
            "change_password": f"{FORMS}.PasswordChangeForm",
            "set_password": f"{FORMS}.PasswordSetForm",
            "reset_password": f"{FORMS}.PasswordResetForm",
            "reset_password_from_key": f"{FORMS}.PasswordResetKeyForm",
            "reauthenticate": f"{FORMS}.ReauthenticationForm",
        },
        "ACCOUNT_EMAIL_VERIFICATION": "mandatory" if has_mail else "none",
        # Without mail only who was invited can sign up, and has to hear that his address is taken.
        "ACCOUNT_PREVENT_ENUMERATION": has_mail,
        "ACCOUNT_CHANGE_EMAIL": True,
        "ACCOUNT_EMAIL_NOTIFICATIONS": has_mail,
        "ACCOUNT_EMAIL_SUBJECT_PREFIX": "",
        "ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS": 3,
        "ACCOUNT_SESSION_REMEMBER": True,
        "ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE": False,
        "ACCOUNT_REAUTHENTICATION_REQUIRED": True,
        "ACCOUNT_REAUTHENTICATION_TIMEOUT": int(timedelta(minutes=10).total_seconds()),
        # Passwords are limited by matches.pages.clubs.password_rate_limits. What is left is for codes of the second
        # step: by account alone, as there are only a million, and whoever gets to guess them has the password.
        "ACCOUNT_RATE_LIMITS": {"login": None, "login_failed": "5/5m/key"},
        "ACCOUNT_DEFAULT_HTTP_PROTOCOL": "https" if has_tls else "http",
        # Behind one proxy the last address of X-Forwarded-For is the one that it saw itself.
        "ALLAUTH_TRUSTED_PROXY_COUNT": 1 if has_tls else 0,
        "MFA_ADAPTER": "matches.pages.clubs.mfa.SecondStepAdapter",
        "MFA_SUPPORTED_TYPES": ["totp", "recovery_codes"],
        "MFA_FORMS": {
            "authenticate": f"{FORMS}.CodeForm",
            "reauthenticate": f"{FORMS}.CodeReauthenticationForm",
            "activate_totp": f"{FORMS}.ActivateForm",
            "deactivate_totp": f"{FORMS}.DeactivateForm",
        },
        "MFA_TOTP_ISSUER": "Écarté",
        # A telephone's clock may be half a minute off.
        "MFA_TOTP_TOLERANCE": 1,
        "MFA_ALLOW_UNVERIFIED_EMAIL": not has_mail,
    }
