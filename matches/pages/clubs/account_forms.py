"""django-allauth's forms in our words: labels above the fields, and no text inside them that goes as one types."""

from __future__ import annotations

from typing import Any, ClassVar

from allauth.account import forms as account
from allauth.account.adapter import get_adapter
from allauth.mfa.base import forms as mfa
from allauth.mfa.totp.forms import ActivateTOTPForm, DeactivateTOTPForm
from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from matches.clubs.api_tokens import TOKENS_A_PERSON, revoke_tokens, running_tokens
from matches.clubs.errors import PeopleError
from matches.clubs.invitations import accept_invitation
from matches.models import User
from matches.pages.clubs.session_invitation import drop_token, held_token
from matches.pages.common.fields import NameField


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

    name = NameField(
        label=_("Name"),
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


class TokensMixin(PlainMixin):
    """Names the API tokens of ``user`` that are valid, and offers to revoke them all; nothing where there are none."""

    user: User

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tokens = running_tokens(self.user)[:TOKENS_A_PERSON]
        if tokens:
            self.fields["revoke_tokens"] = forms.BooleanField(
                label=_("Take back my API tokens"),
                required=False,
                initial=True,
                help_text=render_to_string("clubs/tokens/_named.html", {"tokens": tokens}),
            )

    def revoke_where_ticked(self) -> None:
        """Revoke the tokens that are valid now, within the transaction of what goes with it."""
        if not self.cleaned_data.get("revoke_tokens"):
            return
        number = revoke_tokens(self.user)
        done = ngettext(
            "%(number)s API token is taken back: no program gets in with it any more.",
            "%(number)s API tokens are taken back: no program gets in with them any more.",
            number,
        )
        messages.success(get_adapter().request, done % {"number": number})


class PasswordChangeForm(TokensMixin, account.ChangePasswordForm):  # type: ignore[misc]
    labels: ClassVar[dict[str, Any]] = {
        "oldpassword": _("Present password"),
        "password1": _("New password"),
        "password2": _("New password again"),
    }

    @transaction.atomic
    def save(self) -> None:
        super().save()
        self.revoke_where_ticked()


class PasswordSetForm(TokensMixin, account.SetPasswordForm):  # type: ignore[misc]
    labels: ClassVar[dict[str, Any]] = {
        "password1": _("New password"),
        "password2": _("New password again"),
    }

    @transaction.atomic
    def save(self) -> None:
        super().save()
        self.revoke_where_ticked()


class PasswordResetForm(PlainMixin, account.ResetPasswordForm):  # type: ignore[misc]
    pass


class PasswordResetKeyForm(PlainMixin, account.ResetPasswordKeyForm):  # type: ignore[misc]
    """Set by a link, from a mail or from an owner. Whoever lost a password may have lost what it made as well.

    ``tokens`` are counted on the page and not named: its reader has the link, and no proof yet.
    """

    labels: ClassVar[dict[str, Any]] = {
        "password1": _("New password"),
        "password2": _("New password again"),
    }

    @property
    def tokens(self) -> int:
        return running_tokens(self.user).count()

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


class DeactivateForm(TokensMixin, DeactivateTOTPForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.user = kwargs["authenticator"].user
        # The package binds this form to nothing where it is only shown, which would read as a tick taken out.
        super().__init__(*args, **{**kwargs, "data": kwargs.get("data") or {"revoke_tokens": "on"}})


class ActivateForm(NumericCode, ActivateTOTPForm):  # type: ignore[misc]
    labels: ClassVar[dict[str, Any]] = {"code": _("Code that the app shows")}
