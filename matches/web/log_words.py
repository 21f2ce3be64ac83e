"""The log in words: each entry a sentence in the reader's language, with what it changed and by whose hand.

People and events are called what they are called now; the log itself holds no name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.models import Club, LogEntry
from matches.queries.event_then import EventThen
from matches.queries.log_context import LogContext, RubberThen, log_context
from matches.services.log import RulingMade
from matches.services.rubber_states import SETTLED
from matches.web import log_words_events, log_words_people
from matches.web.log_words_people import Names
from matches.web.log_words_sittings import is_of_sitting, sitting_sentence
from matches.web.results import score_text
from matches.web.ruling_words import ruled, where_ruled
from scoring.cards import PLAYERS, seat

IMPORT_OF: Final = "import of "
"""What the import writes for a reason, before the file's name."""
BY_IMPORTS: Final = frozenset({"rubber.imported", "event.opened"})
"""What an import writes; the reasons of others are somebody's own, whatever they begin with."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """``at`` is in no zone of its own: a page tells it by the club's clock. ``reason`` is as somebody wrote it.

    ``place`` is where a rubber stood, ``url`` its page or the event's; all of them may be empty.
    """

    at: datetime
    sentence: str
    further: tuple[str, ...]
    place: str
    reason: str
    url: str
    kind: str

    @property
    def is_of_rubber(self) -> bool:
        return self.kind.startswith("rubber.")


@dataclass(frozen=True, slots=True)
class Told:
    """An entry with all that its sentence needs. ``who`` is the end of "by ..."."""

    entry: LogEntry
    who: str
    names: Names
    events: Mapping[str, str]
    after: RubberThen | None
    before: RubberThen | None
    then: EventThen

    @property
    def payload(self) -> Mapping[str, Any]:
        payload: Mapping[str, Any] = self.entry.payload
        return payload

    def players(self, then: RubberThen) -> str:
        return _("%(a)s – %(b)s") % {
            "a": self.names.player(then.players[0]),
            "b": self.names.player(then.players[1]),
        }

    def match(self, then: RubberThen) -> str:
        """``Orford – Baldwin 2–1``."""
        return _("%(players)s %(score)s") % {
            "players": self.players(then),
            "score": score_text(*then.games_won),
        }

    def event(self, public_id: str) -> str:
        return self.events.get(public_id) or _("outside any event")


def log_lines(club: Club, entries: Sequence[LogEntry]) -> list[LogLine]:
    """A line for each of ``entries``, all of the club's log and with ``by`` and ``link`` loaded, in their order."""
    context = log_context(club, entries)
    names = Names(context.names)
    return [_line(club, _told(entry, context, names)) for entry in entries]


def _told(entry: LogEntry, context: LogContext, names: Names) -> Told:
    after = context.after.get(entry.pk)
    return Told(
        entry=entry,
        who=_who(entry, after, names, maker=names.actor(context.actors.get(entry.pk))),
        names=names,
        events=context.events,
        after=after,
        before=context.before.get(entry.pk),
        then=context.events_then.get(entry.pk, EventThen()),
    )


def _who(entry: LogEntry, after: RubberThen | None, names: Names, *, maker: str) -> str:
    """Who did it: ``maker``, or a side of the rubber or whoever it was at the table, by a link that ``maker`` made."""
    if entry.link is None:
        return maker
    told = {"hint": entry.link.hint, "maker": maker}
    side = entry.payload.get("by", "")
    if after is None or side not in PLAYERS:
        return _("the table, with the link %(hint)s of %(maker)s") % told
    name = names.player(after.players[seat(side)])
    return _("%(side)s, with the table's link %(hint)s of %(maker)s") % {"side": name, **told}


