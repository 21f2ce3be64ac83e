"""The forms of an account: those of django-allauth, adapted, and our own.

Labels are above the fields, and there are no placeholders, which vanish while typing.
"""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar, Final

from allauth.account import forms as account
from allauth.account.adapter import get_adapter
from allauth.mfa.base import forms as mfa
from allauth.mfa.totp.forms import ActivateTOTPForm, DeactivateTOTPForm
from django import forms
from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from matches.clubs.api_tokens import TOKENS_A_PERSON, revoke_tokens, running_tokens
from matches.clubs.errors import PeopleError
from matches.clubs.find_by_name import guest_like
from matches.models import User
from matches.pages.clubs.links import drop_token, store_joined, stored_invitation, stored_token
from matches.pages.common.entry_fields import NameField
from matches.pages.common.near_names import NearNames, NearNamesMixin, near_typed
from matches.privacy.accept_invitation import accept_invitation

NEW_PASSWORD: Final[dict[str, Any]] = {
    "oldpassword": _("Current password"),
    "password1": _("New password"),
    "password2": _("New password again"),
}


class PlainMixin(forms.Form):
    """A form without placeholders, whose e-mail fields have the same label everywhere."""

    labels: ClassVar[dict[str, Any]] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            if isinstance(field, forms.EmailField):
                field.label = _("E-mail address")
            if name == "password1":
                # A refused password has an error that says which rule it breaks.
                field.help_text = ""
            if name == "password":
                # The page has its own way to a new password, below.
                field.help_text = ""
            if name in self.labels:
                field.label = self.labels[name]


class SignInForm(PlainMixin, account.LoginForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs |= {"autocomplete": "username", "autofocus": True}


class SignUpForm(NearNamesMixin, PlainMixin, account.SignupForm):  # type: ignore[misc]
    """Create an account. If the visitor opened an invitation, the account also joins the inviting club."""

    name = NameField(
        label=_("Name"),
        help_text=_("As it should appear in results."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    field_order = ("name", "email", "password1")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        invitation = stored_invitation(get_adapter().request)
        self.known_name = invitation.player.name if invitation is not None and invitation.player else ""
        if self.known_name:
            del self.fields["name"]
        find = partial(guest_like, invitation.club) if invitation is not None else lambda name: ""
        self.near = NearNames(
            self,
            "name",
            near_typed(self, "name", find),
            problem=_(
                "%(other)s is on the club’s list. If that is you, ask for an invitation in that name, so that your"
                " results stay together. Otherwise tick below that it is not."
            ),
            answer=_("I am not the %(other)s on the list"),
        )

    def clean(self) -> dict[str, Any]:
        """Take the name from the player whom the invitation hands over, who is not asked for it again."""
        data = super().clean()
        return data | {"name": self.known_name} if self.known_name else data

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Create the account, or none if the session holds an invitation that is no longer valid."""
        invitation = stored_invitation(request)
        try:
            with transaction.atomic():
                user, response = super().try_save(request)
                if user is not None and (token := stored_token(request)):
                    accept_invitation(token, user)
                    drop_token(request)
                    if invitation is not None:
                        store_joined(request, invitation.club)
        except PeopleError:
            return None, redirect("web:invitation")
        return user, response


class AddressForm(PlainMixin, account.AddEmailForm):  # type: ignore[misc]
    labels: ClassVar[dict[str, Any]] = {"email": _("New e-mail address")}


class TokensMixin(PlainMixin):
    """A form mixin with a checkbox that lists the valid API tokens of ``user``, if any, and revokes them all."""

    user: User

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tokens = running_tokens(self.user)[:TOKENS_A_PERSON]
        if tokens:
            self.fields["revoke_tokens"] = forms.BooleanField(
                label=_("Revoke my API tokens"),
                required=False,
                initial=True,
                help_text=render_to_string("accounts/tokens/_named.html", {"tokens": tokens}),
            )

    def revoke_if_ticked(self) -> None:
        """Revoke the user's valid tokens if the box was ticked, inside the transaction that saves the form."""
        if not self.cleaned_data.get("revoke_tokens"):
            return
        number = revoke_tokens(self.user)
        text = ngettext(
            "%(number)s API token is revoked: it no longer works.",
            "%(number)s API tokens are revoked: they no longer work.",
            number,
        )
        messages.success(get_adapter().request, text % {"number": number})


class NewPasswordMixin(TokensMixin):
    labels = NEW_PASSWORD

    @transaction.atomic
    def save(self) -> None:
        super().save()  # type: ignore[misc]
        self.revoke_if_ticked()


class PasswordChangeForm(NewPasswordMixin, account.ChangePasswordForm):  # type: ignore[misc]
    pass


class PasswordSetForm(NewPasswordMixin, account.SetPasswordForm):  # type: ignore[misc]
    pass


class PasswordResetForm(PlainMixin, account.ResetPasswordForm):  # type: ignore[misc]
    pass


class PasswordResetKeyForm(PlainMixin, account.ResetPasswordKeyForm):  # type: ignore[misc]
    """Set a new password by a link that was mailed or that a club's owner made, and revoke all API tokens.

    A person who lost a password may have lost API tokens as well. The page shows only the number of
    ``tokens``, not their names, because the visitor has proved no more than that they have the link.
    """

    labels = NEW_PASSWORD

    @property
    def tokens(self) -> int:
        return running_tokens(self.user).count()

    @transaction.atomic
    def save(self) -> None:
        super().save()
        revoke_tokens(self.user)


class ReauthenticationForm(PlainMixin, account.ReauthenticateForm):  # type: ignore[misc]
    pass


class NumericCode(PlainMixin):
    """A form for a code, or a recovery code, of digits; its field opens a numeric keyboard on phones."""

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
        # The package passes empty data when it only renders this form, which would clear the box.
        super().__init__(*args, **{**kwargs, "data": kwargs.get("data") or {"revoke_tokens": "on"}})


class ActivateForm(NumericCode, ActivateTOTPForm):  # type: ignore[misc]
    labels: ClassVar[dict[str, Any]] = {"code": _("Code from the app")}


class AccountForm(forms.Form):
    name = NameField(
        label=_("Name"),
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        help_text=_("The name that other members see. Names in results are changed by the club."),
    )
    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        choices=lambda: [("", _("As the browser asks")), *settings.LANGUAGES],
    )


class PlainAddressForm(forms.Form):
    email = forms.EmailField(
        label=_("E-mail address"), widget=forms.EmailInput(attrs={"autocomplete": "email"})
    )
