"""An S3 service that refuses, lies, stops half way, is slow or points elsewhere: one kind of fault, soon, in words."""

import hashlib
import http.server
import itertools
import ssl
import threading
import time
import tracemalloc

import pytest

from fieldapp import clock
from fieldapp.media.file_store import ChangedFile, MissingFile, StoreFailure
from fieldapp.media.local_certificate import local_certificate
from fieldapp.media.s3_address import read_s3_address
from fieldapp.media.s3_credentials import S3Credentials
from fieldapp.media.s3_store import S3Store
from tests.stores.conftest import SHORT, SHORTEST, dripping, refusing, store_on

PHOTO = b"\xff\xd8 as it came" * 5000
NAME = hashlib.sha256(PHOTO).hexdigest()


def acts(store):
    return (
        lambda: store.put(PHOTO, NAME),
        lambda: store.open(NAME),
        lambda: store.has(NAME),
        lambda: store.forget(NAME),
        lambda: list(store.names()),
    )


def all_fail(unruly, pattern):
    for act in acts(unruly.store):
        began = time.monotonic()
        with pytest.raises(StoreFailure, match=pattern) as told:
            act()
        assert time.monotonic() - began < SHORT.whole
        assert "made-up" not in str(told.value)
        assert "\n" not in str(told.value)


@pytest.mark.parametrize("code", ["AccessDenied", "SignatureDoesNotMatch", "InvalidAccessKeyId"])
def test_a_right_that_is_missing_is_said_with_the_services_code(unruly, code):
    unruly.behave = refusing(403, code, "made-up-secret\n")
    all_fail(unruly, f"refused a call.*({code}|403)")


def test_a_bucket_that_is_missing_is_not_a_missing_file(service):
    store = store_on(f"s3://nothere/x?endpoint=http://{service.host}")
    for act in (lambda: store.open(NAME), lambda: store.put(PHOTO, NAME), lambda: list(store.names())):
        with pytest.raises(StoreFailure, match="NoSuchBucket"):
            act()


def test_what_the_service_says_is_never_repeated(unruly):
    unruly.behave = refusing(400, "<b>&#10;made-up-secret</b>" + "x" * 500, "made-up-secret")
    all_fail(unruly, "a code that cannot be shown|400|did not answer as it should")


@pytest.mark.parametrize("status", [500, 503])
def test_a_fault_of_the_service_is_tried_again_and_then_said(unruly, status):
    unruly.behave = refusing(status, "SlowDown")
    with pytest.raises(StoreFailure, match="SlowDown"):
        unruly.store.open(NAME)
    assert len(unruly.seen) == SHORT.tries


def test_a_fault_that_passes_is_not_noticed(unruly):
    unruly.behave = lambda call: len(unruly.seen) == 1 and refusing(503, "SlowDown")(call)
    unruly.store.put(PHOTO, NAME)
    unruly.behave = None
    assert unruly.store.open(NAME) == PHOTO


@pytest.mark.parametrize("status", [301, 302, 307, 308, 400])
def test_no_call_goes_where_an_answer_points(unruly, status):
    elsewhere = []

    def behave(call):
        if call.headers["Host"] != unruly.host or "/elsewhere" in call.path:
            elsewhere.append(call.path)
        body = b"<Error><Code>PermanentRedirect</Code><Endpoint>localhost</Endpoint><Region>eu-west-1</Region></Error>"
        call.send_response(status)
        port = unruly.host.rpartition(":")[2]
        call.send_header("Location", f"http://localhost:{port}/elsewhere")
        call.send_header("x-amz-bucket-region", "eu-west-1")
        call.send_header("Content-Length", str(len(body)))
        call.end_headers()
        if call.command != "HEAD":
            call.wfile.write(body)
        return True

    unruly.behave = behave
    all_fail(unruly, "refused a call")
    assert elsewhere == []


def test_a_service_that_is_gone_is_said_soon(service, unruly):
    store = store_on("s3://some-bucket/x?endpoint=http://127.0.0.1:9", SHORT)
    with pytest.raises(StoreFailure, match=f"could not be reached.*{NAME}"):
        store.open(NAME)


def test_a_service_that_goes_away_half_way_is_said(unruly):
    unruly.store.put(PHOTO, NAME)

    def behave(call):
        call.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(PHOTO) + PHOTO[:1000])
        return True

    unruly.behave = behave
    with pytest.raises(StoreFailure, match="did not answer as it should"):
        unruly.store.open(NAME)


def test_a_service_that_never_answers_is_said_soon(unruly):
    unruly.behave = lambda _call: time.sleep(4) or True
    all_fail(unruly, "could not be reached|did not finish")


@pytest.mark.parametrize("headers", [False, True])
def test_a_service_that_sends_a_byte_now_and_then_is_not_waited_for(unruly, headers):
    unruly.behave = dripping(0.2, headers=headers)
    store = store_on(unruly.address, SHORTEST)
    began = time.monotonic()
    with pytest.raises(StoreFailure, match=r"did not finish within 1.5 seconds"):
        store.open(NAME)
    assert time.monotonic() - began < 4


def test_calls_without_an_answer_do_not_pile_up(unruly, monkeypatch):
    release, store = threading.Event(), store_on(unruly.address, SHORTEST)
    store._free = threading.BoundedSemaphore(1)
    monkeypatch.setattr(store._client, "get_object", lambda **_: release.wait(10))
    with pytest.raises(StoreFailure, match="did not finish"):
        store.open(NAME)
    with pytest.raises(StoreFailure, match="too many calls"):
        store.open(NAME)
    release.set()


