"""The table says where each closed set of codes is listed: in the list that decides, and in lists with the same codes.

A list is named by its place, as in ``"STATES, matches/pages/common/results.py"``. Places that share the codes among
them are joined by "or", lists of one module by "|".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Other:
    """A list that has the codes of a set, but for those in ``without``, and besides them those in ``also``."""

    place: str
    without: Iterable[str] = ()
    also: Iterable[str] = ()


LISTS_BY_DECIDER: Final[Mapping[str, list[str | Other]]] = {
    "State, matches/rubbers/states.py": [
        "Rubber.State, matches/models/records.py",
        Other("Before, matches/rubbers/states.py", also=[""]),
        "STATES, matches/pages/common/results.py",
    ],
    "Before, matches/rubbers/states.py": [
        "STATE_NAMES, matches/pages/handbook/roles_and_states.py",
        "MEANINGS, matches/pages/handbook/roles_and_states.py",
    ],
    "RubberKind, matches/rubbers/states.py": [
        "TRANSITIONS, matches/rubbers/states.py",
        "WAYS, matches/pages/handbook/roles_and_states.py",
        "OF_RUBBERS, matches/pages/sittings/records.py or NOT_IN_HISTORY, matches/sittings/queries.py",
        "RUBBER_SENTENCES, matches/pages/log/log_words_rubbers.py",
        "_NOT_FROM_HERE, matches/rubbers/errors.py",
    ],
    "STEPS, matches/api/pads/serializers.py": [
        # The others are single steps, which _told of the same module puts into words.
        Other(
            "_OTHERS, matches/pages/pads/conflict_words.py",
            without=["rubber.cut_recorded", "rubber.deal_recorded", "rubber.deal_undone"],
        ),
    ],
    "Termination, scoring/record.py": [
        "Rubber.Termination, matches/models/records.py",
        "TERMINATIONS, matches/pages/common/results.py",
        "TERMINATIONS, matches/pads/commands.py",
        Other("_TERMINATIONS, scoring/record.py", without=["normal"]),
    ],
    "Depth, scoring/record.py": [
        "Depth, matches/models/records.py",
        "DEPTHS, matches/pages/figures/filters.py",
        Other("DEPTHS, matches/pages/exchange/conflict.py", also=["games"]),
    ],
    "Kind, matches/pads/commands.py": ["_READERS, matches/pads/commands.py"],
    "PadEntry.Outcome, matches/models/pads.py": ["OutcomeName, matches/pads/inbox.py"],
    "PadEntry.Settlement, matches/models/pads.py": [Other("Choice, matches/pads/conflicts.py", without=[""])],
    "LinkCode, matches/pads/table_links.py": [
        # The others are not about the link itself.
        Other(
            "REFUSALS, matches/pages/pads/authorize.py",
            also=["not_admitted", "wrong_table", "too_many"],
        ),
    ],
    "Won, matches/rubbers/deal_from_input.py": ["TRICKS, matches/rubbers/deal_from_input.py"],
    "Problem, matches/rubbers/find_round.py": [
        Other("PROBLEMS, matches/pages/rubbers/entry/round_field.py", without=[""], also=["no_round"]),
    ],
    "Authority, matches/clubs/roles.py": ["SEAT_OF_AUTHORITY, matches/rubbers/enter.py"],
    "Severity, scoring/findings.py": [
        "SEVERITIES, matches/pages/common/game_words.py",
        "SEVERITIES, matches/api/reviews/finding_serializers.py",
        "SEVERITY_LOOKS, matches/pages/rubbers/deal_lines.py",
    ],
    "Variant, scoring/record.py": [
        "VARIANT_TAGS, scoring/record.py",
        "VARIATIONS, scoring/variants/__init__.py",
        "_JUDGE_CALLS, scoring/check_game.py",
        "_WAYS, scoring/calling.py",
        "POLICY_VERSIONS, worker/review/policy_version.py",
        "CHANCES_VERSIONS, worker/review/chances.py",
        "DATA, worker/review/chances.py",
        "Variant, matches/rules/events/plan.py",
        "CURRENT_ENGINES, matches/reviews/claims.py",
        "GAMES, matches/pages/common/game_words.py",
        "ABSENT_GROUPS, matches/rules/figures/figures.py",
    ],
    "Reckoning, scoring/record.py": ["Reckoning, matches/rules/events/plan.py"],
    "Decision.Kind, matches/models/reviews.py": [
        "Kind, worker/review/decision.py",
        "KINDS, matches/pages/reviews/figures.py",
        "KINDS, matches/pages/common/game_words.py",
    ],
    "Decision.Method, matches/models/reviews.py": ["Method, worker/review/decision.py"],
    "Decision.Label, matches/models/reviews.py": [
        "Label, worker/review/labels.py",
        "LABELS, matches/pages/common/game_words.py",
        "LABEL_SIGNS, matches/pages/common/game_words.py",
        "LOOKS, matches/pages/reviews/judgements.py",
        Other("VERDICTS, matches/pages/reviews/verdict.py", also=["best", "equal", "either", "close"]),
        "LABEL_COUNTS, matches/pages/reviews/figures.py",
        "LABEL_HEADS, matches/pages/rubbers/rubber_report.py",
        # An inaccuracy is too slight for a dot in the chart of a rubber.
        Other("DOTTED, matches/pages/rubbers/rubber_chart.py", without=["inaccuracy"]),
    ],
    "Role, matches/clubs/roles.py": [
        Other("Membership.Role, matches/models/people.py", without=["stranger"]),
        "ROLE_NAMES, matches/pages/handbook/roles_and_states.py",
    ],
    "Membership.Role, matches/models/people.py": [
        "BY_RANK, matches/clubs/memberships.py",
        "ROLE_WORDS, matches/pages/clubs/people_forms.py",
    ],
    "Grant, matches/clubs/roles.py": [
        "CELLS, matches/pages/handbook/roles_and_states.py",
        Other(
            "CONDITIONS, matches/pages/handbook/roles_and_states.py",
            without=["Grant.YES", "Grant.NO"],
        ),
    ],
    "Club.Analyses, matches/models/people.py": ["ANALYSES, matches/pages/log/log_words_people.py"],
    "Scope, matches/clubs/api_tokens.py": ["SCOPES, matches/clubs/api_tokens.py"],
    "LimitName, matches/api/core/access.py": ["RATES, matches/api/core/access.py"],
    "StopReason, matches/models/webhooks.py": [
        "STOPPED, matches/pages/templatetags/webhooks.py",
        Other("WEBHOOK_STOPPED, matches/pages/log/log_words_people.py", without=["by_hand"]),
    ],
    "Action, matches/clubs/roles.py": ["_ACTIONS, matches/clubs/roles.py", "_TABLE, matches/clubs/roles.py"],
    "ImportLine.Fate, matches/models/exchange.py": [
        "Fate, matches/exchange/imports/candidates.py",
        "FATES, matches/pages/exchange/imports.py",
        "OUTCOMES, matches/pages/exchange/held_texts.py",
        "FATES, matches/management/commands/import_egn.py",
    ],
    "Reading, matches/exchange/queries.py": [
        "READINGS, matches/api/exchange/import_serializers.py",
        "STATES, matches/pages/exchange/imports.py",
    ],
    "Conflict.Resolution, matches/models/exchange.py": [
        "RESOLUTIONS, matches/api/exchange/settle_serializers.py",
    ],
    "ROW_KINDS, matches/exchange/exports/requests.py": ["HEADS, matches/exchange/exports/writers.py"],
    "HEADS, matches/exchange/exports/writers.py": ["FETCHED, matches/exchange/exports/writers.py"],
    "State, matches/exchange/exports/requests.py": [
        Other("_STATE_WORDS, matches/pages/exchange/exports.py", without=["ready", "failed"]),
    ],
    "Export.Form, matches/models/exchange.py": ["FORMS, matches/exchange/exports/requests.py"],
    "FORMS, matches/exchange/exports/requests.py": [
        Other("WRITERS, matches/exchange/exports/writers.py", without=["xlsx"]),
    ],
    "FACT_KINDS, matches/rules/events/facts.py": [
        Other("DEEDS, matches/pages/events/words.py", also=["opened", "renamed"]),
        "_RULES, matches/rules/events/lifecycle.py",
        "ACTS, matches/pages/handbook/event_chapters.py",
    ],
    "AwardKind, matches/rules/events/facts.py": ["AWARD_SENTENCES, matches/pages/log/log_words_events.py"],
    "STAGE_KINDS, matches/rules/events/plan.py": [
        Other("Stage.Kind, matches/models/events.py", also=["open"]),
        "KINDS, matches/common/round_names.py",
        "DEFAULT_TIE_BREAKS, matches/rules/events/plan.py",
        "STAGE_NAMES, matches/rules/events/draw.py",
        "SETTINGS, matches/pages/events/setup/stage_fields.py",
        "FORMATS, matches/pages/handbook/event_chapters.py",
    ],
    "SEEDINGS, matches/rules/events/plan.py": [
        "SEEDING_WORDS, matches/pages/handbook/event_chapters.py",
        "SEEDING_NAMES, matches/events/words.py",
    ],
    "SCORES, matches/rules/events/plan.py": [
        "SCORE_NAMES, matches/events/words.py",
        "SCORE_WORDS, matches/pages/handbook/standings_chapter.py",
    ],
    "TIE_BREAKS, matches/rules/events/plan.py": [
        Other("SHORT_FIGURE_NAMES, matches/events/words.py", without=["lot"]),
        Other("FIGURE_MEANINGS, matches/events/words.py", without=["lot"]),
        "TIE_BREAK_WORDS, matches/pages/handbook/standings_chapter.py",
    ],
    "RequestedBye, matches/rules/events/plan.py": ["REQUESTED_BYES, matches/events/words.py"],
    "Stage.Phase, matches/models/events.py": [
        "StagePhase, matches/rules/events/state.py",
        "PHASES, matches/events/words.py",
    ],
    "Pairing.Kind, matches/models/events.py": [
        "PairingKind, matches/rules/events/state.py",
        Other("BYES, matches/pages/events/rows.py", without=["rubber"]),
    ],
    "Pairing.DecidedBy, matches/models/events.py": [
        "DecidedBy, matches/rules/events/state.py",
        # The page says the others by outcome_words of the same module.
        Other("DECIDED, matches/pages/events/rows.py", without=["", "rubber", "bye"]),
        Other("DECIDED, matches/rubbers/find_round.py", without=["", "rubber", "bye"]),
    ],
    "Part, matches/rules/events/bracket.py": ["SIDE_OF_PART, matches/pages/events/bracket_tree.py"],
    "Side, matches/pages/events/bracket_tree.py": [
        "SIDES, matches/pages/events/bracket_tree.py",
        "SIDE_NAMES, matches/pages/events/brackets.py",
    ],
    "TaskKind, matches/events/director_tasks.py": ["BUTTONS, matches/pages/home/waiting.py"],
    "_PLAN | _STAGE | _RULES, matches/rules/events/plan_json.py": ["FIELD_NAMES, matches/events/words.py"],
    "SITTING_KINDS, matches/rules/sittings/facts.py": [
        "Sitting.Kind, matches/models/sittings.py",
        "NEW_TABLES, matches/api/sittings/fact_serializers.py",
        "KINDS, matches/sittings/words.py",
    ],
    "CUSTOMS, matches/rules/sittings/facts.py": ["CUSTOMS, matches/sittings/words.py"],
    "SHARINGS, matches/rules/sittings/facts.py": ["SHARINGS, matches/sittings/words.py"],
    "SITTING_FACT_KINDS, matches/rules/sittings/facts.py": [
        "_RULES, matches/rules/sittings/rules.py",
        Other(
            "_HANDLERS | _POOL_HANDLERS | _FRENCH_HANDLERS, matches/rules/sittings/fold.py",
            without=["opened", "undone"],
        ),
        Other("LAST_DONE, matches/sittings/words.py", without=["opened", "undone"]),
        Other(
            "FACTS, matches/api/sittings/fact_serializers.py", without=["opened", "undone"], also=["game_won"]
        ),
    ],
    "FORMS, matches/pages/sittings/act_forms.py": ["_HANDLERS, matches/pages/sittings/run_act.py"],
}
