"""The Celery tasks of the worker.

A task takes primary keys of database rows, if any, and calls one service function.
The broker may deliver a task twice, or again much later.
"""

from __future__ import annotations

from celery import shared_task

from ecarte_site.watching.signs import note_running
from matches.api.exchange.export_serializers import rubber_record
from matches.common.request_tracing import traced_to
from matches.events import draw as draws
from matches.events import write_standings as standings
from matches.exchange.exports import prepare as exports
from matches.exchange.imports import uploads
from matches.figures import rate_clubs as ratings
from matches.figures import write_honours as honours
from matches.mail import sender as mail
from matches.models.causes import current_request_id
from matches.operations import sweep as sweeping
from matches.reviews import review_rubbers as reviews
from matches.webhooks import sender as webhooks


@shared_task(name="worker.tasks.review_rubbers")
def review_rubbers(rubber_ids: list[int]) -> None:
    if current_request_id():
        reviews.review_rubbers(rubber_ids)
        return
    # One by one: each rubber that the sweep found is traced to the request that caused its review.
    for rubber_id in rubber_ids:
        with traced_to("rubber", rubber_id):
            reviews.review_rubbers([rubber_id])


@shared_task(name="worker.tasks.write_standings")
def write_standings(event_id: int) -> None:
    with traced_to("event", event_id):
        standings.write_standings(event_id)


@shared_task(name="worker.tasks.read_upload")
def read_upload(report_id: int) -> None:
    with traced_to("import", report_id):
        uploads.read_upload(report_id)


@shared_task(name="worker.tasks.make_draw")
def make_draw(request_id: int) -> None:
    with traced_to("draw", request_id):
        draws.make_draw(request_id)


@shared_task(name="worker.tasks.rate_club")
def rate_club(club_id: int) -> None:
    with traced_to("club", club_id):
        ratings.rate_club(club_id)


@shared_task(name="worker.tasks.write_honours")
def write_honours(club_id: int) -> None:
    with traced_to("club", club_id):
        honours.write_honours(club_id)


@shared_task(name="worker.tasks.prepare_export")
def prepare_export(export_id: int) -> None:
    with traced_to("export", export_id):
        exports.prepare_export(export_id, rubber_record)


@shared_task(name="worker.tasks.send_webhooks")
def send_webhooks() -> None:
    webhooks.start_sending()


@shared_task(name="worker.tasks.send_mail")
def send_mail() -> None:
    mail.start_sending()


@shared_task(name="worker.tasks.sweep")
def sweep() -> None:
    sweeping.sweep()
    note_running("sweep")
