"""Users, clubs, the players on their lists, and roles in clubs."""

from __future__ import annotations

import zoneinfo
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import CheckConstraint, F, Index, Q, UniqueConstraint
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models.ids import PUBLIC_ID_LENGTH, new_public_id
from matches.models.names import Named


def validate_time_zone(value: str) -> None:
    """Raise ``ValidationError`` unless ``value`` is the name of a time zone, such as ``Europe/Paris``."""
    if value not in zoneinfo.available_timezones():
        raise ValidationError(
            _("%(value)s is not a time zone; an example is Europe/Paris."), params={"value": value}
        )


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **fields: Any) -> User:
        """Create a user. Without a ``password``, they can sign in only by a link sent to the address."""
        user = self.model(email=email.strip().lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> User:
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(email=(username or "").lower())


# Each column of an account and of a player, and each foreign key to one, is merged, exported and erased in
# matches/privacy, or is not for a reason: tests/matches/privacy/test_personal_columns.py has the tables.
class User(AbstractBaseUser, PermissionsMixin):
    """A person who can sign in. The e-mail address, whatever its case, is the login name."""

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
            UniqueConstraint(fields=["public_id"], name="user_public_id_unique"),
            UniqueConstraint(
                fields=["email"],
                name="user_email_unique",
                violation_error_message=_("Somebody signs in with this address already."),
            ),
            CheckConstraint(condition=Q(email=Lower("email")), name="user_email_lower_case"),
        )

    def __str__(self) -> str:
        return self.name or self.email

    def clean(self) -> None:
        super().clean()
        self.email = self.email.lower()


class Club(Named):
    """A club: its name, its slug in URLs, and its settings.

    ``analyses`` decides who sees the analysis of a deal. It is undecided in a club of 0.1.0 until an owner
    chooses: each player's decisions are then open if ``reviews_open`` is set or the player shares theirs.
    ``matches.clubs.access`` has the rules.

    ``is_demonstration`` marks the club that the site loaded to show what it can do; ``demonstration_position`` is the
    id of its last log entry at that time.
    """

    class Analyses(models.TextChoices):
        EVERYONE = "everyone", _("everyone who may see the cards")
        PLAYERS = "players", _("the two players only")
        UNDECIDED = "undecided", _("as before")

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, default=new_public_id, editable=False)
    slug = models.SlugField(_("short name in addresses"), max_length=60)
    name = models.CharField(_("name"), max_length=200)
    time_zone = models.CharField(
        _("time zone"), max_length=64, default="UTC", validators=[validate_time_zone]
    )
    currency = models.CharField(_("currency"), max_length=3, default="EUR")
    is_public = models.BooleanField(_("anybody may look"), default=True)
    reviews_open = models.BooleanField(_("members agreed to share their review figures"), default=False)
    analyses = models.CharField(
        _("who sees analyses of deals"),
        max_length=9,
        choices=Analyses.choices,
        default=Analyses.UNDECIDED,
        db_default=Analyses.UNDECIDED,
    )
    season_month = models.PositiveSmallIntegerField(_("month in which a season begins"), default=9)
    is_demonstration = models.BooleanField(
        _("demonstration"), default=False, db_default=False, editable=False
    )
    demonstration_position = models.PositiveBigIntegerField(null=True, blank=True, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ("name",)
        constraints = (
            UniqueConstraint(fields=["public_id"], name="club_public_id_unique"),
            UniqueConstraint(fields=["slug"], name="club_slug_unique"),
            UniqueConstraint(fields=["name"], name="club_name_unique"),
            CheckConstraint(condition=~Q(slug=""), name="club_slug_not_empty"),
            CheckConstraint(condition=Q(currency__regex="^[A-Z]{3}$"), name="club_currency_code"),
            CheckConstraint(
                condition=Q(season_month__gte=1, season_month__lte=12), name="club_season_month_range"
            ),
            CheckConstraint(
                condition=Q(analyses__in=["everyone", "players", "undecided"]), name="club_analyses_known"
            ),
        )
        indexes = (Index(fields=["folded"], name="club_folded_name"),)

    def __str__(self) -> str:
        return self.name


class Player(Named):
    """A person whose results are stored, on the list of the club in which the player was created.

    ``user`` is null for a guest. The name is unique in the club's list, and empty for an erased person. A
    duplicate that was merged into another player stays as an alias with ``merged_into`` set, because the log
    refers to it by id, and EGN files by name.
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
            UniqueConstraint(fields=["public_id"], name="player_public_id_unique"),
            UniqueConstraint(
                fields=["club", "name"], condition=~Q(name=""), name="player_name_unique_in_club"
            ),
            UniqueConstraint(
                fields=["club", "user"], condition=Q(user__isnull=False), name="player_once_per_user"
            ),
            CheckConstraint(
                condition=Q(merged_into__isnull=True) | Q(user__isnull=True) & ~Q(merged_into=F("id")),
                name="player_alias_of_another_without_user",
            ),
        )
        indexes = (Index(fields=["club", "folded"], name="player_folded_name"),)

    def __str__(self) -> str:
        return self.name or "-"

    @property
    def is_guest(self) -> bool:
        return self.user_id is None


class Membership(models.Model):
    """A player's role in a club, with its first and its last day, null without an end."""

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
            CheckConstraint(
                condition=Q(role__in=["owner", "director", "scorer", "helper", "member"]),
                name="membership_role_known",
            ),
            CheckConstraint(
                condition=Q(until__isnull=True) | Q(until__gte=F("since")), name="membership_ends_after_start"
            ),
            UniqueConstraint(
                fields=["club", "player", "role"],
                condition=Q(until__isnull=True),
                name="membership_role_once_at_a_time",
            ),
        )

    def __str__(self) -> str:
        return f"{self.player}: {self.get_role_display()}"


