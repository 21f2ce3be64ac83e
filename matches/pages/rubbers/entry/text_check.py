"""List what a check found in EGN text, what to write first, each with the buttons that do it in one tap."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Final

from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.clubs.find_by_name import names_nearly_listed, players_called
from matches.common.club_clock import club_today, date_doubt
from matches.common.names import contact_words
from matches.exchange.imports.candidates import Candidate
from matches.models import Club
from matches.pages.common.dates import record_date
from matches.pages.common.findings import FindingNote
from matches.pages.common.game_words import SEVERITIES
from matches.pages.common.listing import shorten
from matches.pages.common.results import score_text
from matches.pages.common.scoring_words import cause as cause_words
from matches.pages.common.sure_dates import doubt_words
from matches.pages.rubbers.entry.marked_text import MAX_NOTES, MarkedText, marked_text, notes_of_candidate
from matches.pages.rubbers.entry.round_field import round_problem
from matches.pages.rubbers.entry.text_rounds import MOST_ASKED, OUTSIDE, round_questions
from matches.rules.typed_names import holds_contact
from scoring.errors import RecordError
from scoring.findings import Finding
from scoring.fixes import FigureChange, FigureFix, fix_figure, fixed_text, renamed_text, tidy_player

MOST_FIXES: Final = 20
"""The most figures of a text for which a correction is worked out: each takes a few checks of its rubber."""
MOST_DEALS: Final = 200
"""The most deals of a rubber whose figures are corrected."""
MOST_NAMES: Final = 20
RIGHT_DATE: Final = "right_date"
"""The name of the field with a date that is right."""
BLOCKING: Final = frozenset({"ask", "error", "ruling"})


@dataclass(frozen=True, slots=True)
class Fix:
    """A button of a finding. ``name`` and ``value`` are what it sends; ``apply`` returns the corrected text, and
    ``done`` says what it has changed.

    ``apply`` is None if the text stays as it is, and the answer alone is kept.
    """

    name: str
    value: str
    label: str
    done: str = ""
    apply: Callable[[], str] | None = None


@dataclass(frozen=True, slots=True)
class CheckItem:
    """A finding: ``title`` says what to write, ``why`` the reason, ``place`` where.

    ``look`` is a severity, or "ask" for a question about a name or a round. ``line`` is 0 if no line is to be pointed
    at.
    """

    look: str
    title: str
    why: str = ""
    place: str = ""
    line: int = 0
    law: int | None = None
    law_url: str = ""
    code: str = ""
    fixes: tuple[Fix, ...] = ()
    consequences: str = ""


class TextCheck:
    """The check of one text for ``club``. ``may_add`` means that the user may put new players on the club's list.

    ``confirmed`` are names of which the user has said that they are new, and the answer ``OUTSIDE``; ``known`` are
    names that are not looked up. ``right_dates`` are dates, as in a record, of which the user has said that they are
    right. ``asks_rounds``: rubbers that would not count in a draw are asked about. ``done`` says what a fix has just
    changed, ``problem`` why it could not. Raises ``NotEgnError`` if no line begins a rubber.
    """

    def __init__(
        self,
        content: bytes,
        club: Club,
        *,
        may_add: bool,
        confirmed: Sequence[str] = (),
        right_dates: Sequence[str] = (),
        known: Collection[str] = (),
        asks_rounds: bool = False,
    ) -> None:
        self.content = content
        self.club = club
        self.may_add = may_add
        self.known = known
        self.asks_rounds = asks_rounds
        self.confirmed = tuple(dict.fromkeys(name for name in confirmed if name))[:MOST_NAMES]
        self.right_dates = tuple(dict.fromkeys(date for date in right_dates if date))[:MOST_NAMES]
        self.marked: MarkedText = marked_text(content)
        self.done = ""
        self.problem = ""

    @cached_property
    def items(self) -> list[CheckItem]:
        """The findings, what has to be settled first."""
        items = [
            *self._names(),
            *self._dates(),
            *islice(self._rounds(), MOST_ASKED),
            *islice(self._findings(), MAX_NOTES),
        ]
        return sorted(items, key=lambda item: item.look not in BLOCKING)

    @property
    def to_settle(self) -> int:
        return sum(item.look in BLOCKING for item in self.items)

    @property
    def has_questions(self) -> bool:
        """Whether a new name or a date that may be a slip, or a rubber outside the draw, is not confirmed."""
        return any(item.look == "ask" for item in self.items)

    @property
    def has_date_questions(self) -> bool:
        """Whether a date is not confirmed that may be a slip."""
        return any(item.look == "ask" for item in self._dates())

    @property
    def heading(self) -> str:
        count = self.to_settle
        if not count:
            return _("Nothing to settle")
        return ngettext("%(number)s thing to settle", "%(number)s things to settle", count) % {
            "number": count
        }

    @property
    def is_draft(self) -> bool:
        """Whether storing makes drafts alone, as each rubber has something to settle."""
        return all(each.egn and not each.checked.is_clean for each in self.marked.candidates)

    def after_fix(self, value: str) -> TextCheck:
        """Return the check of the text after the fix that a button with this value does.

        The text may have been edited since the button was shown. If the fix is not among its own, the result
        is this check, with a ``problem`` that says so.
        """
        fixes = ((item, fix) for item in self.items for fix in item.fixes if fix.apply is not None)
        for item, fix in fixes:
            if fix.value == value and fix.apply is not None:
                after = TextCheck(
                    fix.apply().encode(),
                    self.club,
                    may_add=self.may_add,
                    confirmed=self.confirmed,
                    right_dates=self.right_dates,
                    known=self.known,
                    asks_rounds=self.asks_rounds,
                )
                after.done = _("Done: %(what)s") % {"what": f"{fix.done} {item.consequences}".strip()}
                return after
        self.problem = _("The text has changed since. This is what is found in it now.")
        return self

    def _names(self) -> Iterator[CheckItem]:
        counts = Counter(
            name
            for candidate in self.marked.candidates
            if candidate.egn
            for name, player_id in zip(
                map(tidy_player, candidate.checked.rubber.players), candidate.player_ids, strict=True
            )
            if name and player_id is None and name not in self.known
        )
        known = players_called(self.club, counts)
        unknown = [name for name in counts if name not in known][:MOST_NAMES]
        near = names_nearly_listed(self.club, unknown) if unknown else {}
        for name in unknown:
            listed = near.get(name, "")
            yield self._name(name, "" if listed in unknown else listed)

    def _name(self, name: str, listed: str) -> CheckItem:
        rubbers = [
            each for each in self.marked.candidates if name in map(tidy_player, each.checked.rubber.players)
        ]
        is_free = bool(listed) and not any(
            listed in map(tidy_player, each.checked.rubber.players) for each in rubbers
        )
        values = {"name": shorten(name), "listed": listed}
        fixes: tuple[Fix, ...] = ()
        if is_free and self._can_rewrite:
            value = json.dumps(["name", name, listed])
            done = _("%(name)s is now %(listed)s.") % values
            fixes = (Fix("fix", value, listed, done, partial(renamed_text, self.content, name, listed)),)
        place = ngettext("In %(number)s rubber", "In %(number)s rubbers", len(rubbers)) % {
            "number": len(rubbers)
        }
        if not self.may_add:
            title = _("The club has no player called %(name)s.") % values
            why = (
                _("Did you mean %(listed)s?") % values
                if listed
                else _("Correct the name, or ask a scorer to add it.")
            )
            return CheckItem("error", title, why, place, rubbers[0].line, fixes=fixes)
        title = _("New player: %(name)s.") % values
        if holds_contact(name):
            return CheckItem("ask", title, contact_words(shorten(name)), place, rubbers[0].line, fixes=fixes)
        if not listed or name in self.confirmed:
            return CheckItem("note", title, _("They are added to the club’s list."), place, rubbers[0].line)
        new = Fix("new_name", name, _("New player %(name)s") % values)
        return CheckItem(
            "ask", title, _("Did you mean %(listed)s?") % values, place, rubbers[0].line, fixes=(*fixes, new)
        )

    def _rounds(self) -> Iterator[CheckItem]:
        if not self.asks_rounds:
            return
        is_confirmed = OUTSIDE in self.confirmed
        for question in round_questions(self.marked.candidates, self.club):
            line = question.candidate.line
            place = _("line %(number)s of the text") % {"number": line}
            fixes = [] if is_confirmed else [Fix("new_name", OUTSIDE, _("Save it all the same"))]
            for name, record in reversed(question.choices if self._can_rewrite else ()):
                apply = partial(fixed_text, self.content, question.candidate.index, record)
                done = _("The rubber at line %(number)s is in this round now: %(round)s.")
                values = {"number": line, "round": name}
                value = json.dumps(["fix", "round", question.candidate.index, name])
                fixes.insert(0, Fix("fix", value, name, done % values, apply))
            look = "note" if is_confirmed else "ask"
            yield CheckItem(look, round_problem(question.found), "", place, line, fixes=tuple(fixes))

    def _dates(self) -> Iterator[CheckItem]:
        today = club_today(self.club)
        by_date: dict[str, CheckItem] = {}
        for candidate in self.marked.candidates:
            date = candidate.checked.rubber.tag("Date") or ""
            doubt = date_doubt(date, latest=today, today=today) if candidate.egn else ""
            if doubt and date not in by_date and len(by_date) < MOST_NAMES:
                day = record_date(date)
                title = doubt_words(day, doubt)
                place = _("line %(number)s of the text") % {"number": candidate.line}
                right = Fix(RIGHT_DATE, date, _("%(date)s is right") % {"date": day})
                is_sure = date in self.right_dates
                by_date[date] = CheckItem(
                    "note" if is_sure else "ask",
                    title,
                    "" if is_sure else _("Correct the date, or say that it is right."),
                    place,
                    candidate.line,
                    fixes=() if is_sure else (right,),
                )
        yield from by_date.values()

    @cached_property
    def _can_rewrite(self) -> bool:
        return all(candidate.preceding is None for candidate in self.marked.candidates)

    def _findings(self) -> Iterator[CheckItem]:
        room = MOST_FIXES
        for candidate in self.marked.candidates:
            can_fix = self._can_rewrite and bool(candidate.egn) and _deal_count(candidate) <= MOST_DEALS
            for line, note, finding in notes_of_candidate(candidate):
                fix = None
                if can_fix and room and finding is not None and finding.code in ("L50", "L51", "E05"):
                    room -= 1
                    fix = fix_figure(candidate.checked, finding)
                if fix is None:
                    yield _plain_item(line, note, finding)
                    continue
                try:
                    fixed_text(self.content, candidate.index, fix.record)
                except RecordError:
                    yield _plain_item(line, note, finding)
                else:
                    yield self._figure_item(candidate, line, note, finding, fix)

    def _figure_item(
        self, candidate: Candidate, line: int, note: FindingNote, finding: Finding | None, fix: FigureFix
    ) -> CheckItem:
        place = ["fix", candidate.index, note.code, fix.written.figure, fix.written.game, fix.written.deal]
        value = json.dumps([*place, fix.written.before, fix.written.after])
        button = Fix(
            "fix",
            value,
            _("Write %(score)s") % {"score": _score(fix.written.after)},
            _correction(fix.written),
            partial(fixed_text, self.content, candidate.index, fix.record),
        )
        reason = cause_words(finding) if finding is not None else ""
        consequences = " ".join(_consequence(change) for change in fix.consequences)
        return CheckItem(
            note.severity,
            _correction(fix.written),
            reason or note.message,
            _place(note, finding, line),
            line,
            note.law,
            note.law_url,
            note.code,
            (button,),
            consequences,
        )


def _plain_item(line: int, note: FindingNote, finding: Finding | None) -> CheckItem:
    title, why = (note.settle, note.message) if note.settle else (note.message, "")
    return CheckItem(
        note.severity, title, why, _place(note, finding, line), line, note.law, note.law_url, note.code
    )


def _place(note: FindingNote, finding: Finding | None, line: int) -> str:
    parts = [str(SEVERITIES[finding.severity])] if finding is not None else [str(note.severity_word)]
    if finding is not None and finding.game is not None:
        values = {"game": finding.game, "deal": finding.deal}
        parts.append(
            _("game %(game)s, deal %(deal)s") % values if finding.deal else _("game %(game)s") % values
        )
    parts.append(_("line %(number)s of the text") % {"number": line})
    return ", ".join(parts)


def _deal_count(candidate: Candidate) -> int:
    return sum(len(game.deals) for game in candidate.checked.games)


def _score(pair: tuple[int, int] | None) -> str:
    return "" if pair is None else score_text(*pair)


def _correction(change: FigureChange) -> str:
    """Return a sentence on what a figure should be: "Deal 4: 3–2 should be 2–2."."""
    values = {
        "deal": change.deal,
        "game": change.game,
        "tag": change.figure,
        "stated": _score(change.before),
        "due": _score(change.after),
    }
    match change.figure:
        case "deal":
            text = _("Deal %(deal)s: %(stated)s should be %(due)s.")
        case "game":
            text = _("End of game %(game)s: %(stated)s should be %(due)s.")
        case "rubber":
            text = _("Games won: %(stated)s should be %(due)s.")
        case _:
            text = _("Tag %(tag)s: %(stated)s should be %(due)s.")
    return text % values


def _consequence(change: FigureChange) -> str:
    """Return a sentence on a figure that follows from a correction: "Deal 5 is then 2–4."."""
    values = {"deal": change.deal, "game": change.game, "tag": change.figure, "score": _score(change.after)}
    if change.after is None:
        text = _("Tag %(tag)s is then left out.")
    elif change.figure == "deal":
        text = _("Deal %(deal)s is then %(score)s.")
    elif change.figure == "game":
        text = _("Game %(game)s then ends %(score)s.")
    elif change.figure == "rubber":
        text = _("The games won are then %(score)s.")
    else:
        text = _("Tag %(tag)s is then %(score)s.")
    return text % values
