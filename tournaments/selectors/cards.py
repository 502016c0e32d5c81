"""What a player sees behind the private link: the matches of one person in one tournament."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from django.db.models import Count, F, Q

from matches.models import Deadline, Match
from matches.selectors.live_boards import seats
from matches.services.clock_rules import OPTION, clock_mode
from matches.services.report_rules import report_rules
from matches.services.steps import CONFIRM
from tournaments.models import Event, Fixture, Pass
from tournaments.selectors.beginnings import PenaltyView, penalty_views
from tournaments.selectors.brackets import bracket_name, round_name
from tournaments.selectors.card_views import ALL_TOGETHER, CardEvent, CardMatch, Own
from tournaments.selectors.checkin import takes_check_ins
from tournaments.selectors.fixtures import (
    BOARD_SHOWN_WITH,
    SHOWN_WITH,
    FixtureView,
    fixture_rows,
    fixture_view,
    fixture_views,
    live_reports,
    with_boards,
)
from tournaments.selectors.ladder_pages import card_ladder
from tournaments.selectors.late_holds import lateness_of
from tournaments.selectors.overall import overall
from tournaments.selectors.rests import has_rests, rests_until
from tournaments.selectors.rooms import has_tables
from tournaments.selectors.rulings import (
    call_views,
    open_calls,
    rulings_of_matches,
)
from tournaments.selectors.shapes import is_one_table
from tournaments.selectors.standings import standings


def card(one: Pass) -> list[CardEvent]:
    """The player's events in the tournament of the pass, in order of creation."""
    alone = Q(entrants=Event.Entrants.SINGLES, entries__player_id=one.player_id)
    found = Event.objects.filter(alone | Q(members__player_id=one.player_id)).distinct()
    events = found.filter(tournament_id=one.tournament_id).select_related("tournament")
    tables = has_tables(one.tournament)
    return [
        replace(_card_event(event, one.player_id), has_tables=tables and not event.is_by_dates)
        for event in events
    ]


def _card_event(event: Event, player_id: int) -> CardEvent:
    own = _own(event, player_id)
    if event.published_at is None:
        if event.checkin_close_at is None:
            return CardEvent(event, (), (), None, own=own)
        present, may = _is_present(event, player_id, own), takes_check_ins(event)
        return CardEvent(event, (), (), None, own=own, present=present, may_check_in=may)
    mine = Q(entry_1__player_id=player_id) | Q(entry_2__player_id=player_id)
    if own is not None:
        mine = Q(entry_1=own.entry_id) | Q(entry_2=own.entry_id)
    found = event.fixtures.filter(mine).select_related(*SHOWN_WITH).order_by("stage_id", "round")
    rows = with_boards(found)
    playable = [row for row in rows if row.match is not None]
    ties = [fixture_view(row) for row in playable if row.status == Fixture.Status.READY]
    if event.of_teams:
        playable = _own_boards(event, player_id)
    matches = _card_matches(event, playable, player_id, own)
    waiting = [row for row in rows if row.status == Fixture.Status.WAITING]
    current = [match for match in matches if match.open]
    next_one = fixture_view(waiting[0]) if waiting else None
    is_over = not (current or waiting or (event.of_teams and ties))
    return CardEvent(
        event,
        current=current,
        played=[match for match in matches if not match.open][::-1],
        waiting_in=next_one,
        waiting_at=_where(event, next_one) if next_one else "",
        places=_places(event, player_id, own) if is_over and not event.is_ladder else (),
        ladder=card_ladder(event, player_id) if event.is_ladder else None,
        own=own,
        ties=ties if event.of_teams else (),
    )


def _is_present(event: Event, player_id: int, own: Own | None) -> bool:
    entry = {"player": player_id} if own is None else {"pk": own.entry_id}
    return event.entries.filter(**entry, present_at__isnull=False).exists()


def _own(event: Event, player_id: int) -> Own | None:
    """None for single players, who are entered themselves. Two queries for others."""
    if event.of_singles:
        return None
    entry = event.entries.get(members__player_id=player_id)
    return Own(entry.pk, entry.name, list(entry.members.values_list("name", flat=True)))


def _own_boards(event: Event, player_id: int) -> list[Fixture]:
    """The boards at which the player sits or sat."""
    seated = Q(member_1__player_id=player_id) | Q(member_2__player_id=player_id)
    boards = Fixture.places.filter(seated, event=event, match__isnull=False)
    return list(boards.select_related(*BOARD_SHOWN_WITH).order_by("stage_id", "round", "board"))


def _bracket_of(event: Event, view: FixtureView) -> str:
    return bracket_name(view.bracket, two_lives=is_one_table(event))


def _where(event: Event, view: FixtureView) -> str:
    return f"{_bracket_of(event, view)} · {_round_of(view, _sizes(event))}"


