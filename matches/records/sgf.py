"""Reads the .sgf files of GNU Backgammon: one tree a game, letters for points.

White is side 1. `a` to `x` are White's points 1 to 24, so Black's are counted the other way; `y` is
the bar, `z` off. A resignation, and how a game ended at all, stands in the `RE` of its first node.
Analysis is passed over. The syntax is for `sgf_tree`, what may be played for `follower`.
"""

import re
from typing import Final

from matches.engine import BAR, Position
from matches.engine.errors import quoted, shortened
from matches.records.findings import finding, name_findings
from matches.records.sgf_tree import Node, read_trees
from matches.records.written import MAX_NAME, Cell, Kind, WrittenGame, WrittenMatch, board_set

#: The properties that are facts about a match, and what match texts call them.
FACTS: Final = {
    "EV": "Event",
    "RO": "Round",
    "PC": "Site",
    "DT": "EventDate",
    "AN": "Transcriber",
    "WR": "Player 1 Elo",
    "BR": "Player 2 Elo",
    "GC": "Comment",
}
_WORDS: Final = {"double": Kind.DOUBLE, "take": Kind.TAKE, "drop": Kind.DROP}
_SIDES: Final = (("W", 1), ("B", 2))
_INFO: Final = re.compile(r"(length|game|ws|bs):([0-9]{1,6})")
_RESULT: Final = re.compile(r"([WB])\+([0-9]{1,6})(R?)")
_LONGEST_PLAY: Final = 62  # an illegal play can move more checkers than there are numbers
_GAMES: Final = {"Nackgammon": "nackgammon", "Hypergammon1": "hypergammon"}


def looks_like_sgf(text: str) -> bool:
    """Whether it is a tree that says it is backgammon."""
    return text.lstrip()[:1] == "(" and "GM[6]" in text[:20_000].replace(" ", "")


def read_sgf(text: str) -> WrittenMatch:
    """All that the trees say, as cells; a node counts as a line of its own in findings."""
    match = WrittenMatch()
    line = 0
    for tree in read_trees(text):
        info = _info(tree[0])
        if match.length is None:
            _head(match, tree[0], info)
        elif _names(tree[0]) != match.players or info.get("length", 0) != match.length:
            match.findings.append(finding("more_matches", line=line + 1))
            break
        game = WrittenGame(line + 1, (info.get("ws", 0), info.get("bs", 0)))
        rules = "".join(tree[0].get("RU", [])).split(":")
        game.crawford = "CrawfordGame" in rules
        match.games.append(game)
        line = _cells(match, game, tree, line)
        if cell := _result(tree[0], line):
            game.cells.append(cell)
    if not any(game.crawford for game in match.games):
        for game in match.games:  # not every program has a word for it: the score tells
            game.crawford = None
    return match


def _cells(match: WrittenMatch, game: WrittenGame, tree: list[Node], line: int) -> int:
    """The cells of a tree; a board that is set can be spread over several nodes."""
    given: Node = {}
    for node in tree:
        line += 1
        given |= {key: node[key] for key in _SETTING if key in node}
        played = [(side, value) for key, side in _SIDES for value in node.get(key, [])]
        if played:
            _set(match, game, given, line)
            given = {}
        game.cells += [_cell(line, side, value) for side, value in played]
    _set(match, game, given, line)
    return line


def _info(root: Node) -> dict[str, int]:
    info: dict[str, int] = {}
    for value in root.get("MI", []):
        if found := _INFO.fullmatch(value):
            info[found[1]] = int(found[2])
    return info


def _names(root: Node) -> tuple[str, str]:
    first, second = (
        shortened(" ".join(root.get(key, [""])[0].split()), MAX_NAME) for key in ("PW", "PB")
    )
    return first, second


def _head(match: WrittenMatch, root: Node, info: dict[str, int]) -> None:
    match.players = _names(root)
    match.findings += name_findings(match.players)
    match.length = info.get("length", 0)
    for key, name in FACTS.items():
        if value := " ".join(root.get(key, [""])[0].split()):
            match.facts[name] = value
    rules = "".join(root.get("RU", [])).split(":")
    match.facts["Crawford"] = "On" if "Crawford" in rules or not match.length else "Off"
    if "Jacoby" in rules:
        match.facts["Jacoby"] = "On"
    if "NoCube" in rules:
        match.facts["Cube"] = "Off"
    for word, game in _GAMES.items():
        if word in rules:
            match.facts["Variation"] = game
    match.facts |= {fact: root[key][0] for key, fact in OWN_FACTS.items() if key in root}


