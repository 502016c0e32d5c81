"""The fixtures of a draw as rows: laid out first, and laid out anew when the draw is changed.

Entrants of a draw are called by their number of entry, those of rows by their key. `advancing`
fills the slots.
"""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from config.errors import ConflictError
from matches.models import Match
from matches.services.ruling import match_void
from players.actors import Act
from tournaments.formats import Entrant, EntrantId, Graph, Node, Source
from tournaments.models import Event, Fixture, Stage
from tournaments.selectors.boards import encode_source, sets_of
from tournaments.services.forgetting import fixtures_forget
from tournaments.services.tables import tables_leave
from tournaments.services.ties import boards_drop, has_results

Keys = Mapping[int, int]  # of entries, by their number

SHAPE_FIELDS = (
    "length",
    "sets_to_win",
    "decider",
    "source_1",
    "source_2",
    "match",
    "match_version",
    "ready_at",
    "boards_1",
    "boards_2",
)


def fixtures_lay(event: Event, graph: Graph, act: Act) -> None:
    """Make the fixtures those of this graph. Needs the event locked and a transaction.

    Fixtures that stay keep their match unless its length changes; results must have been checked.
    """
    keys = dict(event.entries.values_list("number", "pk"))
    rows = {row.key: row for row in event.fixtures.select_related("match")}
    _remove(event, [row for key, row in rows.items() if key not in graph], act)
    _change([(row, graph[key]) for key, row in rows.items() if key in graph], keys, act)
    _add(event, [node for key, node in graph.items() if key not in rows], keys)
    event.stages.filter(fixtures=None).delete()


def _add(event: Event, nodes: Sequence[Node], keys: Keys) -> None:
    stages = {stage.bracket: stage for stage in event.stages.all()}
    brackets = dict.fromkeys(node.bracket for node in nodes)
    new = [Stage(event=event, bracket=each) for each in brackets if each not in stages]
    stages |= {stage.bracket: stage for stage in Stage.objects.bulk_create(new)}
    Fixture.objects.bulk_create(
        [
            Fixture(
                event=event,
                stage=stages[node.bracket],
                key=node.key,
                round=node.round,
                number=node.number,
                length=node.length,
                sets_to_win=node.sets.to_win,
                decider=node.sets.decider,
                source_1=_source(node.first, keys),
                source_2=_source(node.second, keys),
                # Versions of its match begin above those of one that was there before.
                match_version=event.version if event.published_at else 0,
            )
            for node in nodes
        ],
        batch_size=500,
    )


def _change(rows: Sequence[tuple[Fixture, Node]], keys: Keys, act: Act) -> None:
    changed = []
    for row, node in rows:
        length = node.length, node.sets
        sources = _source(node.first, keys), _source(node.second, keys)
        if (length, sources) == ((row.length, sets_of(row)), (row.source_1, row.source_2)):
            continue
        if length != (row.length, sets_of(row)) and row.match is not None:
            _void(row, act)
        row.length, row.source_1, row.source_2 = node.length, *sources
        row.sets_to_win, row.decider = node.sets.to_win, node.sets.decider
        changed.append(row)
    Fixture.objects.bulk_update(changed, SHAPE_FIELDS, batch_size=500)


def _void(row: Fixture, act: Act) -> None:
    match = row.match
    assert match is not None
    if match.state == Match.State.DECIDED or has_results(row):
        raise ConflictError(
            "result_in_the_way",
            _("That is too late: it would cost the results of %(matches)s.") % {"matches": row.key},
            keys=[row.key],
        )
    boards_drop([row], act)
    voided = match_void(match_id=match.pk, act=act, seen_version=match.version)
    row.match, row.ready_at = None, None
    row.match_version = max(voided.version, row.match_version)


def _remove(event: Event, rows: Sequence[Fixture], act: Act) -> None:
    for row in rows:
        if row.match is not None:
            _void(row, act)
    gone = event.fixtures.filter(pk__in=[row.pk for row in rows])
    tables_leave(gone)
    fixtures_forget(gone)
    gone.delete()


def _source(source: Source, keys: Keys) -> str:
    if isinstance(source, Entrant):
        source = Entrant(EntrantId(keys[source.id]))
    return encode_source(source)
