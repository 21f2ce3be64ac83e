"""A person's own account: his name and language, how he signs in, who he is in which club, and how he leaves."""

from __future__ import annotations

from allauth.account import views as allauth
from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.mfa.base.internal.flows import delete_and_cleanup
from allauth.mfa.totp.views import DeactivateTOTPView
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.db.models.functions import Lower
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.clubs.accounts import change_account, share_reviews
from matches.clubs.email_addresses import change_address
from matches.clubs.errors import PeopleError
from matches.clubs.queries.people import own_memberships
from matches.models import User
from matches.pages.clubs.account_forms import DeactivateForm
from matches.pages.clubs.forms import AccountForm, PlainAddressForm
from matches.pages.clubs.personal_data_download import person_file
from matches.pages.common.club_context import acting_user
from matches.privacy.erasing import erase_person, why_not_erase

ACCOUNT_ROWS = 100


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    user = acting_user(request)
    initial = {"name": user.name, "language": user.language}
    form = AccountForm(request.POST if request.method == "POST" else None, initial=initial)
    if form.is_valid():
        change_account(user, name=form.cleaned_data["name"], language=form.cleaned_data["language"])
        messages.success(request, _("Saved."))
        return redirect("web:account")
    return render(
        request,
        "clubs/account.html",
        {
            "form": form,
            "has_second_step": is_mfa_enabled(user),
            "players": user.players.select_related("club").order_by(Lower("club__name"), "pk")[:ACCOUNT_ROWS],
            "memberships": own_memberships(user)[:ACCOUNT_ROWS],
        },
    )


@login_required
@require_POST
def sharing(request: HttpRequest, public_id: str) -> HttpResponse:
    player = get_object_or_404(acting_user(request).players, public_id=public_id)
    share_reviews(player, shares=request.POST.get("shares") == "yes")
    messages.success(request, _("Saved."))
    return redirect("web:account")


@login_required
@require_safe
@reauthentication_required  # type: ignore[untyped-decorator]
def export(request: HttpRequest) -> HttpResponseBase:
    return person_file(request, acting_user(request))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required  # type: ignore[untyped-decorator]
def erase(request: HttpRequest) -> HttpResponse:
    user = acting_user(request)
    problem = why_not_erase(user)
    if request.method == "POST" and not problem:
        try:
            erase_person(user, by=user)
        except PeopleError as error:
            problem = str(error)
        else:
            logout(request)
            messages.success(request, _("You are forgotten here. Your results stay, under no name."))
            return redirect("web:home")
    return render(request, "clubs/erase_account.html", {"problem": problem})


def password_reset(request: HttpRequest) -> HttpResponseBase:
    """By mail where there is any; else the page says whom to ask."""
    if settings.HAS_MAIL:
        answer: HttpResponseBase = allauth.password_reset(request)
        return answer
    return render(request, "account/password_reset.html")


@login_required
@reauthentication_required  # type: ignore[untyped-decorator]
def email(request: HttpRequest) -> HttpResponseBase:
    """A new address is proved by mail where there is any; else it is taken as it is given."""
    if settings.HAS_MAIL:
        answer: HttpResponseBase = allauth.email(request)
        return answer
    return _change_address(request, acting_user(request))


class SecondStepOffView(DeactivateTOTPView):  # type: ignore[misc]
    """The package's own page, which with the step revokes the API tokens as well."""

    def form_valid(self, form: DeactivateForm) -> HttpResponse:
        # As the package does it, but in one transaction, which is over before a mail server is waited for.
        with transaction.atomic():
            delete_and_cleanup(self.request, self.authenticator)
            form.revoke_where_ticked()
        adapter = get_adapter(self.request)
        adapter.add_message(self.request, messages.SUCCESS, "mfa/messages/totp_deactivated.txt")
        adapter.send_notification_mail("mfa/email/totp_deactivated", acting_user(self.request))
        return redirect(self.get_success_url())


def _change_address(request: HttpRequest, user: User) -> HttpResponse:
    form = PlainAddressForm(request.POST if request.method == "POST" else None, initial={"email": user.email})
    if form.is_valid():
        try:
            change_address(user, form.cleaned_data["email"])
        except PeopleError as error:
            form.add_error("email", str(error))
        else:
            messages.success(request, _("Sign in with the new address from now on."))
            return redirect("web:account")
    return render(request, "clubs/address.html", {"form": form})