def test_bytes_that_the_service_lost_or_changed_on_the_way_in_are_found(unruly, service):
    def behave(call):
        if call.command == "PUT":
            call.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")  # says that it took them
            return True
        return False

    unruly.behave = behave
    with pytest.raises(StoreFailure, match=f"does not give the file {NAME} back as it was sent"):
        unruly.store.put(PHOTO, NAME)
    assert service.keys() == []


def test_the_hash_of_the_bytes_is_part_of_what_is_signed(unruly):
    unruly.store.put(PHOTO, NAME)
    (sent,) = [headers for command, _, headers in unruly.seen if command == "PUT"]
    sent = {name.lower(): value for name, value in sent.items()}
    assert sent["x-amz-content-sha256"] == NAME
    assert "x-amz-content-sha256" in sent["authorization"].partition("SignedHeaders=")[2]
    assert "made-up-secret" not in str(unruly.seen)


def test_what_is_there_already_is_not_sent_again(unruly):
    unruly.store.put(PHOTO, NAME)
    unruly.store.put(PHOTO, NAME)
    assert [command for command, *_ in unruly.seen].count("PUT") == 1


def test_a_file_that_never_ends_is_given_up_in_bounded_memory(unruly, monkeypatch):
    monkeypatch.setattr("fieldapp.media.s3_store.LARGEST", 4_000_000)

    def behave(call):
        call.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 900000000000\r\n\r\n")
        for _ in range(40):
            call.wfile.write(bytes(1_000_000))
        return True

    unruly.behave = behave
    tracemalloc.start()
    try:
        with pytest.raises(ChangedFile, match=NAME):
            unruly.store.open(NAME)
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


def test_reading_back_holds_a_piece_at_a_time(unruly, tmp_path):
    piece, count = bytes(1_000_000), 40
    name = hashlib.sha256(piece * count).hexdigest()

    def behave(call):
        call.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % (len(piece) * count))
        for _ in range(count):
            call.wfile.write(piece)
        return True

    unruly.behave = behave
    file = tmp_path / "large"
    with file.open("wb") as out:
        out.writelines(itertools.repeat(piece, count))
    tracemalloc.start()
    try:
        unruly.store.put(file, name)  # is there already: hashed here, read back there
        assert tracemalloc.get_traced_memory()[1] < 8_000_000
    finally:
        tracemalloc.stop()


def test_a_list_that_never_ends_is_given_up(unruly):
    page = (
        b"<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>again</NextContinuationToken>"
        b"<Contents><Key>city/files/x</Key></Contents></ListBucketResult>"
    )

    def behave(call):
        call.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(page) + page)
        return True

    unruly.behave = behave
    with pytest.raises(StoreFailure, match="does not go on"):
        list(unruly.store.names())


@pytest.mark.parametrize(
    "body", [b"no xml", b"<a>", b"", b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>']
)
def test_an_answer_that_is_no_list_is_a_fault_or_empty(unruly, body):
    def behave(call):
        call.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
        return True

    unruly.behave = behave
    try:
        assert list(unruly.store.names()) == []
    except StoreFailure as told:
        assert "&" not in str(told)  # noqa: PT017


def test_nothing_of_the_machine_is_asked(unruly, monkeypatch, tmp_path):
    """Profiles, proxies, other endpoints and the keys of a cloud's machine are left alone."""
    config = tmp_path / "config"
    config.write_text("[default]\nregion = eu-west-1\nendpoint_url = http://127.0.0.1:9\n")
    for name, value in {
        "AWS_CONFIG_FILE": str(config), "AWS_PROFILE": "none-such", "AWS_ENDPOINT_URL": "http://127.0.0.1:9",
        "AWS_ENDPOINT_URL_S3": "http://127.0.0.1:9", "HTTP_PROXY": "http://127.0.0.1:9",
        "http_proxy": "http://127.0.0.1:9", "AWS_DEFAULT_REGION": "eu-west-1", "AWS_ACCESS_KEY_ID": "another",
        "AWS_SECRET_ACCESS_KEY": "another",
    }.items():  # fmt: skip
        monkeypatch.setenv(name, value)
    unruly.behave = refusing(404, "NoSuchKey")
    with pytest.raises(MissingFile):
        store_on(unruly.address, SHORT).open(NAME)
    sent = unruly.seen[0][2]
    assert sent["Host"] == unruly.host
    assert "Credential=made-up-id/" in sent["Authorization"]
    assert "/us-east-1/s3/" in sent["Authorization"]


def test_only_a_service_with_a_trusted_certificate_is_spoken_to(tmp_path):
    certificate, key = local_certificate(tmp_path, ("localhost", "127.0.0.1"), clock.now())
    secure = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    secure.load_cert_chain(certificate, key)

    class Nothing(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            refusing(404, "NoSuchKey")(self)

        def log_message(self, *_):
            pass

    class Server(http.server.ThreadingHTTPServer):
        def get_request(self):
            plain, where = super().get_request()
            return secure.wrap_socket(plain, server_side=True), where

        def handle_error(self, *_):
            """A client that does not trust us goes away."""

    with Server(("127.0.0.1", 0), Nothing) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        address = read_s3_address(f"s3://some-bucket/x?endpoint=https://127.0.0.1:{server.server_port}")
        keys = S3Credentials("made-up-id", "made-up-secret")
        with pytest.raises(StoreFailure, match="could not be reached"):
            S3Store(address, keys, waits=SHORT).open(NAME)
        with pytest.raises(MissingFile):
            S3Store(address, keys, waits=SHORT, certificates=str(certificate)).open(NAME)
        server.shutdown()
