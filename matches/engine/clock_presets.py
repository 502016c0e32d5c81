"""The clocks of known rule sets, as data with their source.

>>> PRESETS["usbgf_singles"].settings.reserve(7) // MINUTE
14
>>> PRESETS["fnr_blitz_long"].lengths
(3,)

All are simple delay, the clock of federations; settings change with `dataclasses.replace`, as for
USBGF's option of overtime: `replace(settings, overtime=MINUTE, overtime_count=1)`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from matches.engine.clock_settings import MINUTE, SECOND, ClockSettings


@dataclass(frozen=True, slots=True)
class ClockPreset:
    """A rule set's clock: whose, how it is set, where that is written.

    `lengths` are the match lengths that the rule set names for it; empty when it is for any.
    """

    name: str
    settings: ClockSettings
    source: str
    lengths: tuple[int, ...] = ()


PRESETS: Mapping[str, ClockPreset] = MappingProxyType(
    {
        "usbgf_singles": ClockPreset(
            "USBGF, singles",
            ClockSettings(per_point=2 * MINUTE, delay=12 * SECOND),
            "http://www.bkgm.com/tournaments/US-Backgammon-Clock-2013.html",
        ),
        "usbgf_doubles": ClockPreset(
            "USBGF, doubles",
            ClockSettings(per_point=150 * SECOND, delay=18 * SECOND),
            "http://www.bkgm.com/tournaments/US-Backgammon-Clock-2013.html",
        ),
        # 3 minutes for each point that both still need: 6 minutes a point at 0-0.
        "us_2001_no_delay": ClockPreset(
            "US 2001, no delay",
            ClockSettings(per_point=6 * MINUTE),
            "http://www.bkgm.com/tournaments/UnifiedClockRules.html",
        ),
        "atlanta_2003_no_delay": ClockPreset(
            "Atlanta 2003, no delay",
            ClockSettings(per_point=6 * MINUTE),
            "http://bginga.com/clockrules.html",
        ),
        "ukbgf": ClockPreset(
            "UKBGF",
            ClockSettings(per_point=2 * MINUTE, delay=12 * SECOND),
            "https://ukopenbackgammon.co.uk/rules/",
        ),
        "biba": ClockPreset(
            "Biba",
            ClockSettings(per_point=2 * MINUTE, delay=12 * SECOND),
            "http://www.backgammon-biba.co.uk/clockrules2013.htm",
        ),
        "norway": ClockPreset(
            "Norway",
            ClockSettings(per_point=2 * MINUTE, delay=12 * SECOND),
            "http://www.nbgk.no/til-deg-som-har-spilt-for/",
        ),
        "swedish_open": ClockPreset(
            "Swedish Open",
            ClockSettings(per_point=2 * MINUTE, delay=12 * SECOND),
            "http://so.sbgf.se/mainevent.aspx",
        ),
        "bms_prague": ClockPreset(
            "BMS Prague",
            ClockSettings(per_point=2 * MINUTE, delay=12 * SECOND),
            "https://backgammon.cz/turnaje/domaci-turnaje/ostatni-turnaje/626-bms-turnaj-v-praze",
        ),
        "hotspot": ClockPreset(
            "Backgammon Hotspot",
            ClockSettings(per_point=2 * MINUTE, delay=12 * SECOND),
            "https://www.backgammon-hotspot.com/en/tournament-mode/",
        ),
        "japan_championship": ClockPreset(
            "Japan Championship",
            ClockSettings(per_point=2 * MINUTE, delay=12 * SECOND),
            "https://festival.backgammon.or.jp/event2023/",
        ),
        "jbs": ClockPreset(
            "JBS",
            ClockSettings(per_point=150 * SECOND, delay=12 * SECOND, round_up_to=MINUTE),
            "https://bg-master.jp/?p=480",
        ),
        # The time for breaks is within it: the clock is not stopped for them.
        "wbgf_consultation": ClockPreset(
            "WBGF, consultation",
            ClockSettings(per_point=3 * MINUTE, delay=12 * SECOND),
            "https://www.backgammon-trier.de/en/preisverteilung/",
            (7,),
        ),
        # Of this clock only the 5 minutes for breaks are written; the rest is WBGF's usual one.
        "wbgf_team": ClockPreset(
            "WBGF, teams",
            ClockSettings(per_point=2 * MINUTE, fixed=5 * MINUTE, delay=12 * SECOND),
            "https://www.backgammon-trier.de/en/preisverteilung/",
            (9,),
        ),
        "wbgf_speed": ClockPreset(
            "WBGF, speed",
            ClockSettings(fixed=2 * MINUTE, delay=9 * SECOND),
            "https://www.backgammon-trier.de/en/preisverteilung/",
            (5,),
        ),
        "nordic_speed": ClockPreset(
            "Nordic Open, speed",
            ClockSettings(fixed=2 * MINUTE, delay=10 * SECOND),
            "http://www.nordicopen.dk/index.php?id=6",
        ),
        # ФНР gives seconds a turn without saying whether they pile up; elsewhere they do not.
        "fnr_short": ClockPreset(
            "ФНР, short backgammon",
            ClockSettings(per_point=2 * MINUTE, delay=8 * SECOND),
            "https://sportnardy.ru/tournaments/kubok-druzhby-2025",
            (9,),
        ),
        "fnr_long": ClockPreset(
            "ФНР, long backgammon",
            ClockSettings(per_point=2 * MINUTE, delay=8 * SECOND),
            "https://sportnardy.ru/tournaments/kubok-druzhby-2025",
            (7,),
        ),
        "fnr_blitz_short": ClockPreset(
            "ФНР, blitz, short backgammon",
            ClockSettings(fixed=2 * MINUTE, delay=10 * SECOND),
            "https://sportnardy.ru/tournaments?view=article&id=316&catid=12",
            (5,),
        ),
        "fnr_blitz_long": ClockPreset(
            "ФНР, blitz, long backgammon",
            ClockSettings(fixed=MINUTE, delay=10 * SECOND),
            "https://sportnardy.ru/tournaments?view=article&id=316&catid=12",
            (3,),
        ),
        "mso": ClockPreset(
            "Mind Sports Olympiad",
            ClockSettings(fixed=6 * MINUTE, delay=12 * SECOND),
            "http://www.msoworld.com/events/backgammon_8_3pt/",
            (3,),
        ),
        "gammon_associates_2017": ClockPreset(
            "Gammon Associates 2017",
            ClockSettings(per_point=2 * MINUTE, fixed=2 * MINUTE, delay=12 * SECOND),
            "http://www.gammonassociates.com/ga_usbgf_rules2017.htm",
        ),
        "nvbc": ClockPreset(
            "NVBC",
            ClockSettings(per_point=2 * MINUTE, delay=15 * SECOND),
            "http://sites.google.com/site/novabackgammon/Home/club-rules",
        ),
        "galaxy_casual": ClockPreset(
            "Galaxy, casual",
            ClockSettings(per_point=3 * MINUTE, delay=15 * SECOND),
            "https://www.wetabletop.com/online-events/560",
        ),
        "wbif_consultation": ClockPreset(
            "WBIF, consultation",
            ClockSettings(fixed=18 * MINUTE, delay=15 * SECOND),
            "https://www.wbif.net/index.php?nav_id=21&aus_id=1148",
            (9,),
        ),
    }
)
