"""The rules of the old treatise, by code."""

from __future__ import annotations

from typing import Final

from worker.review.treatise.play_rules import PLAY_RULES
from worker.review.treatise.proposal_rules import PROPOSAL_RULES
from worker.review.treatise.reply_rules import REPLY_RULES
from worker.review.treatise.rule import Rule

RULES: Final[dict[str, Rule]] = {rule.code: rule for rule in (*PROPOSAL_RULES, *REPLY_RULES, *PLAY_RULES)}
