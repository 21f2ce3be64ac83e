"""Django admin pages for the operators of the service.

Only accounts can be changed here. Everything else is read-only: results follow from the log, and a club's
people and settings are changed on its own pages, which log the change and protect the last owner. A superuser
may open the pages of every club.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import allauth.mfa.admin  # noqa: F401
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.admin.widgets import AdminTextInputWidget
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import UserChangeForm
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from matches.models import (
    ApiToken,
    Club,
    Conflict,
    Event,
    FormerName,
    HeldText,
    ImportLine,
    ImportReport,
    Invitation,
    LogEntry,
    Membership,
    Player,
    Review,
    Rubber,
    User,
)
from matches.pages.common.entry_fields import NameField

if TYPE_CHECKING:
    AnyAdmin = admin.ModelAdmin[Any]
    UserAdminBase = UserAdmin[User]
    AnyTable = admin.TabularInline[Any, Any]
else:
    AnyAdmin = admin.ModelAdmin
    UserAdminBase = UserAdmin
    AnyTable = admin.TabularInline


class ReadOnly:
    """Make rows read-only: an edit would bypass the log, or be reverted or rejected."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class ReadOnlyAdmin(ReadOnly, AnyAdmin):
    """Base class for read-only pages. ``deferred`` are large columns that lists do not show."""

    deferred: tuple[str, ...] = ()

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).defer(*self.deferred)


class ReadOnlyInline(ReadOnly, AnyTable):
    """Base class for a read-only table of related rows on an object's page."""

    extra = 0
    show_change_link = True


class PlayersOfUser(ReadOnlyInline):
    model = Player
    fields = ("name", "club", "shares_reviews")
    verbose_name_plural = _("plays as")


class EmailUserForm(UserChangeForm):  # type: ignore[type-arg]
    name = NameField(label=_("name"), required=False, widget=AdminTextInputWidget)


@admin.register(User)
class EmailUserAdmin(UserAdminBase):
    """Users. They cannot be deleted here, because the log refers to them: people are erased on a club's pages."""

    form = EmailUserForm
    ordering = ("email",)
    list_display = ("email", "name", "is_active", "is_staff", "last_login")
    search_fields = ("email", "name")
    readonly_fields = ("last_login", "joined_at", "erased_at")
    fieldsets = (
        (None, {"fields": ("email", "password", "name", "language")}),
        (
            _("Permissions"),
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
        (_("Important dates"), {"fields": ("last_login", "joined_at", "erased_at")}),
    )
    add_fieldsets = ((None, {"classes": ("wide",), "fields": ("email", "password1", "password2")}),)
    inlines = (PlayersOfUser,)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


# Replace the package's own page; the import above makes sure that it is registered already.
admin.site.unregister(Authenticator)


@admin.register(Authenticator)
class AuthenticatorAdmin(ReadOnlyAdmin):
    """Second factors. Their secrets are not shown, because anyone who has one could sign in as the owner.

    If a user has lost both phone and recovery codes, delete the factor here.
    """

    list_display = ("user", "type", "created_at", "last_used_at")
    list_select_related = ("user",)
    list_filter = ("type",)
    search_fields = ("user__email",)
    fields = ("user", "type", "created_at", "last_used_at")

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return bool(AnyAdmin.has_delete_permission(self, request, obj))


class MembershipsOfPlayer(ReadOnlyInline):
    model = Membership
    fields = ("club", "role", "since", "until")


@admin.register(Club)
class ClubAdmin(ReadOnlyAdmin):
    list_display = ("name", "slug", "time_zone", "is_public", "analyses", "reviews_open")
    search_fields = ("name", "slug")


@admin.register(Player)
class PlayerAdmin(ReadOnlyAdmin):
    list_display = ("name", "club", "user", "shares_reviews", "merged_into")
    list_select_related = ("club", "user", "merged_into")
    list_filter = ("club",)
    search_fields = ("name", "public_id")
    inlines = (MembershipsOfPlayer,)


@admin.register(FormerName)
class FormerNameAdmin(ReadOnlyAdmin):
    list_display = ("name", "club", "player", "event", "changed_at")
    list_select_related = ("club", "player", "event")
    list_filter = ("club",)
    search_fields = ("name",)


@admin.register(Membership)
class MembershipAdmin(ReadOnlyAdmin):
    list_display = ("player", "club", "role", "since", "until")
    list_select_related = ("player", "club")
    list_filter = ("role", "club")
    search_fields = ("player__name",)


@admin.register(Invitation)
class InvitationAdmin(ReadOnlyAdmin):
    list_display = ("club", "role", "player", "created_by", "expires_at", "accepted_at", "revoked_at")
    list_select_related = ("club", "player", "created_by")
    list_filter = ("club",)


@admin.register(ApiToken)
class ApiTokenAdmin(ReadOnlyAdmin):
    list_display = ("name", "user", "hint", "created_at", "expires_at", "last_used_at", "revoked_at")
    list_select_related = ("user",)
    search_fields = ("name", "user__email")
    fields = ("name", "user", "scopes", "hint", "created_at", "expires_at", "last_used_at", "revoked_at")


@admin.register(Event)
class EventAdmin(ReadOnlyAdmin):
    list_display = ("name", "club", "created_at")
    list_select_related = ("club",)
    list_filter = ("club",)


@admin.register(Rubber)
class RubberAdmin(ReadOnlyAdmin):
    """Rubbers without their EGN text, which would reveal the cards of a rubber that is being played."""

    exclude = ("egn", "findings")
    list_display = ("public_id", "club", "event", "player_a", "player_b", "state", "winner")
    list_select_related = ("club", "event", "player_a", "player_b")
    list_filter = ("state", "club")
    search_fields = ("public_id",)


@admin.register(Review)
class ReviewAdmin(ReadOnlyAdmin):
    list_display = ("rubber", "state", "attempts", "problem", "engine_version", "done_at")
    list_select_related = ("rubber__player_a", "rubber__player_b")
    list_filter = ("state", "engine_version")
    search_fields = ("rubber__public_id",)


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnlyAdmin):
    """Log entries without their payloads, which contain the cards of rubbers that are being played."""

    exclude = ("payload",)
    list_display = ("id", "club", "stream", "version", "kind", "by", "at")
    list_select_related = ("by", "club")
    list_filter = ("club",)
    search_fields = ("stream", "key")


