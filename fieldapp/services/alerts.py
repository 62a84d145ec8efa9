"""The one place that knows the kinds of alerts, their order, and the words of each."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from fieldapp.lawbook.current import lawbook
from fieldapp.rules.days import written
from fieldapp.rules.declarations import CLASSES, STAGES
from fieldapp.rules.limits import Limit
from fieldapp.services.readings import Alert, DeclarationReading, TagReading

# In the order in which an officer must know them. A tag that is no longer the animal's comes first (contract.md).
KINDS = (
    "tag_not_valid",
    "counterfeit",
    "declaration",
    "may_not_reenter",
    "owner_barred",
    "rescinded",
    "recorded_dead",
    "list_differs",
)


@dataclass(frozen=True, slots=True)
class AlertFacts:
    """What alerts are made of: facts on record on the day of the look-up."""

    tag: TagReading | None
    declarations: tuple[DeclarationReading, ...]
    barred_owners: tuple[tuple[str, date], ...]  # name, since
    removed_on: date | None
    died_on: date | None
    status_differs: str  # the list's own status word where it disagrees with the dates


def alerts(city: str, facts: AlertFacts, day: date) -> tuple[Alert, ...]:
    """Every alert that the facts give in `city` on `day`, the most urgent first."""
    found = [
        *_of_tag(facts.tag),
        *(_of_declaration(city, d, day) for d in facts.declarations),
        *_of_removal(city, facts.removed_on, day),
        *(_of_bar(city, name, since, day) for name, since in facts.barred_owners),
    ]
    if facts.died_on:
        found.append(_alert("recorded_dead", f"On record as dead since {written(facts.died_on)}"))
    if facts.status_differs:
        text = f"The list calls this license {facts.status_differs!r}; its dates say otherwise, and the dates count"
        found.append(_alert("list_differs", text))
    return tuple(sorted(found, key=lambda a: a.rank))


def counterfeit(city: str, day: date) -> tuple[Alert, ...]:
    """What a city's law says of a tag that it never made; nothing where its law is silent."""
    limit = lawbook().at(city, "tag.counterfeit", day)
    return (_alert("counterfeit", ". ".join(limit.words), limit),) if limit else ()


def _alert(kind: str, text: str, limit: Limit | None = None) -> Alert:
    return Alert(kind, KINDS.index(kind) + 1, text, limit.citation if limit else "")


_TAG_WORDS = {
    "lost": "This tag was reported lost",
    "stolen": "This tag was reported stolen",
    "destroyed": "This tag was reported destroyed",
    "replaced": "This tag was replaced",
}


def _of_tag(tag: TagReading | None) -> Sequence[Alert]:
    if tag is None or tag.state not in _TAG_WORDS:
        return ()
    by = f" by number {tag.replaced_by}" if tag.replaced_by else ""
    return (_alert("tag_not_valid", f"{_TAG_WORDS[tag.state]}{by} on {written(tag.since)}"),)


def _of_declaration(city: str, declaration: DeclarationReading, day: date) -> Alert:
    limit = lawbook().at(city, f"declaration.{declaration.dog_class}", day)
    word, stage = CLASSES[declaration.dog_class], STAGES[declaration.stage]
    if declaration.stage == "rescinded":
        text = f"A declaration as {word} was rescinded on {written(declaration.since)}"
        return _alert("rescinded", text, limit)
    stage = "not yet final" if declaration.stage == "declared" else stage
    text = f"Declared {word}: {stage}, since {written(declaration.since)}"
    return _alert("declaration", text, limit)


def _of_removal(city: str, removed_on: date | None, day: date) -> Sequence[Alert]:
    limit = lawbook().at(city, "reentry.forbidden", day)
    if removed_on is None or limit is None:
        return ()
    text = f"This dog was removed from the city on {written(removed_on)} and may not come back"
    return (_alert("may_not_reenter", text, limit),)


def _of_bar(city: str, name: str, since: date, day: date) -> Alert:
    limit = lawbook().at(city, "ownership.barred", day)
    words = limit.words[0] if limit else "may not own a dog"
    return _alert("owner_barred", f"{name} {words} (since {written(since)})", limit)
