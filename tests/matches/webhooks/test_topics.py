"""Topics and reasons for stopping are in one list each, and every other list has all of them."""

from __future__ import annotations

from pathlib import Path

from matches.models.webhooks import StopReason, Topic
from matches.pages.log.log_words_people import WEBHOOK_STOPPED
from matches.pages.templatetags.webhooks import STOPPED
from matches.webhooks import publish


def test_every_topic_is_published() -> None:
    source = Path(publish.__file__).read_text(encoding="utf-8")
    published = {topic for topic in Topic if f"Topic.{topic.name}" in source}
    assert published == set(Topic), (
        "publish each Topic (matches/models/webhooks.py) in matches/webhooks/publish.py"
    )


def test_every_reason_for_stopping_has_its_words() -> None:
    assert set(STOPPED) == set(StopReason), (
        "STOPPED has the page's words for each StopReason: matches/pages/templatetags/webhooks.py"
    )
    # The log has a stop by hand as a change of the webhook.
    assert set(WEBHOOK_STOPPED) == {*StopReason} - {StopReason.BY_HAND}, (
        "WEBHOOK_STOPPED has the log's words for each StopReason: matches/pages/log/log_words_people.py"
    )
