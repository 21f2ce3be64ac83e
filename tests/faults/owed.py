"""What the service still owes, by its own questions, and without asking anybody to do it.

    python -m tests.faults.owed SECONDS

waits until nothing is owed, or nothing was done for so long, and prints as JSON how many there are left of each kind.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Mapping

from ecarte_site.setup.environment import PROJECT


def left_owed(environment: Mapping[str, str], patience_seconds: float) -> dict[str, int]:
    """What is owed when nothing is any more, or the patience has ended: kinds of which there is something left."""
    result = subprocess.run(
        [sys.executable, "-m", "tests.faults.owed", str(patience_seconds)],
        cwd=PROJECT,
        env=dict(environment),
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    told: dict[str, int] = json.loads(result.stdout.strip().splitlines()[-1])
    return {kind: number for kind, number in told.items() if number}


def main(patience_seconds: float) -> None:
    import django

    django.setup()
    from django.utils import timezone

    from matches.events.draw_requests import draws_to_make
    from matches.events.write_standings import events_owed_standings
    from matches.exchange.imports.uploads import uploads_to_read
    from matches.figures.pending_honours import clubs_to_honour
    from matches.figures.pending_ratings import clubs_owed_ratings
    from matches.models import Delivery, Review
    from matches.reviews.claims import reviews_given_up, rubbers_owed_review

    def owed() -> dict[str, int]:
        return {
            "reviews": rubbers_owed_review().count(),
            "reviews in hand": Review.objects.filter(state=Review.State.CLAIMED).count(),
            "reviews given up": reviews_given_up().count(),
            "standings": events_owed_standings().count(),
            "files": uploads_to_read().count(),
            "draws": draws_to_make().count(),
            "ratings": clubs_owed_ratings().count(),
            "honours": clubs_to_honour(timezone.now()).count(),
            "news": Delivery.objects.filter(state=Delivery.State.WAITING).count(),
        }

    least, deadline = None, time.monotonic() + patience_seconds
    while any((now := owed()).values()) and time.monotonic() < deadline:
        # Whoever gets on with it has time: how much there is to do is no fault.
        if least is None or sum(now.values()) < least:
            least, deadline = sum(now.values()), time.monotonic() + patience_seconds
        time.sleep(0.5)
    print(json.dumps(now))


if __name__ == "__main__":
    main(float(sys.argv[1]))
