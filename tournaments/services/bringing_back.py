"""Score sheets and files come back with the two whose match was voided and is made anew.

Within the transaction that makes the matches; needs the event locked. No query where none of the
fixtures had a match before.
"""

from collections.abc import Mapping

from matches.models import Match
from matches.services.record_return import records_return
from players.actors import Act
from tournaments.models import Event
from tournaments.services.log import log

VOIDED, RETURNED = "match.voided", "record.returned"


def records_bring_back(event: Event, made: Mapping[str, Match], act: Act) -> None:
    """`made`: the new matches, by the keys of the fixtures that had one before."""
    if not made:
        return
    gone: dict[str, list[int]] = {}
    for line in event.log.filter(action=VOIDED, fixture_key__in=made):
        gone.setdefault(line.fixture_key, []).append(line.match_id or 0)
    returned = records_return({made[key].pk: ids for key, ids in gone.items()})
    for key, match in made.items():
        if match.pk in returned:
            log(event.tournament_id, RETURNED, act, event=event, fixture_key=key, match_id=match.pk)
