"""Entries about an event in words: how it is played, who is in it, what was drawn, awarded, kept and taken back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches.events.queries.snapshots import EventThen
from matches.events.words.labels import FIELD_NAMES, format_words, list_words, round_words
from matches.pages.events.director.log_phrases import deed_words
from matches.pages.log.club_sentences import Names
from matches.rules.events.plan_json import PlanError, read_plan

NAMES_SHOWN: Final = 12
Sentence: TypeAlias = tuple[str, tuple[str, ...]]
"""A sentence, and further ones about what changed with it."""


@dataclass(frozen=True, slots=True)
class About:
    """What an entry says, and ``then``, the event before it. ``who`` is the end of "by ..."."""

    payload: Mapping[str, Any]
    names: Names
    who: str
    then: EventThen

    def player(self, key: str = "player") -> str:
        return self.names.player(self.payload.get(key) or "")

    def round(self, number: int | None = None) -> str:
        """A round by its label, or where that is not known by its number and its stage's."""
        stage = self.payload["stage"]
        number = self.payload["round"] if number is None else number
        label = self.then.labels.get((stage, number))
        if label is not None:
            return round_words(label)
        if self.then.stages == 1:
            return _("Round %(number)s") % {"number": number}
        return _("Round %(number)s of stage %(stage)s") % {"number": number, "stage": stage}

    def stage(self) -> str:
        """A stage by its name, else its number; empty where the event has but one."""
        if self.then.stages == 1:
            return ""
        number: int = self.payload["stage"]
        stages: Sequence[Mapping[str, Any]] = (self.then.plan or {}).get("stages", ())
        name = stages[number - 1].get("name", "") if number <= len(stages) else ""
        return name or _("stage %(number)s") % {"number": number}


def _seeded(about: About) -> Sentence:
    is_by_rating = "ratings" in about.payload
    text = _("Seeded by rating by %(who)s.") if is_by_rating else _("The order of seeds changed by %(who)s.")
    return text % {"who": about.who}, ()


def _simple(text: str | Promise) -> Callable[[About], Sentence]:
    """A sentence about ``player``, a ``round`` and a pairing's ``number``, as far as the payload names them."""

    def sentence(about: About) -> Sentence:
        told = {"who": about.who}
        if "player" in about.payload:
            told["player"] = about.player()
        if "round" in about.payload:
            told["round"] = about.round()
        if "number" in about.payload:
            told["number"] = about.payload["number"]
        if "a" in about.payload:
            told |= {"a": about.player("a"), "b": about.player("b")}
        return str(text) % told, ()

    return sentence


def _opened(about: About) -> Sentence:
    if not about.payload["name"]:
        return _("A place for rubbers outside any event opened by %(who)s.") % {"who": about.who}, ()
    return _("The event %(event)s opened by %(who)s.") % {
        "event": about.payload["name"],
        "who": about.who,
    }, ()


def _renamed(about: About) -> Sentence:
    return _("The event %(before)s renamed %(after)s by %(who)s.") % {
        "before": about.then.name,
        "after": about.payload["name"],
        "who": about.who,
    }, ()


def _planned(about: About) -> Sentence:
    if about.then.plan is not None:
        sentence = _("The plan changed by %(who)s.") % {"who": about.who}
        changed = _changed(about.then.plan, about.payload["plan"])
        return sentence, ((_("Changed: %(fields)s.") % {"fields": list_words(changed)},) if changed else ())
    try:
        told = format_words(read_plan(about.payload["plan"]))
    except PlanError:
        return _("The event planned by %(who)s.") % {"who": about.who}, ()
    return _("The event planned by %(who)s: %(format)s.") % {"who": about.who, "format": told}, ()


def _changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """What two plans say differently, each thing once."""
    found: dict[str, None] = {}
    stages_before, stages_after = before.get("stages", ()), after.get("stages", ())
    if len(stages_before) != len(stages_after):
        found["stages"] = None
    for old, new in [(before, after), *zip(stages_before, stages_after, strict=False)]:
        for name in dict.fromkeys((*old, *new)):
            if name not in ("stages", "rules", "version") and old.get(name) != new.get(name):
                found[name] = None
    if before.get("rules") != after.get("rules"):
        found["rules"] = None
    return [str(FIELD_NAMES.get(name, name)) for name in found]


def _entered(about: About) -> Sentence:
    players = about.payload["players"]
    shown = [about.names.player(player) for player in players[:NAMES_SHOWN]]
    more = len(players) - len(shown)
    if more:
        shown.append(ngettext("%(number)s more", "%(number)s more", more) % {"number": more})
    return _("Entered by %(who)s: %(names)s.") % {"who": about.who, "names": list_words(shown)}, ()


def _forbidden(about: About) -> Sentence:
    pairs = about.payload["pairs"]
    if not pairs:
        return _("No pair is kept apart any more; so said by %(who)s.") % {"who": about.who}, ()
    shown = [
        _("%(a)s – %(b)s") % {"a": about.names.player(a), "b": about.names.player(b)}
        for a, b in pairs[:NAMES_SHOWN]
    ]
    more = len(pairs) - len(shown)
    if more:
        shown.append(ngettext("%(number)s more", "%(number)s more", more) % {"number": more})
    return _("Not to meet, so said by %(who)s: %(pairs)s.") % {
        "who": about.who,
        "pairs": ", ".join(shown),
    }, ()


