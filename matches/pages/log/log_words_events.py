"""Put log entries about an event into words: plan, entries, draws, awards, kept results, and undone steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from matches.common.round_names import round_words
from matches.events.log_context import EventSnapshot
from matches.events.words import FIELD_NAMES, format_words, list_words
from matches.pages.events.words import deed_words
from matches.pages.log.log_words_people import Names, Sentence
from matches.rules.events.facts import AwardKind
from matches.rules.events.plan_json import PlanError, read_plan

MAX_NAMES: Final = 12


@dataclass(frozen=True, slots=True)
class EventEntry:
    """A log entry about an event, by ``actor``, with the event as it was before."""

    payload: Mapping[str, Any]
    names: Names
    actor: str
    event_before: EventSnapshot

    def player(self, key: str = "player") -> str:
        return self.names.player(self.payload.get(key) or "")

    def round(self, number: int | None = None) -> str:
        """Return a round's label, or if it is unknown its number; by default of the round in the payload."""
        stage = self.payload["stage"]
        number = self.payload["round"] if number is None else number
        label = self.event_before.labels.get((stage, number))
        if label is not None:
            return round_words(label)
        if self.event_before.stages == 1:
            return _("Round %(number)s") % {"number": number}
        return _("Round %(number)s of stage %(stage)s") % {"number": number, "stage": stage}

    def stage(self) -> str:
        """Return the name of the stage in the payload, or "stage 2" if it has none, or "" if it is the only one."""
        if self.event_before.stages == 1:
            return ""
        number: int = self.payload["stage"]
        stages: Sequence[Mapping[str, Any]] = (self.event_before.plan or {}).get("stages", ())
        name = stages[number - 1].get("name", "") if number <= len(stages) else ""
        return name or _("stage %(number)s") % {"number": number}


def _seeded(entry: EventEntry) -> Sentence:
    is_by_rating = "ratings" in entry.payload
    text = (
        _("%(who)s seeded the players by rating.")
        if is_by_rating
        else _("%(who)s changed the order of seeds.")
    )
    return text % {"who": entry.actor}, ()


def _simple(text: str | Promise) -> Callable[[EventEntry], Sentence]:
    """Return a function that fills in the player, round and pairing of an entry, as far as it has them."""

    def sentence(entry: EventEntry) -> Sentence:
        values = {"who": entry.actor}
        if "player" in entry.payload:
            values["player"] = entry.player()
        if "round" in entry.payload:
            values["round"] = entry.round()
        if "number" in entry.payload:
            values["number"] = entry.payload["number"]
        if "a" in entry.payload:
            values |= {"a": entry.player("a"), "b": entry.player("b")}
        return str(text) % values, ()

    return sentence


def _opened(entry: EventEntry) -> Sentence:
    values = {"event": entry.payload["name"], "who": entry.actor}
    if not values["event"]:
        return _("%(who)s opened the list of friendly games.") % values, ()
    return _("%(who)s opened the event %(event)s.") % values, ()


def _renamed(entry: EventEntry) -> Sentence:
    values = {"before": entry.event_before.name, "after": entry.payload["name"], "who": entry.actor}
    return _("%(who)s renamed the event %(before)s to %(after)s.") % values, ()


def _planned(entry: EventEntry) -> Sentence:
    if entry.event_before.plan is not None:
        sentence = _("%(who)s changed the plan.") % {"who": entry.actor}
        changed = _changed(entry.event_before.plan, entry.payload["plan"])
        return sentence, ((_("Changed: %(fields)s.") % {"fields": list_words(changed)},) if changed else ())
    try:
        plan = format_words(read_plan(entry.payload["plan"]))
    except PlanError:
        return _("%(who)s planned the event.") % {"who": entry.actor}, ()
    return _("%(who)s planned the event: %(format)s.") % {"who": entry.actor, "format": plan}, ()


def _changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    changed: dict[str, None] = {}
    stages_before, stages_after = before.get("stages", ()), after.get("stages", ())
    if len(stages_before) != len(stages_after):
        changed["stages"] = None
    for old, new in [(before, after), *zip(stages_before, stages_after, strict=False)]:
        for name in dict.fromkeys((*old, *new)):
            if name not in ("stages", "rules", "version") and old.get(name) != new.get(name):
                changed[name] = None
    if before.get("rules") != after.get("rules"):
        changed["rules"] = None
    return [str(FIELD_NAMES.get(name, name)) for name in changed]


def _left_out(listed: Sequence[Any]) -> list[str]:
    more = len(listed) - MAX_NAMES
    return [ngettext("%(number)s more", "%(number)s more", more) % {"number": more}] if more > 0 else []


def _entered(entry: EventEntry) -> Sentence:
    players = entry.payload["players"]
    names = [entry.names.player(player) for player in players[:MAX_NAMES]]
    names += _left_out(players)
    return _("%(who)s entered %(names)s.") % {"who": entry.actor, "names": list_words(names)}, ()


def _forbidden(entry: EventEntry) -> Sentence:
    pairs = entry.payload["pairs"]
    if not pairs:
        return _("%(who)s removed all pairs to keep apart.") % {"who": entry.actor}, ()
    names = [(entry.names.player(a), entry.names.player(b)) for a, b in pairs[:MAX_NAMES]]
    texts = [_("%(a)s – %(b)s") % {"a": a, "b": b} for a, b in names]
    values = {"who": entry.actor, "pairs": ", ".join([*texts, *_left_out(pairs)])}
    return _("%(who)s set the pairs to keep apart: %(pairs)s.") % values, ()


