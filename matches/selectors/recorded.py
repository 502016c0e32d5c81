"""What is recorded of a match: its records as values, what was found in them, where they disagree.

One match may have a record that was played on the site, a score sheet, and files. Each is told as
a `MatchRecord`, with side 1 of the match as side 1; what disagrees is found anew whenever it is
asked for, so that it is never out of date.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _

from config.errors import NotFoundError, in_words
from matches.engine.errors import Remark
from matches.models import Match
from matches.models_record import Record, RecordCheck
from matches.records import (
    CATALOGUE,
    CHECKS,
    Decided,
    Depth,
    Finding,
    MatchRecord,
    compare,
    compare_result,
    finding,
    from_actions,
    from_json,
)
from matches.selectors.clock_reserve import set_length
from matches.selectors.live_sets import most_sets
from matches.selectors.records import action_of, rules_of
from matches.selectors.watching import ALL, Sight

Names = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Account:
    """A record with what it tells. `counts`: whether its sides are known, so that it can be held
    against others."""

    record: Record
    told: MatchRecord
    is_whole: bool = True  # False: as much of it as spectators see by now, and nothing is checked

    @property
    def counts(self) -> bool:
        return self.record.source != Record.Source.FILE or self.record.file.sides_known

    @property
    def has_throws(self) -> bool:
        return self.told.depth is Depth.THROWS

    @property
    def check(self) -> RecordCheck | None:
        return getattr(self.record, "check_made", None) if self.is_whole else None

    @property
    def findings(self) -> list[Finding]:
        return [] if self.check is None else [finding_from(each) for each in self.check.findings]

    @property
    def is_checked(self) -> bool:
        """Whether it was checked as it is now, by what is checked today."""
        check = self.check
        return check is not None and (check.checks, check.record_version) == (
            CHECKS,
            self.record.version,
        )


@dataclass(frozen=True, slots=True)
class Disagreement:
    """What two accounts tell differently; `other` is None for the result of the match."""

    account: Account
    other: Account | None
    findings: Sequence[Finding]


def names_of(match: Match) -> Names:
    first, second = sorted(match.sides.all(), key=lambda side: side.number)
    return first.name, second.name


def recorded(record: Record, names: Names, sight: Sight = ALL) -> MatchRecord:
    """What a record tells. One query where it was played on the site, else none."""
    if record.content is not None:
        return from_json(record.content)
    actions = [action_of(row) for row in islice(record.actions.all(), sight.last_of(record))]
    return from_actions(names, rules_of(record), actions)


def accounts_of(match: Match, sight: Sight = ALL) -> list[Account]:
    """All records of a match, the one from the site first; whoever does not see all of that one
    sees no other. Two queries."""
    records = match.records.select_related("file", "check_made", "analysis")
    names = names_of(match)
    records = records.defer("file__data", "analysis__result")
    found = list(records.prefetch_related("actions").order_by("pk"))
    found.sort(key=lambda record: (_ORDER.index(record.source), record.set_number))
    seen = [sight.record(one) for one in found if sight.knows(one) and not one.is_blank]
    return [Account(one, recorded(one, names, sight), sight.sees_end(one)) for one in seen]


_ORDER = (Record.Source.LIVE, Record.Source.FILE, Record.Source.SCORED)


def account_of(match: Match, record_id: int, sight: Sight = ALL) -> Account:
    """Raises NotFoundError `no_such_record`."""
    for account in accounts_of(match, sight):
        if account.record.pk == record_id:
            return account
    raise NotFoundError("no_such_record", _("There is no such record of this match."))


def disagreements(match: Match, accounts: Iterable[Account]) -> list[Disagreement]:
    """Each pair of records that do not agree, and each record that contradicts the result; in a
    match of sets those of one set are held against each other, and the sets that were won against
    the result. Of which set a file is has to be said first."""
    counted = [account for account in accounts if account.counts and account.told.games]
    found = _of_sets(match, counted) if match.sets_to_win > 1 else _of_one(match, counted)
    return [each for each in found if each.findings]


def _of_one(match: Match, counted: Sequence[Account]) -> list[Disagreement]:
    scores = None
    if match.score_1 is not None and match.score_2 is not None:
        scores = match.score_1, match.score_2
    return _together(counted, Decided(match.length, match.winner or 0, scores))


def _together(counted: Sequence[Account], result: Decided) -> list[Disagreement]:
    """Each with all after it, and with the result; also what agrees."""
    found = []
    for n, account in enumerate(counted):
        found += [
            Disagreement(account, other, compare(account.told, other.told))
            for other in counted[n + 1 :]
        ]
        found.append(Disagreement(account, None, compare_result(account.told, result)))
    return found


def _of_sets(match: Match, counted: Sequence[Account]) -> list[Disagreement]:
    found: list[Disagreement] = []
    last, winners = None, list[int]()
    for number in range(1, most_sets(match) + 1):
        own = [each for each in counted if each.record.set_number == number]
        length = set_length(match, number - 1)
        found += _together(own, Decided(length))
        over = next((each for each in own if max(each.told.score) >= length), None)
        if over is not None:
            last, (first, second) = over, over.told.score
            winners.append(1 if first > second else 2)
    if last is not None:
        won = winners.count(1), winners.count(2)
        found.append(Disagreement(last, None, _against_sets(match, won)))
    return found


def _against_sets(match: Match, won: tuple[int, int]) -> list[Finding]:
    said = match.score_1, match.score_2
    if max(won) < match.sets_to_win or match.winner is None or said in {won, (None, None)}:
        return []
    return [finding("result_differs", score="{}-{}".format(*won), said="{}-{}".format(*said))]


# --- Findings as JSON ----------------------------------------------------------------------------
def finding_data(found: Finding) -> dict[str, Any]:
    """JSON values; what it says is looked up by its code."""
    return {
        "code": found.code,
        "severity": found.severity.value,
        "detail": {name: _fact_data(fact) for name, fact in found.detail.items()},
        "line": found.line,
        "game": found.game,
        "move": found.move,
    }


def _fact_data(fact: object) -> Any:
    if isinstance(fact, Remark):
        detail = {name: _fact_data(inner) for name, inner in fact.detail.items()}
        return {"code": fact.code, "template": fact.template, "detail": detail}
    return fact if isinstance(fact, int | str) else str(fact)


def finding_from(data: Mapping[str, Any]) -> Finding:
    severity, template = CATALOGUE[data["code"]]
    detail = {name: _fact_from(fact) for name, fact in data["detail"].items()}
    return Finding(
        data["code"], severity, template, detail, data["line"], data["game"], data["move"]
    )


def _fact_from(data: Any) -> Any:
    if not isinstance(data, Mapping):
        return data
    detail = {name: _fact_from(inner) for name, inner in data["detail"].items()}
    return Remark(data["code"], data["template"], detail)


def finding_words(found: Finding) -> str:
    """In the reader's language, with the game it is in."""
    if not found.game:
        return in_words(found)
    return _("Game %(n)s: %(what)s") % {"n": found.game, "what": in_words(found)}
