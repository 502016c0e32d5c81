"""Settings that cannot work together stop the start; each says what else to set."""

from pathlib import Path

import pytest

from tests.processes.running import program_running

PRODUCTION = {
    "DATABASE_URL": "postgres://localhost/crawford",
    "REDIS_URL": "redis://localhost",
    "PUBLIC_URL": "https://club.example",
    "SECRET_KEY": "0123456789" * 5,
}


def settings(folder: Path, **env: str) -> tuple[int, str]:
    """The exit code and the last line of a process that only reads its settings."""
    with program_running(folder, "-c", "import config.settings", **env) as process:
        code = process.end()
        return code, process.said[-1] if process.said else ""


@pytest.mark.parametrize(
    ("changed", "advice"),
    [
        ({"SECRET_KEY": ""}, "SECRET_KEY must be at least 40 random characters"),
        ({"PUBLIC_URL": ""}, "Set PUBLIC_URL="),
        ({"DATABASE_URL": ""}, "set DATABASE_URL=postgres"),
        ({"REDIS_URL": "", "BROKER_URL": "amqp://localhost"}, "set REDIS_URL=redis"),
    ],
)
def test_production_is_refused_until_it_is_whole(
    tmp_path: Path, changed: dict[str, str], advice: str
) -> None:
    code, said = settings(tmp_path, **{**PRODUCTION, **changed})
    assert code == 1
    assert advice in said


@pytest.mark.parametrize("env", [{}, PRODUCTION, {**PRODUCTION, "BROKER_URL": "amqp://rabbit"}])
def test_the_embedded_default_and_a_whole_production_are_taken(
    tmp_path: Path, env: dict[str, str]
) -> None:
    assert settings(tmp_path, **env) == (0, "")
