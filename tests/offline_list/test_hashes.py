"""Numbers and addresses are folded on the phone as on the server, and alerts of an address are found by them."""

import json
import random

import pytest

from fieldapp.services.offline_list.hashes import of_number, of_place
from fieldapp.tables.keys import house_and_street, number_key, number_runs, without_label

TEXTS = [
    "26-00417", "Tag 26-417", "#0O12", "No. 26-17", "lic# 00-7", "985 112 345 678 903", "2600417/2", "ÅB-12",
    "\uff10\uff11\uff12",
    "4127 Sample Avenue N, Apt 2", "4127 SAMPLE AVE. NORTH", "12 Große Straße", "7 County Road 81 #4", "Sample Avenue",
    "12-14 Mill Court unit 3", "1234567 Long Road", "no", "  9  Élan   Terrace ", "license", "",
    "10 São João Drive Northwest",
]  # fmt: skip
ASK = """async ([texts, key]) => {
  const { numberKey, numberRuns, withoutLabel, houseAndStreet, hashesBy, hashesOfNumber, hashOfPlace } =
    await import("http://localhost/static/js/offline/list-hashes.js");
  const hash = await hashesBy(new Uint8Array(key));
  return Promise.all(texts.map(async (text) => [
    numberKey(text), numberRuns(text), withoutLabel(text), houseAndStreet(text),
    (await hashesOfNumber(hash, text)).join(""), await hashOfPlace(hash, text),
  ]));
}"""


@pytest.mark.browser
def test_the_phone_folds_and_hashes_as_the_server(modules):
    dice = random.Random(5)  # noqa: S311
    letters = "0123456789OoabXYZ -/.,#é\u00a0\u200b"
    texts = TEXTS + ["".join(dice.choices(letters, k=dice.randint(0, 20))) for _ in range(400)]
    key = bytes(range(32))
    told = modules.evaluate(ASK, [texts, list(key)])
    for text, said in zip(texts, told, strict=True):
        here = [number_key(text), number_runs(text), without_label(text), list(house_and_street(text))]
        assert said == [*here, of_number(key, text), of_place(key, text)], json.dumps(text)


PLACES = """async ([base, deltas, addresses, day]) => {
  const { joined, placeOf } = await import("http://localhost/static/js/offline/list.js");
  const found = [];
  for (const delta of deltas) {
    const list = await joined(base, delta);
    for (const address of addresses) found.push(await placeOf({ list, day }, address));
  }
  return found;
}"""


@pytest.mark.browser
def test_alerts_of_an_address_on_the_phone(demo_app, taken_of, modules):
    base, delta = taken_of(demo_app.config["SETTINGS"].instance, "crystal")
    place = of_place(bytes.fromhex("00" * 32), "12 Mill Court")
    assert place
    ends = [["owner_barred", 20000, 20787]]  # through 29 November 2026
    base = base | {"key": "A" * 43}
    known, unknown = delta | {"premises": {place: ends}}, delta | {"premises": None}
    asked = ["12 MILL CT", "13 Mill Court", "Mill Court"]
    told = modules.evaluate(PLACES, [base, [known, unknown], asked, "2026-11-29"])
    assert [alert["kind"] for alert in told[0]["alerts"]] == ["owner_barred"]
    assert told[1] == {"known": True, "alerts": []}
    assert (told[2], told[5]) == (None, None)
    assert told[3] == {"known": False, "alerts": []}
    told = modules.evaluate(PLACES, [base, [known], asked[:1], "2026-11-30"])
    assert told[0]["alerts"] == []
