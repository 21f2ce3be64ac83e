"""docs/security.md names tests that there are, and every file of these."""

from __future__ import annotations

import re
from pathlib import Path

from ecarte_site.setup.environment import PROJECT
from matches.api.core.access import SAME_WRONG_TOKEN, WRONG_TOKENS
from matches.api.core.problems import MOST_FAULTS
from matches.pages.accounts.password_tries import (
    TRIES,
    WRONG_FOR_ACCOUNT,
    WRONG_HERE,
    WRONG_IN_BROWSER,
    WRONG_OF_NETWORK,
)
from matches.pages.clubs.links import WRONG_LINKS
from matches.pages.pads.authorize import WRONG_CODES

TEXT = (PROJECT / "docs" / "security.md").read_text(encoding="utf-8")
NAMED = set(re.findall(r"`([\w/]+/test_\w+\.py)`", TEXT))


def test_each_test_that_is_named_is_there() -> None:
    assert len(NAMED) > 20
    assert [name for name in sorted(NAMED) if not (PROJECT / "tests" / name).is_file()] == []


def test_each_of_these_is_named() -> None:
    here = Path(__file__)
    ours = {f"security/{path.name}" for path in here.parent.glob("test_*.py") if path != here}
    assert ours <= NAMED


def test_limits_are_those_of_the_code() -> None:
    docs = " ".join(TEXT.split())
    assert (
        f"{WRONG_TOKENS.most} tokens, {WRONG_LINKS.most} links, {WRONG_CODES.most} codes a minute, "
        f"{SAME_WRONG_TOKEN.most} times the same wrong token" in docs
    )
    assert f"{MOST_FAULTS} faults reported" in docs
    assert (
        f"by account and network: {WRONG_HERE.most} in {WRONG_HERE.seconds // 60} minutes; "
        f"by network {WRONG_OF_NETWORK.most} a minute; by account from all networks together "
        f"{WRONG_FOR_ACCOUNT.most} an hour; {TRIES.most} tries a minute" in docs
    )
    assert (
        f"{WRONG_IN_BROWSER.most} wrong ones in {WRONG_IN_BROWSER.seconds // 60} minutes of its own" in docs
    )
