"""A match that is over, with the file of its throws, and programs that stand where gnubg would."""

from pathlib import Path
from typing import Any

from config.errors import DomainError
from matches.analysis import Analysis, Choice, Figures, Judged
from matches.models_record import Record, RecordAnalysis
from matches.services.analyses import Job, analysis_ask, analysis_claim, analysis_keep
from tests.builders import by_director
from tests.matches.recording import KEY, Recorded

#: Of the throws that `Recorded.text` has: the second error is the dearer one.
FOUND = Analysis(
    plies=2,
    sides=(Figures(2, 2, 1, 0.06, 0.0, 0.4), Figures(3, 3, 2, 0.0, 0.31, -0.2)),
    judged=(
        Judged(1, 1, 1, 1, Choice.PLAY, "8/5 6/5", "24/20", 0.06, "31", 0.4),
        Judged(3, 1, 2, 2, Choice.PLAY, "24/18 13/9", "24/18 13/9", 0.0, "64", -0.2),
        Judged(5, 1, 3, 2, Choice.ANSWER, "drop", "take", 0.31),
    ),
)


class Analysed(Recorded):
    """M1.1 is decided, and a file tells of its throws."""

    def __init__(self, **spec: Any) -> None:
        super().__init__(**spec)
        self.file = self.upload(self.text(), "1.mat")
        self.stage.win(KEY, 1, loser_score=4)

    def ask(self, minutes: float = 10) -> RecordAnalysis:
        return ask(self, self.file, minutes)

    def take(self, minutes: float = 11) -> Job | None:
        return analysis_claim(at=by_director(minutes).at)

    def done(self) -> RecordAnalysis:
        """Analysed, with what `FOUND` says."""
        self.ask()
        job = self.take()
        assert job is not None
        assert analysis_keep(job=job, found=FOUND, at=by_director(12).at)
        return self.row

    @property
    def row(self) -> RecordAnalysis:
        return RecordAnalysis.objects.get(record=self.file)


def ask(made: Recorded, record: Record, minutes: float = 10) -> RecordAnalysis:
    act = by_director(minutes)
    return analysis_ask(match_id=made.match_id, record_id=record.pk, act=act)


def refused(made: Recorded, record: Record) -> str:
    """The code with which it is refused to be analysed, or empty."""
    try:
        ask(made, record)
    except DomainError as error:
        return error.code
    return ""


def program(folder: Path, *lines: str) -> str:
    """A program of these lines of shell."""
    path = folder / "gnubg"
    path.write_text("\n".join(["#!/bin/sh", *lines, ""]), encoding="utf-8")
    path.chmod(0o755)
    return str(path)
