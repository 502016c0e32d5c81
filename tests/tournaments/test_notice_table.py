"""Every action of the log: who is told of it and in which kind of message, or that nobody is.

The tables are what directors and players may expect; a new action has to be put in one of them.
"""

import pytest

from tournaments.selectors.log_sentences import CLAIMED, REOPENED_LATE, SENTENCES, VOIDED_OPEN
from tournaments.selectors.notice_kinds import SEATED, TELLINGS, UNPLAYED, UNSEATED, telling_of

PLAYERS, STAFF, ENTRANTS = ("players",), ("staff",), ("entrants",)
BOTH = ("players", "staff")

TOLD = {
    # A table, a round, an answer that is wanted.
    "match.called": ("call", PLAYERS),
    "match.moved": ("call", PLAYERS),
    UNSEATED: ("call", PLAYERS),
    "break.granted": ("call", PLAYERS),
    "break.refused": ("call", PLAYERS),
    "break.over": ("call", ENTRANTS),
    SEATED: ("call", ("opponent",)),
    "draw.published": ("round", ENTRANTS),
    "round.published": ("round", ("paired",)),
    "result.reported": ("confirm", ("opponent",)),
    # What became of a match, where the two did not just agree on it.
    "result.disputed": ("result", BOTH),
    "result.confirmed_by_silence": ("result", PLAYERS),
    "result.settled": ("result", PLAYERS),
    "result.corrected": ("result", PLAYERS),
    "result.reopened": ("result", PLAYERS),
    "result.restored": ("result", PLAYERS),
    "result.carried": ("result", PLAYERS),
    UNPLAYED: ("result", PLAYERS),
    "match.given": ("result", PLAYERS),
    "match.ungiven": ("result", PLAYERS),
    "match.voided": ("result", PLAYERS),
    # Days to play by.
    "match.date.changed": ("play_by", PLAYERS),
    "ladder.challenged": ("play_by", PLAYERS),
    "round.reminder": ("play_by", ENTRANTS),
    "round.overdue": ("play_by", ("entrants", "staff")),
    "round.slot_assigned": ("play_by", ENTRANTS),
    # What costs something.
    "late.point": ("penalty", PLAYERS),
    "late.clock": ("penalty", PLAYERS),
    "late.forfeit": ("penalty", PLAYERS),
    "late.noted": ("penalty", BOTH),
    "late.both": ("penalty", BOTH),
    "late.excused": ("penalty", PLAYERS),
    "late.unexcused": ("penalty", PLAYERS),
    "penalty.added": ("penalty", PLAYERS),
    "penalty.removed": ("penalty", PLAYERS),
    "penalty.kept": ("penalty", PLAYERS),
    "penalty.forfeit": ("penalty", PLAYERS),
    "clock.lost": ("penalty", PLAYERS),
    "clock.changed": ("penalty", PLAYERS),
    # Rulings.
    "ruling.made": ("ruling", PLAYERS),
    "ruling.amended": ("ruling", PLAYERS),
    "ruling.withdrawn": ("ruling", PLAYERS),
    "ruling.restored": ("ruling", PLAYERS),
    "ruling.appealed": ("ruling", BOTH),
    "appeal.decided": ("ruling", PLAYERS),
    "appeal.lapsed": ("ruling", PLAYERS),
    "sanction.given": ("ruling", ("players", "sanctioned")),
    "sanction.withdrawn": ("ruling", ("players", "sanctioned")),
    "entry.disqualified": ("ruling", ("entry",)),
    "entry.requalified": ("ruling", ("entry",)),
    # Somebody needs a director.
    "director.called": ("desk", STAFF),
    "dispute.unanswered": ("desk", STAFF),
    "clock.flagged": ("desk", STAFF),
    "appeal.overdue": ("desk", STAFF),
    # News.
    "entries.closed": ("news", ENTRANTS),
    "checkin.closed": ("news", ENTRANTS),
    "tournament.changed": ("news", ("everybody",)),
    "match.rules.changed": ("news", PLAYERS),
}

# Of what concerns players, they did it themselves, they stand there, or another line says it.
QUIET = {
    "at the table": "match.present match.absent match.started break.asked break.begun "
    "director.settled director.taken director.closed director.over director.reopened live.begun "
    "live.joined live.acted live.void_roll live.award live.draw live.set_begun live.set_over "
    "result.played "
    "sheet.written sheet.removed sheet.set_written sheet.set_removed",
    "at the clock": "clock.set_up clock.confirmed clock.started clock.stopped clock.resumed "
    "clock.overtime clock.unflagged clock.reopened clock.demanded clock.scored clock.contested "
    "clock.game_lost clock.renewed",
    "by penalty.added": "clock.penalty sanction.applied",
    "by their own word or at the desk": "result.confirmed result.entered",
    "by sanction.given and sanction.withdrawn": "sanction.given_everywhere "
    "sanction.withdrawn_everywhere",
    "by ruling.made": "ruling.final",
    "by the matches": "draw.unpublished round.taken_back rules.applied tie.decided tie.reopened "
    "ladder.unplayed ladder.called_off play_off.entered play_off.removed event.finished "
    "event.resumed event.undone",
    "by whom it is about": "entry.added entry.changed entry.removed entry.members entry.present "
    "entry.absent entry.late entry.added_late entry.left entry.returned entry.withdrawn "
    "entry.reinstated entry.away entry.here lineup.changed ladder.joined ladder.returned "
    "ladder.left contact.given contact.confirmed contact.changed contact.stopped contact.removed "
    "notice.resent pass.renewed",
    "work of the desk": "tournament.created event.created event.imported event.changed "
    "following.made following.entered following.refreshed entries.opened draw.drafted "
    "draw.discarded draw.swap draw.move_bye round.drafted round.discarded round.altered "
    "rules.changed stage.rules.changed rounds.changed round_lengths.changed pairs.changed "
    "ladder.opened ladder.closed ladder.reopened season.created committee.drawn_up staff.invited "
    "staff.removed record.imported record.sides record.returned record.removed record.disagrees "
    "record.analysed record.analysis_asked record.not_analysed record.set comment.removed watching.changed "
    "match.watching.changed",
}


@pytest.mark.parametrize("case", sorted(TOLD))
def test_of_each_of_these_the_right_ones_are_told_in_the_right_kind_of_message(case: str) -> None:
    telling = TELLINGS[case]
    assert (telling.kind.code, tuple(whom.value for whom in telling.whom)) == TOLD[case]


def test_no_action_of_the_log_is_forgotten_here() -> None:
    quiet = {action for actions in QUIET.values() for action in actions.split()}
    cases = {CLAIMED, VOIDED_OPEN, REOPENED_LATE}
    money = {action for action in SENTENCES if action.startswith("money.")}
    assert set(TELLINGS) == set(TOLD)
    assert quiet.isdisjoint(TOLD)
    actions = set(TOLD) - {UNSEATED, UNPLAYED}
    assert set(SENTENCES) - cases - money == quiet | actions


@pytest.mark.parametrize(
    ("outcome", "is_told"), [("played", False), ("walkover", True), ("double_forfeit", True)]
)
def test_a_result_that_is_entered_is_told_where_nobody_played(outcome: str, is_told: bool) -> None:
    assert (telling_of("result.entered", {"outcome": outcome}) is not None) == is_told
