"""Readings as the JSON that contract.md fixes."""

from typing import Any

from fieldapp.services.readings import FinderReading, StatusReading


def status_as_json(reading: StatusReading) -> dict[str, Any]:
    """An officer's reading; days as ISO text, the instant in UTC. An unknown tag has its status only."""
    if reading.status == "UNKNOWN TAG":
        return {"status": reading.status, "alerts": _alerts(reading)}
    animal, stands, declared = reading.animal, reading.standing, reading.declaration
    return {
        "status": reading.status,
        "as_of": reading.as_of.isoformat(),
        "city": reading.city.id,
        "tag": {"number": reading.tag.number, "state": reading.tag.state} if reading.tag else None,
        "license": {
            "status": stands.license, "number": reading.license_number, "for_life": stands.for_life,
            "expires": stands.license_ends.isoformat() if stands.license_ends else None,
        } if stands else None,
        "rabies": {
            "status": stands.rabies, "valid_until": stands.rabies_until.isoformat() if stands.rabies_until else None,
        } if stands else None,
        "declaration": {
            "class": declared.dog_class, "stage": declared.stage, "since": declared.since.isoformat(),
        } if declared else None,
        "animal": {
            "id": animal.id, "name": animal.name, "species": animal.species, "breed": animal.breed,
            "color": animal.color, "sex": animal.sex, "altered": animal.altered, "size": animal.size,
            "birth": animal.birth, "microchip": animal.microchip, "exemption": animal.exemption,
            "kept_at": animal.kept_at,
        } if animal else None,
        "owners": [
            {"name": o.name, "phone": o.phone, "address": o.address, "address_protected": o.address_protected}
            for o in reading.owners
        ],
        "alerts": _alerts(reading),
        "reasons": [
            {
                "fact": r.fact, "limit": r.limit, "clause": r.clause, "citation": r.citation,
                "since": r.since.isoformat() if r.since else None, "doubt": r.doubt,
            }
            for r in reading.reasons
        ],
    }  # fmt: skip


def _alerts(reading: StatusReading) -> list[dict[str, Any]]:
    return [{"rank": a.rank, "kind": a.kind, "text": a.text, "citation": a.citation} for a in reading.alerts]


def finder_as_json(finder: FinderReading) -> dict[str, Any]:
    """The finder's fields, nothing else."""
    return {
        "city": finder.city.name,
        "animal_control_phone": finder.city.animal_control_phone,
        "hours": finder.city.hours,
        "tag": {"number": finder.tag_number, "state": finder.tag_state},
        "animal": {"name": finder.name, "species": finder.species, "color": finder.color}
        if finder.tag_state != "in_stock"
        else None,
        "keep_away": finder.keep_away,
        "has_owner": finder.has_owner,
    }
