"""A ladder with names: the order, open challenges with their last day, and what has happened."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _, ngettext

from tournaments.formats import EntrantId
from tournaments.formats.ladder import (
    CalledOff,
    Challenged,
    Decided,
    Joined,
    Ladder,
    NotPlayed,
    Step,
    Withdrew,
    may_challenge,
)
from tournaments.formats.ladder_rules import LETTER, LadderRules, Unplayed, Winning
from tournaments.models import Entry, Event, Fixture
from tournaments.models_ladders import LadderStep
from tournaments.selectors.brackets import bracket_name
from tournaments.selectors.fixtures import (
    SHOWN_WITH,
    FixtureView,
    fixture_view,
)
from tournaments.selectors.ladders import LadderBoard, challenge_key, load_ladder, rules_of
from tournaments.selectors.places import PlaceView, StandingsView

HISTORY = 100  # steps that are shown; the log has them all


@dataclass(frozen=True, slots=True)
class Rung:
    """A place on the ladder; `against` says in words whom he challenges, or who challenges him."""

    place: int
    entry_id: int
    name: str
    country: str
    wins: int
    losses: int
    against: Sequence[str]


@dataclass(frozen=True, slots=True)
class ChallengeView:
    """An open challenge; `fixture` is its match."""

    key: str
    challenger: str
    challenged: str
    from_place: int
    to_place: int
    made_on: date
    play_by: date
    fixture: FixtureView


@dataclass(frozen=True, slots=True)
class Happened:
    """`moves` are those whose places changed, as `Ada 3 → 1`."""

    on: date
    words: str
    moves: Sequence[str]
    key: str = ""


@dataclass(frozen=True, slots=True)
class LadderView:
    rungs: Sequence[Rung]
    challenges: Sequence[ChallengeView]
    history: Sequence[Happened]  # latest first, the last hundred
    rules: Sequence[str]
    gone: Sequence[Entry]  # who has left


@dataclass(frozen=True, slots=True)
class CardLadder:
    """The ladder as one player sees it: his place (0: not on it), and whom he may challenge."""

    place: int
    of: int
    may_challenge: Sequence[Rung]
    is_open: bool


def ladder_view(event: Event) -> LadderView:
    """Three queries, whatever the size of the ladder."""
    board = load_ladder(event)
    rows = event.fixtures.select_related(*SHOWN_WITH).filter(status=Fixture.Status.READY)
    shown = {row.key: fixture_view(row) for row in rows}
    return LadderView(
        rungs=_rungs(board),
        challenges=[
            _challenge(board, one, shown[challenge_key(one.challenge)]) for one in board.now.open
        ],
        history=[_happened(board, step) for step in board.steps[: -HISTORY - 1 : -1]],
        rules=rules_list(rules_of(event)),
        gone=[entry for entry in board.entries if not board.now.place(EntrantId(entry.number))],
    )


def card_ladder(event: Event, player_id: int) -> CardLadder:
    """Two queries."""
    board = load_ladder(event)
    mine = next(entry for entry in board.entries if entry.player_id == player_id)
    rungs = dict(zip(board.now.order, _rungs(board), strict=True))
    allowed = may_challenge(board.now, EntrantId(mine.number))
    return CardLadder(
        place=board.now.place(EntrantId(mine.number)),
        of=len(board.now.order),
        may_challenge=[rungs[one] for one in allowed],
        is_open=event.state == Event.State.RUNNING,
    )


def ladder_standings(event: Event) -> StandingsView:
    board = load_ladder(event)
    finished = event.state == Event.State.FINISHED
    places = [
        PlaceView(
            place=str(rung.place),
            first=rung.place,
            last=rung.place,
            final=finished,
            entry_id=rung.entry_id,
            name=rung.name,
            country=rung.country,
            wins=rung.wins,
            losses=rung.losses,
        )
        for rung in _rungs(board)
    ]
    return StandingsView(LETTER, bracket_name(LETTER), places, open_matches=len(board.now.open))


def ladder_champions(events: Sequence[Event]) -> dict[int, str]:
    """Who stands at the top of each. Two queries, whatever their number."""
    entries: dict[int, list[Entry]] = {event.pk: [] for event in events}
    steps: dict[int, list[LadderStep]] = {event.pk: [] for event in events}
    if not events:
        return {}
    for entry in Entry.objects.filter(event__in=events).order_by("number"):
        entries[entry.event_id].append(entry)
    for row in LadderStep.objects.filter(event__in=events).order_by("number"):
        steps[row.event_id].append(row)
    boards = {event.pk: LadderBoard(event, entries[event.pk], steps[event.pk]) for event in events}
    return {
        pk: board.name(board.now.order[0]) if board.now.order else ""
        for pk, board in boards.items()
    }


# --- In words ------------------------------------------------------------------------------------
def rules_words(event: Event) -> str:
    reach = rules_of(event).reach
    if reach is None:
        return _("ladder: anybody above may be challenged")
    return ngettext(
        "ladder: challenges go %(n)s place up", "ladder: challenges go up to %(n)s places up", reach
    ) % {"n": reach}


def rules_list(rules: LadderRules) -> list[str]:
    """The rules as sentences for the players."""
    winning = {
        Winning.TAKES_PLACE: _(
            "A challenger who wins takes the place; those between go down by one."
        ),
        Winning.SWAPS: _("A challenger who wins changes places with the one challenged."),
    }
    unplayed = {
        Unplayed.CHALLENGER_WINS: _("If it is not played by then, it counts for the challenger."),
        Unplayed.NOTHING: _("If it is not played by then, nothing changes."),
        Unplayed.CHALLENGED_FALLS: ngettext(
            "If it is not played by then, the one challenged goes down by %(n)s place.",
            "If it is not played by then, the one challenged goes down by %(n)s places.",
            rules.fall,
        )
        % {"n": rules.fall},
    }
    return [
        _reach_words(rules),
        winning[rules.winning],
        ngettext("There is %(n)s day to play it.", "There are %(n)s days to play it.", rules.days)
        % {"n": rules.days},
        unplayed[rules.unplayed],
        _limits_words(rules),
    ]


def _reach_words(rules: LadderRules) -> str:
    if rules.reach is None:
        return _("Anybody above may be challenged.")
    return ngettext(
        "A challenge goes to the next place up.",
        "A challenge goes up to %(n)s places up.",
        rules.reach,
    ) % {"n": rules.reach}


def _limits_words(rules: LadderRules) -> str:
    if rules.in_all == 1:
        return _("Everybody has one open challenge at a time.")
    return _("Open challenges at a time: %(made)s made, %(faced)s faced, %(in_all)s in all.") % {
        "made": rules.made,
        "faced": rules.faced,
        "in_all": rules.in_all,
    }


def _rungs(board: LadderBoard) -> list[Rung]:
    return [_rung(board, place, one) for place, one in enumerate(board.now.order, start=1)]


def _rung(board: LadderBoard, place: int, entrant: EntrantId) -> Rung:
    entry = board.by_number[entrant]
    return Rung(
        place,
        entry.pk,
        entry.name,
        entry.country,
        board.won.get(entrant, 0),
        board.lost.get(entrant, 0),
        [
            _("challenges %(name)s") % {"name": board.name(one.challenged)}
            if one.challenger == entrant
            else _("challenged by %(name)s") % {"name": board.name(one.challenger)}
            for one in board.now.open_of(entrant)
        ],
    )


def _challenge(board: LadderBoard, one: Challenged, fixture: FixtureView) -> ChallengeView:
    return ChallengeView(
        key=challenge_key(one.challenge),
        challenger=board.name(one.challenger),
        challenged=board.name(one.challenged),
        from_place=board.now.place(one.challenger),
        to_place=board.now.place(one.challenged),
        made_on=one.on,
        play_by=one.play_by,
        fixture=fixture,
    )


def _happened(board: LadderBoard, step: Step) -> Happened:
    happening = step.happening
    key = "" if isinstance(happening, Joined | Withdrew) else challenge_key(happening.challenge)
    moves = _moves(board, step.before, step.after)
    return Happened(happening.on, _said(board, step), moves, key)


def _said(board: LadderBoard, step: Step) -> str:
    match step.happening:
        case Challenged() as made:
            return _("%(name)s challenges %(opponent)s, to be played by %(day)s") % {
                "name": board.name(made.challenger),
                "opponent": board.name(made.challenged),
                "day": date_format(made.play_by, "j E"),
            }
        case Joined(entrant=entrant):
            return _("%(name)s joins at the bottom") % {"name": board.name(entrant)}
        case Withdrew(entrant=entrant):
            return _("%(name)s leaves") % {"name": board.name(entrant)}
        case Decided() | NotPlayed() | CalledOff() as ended:
            return _ended(board, step, ended)


def _ended(board: LadderBoard, step: Step, ended: Decided | NotPlayed | CalledOff) -> str:
    one = next(each for each in step.before.open if each.challenge == ended.challenge)
    names = {"name": board.name(one.challenger), "opponent": board.name(one.challenged)}
    match ended:
        case Decided(winner=winner):
            if winner is None:
                return _("%(name)s and %(opponent)s both lose") % names
            if winner == one.challenger:
                return _("%(name)s beats %(opponent)s") % names
            return _("%(opponent)s beats the challenger %(name)s") % names
        case NotPlayed():
            return _("%(name)s against %(opponent)s was not played in time") % names
        case CalledOff():
            return _("%(name)s against %(opponent)s is called off") % names


def _moves(board: LadderBoard, before: Ladder, after: Ladder) -> list[str]:
    """Who went up, and who went down because of it; whoever came or went moves nobody by name."""
    if set(before.order) != set(after.order):
        return []
    places = {one: place for place, one in enumerate(after.order, start=1)}
    return [
        f"{board.name(one)} {place} → {places[one]}"
        for place, one in enumerate(before.order, start=1)
        if places[one] != place
    ]
