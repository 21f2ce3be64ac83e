"""The service's settings with claims that expire, and sweeps that run, before a test's timeout.

``TEST_CLAIM_SECONDS`` in the environment sets the length of a review's claim, for tests in which none may expire.
"""

import os

from ecarte_site.settings import *  # noqa: F403

REVIEW_CLAIM_SECONDS = int(os.environ.get("TEST_CLAIM_SECONDS", "2"))
UPLOAD_CLAIM_SECONDS = 5
SWEEP_EVERY_SECONDS = 3.0
