"""Readings that nobody stored: every status, long names, no data, hostile words."""

from datetime import UTC, date, datetime

from fieldapp.rules.standing import Reason, Standing
from fieldapp.services.readings import (
    Alert,
    AnimalReading,
    CityReading,
    DeclarationReading,
    DifferenceReading,
    FinderReading,
    Match,
    OwnerReading,
    StatusReading,
    TagReading,
)

NOW = datetime(2026, 11, 30, 15, 5, tzinfo=UTC)
CITY = CityReading(
    "crystal", "Crystal", "763-555-0100", "Monday to Friday, 8 a.m. to 4:30 p.m. At other times call 911."
)
LONG = "Wolfeschlegelsteinhausenbergerdorff-Vandersteen-Okonkwo"
HOSTILE = '"><img src=x onerror=alert(1)>'
REASONS = (
    Reason(
        "License 26-00417 runs from 14 May 2026 to 14 May 2028",
        "A license runs as long as the rabies vaccine is effective",
        "C-160",
        "Crystal 910, Dog licenses, subd. 2",
        date(2019, 3, 1),
        "",
    ),
    Reason(
        "Rabies vaccination of 14 May 2025, a booster, told by the license list",
        "Three years from the day it was given",
        "C-161",
        "Crystal 910, Dog licenses, subd. 3",
        date(2019, 3, 1),
        "The city has not confirmed that it counts a booster from the day it was given.",
    ),
)


def animal(name="Juniper", **more):
    return AnimalReading(
        **{
            "id": 7,
            "name": name,
            "species": "dog",
            "breed": "boxer mix",
            "color": "brindle",
            "sex": "female",
            "altered": True,
            "size": "medium",
            "birth": "May 2021",
            "microchip": "985112345678903",
            "exemption": "",
            "kept_at": "4127 Sample Avenue N",
            "name_hidden": False,
            **more,
        }
    )


def standing(word="CURRENT", license="current", rabies="current"):  # noqa: A002
    ends = date(2028, 5, 14) if license == "current" else date(2026, 3, 31) if license == "expired" else None
    until = {"current": date(2028, 5, 14), "lapsed": date(2026, 2, 1)}.get(rabies)
    return Standing(word, license, ends, False, rabies, until, True, REASONS, ())


OWNER = OwnerReading(3, "Marisol Vandersteen-Okonkwo", "763-555-0142", "4127 Sample Avenue N", False)
TAG = TagReading("7K3QW9XZ41", "26-00417", "issued", date(2026, 5, 14), "")


def reading(status="CURRENT", **more):
    return StatusReading(
        **{
            "status": status,
            "as_of": NOW,
            "city": CITY,
            "tag": TAG,
            "animal": animal(),
            "standing": standing(),
            "declaration": None,
            "license_number": "26-00417",
            "owners": (OWNER,),
            "alerts": (),
            "reasons": REASONS,
            "differences": (),
            **more,
        }
    )


