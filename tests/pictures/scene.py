"""Give the demonstration club an evening in play, and choose an example of everything that a page may be about."""

from __future__ import annotations

import io
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from matches.common.commands import CommandContext
from matches.events.draw import request_draw
from matches.events.event_state import event_state
from matches.events.pairings import rubber_of_pairing
from matches.events.plan_event import plan_event
from matches.events.record_facts import record_facts
from matches.events.results import WrittenResult, enter_results
from matches.events.write_standings import write_standings
from matches.exchange.imports.import_rubbers import RubberImport
from matches.models import (
    ApiToken,
    Club,
    Conflict,
    Decision,
    Delivery,
    DrawRequest,
    Event,
    Exercise,
    HeldText,
    ImportReport,
    Invitation,
    Membership,
    Player,
    Rubber,
    Sitting,
    User,
    Webhook,
)
from matches.models.webhooks import Topic
from matches.operations.demonstration_season import RULES, SKILLS
from matches.pads.table_links import NewLink, make_link
from matches.rubbers.enter import enter_rubber
from matches.rubbers.record_deals import record_cut, record_deal
from matches.rules.events.plan import DEFAULT_TIE_BREAKS, EventPlan, StagePlan
from matches.rules.events.state import PairingState
from matches.webhooks.manage_webhooks import create_webhook, send_test
from scoring.cards import CARD_BY_NAME
from scoring.notation import read_one
from tests.factories.browsers import client_of
from tests.matches.pages.every_page import Scene
from tests.pictures.camera import Viewer

MEMBERS: Final = {
    "Orford": "member",
    "Clay": "director",
    "Bushe": "scorer",
    "Baldwin": "helper",
    "Walker": "member",
}
"""The players of the club with an account, and their roles."""
TONIGHT: Final = "November Swiss"
FIRST_ROUND: Final = (
    ((5, 2), (3, 5), (5, 4)),
    ((5, 1), (5, 3)),
    ((2, 5), (5, 0), (4, 5)),
    ((5, 3), (5, 4)),
    ((1, 5), (5, 3), (5, 2)),
    ((3, 5), (2, 5)),
)
"""The points of the games at each table of tonight's first round."""
SECOND_ROUND: Final = (((5, 3), (2, 5), (5, 1)), ((4, 5), (3, 5)))
"""The same for the last tables of the second round, which have played."""
DEALS: Final = ("B S =A3 (1-0)", "A P G S Kb =B4 (1-2)", "B P R =A3 (3-2)")
"""The deals of the rubber in play."""
CUT: Final = ("HT", "SK")
"""Its cut: the cards of A and B, of which the higher deals."""
FORM_TOKEN: Final = "p" * 32
"""The secret of the forms that are sent for a picture: the browser keeps it, whatever its clock says."""
UNREADABLE: Final = """[EGN "1"]
[Event "Autumn Cup"]
[Club "Portland"]
[Date "2026.11.14"]
[Round "2"]
[Table "7"]
[A "Clay"]
[B "Pole"]
[BestOf "1"]

Game 1 cut A=CJ B=D9
1. A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S Kb CT C8, CK C7, DQ DJ, HA SQ, D8 SX =B5 (0-3)
"""
"""A record with a card that is none, in the last trick."""


@dataclass(frozen=True, slots=True)
class Evening:
    """The scene, the people who look at it, and the link to the table of the rubber in play."""

    scene: Scene
    player: User
    table: NewLink


@transaction.atomic
def play_evening() -> Evening:
    """Add tonight's event, the members, and one of everything that waits for a decision to the demonstration club."""
    club = Club.objects.get(is_demonstration=True)
    owner = User.objects.get(is_superuser=True)
    members = _add_members(club)
    planned = _play_tonight(club, owner)
    live = _open_rubber(planned, owner)
    report = _import(club, owner, "second-sheet.egn", _other_result(club), UNREADABLE)
    played = _rubber_with_mistake(club)
    return Evening(
        Scene(
            club=club,
            owner=owner,
            event=club.events.get(name="October Swiss"),
            planned=planned,
            bracket=club.events.get(name="Michaelmas Knockout"),
            draw=_request_draw(club, owner),
            sitting=Sitting.objects.filter(club=club, kind="french")[0],
            rubber=played,
            draft=Rubber.objects.filter(club=club, state=Rubber.State.DRAFT)[0],
            live=live,
            reported=_report(club, owner),
            disputed=Rubber.objects.filter(club=club, state=Rubber.State.DISPUTED)[0],
            conflict=Conflict.objects.filter(rubber__club=club)[0],
            held_text=HeldText.objects.filter(club=club)[0],
            report=report,
            guest=club.players.get(name="Bescherelle"),
            member=members["Walker"],
            own=members["Orford"],
            exercise=_answer_exercise(members["Orford"]),
            invitation=_invite(club, owner),
            link=(table := make_link(live, by=owner)).link,
            webhook=(webhook := _create_webhook(club, owner)),
            delivery=webhook.deliveries.earliest("pk"),
        ),
        player=User.objects.get(email="orford@club.example"),
        table=table,
    )


