"""Every page of the site by URL name, for one club with ``rows`` of everything.

``addresses(scene)`` has an entry for each named URL that answers a GET with a page. ``NO_PAGES`` has the
others, with their reasons. A test compares both with the site's own list, so that a new page can't be
forgotten here.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from operator import attrgetter
from typing import Final

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from matches.events.event_state import event_state
from matches.events.plan_event import plan_event
from matches.events.record_facts import NewFact, record_facts
from matches.events.results import WrittenResult, enter_results
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
from matches.models.webhooks import Topic
from matches.pads.table_links import make_link
from matches.rubbers.change_rubbers import CommandContext, open_rubber, record_deal
from matches.rules.events.draw import draw_next
from matches.rules.events.plan import EventPlan, StagePlan
from matches.sittings.games import begin_game, record_winner
from matches.sittings.record_facts import NewSitting, open_sitting, record_sitting_fact
from matches.sittings.sitting_state import sitting_state
from matches.webhooks.manage_webhooks import MAX_WEBHOOKS, create_webhook, send_test
from scoring.notation import read_one
from tests.matches.files import LATE_KING, other_result, rubber_text
from tests.matches.pages.records import FIRST_LEAD, review
from worker.ratings.weeks import A_WEEK, week_of

UNREADABLE: Final = "1. A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S HX =B5 (0-3)"
SEASON: Final = 2026
NO_PAGES: Final = {
    name: reason
    for reason, names in {
        "a file": """
            web:rubber_egn web:rubber_review_egn web:club_egn web:player_csv web:pair_csv web:club_csv
            web:player_xlsx web:pair_xlsx web:club_xlsx web:event_xlsx
            web:event_csv web:event_file web:event_schema web:export_account web:export_person
            web:event_print_pdf web:pad_style web:pad_tables web:pad_manifest web:score_manifest
            mfa_download_recovery_codes
        """,
        "leads to web:invitation": "web:open_invitation",
        "leads to web:set_password": "web:open_password_link",
        "for who came by such a link": "web:invitation",
        "takes a POST": """
            web:revoke_invitation web:delete_export web:change_role web:rename_player
            web:password_link web:share_reviews web:dismiss_held web:undo_deal web:revoke_token
            web:change_webhook web:act_on_webhook web:replay_webhook web:replay_delivery
            web:pad_entries web:score_egn web:pad_board web:pad_settle web:pad_pass set_language
        """,
        "for other sites' frames: of a public club alone": "web:embed_standings",
        "an answer to a script": """
            web:embed_standings_json web:pad_state web:pad_ticket web:sitting_ticket web:live_ticket
        """,
        "of a demonstration club alone": "web:remove_demonstration",
        "leads to web:pad": "web:sitting_pad",
        "a script": "web:pad_worker web:pad_script web:pad_board_script",
        "for who has a second step": "mfa_deactivate_totp web:second_step_off mfa_view_recovery_codes",
    }.items()
    for name in names.split()
}
"""Every named URL that does not answer a GET with a page, with the reason."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A club and one of each thing that a page may be about. ``owner`` may open every page.

    ``planned`` is a Swiss with every player entered and a round drawn, ``bracket`` a knockout; ``draw`` is
    requested.
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
    held_text: HeldText
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
    planned = _drawn(club, owner, rows, "Nations Cup", StagePlan(kind="swiss", rounds=9))
    for name, state in (("Reported", Rubber.State.REPORTED), ("Disputed", Rubber.State.DISPUTED)):
        Rubber.objects.filter(club=club, event__name=name).update(state=state, reported_by="A")
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
        held_text=HeldText.objects.filter(club=club)[0],
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
    """Store honours for one season with rubbers, and for others before it."""
    Rubber.objects.filter(club=club).update(date=f"{SEASON}.11.14")
    write_honours(club.pk)
    HonourBasis.objects.bulk_create(
        HonourBasis(club=club, season=SEASON - number, rubbers=number) for number in range(1, rows)
    )


def _rate(club: Club, rows: int) -> None:
    """Store ``rows`` weeks of ratings for every player on the list."""
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
    """Return the report on the first of two files. The second has other results for the same rubbers."""
    conflicting = [text for text in texts if "\nGame 1 #" in text]
    reports = []
    for lot in ([text for text in texts if text not in conflicting], conflicting):
        stream = io.BytesIO("\n".join(lot).encode())
        importing = RubberImport(stream, source="evening.egn", club=club, by=owner)
        list(importing.outcomes())
        reports.append(importing.report)
    return reports[0]


