"""Who may sit on a committee that judges a ruling: players and staff of the tournament."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Q

from players.models import Player
from tournaments.models import Event, Fixture, Pass, Staff
from tournaments.models_rulings import Ruling
from tournaments.rulesets.appeals import Judge

DIRECTS = (Staff.Role.OWNER, Staff.Role.DIRECTOR)


@dataclass(frozen=True, slots=True)
class JudgeView:
    """Somebody with the id of the player, or of the account where he does not play."""

    judge: Judge
    player_id: int | None
    user_id: int | None


def judges_for(
    event: Event, ruling: Ruling, *, player_id: int | None = None, user_id: int | None = None
) -> list[JudgeView]:
    """Everybody there is, players first, by name; or the one with this id. Five queries at most."""
    staff = Staff.objects.filter(tournament=event.tournament_id).select_related("user")
    roles = {one.user_id: one.role for one in staff}
    passes = Pass.objects.filter(tournament=event.tournament_id).select_related("player")
    if player_id is not None or user_id is not None:
        passes = passes.filter(player=player_id or 0)
        staff = staff.filter(user=user_id or 0)
    of_match = _of_match(ruling)
    players = [
        _player(one.player, roles, ruling, of_match)
        for one in passes.order_by("player__name", "pk")
    ]
    who_play = {one.player.user_id for one in passes}
    others = staff.exclude(user__in=[pk for pk in who_play if pk is not None])
    return players + [
        _member_of_staff(one, ruling, of_match) for one in others.order_by("user__first_name", "pk")
    ]


def _player(
    player: Player, roles: Mapping[int, str], ruling: Ruling, of_match: Mapping[int, int | None]
) -> JudgeView:
    user_id = player.user_id
    judge = Judge(
        who=("user", user_id) if user_id else ("player", player.pk),
        name=player.name,
        ruled=user_id is not None and user_id == ruling.by_user_id,
        plays=player.pk in of_match,
        directs=roles.get(user_id or 0) in DIRECTS,
    )
    return JudgeView(judge, player.pk, None)


def _member_of_staff(one: Staff, ruling: Ruling, of_match: Mapping[int, int | None]) -> JudgeView:
    judge = Judge(
        who=("user", one.user_id),
        name=one.user.get_full_name() or one.user.username,
        ruled=one.user_id == ruling.by_user_id,
        plays=one.user_id in of_match.values(),
        directs=one.role in DIRECTS,
    )
    return JudgeView(judge, None, one.user_id)


def _of_match(ruling: Ruling) -> dict[int, int | None]:
    """Who plays it, and all others of their teams, each with an account if he has one."""
    rows = Fixture.places.filter(match=ruling.match_id).order_by()
    entries = [pk for pair in rows.values_list("entry_1", "entry_2") for pk in pair]
    own = Q(memberships__entry__in=entries) | Q(entries__in=entries)
    found = Player.objects.filter(Q(sides__match=ruling.match_id) | own)
    return dict(found.values_list("pk", "user_id"))


def may_judge(views: Iterable[JudgeView], *, without_directors: bool) -> list[JudgeView]:
    """Those whom nothing keeps off the committee."""
    return [
        view
        for view in views
        if not (view.judge.ruled or view.judge.plays or (view.judge.directs and without_directors))
    ]
