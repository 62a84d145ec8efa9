"""A city that exists only as a folder of law: a checklist with what the three cities do not use."""

CITY = 'kind = "city"\nid = "oakmere"\nname = "Oakmere"\nstate = "minnesota"\ntime_zone = "America/Chicago"\n'
TAIL = 'clause = "O-1"\ncitation = "Oakmere § 5.01"\nfrom = 2020-01-01\nlast_checked = 2026-11-30\n'
# A cover is needed over walls of less than six feet; its openings are under two inches; the fence is over 18 in deep.
CHECKS = f"""
[[check]]
key = "cover"
prompt = "Cover over walls of § 5"
how = "Look."
groups = ["outdoor_pen"]
measure = "answer"
field = "cover"
accepted = ["entire", "partial"]
applies_when = [{{ field = "wall_height_in", operator = "under", value = 72 }}]
{TAIL}
[[check]]
key = "cover_opening"
prompt = "Openings"
how = "Between two wires."
groups = ["outdoor_pen"]
measure = "amount"
field = "cover_opening_in"
number = 2
unit = "inches"
comparison = "under"
applies_when = [
  {{ field = "wall_height_in", operator = "at most", value = 72.5 }},
  {{ field = "locked", operator = "is", value = true, not_noted = "applies" }},
]
{TAIL}
[[check]]
key = "fence_buried"
prompt = "Fence"
how = "Dig."
groups = ["outdoor_pen"]
measure = "amount"
field = "fence_buried_in"
number = 1.5
unit = "feet"
comparison = "over"
{TAIL}
[[check]]
key = "dogs"
prompt = "Dogs"
how = "Count."
groups = ["outdoor_pen", "indoors"]
measure = "amount"
field = "animals"
number = 3
unit = "animals"
comparison = "at most"
{TAIL}"""


def write_oakmere(folder, checks=CHECKS):
    """The folder that holds the city's folder."""
    (folder / "oakmere").mkdir()
    (folder / "oakmere/city.toml").write_text(CITY, encoding="utf-8")
    (folder / "oakmere/enclosures.toml").write_text(checks, encoding="utf-8")
    return folder
