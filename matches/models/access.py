"""How people and programs get in: invitations, tokens; and what they sent once already."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models.ids import PUBLIC_ID_LENGTH, new_public_id
from matches.models.people import Club, Membership, Player, User


class Invitation(models.Model):
    """A link by which somebody joins a club. Who has the link may use it: once, until it expires or is revoked.

    ``player`` is the record that the link hands over to whoever accepts it; null makes a new one. The token
    itself is kept nowhere, only its SHA-256.
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
            models.UniqueConstraint(fields=["public_id"], name="invitation_public_id_unique"),
            models.UniqueConstraint(fields=["token_hash"], name="invitation_token_unique"),
            models.CheckConstraint(
                condition=models.Q(role__in=["owner", "director", "scorer", "helper", "member"]),
                name="invitation_role_known",
            ),
            models.CheckConstraint(
                condition=models.Q(expires_at__gt=models.F("created_at")), name="invitation_expires_later"
            ),
            models.CheckConstraint(
                condition=models.Q(accepted_at__isnull=True) | models.Q(revoked_at__isnull=True),
                name="invitation_accepted_or_revoked",
            ),
        )

    def __str__(self) -> str:
        return f"{self.club}: {self.get_role_display()}"


class ApiToken(models.Model):
    """A key by which a program acts for its user, within ``scopes``. Kept as its SHA-256; shown once when made.

    ``hint`` is its beginning, by which its owner knows it again.
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
            models.UniqueConstraint(fields=["public_id"], name="apitoken_public_id_unique"),
            models.UniqueConstraint(fields=["token_hash"], name="apitoken_hash_unique"),
            models.CheckConstraint(
                condition=models.Q(expires_at__isnull=True) | models.Q(expires_at__gt=models.F("created_at")),
                name="apitoken_expires_later",
            ),
        )

    def __str__(self) -> str:
        return f"{self.name} ({self.hint}...)"


class SentRequest(models.Model):
    """A request that changed something, by the key that its sender gave it: sent again, it has the same result.

    ``fingerprint`` is the SHA-256 of what was asked; ``result`` what became of it, as the sender was told.
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
        constraints = (models.UniqueConstraint(fields=["user", "key"], name="sentrequest_once"),)
        indexes = (models.Index(fields=["created_at"], name="sentrequest_age"),)

    def __str__(self) -> str:
        return self.key
