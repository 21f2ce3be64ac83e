"""The version of the policy that values before the play stand on; apart, so that pages may read it cheaply."""

from __future__ import annotations

from typing import Final

POLICY_VERSION: Final = "1"