def _drawn(entry: EventEntry) -> Sentence:
    rounds: Sequence[Mapping[str, Any]] = entry.payload.get("rounds", ())
    values = {"who": entry.actor, "stage": capfirst(entry.stage())}
    if len(rounds) == 1:
        sentence = _("%(who)s made a draw: %(round)s.") % {**values, "round": round_words(rounds[0]["label"])}
    elif values["stage"]:
        sentence = _("%(who)s made the draw of a stage: %(stage)s.") % values
    elif rounds:
        number = len(rounds)
        text = ngettext("%(who)s drew %(number)s round.", "%(who)s drew %(number)s rounds.", number)
        sentence = text % {**values, "number": number}
    else:
        sentence = _("%(who)s drew the bracket.") % values
    undecided = entry.payload.get("undecided", 0)
    if not undecided:
        return sentence, ()
    text = ngettext("%(number)s result was missing.", "%(number)s results were missing.", undecided)
    return sentence, (text % {"number": undecided},)


def _draw_changed(entry: EventEntry) -> Sentence:
    values = {"who": entry.actor}
    if "round" not in entry.payload:
        return _("%(who)s changed the bracket by hand.") % values, ()
    return _("%(who)s changed a draw by hand: %(round)s.") % {**values, "round": entry.round()}, ()


def _draw_discarded(entry: EventEntry) -> Sentence:
    values = {"who": entry.actor, "stage": entry.stage()}
    if entry.payload["round"] > 1:
        return _("%(who)s discarded the draw, beginning with: %(round)s.") % {
            **values,
            "round": entry.round(),
        }, ()
    if values["stage"]:
        return _("%(who)s discarded the draw of a stage: %(stage)s.") % values, ()
    return _("%(who)s discarded the draw.") % values, ()


def _released(entry: EventEntry) -> Sentence:
    values = {"who": entry.actor, "stage": entry.stage()}
    start, until = entry.payload["round"], entry.payload.get("until", entry.payload["round"])
    if entry.payload["stage"] in entry.event_before.brackets:
        if values["stage"]:
            return _("%(who)s released the bracket of a stage: %(stage)s.") % values, ()
        return _("%(who)s released the bracket.") % values, ()
    if until > start:
        text = _("%(who)s released several draws: %(first)s to %(last)s.")
        return text % {**values, "first": entry.round(start), "last": entry.round(until)}, ()
    return _("%(who)s released a draw: %(round)s.") % {**values, "round": entry.round()}, ()


AWARD_SENTENCES: Final[Mapping[AwardKind, Promise]] = {
    "walkover": _("%(who)s gave %(winner)s a walkover (%(round)s, pairing %(number)s)."),
    "double_walkover": _("%(who)s recorded that nobody came (%(round)s, pairing %(number)s)."),
    "decision": _("%(who)s decided for %(winner)s (%(round)s, pairing %(number)s)."),
}


def _awarded(entry: EventEntry) -> Sentence:
    winner = entry.payload.get("winner")
    kind = entry.payload.get("kind", "walkover" if winner is not None else "double_walkover")
    values = {
        "who": entry.actor,
        "winner": entry.player("winner"),
        "round": entry.round(),
        "number": entry.payload["number"],
    }
    return str(AWARD_SENTENCES[kind]) % values, ()


def _undone(entry: EventEntry) -> Sentence:
    undone = entry.event_before.undone
    if undone is None:
        return _("%(who)s undid the last step.") % {"who": entry.actor}, ()
    deed = deed_words(undone.kind, undone.payload, entry.names.by_id)
    return _("%(who)s undid: %(deed)s.") % {"who": entry.actor, "deed": deed}, ()


SENTENCES: Final[dict[str, Callable[[EventEntry], Sentence]]] = {
    "event.opened": _opened,
    "event.renamed": _renamed,
    "event.planned": _planned,
    "event.entered": _entered,
    "event.entry_removed": _simple(_("%(who)s removed the entry of %(player)s.")),
    "event.seeded": _seeded,
    "event.checked_in": _simple(_("%(who)s checked in %(player)s.")),
    "event.check_in_undone": _simple(_("%(who)s undid the check-in of %(player)s.")),
    "event.withdrawn": _simple(_("%(who)s withdrew %(player)s from the event, beginning with: %(round)s.")),
    "event.returned": _simple(_("%(who)s let %(player)s return, beginning with: %(round)s.")),
    "event.bye_requested": _simple(_("%(who)s entered a bye that %(player)s requested: %(round)s.")),
    "event.bye_request_undone": _simple(
        _("%(who)s removed the bye that %(player)s had requested: %(round)s.")
    ),
    "event.forbidden": _forbidden,
    "event.drawn": _drawn,
    "event.draw_changed": _draw_changed,
    "event.draw_discarded": _draw_discarded,
    "event.released": _released,
    "event.awarded": _awarded,
    "event.award_undone": _simple(_("%(who)s undid the award (%(round)s, pairing %(number)s).")),
    "event.kept": _simple(_("%(who)s kept %(a)s – %(b)s as it was played (%(round)s).")),
    "event.keep_undone": _simple(
        _("%(who)s no longer keeps a pairing as it was played (%(round)s, pairing %(number)s).")
    ),
    "event.completed": _simple(_("%(who)s completed the event.")),
    "event.reopened": _simple(_("%(who)s reopened the event.")),
    "event.undone": _undone,
}
