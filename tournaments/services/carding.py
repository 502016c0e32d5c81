"""What a player does with the card: report a result as he saw things when he began to type.

The decision itself is `matches.services.reporting`; here a form that was filled in before the
opponent said something else is sent back instead of starting a quarrel that nobody meant, and a
phone that sends the same again, however late, enters nothing twice.
"""

from django.db import transaction
from django.utils.translation import gettext as _

from config.errors import ConflictError
from matches.models import Match
from matches.services.reporting import match_report
from matches.services.steps import lock_match
from players.actors import Act
from tournaments.models import Pass
from tournaments.selectors.card_views import CardMatch
from tournaments.selectors.passes import own_match


@transaction.atomic
def card_report(
    *, one: Pass, match_id: int, scores: tuple[int, int], seen_version: int, act: Act
) -> Match:
    """Report `scores` (in side order) for a match of the pass's player.

    Raises NotAllowedError `not_your_match`, ConflictError `reported_meanwhile` when the match moved
    on from `seen_version` and something else stands there now, and whatever `match_report` raises.
    """
    own_match(one, match_id)
    lock_match(match_id)
    match = own_match(one, match_id)
    if match.fixture.match_version != seen_version:
        _require_no_news(match, scores)
    return match_report(match_id=match_id, player_id=one.player_id, scores=scores, act=act)


def _require_no_news(match: CardMatch, scores: tuple[int, int]) -> None:
    claims = [claim for claim in (match.own_claim, match.other_claim) if claim is not None]
    said_before = match.own_claim is not None and match.own_claim.scores == scores
    if said_before or all(claim.scores == scores for claim in claims):
        return
    raise ConflictError(
        "reported_meanwhile",
        _("A result was reported meanwhile. Look at it: if yours is right, send it again."),
        version=match.fixture.match_version,
        reports=[{"by": claim.by_name, "scores": list(claim.scores)} for claim in claims],
    )
