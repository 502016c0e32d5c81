"""Invented people for the demo: names in several scripts, with countries, clubs and ratings.

The first and last names are common ones; whoever bears one of the combinations does so by chance.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from players.services.people import PersonFacts
from tournaments.formats import Lots


@dataclass(frozen=True, slots=True)
class Land:
    country: str
    clubs: Sequence[str]
    given: Sequence[str]
    family: Sequence[str]


def _land(country: str, clubs: str, given: str, family: str) -> Land:
    return Land(country, clubs.split(", "), given.split(), family.split())


LANDS = (
    _land(
        "UKR",
        "Київський клуб нардів, Lviv Backgammon",
        "Олена Тарас Оксана Андрій Юлія Богдан Соломія Їлія",
        "Ткаченко Бондаренко Гриценко Яценко Литвиненко Щербаченко Євтушенко Павленко",
    ),
    _land(
        "DEN",
        "Dansk Galla, Aarhus Terning",
        "Søren Åse Jørgen Mette Bjørn Freja Rasmus Kirsten",
        "Østergaard Nørgaard Kjær Møller Højlund Sørensen Brøndum Toft",
    ),
    _land(
        "GEO",
        "Tbilisi Nardi",
        "Nino Giorgi Tamar Levan Ketevan Zurab Maia Irakli",
        "Beridze Lomidze Kapanadze Gelashvili Maisuradze Tsereteli Abashidze Dolidze",
    ),
    _land(
        "FRA",
        "Cercle du Marais, Lyon Jacquet",
        "Zoé Étienne Chloé Rémi Anaïs François Héloïse Loïc",
        "Lefèvre Girard Béranger Dupré Marchand Thévenot Gérard Roussel",
    ),
    _land(
        "TUR",
        "Kadıköy Tavla, İzmir Tavla",
        "Çağla Şule Gökhan İpek Oğuz Ümit Elif Barış",
        "Yıldız Şahin Öztürk Çelik Güneş Koç Aydın Kılıç",
    ),
    _land(
        "GBR",
        "Thames Doubling",
        "Ann Oliver Harriet George Imogen Rupert Maeve Alistair",
        "Whitlock Ashdown O'Hara Pemberton Lyle Fairclough Mac-Ewan Stone",
    ),
    _land(
        "POL",
        "Łódź Tryktrak",
        "Łukasz Małgorzata Michał Zofia Wojciech Agnieszka Paweł Grażyna",
        "Wójcik Żuraw Kaczmarek Dąb Gołąb Świt Mazur Kępa",
    ),
    _land(
        "BUL",
        "София Табла",
        "Йордан Цветан Велизар Асен Ивайло Здравко Живко Румен",
        "Стоянов Желязков Цонев Йовчев Щерев Маринов Петков Гюров",
    ),
    _land(
        "ESP",
        "Peña Tablas",
        "José Begoña Íñigo Lucía Andrés Inés Ramón Nuria",
        "Núñez Ibáñez Peña Muñoz Vidal Ordóñez Marín Ybarra",
    ),
    _land(
        "GER",
        "Würfelbund Köln, Hamburg Doppler",
        "Jürgen Käthe Björn Lena Günther Sabine Till Änne",
        "Müller Großmann Schäfer Böhm Weiß Vogt Krüger Lang",
    ),
    _land(
        "JPN",
        "Ueno Sugoroku",
        "Haruka Kenji Yuki Sora Aiko Ren Mei Takumi",
        "Mori Tanabe Okada Fujii Ishida Kubo Noda Arai",
    ),
)


def people(count: int, lots: Lots) -> list[PersonFacts]:
    """So many people with different names; lands take turns."""
    found: dict[str, PersonFacts] = {}
    while len(found) < count:
        person = _person(LANDS[len(found) % len(LANDS)], lots)
        found.setdefault(person.name, person)
    return lots.shuffled(found.values())


def _person(land: Land, lots: Lots) -> PersonFacts:
    given, family = _one_of(land.given, lots), _one_of(land.family, lots)
    has_rating, is_federated = lots.below(6) > 0, lots.below(3) == 0
    return PersonFacts(
        name=f"{given} {family}",
        given=given,
        family=family,
        country=land.country,
        club=_one_of([*land.clubs, ""], lots),
        federation_no=f"{land.country}-{1000 + lots.below(9000)}" if is_federated else "",
        rating=1350 + lots.below(650) if has_rating else None,
    )


def _one_of(items: Sequence[str], lots: Lots) -> str:
    return items[lots.below(len(items))]
