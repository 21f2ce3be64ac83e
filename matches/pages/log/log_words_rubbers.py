"""Put log entries about rubbers into words: entered, imported, corrected, ruled upon, declared void."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.common.log import RulingMade
from matches.common.round_names import round_words
from matches.events.log_context import EventSnapshot, RubberSnapshot
from matches.models import LogEntry
from matches.pages.common.card_faces import faces_of
from matches.pages.common.game_words import both
from matches.pages.common.results import score_text
from matches.pages.log.log_words_people import Names, Sentence
from matches.rubbers.states import SETTLED
from scoring.cards import parse_cards

Text: TypeAlias = str | Promise
IMPORT_OF: Final = "import of "
"""The beginning of the reason that an import writes; the file's name follows."""
CLAUSES: Final[Mapping[str, str | Promise]] = {
    "reshuffle": _("the pack is shuffled again"),
    "recut": _("the cut is made again"),
    "stand": _("it stands"),
    "rectify": _("it is put right"),
    "fresh": _("there is a fresh deal"),
    "choose": _("the turn-up is chosen"),
    "void": _("the deal is void"),
    "discard": _("the surplus is put out"),
    "complete": _("the hand is made up"),
    "draw": _("the surplus is drawn"),
    "replay": _("the hand is replayed"),
    "note": _("it is noted"),
    "short": _("the short hand is played as it is"),
    "aside": _("the card is put aside"),
    "take": _("the card is taken"),
    "share": _("the cards that are left are shared"),
    "takeback": _("the card is taken back"),
    "play": _("the card led stands"),
    "require": _("a card of the suit named is led"),
    "abandon": _("the hand is given up"),
    "mark": _("it is marked"),
    "correct": _("it is taken down"),
}
"""The clause for each remedy, such as "the pack is shuffled again"."""


@dataclass(frozen=True, slots=True)
class LoggedEntry:
    """A log entry, with all the data from which its sentence is made.

    ``actor`` is the name for the end of "by ...", or "" if the reader may not see who made the change,
    ``reason`` the reason as the reader may see it.
    """

    entry: LogEntry
    actor: str
    reason: str
    names: Names
    events: Mapping[str, str]
    after: RubberSnapshot | None
    before: RubberSnapshot | None
    event_before: EventSnapshot

    @property
    def payload(self) -> Mapping[str, Any]:
        payload: Mapping[str, Any] = self.entry.payload
        return payload

    def players(self, snapshot: RubberSnapshot) -> str:
        a, b = map(self.names.player, snapshot.players)
        return _("%(a)s – %(b)s") % {"a": a, "b": b}

    def match(self, snapshot: RubberSnapshot) -> str:
        score = score_text(*snapshot.games_won)
        return _("%(players)s %(score)s") % {"players": self.players(snapshot), "score": score}

    def say(self, snapshot: RubberSnapshot, by: Text, without_actor: Text, /, **more: object) -> str:
        """Return ``by``, or ``without_actor`` for readers who may not see the actor, with its values."""
        values = {
            "match": self.match(snapshot),
            "players": self.players(snapshot),
            "who": self.actor,
            "file": self.reason.removeprefix(IMPORT_OF) or "?",
        }
        return str(by if self.actor else without_actor) % {**values, **more}

    def event(self, public_id: str) -> str:
        return self.events.get(public_id) or gettext("friendly games")


def _plain(*texts: Text) -> Callable[[LoggedEntry, RubberSnapshot], Sentence]:
    """Return a function that words an entry: ``texts`` are by an actor and without, then both for a draft."""

    def sentence(logged: LoggedEntry, after: RubberSnapshot) -> Sentence:
        by, without_actor = texts[-2:] if after.state == "draft" else texts[:2]
        return logged.say(after, by, without_actor), ()

    return sentence


_ENDED: Final = _plain(
    _("%(who)s reported the result at the table: %(match)s."),
    _("Result reported at the table: %(match)s."),
    _("%(who)s ended %(match)s at the table, as a draft."),
    _("%(match)s ended at the table, as a draft."),
)
_REPORTED: Final = _plain(
    _("%(who)s reported %(match)s."),
    _("%(match)s was reported."),
    _("%(who)s reported %(match)s, as a draft."),
    _("%(match)s was reported, as a draft."),
)


