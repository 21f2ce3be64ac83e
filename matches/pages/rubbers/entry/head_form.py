"""The form for the heading of a rubber: the players, the event, the date and the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Any, Final

from django import forms
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.clubs.find_by_name import (
    event_called,
    events_known,
    names_known,
    near_event,
    near_player,
    players_typed,
)
from matches.clubs.roles import Powers
from matches.common.club_clock import club_today, record_day
from matches.common.names import contact_words
from matches.models import Club, Event, Player, Rubber
from matches.pages.common.entry_fields import (
    ConfirmNamesField,
    DayInput,
    Group,
    NameField,
    group,
    set_choices,
    suggestion_input,
)
from matches.pages.common.game_words import GAMES
from matches.pages.common.sure_dates import SURE, DateQuestions
from matches.pages.rubbers.entry.round_field import RoundForm
from matches.rubbers.record_from_input import tags_of
from matches.rules.names import fold_name, tidy_name
from matches.rules.typed_names import holds_contact
from scoring.notation.limits import NUMBER_DIGITS
from scoring.record import Rules, Termination

MAX_BONUS: Final = 10**NUMBER_DIGITS - 1
RULES: Final = ("best_of", "reckoning", "rubber_bonus", "cut", "code", "variant")
"""The names of the fields for the rules of play; a record's rules and the columns of a rubber have the same names."""
BEST_OF: Final = (1, 3, 5, 7, 9, 11)


def select_without_autofill() -> forms.Select:
    """Return a select widget that a browser does not fill in from an earlier visit."""
    return forms.Select({"autocomplete": "off"})


class GameField(forms.ChoiceField):
    """A field for the game, écarté or La Triomphe. A form submitted without the field means écarté."""

    def __init__(self) -> None:
        super().__init__(
            label=gettext_lazy("Game"),
            choices=GAMES.items(),
            widget=select_without_autofill(),
            help_text=gettext_lazy(
                "At La Triomphe the lower cut deals, nothing is exchanged, and a player may offer the point instead of"
                " playing."
            ),
        )

    def clean(self, value: Any) -> Any:
        return super().clean(next(iter(GAMES)) if value is None else value)


@dataclass(frozen=True, slots=True)
class Heading:
    """The data about a rubber, other than its result, that were entered in a form.

    ``known`` maps names to existing players; any other name becomes a new guest of the club. ``is_another``
    confirms that the rubber differs from a similar stored one.
    """

    names: tuple[str, str]
    known: Mapping[str, Player]
    event: str
    date: str
    round_label: str
    table: str
    rules: Rules

    is_another: bool = False

    @property
    def players(self) -> tuple[int, int]:
        """The primary keys of A and B. The key of a guest who is not stored yet is 0."""
        a, b = (self.known[name].pk if name in self.known else 0 for name in self.names)
        return a, b

    @property
    def new_names(self) -> list[str]:
        return [name for name in self.names if name not in self.known]

    def tags(self, *, date: str = "", winner: str = "") -> dict[str, str]:
        """Return the record's tags in EGN. ``date`` is used if the form has none; an unknown winner is ""."""
        return tags_of(
            self.names,
            self.rules,
            event=self.event,
            date=self.date or date,
            round_label=self.round_label,
            table=self.table,
            winner=winner,
        )


