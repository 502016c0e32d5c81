"""Plays as text: `24/18*/16*`, `8/5(2) 6/3`, `bar/20 6/off`, `hand/22`, and back.

    >>> parse_play("13/7*/5, 6/4*(2)").hops
    ((13, 7, 0), (7, 5, 0), (6, 4, 0), (6, 4, 0))
    >>> parse_play("Cannot Move").words
    ()

Reading is syntax only: what a word means on a board, and whether it may be played, is for `check`.
All the usual ways to write are read: words in any order, several numbers in one word (`24/13`),
way-points (`13/7*/5`), counts (`8/5(2)`), with stars for hits and pins or without, `bar` or 25,
`off` or 0, commas, and `-` for `/`.

What `format_play` writes is read back as the same play on the same board with the same dice.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import compress, pairwise
from typing import Literal

from matches.engine.errors import NotationError, quoted
from matches.engine.play import Move, Play
from matches.engine.position import BAR, HAND, OFF, POINTS

Style = Literal["chains", "hops", "bare"]
#: One checker from a place to another: (start, end, number of the die or 0 when it is not said).
Hop = tuple[int, int, int]

PASS = "(pass)"
_LONGEST = 200
_MOST_ALIKE = 4
_KEPT = 16_384  # texts and plays that are remembered

_PLACE = r"(?:[0-9]{1,2}|bar|ba|b|off|of|o|hand|h)"
_WORD = re.compile(rf"({_PLACE})((?:[/-]{_PLACE}\*?)+)(?:\(([0-9])\)(\*?))?")
_STOP = re.compile(rf"[/-]({_PLACE})(\*?)")
_BEFORE_COUNT = re.compile(r"\s+(?=\([0-9]\))")
_PASSES = frozenset(
    ("", PASS, "pass", "no play", "no move", "dance", "dances", "cannot move", "can't move")
)
_NAMES = {BAR: "bar", HAND: "hand", OFF: "off"}
_TEXT = [_NAMES.get(place, str(place)) for place in range(HAND + 1)]
_LETTERS = {"b": BAR, "h": HAND, "o": OFF}


@dataclass(frozen=True, slots=True)
class Word:
    """`start/stop/stop(count)`: `stops` are way-points and the end, each `starred` or not.

    `hops` has a hop for every two places that are written next to each other, once for each checker
    of the count; a hop can take several numbers. `stars` are the places with a star.
    """

    start: int
    stops: tuple[int, ...]
    starred: tuple[bool, ...]
    count: int = 1
    hops: tuple[Hop, ...] = field(init=False, compare=False, repr=False)
    stars: frozenset[int] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        places = (self.start, *self.stops)
        hops = tuple((start, end, 0) for start, end in pairwise(places))
        object.__setattr__(self, "hops", hops * self.count)
        object.__setattr__(self, "stars", frozenset(compress(self.stops, self.starred)))


@dataclass(frozen=True, slots=True)
class WrittenPlay:
    """A play as it is written, with the `hops` and `stars` of all words; no words is a pass."""

    words: tuple[Word, ...]
    hops: tuple[Hop, ...] = field(init=False, compare=False, repr=False)
    stars: frozenset[int] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        hops: tuple[Hop, ...] = ()
        stars: frozenset[int] = frozenset()
        for word in self.words:
            hops += word.hops
            stars |= word.stars
        object.__setattr__(self, "hops", hops)
        object.__setattr__(self, "stars", stars)


def parse_play(text: object) -> WrittenPlay:
    """Read a play, or a pass (`(pass)`, `Cannot Move`, nothing at all).

    Raises NotationError `play_unreadable` (no text, or more than 200 characters of it),
    `word_unreadable`, `count_unreadable`; the last two name the word.
    """
    if not isinstance(text, str) or len(text) > _LONGEST:
        raise NotationError(
            "play_unreadable",
            "%(text)s is not a play: write moves such as 13/8 6/5, at most %(limit)s characters.",
            text=quoted(text),
            limit=_LONGEST,
        )
    return _play(text)


def format_play(play: Play, style: Style = "chains") -> str:
    """Write a play that is legal.

    `chains`, as players write: one word for each checker, its way-points only where it hits, the
    same words counted: `24/18*/13`, `6/4*(2)`, `bar/20`, `(pass)`. `hops`, as in .mat files: a word
    for each number, with 25 and 0, and nothing for a pass. `bare`: the same without stars.
    """
    if style == "chains":
        return _chains_text(play.moves) if play.moves else PASS
    return " ".join(
        f"{_numeral(move.start)}/{move.end}{'*' if move.hit and style == 'hops' else ''}"
        for move in _descending(play.moves)
    )


def format_hop(start: int, end: int) -> str:
    """Write one hop as it stands in a message: `bar/20`, `6/off`."""
    return f"{place_name(start)}/{place_name(end)}"


def place_name(place: int) -> str:
    """`bar`, `hand`, `off`, or the number of a point."""
    return _TEXT[place]


@lru_cache(maxsize=_KEPT)
def _play(text: str) -> WrittenPlay:
    if "/" not in text and " ".join(text.lower().split()) in _PASSES:
        return WrittenPlay(())
    if "," in text or " (" in text:
        text = _BEFORE_COUNT.sub("", text.replace(",", " "))
    words = text.split()
    if not words:
        raise _unreadable(",")
    return WrittenPlay(tuple([_word(word) for word in words]))


@lru_cache(maxsize=4096)
def _word(text: str) -> Word:
    found = _WORD.fullmatch(text.lower())
    if found is None:
        raise _unreadable(text)
    marks = _STOP.findall(found[2])
    start, stops = _place(found[1]), tuple(_place(place) for place, _ in marks)
    if start not in (*POINTS, BAR, HAND) or any(stop not in POINTS for stop in stops[:-1]):
        raise _unreadable(text)
    if stops[-1] not in (*POINTS, OFF):
        raise _unreadable(text)
    count = int(found[3] or 1)
    if not 1 <= count <= _MOST_ALIKE:
        raise NotationError(
            "count_unreadable",
            "%(word)s: a word counts from 1 to %(limit)s checkers.",
            word=quoted(text),
            limit=_MOST_ALIKE,
        )
    starred = [star == "*" for _, star in marks]
    starred[-1] = starred[-1] or found[4] == "*"
    return Word(start, stops, tuple(starred), count)


def _place(text: str) -> int:
    return int(text) if text.isdigit() else _LETTERS[text[0]]


def _unreadable(word: str) -> NotationError:
    return NotationError(
        "word_unreadable",
        "%(word)s is not a move: write from where to where, such as 13/8, bar/20 or 6/off.",
        word=quoted(word),
    )


def _numeral(start: int) -> str:
    return "hand" if start == HAND else str(start)


def _chains_text(moves: tuple[Move, ...]) -> str:
    hits = {move.end for move in moves if move.hit}
    words = _starred(_paths(moves), hits) if hits else _plain(_paths(moves))
    if len(set(words)) == len(words):
        return " ".join(words)
    counts = [(word, words.count(word)) for word in dict.fromkeys(words)]
    return " ".join(word if count == 1 else f"{word}({count})" for word, count in counts)


def _plain(paths: list[list[int]]) -> list[str]:
    return [f"{_TEXT[path[0]]}/{_TEXT[path[-1]]}" for path in paths]


def _starred(paths: list[list[int]], hits: set[int]) -> list[str]:
    """A word for each path: the way-points that hit, and a star where a blot is hit first."""
    seen: dict[tuple[int, ...], str] = {}
    left = set(hits)
    words = []
    for path in paths:
        stops = *(stop for stop in path[1:-1] if stop in hits), path[-1]
        word = seen.get((path[0], *stops))
        if word is None:
            starred = "".join(f"/{_TEXT[stop]}{'*' if stop in left else ''}" for stop in stops)
            word = seen[path[0], *stops] = f"{_TEXT[path[0]]}{starred}"
            left -= set(stops)
        words.append(word)
    return words


def _descending(moves: Iterable[Move]) -> list[Move]:
    return sorted(moves, key=lambda move: (-move.start, -move.end))


def _paths(moves: Iterable[Move]) -> list[list[int]]:
    """The places each checker visits, the highest start first.

    Moves are strung together only in the order in which they are made: where the first of two ends
    the game, or may not be made while the other checker stands, the order is part of the play.
    """
    paths: list[list[int]] = []
    for start, end, _, _ in moves:
        for path in paths:
            if path[-1] == start:
                path.append(end)
                break
        else:
            paths.append([start, end])
    paths.sort(reverse=True)
    return paths
