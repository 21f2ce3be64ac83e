"""The settings of django-allauth: how people sign up, sign in and confirm their identity.

There are two kinds of site. If mail is configured, anybody may sign up, confirm their address and reset their
own password. If not, people join by a link from a club's owner, who also makes links for forgotten passwords.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

FORMS: Final = "matches.pages.accounts.account_forms"


def account_settings(*, has_mail: bool, has_tls: bool) -> dict[str, Any]:
    """Return the settings of django-allauth by name, for a site with or without mail and TLS."""
    return {
        "AUTHENTICATION_BACKENDS": ["allauth.account.auth_backends.AuthenticationBackend"],
        "LOGIN_URL": "account_login",
        "LOGIN_REDIRECT_URL": "web:home",
        "LOGOUT_REDIRECT_URL": "web:home",
        "ACCOUNT_ADAPTER": "matches.pages.accounts.adapter.AccountAdapter",
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
        # Without mail only invited people can sign up, and they have to learn that their address is taken.
        "ACCOUNT_PREVENT_ENUMERATION": has_mail,
        "ACCOUNT_CHANGE_EMAIL": True,
        "ACCOUNT_EMAIL_NOTIFICATIONS": has_mail,
        "ACCOUNT_EMAIL_SUBJECT_PREFIX": "",
        "ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS": 3,
        "ACCOUNT_SESSION_REMEMBER": True,
        "ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE": False,
        "ACCOUNT_REAUTHENTICATION_REQUIRED": True,
        "ACCOUNT_REAUTHENTICATION_TIMEOUT": int(timedelta(minutes=10).total_seconds()),
        # matches.pages.accounts.password_tries limits passwords. This limits codes of the second step, by account
        # alone: there are only a million codes, and only someone with the password gets to guess them.
        "ACCOUNT_RATE_LIMITS": {"login": None, "login_failed": "5/5m/key"},
        "ACCOUNT_DEFAULT_HTTP_PROTOCOL": "https" if has_tls else "http",
        # Behind one proxy the last address of X-Forwarded-For is the one that the proxy itself saw.
        "ALLAUTH_TRUSTED_PROXY_COUNT": 1 if has_tls else 0,
        "MFA_ADAPTER": "matches.pages.accounts.adapter.SecondStepAdapter",
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
