"""Put log entries about a club's people, settings and tables into words, and name people for all entries."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from django.utils.dates import MONTHS
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches.clubs.manage_club import SETTINGS
from matches.common.round_names import round_words
from matches.events.log_context import Actor
from matches.models import Membership
from matches.models.webhooks import StopReason
from matches.pages.clubs.time_zones import place_name
from matches.sittings.sitting_state import SITTING_KIND
from matches.sittings.words import LAST_DONE

Payload: TypeAlias = Mapping[str, Any]
Sentence: TypeAlias = tuple[str, tuple[str, ...]]
"""A sentence, and further sentences on what changed with it."""


@dataclass(frozen=True, slots=True)
class Names:
    """The current names of players by public id, "" for a person whose name was erased."""

    by_id: Mapping[str, str]
    former: Mapping[str, str] = field(default_factory=dict)
    """Former names by the public id of ``FormerName``; those of erased people are gone."""

    def player(self, public_id: str) -> str:
        return self.by_id.get(public_id) or _("A former player")

    def actor(self, actor: Actor | None) -> str:
        """Return the name for the end of "by ...", with the role at the time of the change: "Anna (owner)"."""
        if actor is None:
            return _("The host of the site")
        name = actor.name or _("A former member")
        if actor.role is None or actor.role == "stranger":
            return name
        return _("%(name)s (%(role)s)") % {"name": name, "role": role_word(actor.role)}


def role_word(role: str) -> str:
    return str(Membership.Role(role).label)


def _simple(text: str | Promise) -> Callable[[Payload, Names, str], Sentence]:
    """Return a function that words an entry about ``player``, with the ``role`` if the payload has one."""

    def sentence(payload: Payload, names: Names, actor: str) -> Sentence:
        role = payload.get("role")
        was = payload.get("was")
        return str(text) % {
            "player": names.player(payload.get("player", "")),
            "role": role_word(role) if role else "",
            "was": role_word(was) if was else "",
            "who": actor,
        }, ()

    return sentence


def _invited(payload: Payload, names: Names, actor: str) -> Sentence:
    values = {"role": role_word(payload["role"]), "who": actor}
    if "player" not in payload:
        return _("%(who)s made an invitation for the role %(role)s.") % values, ()
    values["player"] = names.player(payload["player"])
    return _("%(who)s invited %(player)s as %(role)s.") % values, ()


def _player_renamed(payload: Payload, names: Names, actor: str) -> Sentence:
    values = {"who": actor, "player": names.player(payload["player"])}
    if former := names.former.get(payload.get("former", "")):
        text = _("%(who)s renamed a player, formerly %(former)s, now %(player)s.")
        return text % {**values, "former": former}, ()
    return _("%(who)s renamed a player, now %(player)s.") % values, ()


def _players_added(payload: Payload, names: Names, actor: str) -> Sentence:
    added = ", ".join(names.player(player) for player in payload["players"])
    return _("%(who)s added to the club’s players: %(names)s.") % {"who": actor, "names": added}, ()


def _club_changed(payload: Payload, names: Names, actor: str) -> Sentence:
    # PostgreSQL does not keep the order of an object's names.
    changes = tuple(SETTING_SENTENCES[name](payload[name]) for name in SETTINGS if name in payload)
    return _("%(who)s changed the club’s settings.") % {"who": actor}, changes


def _links_made(payload: Payload, names: Names, actor: str) -> Sentence:
    number = len(payload["links"])
    if "round" in payload:
        text = ngettext(
            "%(who)s made %(number)s table link: %(round)s.",
            "%(who)s made %(number)s table links: %(round)s.",
            number,
        )
        return text % {"number": number, "round": round_words(payload["round"]), "who": actor}, ()
    return _("%(who)s made a link for a table.") % {"who": actor}, ()


def _links_revoked(payload: Payload, names: Names, actor: str) -> Sentence:
    number = len(payload["links"])
    text = ngettext("%(who)s revoked a table’s link.", "%(who)s revoked %(number)s links of tables.", number)
    return text % {"number": number, "who": actor}, ()


ANALYSES: Final[dict[str, str | Promise]] = {
    "everyone": gettext_lazy("Everyone who may see the cards of a deal sees its analysis."),
    "players": gettext_lazy("Only the two players of a deal see its analysis."),
    "undecided": gettext_lazy("Nobody has chosen yet who sees the analysis of a deal."),
}
"""The sentence for each answer to the question who sees analyses."""
SETTING_SENTENCES: Final[dict[str, Callable[[Any], str]]] = {
    "name": lambda value: _("The club is called %(value)s.") % {"value": value},
    "time_zone": lambda value: _("Its time zone is %(value)s.") % {"value": place_name(value)},
    "currency": lambda value: _("Its currency is %(value)s.") % {"value": value},
    "season_month": lambda value: _("A season begins in %(month)s.") % {"month": MONTHS[value]},
    "is_public": lambda value: _("It is public.") if value else _("It is for members only."),
    "analyses": lambda value: str(ANALYSES[value]),
    "reviews_open": lambda value: (
        _("The members agreed to share their review figures.")
        if value
        else _("Review figures are private again.")
    ),
}
"""For each setting of a club, a function that returns the sentence for its new value."""
WEBHOOK_STOPPED: Final[dict[str, str | Promise]] = {
    StopReason.GONE: gettext_lazy("A webhook was switched off: its receiver answered that it is gone."),
    StopReason.FAILING: gettext_lazy(
        "A webhook was switched off: its receiver had not answered for five days."
    ),
}
"""The sentence for each reason why a webhook was switched off, except ``by_hand``, which is logged as a change."""
SENTENCES: Final[dict[str, Callable[[Payload, Names, str], Sentence]]] = {
    "club.made": _simple(gettext_lazy("%(who)s created the club.")),
    "club.changed": _club_changed,
    "club.invited": _invited,
    "club.invitation_revoked": _simple(gettext_lazy("%(who)s revoked an invitation.")),
    "club.joined": _simple(gettext_lazy("%(player)s joined the club as %(role)s.")),
    "club.role_changed": _simple(
        gettext_lazy("%(who)s changed the role of %(player)s from %(was)s to %(role)s.")
    ),
    "club.membership_ended": _simple(
        gettext_lazy("%(who)s ended the membership of %(player)s, who was %(was)s.")
    ),
    "club.players_added": _players_added,
    "club.guest_removed": _simple(
        gettext_lazy(
            "%(who)s made a correction that left a guest without a rubber. The guest is no longer on the list."
        )
    ),
    "club.player_renamed": _player_renamed,
    "club.players_merged": _simple(gettext_lazy("%(who)s merged two entries of %(player)s on the list.")),
    "club.person_forgotten": _simple(gettext_lazy("%(who)s deleted a person’s data. The results stay.")),
    "club.event_imported": _simple(gettext_lazy("%(who)s imported an event from a file.")),
    "club.conflict_kept": _simple(
        gettext_lazy("%(who)s kept the stored version of a rubber and not the other one.")
    ),
    "club.text_dismissed": _simple(gettext_lazy("%(who)s dismissed a record that could not be read.")),
    "club.password_link_made": _simple(
        gettext_lazy("%(who)s made a link for %(player)s to choose a new password.")
    ),
    "club.table_link_made": _links_made,
    "club.table_link_revoked": _links_revoked,
    "club.webhook_made": _simple(gettext_lazy("%(who)s added a webhook.")),
    "club.webhook_changed": _simple(gettext_lazy("%(who)s changed a webhook.")),
    "club.webhook_removed": _simple(gettext_lazy("%(who)s removed a webhook.")),
    "club.webhook_secret_changed": _simple(gettext_lazy("%(who)s changed a webhook’s secret.")),
    "club.webhook_stopped": lambda payload, _names, _actor: (str(WEBHOOK_STOPPED[payload["because"]]), ()),
}


def sitting_sentence(kind: str, payload: Mapping[str, Any], actor: str) -> str:
    """Return a sentence for a log entry about a pool or a French table, whose own history has the details."""
    fact_kind = kind.removeprefix(SITTING_KIND)
    if fact_kind == "opened":
        return _("%(who)s opened the table %(table)s.") % {"table": payload["name"], "who": actor}
    if fact_kind == "undone":
        return _("%(who)s undid the last step at a table.") % {"who": actor}
    return _("%(who)s recorded at a table: %(what)s.") % {"who": actor, "what": LAST_DONE[fact_kind]}
