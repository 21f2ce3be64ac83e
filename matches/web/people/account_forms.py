"""django-allauth's forms in our words: labels above the fields, and no text inside them that goes as one types."""

from __future__ import annotations

from typing import Any, ClassVar

from allauth.account import forms as account
from allauth.mfa.base import forms as mfa
from allauth.mfa.totp.forms import ActivateTOTPForm
from django import forms
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from matches.models import User
from matches.services.api_tokens import revoke_tokens
from matches.services.people_errors import PeopleError
from matches.services.people_invitations import accept_invitation
from matches.services.people_players import NAME_LENGTH
from matches.web.people.held_invitation import drop_token, held_token


class PlainMixin(forms.Form):
    """Takes the placeholders out and calls an e-mail address that, wherever one is asked for."""

    labels: ClassVar[dict[str, Any]] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            if isinstance(field, forms.EmailField):
                field.label = _("E-mail address")
            if name in self.labels:
                field.label = self.labels[name]


class SignInForm(PlainMixin, account.LoginForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs |= {"autocomplete": "username", "autofocus": True}
        # The page has its own way to a new password, below the field.
        self.fields["password"].help_text = ""


class SignUpForm(PlainMixin, account.SignupForm):  # type: ignore[misc]
    """An account, and with it the club, where somebody comes by an invitation."""

    name = forms.CharField(
        label=_("Name"),
        max_length=NAME_LENGTH,
        help_text=_("As it should stand in results."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    field_order = [  # noqa: RUF012
        "name",
        "email",
        "password1",
    ]

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """The new user, or the answer in his place: where the invitation fell through there is no account."""
        try:
            with transaction.atomic():
                user, answer = super().try_save(request)
                if user is not None and (token := held_token(request)):
                    accept_invitation(token, user)
                    drop_token(request)
        except PeopleError:
            return None, redirect("web:invitation")
        return user, answer


class AddressForm(PlainMixin, account.AddEmailForm):  # type: ignore[misc]
    labels: ClassVar[dict[str, Any]] = {"email": _("New e-mail address")}


class PasswordChangeForm(PlainMixin, account.ChangePasswordForm):  # type: ignore[misc]
    labels: ClassVar[dict[str, Any]] = {
        "oldpassword": _("Present password"),
        "password1": _("New password"),
        "password2": _("New password again"),
    }


class PasswordSetForm(PlainMixin, account.SetPasswordForm):  # type: ignore[misc]
    labels: ClassVar[dict[str, Any]] = {
        "password1": _("New password"),
        "password2": _("New password again"),
    }


class PasswordResetForm(PlainMixin, account.ResetPasswordForm):  # type: ignore[misc]
    pass


class PasswordResetKeyForm(PlainMixin, account.ResetPasswordKeyForm):  # type: ignore[misc]
    """By a link, from a mail or from an owner. Whoever lost a password may have lost what it made as well."""

    labels: ClassVar[dict[str, Any]] = {
        "password1": _("New password"),
        "password2": _("New password again"),
    }

    @transaction.atomic
    def save(self) -> None:
        super().save()
        revoke_tokens(self.user)


class ReauthenticationForm(PlainMixin, account.ReauthenticateForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # The page has its own way to a new password, below the form.
        self.fields["password"].help_text = ""


class NumericCode(PlainMixin):
    """A recovery code goes into the same field, and is of digits as well."""

    labels: ClassVar[dict[str, Any]] = {"code": _("Code")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs |= {"inputmode": "numeric", "autofocus": True}


class CodeForm(NumericCode, mfa.AuthenticateForm):  # type: ignore[misc]
    pass


class CodeReauthenticationForm(NumericCode, mfa.ReauthenticateForm):  # type: ignore[misc]
    pass


class ActivateForm(NumericCode, ActivateTOTPForm):  # type: ignore[misc]
    labels: ClassVar[dict[str, Any]] = {"code": _("Code that the app shows")}
