"""The first part of every entry: who met whom, where, when, and under which rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, cast
from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.clubs.permissions import Powers
from matches.clubs.queries.known_names import event_typed, events_known, names_known, players_typed
from matches.common.clean_names import tidy_name
from matches.models import Club, Player, Rubber
from matches.pages.common.fields import (
    Group,
    NameField,
    NewRubberForm,
    SureOfField,
    group,
    offer,
    suggested,
)
from matches.pages.common.widgets import Day
from scoring.notation.limits import NUMBER_DIGITS
from scoring.record import Rules, Termination, Variant

MOST_BONUS: Final = 10**NUMBER_DIGITS - 1
BEST_OF: Final = (1, 3, 5, 7, 9, 11)
GAMES: Final = (("ecarte", gettext_lazy("Écarté")), ("triomphe", gettext_lazy("La Triomphe")))


def unremembered() -> forms.Select:
    """Return a select that no browser fills in by itself with what was chosen on an earlier visit."""
    return forms.Select({"autocomplete": "off"})


class GameField(forms.ChoiceField):
    """What is played; écarté where a form was sent that does not ask."""

    def __init__(self) -> None:
        super().__init__(
            label=gettext_lazy("Game"),
            choices=GAMES,
            widget=unremembered(),
            help_text=gettext_lazy(
                "At La Triomphe the lower cut deals, nothing is exchanged, and the point may be offered."
            ),
        )

    def clean(self, value: Any) -> Any:
        return super().clean(GAMES[0][0] if value is None else value)


@dataclass(frozen=True, slots=True)
class Heading:
    """What the first part says. ``known`` holds the players by name; a name that is not there is a new guest's."""

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
        """Primary keys of A and B, 0 for a guest who is not on the list yet."""
        a, b = (self.known[name].pk if name in self.known else 0 for name in self.names)
        return a, b

    @property
    def new_names(self) -> list[str]:
        return [name for name in self.names if name not in self.known]


@dataclass(frozen=True, slots=True)
class RuleInWords:
    """One rule of a form: the label of its field, what it is set to, and the anchor where it can be changed."""

    anchor: str
    label: str
    value: str


