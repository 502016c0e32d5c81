"""What a message says: the line of the log in words for the one who is concerned.

Nothing is asked of the database here; names and the round come from whoever calls.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.models import LogEntry
from tournaments.selectors.log import line_of
from tournaments.selectors.notice_kinds import PAIRED, telling_of
from tournaments.selectors.result_words import Names, result_words


@dataclass(frozen=True, slots=True)
class Told:
    """In the language that is active; `title` stands alone, `text` may be empty."""

    title: str
    text: str


def told(
    entry: LogEntry, names: Names | None, round_: str = "", besides: Sequence[LogEntry] = ()
) -> Told:
    """What the line is about comes first: `Table 7: Anna – Bo, Main, Round 3`.

    `round_` is the name of the round, for readers who do not have it before them; `besides` are
    lines of which this message tells as well.
    """
    also = [line_of(one, names) for one in besides]
    line = line_of(entry, names)
    telling = telling_of(entry.action, entry.after)
    if telling is None or not telling.title:
        event = entry.event.name if entry.event else ""
        return Told(", ".join(part for part in (line, event) if part), _text(*also, entry.reason))
    facts = _facts(entry, names, round_)
    text = str(telling.text) % facts if telling.text else line
    title = PAIRED.get(entry.action, telling.title) if names else telling.title
    return Told(str(title) % facts, _text(text, *also, entry.reason))


def _text(*parts: str) -> str:
    """Sentences of the log end without a full stop."""
    said = [part for part in parts if part]
    closed = [part if part[-1] in ".!?…”" else f"{part}." for part in said[:-1]]
    return " ".join([*closed, *said[-1:]])


def _facts(entry: LogEntry, names: Names | None, round_: str) -> dict[str, Any]:
    after: Mapping[str, Any] = entry.after if isinstance(entry.after, dict) else {}
    event = entry.event.name if entry.event else ""
    pair = f"{names[0]} – {names[1]}" if names else entry.fixture_key or entry.subject
    return {
        "table": after.get("table", ""),
        "round": after.get("round", ""),
        "pair": pair or event,
        "event": event,
        "tournament": entry.tournament.name,
        "where": ", ".join(part for part in (event, round_) if part),
        "result": result_words(entry.after, names) or pair,
        "who": entry.actor_name,
    }