def _add_members(club: Club) -> dict[str, Player]:
    members = {}
    for name, role in MEMBERS.items():
        user = User.objects.create_user(f"{name.lower()}@club.example", name=name)
        player = club.players.get(name=name)
        player.user = user
        player.save(update_fields=["user"])
        Membership.objects.create(club=club, player=player, role=role)
        members[name] = player
    return members


def _play_tonight(club: Club, owner: User) -> Event:
    """Return an event of twelve players in its second round: two of its tables have played, the others play."""
    stage = StagePlan(kind="swiss", rounds=5, tie_breaks=DEFAULT_TIE_BREAKS["swiss"])
    plan = EventPlan(
        stages=(stage,),
        rules=RULES,
        check_in=True,
        lot_seed=TONIGHT,
        starts_on=timezone.localdate().isoformat(),
        prizes=("The cup and a bottle of port", "A pack of cards"),
    )
    act = CommandContext(by=owner, key="")
    players = [club.players.get(name=name) for name in list(SKILLS)[:12]]
    event = plan_event(club, TONIGHT, plan, players, act=act)
    record_facts(event, [("checked_in", {"player": each.public_id}) for each in players], act=act)
    record_facts(event, [("forbidden", {"pairs": [[players[4].public_id, players[9].public_id]]})], act=act)
    for number, results in ((1, FIRST_ROUND), (2, SECOND_ROUND)):
        request_draw(event, 1, act=act)
        record_facts(event, [("released", {"stage": 1, "round": number})], act=act)
        tables = range(1, 7)[-len(results) :]
        written = {
            (1, number, table): WrittenResult(games=games)
            for table, games in zip(tables, results, strict=True)
        }
        enter_results(event, written, authority="final", act=act)
    write_standings(event.pk)
    return Event.objects.get(pk=event.pk)


def _first_pairing(event: Event) -> PairingState:
    return event_state(event).stages[0].rounds[-1].pairings[0]


def _open_rubber(event: Event, owner: User) -> Rubber:
    """Begin the rubber at the first table of the round in play."""
    act = CommandContext(by=owner, key="")
    pairing = _first_pairing(event)
    rubber = rubber_of_pairing(event, "2", (str(pairing.a), str(pairing.b)), act=act)
    rubber = record_cut(rubber, [(CARD_BY_NAME[CUT[0]], CARD_BY_NAME[CUT[1]])], act=act)
    for deal in DEALS:
        rubber = record_deal(rubber, deal, act=act)
    return rubber


def _request_draw(club: Club, owner: User) -> DrawRequest:
    """Return a draw that a worker is at for as long as the pictures take, of an event to come."""
    plan = EventPlan(stages=(StagePlan(kind="knockout"),), rules=RULES, lot_seed="Christmas")
    players = list(club.players.filter(name__in=SKILLS).order_by("name"))[:8]
    event = plan_event(club, "Christmas Knockout", plan, players, act=CommandContext(by=owner, key=""))
    until = timezone.now() + timedelta(days=1)
    return DrawRequest.objects.create(
        event=event, stage=1, by=owner, key="pictures", total=9, done=3, attempts=1, claimed_until=until
    )


def _report(club: Club, owner: User) -> Rubber:
    """Return a friendly rubber that Baldwin reported and Orford has not confirmed."""
    day = timezone.localdate().isoformat().replace("-", ".")
    text = f'[EGN "1"]\n[Date "{day}"]\n[A "A"]\n[B "B"]\n[BestOf "3"]\n\nGame 1 #5-3\nGame 2 #5-2\n##2-0\n'
    players = club.players.get(name="Baldwin"), club.players.get(name="Orford")
    act = CommandContext(by=owner, key="")
    return enter_rubber(club, read_one(text), event_name="", players=players, authority="A", act=act)