def _corrected(logged: LoggedEntry, after: RubberSnapshot) -> Sentence:
    before = logged.before or after
    if ruling := logged.payload.get("ruling"):
        return _ruled(logged, before, after, ruling)
    if _is_placed(logged, before, after):
        return _placed(logged, after), ()
    if before.games_won != after.games_won:
        scores = {"before": score_text(*before.games_won), "after": score_text(*after.games_won)}
        by = _("%(who)s corrected %(players)s from %(before)s to %(after)s.")
        sentence = logged.say(
            before, by, _("%(players)s was corrected from %(before)s to %(after)s."), **scores
        )
    else:
        by = _("%(who)s corrected the game file of %(match)s. The score is the same.")
        sentence = logged.say(
            before, by, _("The game file of %(match)s was corrected. The score is the same.")
        )
    return sentence, _other_changes(logged, before, after)


def _is_placed(logged: LoggedEntry, before: RubberSnapshot, after: RubberSnapshot) -> bool:
    """Return whether all that an entry changed is the round of the draw that is meant."""
    if "round" not in logged.payload or "undoes" in logged.payload:
        return False
    return replace(before, round_label=after.round_label, state=after.state) == after


def _placed(logged: LoggedEntry, after: RubberSnapshot) -> str:
    values = {"round": round_words(after.round_label)}
    by = _("%(who)s put %(match)s where it belongs in the draw: %(round)s.")
    return logged.say(after, by, _("%(match)s was put where it belongs in the draw: %(round)s."), **values)


def _report_changed(logged: LoggedEntry, after: RubberSnapshot) -> Sentence:
    before = logged.before or after
    if _is_placed(logged, before, after):
        return _placed(logged, after), ()
    scores = {"before": score_text(*before.games_won), "after": score_text(*after.games_won)}
    by = _(
        "%(who)s corrected the report of %(players)s from %(before)s to %(after)s. It waits to be confirmed."
    )
    bare = _(
        "The report of %(players)s was corrected from %(before)s to %(after)s. It waits to be confirmed."
    )
    if before.games_won == after.games_won:
        by = _(
            "%(who)s corrected the report of %(match)s. The score is the same, and it waits to be confirmed."
        )
        bare = _(
            "The report of %(match)s was corrected. The score is the same, and it waits to be confirmed."
        )
    return logged.say(before, by, bare, **scores), _seat_changes(before, after)


def _ruled(
    logged: LoggedEntry, before: RubberSnapshot, after: RubberSnapshot, ruling: RulingMade
) -> Sentence:
    """Word a correction made by a ruling, or a deal that was recorded again with a ruling in it."""
    sentence = logged.say(
        before,
        _("%(who)s ruled under law %(law)s on %(players)s: %(remedy)s."),
        _("Ruling under law %(law)s on %(players)s: %(remedy)s."),
        law=ruling["law"],
        remedy=ruling_clause(ruling),
    )
    further = [ruling_place(ruling)]
    if before.games_won != after.games_won:
        scores = {"before": score_text(*before.games_won), "after": score_text(*after.games_won)}
        further.append(_("The score was %(before)s and is %(after)s.") % scores)
    if logged.entry.kind == "rubber.deal_recorded":
        return sentence, tuple(further)
    return sentence, (*further, *_other_changes(logged, before, after))


def _deal_recorded(logged: LoggedEntry, after: RubberSnapshot) -> Sentence:
    if ruling := logged.payload.get("ruling"):
        return _ruled(logged, logged.before or after, after, ruling)
    by = _("%(who)s recorded a deal of %(players)s.")
    return logged.say(after, by, _("A deal of %(players)s was recorded.")), ()


def _other_changes(logged: LoggedEntry, before: RubberSnapshot, after: RubberSnapshot) -> tuple[str, ...]:
    """Return the other changes of a correction besides the score, one sentence each."""
    changes = []
    if before.players != after.players:
        players = {"before": logged.players(before), "after": logged.players(after)}
        changes.append(_("The players were %(before)s and are %(after)s.") % players)
    if before.event != after.event:
        events = {"before": logged.event(before.event), "after": logged.event(after.event)}
        changes.append(_("The event was %(before)s and is %(after)s.") % events)
    changes += _seat_changes(before, after)
    if after.state == "draft":
        changes.append(gettext("It is a draft until its findings are settled."))
    elif before.state not in SETTLED:
        changes.append(gettext("Its result is settled now."))
    return tuple(changes)


