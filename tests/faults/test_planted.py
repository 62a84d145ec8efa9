"""The fault runs find faults: each planted in one module of the phone, and named within a few runs."""

import pytest

from tests.faults.conftest import script
from tests.faults.test_modules import SECOND_OFFICER
from tests.road_phone.conftest import run

pytestmark = pytest.mark.browser
PLANTED = {
    "any signature is believed": ("receipts", "return Boolean(key) &&", "return true || Boolean(key) &&", "false"),
    "a status is believed": ("sender", 'await failed(row.id, { because: kept', 'if (status === 200) await receive(row.id, { kind: "complete", received_at: "2026-11-30T15:00:00Z", server_seq: 1, row: { record: row.id, hash: "x" } });\n  await failed(row.id, { because: kept', "false"),  # noqa: E501
    "a record without a receipt ends": ("records", "if (!row.open) return null;\n", "if (!row.open) return null;\n    if (reached) return { ...row, open: undefined };\n", "lost"),  # noqa: E501
    "the present officer is the author": ("seal", "author: draft.person,", "author: 7,", "wrong author"),
    "a number is given twice": ("seal", "last_seq: row.seq,", "last_seq: row.seq - 1,", "double"),
    "stored counts as complete": ("records", "receipt_kind: facts.kind,", "receipt_kind: 'complete',", "false"),
}  # fmt: skip


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_named(page_of, phone_of, fault):
    module, before, after, word = PLANTED[fault]
    page = page_of()

    def spoiled(route):
        answer = route.fetch()
        assert before in answer.text()
        route.fulfill(response=answer, body=answer.text().replace(before, after))

    page.route(f"**/offline/{module}.js", spoiled)
    phone_of(page)
    run(page, SECOND_OFFICER)
    page.evaluate(f"(names) => {{ ({script('plans.js')})(names); }}", {})
    told = page.evaluate(script("modules.js"), {"from": 1, "count": 60})
    assert [said for said in told["wrong"] if said.startswith(word)], told