def _live(club: Club, owner: User) -> Rubber:
    players = (Player.objects.get(club=club, name="Orford"), Player.objects.get(club=club, name="Baldwin"))
    text = '[EGN "1"]\n[A "A"]\n[B "B"]\n'
    act = CommandContext(by=owner, key="")
    rubber = open_rubber(club, read_one(text), event_name="Tonight", players=players, act=act)
    return record_deal(rubber, "A S =B", act=act)


def _drawn(club: Club, owner: User, rows: int, name: str, stage: StagePlan) -> Event:
    """Return an event with as many players, half as many forbidden pairs, and the first results."""
    plan = EventPlan(stages=(stage,), check_in=True, lot_seed="s")
    players = list(Player.objects.filter(club=club, name__startswith="Guest ").order_by("pk")[:rows])
    act = CommandContext(by=owner, key="")
    event = plan_event(club, name, plan, players, act=act)
    ids = [player.public_id for player in players]
    pairs = [list(pair) for pair in zip(ids[::2], ids[1::2], strict=False)]
    facts: list[NewFact] = [("checked_in", {"player": player}) for player in ids]
    record_facts(event, [*facts, ("forbidden", {"pairs": pairs})], act=act)
    state = event_state(event)
    record_facts(event, [("drawn", draw_next(state, 1)), ("released", {"stage": 1, "round": 1})], act=act)
    results = {(1, 1, number): WrittenResult(games_won=(2, 1)) for number in (1, 2)}
    enter_results(event, results, authority="final", act=act)
    return Event.objects.get(pk=event.pk)


def _sitting(club: Club, owner: User, rows: int) -> Sitting:
    """Return a French table with as many players as one evening allows and as many games, and bets on the next."""
    rows = min(rows, 30)
    guests = Player.objects.filter(club=club, name__startswith="Guest ").values_list("name", flat=True)
    names = (*guests[:rows], "Orford", "Baldwin")
    act = CommandContext(by=owner, key="")
    new_sitting = NewSitting(kind="french", name="Corner", terms={"least": 100}, names=names)
    sitting = open_sitting(club, new_sitting, act=act)
    for number in range(rows + 1):
        for player in sitting_state(sitting).seats:
            bet = {"player": player, "on": player, "amount": 100 + number}
            record_sitting_fact(sitting, "bet", bet, act=act)
        if number < rows:
            begin_game(sitting, act=act)
            record_winner(sitting, number + 1, "A", act=act)
    return sitting


def _exercise(player: Player, rubber: Rubber) -> Exercise:
    """Store an exercise of a decision that ``review`` gave the player, answered once and due again."""
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
    """Create ``rows`` webhooks, at most one fewer than a club may have, and return the first.

    It has ``rows`` test deliveries: one is delivered, one has failed attempts, the others wait.
    """
    hook, *_others = [
        create_webhook(club, url=f"https://1.1.1.1/{number}", topics=Topic.values, by=owner)[0]
        for number in range(min(rows, MAX_WEBHOOKS - 1))
    ]
    taken, *others = [send_test(hook) for _ in range(rows)]
    Delivery.objects.filter(webhook=hook).update(state=Delivery.State.WAITING, finished_at=None)
    done = {"state": Delivery.State.DELIVERED, "attempts": 1, "status": 204, "finished_at": timezone.now()}
    Delivery.objects.filter(pk=taken.pk).update(**done)
    failed = {"attempts": 2, "status": 503, "problem": "The answer was 503."}
    Delivery.objects.filter(pk__in=[each.pk for each in others[:1]]).update(**failed)
    return hook


def named_pages() -> dict[str, URLPattern]:
    """Return every named URL that answers with a page, by name, except the admin's and the API's."""
    return {name: pattern for name, pattern in _walk(get_resolver()) if name not in NO_PAGES}


def _walk(resolver: URLResolver, space: str = "") -> Iterator[tuple[str, URLPattern]]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            if pattern.name:
                yield space + pattern.name, pattern
        elif pattern.namespace not in ("admin", "api"):
            yield from _walk(pattern, f"{pattern.namespace}:" if pattern.namespace else space)


def addresses(scene: Scene) -> dict[str, str]:
    return _addresses(scene, named_pages())


