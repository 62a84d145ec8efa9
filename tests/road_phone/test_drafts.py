"""Drafts are on the phone while they are typed; they come back after the page was killed; one tab writes."""

import pytest

from tests.road_phone.conftest import run

pytestmark = pytest.mark.browser
OPENED = """async (m, id) => {
  const { drafts } = await m("drafts");
  const draft = await drafts.open("field_note", id);
  globalThis.held = draft;
  const photos = [];
  for (const { slot, copy } of draft.photos) {
    photos.push([slot, (await draft.photo(slot, "original")).length, copy ? (await draft.photo(slot)).length : 0]);
  }
  return { id: draft.id, fields: draft.fields, readOnly: draft.readOnly, photos };
}"""


def test_row_14_fields_and_photos_are_there_after_the_page_was_killed(phone_of):
    phone = phone_of()
    draft = run(phone, """async () => {
      const draft = await drafted("brown dog, no tag", [["dog", 4000, 300], ["scene", 900, 0]]);
      return draft.id;
    }""")  # fmt: skip
    phone_of(phone, enrolled=False)
    assert run(phone, OPENED, draft) == {
        "id": draft, "fields": {"words": "brown dog, no tag"}, "readOnly": False,
        "photos": [["dog-1", 4000, 300], ["scene-1", 900, 0]],
    }  # fmt: skip


def test_row_15_a_reopened_draft_keeps_what_was_added_to_it(phone_of):
    phone = phone_of()
    draft = run(phone, 'async () => (await drafted("first", [["dog", 700, 0]])).id')
    for n in range(2):
        phone_of(phone, enrolled=False)
        run(phone, OPENED, draft)
        run(phone, """async (m, n) => {
          await held.save({ words: `change ${n}` });
          await held.addPhoto({ kind: "dog", file: picture(800 + n, n), type: "jpeg" });
        }""", n)  # fmt: skip
    phone_of(phone, enrolled=False)
    found = run(phone, OPENED, draft)
    assert found["fields"] == {"words": "change 1"}
    assert [slot for slot, *_ in found["photos"]] == ["dog-1", "dog-2", "dog-3"]


def test_the_last_words_win_however_fast_they_follow(phone):
    found = run(phone, """async () => {
      const draft = await drafted("");
      const writes = [...Array(30).keys()].map((n) => draft.save({ words: `v${n}` }));
      await Promise.all(writes);
      return (await rows("drafts"))[0].fields.value;
    }""")  # fmt: skip
    assert found == {"words": "v29"}


@pytest.mark.parametrize("locks", [True, False], ids=["web locks", "a lease"])
def test_a_second_tab_reads_until_the_first_is_gone(page_of, phone_of, locks):
    first = page_of()
    if not locks:
        first.context.add_init_script("delete Navigator.prototype.locks")
    phone_of(first)
    second = phone_of(first.context.new_page(), enrolled=False)
    draft = run(first, 'async () => (globalThis.held = await drafted("mine")).id')
    assert run(second, OPENED, draft)["readOnly"] is True
    refused = run(second, 'async () => held.save({ words: "no" }).catch((fault) => fault.constructor.name)')
    assert refused == "ReadOnly"
    run(first, 'async () => { await held.save({ words: "still mine" }); await held.close(); }')
    assert run(second, "async () => [await held.take(), held.fields]") == [True, {"words": "still mine"}]
    run(second, 'async () => held.save({ words: "now mine" })')
    assert run(first, "async () => [await held.take(), held.readOnly]") == [False, True]


def test_a_lease_of_a_dead_tab_ends_and_one_from_the_future_counts_as_none(page_of, phone_of):
    page = page_of()
    page.context.add_init_script("delete Navigator.prototype.locks")
    phone_of(page)
    found = run(page, """async (m) => {
      const { tryLock } = await m("locks");
      const { setMeta } = await m("store");
      const now = Date.now();
      const found = [];
      for (const until of [now + 14000, now - 1, now + 9e9]) {
        await setMeta("lease:x", { tab: "another", until });
        const release = await tryLock("x");
        found.push(Boolean(release));
        await release?.();
      }
      return found;
    }""")  # fmt: skip
    assert found == [False, True, True]


