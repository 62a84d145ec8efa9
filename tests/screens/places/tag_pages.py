"""What stands behind a tag, for each kind of reader; an animal; its corrections."""

from functools import partial

from sqlalchemy import func, insert, select

from fieldapp import clock
from fieldapp.services import look_up, tag_stock, tags
from fieldapp.tables.animals import Animal, Keeping, Owner
from fieldapp.tables.db import reading, writing
from fieldapp.tables.tags import Tag
from tests.screens.places.states import STATES, send, state, unfold, untagged
from tests.screens.stage import CITY
from tests.walk.addresses import a_difference


def _tagged(city):
    """One tag for each status and each state of a tag: {word: code}."""
    found = {}
    words = look_up.tag_statuses(city)
    for tag in tag_stock.choose(city):
        found.setdefault(words[tag.code], tag.code)
        found.setdefault(f"tag {tag.state}", tag.code)
    return found


def _reported(happening):
    """The code of a tag that was reported so, now if none was."""
    known = select(Tag.code).where(Tag.city == CITY, Tag.state == happening)
    with reading() as connection:
        code = connection.execute(known).scalars().first()
    if code is None:
        tag = next(t for t in reversed(tag_stock.choose(CITY)) if t.state == "issued")
        tags.report(CITY, tag.id, happening, actor="cli")
        code = tag.code
    return code


STANDINGS = (
    "DANGEROUS DOG", "POTENTIALLY DANGEROUS", "NOT KNOWN", "EXPIRED", "NO LICENSE", "NO LICENSE NEEDED", "CURRENT",
    "TAG NOT ISSUED", "tag lost", "tag stolen", "tag destroyed", "tag replaced",
)  # fmt: skip


def _tag(word, role, s):
    if s.bare:
        return None
    code = _tagged(CITY).get(word) or _reported(word.removeprefix("tag "))
    return unfold(s.go(role, f"/t/{code}"))


@state("tag page, RABIES LAPSED, officer of Benson")
def lapsed(s):
    return None if s.bare else unfold(s.go("officer of benson", f"/t/{_tagged('benson')['RABIES LAPSED']}"))


@state("start of Battle Lake")
def start_battle_lake(s):
    return None if s.bare else s.go("officer of battle_lake", "/")


@state("tag page in Battle Lake")
def tag_battle_lake(s):
    return None if s.bare else unfold(s.go("officer of battle_lake", f"/t/{_tagged('battle_lake')['tag issued']}"))


for _word in STANDINGS:
    STATES.append((f"tag page, {_word}, officer", partial(_tag, _word, "officer")))
for _word in ("DANGEROUS DOG", "CURRENT", "TAG NOT ISSUED", "tag lost", "tag replaced"):
    STATES.append((f"tag page, {_word}, finder", partial(_tag, _word, None)))
for _word in ("CURRENT", "TAG NOT ISSUED", "EXPIRED"):
    STATES.append((f"tag page, {_word}, clerk", partial(_tag, _word, "clerk")))


@state("tag page, never issued, officer")
def unknown(s):
    return s.go("officer", "/t/0000000000")


@state("tag page, never issued, finder")
def unknown_finder(s):
    return s.go(None, "/t/0000000000")


@state("animal without a tag, clerk")
def animaluntagged(s):
    key = untagged(s)
    return key and s.go("clerk", f"/animals/{key}")


@state("animal of which nothing is known, clerk")
def animal_nothing(s):
    if s.bare:
        return None
    with writing() as connection:
        key = connection.execute(
            insert(Animal).values(city=CITY, name="", name_key="", species="dog", created_at=clock.now())
        ).inserted_primary_key[0]
    return s.go("clerk", f"/animals/{key}")


@state("protected owner, officer")
def protected(s):
    kept = select(Keeping.animal_id).join(Owner).where(Owner.city == CITY, Owner.address_protected)
    key = s.first(kept)
    return key and s.go("officer", f"/animals/{key}")


@state("protected owner, clerk")
def protected_clerk(s):
    kept = select(Keeping.animal_id).join(Owner).where(Owner.city == CITY, Owner.address_protected)
    key = s.first(kept)
    return key and s.go("clerk", f"/animals/{key}")


@state("differences, clerk")
def differences(s):
    rule = s.rule("/animals/<int:animal_id>")
    if s.address(rule) is None:
        return None
    a_difference(CITY)
    key = s.first(select(Animal.id).where(Animal.city == CITY).order_by(Animal.id.desc()))
    return s.go("clerk", f"/animals/{key}")


@state("correct, a birth that cannot be")
def edit_wrong(s):
    key = s.first(select(Animal.id).where(Animal.city == CITY))
    return key and send(s.go("clerk", f"/animals/{key}/edit"), birth="the other day")


@state("correct, two owners")
def edit_two(s):
    more = select(Keeping.animal_id).where(Keeping.city == CITY).group_by(Keeping.animal_id)
    key = s.first(more.having(func.count() > 1))
    return key and s.go("clerk", f"/animals/{key}/edit")