def file_addresses(scene: Scene) -> dict[str, str]:
    """Return the addresses that answer a GET with a file, a script, or what a script reads, by URL name."""
    kinds = ("a file", "a script", "an answer to a script")
    named = _walk(get_resolver())
    return _addresses(scene, {name: pattern for name, pattern in named if NO_PAGES.get(name) in kinds})


def _addresses(scene: Scene, patterns: dict[str, URLPattern]) -> dict[str, str]:
    urls = {}
    for name, pattern in patterns.items():
        wanted = pattern.pattern.regex.groupindex
        urls[name] = reverse(name, kwargs={argument: _argument(name, argument)(scene) for argument in wanted})
    return urls


def _argument(name: str, argument: str) -> Callable[[Scene], object]:
    if (name, argument) in ARGUMENTS:
        return ARGUMENTS[name, argument]
    if name.startswith("web:event_") and argument == "public_id":
        return lambda scene: scene.planned.public_id
    return ARGUMENTS["", argument]


PUBLIC_IDS: Final = {
    "bracket": "event_bracket",
    "sitting": "sitting sitting_ticket sitting_game sitting_ledger sitting_history sitting_links",
    "event": "event rename_event event_figures event_behind event_players",
    "guest": "player player_rubbers player_review rename_player merge_players erase_person",
    "own": (
        "player_csv player_xlsx pair_csv pair_xlsx "
        "player_figures player_behind player_players pair_figures pair_behind player_rating trainer "
        "trainer_answer"
    ),
    "member": "person change_role end_membership export_person",
    "conflict": "conflict",
    "held_text": "held",
    "report": "import",
    "live": "enter_deal pad pad_state pad_ticket pad_manifest live_ticket pad_book table_links close_rubber",
    "reported": "confirm_rubber dispute_rubber change_report withdraw_report",
    "draft": "correct_rubber",
}
"""The things of a scene, each with the names of the pages whose ``public_id`` is that of the thing."""
ARGUMENTS: Final[dict[tuple[str, str], Callable[[Scene], object]]] = {
    **{
        (f"web:{name}", "public_id"): attrgetter(f"{thing}.public_id")
        for thing, names in PUBLIC_IDS.items()
        for name in names.split()
    },
    ("", "public_id"): lambda scene: scene.rubber.public_id,
    ("", "slug"): lambda scene: scene.club.slug,
    ("", "webhook_id"): lambda scene: scene.webhook.public_id,
    ("", "game"): lambda scene: 1,
    ("", "deal"): lambda scene: 1,
    ("", "version"): lambda scene: 1,
    ("web:reference_part", "part"): lambda scene: "rubbers",
    ("web:reference_shapes", "part"): lambda scene: "rubbers",
    ("", "stage"): lambda scene: 1,
    ("", "year"): lambda scene: SEASON,
    ("", "round_number"): lambda scene: 1,
    ("web:event_correct_award", "number"): lambda scene: 1,
    ("web:event_correct", "rubber"): lambda scene: scene.planned.rubbers.earliest("pk").public_id,
    ("", "what"): lambda scene: "draw",
    ("web:event_drawing", "public_id"): lambda scene: scene.draw.event.public_id,
    ("web:event_round", "number"): lambda scene: 1,
    ("web:event_results", "number"): lambda scene: 1,
    ("web:event_entrant", "player"): lambda scene: scene.guest.public_id,
    ("web:event_drawing", "request_id"): lambda scene: scene.draw.public_id,
    ("", "number"): lambda scene: 13,
    ("web:sitting_game", "number"): lambda scene: 1,
    ("account_confirm_email", "key"): lambda scene: "outworn",
    ("account_reset_password_from_key", "uidb36"): lambda scene: user_pk_to_url_str(scene.owner),
    ("account_reset_password_from_key", "key"): lambda scene: default_token_generator.make_token(scene.owner),
    ("", "figure"): lambda scene: "trebles_won",
    ("", "part"): lambda scene: "among",
    ("", "opponent"): lambda scene: scene.guest.public_id,
    ("web:old_hand", "number"): lambda scene: 1,
    ("web:try_hand", "number"): lambda scene: 1,
    ("web:trainer_answer", "number"): lambda scene: scene.exercise.pk,
}
"""Values of the arguments of URLs, by URL name and argument. An empty name covers every other URL."""