class Invitation(models.Model):
    """A link to join a club. Anyone who has the link may use it once, until it expires or is revoked.

    ``player`` is the player who gets the account of the person that accepts it; null for a new player. Only
    the SHA-256 of the link's token is stored.
    """

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, default=new_public_id, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(
        _("role"), max_length=8, choices=Membership.Role.choices, default=Membership.Role.MEMBER
    )
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, blank=True, related_name="invitations"
    )
    email = models.EmailField(_("e-mail address"), blank=True)
    token_hash = models.CharField(max_length=64, editable=False)
    created_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField(_("good until"))
    accepted_at = models.DateTimeField(_("accepted"), null=True, blank=True)
    accepted_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    revoked_at = models.DateTimeField(_("taken back"), null=True, blank=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ("-created_at", "-pk")
        constraints = (
            UniqueConstraint(fields=["public_id"], name="invitation_public_id_unique"),
            UniqueConstraint(fields=["token_hash"], name="invitation_token_unique"),
            CheckConstraint(
                condition=Q(role__in=["owner", "director", "scorer", "helper", "member"]),
                name="invitation_role_known",
            ),
            CheckConstraint(condition=Q(expires_at__gt=F("created_at")), name="invitation_expires_later"),
            CheckConstraint(
                condition=Q(accepted_at__isnull=True) | Q(revoked_at__isnull=True),
                name="invitation_accepted_or_revoked",
            ),
        )

    def __str__(self) -> str:
        return f"{self.club}: {self.get_role_display()}"


class ApiToken(models.Model):
    """A token with which a program acts for its user, within ``scopes``.

    Only its SHA-256 is stored; the token is displayed once. ``hint`` has its first characters, for its owner.
    """

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, default=new_public_id, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("what it is for"), max_length=200)
    scopes = models.JSONField(default=list)
    token_hash = models.CharField(max_length=64, editable=False)
    hint = models.CharField(max_length=16, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField(_("good until"), null=True, blank=True)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("taken back"), null=True, blank=True)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        ordering = ("-created_at", "-pk")
        constraints = (
            UniqueConstraint(fields=["public_id"], name="apitoken_public_id_unique"),
            UniqueConstraint(fields=["token_hash"], name="apitoken_hash_unique"),
            CheckConstraint(
                condition=Q(expires_at__isnull=True) | Q(expires_at__gt=F("created_at")),
                name="apitoken_expires_later",
            ),
        )

    def __str__(self) -> str:
        return f"{self.name} ({self.hint}...)"


class SentRequest(models.Model):
    """A request that changed something, by user and idempotency key, and its result, for when it is sent again.

    ``fingerprint`` is the SHA-256 of the request, and ``result`` is JSON for the response.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=100)
    fingerprint = models.CharField(max_length=64)
    result = models.JSONField(null=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("request sent")
        verbose_name_plural = _("requests sent")
        ordering = ("pk",)
        constraints = (UniqueConstraint(fields=["user", "key"], name="sentrequest_once"),)
        indexes = (Index(fields=["created_at"], name="sentrequest_age"),)

    def __str__(self) -> str:
        return self.key
