"""Reading and verifying records at the command line."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from matches.models_record import Record, RecordCheck
from tests.matches.recording import KEY, Recorded

pytestmark = pytest.mark.django_db


def run(command: str, *args: Any) -> tuple[int, str]:
    """How it ends, and what it says."""
    out = StringIO()
    try:
        call_command(command, *map(str, args), stdout=out)
    except CommandError as error:
        return error.returncode, out.getvalue()
    return 0, out.getvalue()


@pytest.fixture
def made() -> Recorded:
    return Recorded()


def test_files_are_read_and_reported_and_nothing_is_kept(made: Recorded, tmp_path: Path) -> None:
    (tmp_path / "good.mat").write_bytes(made.text())
    (tmp_path / "wrong.mat").write_bytes(made.text().replace(b"31: 8/5 6/5", b"31: 24/18"))
    ended, said = run("import_record", tmp_path)
    assert ended == 1
    assert "impossible" in said or "illegal" in said
    assert "2 files: 1 clean, 1 with errors, 0 refused" in said
    (tmp_path / "none.mat").write_bytes(b"\x00" * 900)
    ended, said = run("import_record", tmp_path, "--json")
    assert ended == 2
    told = {Path(one["file"]).name: one for one in map(json.loads, said.splitlines())}
    assert told["none.mat"]["code"] == "not_text"
    assert [one["code"] for one in told["good.mat"]["findings"]] == ["not_finished"]
    assert Record.objects.count() == 0


def test_a_file_is_kept_with_its_match_unless_it_is_a_dry_run(
    made: Recorded, tmp_path: Path
) -> None:
    path = tmp_path / "good.mat"
    path.write_bytes(made.text())
    assert run("import_record", path, "--match", made.match_id, "--dry-run")[0] == 0
    assert made.records == []
    assert run("import_record", path, "--match", made.match_id)[0] == 0
    assert [record.file.name for record in made.records] == ["good.mat"]
    assert run("import_record", path, "--match", 0)[0] == 2
    assert run("import_record", path, path, "--match", made.match_id)[0] == 2
    assert run("import_record", tmp_path / "missing.mat")[0] == 2


def test_records_are_verified_anew_and_disagreements_are_named(made: Recorded) -> None:
    made.upload(made.games((1, 2, 2), (2, 1, 1), (1, 1, 1)))
    RecordCheck.objects.all().delete()
    assert run("verify_records")[0] == 0
    assert RecordCheck.objects.count() == 1
    made.stage.win(KEY, 1, loser_score=3)
    ended, said = run("verify_records", "--match", made.match_id)
    assert ended == 1
    assert "The record ends at 5-1, the result of the match is 5-3." in said
    assert '"code": "result_differs"' in run("verify_records", "--json")[1]
