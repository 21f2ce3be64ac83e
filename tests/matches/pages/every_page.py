"""Every page of the site, by the name of its address: one club with as many rows of everything as a test asks for.

``addresses(scene)`` has an entry for each named address that answers a GET with a page; ``NO_PAGES`` are those that do
not, and why. A test compares both with the site's own list, so that a new page can't be forgotten here.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from matches.events.current_state import event_state
from matches.events.record_facts import NewFact, record_facts
from matches.events.results import WrittenResult, enter_results
from matches.events.set_up import plan_event
from matches.events.write_standings import write_standings
from matches.exchange.imports.import_rubbers import RubberImport
from matches.figures.write_honours import write_honours
from matches.models import (
    ApiToken,
    Club,
    Conflict,
    Delivery,
    DrawRequest,
    Event,
    Exercise,
    HeldText,
    HonourBasis,
    ImportReport,
    Invitation,
    Membership,
    Player,
    Rating,
    Rubber,
    Sitting,
    TableLink,
    User,
    Webhook,
)
from matches.pads.table_links import make_link
from matches.rubbers.commands import Act, open_rubber, record_deal
from matches.rules.events.draw import draw_next
from matches.rules.events.plan import EventPlan, StagePlan
from matches.sittings.current_state import sitting_state
from matches.sittings.games import begin_game, say_who_won
from matches.sittings.open_sitting import NewSitting, open_sitting
from matches.sittings.record_facts import put_down
from matches.webhooks.manage_webhooks import WEBHOOKS_A_CLUB, make_webhook
from matches.webhooks.messages import KINDS
from matches.webhooks.replays import try_webhook
from scoring.notation import read_one
from tests.matches.files import LATE_KING, other_result, rubber_text
from tests.matches.pages.records import FIRST_LEAD, review
from worker.ratings.weeks import A_WEEK, week_of

UNREADABLE: Final = "1. A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S HX =B5 (0-3)"
SEASON: Final = 2026
NO_PAGES: Final = {
    "web:rubber_egn": "a file",
    "web:rubber_review_egn": "a file",
    "web:club_egn": "a file",
    "web:player_csv": "a file",
    "web:pair_csv": "a file",
    "web:club_csv": "a file",
    "web:event_csv": "a file",
    "web:event_file": "a file",
    "web:event_schema": "a file",
    "web:export_account": "a file",
    "web:export_person": "a file",
    "web:open_invitation": "leads to web:invitation",
    "web:open_password_link": "leads to web:set_password",
    "web:invitation": "for who came by such a link",
    "web:revoke_invitation": "takes a POST",
    "web:delete_export": "takes a POST",
    "web:change_role": "takes a POST",
    "web:rename_player": "takes a POST",
    "web:password_link": "takes a POST",
    "web:share_reviews": "takes a POST",
    "web:dismiss_held": "takes a POST",
    "web:undo_deal": "takes a POST",
    "web:event_print_pdf": "a file",
    "web:embed_standings": "for other sites' frames: of a public club alone",
    "web:embed_standings_json": "an answer to a script",
    "web:revoke_token": "takes a POST",
    "web:change_webhook": "takes a POST",
    "web:act_on_webhook": "takes a POST",
    "web:replay_webhook": "takes a POST",
    "web:replay_delivery": "takes a POST",
    "web:sitting_pad": "leads to web:pad",
    "web:pad_worker": "a script",
    "web:pad_script": "a script",
    "web:pad_style": "a file",
    "web:pad_tables": "a file",
    "web:pad_manifest": "a file",
    "web:pad_state": "an answer to a script",
    "web:pad_ticket": "an answer to a script",
    "web:sitting_ticket": "an answer to a script",
    "web:live_ticket": "an answer to a script",
    "web:pad_entries": "takes a POST",
    "web:pad_board": "takes a POST",
    "web:pad_settle": "takes a POST",
    "web:pad_pass": "takes a POST",
    "set_language": "takes a POST",
    "mfa_deactivate_totp": "for who has a second step",
    "web:second_step_off": "for who has a second step",
    "mfa_view_recovery_codes": "for who has a second step",
    "mfa_download_recovery_codes": "a file",
}


@dataclass(frozen=True, slots=True)
class Scene:
    """A club and one of each thing that a page may be about; ``owner`` may open them all.

    ``planned`` is a Swiss with everybody entered and a round drawn, ``bracket`` a knockout; ``draw`` is asked for.
    """

    club: Club
    owner: User
    event: Event
    planned: Event
    bracket: Event
    draw: DrawRequest
    sitting: Sitting
    rubber: Rubber
    draft: Rubber
    live: Rubber
    reported: Rubber
    disputed: Rubber
    conflict: Conflict
    held: HeldText
    report: ImportReport
    guest: Player
    member: Player
    own: Player
    exercise: Exercise
    invitation: Invitation
    link: TableLink
    webhook: Webhook
    delivery: Delivery


def make_scene(rows: int, *, slug: str = "portland") -> Scene:
    """A club with ``rows`` of whatever pages list."""
    club = Club.objects.create(slug=slug, name=slug.title(), time_zone="Europe/London", is_public=False)
    owner = User.objects.create_superuser("owner@example.org", "a long pass phrase", name="Owner")
    player = Player.objects.create(club=club, user=owner, name="Orford")
    Membership.objects.create(club=club, player=player, role=Membership.Role.OWNER)
    _add_members(club, rows)
    report = _import(club, owner, *_texts(rows))
    for number in range(rows):
        ImportReport.objects.create(club=club, source=f"evening {number}.egn", by=owner)
    cup = Event.objects.get(club=club, name="Autumn Cup")
    write_standings(cup.pk)
    played = list(Rubber.objects.filter(event=cup, state=Rubber.State.CONFIRMED).order_by("pk"))
    for rubber in played[: 2 * rows]:
        review(rubber, [{}])
    Player.objects.filter(pk=played[0].player_a_id).update(shares_reviews=True)
    others = list(Rubber.objects.filter(club=club).exclude(event=cup).order_by("pk"))
    planned = _drawn(club, owner, rows, "Nations Cup", StagePlan(kind="swiss", rounds=9))
    by_event = {
        name: [each for each in others if each.event.name == name] for name in ("Reported", "Disputed")
    }
    for name, state in (("Reported", Rubber.State.REPORTED), ("Disputed", Rubber.State.DISPUTED)):
        keys = [each.pk for each in by_event[name]]
        Rubber.objects.filter(pk__in=keys).update(state=state, reported_by="A")
    _rate(club, rows)
    _honour(club, rows)
    return Scene(
        club=club,
        owner=owner,
        event=cup,
        planned=planned,
        bracket=_drawn(club, owner, rows, "Portland Cup", StagePlan(kind="knockout")),
        draw=DrawRequest.objects.create(event=planned, stage=1, by=owner, key="asked", total=9, done=3),
        sitting=_sitting(club, owner, rows),
        rubber=played[0],
        draft=Rubber.objects.filter(club=club, state=Rubber.State.DRAFT)[0],
        live=_live(club, owner),
        reported=Rubber.objects.filter(club=club, state=Rubber.State.REPORTED)[0],
        disputed=Rubber.objects.filter(club=club, state=Rubber.State.DISPUTED)[0],
        conflict=Conflict.objects.filter(rubber__club=club)[0],
        held=HeldText.objects.filter(club=club)[0],
        report=report,
        guest=Player.objects.get(club=club, name="Guest 0"),
        member=Player.objects.get(club=club, name="Member 0"),
        own=player,
        exercise=_exercise(player, played[0]),
        invitation=_invite(club, owner, rows),
        link=make_link(played[0], by=owner).link,
        webhook=(hook := _webhooks(club, owner, rows)),
        delivery=hook.deliveries.earliest("pk"),
    )


def _add_members(club: Club, rows: int) -> None:
    users = User.objects.bulk_create(User(email=f"member{number}@example.org") for number in range(rows))
    players = Player.objects.bulk_create(
        Player(club=club, user=user, name=f"Member {number}") for number, user in enumerate(users)
    )
    Membership.objects.bulk_create(Membership(club=club, player=player) for player in players)


def _honour(club: Club, rows: int) -> None:
    """What was played is of one season, and there are others before it."""
    Rubber.objects.filter(club=club).update(date=f"{SEASON}.11.14")
    write_honours(club.pk)
    HonourBasis.objects.bulk_create(
        HonourBasis(club=club, season=SEASON - number, rubbers=number) for number in range(1, rows)
    )


def _rate(club: Club, rows: int) -> None:
    """Whoever is on the list by now was rated in so many weeks."""
    strength = {"rating": 1510, "deviation": 22, "volatility": 0.005, "games": 9, "won": 5, "expected": 4.6}
    weeks = [week_of(timezone.localdate()) - number * A_WEEK for number in range(rows)]
    Rating.objects.bulk_create(
        Rating(club=club, player=player, week=week, **strength)
        for player in club.players.all()
        for week in weeks
    )


def _texts(rows: int) -> Iterator[str]:
    for number in range(rows):
        guest, table = f"Guest {number}", f'[Table "{number}"]'
        played = rubber_text(guest, "Orford", event="Autumn Cup", tags=[table])
        yield played
        yield other_result(played)
        yield rubber_text(guest, "Baldwin", event=f"Cup {number}")
        yield rubber_text(guest, "Baldwin", event="Autumn Cup", tags=[table], deals=[LATE_KING])
        yield rubber_text(guest, "Baldwin", event="Unreadable", tags=[table], deals=[UNREADABLE])
        yield rubber_text(guest, "Orford", event="Reported", tags=[table])
        yield rubber_text(guest, "Orford", event="Disputed", tags=[table])


def _import(club: Club, owner: User, *texts: str) -> ImportReport:
    """The report on the first of two files; the second has other results for the rubbers of the first."""
    conflicting = [text for text in texts if "\nGame 1 #" in text]
    lots = [[text for text in texts if text not in conflicting], conflicting]
    reports = []
    for lot in lots:
        stream = io.BytesIO("\n".join(lot).encode())
        importing = RubberImport(stream, source="evening.egn", club=club, by=owner)
        list(importing.outcomes())
        reports.append(importing.report)
    return reports[0]


def _live(club: Club, owner: User) -> Rubber:
    players = (Player.objects.get(club=club, name="Orford"), Player.objects.get(club=club, name="Baldwin"))
    text = '[EGN "1"]\n[A "A"]\n[B "B"]\n'
    act = Act(by=owner, key="")
    rubber = open_rubber(club, read_one(text), event_name="Tonight", players=players, act=act)
    return record_deal(rubber, "A S =B", act=act)


def _drawn(club: Club, owner: User, rows: int, name: str, stage: StagePlan) -> Event:
    """An event of as many players, and half as many pairs that are not to meet, with the first results."""
    plan = EventPlan(stages=(stage,), check_in=True, lot_seed="s")
    players = list(Player.objects.filter(club=club, name__startswith="Guest ").order_by("pk")[:rows])
    act = Act(by=owner, key="")
    event = plan_event(club, name, plan, players, act=act)
    ids = [player.public_id for player in players]
    pairs = [list(pair) for pair in zip(ids[::2], ids[1::2], strict=False)]
    facts: list[NewFact] = [("checked_in", {"player": player}) for player in ids]
    record_facts(event, [*facts, ("forbidden", {"pairs": pairs})], act=act)
    state = event_state(event)
    record_facts(event, [("drawn", draw_next(state, 1)), ("released", {"stage": 1, "round": 1})], act=act)
    results = {(1, 1, number): WrittenResult(games_won=(2, 1)) for number in (1, 2)}
    enter_results(event, results, word="final", act=act)
    return Event.objects.get(pk=event.pk)


def _sitting(club: Club, owner: User, rows: int) -> Sitting:
    """A French table of so many, as far as one evening has room for them, with as many games; the next is staked on."""
    rows = min(rows, 30)
    names = tuple(Player.objects.filter(club=club, name__startswith="Guest ").values_list("name", flat=True))
    names = (*names[:rows], "Orford", "Baldwin")
    act = Act(by=owner, key="")
    said = NewSitting(kind="french", name="Corner", terms={"least": 100}, names=names)
    sitting = open_sitting(club, said, act=act)
    for number in range(rows + 1):
        seats = sitting_state(sitting).seats
        for player in seats:
            put_down(sitting, "bet", {"player": player, "on": player, "amount": 100 + number}, act=act)
        if number < rows:
            begin_game(sitting, act=act)
            say_who_won(sitting, number + 1, "A", act=act)
    return sitting


def _exercise(player: Player, rubber: Rubber) -> Exercise:
    """Of a decision that ``review`` gave him, answered once and due again."""
    now = timezone.now()
    return Exercise.objects.create(
        player=player,
        rubber=rubber,
        game=1,
        deal=1,
        token=FIRST_LEAD + 4,
        kind="card",
        answered=1,
        last_answer="D8",
        answered_at=now,
        due_at=now,
    )


def _invite(club: Club, owner: User, rows: int) -> Invitation:
    until = timezone.now() + timedelta(days=9)
    made = Invitation.objects.bulk_create(
        Invitation(club=club, token_hash=f"{number:064}", created_by=owner, expires_at=until)
        for number in range(rows)
    )
    ApiToken.objects.bulk_create(
        ApiToken(user=owner, name="Spreadsheet", scopes=["read"], token_hash=f"{number:064}", hint="ecarte_x")
        for number in range(rows)
    )
    return made[0]


def _webhooks(club: Club, owner: User, rows: int) -> Webhook:
    """As many as a club may have, the first with ``rows`` trials: one taken, one that failed, others that wait."""
    hook, *_others = [
        make_webhook(club, url=f"https://1.1.1.1/{number}", kinds=KINDS, by=owner)[0]
        for number in range(min(rows, WEBHOOKS_A_CLUB - 1))
    ]
    taken, *others = [try_webhook(hook) for _ in range(rows)]
    Delivery.objects.filter(webhook=hook).update(state=Delivery.State.WAITING, finished_at=None)
    done = {"state": Delivery.State.DELIVERED, "attempts": 1, "status": 204, "finished_at": timezone.now()}
    Delivery.objects.filter(pk=taken.pk).update(**done)
    problem = "The answer was 503."
    Delivery.objects.filter(pk__in=[each.pk for each in others[:1]]).update(
        attempts=2, status=503, problem=problem
    )
    return hook


def named_pages() -> dict[str, URLPattern]:
    """Every named address of the site that answers with a page, by name; the administration and the API apart."""
    return {name: pattern for name, pattern in _walk(get_resolver()) if name not in NO_PAGES}


def _walk(resolver: URLResolver, space: str = "") -> Iterator[tuple[str, URLPattern]]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            if pattern.name:
                yield space + pattern.name, pattern
        elif pattern.namespace not in ("admin", "api"):
            yield from _walk(pattern, f"{pattern.namespace}:" if pattern.namespace else space)


def addresses(scene: Scene) -> dict[str, str]:
    """An address for each of ``named_pages``."""
    found = {}
    for name, pattern in named_pages().items():
        wanted = pattern.pattern.regex.groupindex
        found[name] = reverse(
            name, kwargs={argument: _argument(name, argument)(scene) for argument in wanted}
        )
    return found


def _argument(name: str, argument: str) -> Callable[[Scene], object]:
    if (name, argument) in ARGUMENTS:
        return ARGUMENTS[name, argument]
    if name.startswith("web:event_") and argument == "public_id":
        return lambda scene: scene.planned.public_id
    return ARGUMENTS["", argument]


ARGUMENTS: Final[dict[tuple[str, str], Callable[[Scene], object]]] = {
    ("", "public_id"): lambda scene: scene.rubber.public_id,
    ("", "slug"): lambda scene: scene.club.slug,
    ("", "webhook_id"): lambda scene: scene.webhook.public_id,
    ("", "game"): lambda scene: 1,
    ("", "deal"): lambda scene: 1,
    ("", "version"): lambda scene: 1,
    ("web:guide_part", "part"): lambda scene: "forms",
    ("web:reference_part", "part"): lambda scene: "rubbers",
    ("web:reference_shapes", "part"): lambda scene: "rubbers",
    ("", "stage"): lambda scene: 1,
    ("", "year"): lambda scene: SEASON,
    ("", "round_number"): lambda scene: 1,
    ("web:event_correct_award", "number"): lambda scene: 1,
    ("web:event_correct", "rubber"): lambda scene: scene.planned.rubbers.earliest("pk").public_id,
    ("", "what"): lambda scene: "draw",
    ("web:event_bracket", "public_id"): lambda scene: scene.bracket.public_id,
    ("web:event_round", "number"): lambda scene: 1,
    ("web:event_results", "number"): lambda scene: 1,
    ("web:event_entrant", "player"): lambda scene: scene.guest.public_id,
    ("web:event_drawing", "request_id"): lambda scene: scene.draw.public_id,
    ("", "number"): lambda scene: 13,
    ("web:sitting", "public_id"): lambda scene: scene.sitting.public_id,
    ("web:sitting_game", "public_id"): lambda scene: scene.sitting.public_id,
    ("web:sitting_game", "number"): lambda scene: 1,
    ("web:sitting_ledger", "public_id"): lambda scene: scene.sitting.public_id,
    ("web:sitting_history", "public_id"): lambda scene: scene.sitting.public_id,
    ("web:sitting_links", "public_id"): lambda scene: scene.sitting.public_id,
    ("account_confirm_email", "key"): lambda scene: "outworn",
    ("account_reset_password_from_key", "uidb36"): lambda scene: user_pk_to_url_str(scene.owner),
    ("account_reset_password_from_key", "key"): lambda scene: default_token_generator.make_token(scene.owner),
    ("web:event", "public_id"): lambda scene: scene.event.public_id,
    ("web:rename_event", "public_id"): lambda scene: scene.event.public_id,
    ("web:player", "public_id"): lambda scene: scene.guest.public_id,
    ("", "figure"): lambda scene: "trebles_won",
    ("", "part"): lambda scene: "among",
    ("", "opponent"): lambda scene: scene.guest.public_id,
    ("web:player_figures", "public_id"): lambda scene: scene.own.public_id,
    ("web:player_behind", "public_id"): lambda scene: scene.own.public_id,
    ("web:player_players", "public_id"): lambda scene: scene.own.public_id,
    ("web:pair_figures", "public_id"): lambda scene: scene.own.public_id,
    ("web:pair_behind", "public_id"): lambda scene: scene.own.public_id,
    ("web:event_figures", "public_id"): lambda scene: scene.event.public_id,
    ("web:event_behind", "public_id"): lambda scene: scene.event.public_id,
    ("web:event_players", "public_id"): lambda scene: scene.event.public_id,
    ("web:player_rating", "public_id"): lambda scene: scene.own.public_id,
    ("web:old_hand", "number"): lambda scene: 1,
    ("web:player_review", "public_id"): lambda scene: scene.guest.public_id,
    ("web:trainer", "public_id"): lambda scene: scene.own.public_id,
    ("web:trainer_answer", "public_id"): lambda scene: scene.own.public_id,
    ("web:trainer_answer", "number"): lambda scene: scene.exercise.pk,
    ("web:person", "public_id"): lambda scene: scene.member.public_id,
    ("web:change_role", "public_id"): lambda scene: scene.member.public_id,
    ("web:rename_player", "public_id"): lambda scene: scene.guest.public_id,
    ("web:end_membership", "public_id"): lambda scene: scene.member.public_id,
    ("web:merge_players", "public_id"): lambda scene: scene.guest.public_id,
    ("web:erase_person", "public_id"): lambda scene: scene.guest.public_id,
    ("web:conflict", "public_id"): lambda scene: scene.conflict.public_id,
    ("web:held", "public_id"): lambda scene: scene.held.public_id,
    ("web:import", "public_id"): lambda scene: scene.report.public_id,
    ("web:enter_deal", "public_id"): lambda scene: scene.live.public_id,
    ("web:pad", "public_id"): lambda scene: scene.live.public_id,
    ("web:pad_book", "public_id"): lambda scene: scene.live.public_id,
    ("web:table_links", "public_id"): lambda scene: scene.live.public_id,
    ("web:close_rubber", "public_id"): lambda scene: scene.live.public_id,
    ("web:confirm_rubber", "public_id"): lambda scene: scene.reported.public_id,
    ("web:dispute_rubber", "public_id"): lambda scene: scene.reported.public_id,
    ("web:correct_rubber", "public_id"): lambda scene: scene.draft.public_id,
}
"""What an argument of an address is, by the address's name and the argument's; under no name, of any other address."""