class HeadForm(RoundForm):
    """The form for the data of a rubber other than its result. After validation, ``heading`` holds them.

    ``stand_ins`` maps signs, which the form shows, to players whose name was erased. ``stored`` is the rubber that the
    form corrects, if any, and ``starts_in`` the event that a new one starts with.
    """

    a = NameField(label=gettext_lazy("Player A"), widget=suggestion_input())
    b = NameField(
        label=gettext_lazy("Player B"), widget=forms.TextInput({"autocomplete": "off", "list": "id_a_list"})
    )
    new_players = ConfirmNamesField(gettext_lazy("Not on the club’s list"))
    event = NameField(
        label=gettext_lazy("Event"),
        required=False,
        help_text=gettext_lazy("Leave empty for a friendly game."),
        widget=suggestion_input(),
    )
    new_event = ConfirmNamesField(gettext_lazy("Not an event of the club"))
    date = forms.DateField(label=gettext_lazy("Date"), required=False, widget=DayInput)
    table = NameField(label=gettext_lazy("Table"), required=False)
    best_of = forms.TypedChoiceField(label=gettext_lazy("Best of"), coerce=int)
    reckoning = forms.ChoiceField(
        label=gettext_lazy("A game counts"),
        choices=[
            ("plain", gettext_lazy("one, however it was won")),
            ("treble", gettext_lazy("one, two or three: single, double, treble")),
        ],
    )
    rubber_bonus = forms.IntegerField(
        label=gettext_lazy("Points for winning the rubber"), min_value=0, max_value=MAX_BONUS
    )
    cut = forms.ChoiceField(
        label=gettext_lazy("Cut for deal"),
        choices=[("rubber", gettext_lazy("once a rubber")), ("game", gettext_lazy("for each game"))],
    )
    variant = GameField()
    code = forms.ChoiceField(
        label=gettext_lazy("Bystanders"),
        choices=[
            ("English", gettext_lazy("say nothing (English code)")),
            ("French", gettext_lazy("may advise if they bet (French code)")),
        ],
        widget=select_without_autofill(),
    )

    def __init__(
        self,
        *args: Any,
        club: Club,
        powers: Powers,
        stand_ins: Mapping[str, Player] | None = None,
        stored: Rubber | None = None,
        starts_in: Event | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.club = club
        self.powers = powers
        self.stand_ins = stand_ins or {}
        self.stored = stored
        self.starts_in = starts_in
        self.heading: Heading | None = None
        self._offer_lengths()
        self._ask_about_new_names()
        today = club_today(club)
        self._dates = DateQuestions(self, ["date"], today=today, latest=today)
        self._suggest()

    def groups(self) -> list[Group]:
        return [self.players_group(), self.place_group(), self.rules_group()]

    def players_group(self) -> Group:
        return group(self, _("Who played"), ("a", "b"), ("new_players",))

    def place_group(self) -> Group:
        rows = (
            *(("event",), ("new_event",), ("date",), (SURE,)),
            *(("round", "table"), ("no_pairing",), ("is_another",)),
        )
        return group(self, _("Where and when"), *rows)

    def rules_group(self) -> Group:
        rows = (("best_of", "cut"), ("reckoning",), ("rubber_bonus",), ("code", "variant"))
        return group(self, _("What was agreed"), *rows)

    def rules_in_words(self, rules: Mapping[str, object]) -> list[tuple[forms.BoundField, object]]:
        """Return the fields that still have the value in ``rules``, each with this value in words."""
        return [
            (self[name], dict(getattr(self.fields[name], "choices", ())).get(value, value))
            for name, value in rules.items()
            if str(self[name].value()) == str(value)
        ]

    def _offer_lengths(self) -> None:
        """Offer the usual numbers of games, and the number that the form starts with."""
        usual: set[int] = set(BEST_OF)
        started_from = self.get_initial_for_field(self.fields["best_of"], "best_of")
        if isinstance(started_from, int):
            usual.add(started_from)
        lengths = [
            (number, _("a single game") if number == 1 else _("%(number)s games") % {"number": number})
            for number in sorted(usual)
        ]
        set_choices(self, "best_of", lengths)

    def _suggest(self) -> None:
        for name, known in (("a", names_known), ("event", events_known)):
            suggestions = SimpleLazyObject(partial(known, self.club))
            setattr(self.fields[name].widget, "suggestions", suggestions)  # noqa: B010

    def _ask_about_new_names(self) -> None:
        """Ask about new names only if the form that was sent contains some."""
        self._known: dict[str, Player] = {}
        self._event_name = ""
        self._event_is_known = True
        if not self.is_bound:
            del self.fields["new_players"], self.fields["new_event"], self.fields["no_pairing"]
            self.offer_rounds(self.starts_in if self.stored is None else self.stored.event)
            return
        names = [self._written(field) for field in ("a", "b")]
        typed = players_typed(self.club, [self._submitted(field) for field in ("a", "b")])
        known = {name: player for name in names if (player := typed.get(tidy_name(name)))}
        self._known = {**known, **self.stand_ins}
        unknown = [name for name in dict.fromkeys(names) if name and name not in self._known]
        unknown = [name for name in unknown if not holds_contact(name)]
        self._ask("new_players", unknown, may="add_player")
        self._event_name = self._written("event")
        event = event_called(self.club, self._submitted("event")) if self._event_name else None
        self._event_is_known = event is not None or not self._event_name
        if event is not None:
            self._event_name = event.name
        self.offer_rounds(event)
        # A correction of the result alone leaves a rubber where it is, in the draw or outside it.
        is_moved = self.stored is None or any(map(self._is_changed, ("a", "b", "event", "round")))
        players = map(self._known.get, names)
        self.find_round(event if is_moved else None, players, self._written("round"), stored=self.stored)
        self._ask("new_event", [] if self._event_is_known else [self._event_name], may="open_event")

    def _ask(self, field: str, names: list[str], *, may: Any) -> None:
        if not names or not self.powers.can(may):
            del self.fields[field]
            return
        if field == "new_players":
            words = _("Put %(name)s on the club’s list as a new guest")
        else:
            words = _("Open the event %(name)s")
        set_choices(self, field, [(name, words % {"name": name}) for name in names])

    def _submitted(self, field: str) -> str:
        return str(self.data.get(self.add_prefix(field), ""))

    def _is_changed(self, field: str) -> bool:
        return self._written(field) != (self.get_initial_for_field(self.fields[field], field) or "")

    def _written(self, field: str) -> str:
        """Return the name that was sent, as its field will clean it."""
        before = self.get_initial_for_field(self.fields[field], field)
        return NameField.original_if_same(tidy_name(self._submitted(field)), before)

    def clean(self) -> dict[str, Any]:
        super().clean()
        data = self.cleaned_data
        if "a" in data and "b" in data:
            self._check_players(data["a"], data["b"])
        if "event" in data:
            self._check_event(data["event"])
        self._dates.check()
        if not self.errors:
            self.check_round()
        if not self.errors:
            self.heading = self._heading()
        return data

    def _check_players(self, a: str, b: str) -> None:
        sure = set(self.cleaned_data.get("new_players", ()))
        for field, name in (("a", a), ("b", b)):
            if name not in self._known and holds_contact(name):
                self.add_error(field, contact_words(name))
            elif name not in self._known and name not in sure:
                self.add_error(field, self._unknown_player(name))
        known_a, known_b = self._known.get(a), self._known.get(b)
        is_one = known_a.pk == known_b.pk if known_a and known_b else fold_name(a) == fold_name(b)
        if is_one:
            self.add_error("b", _("A and B are the same person. Choose two players."))
        elif not self.powers.may_enter(known_a.pk if known_a else 0, known_b.pk if known_b else 0):
            self.add_error("a", _("You can enter only rubbers that you played: choose yourself as A or B."))

    def _unknown_player(self, name: str) -> str:
        listed = near_player(self.club, name)
        if listed and self.powers.can("add_player"):
            text = _(
                "New player: %(name)s. Did you mean %(listed)s? Correct the name, or say below that it is a new guest."
            )
        elif listed:
            text = _("The club has no player called %(name)s. Did you mean %(listed)s?")
        elif self.powers.can("add_player"):
            text = _(
                "The club has no player called %(name)s. Correct the name, or say below that it is a new guest."
            )
        else:
            text = _(
                "The club has no player called %(name)s. Correct the name, or ask a scorer to put it on the list."
            )
        return text % {"name": name, "listed": listed}

    def _check_event(self, name: str) -> None:
        if self._event_is_known or self._event_name in self.cleaned_data.get("new_event", ()):
            return
        near = near_event(self.club, name)
        if near and self.powers.can("open_event"):
            text = _(
                "New event: %(name)s. Did you mean %(near)s? Correct the name, or say below that it is a new event."
            )
        elif near:
            text = _("The club has no event %(name)s. Did you mean %(near)s?")
        elif self.powers.can("open_event"):
            text = _("The club has no event %(name)s. Correct the name, or say below that it is a new event.")
        else:
            text = _("The club has no event %(name)s. Choose one that it has, or leave this empty.")
        self.add_error("event", text % {"name": name, "near": near})

    def _heading(self) -> Heading:
        data = self.cleaned_data
        day: date | None = data["date"]
        names = (self._own_name(data["a"]), self._own_name(data["b"]))
        return Heading(
            names=names,
            known={
                self._own_name(name): self._known[name]
                for name in (data["a"], data["b"])
                if name in self._known
            },
            event=self._event_name,
            date="" if day is None else record_day(day),
            round_label=self.round_label(data["round"]),
            table=data["table"],
            rules=Rules(**{name: data[name] for name in RULES}, termination=self.termination()),
            is_another=bool(data.get("is_another")),
        )

    def _own_name(self, written: str) -> str:
        player = self._known.get(written)
        return written if player is None else player.name or written

    def termination(self) -> Termination:
        """Return how the rubber ended. Forms that ask override this."""
        return "normal"


def day_of_record(text: str) -> date | None:
    """Return the day for a record's date, such as ``2026.11.14``, or None if a part of it is unknown."""
    try:
        return date(*(int(part) for part in text.split(".")))
    except (TypeError, ValueError):
        return None


def unusual_rules(rubber: Rubber | None) -> dict[str, Any]:
    """Return the last rubber's unusual rules for the next form, except the game: the next is as likely écarté."""
    usual = usual_rules()
    return {
        name: value
        for name, value in (usual if rubber is None else _rules(rubber)).items()
        if value != usual[name] and name != "variant"
    }


def usual_rules() -> dict[str, Any]:
    """Return the default rules of play, keyed by form field."""
    return _rules(Rules())


def heading_of(rubber: Rubber, names: tuple[str, str]) -> dict[str, Any]:
    """Return the initial values of the form that corrects ``rubber``, whose event must be loaded, except its result."""
    return {
        "a": names[0],
        "b": names[1],
        "event": rubber.event.name,
        "date": day_of_record(rubber.date),
        "round": rubber.round_label,
        "table": rubber.table,
        **_rules(rubber),
    }


def _rules(agreed: Rubber | Rules) -> dict[str, Any]:
    return {name: getattr(agreed, name) for name in RULES}
