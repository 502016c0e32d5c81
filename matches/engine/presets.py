"""The ten games, and the forms of them that are played elsewhere.

    >>> sorted(GAMES)[:3]
    ['acey_deucey', 'backgammon', 'eureka']
    >>> [game.name for game in FIVE if game.cube == "on"]
    ['backgammon']

`GAMES` has the ten by name, `VARIANTS` those and the house forms. Why each default was chosen where
sources differ is written in docs/rules.md.
"""

from matches.engine.position import HAND
from matches.engine.variant import Variant

_STANDARD = ((24, 2), (13, 5), (8, 3), (6, 5))
_STACK = ((24, 15),)

BACKGAMMON = Variant(name="backgammon", start=_STANDARD, cube="on")
NACKGAMMON = Variant(
    name="nackgammon", start=((24, 2), (23, 2), (13, 4), (8, 3), (6, 4)), cube="on"
)
LONGGAMMON = Variant(name="longgammon", start=_STACK, cube="on")
TAVLA = Variant(name="tavla", start=_STANDARD, cube="off", bearoff_mandatory="strict")
LONG_NARDY = Variant(
    name="long_nardy",
    start=_STACK,
    geometry="parallel",
    contact="block",
    opening="reroll",
    head="one",
    head_first_turn="any_two",
    block6="ahead",
    home_mars="all_home",
)
GULBARA = Variant(
    name="gulbara",
    start=_STACK,
    geometry="parallel",
    contact="block",
    opening="reroll",
    triple=False,
    cascade_from_turn=4,
)
PLAKOTO = Variant(
    name="plakoto",
    start=_STACK,
    contact="pin",
    opening="reroll",
    triple=False,
    mother="full",
)
PLAKOTO_EXPRESS = PLAKOTO.replace(
    name="plakoto_express", express_escalate=True, express_pass="doubles"
)
ACEY_DEUCEY = Variant(name="acey_deucey", start=((HAND, 15),), opening="reroll")
EUREKA = Variant(
    name="eureka",
    start=((1, 3), (2, 3), (3, 3), (4, 2), (5, 2), (6, 2)),
    geometry="none",
    contact="none",
    opening="reroll",
    triple=False,
    value="single",
)

TAVLA_TRADITIONAL = TAVLA.replace(
    name="tavla_traditional",
    opening="reroll",
    triple=False,
    hit_and_run_home=False,
    bearoff_mandatory="optional",
)
LONG_NARDY_FSNR = LONG_NARDY.replace(
    name="long_nardy_fsnr", head_first_turn="only_346", home_mars="off", triple=False
)
LONG_NARDY_MINSPORT = LONG_NARDY.replace(
    name="long_nardy_minsport", cube="on", opening="play", home_mars="off", triple=False
)
GULBARA_STEAL = GULBARA.replace(name="gulbara_steal", cascade_unused="opponent")
PLAKOTO_LITERAL = PLAKOTO.replace(name="plakoto_literal", mother="draw_only")
ACEY_EUROPEAN = ACEY_DEUCEY.replace(name="acey_european", acey_european=True, bearoff_exact=True)

GAMES = {
    game.name: game
    for game in (
        BACKGAMMON,
        NACKGAMMON,
        LONGGAMMON,
        TAVLA,
        LONG_NARDY,
        GULBARA,
        PLAKOTO,
        PLAKOTO_EXPRESS,
        ACEY_DEUCEY,
        EUREKA,
    )
}
VARIANTS = GAMES | {
    form.name: form
    for form in (
        TAVLA_TRADITIONAL,
        LONG_NARDY_FSNR,
        LONG_NARDY_MINSPORT,
        GULBARA_STEAL,
        PLAKOTO_LITERAL,
        ACEY_EUROPEAN,
    )
}

#: The short list that many sites offer; only the first of them is played with a cube.
FIVE = (BACKGAMMON, LONG_NARDY, GULBARA, PLAKOTO, TAVLA)
