"""Match files in and out: every format is read into one record, checked by the rules, and written.

    >>> text = b"3 point match\\n\\n Game 1\\n Ann : 0        Bo : 0\\n  1) 31: 8/5 6/4\\n"
    >>> record, findings, dialect, encoding = read_match(text)
    >>> record.players, record.depth.value, findings[0].code, findings[0].line
    (('Ann', 'Bo'), 'throws', 'illegal_play', 5)
    >>> read_match(write_mat(record).encode()).record == record
    True

`read_match` takes the bytes of a file and raises nothing: it gives the record as far as the file
can be understood, with findings. `verify` checks a record, wherever it comes from. `write_mat`,
`write_sgf` and `write_json` write one, `moments` names its positions as other programs do.

Pure: no clock, no database, no chance. The rules are those of `matches.engine`, and a record holds
its actions. What is read and written, and each finding, is in docs/records.md.
"""

from matches.records.compare import Decided, compare, compare_result
from matches.records.findings import CATALOGUE, finding
from matches.records.identities import Moment, moments
from matches.records.jsonform import from_json, read_json, to_json, write_json
from matches.records.mat_writing import write_mat
from matches.records.reading import MAX_BYTES, read_match, read_matches
from matches.records.sgf_writing import write_sgf
from matches.records.sheet import Scored, score_sheet
from matches.records.splitting import from_actions
from matches.records.turning import Fit, exchanged, exchanged_finding, fit
from matches.records.values import (
    Depth,
    Event,
    Finding,
    GameRecord,
    MatchRecord,
    ReadResult,
    Setup,
    Severity,
)
from matches.records.verify import CHECKS, verify

__all__ = [
    "CATALOGUE",
    "CHECKS",
    "MAX_BYTES",
    "Decided",
    "Depth",
    "Event",
    "Finding",
    "Fit",
    "GameRecord",
    "MatchRecord",
    "Moment",
    "ReadResult",
    "Scored",
    "Setup",
    "Severity",
    "compare",
    "compare_result",
    "exchanged",
    "exchanged_finding",
    "finding",
    "fit",
    "from_actions",
    "from_json",
    "moments",
    "read_json",
    "read_match",
    "read_matches",
    "score_sheet",
    "to_json",
    "verify",
    "write_json",
    "write_mat",
    "write_sgf",
]
