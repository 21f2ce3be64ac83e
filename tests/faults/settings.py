"""The service's settings, with claims that run out before a test loses patience."""

from ecarte_site.settings import *  # noqa: F403

REVIEW_CLAIM_SECONDS = 2