DANGEROUS_ALERTS = (
    Alert("declaration", 3, "Declared dangerous, final since 2 October 2026", "Crystal 910, Dangerous dogs, subd. 1"),
    Alert(
        "owner_barred",
        5,
        "Alder Brackenridge may not own a dog until 2 October 2031",
        "Crystal 910, Dangerous dogs, subd. 9",
    ),
    Alert(
        "list_differs", 8, "The list calls this license 'Cancelled'; its dates say otherwise, and the dates count", ""
    ),
)
NOTHING = animal("", breed="", color="", sex="", altered=None, size="", birth="", microchip="", kept_at="")
STATUSES = {
    "current": reading(),
    "dangerous": reading(
        "DANGEROUS DOG",
        animal=animal("Brutus", sex="male", altered=False, color="grey, white chest", breed="mastiff"),
        declaration=DeclarationReading("dangerous", "final", date(2026, 10, 2)),
        alerts=DANGEROUS_ALERTS,
        standing=standing("EXPIRED", "expired", "lapsed"),
    ),
    "potentially": reading(
        "POTENTIALLY DANGEROUS",
        declaration=DeclarationReading("potentially_dangerous", "appeal_pending", date(2026, 11, 20)),
        alerts=(
            Alert(
                "declaration",
                3,
                "Declared potentially dangerous, appeal pending",
                "Crystal 910, Potentially dangerous dogs, subd. 2",
            ),
        ),
    ),
    "not-known": reading(
        "NOT KNOWN",
        animal=NOTHING,
        tag=None,
        license_number="",
        owners=(),
        standing=standing("NOT KNOWN", "not known", "not known"),
    ),
    "expired": reading("EXPIRED", standing=standing("EXPIRED", "expired", "current")),
    "no-license": reading(
        "NO LICENSE", tag=None, license_number="", standing=standing("NO LICENSE", "none", "not known")
    ),
    "rabies-lapsed": reading("RABIES LAPSED", standing=standing("RABIES LAPSED", "current", "lapsed")),
    "none-needed": reading(
        "NO LICENSE NEEDED",
        animal=animal("Pip", exemption="assistance"),
        standing=standing("NO LICENSE NEEDED", "not needed", "not asked"),
    ),
    "unknown": reading(
        "UNKNOWN TAG",
        tag=None,
        animal=None,
        standing=None,
        owners=(),
        reasons=(),
        license_number="",
        alerts=(
            Alert(
                "counterfeit",
                2,
                "No person may use a license or tag that the city did not issue",
                "Crystal 910, Dog licenses, subd. 6",
            ),
        ),
    ),
    "in-stock": reading(
        "TAG NOT ISSUED",
        animal=None,
        standing=None,
        owners=(),
        reasons=(),
        license_number="",
        tag=TagReading("7K3QW9XZ41", "26-00417", "in_stock", date(2026, 1, 2), ""),
    ),
    "replaced": reading(
        tag=TagReading("7K3QW9XZ41", "26-00417", "replaced", date(2026, 8, 3), "26-00981"),
        alerts=(
            Alert("tag_not_valid", 1, "This tag was replaced on 3 August 2026; the animal now wears 26-00981", ""),
        ),
    ),
    "long": reading(
        "POTENTIALLY DANGEROUS",
        declaration=DeclarationReading("potentially_dangerous", "final", date(2026, 11, 20)),
        animal=animal(LONG, breed="Nova Scotia duck tolling retriever mix", color="black, white and reddish brown"),
        tag=TagReading("7K3QW9XZ41", "2026-000000000000417", "issued", date(2026, 5, 14), ""),
        owners=(
            OwnerReading(3, LONG, "763-555-0142 ext. 22190", f"4127 {LONG} Avenue North, Apartment 1204B", False),
            OwnerReading(4, "Alder Brackenridge", "", None, True),
        ),
        differences=(
            DifferenceReading(1, "phone", "763-555-0142", "763-555-0199"),
            DifferenceReading(2, "color", "black, white and reddish brown", ""),
        ),
    ),
    "hostile": reading(
        animal=animal(HOSTILE, breed=HOSTILE, color=HOSTILE),
        owners=(OwnerReading(3, HOSTILE, HOSTILE, HOSTILE, False),),
        tag=TagReading("7K3QW9XZ41", HOSTILE, "issued", date(2026, 5, 14), HOSTILE),
        license_number=HOSTILE,
        alerts=(Alert("declaration", 3, HOSTILE, HOSTILE),),
        differences=(DifferenceReading(3, HOSTILE, HOSTILE, HOSTILE),),
    ),
}


def finder(**more):
    return FinderReading(
        **{
            "city": CITY,
            "tag_number": "26-00417",
            "tag_state": "issued",
            "name": "Juniper",
            "species": "dog",
            "color": "brindle",
            "keep_away": False,
            "has_owner": True,
            **more,
        }
    )


FINDERS = {
    "plain": finder(),
    "keep-away": finder(name="Brutus", keep_away=True),
    "lost": finder(tag_state="lost"),
    "in-stock": finder(tag_state="in_stock", name="", species="", color="", has_owner=False),
    "bare": finder(city=CityReading("benson", "Benson", "", ""), name="", color=""),
    "long": finder(name=LONG, color="black, white and reddish brown", tag_number="2026-000000000000417"),
    "hostile": finder(name=HOSTILE, color=HOSTILE, tag_number=HOSTILE, species=HOSTILE),
}
MATCHES = (
    Match(
        9,
        "ZZZZZZZZZX",
        "26-00093",
        "Address 4131 Sample Avenue N",
        False,
        "Brutus",
        "Intact male, grey mastiff",
        "DANGEROUS DOG",
        "4131 Sample Avenue N",
        DANGEROUS_ALERTS[:1],
    ),
    Match(
        7,
        "7K3QW9XZ41",
        "26-00417",
        "Tag number 26-00417",
        True,
        "Juniper",
        "Spayed female, brindle boxer mix",
        "CURRENT",
        "4127 Sample Avenue N",
        (),
    ),
    Match(8, "", "", f"Owner {LONG}", False, LONG, "", "NO LICENSE NEEDED", "", ()),
)
