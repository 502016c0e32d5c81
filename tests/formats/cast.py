"""Entrants with one-letter names, and graphs written the way people read brackets."""

from string import ascii_letters

from tournaments.formats.graph import (
    Bye,
    Entrant,
    EntrantId,
    Graph,
    LoserOf,
    Node,
    Source,
    WinnerOf,
    node_key,
)


def names(letters: str) -> list[EntrantId]:
    """Entrants by letter: `a` is 1, `b` is 2, ..., `A` is 27, ..."""
    return [EntrantId(ascii_letters.index(letter) + 1) for letter in letters]


def letter(entrant: EntrantId) -> str:
    return ascii_letters[entrant - 1]


def entrants(count: int) -> list[EntrantId]:
    return [EntrantId(number) for number in range(1, count + 1)]


def written(source: Source) -> str:
    match source:
        case Entrant(entrant):
            return letter(entrant)
        case WinnerOf(key):
            return f"W-{key}"
        case LoserOf(key, slot):
            return f"L{slot or ''}-{key}"
        case Bye():
            return "bye"


def read(word: str) -> Source:
    match word:
        case "bye":
            return Bye()
        case _ if word.startswith("W-"):
            return WinnerOf(word[2:])
        case _ if word.startswith("L-"):
            return LoserOf(word[2:])
        case _ if word.startswith(("L1-", "L2-", "L3-")):
            return LoserOf(word[3:], int(word[1]))
        case _:
            return Entrant(*names(word))


def node(line: str) -> Node:
    """`M2.1 W-M1.1 c` is the first node of main round 2; its match is to 7 points."""
    key, first, second = line.split()
    bracket = "".join(filter(str.isalpha, key))
    round_, number = map(int, key.removeprefix(bracket).split("."))
    return Node(
        node_key(bracket, round_, number), bracket, round_, number, read(first), read(second), 7
    )


def graph(*lines: str) -> Graph:
    return Graph(node(line) for line in lines)


def listing(graph: Graph) -> list[str]:
    return [f"{n.key} {written(n.first)} {written(n.second)}" for n in graph.values()]