def _drawn(about: About) -> Sentence:
    rounds: Sequence[Mapping[str, Any]] = about.payload.get("rounds", ())
    told = {"who": about.who, "stage": capfirst(about.stage())}
    if len(rounds) == 1:
        sentence = _("%(round)s drawn by %(who)s.") % {**told, "round": round_words(rounds[0]["label"])}
    elif told["stage"]:
        sentence = _("%(stage)s drawn by %(who)s.") % told
    elif rounds:
        text = ngettext(
            "%(number)s round drawn by %(who)s.", "%(number)s rounds drawn by %(who)s.", len(rounds)
        )
        sentence = text % {**told, "number": len(rounds)}
    else:
        sentence = _("The bracket drawn by %(who)s.") % told
    undecided = about.payload.get("undecided", 0)
    if not undecided:
        return sentence, ()
    text = ngettext("%(number)s result was missing.", "%(number)s results were missing.", undecided)
    return sentence, (text % {"number": undecided},)


def _draw_changed(about: About) -> Sentence:
    told = {"who": about.who}
    if "round" not in about.payload:
        return _("The bracket changed by hand by %(who)s.") % told, ()
    return _("The draw of %(round)s changed by hand by %(who)s.") % {**told, "round": about.round()}, ()


def _draw_discarded(about: About) -> Sentence:
    told = {"who": about.who, "stage": about.stage()}
    if about.payload["round"] > 1:
        return _("The draw from %(round)s on discarded by %(who)s.") % {**told, "round": about.round()}, ()
    if told["stage"]:
        return _("The draw of %(stage)s discarded by %(who)s.") % told, ()
    return _("The draw discarded by %(who)s.") % told, ()


def _released(about: About) -> Sentence:
    told = {"who": about.who, "stage": about.stage()}
    start, until = about.payload["round"], about.payload.get("until", about.payload["round"])
    if about.payload["stage"] in about.then.brackets:
        if told["stage"]:
            return _("The bracket of %(stage)s released by %(who)s.") % told, ()
        return _("The bracket released by %(who)s.") % told, ()
    if until > start:
        text = _("%(first)s to %(last)s released by %(who)s.")
        return text % {**told, "first": about.round(start), "last": about.round(until)}, ()
    return _("%(round)s released by %(who)s.") % {**told, "round": about.round()}, ()


def _awarded(about: About) -> Sentence:
    winner = about.payload.get("winner")
    kind = about.payload.get("kind", "walkover" if winner is not None else "double_walkover")
    told = {
        "who": about.who,
        "winner": about.player("winner"),
        "round": about.round(),
        "number": about.payload["number"],
    }
    text = {
        "walkover": _("%(round)s, pairing %(number)s: walkover for %(winner)s, by %(who)s."),
        "double_walkover": _("%(round)s, pairing %(number)s: nobody came, so said by %(who)s."),
        "decision": _("%(round)s, pairing %(number)s: decided for %(winner)s by %(who)s."),
    }[kind]
    return text % told, ()


def _undone(about: About) -> Sentence:
    undone = about.then.undone
    if undone is None:
        return _("The last step taken back by %(who)s.") % {"who": about.who}, ()
    deed = deed_words(undone.kind, undone.payload, about.names.by_id)
    return _("Taken back by %(who)s: %(deed)s.") % {"who": about.who, "deed": deed}, ()


SENTENCES: Final[dict[str, Callable[[About], Sentence]]] = {
    "event.opened": _opened,
    "event.renamed": _renamed,
    "event.planned": _planned,
    "event.entered": _entered,
    "event.entry_removed": _simple(gettext_lazy("The entry of %(player)s removed by %(who)s.")),
    "event.seeded": _seeded,
    "event.checked_in": _simple(gettext_lazy("%(player)s checked in by %(who)s.")),
    "event.check_in_undone": _simple(gettext_lazy("The check-in of %(player)s taken back by %(who)s.")),
    "event.withdrawn": _simple(gettext_lazy("%(player)s withdrawn from %(round)s on by %(who)s.")),
    "event.returned": _simple(gettext_lazy("%(player)s back from %(round)s on, entered by %(who)s.")),
    "event.bye_requested": _simple(
        gettext_lazy("A bye for %(player)s asked for, %(round)s; entered by %(who)s.")
    ),
    "event.bye_request_undone": _simple(
        gettext_lazy("The bye for %(player)s not wanted any more, %(round)s; entered by %(who)s.")
    ),
    "event.forbidden": _forbidden,
    "event.drawn": _drawn,
    "event.draw_changed": _draw_changed,
    "event.draw_discarded": _draw_discarded,
    "event.released": _released,
    "event.awarded": _awarded,
    "event.award_undone": _simple(
        gettext_lazy("%(round)s, pairing %(number)s: the award taken back by %(who)s.")
    ),
    "event.kept": _simple(gettext_lazy("%(round)s: %(a)s – %(b)s kept as it was played, by %(who)s.")),
    "event.keep_undone": _simple(
        gettext_lazy("%(round)s, pairing %(number)s: not kept any more, by %(who)s.")
    ),
    "event.completed": _simple(gettext_lazy("The event completed by %(who)s.")),
    "event.reopened": _simple(gettext_lazy("The event reopened by %(who)s.")),
    "event.undone": _undone,
}
