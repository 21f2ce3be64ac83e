"""Entries about a club's people and settings in words, and what people are called in all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from django.utils.dates import MONTHS
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches.clubs.settings import SETTINGS
from matches.events.queries.log_context import Actor
from matches.events.words.labels import round_words
from matches.models import Membership

Payload: TypeAlias = Mapping[str, Any]
Sentence: TypeAlias = tuple[str, tuple[str, ...]]
"""A sentence, and further ones about what changed with it."""


@dataclass(frozen=True, slots=True)
class Names:
    """Players' names by public id, as they are now; empty for somebody who was forgotten."""

    by_id: Mapping[str, str]

    def player(self, public_id: str) -> str:
        return self.by_id.get(public_id) or _("A former player")

    def actor(self, actor: Actor | None) -> str:
        """The end of "by ...": the name, and what he was to the club then."""
        if actor is None:
            return _("whoever runs the site")
        name = actor.name or _("a former member")
        if actor.role is None or actor.role == "stranger":
            return name
        return _("%(name)s (%(role)s)") % {"name": name, "role": role_word(actor.role)}


def role_word(role: str) -> str:
    return str(Membership.Role(role).label)


def _simple(text: str | Promise) -> Callable[[Payload, Names, str], Sentence]:
    """A sentence about ``player``, in the ``role`` that the payload names, where it names one."""

    def sentence(payload: Payload, names: Names, who: str) -> Sentence:
        role = payload.get("role")
        was = payload.get("was")
        return str(text) % {
            "player": names.player(payload.get("player", "")),
            "role": role_word(role) if role else "",
            "was": role_word(was) if was else "",
            "who": who,
        }, ()

    return sentence


def _invited(payload: Payload, names: Names, who: str) -> Sentence:
    role = role_word(payload["role"])
    if "player" not in payload:
        return _("An invitation as %(role)s made by %(who)s.") % {"role": role, "who": who}, ()
    return _("%(player)s invited as %(role)s by %(who)s.") % {
        "player": names.player(payload["player"]),
        "role": role,
        "who": who,
    }, ()


def _players_added(payload: Payload, names: Names, who: str) -> Sentence:
    added = ", ".join(names.player(player) for player in payload["players"])
    return _("Put on the club's list by %(who)s: %(names)s.") % {"who": who, "names": added}, ()


def _club_changed(payload: Payload, names: Names, who: str) -> Sentence:
    # PostgreSQL keeps an object's names in an order of its own.
    told = tuple(_setting(name, payload[name]) for name in SETTINGS if name in payload)
    return _("The club's settings changed by %(who)s.") % {"who": who}, told


def _links_made(payload: Payload, names: Names, who: str) -> Sentence:
    number = len(payload["links"])
    if "round" in payload:
        text = ngettext(
            "%(number)s link for a table of %(round)s made by %(who)s.",
            "%(number)s links for the tables of %(round)s made by %(who)s.",
            number,
        )
        return text % {"number": number, "round": round_words(payload["round"]), "who": who}, ()
    return _("A link for a table made by %(who)s.") % {"who": who}, ()


def _links_revoked(payload: Payload, names: Names, who: str) -> Sentence:
    number = len(payload["links"])
    text = ngettext(
        "A table's link taken back by %(who)s.", "%(number)s links of tables taken back by %(who)s.", number
    )
    return text % {"number": number, "who": who}, ()


def _webhook_stopped(payload: Payload, names: Names, who: str) -> Sentence:
    if payload["because"] == "gone":
        return _("A webhook switched off: its receiver says that it is gone for good."), ()
    return _("A webhook switched off: its receiver had not answered for five days."), ()


def _setting(name: str, value: Any) -> str:
    """What one of ``SETTINGS`` is from now on."""
    if name == "name":
        return _("The club is called %(value)s.") % {"value": value}
    if name == "time_zone":
        return _("Its clock is that of %(value)s.") % {"value": value}
    if name == "currency":
        return _("Its currency is %(value)s.") % {"value": value}
    if name == "season_month":
        return _("A season begins in %(month)s.") % {"month": MONTHS[value]}
    if name == "is_public":
        return _("It is public.") if value else _("It is for members only.")
    if value:
        return _("The members agreed to share their review figures.")
    return _("Review figures are each player's own again.")


SENTENCES: Final[dict[str, Callable[[Payload, Names, str], Sentence]]] = {
    "club.made": _simple(gettext_lazy("The club made by %(who)s.")),
    "club.changed": _club_changed,
    "club.invited": _invited,
    "club.invitation_revoked": _simple(gettext_lazy("An invitation taken back by %(who)s.")),
    "club.joined": _simple(gettext_lazy("%(player)s joined the club as %(role)s.")),
    "club.role_changed": _simple(gettext_lazy("%(player)s, who was %(was)s, made %(role)s by %(who)s.")),
    "club.membership_ended": _simple(
        gettext_lazy("The membership of %(player)s, who was %(was)s, ended by %(who)s.")
    ),
    "club.players_added": _players_added,
    "club.player_renamed": _simple(gettext_lazy("%(player)s given another name by %(who)s.")),
    "club.players_merged": _simple(gettext_lazy("Two records of %(player)s made one by %(who)s.")),
    "club.person_forgotten": _simple(gettext_lazy("A person forgotten by %(who)s; the results stay.")),
    "club.event_imported": _simple(gettext_lazy("An event brought in from a file by %(who)s.")),
    "club.conflict_kept": _simple(
        gettext_lazy("Of two contents of a rubber, the stored one kept by %(who)s.")
    ),
    "club.text_dismissed": _simple(gettext_lazy("A text that could not be read put aside by %(who)s.")),
    "club.password_link_made": _simple(
        gettext_lazy("A link to a new password made for %(player)s by %(who)s.")
    ),
    "club.table_link_made": _links_made,
    "club.table_link_revoked": _links_revoked,
    "club.webhook_made": _simple(gettext_lazy("A webhook made by %(who)s.")),
    "club.webhook_changed": _simple(gettext_lazy("A webhook changed by %(who)s.")),
    "club.webhook_removed": _simple(gettext_lazy("A webhook taken away by %(who)s.")),
    "club.webhook_secret_changed": _simple(gettext_lazy("A webhook's secret changed by %(who)s.")),
    "club.webhook_stopped": _webhook_stopped,
}
