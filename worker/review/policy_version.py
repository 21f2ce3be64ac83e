"""The versions of the policies on which the values of choices before the play depend.

The versions have their own module, so that pages can import them without loading the policies.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from scoring.record import Variant

POLICY_VERSION: Final = "2"
"""The version of the policy of reviews: first calls at the equilibrium, everything later by thresholds."""

THRESHOLDS_VERSION: Final = "1"
"""The version of the policy whose calls all follow thresholds (``worker.review.policy``)."""

OFFER_POLICY_VERSION: Final = "triomphe 1"
"""The version of La Triomphe's policy (``worker.review.offer_policy``)."""

POLICY_VERSIONS: Final[Mapping[Variant, str]] = {"ecarte": POLICY_VERSION, "triomphe": OFFER_POLICY_VERSION}
