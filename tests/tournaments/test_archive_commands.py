"""The two commands: an event into a file, a file into an event."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.builders import Stage, by_director, make_rounds
from tests.tournaments.archives import comparable, exported, make_busy
from tests.tournaments.test_archive_ladders import make_busy_ladder
from tests.tournaments.test_ladders import order
from tournaments.models import Event
from tournaments.services.archive_out import archive_text
from tournaments.services.following import Cut, following_make
from tournaments.services.rounds import round_publish
from tournaments.services.rules import rules_apply, rules_behind, rules_change
from tournaments.services.setting_up import EventSpec

pytestmark = pytest.mark.django_db(transaction=True)


def run(name: str, *args: object, **options: object) -> str:
    out = StringIO()
    call_command(name, *args, stdout=out, **options)
    return out.getvalue()


def test_an_event_is_moved_by_a_file(tmp_path: Path) -> None:
    event, file = make_busy(), tmp_path / "event.json"
    assert run("export_event", event.tournament.slug, event.slug, "-o", file) == ""
    assert "Олена Ткаченко" in file.read_text(encoding="utf-8")
    assert run("import_event", file, "--tournament", "copy") == f"/t/copy/{event.slug}/\n"
    copy = Event.objects.get(tournament__slug="copy")
    assert comparable(exported(copy)) == comparable(exported(event))


def test_rules_of_the_directors_own_are_moved_by_a_file(tmp_path: Path) -> None:
    event, file = make_busy(), tmp_path / "event.json"
    own = {"delay": 15, "jacoby": True}
    rules_change(event_id=event.pk, preset="ukbgf", own=own, act=by_director(70))
    keys = [each.row.key for each in rules_behind(Event.objects.get(pk=event.pk))]
    event = rules_apply(event_id=event.pk, keys=keys, act=by_director(71))
    run("export_event", event.tournament.slug, event.slug, "-o", file)
    run("import_event", file, "--tournament", "copy")
    copy = Event.objects.get(tournament__slug="copy")
    assert (copy.rule_set, copy.rules) == ("ukbgf", {"code": "ukbgf", "confirm_minutes": 10, **own})
    given = {row.key for row in copy.fixtures.filter(match__rules__delay=15)}
    assert given == set(keys)
    assert comparable(exported(copy)) == comparable(exported(event))


def test_a_ladder_is_moved_by_a_file(tmp_path: Path) -> None:
    event, file = make_busy_ladder(), tmp_path / "ladder.json"
    run("export_event", event.tournament.slug, event.slug, "-o", file)
    run("import_event", file, "--tournament", "copy")
    copy = Event.objects.get(tournament__slug="copy")
    assert order(copy) == order(event)
    assert comparable(exported(copy)) == comparable(exported(event))


def test_groups_and_what_follows_them_are_moved_by_two_files(tmp_path: Path) -> None:
    groups = make_rounds("ABCDEF", "round_robin", name="Groups", groups=2)
    round_publish(event_id=groups.pk, act=by_director(2), everything=True)
    Stage(groups).play_by_name()
    final = following_make(
        event_id=groups.pk, spec=EventSpec("Final", 9), cut=Cut(4), act=by_director(3)
    )
    groups.refresh_from_db()
    for event in (groups, final):
        file = tmp_path / f"{event.slug}.json"
        run("export_event", event.tournament.slug, event.slug, "-o", file)
        run("import_event", file, "--tournament", "copy")
    copies = Event.objects.filter(tournament__slug="copy").order_by("pk")
    assert copies[1].follows == copies[0]
    for event, copy in zip((groups, final), copies, strict=True):
        assert comparable(exported(copy)) == comparable(exported(event))


def test_without_a_file_the_archive_is_printed() -> None:
    event = make_busy()
    assert run("export_event", event.tournament.slug, event.slug) == archive_text(exported(event))


def test_what_cannot_be_done_is_said_in_one_error(tmp_path: Path) -> None:
    event, file = make_busy(), tmp_path / "event.json"
    with pytest.raises(CommandError, match="There is no such event"):
        run("export_event", event.tournament.slug, "nothing")
    with pytest.raises(CommandError, match="No such file"):
        run("import_event", file)
    file.write_text("[]")
    with pytest.raises(CommandError, match="not the archive of an event"):
        run("import_event", file)
    run("export_event", event.tournament.slug, event.slug, "-o", file)
    with pytest.raises(CommandError, match="Name another tournament"):
        run("import_event", file)
