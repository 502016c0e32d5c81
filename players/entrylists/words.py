"""The words lists use, in English, Russian and Ukrainian: headings, yes and no, empty places.

All are compared after `plain_word`.
"""

import re
from typing import Final, Literal

Role = Literal[
    "name",
    "family",
    "given",
    "country",
    "rating",
    "club",
    "paid",
    "federation_no",
    "note",
    "number",
    "seed",
]


def plain_word(text: str) -> str:
    """The text in lower case with plain apostrophes and spaces, without full stops at the end."""
    lowered = re.sub("[’‘ʼ`´]", "'", text.casefold()).replace("_", " ")
    return " ".join(lowered.strip(" .:*").split())


def _plain(*words: str) -> frozenset[str]:
    return frozenset(plain_word(word) for line in words for word in line.split("|"))


_HEADINGS: Final[dict[Role, frozenset[str]]] = {
    "name": _plain(
        "name|full name|fullname|player|player name|participant|entrant|names|players",
        "имя|фио|ф.и.о|фамилия имя|фамилия и имя|имя и фамилия|имя фамилия|игрок|участник",
        "ім'я|піб|п.і.б|прізвище ім'я|прізвище та ім'я|прізвище і ім'я|ім'я та прізвище|гравець",
        "учасник",
    ),
    "family": _plain("surname|last name|lastname|family name|family|фамилия|прізвище"),
    "given": _plain("first name|firstname|given name|given|forename|given names"),
    "country": _plain("country|nat|nation|nationality|fed|federation|country code|страна|країна"),
    "rating": _plain("rating|elo|rtg|rating points|рейтинг|эло|ело"),
    "club": _plain("club|city|town|place|team|клуб|город|місто|команда"),
    "paid": _plain("paid|fee paid|payment|entry fee|оплата|оплачено|оплатил|сплачено|внесок"),
    "federation_no": _plain(
        "federation no|federation number|federation id|fed no|fed id|id|player id|member no",
        "membership no|membership number|licence|license|№ федерации|номер федерации",
        "№ федерації|номер федерації|ид|код",
    ),
    "note": _plain(
        "note|notes|comment|comments|remark|remarks",
        "примечание|примечания|заметка|комментарий|примітка|примітки|коментар",
    ),
    "number": _plain("#|no|nr|№|n|num|number|№ п/п|п/п|номер|pos|position"),
    "seed": _plain("seed|seeding|посев|посів"),
}
HEADINGS: Final[dict[str, Role]] = {
    word: role for role, words in _HEADINGS.items() for word in words
}

PAID: Final[dict[str, bool]] = {
    **dict.fromkeys(_plain("paid|fully paid|оплачено|сплачено|оплатил|оплатила"), True),
    **dict.fromkeys(_plain("unpaid|not paid|не оплачено|не сплачено"), False),
    **dict.fromkeys(_plain("yes|да|так"), True),
    **dict.fromkeys(_plain("no|нет|ні"), False),
}
# Good in a column that asks whether the fee is paid, and nowhere else.
PAID_MARKS: Final[dict[str, bool]] = {
    **dict.fromkeys(_plain("y|x|1|+|true|✓|✔|✅|☑"), True),
    **dict.fromkeys(_plain("n|0|-|–|false|✗|✘|❌|☐"), False),
}

_NOBODY: Final = _plain(
    "bye|tbd|tba|tbc|vacant|vacancy|empty|none|nobody|n/a|open|free",
    "open slot|free slot|to be decided",
    "бай|бай-бай|пропуск|свободно|пусто|вакансия|вакантно|нет|вільно|вакансія|пустий|н/д",
)
PAIRS: Final = _plain("pair|doubles|team|couple|пара|дубль")
_LATER: Final = _plain(
    "late|arrives|arriving|comes|vegetarian|vegan|maybe|tentative|needs|cash|card|only|from",
    "until|after|before|pays|owes|will|must|has|опоздает|опаздывает|позже|запізниться|пізніше",
)
PARTICLES: Final = _plain(
    "van|von|der|den|de|del|della|di|da|dos|das|do|du|la|le|el|al|bin|ibn|ben|ter|ten|zu|zum|af|av",
    "st|san|mac|mc|o'|ван|фон|де|да|ди|дер",
)
_TITLE: Final = re.compile(
    r"(?:entries|entry list|entrants|participants|players|registrations?|registered|sign-?ups?"
    r"|список|участники|учасники|заявки|гравці|игроки)\b[^,;\t]*"
)


def is_nobody(name: str) -> bool:
    """Whether the name stands for an empty place: a bye, TBD, a vacancy, numbered or not."""
    return re.sub(r"[ #]*[0-9]+$", "", plain_word(name).strip("()[]<>*-– ")) in _NOBODY


def is_title(line: str) -> bool:
    """Whether the first line of a list is a heading rather than a name; when in doubt it is not."""
    word = plain_word(line)
    return (
        line.rstrip().endswith((":", "!"))
        or HEADINGS.get(word) == "name"
        or _TITLE.fullmatch(word) is not None
    )


def is_remark(text: str) -> bool:
    """Whether the words are a remark (late, arrives at noon) rather than a club, city or name."""
    return text[:1].islower() or plain_word(text).partition(" ")[0] in _LATER
