"""The versions of the policies that values before the play stand on; apart, so that pages may read them cheaply."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from scoring.record import Variant

POLICY_VERSION: Final = "1"

OFFER_POLICY_VERSION: Final = "triomphe 1"
"""La Triomphe's (``worker.review.offer_policy``)."""

POLICY_VERSIONS: Final[Mapping[Variant, str]] = {"ecarte": POLICY_VERSION, "triomphe": OFFER_POLICY_VERSION}