def _places(event: Event, player_id: int, of: Own | None) -> list[tuple[str, str]]:
    own = of.entry_id if of else event.entries.get(player_id=player_id).pk
    rows = fixture_rows(event)
    whole = [
        (str(ALL_TOGETHER), one.place)
        for one in overall(event, rows)
        if one.entry_id == own and one.final
    ]
    return whole + [
        (table.name, place.place)
        for table in standings(event, rows)
        for place in table.places
        if place.entry_id == own and place.final
    ]


def _round_of(view: FixtureView, sizes: Mapping[str, Mapping[int, int]]) -> str:
    rounds = sizes[view.bracket]
    return round_name(view.bracket, view.round, max(rounds), rounds[view.round])


def _sizes(event: Event) -> dict[str, dict[int, int]]:
    """How many fixtures there are by bracket and round."""
    counted = event.fixtures.order_by().values_list("stage__bracket", "round").annotate(Count("pk"))
    sizes: dict[str, dict[int, int]] = {}
    for bracket, number, count in counted:
        sizes.setdefault(bracket, {})[number] = count
    return sizes


def _card_matches(
    event: Event, rows: Sequence[Fixture], player_id: int, own: Own | None
) -> list[CardMatch]:
    """A query each for the reports, calls and rulings; for the boards on the site if one is played,
    the deadlines if somebody waits for an answer, the penalties if there are some; and two more if
    one is awaited."""
    rows = list(rows)
    views = fixture_views(rows, lateness_of(rows))
    reporters = {row.key: report_rules(row.match).reporter for row in rows if row.match}
    modes = {row.match.pk: clock_mode(row.match.rules) for row in rows if row.match is not None}
    sizes = _sizes(event)
    reports = live_reports(view.match_id for view in views if view.match_id is not None)
    penalties = _penalties(views)
    rests = rests_until(_queued(views)) if has_rests(event) else {}
    due = _confirm_deadlines(v.match_id for v in views if v.match_state == Match.State.REPORTED)
    ids = [view.match_id for view in views if view.match_id is not None]
    calls = {call.match_id: call for call in call_views(open_calls(ids))} if ids else {}
    rulings = rulings_of_matches(ids) if ids else {}
    boards = seats(ids) if any(view.playing for view in views) else {}
    found = []
    for view in views:
        side = _side_of(view, player_id, own)
        by_side = {report.side: report for report in reports.get(view.match_id or 0, ())}
        found.append(
            CardMatch(
                event=event,
                fixture=view,
                bracket=_bracket_of(event, view),
                round=_round_of(view, sizes),
                side=side,
                own_report=by_side.get(side),
                other_report=by_side.get(3 - side),
                confirms_at=due.get(view.match_id or 0),
                rests_until=rests.get(view.match_id or 0),
                clock=modes.get(view.match_id or 0, OPTION),
                penalties=penalties.get(view.match_id or 0, ()),
                reporter=reporters[view.key],
                call=calls.get(view.match_id or 0),
                rulings=rulings.get(view.match_id or 0, ()),
                seats=boards.get(view.match_id or 0),
            )
        )
    return found


def _side_of(view: FixtureView, player_id: int, own: Own | None) -> int:
    first = view.slots[0]
    is_first = first.player_id == player_id if own is None else first.entry_id == own.entry_id
    return 1 if is_first else 2


def _queued(views: Sequence[FixtureView]) -> list[int | None]:
    return [view.match_id for view in views if view.playing and view.table is None]


def _penalties(views: Sequence[FixtureView]) -> dict[int, list[PenaltyView]]:
    """Those that hold, by match. Asked for only where there are some."""
    names = {
        view.match_id: (view.slots[0].full_label, view.slots[1].full_label)
        for view in views
        if view.match_id and view.begins and view.begins.is_penalized
    }
    found = penalty_views(names) if names else {}
    return {match_id: [one for one in each if one.holds] for match_id, each in found.items()}


def _confirm_deadlines(match_ids: Iterable[int | None]) -> dict[int, datetime]:
    """When silence confirms, by match; none where it never does."""
    asked = [match_id for match_id in match_ids if match_id is not None]
    if not asked:
        return {}
    pending = Deadline.objects.filter(kind=CONFIRM, subject_id__in=asked, done_at=None)
    return dict(pending.values_list("subject_id", "due_at"))


def card_versions(pass_ids: Collection[int]) -> dict[int, str]:
    """The version of each card: those of the events on it. A card without events has none."""
    found: dict[int, str] = {}
    passes = Pass.objects.filter(pk__in=pass_ids).order_by()
    ways = [
        passes.filter(**{f"{way}__event__tournament": F("tournament")}).values_list(
            "pk", f"{way}__event", f"{way}__event__version"
        )
        for way in ("player__entries", "player__memberships")
    ]
    for pk, event_id, version in sorted(ways[0].union(ways[1])):
        found[pk] = f"{found.get(pk, '')}{event_id}.{version}-"
    return found
