"""Make a club, two players and a director who records what they play."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from matches.clubs.roles import Authority
from matches.events.write_standings import events_with_pending_standings, write_standings
from matches.models import Club, Player, Rubber, Standing, User
from matches.operations.rebuild import Rebuild
from matches.rubbers.change_rubbers import (
    CommandContext,
    close_rubber,
    correct_rubber,
    dispute_rubber,
    enter_rubber,
    open_rubber,
    record_deal,
    void_rubber,
)
from matches.rubbers.deal_from_input import position_of
from matches.rubbers.record_from_input import live_record, result_record, tags_of
from scoring import record as scored
from scoring.check import check_rubber
from scoring.notation import read_one
from scoring.record import Pair, Rules
from tests.matches.files import rubber_text

SINGLE_GAME = Rules(best_of=1)
DEALS = ("A S =B5 (0-2)", "B S Kb =B5 (0-5)")
"""A game that B wins in two deals."""
BROKEN_DEALS = ("A S =B5 (0-1)", "B S Kb =B5 (0-5)")
"""The same deals with a figure that the laws do not allow: the record stays a draft until it is settled."""


@dataclass
class Hands:
    club: Club
    director: User
    a: Player
    b: Player
    numbers: itertools.count[int] = field(default_factory=lambda: itertools.count(1))

    def act(self, reason: str = "", *, version: int | None = None, key: str = "") -> CommandContext:
        """Return the director's next command, which is new unless it has an earlier ``key``."""
        return CommandContext(
            by=self.director, key=key or f"key {next(self.numbers)}", reason=reason, version=version
        )

    @property
    def players(self) -> tuple[Player, Player]:
        return self.a, self.b

    def result(self, *games: Pair, table: str = "1", **tags: str) -> scored.Rubber:
        """Return a record of a single game by its final points."""
        return result_record(self.tags(table=table) | tags, games=games or ((5, 3),))

    def tags(self, *, table: str = "1", rules: Rules = SINGLE_GAME) -> dict[str, str]:
        return tags_of(("Orford", "Baldwin"), rules, date="2026.11.21", round_label="1", table=table)

    def enter(
        self, *games: Pair, table: str = "1", event: str = "Autumn Cup", is_another: bool = False
    ) -> Rubber:
        """Store a result that is confirmed, since a director enters it."""
        return self.store(self.result(*games, table=table), event=event, is_another=is_another)

    def report(self, *games: Pair, table: str = "1") -> Rubber:
        """Store a result reported by A."""
        return self.store(self.result(*games, table=table), authority="A")

    def store(
        self,
        record: scored.Rubber,
        *,
        event: str = "Autumn Cup",
        players: tuple[Player, Player] | None = None,
        authority: Authority = "final",
        act: CommandContext | None = None,
        is_another: bool = False,
    ) -> Rubber:
        """Enter a record of ``players``, by default A and B."""
        return enter_rubber(
            self.club,
            record,
            event_name=event,
            players=players or self.players,
            authority=authority,
            act=act or self.act(),
            is_another=is_another,
        )

    def open(self, *, table: str = "1", deals: tuple[str, ...] = (), rules: Rules = SINGLE_GAME) -> Rubber:
        rubber = open_rubber(
            self.club,
            live_record(self.tags(table=table, rules=rules)),
            event_name="Autumn Cup",
            players=self.players,
            act=self.act(),
        )
        for deal in deals:
            rubber = record_deal(rubber, deal, act=self.act())
        return rubber

    def draft(self) -> Rubber:
        return close_rubber(self.open(deals=BROKEN_DEALS), authority="final", act=self.act())

    def confirmed(self) -> Rubber:
        return self.enter()

    def disputed(self) -> Rubber:
        return dispute_rubber(self.enter(), seat="A", act=self.act())

    def corrected(self) -> Rubber:
        return correct_rubber(self.enter(), self.result((3, 5)), act=self.act())

    def void(self) -> Rubber:
        return void_rubber(self.enter(), act=self.act())

    def in_state(self, state: str) -> Rubber:
        """Return a rubber in this state; a live one has a game played."""
        make: dict[str, Callable[[], Rubber]] = {
            "draft": self.draft,
            "live": lambda: self.open(deals=DEALS),
            "reported": self.report,
            "confirmed": self.confirmed,
            "disputed": self.disputed,
            "corrected": self.corrected,
            "void": self.void,
        }
        rubber = make[state]()
        assert rubber.state == state
        return rubber


def make_hands(slug: str = "portland") -> Hands:
    club = Club.objects.create(slug=slug, name=slug.title())
    return Hands(
        club=club,
        director=User.objects.create_user(f"director@{slug}.example"),
        a=Player.objects.create(club=club, name="Orford"),
        b=Player.objects.create(club=club, name="Baldwin"),
    )


def played(text: str = "") -> scored.Rubber:
    """Return a record of a rubber that was played."""
    return read_one(text or rubber_text())


def differences(*, write: bool = False) -> list[str]:
    """Bring standings up to date, then return the differences that a rebuild finds."""
    for event in list(events_with_pending_standings()):
        write_standings(event.pk)
    return [str(difference) for difference in Rebuild(write=write).differences()]


def table() -> list[str]:
    """Bring the standings of all events up to date, and return the names in them."""
    differences()
    return list(Standing.objects.order_by("position").values_list("entrant__player__name", flat=True))


def with_deal(record: scored.Rubber, deal: scored.Deal) -> scored.Rubber:
    """Return the record with one more deal, in the current game or a new one, and with an open ending."""
    games = list(record.games)
    position = position_of(check_rubber(replace(record, ending=scored.Ending(None))))
    numbered = replace(deal, number=position.deal)
    if position.is_between_games:
        games.append(scored.Game(position.game, deals=(numbered,)))
    else:
        games[-1] = replace(games[-1], deals=(*games[-1].deals, numbered))
    return replace(record, games=tuple(games), ending=scored.Ending(None))
