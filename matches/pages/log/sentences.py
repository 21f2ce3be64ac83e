"""The log in words: each entry a sentence in the reader's language, with what it changed and who made the change.

People and events have the names that they have now; the log itself holds no name. A reader who may not see who belongs
to the club gets ``public_log_lines``: what changed and when, and not who changed it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.clubs.permissions import Powers
from matches.common.log import RulingMade
from matches.events.queries.log_context import (
    SEES_ACTORS,
    LogContext,
    RubberThen,
    log_context,
    public_reason,
)
from matches.events.queries.snapshots import EventThen
from matches.models import Club, LogEntry
from matches.pages.common.result_lines import score_text
from matches.pages.log import club_sentences, event_sentences
from matches.pages.log.club_sentences import Names
from matches.pages.log.ruling_sentences import ruled, where_ruled
from matches.pages.log.sitting_sentences import is_of_sitting, sitting_sentence
from matches.rubbers.states import SETTLED
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
    """An entry with all that its sentence needs.

    ``who`` is the end of "by ...", empty where the reader may not see it; ``reason`` as that reader may see it.
    """

    entry: LogEntry
    who: str
    reason: str
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
    """Return a line for each of ``entries``, for a reader who may see who belongs to the club.

    All are of the club's log, with ``by`` and ``link`` loaded; the lines come in their order.
    """
    context = log_context(club, entries)
    names = Names(context.names)
    return [_line(club, _told(entry, context, names)) for entry in entries]


def public_log_lines(club: Club, entries: Sequence[LogEntry]) -> list[LogLine]:
    """Return ``log_lines`` without anybody who acted: for readers who may not see who belongs to the club."""
    context = log_context(club, entries)
    names = Names(context.names)
    return [_line(club, _public(entry, context, names)) for entry in entries]


def log_lines_for(powers: Powers, club: Club, entries: Sequence[LogEntry]) -> list[LogLine]:
    """Return the lines of ``entries`` as somebody with ``powers`` in the club may read them."""
    return (log_lines if powers.can(SEES_ACTORS) else public_log_lines)(club, entries)


def _told(entry: LogEntry, context: LogContext, names: Names) -> Told:
    after = context.after.get(entry.pk)
    return Told(
        entry=entry,
        who=_who(entry, after, names, maker=names.actor(context.actors.get(entry.pk))),
        reason=entry.reason,
        names=names,
        events=context.events,
        after=after,
        before=context.before.get(entry.pk),
        then=context.events_then.get(entry.pk, EventThen()),
    )


def _public(entry: LogEntry, context: LogContext, names: Names) -> Told:
    return replace(
        _told(entry, context, names),
        who="",
        reason=public_reason(entry, context.actors.get(entry.pk)),
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
    elif not told.who:
        sentence, further = _unknown(told), ()
    elif entry.kind in event_sentences.SENTENCES:
        about = event_sentences.About(told.payload, told.names, told.who, told.then)
        sentence, further = event_sentences.SENTENCES[entry.kind](about)
    elif entry.kind in club_sentences.SENTENCES:
        sentence, further = club_sentences.SENTENCES[entry.kind](told.payload, told.names, told.who)
    elif is_of_sitting(entry.kind):
        sentence, further = sitting_sentence(entry.kind, told.payload, told.who), ()
    else:
        sentence, further = _unknown(told), ()
    return LogLine(
        at=entry.at,
        sentence=sentence,
        further=further,
        place=_place(told, told.before or told.after),
        reason="" if entry.kind in BY_IMPORTS and entry.reason.startswith(IMPORT_OF) else told.reason,
        url=_url(club, entry),
        kind=entry.kind,
    )


def _unknown(told: Told) -> str:
    by, bare = _("An entry of the kind %(kind)s by %(who)s."), _("An entry of the kind %(kind)s.")
    return (by if told.who else bare) % {"kind": told.entry.kind, "who": told.who}


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


@dataclass(frozen=True, slots=True)
class Wording:
    """A sentence about a rubber, with who acted and (``bare``) without."""

    by: str | Promise
    bare: str | Promise

    def sentence(self, told: Told, then: RubberThen, /, **more: object) -> str:
        template = self.by if told.who else self.bare
        values = {"match": told.match(then), "players": told.players(then), "who": told.who, **more}
        return str(template) % values


def _plain(wording: Wording, draft: Wording | None = None) -> Callable[[Told, RubberThen], Sentence]:
    """Return how to word an entry; ``draft`` is used where the record is one after it."""

    def sentence(told: Told, after: RubberThen) -> Sentence:
        chosen = draft if draft is not None and after.state == "draft" else wording
        return chosen.sentence(told, after), ()

    return sentence


def _imported(told: Told, after: RubberThen) -> Sentence:
    stored = Wording(
        _("%(match)s brought in with the file %(file)s by %(who)s."),
        _("%(match)s brought in with the file %(file)s."),
    )
    draft = Wording(
        _("%(match)s brought in with the file %(file)s by %(who)s, as a draft."),
        _("%(match)s brought in with the file %(file)s, as a draft."),
    )
    return (draft if after.state == "draft" else stored).sentence(
        told, after, file=told.reason.removeprefix(IMPORT_OF) or "?"
    ), ()


def _reported(told: Told, after: RubberThen) -> Sentence:
    if told.before is not None:
        reported = Wording(
            _("%(match)s ended at the table and reported by %(who)s."),
            _("%(match)s ended at the table and reported."),
        )
        draft = Wording(
            _("%(match)s ended at the table by %(who)s, as a draft."),
            _("%(match)s ended at the table, as a draft."),
        )
    else:
        reported = Wording(_("%(match)s reported by %(who)s."), _("%(match)s reported."))
        draft = Wording(_("%(match)s reported by %(who)s, as a draft."), _("%(match)s reported, as a draft."))
    return (draft if after.state == "draft" else reported).sentence(told, after), ()


def _corrected(told: Told, after: RubberThen) -> Sentence:
    before = told.before or after
    if ruling := told.payload.get("ruling"):
        return _ruled(told, before, after, ruling)
    if before.games_won != after.games_won:
        scores = {"before": score_text(*before.games_won), "after": score_text(*after.games_won)}
        wording = Wording(
            _("%(players)s %(before)s corrected to %(after)s by %(who)s."),
            _("%(players)s %(before)s corrected to %(after)s."),
        )
        sentence = wording.sentence(told, before, **scores)
    else:
        wording = Wording(
            _("The record of %(match)s corrected by %(who)s; the score is the same."),
            _("The record of %(match)s corrected; the score is the same."),
        )
        sentence = wording.sentence(told, before)
    return sentence, _other_changes(told, before, after)


def _ruled(told: Told, before: RubberThen, after: RubberThen, ruling: RulingMade) -> Sentence:
    """A correction that a ruling made, or a deal that was recorded anew with one in it."""
    wording = Wording(
        _("Ruling under law %(law)s on %(players)s by %(who)s: %(remedy)s."),
        _("Ruling under law %(law)s on %(players)s: %(remedy)s."),
    )
    sentence = wording.sentence(told, before, law=ruling["law"], remedy=ruled(ruling))
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
    wording = Wording(_("A deal of %(players)s recorded by %(who)s."), _("A deal of %(players)s recorded."))
    return wording.sentence(told, after), ()


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
        Wording(gettext_lazy("%(match)s entered by %(who)s."), gettext_lazy("%(match)s entered.")),
        Wording(
            gettext_lazy("%(match)s entered by %(who)s, as a draft."),
            gettext_lazy("%(match)s entered, as a draft."),
        ),
    ),
    "rubber.reported": _reported,
    "rubber.opened": _plain(
        Wording(
            gettext_lazy("%(players)s begun at the table by %(who)s."),
            gettext_lazy("%(players)s begun at the table."),
        )
    ),
    "rubber.cut_recorded": _plain(
        Wording(
            gettext_lazy("The cut for deal of %(players)s noted by %(who)s."),
            gettext_lazy("The cut for deal of %(players)s noted."),
        )
    ),
    "rubber.deal_recorded": _deal_recorded,
    "rubber.deal_undone": _plain(
        Wording(
            gettext_lazy("The last deal of %(players)s taken back by %(who)s."),
            gettext_lazy("The last deal of %(players)s taken back."),
        )
    ),
    "rubber.closed": _plain(
        Wording(
            gettext_lazy("%(match)s ended at the table by %(who)s."),
            gettext_lazy("%(match)s ended at the table."),
        ),
        Wording(
            gettext_lazy("%(match)s ended at the table by %(who)s, as a draft."),
            gettext_lazy("%(match)s ended at the table, as a draft."),
        ),
    ),
    "rubber.confirmed": _plain(
        Wording(gettext_lazy("%(match)s confirmed by %(who)s."), gettext_lazy("%(match)s confirmed.")),
        Wording(
            gettext_lazy("%(match)s confirmed by %(who)s; it stays a draft."),
            gettext_lazy("%(match)s confirmed; it stays a draft."),
        ),
    ),
    "rubber.disputed": _plain(
        Wording(gettext_lazy("%(match)s disputed by %(who)s."), gettext_lazy("%(match)s disputed."))
    ),
    "rubber.corrected": _corrected,
    "rubber.voided": _plain(
        Wording(gettext_lazy("%(match)s declared void by %(who)s."), gettext_lazy("%(match)s declared void."))
    ),
}
