"""Reads Smile, the binary form of JSON (version 0 of its specification, without its binary data).

    >>> read_smile(b":)\\n\\x01\\xfa\\x80a\\xc2\\x80b\\xf8\\x41hi\\x23\\xf9\\xfb")
    {'a': 1, 'b': ['hi', True]}

Only what JSON can say is read. Depth and size are bounded: `ValueError` for what is too deep, is
cut off, or no Smile. The size of the source bounds the rest.
"""

import struct
from collections.abc import Callable
from typing import Any, Final

MAGIC: Final = b":)\n"
_DEEPEST: Final = 40
_SHARED: Final = 1024
_SHARED_NAMES, _SHARED_VALUES = 0x01, 0x02
_LONGEST_SHARED: Final = 64
_PLAIN: Final = {0x20: "", 0x21: None, 0x22: False, 0x23: True}
_END_ARRAY, _OBJECT, _ARRAY, _END_OBJECT, _END_TEXT = 0xF9, 0xFA, 0xF8, 0xFB, 0xFC


def read_smile(source: bytes) -> Any:
    """The value in the bytes. Raises ValueError."""
    if not source.startswith(MAGIC) or len(source) < 5:
        raise ValueError("no Smile header")
    try:
        return _Reader(source).value(0)
    except (IndexError, struct.error) as error:
        raise ValueError("cut off") from error


class _Reader:
    def __init__(self, source: bytes) -> None:
        self._source = source
        self._at = 4
        flags = source[3]
        self._names: list[str] | None = [] if flags & _SHARED_NAMES else None
        self._values: list[str] | None = [] if flags & _SHARED_VALUES else None

    def value(self, depth: int) -> Any:
        token = self._byte()
        if 0xC0 <= token <= 0xDF:
            return _zigzag(token & 0x1F)
        if token in _PLAIN:
            return _PLAIN[token]
        if 0x40 <= token <= 0xBF:
            return self._short(token)
        if token in (_OBJECT, _ARRAY):
            if depth >= _DEEPEST:
                raise ValueError("too deep")
            return self._object(depth) if token == _OBJECT else self._array(depth)
        if token < 0x20 or 0xEC <= token <= 0xEF:
            return self._shared_value(token)
        reader = _NUMBERS.get(token)
        if reader is None:
            raise ValueError(f"unknown token {token:#x}")
        return reader(self)

    def _object(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while (token := self._byte()) != _END_OBJECT:
            name = self._name(token)
            found[name] = self.value(depth + 1)
        return found

    def _array(self, depth: int) -> list[Any]:
        found: list[Any] = []
        while self._source[self._at] != _END_ARRAY:
            found.append(self.value(depth + 1))
        self._at += 1
        return found

    def _name(self, token: int) -> str:
        if token == 0x20:
            return ""
        if 0x30 <= token <= 0x33:
            return self._shared(self._names, (token & 3) << 8 | self._byte())
        if 0x40 <= token <= 0x7F:
            return self._shared(self._names, token & 0x3F)
        if token == 0x34:
            return self._long()
        if not 0x80 <= token <= 0xF7:
            raise ValueError(f"unknown name token {token:#x}")
        length = (token & 0x3F) + 1 if token < 0xC0 else (token & 0x3F) + 2
        return self._keep(self._names, self._take(length))

    def _short(self, token: int) -> str:
        """The length is in the token: 1 to 64 bytes of ASCII, or 2 to 65 of anything."""
        length = (token & 0x3F) + (1 if token < 0x80 else 2)
        return self._keep(self._values, self._take(length))

    def _shared_value(self, token: int) -> str:
        if token == 0:
            raise ValueError("unknown token 0x0")
        number = token - 1 if token < 0x20 else (token & 3) << 8 | self._byte()
        return self._shared(self._values, number)

    def _shared(self, table: list[str] | None, number: int) -> str:
        if table is None or number >= len(table):
            raise ValueError("a reference to nothing")
        return table[number]

    def _keep(self, table: list[str] | None, raw: bytes) -> str:
        text = raw.decode("utf-8", errors="replace")
        if table is not None and len(raw) <= _LONGEST_SHARED:
            if len(table) >= _SHARED:
                table.clear()
            table.append(text)
        return text

    def long_text(self) -> str:
        """Text up to its end mark, which is no byte of UTF-8."""
        end = self._source.find(_END_TEXT, self._at)
        if end < 0:
            raise ValueError("cut off")
        raw, self._at = self._source[self._at : end], end + 1
        return raw.decode("utf-8", errors="replace")

    _long = long_text

    def whole(self) -> int:
        """Groups of seven bits, the last of six and marked, with the sign in the lowest."""
        number = 0
        for _ in range(10):
            byte = self._byte()
            if byte & 0x80:
                return _zigzag(number << 6 | byte & 0x3F)
            number = number << 7 | byte
        raise ValueError("a number too long")

    def real(self, groups: int) -> float:
        """A float in groups of seven bits."""
        number = 0
        for byte in self._take(groups):
            number = number << 7 | byte & 0x7F
        if groups == 5:
            found: float = struct.unpack(">f", (number & 0xFFFFFFFF).to_bytes(4, "big"))[0]
        else:
            found = struct.unpack(">d", (number & (1 << 64) - 1).to_bytes(8, "big"))[0]
        return found

    def _byte(self) -> int:
        byte = self._source[self._at]
        self._at += 1
        return byte

    def _take(self, length: int) -> bytes:
        taken = self._source[self._at : self._at + length]
        if len(taken) < length:
            raise ValueError("cut off")
        self._at += length
        return taken


def _zigzag(number: int) -> int:
    return number >> 1 ^ -(number & 1)


_NUMBERS: Final[dict[int, Callable[[_Reader], Any]]] = {
    0x24: _Reader.whole,
    0x25: _Reader.whole,
    0x28: lambda reader: reader.real(5),
    0x29: lambda reader: reader.real(10),
    0xE0: _Reader.long_text,
    0xE4: _Reader.long_text,
}
