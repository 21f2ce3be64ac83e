"""Administration pages: what a person may set by hand. Projections and the log can be looked at only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import Model
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from matches.models import (
    Club,
    Conflict,
    Event,
    HeldText,
    ImportReport,
    LogEntry,
    Membership,
    Player,
    Review,
    Rubber,
    User,
)

if TYPE_CHECKING:
    AnyAdmin = admin.ModelAdmin[Any]
    UserAdminBase = UserAdmin[User]
    MembershipTable = admin.TabularInline[Membership, Club]
else:
    AnyAdmin = admin.ModelAdmin
    UserAdminBase = UserAdmin
    MembershipTable = admin.TabularInline


class LookOnlyAdmin(AnyAdmin):
    """Rows that follow from the log: an edit here would be undone by the next rebuild, or refused."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(User)
class EmailUserAdmin(UserAdminBase):
    ordering = ("email",)
    list_display = ("email", "name", "is_active", "is_staff")
    search_fields = ("email", "name")
    readonly_fields = ("last_login", "joined_at")
    fieldsets = (
        (None, {"fields": ("email", "password", "name")}),
        (
            _("Permissions"),
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
        (_("Important dates"), {"fields": ("last_login", "joined_at")}),
    )
    add_fieldsets = ((None, {"classes": ("wide",), "fields": ("email", "password1", "password2")}),)


class MembershipInline(MembershipTable):
    model = Membership
    extra = 0
    raw_id_fields = ("player",)


@admin.register(Club)
class ClubAdmin(AnyAdmin):
    list_display = ("name", "slug", "time_zone", "is_public", "reviews_open")
    search_fields = ("name", "slug")
    prepopulated_fields: ClassVar[dict[str, Any]] = {"slug": ("name",)}
    inlines = (MembershipInline,)


@admin.register(Player)
class PlayerAdmin(AnyAdmin):
    list_display = ("name", "club", "user", "shares_reviews")
    list_select_related = ("club", "user")
    list_filter = ("club",)
    search_fields = ("name", "public_id")
    raw_id_fields = ("user",)


@admin.register(Event)
class EventAdmin(LookOnlyAdmin):
    list_display = ("name", "club", "created_at")
    list_select_related = ("club",)
    list_filter = ("club",)


@admin.register(Rubber)
class RubberAdmin(LookOnlyAdmin):
    list_display = ("public_id", "club", "event", "player_a", "player_b", "state", "winner")
    list_select_related = ("club", "event", "player_a", "player_b")
    list_filter = ("state", "club")
    search_fields = ("public_id",)


@admin.register(Review)
class ReviewAdmin(LookOnlyAdmin):
    list_display = ("rubber", "state", "attempts", "problem", "engine_version", "done_at")
    list_select_related = ("rubber__player_a", "rubber__player_b")
    list_filter = ("state", "engine_version")
    search_fields = ("rubber__public_id",)


@admin.register(LogEntry)
class LogEntryAdmin(LookOnlyAdmin):
    list_display = ("id", "stream", "version", "kind", "by", "at")
    list_select_related = ("by",)
    search_fields = ("stream", "key")


@admin.register(ImportReport)
class ImportReportAdmin(LookOnlyAdmin):
    list_display = ("source", "started_at", "confirmed", "drafts", "skipped", "conflicts", "held", "refused")


@admin.register(HeldText)
class HeldTextAdmin(LookOnlyAdmin):
    list_display = ("public_id", "club", "report", "repaired_at")
    list_select_related = ("club", "report")


@admin.register(Conflict)
class ConflictAdmin(LookOnlyAdmin):
    list_display = ("public_id", "rubber", "report", "resolved_at")
    list_select_related = ("rubber__player_a", "rubber__player_b", "report")