def test_row_42_photos_are_kept_where_the_browser_refuses_files_in_its_store(page_of, phone_of):
    page = page_of()
    page.context.add_init_script("""
      for (const name of ["put", "add"]) {
        const plain = IDBObjectStore.prototype[name];
        const isBytes = (value) => ArrayBuffer.isView(value) || value instanceof ArrayBuffer;
        const isObject = (value) => value && typeof value === "object" && !isBytes(value);
        const holds = (value) => value instanceof Blob || (isObject(value) && Object.values(value).some(holds));
        IDBObjectStore.prototype[name] = function (value, ...rest) {
          if (holds(value)) throw new DOMException("no files here", "DataCloneError");
          return plain.call(this, value, ...rest);
        };
      }""")
    phone_of(page)
    found = run(page, """async (m) => {
      const { drafts } = await m("drafts");
      const draft = await drafts.open("field_note");
      const file = new File([picture(5000, 3)], "a.jpg", { type: "image/jpeg" });
      await draft.addPhoto({ kind: "dog", file, copy: new Blob([picture(90, 4)], { type: "image/jpeg" }) });
      const { id } = await (await m("seal")).seal(draft, { ...FACTS, payload: {} });
      await drained();
      return { state: (await states())[id], photos: server.summary().rows[0].photos.map(({ type, bytes }) => [type, bytes]) };
    }""")  # fmt: skip  # noqa: E501  lines of the page's own script
    assert found == {"state": "complete", "photos": [["image/jpeg", 5000], ["image/jpeg", 90]]}


def test_a_removed_photo_and_a_discarded_draft_leave_nothing(phone):
    found = run(phone, """async (m) => {
      const draft = await drafted("x", [["dog", 500, 50], ["dog", 600, 0]]);
      await draft.removePhoto("dog-1");
      const blobs = (await rows("blobs")).map(({ slot, form }) => `${slot} ${form}`);
      const slot = await draft.addPhoto({ kind: "dog", file: picture(700, 9), type: "jpeg" });
      await draft.discard();
      const refused = await draft.save({}).catch((fault) => fault.constructor.name);
      const again = await (await m("drafts")).drafts.open("field_note", draft.id).catch((fault) => fault.constructor.name);
      return { blobs, slot, left: [(await rows("blobs")).length, (await rows("drafts")).length], refused, again };
    }""")  # fmt: skip  # noqa: E501  lines of the page's own script
    assert found == {
        "blobs": ["dog-2 original"], "slot": "dog-1", "left": [0, 0], "refused": "Gone", "again": "Gone",
    }  # fmt: skip


def test_nothing_is_kept_of_a_draft_that_another_tab_sealed(phone):
    found = run(phone, """async (m) => {
      const draft = await drafted("x");
      await (await m("seal")).seal(draft, { ...FACTS, payload: {} });
      const late = await draft.save({ words: "late" }).catch((fault) => fault.constructor.name);
      return { late, drafts: (await rows("drafts")).length };
    }""")  # fmt: skip
    assert found == {"late": "Gone", "drafts": 0}


def test_the_copy_that_is_made_later_joins_its_photo(phone):
    found = run(phone, """async (m) => {
      const { drafts } = await m("drafts");
      const draft = await drafts.open("field_note");
      const slot = await draft.addPhoto({ kind: "dog", file: picture(5000, 3), type: "jpeg" });
      await draft.addCopy(slot, new Blob([picture(90, 4)], { type: "image/jpeg" }));
      const { id } = await (await m("seal")).seal(draft, { ...FACTS, payload: {} });
      await drained();
      return [(await states())[id], server.summary().rows[0].photos.map(({ form }) => form)];
    }""")  # fmt: skip
    assert found == ["complete", ["original", "copy"]]