def _other_result(club: Club) -> str:
    """Return a friendly rubber of the season that another sheet has with the other winner."""
    rubber = club.rubbers.filter(event__name="", state=Rubber.State.CONFIRMED, table="1").latest("pk")
    names = f'[A "{rubber.player_a.name}"]\n[B "{rubber.player_b.name}"]'
    first, second, ending = ("5-2", "5-4", "2-0") if rubber.winner == "B" else ("3-5", "4-5", "0-2")
    return (
        f'[EGN "1"]\n[Club "{club.name}"]\n[Date "{rubber.date}"]\n[Table "1"]\n{names}\n[BestOf "3"]\n'
        f'[Reckoning "treble"]\n\nGame 1 #{first}\nGame 2 #{second}\n##{ending}\n'
    )


def _import(club: Club, owner: User, source: str, *texts: str) -> ImportReport:
    importing = RubberImport(io.BytesIO("\n".join(texts).encode()), source=source, club=club, by=owner)
    list(importing.outcomes())
    return importing.report


def _mistakes(club: Club) -> QuerySet[Decision]:
    """Return the mistakes of the first deals of the club's rubbers, the most costly first."""
    return Decision.objects.filter(review__rubber__club=club, label__in=("mistake", "blunder")).order_by(
        "-equity_loss", "review__rubber_id", "number"
    )


def _rubber_with_mistake(club: Club) -> Rubber:
    """Return the rubber of an event whose first deal has the most costly card."""
    first = _mistakes(club).filter(game=1, deal=1, kind="card").exclude(review__rubber__event__name="")[0]
    return Rubber.objects.get(pk=first.review.rubber_id)


def _answer_exercise(player: Player) -> Exercise:
    """Return an exercise that the player answered wrongly some days ago: to play their own mistake again."""
    names = Q(review__rubber__player_a=player, player="A") | Q(review__rubber__player_b=player, player="B")
    decision = _mistakes(player.club).filter(names, kind="card")[1]
    ago = timezone.now() - timedelta(days=3)
    return Exercise.objects.create(
        player=player,
        rubber=decision.review.rubber,
        game=decision.game,
        deal=decision.deal,
        token=decision.token,
        kind=decision.kind,
        answered=1,
        last_answer=decision.chosen,
        answered_at=ago,
        due_at=ago + timedelta(days=1),
    )


def _invite(club: Club, owner: User) -> Invitation:
    until = timezone.now() + timedelta(days=9)
    ApiToken.objects.create(
        user=owner, name="Spreadsheet", scopes=["read"], token_hash=f"{1:064}", hint="ecarte_x"
    )
    return Invitation.objects.create(club=club, token_hash=f"{1:064}", created_by=owner, expires_at=until)


def _create_webhook(club: Club, owner: User) -> Webhook:
    """Return a webhook with one message that arrived and one that did not. No message is left to be sent."""
    webhook, _secret = create_webhook(club, url="https://1.1.1.1/ecarte", topics=Topic.values, by=owner)
    done, failed = send_test(webhook), send_test(webhook)
    now = timezone.now()
    state = Delivery.State
    Delivery.objects.filter(pk=done.pk).update(
        state=state.DELIVERED, attempts=1, status=204, problem="", finished_at=now
    )
    Delivery.objects.filter(pk=failed.pk).update(
        state=state.GIVEN_UP, attempts=9, status=503, problem="The answer was 503.", finished_at=now
    )
    webhook.url = "https://bot.example/ecarte"
    webhook.kinds = []
    webhook.save(update_fields=["url", "kinds"])
    return webhook


def sign_in(evening: Evening) -> dict[str, Viewer]:
    """Return the viewers by name: the owner, a player who is a member, and a visitor without an account."""
    owner, player = (
        Viewer(
            name,
            (
                (settings.SESSION_COOKIE_NAME, client_of(user).cookies[settings.SESSION_COOKIE_NAME].value),
                (settings.CSRF_COOKIE_NAME, FORM_TOKEN),
            ),
        )
        for name, user in (("owner", evening.scene.owner), ("player", evening.player))
    )
    return {each.name: each for each in (owner, player, Viewer("visitor"))}