def _seat_changes(before: RubberSnapshot, after: RubberSnapshot) -> tuple[str, ...]:
    if seat_words(before) == seat_words(after):
        return ()
    old, new = (", ".join(seat_words(each)) or _("no round or table") for each in (before, after))
    return (_("It moved from %(before)s to %(after)s.") % {"before": old, "after": new},)


def seat_words(snapshot: RubberSnapshot) -> list[str]:
    """Return table and round, if the record has them."""
    parts = []
    if snapshot.table:
        parts.append(_("table %(table)s") % {"table": snapshot.table})
    if snapshot.round_label.isdecimal():
        parts.append(_("round %(number)s") % {"number": snapshot.round_label})
    elif snapshot.round_label:
        parts.append(round_words(snapshot.round_label))
    return parts


def ruling_clause(ruling: RulingMade) -> str:
    """Return a ruling as a clause: "the surplus is put out (the king of spades)"."""
    clause = str(CLAUSES[ruling["remedy"]])
    if "argument" not in ruling:
        return clause
    cards = both([str(face.the) for face in faces_of(parse_cards(ruling["argument"]))])
    return _("%(sentence)s (%(facts)s)") % {"sentence": clause, "facts": cards}


def ruling_place(ruling: RulingMade) -> str:
    """Return a sentence on the game and the deal for which the ruling was made."""
    if not ruling["deal"]:
        return _("It concerns the opening of game %(game)s.") % {"game": ruling["game"]}
    return _("It concerns deal %(deal)s of game %(game)s.") % {"deal": ruling["deal"], "game": ruling["game"]}


RUBBER_SENTENCES: Final[dict[str, Callable[[LoggedEntry, RubberSnapshot], Sentence]]] = {
    "rubber.imported": _plain(
        _("%(who)s imported %(match)s from the file %(file)s."),
        _("%(match)s was imported from the file %(file)s."),
        _("%(who)s imported %(match)s from the file %(file)s, as a draft."),
        _("%(match)s was imported from the file %(file)s, as a draft."),
    ),
    "rubber.entered": _plain(
        _("%(who)s entered %(match)s."),
        _("%(match)s was entered."),
        _("%(who)s entered %(match)s, as a draft."),
        _("%(match)s was entered, as a draft."),
    ),
    "rubber.reported": lambda logged, after: (_ENDED if logged.before else _REPORTED)(logged, after),
    "rubber.opened": _plain(
        _("%(who)s started %(players)s at the table."), _("%(players)s was started at the table.")
    ),
    "rubber.cut_recorded": _plain(
        _("%(who)s recorded the cut for deal of %(players)s."),
        _("The cut for deal of %(players)s was recorded."),
    ),
    "rubber.deal_recorded": _deal_recorded,
    "rubber.deal_undone": _plain(
        _("%(who)s undid the last deal of %(players)s."),
        _("The last deal of %(players)s was undone."),
    ),
    "rubber.closed": _plain(
        _("%(who)s ended %(match)s at the table."),
        _("%(match)s ended at the table."),
        _("%(who)s ended %(match)s at the table, as a draft."),
        _("%(match)s ended at the table, as a draft."),
    ),
    "rubber.confirmed": _plain(
        _("%(who)s confirmed %(match)s."),
        _("%(match)s was confirmed."),
        _("%(who)s confirmed %(match)s; it stays a draft."),
        _("%(match)s was confirmed; it stays a draft."),
    ),
    "rubber.disputed": _plain(_("%(who)s disputed %(match)s."), _("%(match)s was disputed.")),
    "rubber.corrected": _corrected,
    "rubber.report_changed": _report_changed,
    "rubber.report_withdrawn": _plain(
        _("%(who)s withdrew the report of %(match)s."), _("The report of %(match)s was withdrawn.")
    ),
    "rubber.voided": _plain(_("%(who)s declared %(match)s void."), _("%(match)s was declared void.")),
}
