"""Run by GNU Backgammon's own Python (`gnubg -p`), and imported by nobody.

Reads a match text, has it analysed, and writes what `gnubg.match` tells of it as JSON, of each list
of plays only the best one and the one that was played. What it means is for `matches.analysis`.
"""

import contextlib
import ctypes
import json
import os
import signal
from pathlib import Path
from typing import Any

import gnubg

PR_SET_PDEATHSIG = 1
KEPT = ("move", "score", "imove", "luck-value", "nd-cubeful-eq", "dt-cubeful-eq")


def main() -> None:
    _end_with_the_parent()
    source, target = Path(os.environ["ANALYSIS_MAT"]), Path(os.environ["ANALYSIS_JSON"])
    for line in _settings(os.environ["ANALYSIS_PLIES"]):
        gnubg.command(line)
    gnubg.command(f'import mat "{source}"')
    gnubg.command("analyse match")
    match = gnubg.match(analysis=1, boards=1, statistics=1)
    told = {
        "games": [_game(game) for game in match["games"]],
        "stats": match["stats"],
        "met": gnubg.met(match["match-info"]["match-length"]),
    }
    target.write_text(json.dumps(told, default=str), encoding="utf-8")


def _end_with_the_parent() -> None:
    """Linux ends this process with the thread that started it, however that ends."""
    with contextlib.suppress(AttributeError, OSError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def _settings(plies: str) -> list[str]:
    return [
        "set sound enable off",
        "set display off",
        "set threads 1",
        "set confirm new off",
        "set confirm save off",
        "set output mwc off",
        f"set analysis chequerplay evaluation plies {plies}",
        f"set analysis cubedecision evaluation plies {plies}",
        "set analysis luckanalysis plies 0",
    ]


def _game(game: dict[str, Any]) -> dict[str, Any]:
    return {"info": game["info"], "game": [_record(record) for record in game["game"]]}


def _record(record: dict[str, Any]) -> dict[str, Any]:
    analysis = dict(record.get("analysis") or {})
    moves, played = analysis.get("moves"), analysis.get("imove")
    said = _kept(analysis)
    if moves and played is not None and played < len(moves):
        said |= {"best": _kept(moves[0]), "played": _kept(moves[played])}
    return {**record, "analysis": said}


def _kept(told: dict[str, Any]) -> dict[str, Any]:
    return {name: told[name] for name in KEPT if name in told}


main()