class HeadForm(NewRubberForm):
    """Needs the club and the viewer's powers in it. Afterwards ``heading`` holds what was said.

    ``stand_ins`` are players whom the form calls by something that is no name.
    """

    a = NameField(label=gettext_lazy("Player A"), widget=suggested())
    b = NameField(
        label=gettext_lazy("Player B"), widget=forms.TextInput({"autocomplete": "off", "list": "id_a_list"})
    )
    new_players = SureOfField(gettext_lazy("Not on the club's list"))
    event = NameField(
        label=gettext_lazy("Event"),
        required=False,
        help_text=gettext_lazy("Left empty: outside any event."),
        widget=suggested(),
    )
    new_event = SureOfField(gettext_lazy("Not an event of the club"))
    date = forms.DateField(label=gettext_lazy("Date"), required=False, widget=Day)
    round = NameField(label=gettext_lazy("Round"), required=False)
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
        label=gettext_lazy("Points for winning the rubber"), min_value=0, max_value=MOST_BONUS
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
        widget=unremembered(),
    )

    def __init__(
        self,
        *args: Any,
        club: Club,
        powers: Powers,
        stand_ins: Mapping[str, Player] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.club = club
        self.powers = powers
        self.stand_ins = stand_ins or {}
        self.heading: Heading | None = None
        self._offer_lengths()
        self._ask_about_new_names()
        self._suggest()

    def groups(self) -> list[Group]:
        """What the page shows, in this order."""
        return [self.who(), self.where(), self.agreed()]

    def who(self) -> Group:
        return group(self, _("Who played"), ("a", "b"), ("new_players",))

    def where(self) -> Group:
        rows = (("event",), ("new_event",), ("date",), ("round", "table"), ("is_another",))
        return group(self, _("Where and when"), *rows)

    def agreed(self) -> Group:
        return group(
            self,
            _("What was agreed"),
            ("best_of", "cut"),
            ("reckoning",),
            ("rubber_bonus",),
            ("code", "variant"),
        )

    def rules_in_words(self, rules: Mapping[str, object]) -> list[RuleInWords]:
        """Return those of ``rules`` (by field) that the form has just so, in the words of its fields."""
        return [
            RuleInWords(
                anchor=self[name].id_for_label,
                label=str(self.fields[name].label),
                value=str(dict(getattr(self.fields[name], "choices", ())).get(value, value)),
            )
            for name, value in rules.items()
            if str(self[name].value()) == str(value)
        ]

    def _offer_lengths(self) -> None:
        """The usual numbers of games, and whichever the form starts from."""
        usual: set[int] = set(BEST_OF)
        started_from = self.get_initial_for_field(self.fields["best_of"], "best_of")
        if isinstance(started_from, int):
            usual.add(started_from)
        lengths = [
            (number, _("a single game") if number == 1 else _("%(number)s games") % {"number": number})
            for number in sorted(usual)
        ]
        offer(self, "best_of", lengths)

    def _suggest(self) -> None:
        for name, suggestions in (
            ("a", lambda: names_known(self.club)),
            ("event", lambda: events_known(self.club)),
        ):
            setattr(self.fields[name].widget, "suggestions", _Later(suggestions))  # noqa: B010

    def _ask_about_new_names(self) -> None:
        """The questions about new names come up where the form, as it was sent, has such names."""
        self._known: dict[str, Player] = {}
        self._event_name = ""
        self._event_is_known = True
        if not self.is_bound:
            del self.fields["new_players"], self.fields["new_event"]
            return
        written = [self._written(field) for field in ("a", "b")]
        typed = players_typed(self.club, [self._sent(field) for field in ("a", "b")])
        known = {name: player for name in written if (player := typed.get(tidy_name(name)))}
        self._known = {**known, **self.stand_ins}
        unknown = [name for name in dict.fromkeys(written) if name and name not in self._known]
        self._ask("new_players", unknown, may="add_player")
        self._event_name = self._written("event")
        event = event_typed(self.club, self._sent("event")) if self._event_name else None
        self._event_is_known = event is not None or not self._event_name
        if event is not None:
            self._event_name = event.name
        self._ask("new_event", [] if self._event_is_known else [self._event_name], may="open_event")

    def _ask(self, field: str, names: list[str], *, may: Any) -> None:
        if not names or not self.powers.can(may):
            del self.fields[field]
            return
        if field == "new_players":
            words = _("Put %(name)s on the club's list as a new guest")
        else:
            words = _("Open the event %(name)s")
        offer(self, field, [(name, words % {"name": name}) for name in names])

    def _sent(self, field: str) -> str:
        return str(self.data.get(self.add_prefix(field), ""))

    def _written(self, field: str) -> str:
        """The name that was sent, as its field will clean it."""
        before = self.get_initial_for_field(self.fields[field], field)
        return NameField.kept(tidy_name(self._sent(field)), before)

    def clean(self) -> dict[str, Any]:
        super().clean()
        told = self.cleaned_data
        if "a" in told and "b" in told:
            self._check_players(told["a"], told["b"])
        if "event" in told:
            self._check_event(told["event"])
        if not self.errors:
            self.heading = self._heading()
        return told

    def _check_players(self, a: str, b: str) -> None:
        sure = set(self.cleaned_data.get("new_players", ()))
        for field, name in (("a", a), ("b", b)):
            if name not in self._known and name not in sure:
                self.add_error(field, self._unknown_player(name))
        known_a, known_b = self._known.get(a), self._known.get(b)
        is_one = known_a.pk == known_b.pk if known_a and known_b else a.casefold() == b.casefold()
        if is_one:
            self.add_error("b", _("A and B are one person; a rubber is played by two."))
        elif not self.powers.may_enter(known_a.pk if known_a else 0, known_b.pk if known_b else 0):
            self.add_error("a", _("You may enter only rubbers that you play in: be A or B yourself."))

    def _unknown_player(self, name: str) -> str:
        if self.powers.can("add_player"):
            told = _(
                "Nobody of the club is called %(name)s. Correct the name, or say below that it is a new guest."
            )
        else:
            told = _(
                "Nobody of the club is called %(name)s. Correct the name, or ask a scorer to put it on the club's list."
            )
        return told % {"name": name}

    def _check_event(self, name: str) -> None:
        if self._event_is_known or self._event_name in self.cleaned_data.get("new_event", ()):
            return
        if self.powers.can("open_event"):
            told = _("The club has no event %(name)s. Correct the name, or say below that it is a new event.")
        else:
            told = _("The club has no event %(name)s. Choose one that it has, or leave this empty.")
        self.add_error("event", told % {"name": name})

    def _heading(self) -> Heading:
        told = self.cleaned_data
        day: date | None = told["date"]
        names = (self._own_name(told["a"]), self._own_name(told["b"]))
        return Heading(
            names=names,
            known={
                self._own_name(name): self._known[name]
                for name in (told["a"], told["b"])
                if name in self._known
            },
            event=self._event_name,
            date="" if day is None else record_day(day),
            round_label=told["round"],
            table=told["table"],
            rules=Rules(
                best_of=told["best_of"],
                reckoning=told["reckoning"],
                rubber_bonus=told["rubber_bonus"],
                cut=told["cut"],
                code=told["code"],
                variant=cast(Variant, told["variant"]),
                termination=self.termination(),
            ),
            is_another=bool(told.get("is_another")),
        )

    def _own_name(self, written: str) -> str:
        """The player's name as the club's list has it."""
        player = self._known.get(written)
        return written if player is None else player.name or written

    def termination(self) -> Termination:
        """How the rubber ended, as far as this form asks."""
        return "normal"


class _Later:
    """A list that is fetched when it is read, and not before."""

    def __init__(self, fetch: Any) -> None:
        self.fetch = fetch

    def __iter__(self) -> Any:
        return iter(self.fetch())


def record_day(day: date) -> str:
    """As records write it: 2026.11.14."""
    return f"{day.year:04}.{day.month:02}.{day.day:02}"


def day_of_record(text: str) -> date | None:
    """The day of a record's date; None where a part of it is not known."""
    try:
        return date(*(int(part) for part in text.split(".")))
    except (TypeError, ValueError):
        return None


def fresh_heading(club: Club, rules: Mapping[str, Any], *, event: str, own_name: str) -> dict[str, Any]:
    """Return the initial values of a new form: today by the club's clock, and ``rules``."""
    today = timezone.localtime(timezone=ZoneInfo(club.time_zone)).date()
    return {"a": own_name, "event": event, "date": today, **rules}


def unusual_rules(rubber: Rubber | None) -> dict[str, Any]:
    """Return the rules of ``rubber`` that a new form takes over, as far as they are not the usual ones.

    The game is never among them: a rubber of La Triomphe says nothing of the next one.
    """
    usual = usual_rules()
    return {
        name: value
        for name, value in (usual if rubber is None else _rules(rubber)).items()
        if value != usual[name] and name != "variant"
    }


def usual_rules() -> dict[str, Any]:
    """Return the rules of play that hold where nothing else was agreed."""
    return _rules(Rules())


def heading_of(rubber: Rubber, names: tuple[str, str]) -> dict[str, Any]:
    """What a form that corrects ``rubber`` (event loaded) starts from."""
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
    return {
        "best_of": agreed.best_of,
        "reckoning": agreed.reckoning,
        "rubber_bonus": agreed.rubber_bonus,
        "cut": agreed.cut,
        "code": agreed.code,
        "variant": agreed.variant,
    }
