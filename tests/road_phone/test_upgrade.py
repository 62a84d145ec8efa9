"""The store of every older version is opened by this one with all that it held, also rows that make no sense."""

import pytest

from tests.road_phone.conftest import run

pytestmark = pytest.mark.browser
OLD = """async (m, version) => {
  const { STEPS, STORES, NAME } = await m("store");
  const { openDB, deleteDB } = await import("/static/vendor/idb/index.js");
  await deleteDB(NAME);
  const db = await openDB(NAME, version, { upgrade: (db) => STEPS.slice(0, version).forEach((step) => step(db)) });
  const made = [...db.objectStoreNames];
  for (const store of made) {
    const tx = db.transaction(store, "readwrite");
    const path = tx.store.keyPath;
    for (const row of [{ words: "kept" }, { words: null, open: "x", manifest: 3 }, { strange: new Uint8Array(9) }]) {
      const keys = (Array.isArray(path) ? path : [path]).map((name) => [name, crypto.randomUUID()]);
      await tx.store.put({ ...row, ...(path === "n" ? {} : Object.fromEntries(keys)) });
    }
    await tx.done;
  }
  db.close();
  const counts = {};
  for (const store of made) counts[store] = (await rows(store)).length;
  return { counts, all: STORES, steps: STEPS.length };
}"""


@pytest.mark.parametrize("version", [1])
def test_row_12_an_older_store_is_opened_with_all_of_it(phone, version):
    found = run(phone, OLD, version)
    assert found["steps"] == 1  # a new version of the store gets its number above
    assert found["counts"] == dict.fromkeys(found["counts"], 3)
    assert sorted(found["counts"]) == sorted(found["all"])


def test_the_stores_are_those_that_the_code_names(phone):
    found = run(phone, """async (m) => {
      const { openStore, STORES } = await m("store");
      return [[...(await openStore()).objectStoreNames], [...STORES].sort()];
    }""")  # fmt: skip
    assert found[0] == found[1]


def test_an_upgrade_that_fails_leaves_the_old_store_as_it_was(phone):
    found = run(phone, """async (m) => {
      await sealed("kept");
      const { openStore, NAME, STEPS } = await m("store");
      (await openStore()).close();
      const { openDB } = await import("/static/vendor/idb/index.js");
      const broken = (db) => { db.createObjectStore("later"); throw new Error("planted"); };
      const opening = openDB(NAME, STEPS.length + 1, { upgrade: broken });
      const said = await opening.then(() => "opened", (fault) => fault.name);
      const kept = (await rows("records")).length;
      await drained();
      return { said, kept, sent: server.summary().rows.length };
    }""")  # fmt: skip
    phone.faults.clear()  # the planted one
    assert found == {"said": "AbortError", "kept": 1, "sent": 1}
