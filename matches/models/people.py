"""Clubs, the people who play in them, and what each of them may do there."""

from __future__ import annotations

import zoneinfo
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models.ids import PUBLIC_ID_LENGTH, new_public_id


def validate_time_zone(value: str) -> None:
    """Raises ``ValidationError`` for a name that the time zone database has not got."""
    if value not in zoneinfo.available_timezones():
        raise ValidationError(
            _("%(value)s is not a time zone; an example is Europe/Paris."), params={"value": value}
        )


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **fields: Any) -> User:
        """A user who signs in with ``email``; without a password, only by a link sent to him."""
        user = self.model(email=email.strip().lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> User:
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(email=(username or "").lower())


class User(AbstractBaseUser, PermissionsMixin):
    """Somebody who signs in. The e-mail address is the login name, whatever its letters' case."""

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, default=new_public_id, editable=False)
    email = models.EmailField(_("e-mail address"))
    name = models.CharField(_("name"), max_length=200, blank=True)
    is_staff = models.BooleanField(_("may use the administration pages"), default=False)
    is_active = models.BooleanField(_("may sign in"), default=True)
    language = models.CharField(
        _("language"), max_length=5, blank=True, help_text=_("Empty: as the browser asks.")
    )
    erased_at = models.DateTimeField(_("forgotten"), null=True, blank=True, editable=False)
    joined_at = models.DateTimeField(_("joined"), default=timezone.now, editable=False)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints = (
            models.UniqueConstraint(fields=["public_id"], name="user_public_id_unique"),
            models.UniqueConstraint(
                fields=["email"],
                name="user_email_unique",
                violation_error_message=_("Somebody signs in with this address already."),
            ),
            models.CheckConstraint(condition=models.Q(email=Lower("email")), name="user_email_lower_case"),
        )

    def __str__(self) -> str:
        return self.name or self.email

    def clean(self) -> None:
        super().clean()
        self.email = self.email.lower()


class Club(models.Model):
    """A club: its records, its people, and how it wants them shown."""

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, default=new_public_id, editable=False)
    slug = models.SlugField(_("short name in addresses"), max_length=60)
    name = models.CharField(_("name"), max_length=200)
    time_zone = models.CharField(
        _("time zone"), max_length=64, default="UTC", validators=[validate_time_zone]
    )
    currency = models.CharField(_("currency"), max_length=3, default="EUR")
    is_public = models.BooleanField(_("anybody may look"), default=True)
    reviews_open = models.BooleanField(_("members agreed to share their review figures"), default=False)
    season_month = models.PositiveSmallIntegerField(_("month in which a season begins"), default=9)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ("name",)
        constraints = (
            models.UniqueConstraint(fields=["public_id"], name="club_public_id_unique"),
            models.UniqueConstraint(fields=["slug"], name="club_slug_unique"),
            models.UniqueConstraint(fields=["name"], name="club_name_unique"),
            models.CheckConstraint(condition=~models.Q(slug=""), name="club_slug_not_empty"),
            models.CheckConstraint(
                condition=models.Q(currency__regex="^[A-Z]{3}$"), name="club_currency_code"
            ),
            models.CheckConstraint(
                condition=models.Q(season_month__gte=1, season_month__lte=12), name="club_season_month_range"
            ),
        )

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """Somebody whose results the service keeps, on the list of the club that he came in by.

    A guest has no user. Within a club's list a name is one person; an empty name is a person who asked to
    be forgotten, and whose results stay. A record that turned out to be another's stays as an alias, with
    ``merged_into`` set: the log goes on naming its id, and files its name.
    """

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, default=new_public_id, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="players")
    user = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="players")
    name = models.CharField(_("name"), max_length=200, blank=True)
    shares_reviews = models.BooleanField(_("shares review figures"), default=False)
    merged_into = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="aliases"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ("name", "pk")
        constraints = (
            models.UniqueConstraint(fields=["public_id"], name="player_public_id_unique"),
            models.UniqueConstraint(
                fields=["club", "name"], condition=~models.Q(name=""), name="player_name_unique_in_club"
            ),
            models.UniqueConstraint(
                fields=["club", "user"], condition=models.Q(user__isnull=False), name="player_once_per_user"
            ),
            models.CheckConstraint(
                condition=models.Q(merged_into__isnull=True)
                | models.Q(user__isnull=True) & ~models.Q(merged_into=models.F("id")),
                name="player_alias_of_another_without_user",
            ),
        )

    def __str__(self) -> str:
        return self.name or "-"

    @property
    def is_guest(self) -> bool:
        return self.user_id is None


class Membership(models.Model):
    """What a player is to a club, from when to when. Who only plays there as a guest has none."""

    class Role(models.TextChoices):
        OWNER = "owner", _("owner")
        DIRECTOR = "director", _("director")
        SCORER = "scorer", _("scorer")
        HELPER = "helper", _("helper")
        MEMBER = "member", _("member")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=8, choices=Role.choices, default=Role.MEMBER)
    since = models.DateField(_("since"), default=timezone.localdate)
    until = models.DateField(_("until"), null=True, blank=True)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        ordering = ("club", "player", "since", "pk")
        constraints = (
            models.CheckConstraint(
                condition=models.Q(role__in=["owner", "director", "scorer", "helper", "member"]),
                name="membership_role_known",
            ),
            models.CheckConstraint(
                condition=models.Q(until__isnull=True) | models.Q(until__gte=models.F("since")),
                name="membership_ends_after_start",
            ),
            models.UniqueConstraint(
                fields=["club", "player", "role"],
                condition=models.Q(until__isnull=True),
                name="membership_role_once_at_a_time",
            ),
        )

    def __str__(self) -> str:
        return f"{self.player}: {self.get_role_display()}"
