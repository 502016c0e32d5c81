"""What the pages of records are told: what there is of a match, what was found, who disagrees, and
how far its analysis is."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from matches.board_words import KINDS
from matches.models import Match
from matches.models_record import Record, RecordAnalysis, RecordCheck
from matches.records import Severity
from matches.selectors.analyses import is_outdated, row_of
from matches.selectors.downloads import FORMATS, ORIGINAL
from matches.selectors.recorded import (
    Account,
    accounts_of,
    disagreements,
    finding_from,
    finding_words,
    names_of,
)
from matches.selectors.watching import ALL, Sight

SEVERITIES = {
    Severity.ERROR: gettext_lazy("Error"),
    Severity.WARNING: gettext_lazy("Doubtful"),
    Severity.NOTE: gettext_lazy("Note"),
}
_BADGES = {Severity.ERROR: "bad", Severity.WARNING: "warn", Severity.NOTE: "info"}
_ANALYSIS = {RecordAnalysis.State.DONE: "good", RecordAnalysis.State.FAILED: "warn"}
SHOWN = 100  # findings of one record on a page
Context = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Kept:
    """What there is of a match besides a page to watch, in a line each: words, badge, record.

    `settled`: nothing of it changes without a new version of the board of the site.
    """

    lines: Sequence[Context]
    settled: bool

    def __bool__(self) -> bool:
        return bool(self.lines)


def kept_lines(found: Sequence[Record]) -> Kept:
    checks = [getattr(one, "check_made", None) for one in found]
    of_sets = any(one.set_number != 1 for one in found)
    lines = [
        {
            "id": one.pk,
            "title": title(one, of_sets=of_sets),
            "badge": None if _is_played(one) else badge(check),
        }
        for one, check in zip(found, checks, strict=True)
    ]
    settled = all(
        one.source == Record.Source.LIVE and (_is_played(one) or check is not None)
        for one, check in zip(found, checks, strict=True)
    )
    return Kept(lines, settled)


def _is_played(record: Record) -> bool:
    """Whether it is not over yet, so that there is nothing to check."""
    return record.source == Record.Source.LIVE and record.closed_at is None


def title(record: Record, *, of_sets: bool = False) -> str:
    """`of_sets`: it may be of one of several sets."""
    if record.source == Record.Source.FILE and of_sets and record.set_number:
        return "{} · {}".format(record.file.name, _("Set %(n)s") % {"n": record.set_number})
    if record.source == Record.Source.FILE:
        return record.file.name
    if record.source == Record.Source.SCORED and of_sets:
        return _("Score sheet of set %(n)s") % {"n": record.set_number}
    if record.source == Record.Source.SCORED:
        return _("Score sheet")
    if of_sets:
        return _("Set %(n)s, played on the site") % {"n": record.set_number}
    return _("Played on the site")


def badge(check: RecordCheck | None) -> Context:
    """What was found, in a word, and its colour."""
    if check is None:
        return {"words": _("not checked yet"), "kind": ""}
    if check.errors:
        words = ngettext("%(n)s error", "%(n)s errors", check.errors) % {"n": check.errors}
        return {"words": words, "kind": "bad"}
    if check.warnings:
        n = check.warnings
        words = ngettext("%(n)s doubtful point", "%(n)s doubtful points", n) % {"n": n}
        return {"words": words, "kind": "warn"}
    return {"words": _("checked by the rules"), "kind": "good"}


def _analysis(match: Match, account: Account) -> Context | None:
    """How far the analysis is, in a word, and its colour; None where there is no page for it: no
    throws, or a match whose players it could still help."""
    if not account.has_throws or match.state in {Match.State.OPEN, Match.State.VOID}:
        return None
    row = row_of(account.record)
    if row is None:
        return {"words": "", "kind": ""}
    if is_outdated(account.record):
        return {"words": _("has changed since it was analysed"), "kind": "warn"}
    state = RecordAnalysis.State(row.state)
    return {"words": str(state.label), "kind": _ANALYSIS.get(state, "")}


def records_context(match: Match, sight: Sight = ALL, set_number: int = 1) -> Context:
    """All of it that is seen, for the page of the records of a match; `set_number` says whose sheet
    stands first."""
    match = sight.match(match)
    accounts = accounts_of(match, sight)
    names = names_of(match)
    sheets = (one for one in accounts if one.record.source == Record.Source.SCORED)
    sheet = next((one for one in sheets if one.record.set_number == set_number), None)
    others = [one for one in accounts if one is not sheet]
    return {
        "match": match,
        "names": names,
        "accounts": [_account(match, one, names) for one in others],
        "sheet": None if sheet is None else _account(match, sheet, names),
        "disagreements": _disagreements(match, accounts),
    }


def disagreement_lines(match_id: int) -> list[Context]:
    """Which records of a match do not agree, with each other or with its result, and in what. One
    query where nothing is recorded."""
    if not Record.objects.filter(match_id=match_id).exists():
        return []
    match = Match.objects.prefetch_related("sides").get(pk=match_id)
    return _disagreements(match, accounts_of(match))


def _disagreements(match: Match, accounts: Sequence[Account]) -> list[Context]:
    return [
        {
            "titles": [_title(match, each.account), _title(match, each.other)],
            "said": [finding_words(one) for one in each.findings],
        }
        for each in disagreements(match, accounts)
    ]


def _title(match: Match, account: Account | None) -> str:
    """None is the result of the match."""
    if account is None:
        return _("Result")
    return title(account.record, of_sets=match.sets_to_win > 1)


def _account(match: Match, account: Account, names: tuple[str, str]) -> Context:
    record = account.record
    is_file = record.source == Record.Source.FILE
    open_ = record.is_played_on(match) or not account.is_whole
    return {
        "id": record.pk,
        "title": _title(match, account),
        "file": record.file if is_file else None,
        "players": account.told.players,
        "at": record.created_at,
        "score": "{}–{}".format(*account.told.shown_score),
        "games": _games(account, names),
        "has_throws": account.has_throws,
        "analysis": _analysis(match, account),
        "badge": badge(account.check),
        "check": account.check,
        "findings": _findings(account),
        "more": max(0, len(account.findings) - SHOWN),
        "forms": () if open_ else (*FORMATS, *([ORIGINAL] if is_file else [])),
        "version": record.version,
        "set": record.set_number,
    }


def _findings(account: Account) -> list[Context]:
    stored = [] if account.check is None else account.check.findings[:SHOWN]
    return [
        {
            "severity": SEVERITIES[found.severity],
            "kind": _BADGES[found.severity],
            "words": finding_words(found),
            "line": found.line,
            "at": data.get("at"),
        }
        for data, found in ((data, finding_from(data)) for data in stored)
    ]


def _games(account: Account, names: tuple[str, str]) -> list[Context]:
    """As a score sheet has them."""
    found = []
    for number, game in enumerate(account.told.games, start=1):
        result = game.result
        if result is None:
            continue
        first, second = game.score
        won = result.points if result.winner == 1 else 0, result.points if result.winner == 2 else 0
        found.append(
            {
                "number": number,
                "winner": names[result.winner - 1] if result.winner else "",
                "kind": str(KINDS.get(result.kind, "")),
                "cube": result.cube,
                "points": result.points,
                "score": f"{first + won[0]}–{second + won[1]}",
                "crawford": game.crawford,
            }
        )
    return found
