"""Which animal a row means, and when two rows mean one. Pure."""

from collections.abc import Sequence
from functools import lru_cache

from fieldapp.services.license_list.listed import NO_COLUMN, Listed
from fieldapp.tables.keys import name_key

Rows = list[tuple[int, Listed, str]]  # line, row, hash of its content

_LOOKS = ("breed", "color", "sex")


def identity(listed: Listed) -> str:
    """Which animal a row means: its name, species and birth, as the list says them.

    Without a number and a name its looks stand in for the name: a household can have many such dogs.
    """
    name = _name(listed.name) if listed.number or listed.name else looks(listed.breed, listed.color, listed.sex)
    return f"{name}|{listed.species}|{listed.born}"


def looks(breed: str, color: str, sex: str) -> str:
    """What stands in for the name of an animal that has neither name nor number; no name begins so."""
    return f"? {_name(breed)}, {_name(color)}, {_name(sex)}"


def same_animal(one: str, two: str) -> bool:
    """Whether two identities are the same animal. A list without a column of births says nothing against a birth."""
    if one == two:
        return True
    (first, born), (second, other) = one.rsplit("|", 1), two.rsplit("|", 1)
    return first == second and NO_COLUMN in (born, other)


def either(former: str, here: str, who: str) -> bool:
    """Whether each part of `who` is that of the list before or that of the record here, where it was corrected."""
    parts = zip(former.split("|"), here.split("|"), who.split("|"), strict=True)
    return all(said in (was, now) or (place == 2 and NO_COLUMN in (was, said))
               for place, (was, now, said) in enumerate(parts))  # fmt: skip


def not_told_apart(rows: Rows) -> set[int]:
    """The lines among rows of one animal without a number that can be two animals: neither one is to vanish.

    In the same year of term (or one not known) rows that differ, where there is no name or the looks contradict.
    """
    lines: set[int] = set()
    for place, (line, listed, content) in enumerate(rows):
        for other_line, other, its_content in rows[:place]:
            if content != its_content and _one_year(listed, other) and not (listed.name and _alike(listed, other)):
                lines |= {line, other_line}
    return lines


def lines_of(lines: Sequence[int]) -> str:
    """Some of these lines, for people."""
    return some([f"line {line}" for line in lines])


def some(places: list[str]) -> str:
    """The first eight of these, and how many more."""
    return ", ".join(places[:8]) + (f" and {len(places) - 8} more" if len(places) > 8 else "")


def _one_year(one: Listed, two: Listed) -> bool:
    return one.year == two.year or not one.year or not two.year


def _alike(one: Listed, two: Listed) -> bool:
    pairs = [(_name(getattr(one, field)), _name(getattr(two, field))) for field in _LOOKS]
    return all(first == second or not first or not second for first, second in pairs)


@lru_cache(65536)
def _name(text: str) -> str:
    return name_key(text).replace("|", " ")