@admin.register(ImportReport)
class ImportReportAdmin(ReadOnlyAdmin):
    list_display = (
        *("source", "club", "started_at", "finished_at"),
        *("confirmed", "drafts", "skipped", "conflicts", "held", "refused", "repeats"),
    )
    list_select_related = ("club",)
    readonly_fields = ("link_to_lines",)
    deferred = ("content",)

    @admin.display(description=_("lines"))
    def link_to_lines(self, report: ImportReport) -> SafeString:
        """Return a link to the report's lines, of which there may be thousands."""
        address = reverse("admin:matches_importline_changelist")
        return format_html(
            '<a href="{}?report__id__exact={}">{}</a>', address, report.pk, report.lines.count()
        )


@admin.register(ImportLine)
class ImportLineAdmin(ReadOnlyAdmin):
    list_display = ("index", "line", "name_a", "name_b", "fate", "rubber_id", "report")
    list_select_related = ("report",)
    list_filter = ("fate",)
    search_fields = ("name_a", "name_b", "rubber_id")
    deferred = ("report__content",)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Allow the filter to which ``ImportReportAdmin`` links."""
        return lookup == "report__id__exact" or super().lookup_allowed(lookup, value, request)  # type: ignore[arg-type]


@admin.register(HeldText)
class HeldTextAdmin(ReadOnlyAdmin):
    list_display = ("public_id", "club", "report", "repaired_at", "dismissed_at", "settled_by")
    list_select_related = ("club", "report", "settled_by")
    list_filter = ("club",)
    deferred = ("report__content",)


@admin.register(Conflict)
class ConflictAdmin(ReadOnlyAdmin):
    exclude = ("egn",)
    list_display = ("public_id", "rubber", "report", "by", "resolved_at", "resolution")
    list_select_related = ("rubber__player_a", "rubber__player_b", "report", "by")
    list_filter = ("resolution",)
    deferred = ("report__content",)
