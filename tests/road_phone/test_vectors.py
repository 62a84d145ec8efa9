"""The vectors of the protocol in the browser: the file that the server's tests read, and what both must agree on."""

import json
from pathlib import Path

import pytest

from fieldapp.media import signing
from tests.road_phone.conftest import run

pytestmark = pytest.mark.browser
BOOK = json.loads((Path(__file__).resolve().parents[1] / "road" / "vectors.json").read_text(encoding="utf-8"))
MADE = """async (m, book) => {
  const { utf8, hashOf, fromB64u, textOf } = await m("bytes");
  const S = await m("statements");
  const { device, server, record, enroll, hello, receipt, rotate } = book;
  const [key, other] = [device, server].map(({ public_key }) => fromB64u(public_key));
  const [, origin, city, id, sender, seq] = record.lines;
  const sha256 = await hashOf(utf8(record.body));
  const said = {
    record: S.recordStatement({ origin, city, id, device: sender, seq, sha256 }),
    enroll: S.enrolStatement(enroll.origin, enroll.user_id, enroll.challenge, device.key_id),
    hello: S.helloStatement(hello.origin, hello.device, hello.nonce, await hashOf(utf8(hello.body))),
    receipt: S.receiptStatement(await hashOf(fromB64u(receipt.bytes))),
    rotate: S.rotateStatement(rotate.origin, rotate.old_kid, rotate.new_kid, rotate.from),
  };
  const kids = [await S.keyIdOf(key), await S.keyIdOf(other)];
  const found = { kids, sha256, said: {}, good: {}, other: {}, bad: {} };
  for (const [name, bytes] of Object.entries(said)) {
    found.said[name] = [textOf(bytes), await hashOf(bytes)];
    const [by, not] = ["receipt", "rotate"].includes(name) ? [other, key] : [key, other];
    found.good[name] = await S.isSigned(by, bytes, book[name].signature);
    found.other[name] = await S.isSigned(not, bytes, book[name].signature);
  }
  found.also = await Promise.all(record.also_valid.map((each) => S.isSigned(key, said.record, each)));
  for (const [name, each] of Object.entries(book.not_signatures)) {
    found.bad[name] = await S.isSigned(key, said.record, each);
  }
  for (const [name, each] of Object.entries(book.not_public_keys)) {
    found.bad[name] = await S.isSigned(fromB64u(each), said.record, record.signature);
  }
  return found;
}"""


def test_the_book_of_vectors_means_the_same_here(phone):
    found = run(phone, MADE, BOOK)
    assert found["kids"] == [BOOK["device"]["key_id"], BOOK["server"]["kid"]]
    assert found["sha256"] == BOOK["record"]["body_sha256"]
    assert found["said"].pop("record")[1] == BOOK["record"]["sha256"]
    assert found["said"] == {
        name: [BOOK[name]["statement"], BOOK[name]["sha256"]] for name in ("enroll", "hello", "receipt", "rotate")
    }
    assert set(found["good"].values()) == {True}
    assert set(found["other"].values()) == {False}
    assert found["also"] == [True] * len(BOOK["record"]["also_valid"])
    assert found["bad"] == dict.fromkeys({**BOOK["not_signatures"], **BOOK["not_public_keys"]}, False)


def test_what_the_phone_signs_the_server_believes(phone):
    found = run(phone, """async (m) => {
      const S = await m("statements");
      const { b64u } = await m("bytes");
      const { privateKey, point } = await S.makePair();
      const all = [];
      for (let n = 0; n < 40; n++) all.push([b64u(S.statement("a", n)), await S.sign(privateKey, S.statement("a", n))]);
      return { point: b64u(point), all };
    }""")  # fmt: skip
    point = signing.bytes_of(found["point"])
    assert all(signing.is_signed(point, signing.bytes_of(said), signature) for said, signature in found["all"])


def test_a_line_that_cannot_be_one_is_refused(phone):
    found = run(phone, """async (m) => {
      const { statement } = await m("statements");
      return ["a\\nb", "a\\rb", "caf\\u00e9"].map((line) => { try { return statement(line) && "taken"; } catch (fault) { return fault.name; } });
    }""")  # fmt: skip  # noqa: E501  lines of the page's own script
    assert found == ["SyntaxError"] * 3


@pytest.mark.parametrize("text", ["=", "AA==", "A", "AB", "A A", "é"])
def test_base64url_has_one_spelling(phone, text):
    assert run(phone, """async (m, text) => {
      const { fromB64u } = await m("bytes");
      try { return [...fromB64u(text)]; } catch (fault) { return fault.name; }
    }""", text) == "SyntaxError"  # fmt: skip