def _line(club: Club, told: Told) -> LogLine:
    entry = told.entry
    if told.after is not None and entry.kind in RUBBER_SENTENCES:
        sentence, further = RUBBER_SENTENCES[entry.kind](told, told.after)
    elif entry.kind in log_words_events.SENTENCES:
        about = log_words_events.About(told.payload, told.names, told.who, told.then)
        sentence, further = log_words_events.SENTENCES[entry.kind](about)
    elif entry.kind in log_words_people.SENTENCES:
        sentence, further = log_words_people.SENTENCES[entry.kind](told.payload, told.names, told.who)
    elif is_of_sitting(entry.kind):
        sentence, further = sitting_sentence(entry.kind, told.payload, told.who), ()
    else:
        sentence, further = _unknown(told), ()
    return LogLine(
        at=entry.at,
        sentence=sentence,
        further=further,
        place=_place(told, told.before or told.after),
        reason="" if entry.kind in BY_IMPORTS and entry.reason.startswith(IMPORT_OF) else entry.reason,
        url=_url(club, entry),
        kind=entry.kind,
    )


def _unknown(told: Told) -> str:
    return _("An entry of the kind %(kind)s by %(who)s.") % {"kind": told.entry.kind, "who": told.who}


def _url(club: Club, entry: LogEntry) -> str:
    about, _colon, public_id = entry.stream.partition(":")
    if about == "rubber":
        return reverse("web:rubber", args=[public_id])
    if about == "event":
        return reverse("web:event", args=[club.slug, public_id])
    if about == "sitting":
        return reverse("web:sitting", args=[public_id])
    rubber = entry.payload.get("rubber", "")
    return reverse("web:rubber", args=[rubber]) if rubber else ""


def _place(told: Told, then: RubberThen | None) -> str:
    """``Table 3, round 2, Autumn Cup``: as much of it as is known."""
    if then is None:
        return ""
    parts = [*_seat(then), told.events.get(then.event, "")]
    return capfirst(", ".join(part for part in parts if part))


def _seat(then: RubberThen) -> list[str]:
    """Table and round, where the record has them."""
    parts = []
    if then.table:
        parts.append(_("table %(table)s") % {"table": then.table})
    if then.round_label:
        is_number = then.round_label.isdecimal()
        parts.append(_("round %(number)s") % {"number": then.round_label} if is_number else then.round_label)
    return parts


Further = tuple[str, ...]
Sentence = tuple[str, Further]


def _plain(text: str | Promise, draft: str | Promise) -> Callable[[Told, RubberThen], Sentence]:
    """A sentence about ``match``; ``draft`` in its place where the record is one after it."""

    def sentence(told: Told, after: RubberThen) -> Sentence:
        template = str(draft if after.state == "draft" else text)
        return template % {"match": told.match(after), "players": told.players(after), "who": told.who}, ()

    return sentence


def _imported(told: Told, after: RubberThen) -> Sentence:
    text = _("%(match)s brought in with the file %(file)s by %(who)s.")
    draft = _("%(match)s brought in with the file %(file)s by %(who)s, as a draft.")
    reason = told.entry.reason
    return (draft if after.state == "draft" else text) % {
        "match": told.match(after),
        "file": reason.removeprefix(IMPORT_OF) or "?",
        "who": told.who,
    }, ()


def _reported(told: Told, after: RubberThen) -> Sentence:
    if told.before is not None:
        text = _("%(match)s ended at the table and reported by %(who)s.")
        draft = _("%(match)s ended at the table by %(who)s, as a draft.")
    else:
        text = _("%(match)s reported by %(who)s.")
        draft = _("%(match)s reported by %(who)s, as a draft.")
    return (draft if after.state == "draft" else text) % {"match": told.match(after), "who": told.who}, ()


def _corrected(told: Told, after: RubberThen) -> Sentence:
    before = told.before or after
    if ruling := told.payload.get("ruling"):
        return _ruled(told, before, after, ruling)
    if before.games_won != after.games_won:
        sentence = _("%(players)s %(before)s corrected to %(after)s by %(who)s.") % {
            "players": told.players(before),
            "before": score_text(*before.games_won),
            "after": score_text(*after.games_won),
            "who": told.who,
        }
    else:
        sentence = _("The record of %(match)s corrected by %(who)s; the score is the same.") % {
            "match": told.match(before),
            "who": told.who,
        }
    return sentence, _other_changes(told, before, after)