#: Rules that GNU Backgammon does not write, in properties of our own.
OWN_FACTS: Final = {"XL": "CubeLimit", "XB": "Beaver", "XR": "Raccoon", "XV": "Variation"}


def _result(root: Node, line: int) -> Cell | None:
    found = _RESULT.match(root.get("RE", [""])[0])
    if found is None:
        return None
    return Cell(line, 1 if found[1] == "W" else 2, Kind.WIN, value=int(found[2]))


def _cell(line: int, side: int, value: str) -> Cell:
    value = value.strip()
    if word := _WORDS.get(value.lower()):
        return Cell(line, side, word)
    if len(value) <= _LONGEST_PLAY and value[:2].isdecimal():
        play = play_text(value[2:], side)
        if play is not None:
            return Cell(line, side, Kind.ROLL, _dice(value), play)
    return Cell(line, side, Kind.WORD, text=value)


def _dice(value: str) -> tuple[int, int]:
    first, second = (int(die) if die in "123456" else 0 for die in f"{value[:2]:0>2}")
    return first, second


def play_text(letters: str, side: int) -> str | None:
    """`xtmh` as the moves of a side, `24/20 13/8`; None when it is no such thing.

    No letters are a turn without a move.
    """
    if not letters:
        return "Cannot Move"
    places = [place_of(letter, side) for letter in letters]
    if len(places) % 2 or None in places:
        return None
    return " ".join(f"{a}/{b}" for a, b in zip(places[::2], places[1::2], strict=True))


def place_of(letter: str, side: int) -> int | None:
    """The place that a letter stands for, as a side counts; None when there is none."""
    if letter in ("y", "z"):
        return BAR if letter == "y" else 0
    if not "a" <= letter <= "x":
        return None
    white = ord(letter) - ord("a") + 1
    return white if side == 1 else BAR - white


def _set(match: WrittenMatch, game: WrittenGame, given: Node, line: int) -> None:
    """The board, the cube and the roll that are set before somebody acts."""
    side = {"w": 1, "b": 2}.get(given.get("PL", [""])[0][:1].lower(), 0)
    is_plain = not given.keys() & (_BOARD - {"CV"}) and _cube(given) == 1 and not game.cells
    if given.keys() & _BOARD and not is_plain:
        cell = Cell(line, side, Kind.SET, value=_cube(given))
        owner = (given.get("CP") or given.get("CO") or [""])[0]
        cell = cell._replace(owner={"w": 1, "b": 2}.get(owner[:1].lower(), 0))
        if given.keys() & _CHECKERS:
            cell = cell._replace(after=_board(given))
            if cell.after is None:
                text = quoted(str(given), 80)
                match.findings.append(finding("unknown_word", line=line, text=text))
        game.cells.append(cell)
    if side and "DI" in given:
        game.cells.append(Cell(line, side, Kind.ROLL, _dice(given["DI"][0]), "????"))


_CHECKERS: Final = frozenset(("AE", "AW", "AB"))
_BOARD: Final = _CHECKERS | {"CV", "CP", "CO"}
_SETTING: Final = (*sorted(_BOARD), "PL", "DI")


def _cube(given: Node) -> int:
    value = given.get("CV", [""])[0]
    return int(value) if value in _CUBES else 1


_CUBES: Final = frozenset(str(1 << exponent) for exponent in range(16))


def _board(node: Node) -> Position | None:
    sides = [_places(node.get(key, []), side) for key, side in (("AW", 1), ("AB", 2))]
    own, other = sides
    if own is None or other is None:
        return None
    return board_set(own, other)


def _places(values: list[str], side: int) -> dict[int, int] | None:
    """{place: checkers} of a side; `a:f` is a checker on each point from a to f."""
    places: dict[int, int] = {}
    for value in values:
        first, _, last = value.partition(":")
        letters = (
            [chr(n) for n in range(ord(first), ord(last or first) + 1)]
            if (len(first) == 1 and len(last) <= 1)
            else [""]
        )
        for letter in letters[:26]:
            place = place_of(letter, side)
            if place is None:
                return None
            places[place] = places.get(place, 0) + 1
    return places