def _ruled(told: Told, before: RubberThen, after: RubberThen, ruling: RulingMade) -> Sentence:
    """A correction that a ruling made, or a deal that was recorded anew with one in it."""
    sentence = _("Ruling under law %(law)s on %(players)s by %(who)s: %(remedy)s.") % {
        "law": ruling["law"],
        "players": told.players(before),
        "who": told.who,
        "remedy": ruled(ruling),
    }
    further = [where_ruled(ruling)]
    if before.games_won != after.games_won:
        further.append(
            _("The score was %(before)s and is %(after)s.")
            % {"before": score_text(*before.games_won), "after": score_text(*after.games_won)}
        )
    if told.entry.kind == "rubber.deal_recorded":
        return sentence, tuple(further)
    return sentence, (*further, *_other_changes(told, before, after))


def _deal_recorded(told: Told, after: RubberThen) -> Sentence:
    if ruling := told.payload.get("ruling"):
        return _ruled(told, told.before or after, after, ruling)
    text = _("A deal of %(players)s recorded by %(who)s.")
    return text % {"players": told.players(after), "who": told.who}, ()


def _other_changes(told: Told, before: RubberThen, after: RubberThen) -> Further:
    """What a correction changed besides the score, a sentence each."""
    found = []
    if before.players != after.players:
        found.append(
            _("The players were %(before)s and are %(after)s.")
            % {"before": told.players(before), "after": told.players(after)}
        )
    if before.event != after.event:
        found.append(
            _("The event was %(before)s and is %(after)s.")
            % {"before": told.event(before.event), "after": told.event(after.event)}
        )
    if _seat(before) != _seat(after):
        nowhere = _("no round or table")
        found.append(
            _("It stood at %(before)s and stands at %(after)s.")
            % {"before": ", ".join(_seat(before)) or nowhere, "after": ", ".join(_seat(after)) or nowhere}
        )
    if after.state == "draft":
        found.append(_("It is a draft until what is found in it is settled."))
    elif before.state not in SETTLED:
        found.append(_("It counts from now on."))
    return tuple(found)


RUBBER_SENTENCES: Final[dict[str, Callable[[Told, RubberThen], Sentence]]] = {
    "rubber.imported": _imported,
    "rubber.entered": _plain(
        gettext_lazy("%(match)s entered by %(who)s."),
        gettext_lazy("%(match)s entered by %(who)s, as a draft."),
    ),
    "rubber.reported": _reported,
    "rubber.opened": _plain(
        gettext_lazy("%(players)s begun at the table by %(who)s."),
        gettext_lazy("%(players)s begun at the table by %(who)s."),
    ),
    "rubber.cut_recorded": _plain(
        gettext_lazy("The cut for deal of %(players)s noted by %(who)s."),
        gettext_lazy("The cut for deal of %(players)s noted by %(who)s."),
    ),
    "rubber.deal_recorded": _deal_recorded,
    "rubber.deal_undone": _plain(
        gettext_lazy("The last deal of %(players)s taken back by %(who)s."),
        gettext_lazy("The last deal of %(players)s taken back by %(who)s."),
    ),
    "rubber.closed": _plain(
        gettext_lazy("%(match)s ended at the table by %(who)s."),
        gettext_lazy("%(match)s ended at the table by %(who)s, as a draft."),
    ),
    "rubber.confirmed": _plain(
        gettext_lazy("%(match)s confirmed by %(who)s."),
        gettext_lazy("%(match)s confirmed by %(who)s; it stays a draft."),
    ),
    "rubber.disputed": _plain(
        gettext_lazy("%(match)s disputed by %(who)s."),
        gettext_lazy("%(match)s disputed by %(who)s."),
    ),
    "rubber.corrected": _corrected,
    "rubber.voided": _plain(
        gettext_lazy("%(match)s declared void by %(who)s."),
        gettext_lazy("%(match)s declared void by %(who)s."),
    ),
}
