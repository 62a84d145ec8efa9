"""A FileStore in a bucket of an S3-compatible service: PREFIX/ab/cd/abcd..., each file hashed on its way in and out."""

import contextlib
import functools
import hashlib
import queue
import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from botocore.config import Config
from botocore.exceptions import ClientError
from botocore.session import Session

from fieldapp.media.file_store import CHUNK, ChangedFile, MissingFile, StoreFailure, checked_name, hash_of
from fieldapp.media.s3_address import S3Address
from fieldapp.media.s3_credentials import S3Credentials

T = TypeVar("T")
LARGEST = 268_435_456  # bytes that a file can have
AT_ONCE = 16  # calls that wait for the service at the same time
_OF_THE_MACHINE = ("profile", "config_file", "credentials_file")
_CODE = re.compile(r"[A-Za-z0-9.]{1,60}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Waits:
    """How long a call waits, in seconds: to connect, for the next bytes, and altogether with its `tries`."""

    connect: float = 5
    bytes: float = 10
    whole: float = 120
    tries: int = 3


class S3Store:
    """A FileStore. Its faults are MissingFile, ChangedFile, and StoreFailure where the service does not do its part."""

    def __init__(
        self, address: S3Address, credentials: S3Credentials, *, certificates: str = "", waits: Waits | None = None
    ) -> None:
        """Nothing is asked of the service yet. `certificates`: a file of authorities for its TLS, else certifi's."""
        self.address = address
        self.waits = waits or Waits()
        self._free = threading.BoundedSemaphore(AT_ONCE)
        self._client = _client(address, credentials, certificates, self.waits)

    def put(self, source: Path | bytes, sha256: str) -> None:
        """Keep a file's bytes; the same bytes again change nothing. Raises ChangedFile where they hash to another.

        What is there is read back, before (it is sent only where that differs) and after.
        """
        key = self._key(sha256)
        if hash_of(source) != sha256:
            raise ChangedFile(sha256)
        if self._is_sound(sha256):
            return
        self._call(sha256, lambda: self._send(source, key))
        if not self._is_sound(sha256):
            with contextlib.suppress(StoreFailure):
                self.forget(sha256)
            raise StoreFailure(f"{self.address} does not give the file {sha256} back as it was sent.")

    def _send(self, source: Path | bytes, key: str) -> None:
        with contextlib.ExitStack() as stack:
            body = source if isinstance(source, bytes) else stack.enter_context(source.open("rb"))
            self._client.put_object(Bucket=self.address.bucket, Key=key, Body=body)

    def _is_sound(self, sha256: str) -> bool:
        try:
            self._call(sha256, lambda: self._fetch(sha256, lambda _part: None))
        except (MissingFile, ChangedFile):
            return False
        return True

    def open(self, sha256: str) -> bytes:
        """The bytes. Raises MissingFile, or ChangedFile where they are no longer what was stored."""
        self._key(sha256)
        data = bytearray()
        self._call(sha256, lambda: self._fetch(sha256, data.extend))
        return bytes(data)

    def _fetch(self, sha256: str, take: Callable[[bytes], None]) -> None:
        found, size = hashlib.sha256(), 0
        answer = self._client.get_object(Bucket=self.address.bucket, Key=self._key(sha256))
        with contextlib.closing(answer["Body"]) as body:
            while part := body.read(CHUNK):
                size += len(part)
                if size > LARGEST:
                    raise ChangedFile(sha256)
                found.update(part)
                take(part)
        if found.hexdigest() != sha256:
            raise ChangedFile(sha256)

    def has(self, sha256: str) -> bool:
        """Whether a file of this name is there; its bytes are not read."""
        key = self._key(sha256)
        try:
            self._call(sha256, lambda: self._client.head_object(Bucket=self.address.bucket, Key=key))
        except MissingFile:
            return False
        return True

    def forget(self, sha256: str) -> None:
        """Remove a file; one that is not there is no fault."""
        key = self._key(sha256)
        with contextlib.suppress(MissingFile):
            self._call(sha256, lambda: self._client.delete_object(Bucket=self.address.bucket, Key=key))

    def names(self) -> Iterator[str]:
        """The name of every file, in no order."""
        where = {"Bucket": self.address.bucket, "Prefix": self._folder()}
        token = ""
        while True:
            page = self._call("", lambda: self._client.list_objects_v2(**where))
            for found in page.get("Contents", ()):
                name = str(found["Key"]).rpartition("/")[2]
                with contextlib.suppress(ValueError):
                    if self._key(name) == found["Key"]:
                        yield name
            if not page.get("IsTruncated"):
                return
            last, token = token, str(page.get("NextContinuationToken", ""))
            if token in ("", last):
                raise StoreFailure(f"{self.address} does not go on with the list of its files.")
            where["ContinuationToken"] = token

    def _folder(self) -> str:
        return f"{self.address.prefix}/" if self.address.prefix else ""

    def _key(self, sha256: str) -> str:
        checked_name(sha256)
        return f"{self._folder()}{sha256[:2]}/{sha256[2:4]}/{sha256}"

    def _call(self, sha256: str, act: Callable[[], T]) -> T:
        """What `act` gives, waited for at most `waits.whole` seconds however slowly the service answers.

        The library bounds each wait for bytes, not their sum: so `act` has a thread of its own, which is left behind.
        """
        if not self._free.acquire(timeout=self.waits.whole):
            raise StoreFailure(f"{self.address} has too many calls that it did not answer yet.")
        done: queue.SimpleQueue[tuple[list[T], Exception | None]] = queue.SimpleQueue()

        def run() -> None:
            try:
                done.put(([act()], None))
            except Exception as wrong:  # noqa: BLE001  is raised again where the call was made
                done.put(([], wrong))
            finally:
                self._free.release()

        threading.Thread(target=run, name="photo store", daemon=True).start()
        try:
            values, wrong = done.get(timeout=self.waits.whole)
        except queue.Empty:
            wrong = StoreFailure(f"{self.address} did not finish within {self.waits.whole:g} seconds.")
        if wrong is not None:
            raise self._meaning(sha256, wrong) from wrong
        return values[0]

    def _meaning(self, sha256: str, wrong: Exception) -> Exception:
        """A fault of the library as one of ours; what the service says is not repeated, but for its code."""
        if isinstance(wrong, MissingFile | ChangedFile | StoreFailure) or getattr(wrong, "filename", None):
            return wrong  # a file name: the source cannot be read here
        about = f" for the file {sha256}" if sha256 else ""
        if not isinstance(wrong, ClientError):  # hostile answers make the library raise whatever comes
            words = f"could not be reached{about}, or did not answer as it should"
            return StoreFailure(f"{self.address} {words} ({type(wrong).__name__}).")
        said = wrong.response.get("Error", {}).get("Code")
        if sha256 and said in ("NoSuchKey", "404"):
            return MissingFile(sha256)
        code = said if isinstance(said, str) and _CODE.fullmatch(said) else "a code that cannot be shown"
        return StoreFailure(f"{self.address} refused a call{about}: {code}.")


@functools.cache
def _session() -> Any:  # noqa: ANN401  the library has no types
    return Session(session_vars=dict.fromkeys(_OF_THE_MACHINE, (None, None, None, None)))


def _client(address: S3Address, credentials: S3Credentials, certificates: str, waits: Waits) -> Any:  # noqa: ANN401
    """The library's client, made from what is given alone: no profile, proxy, endpoint or role of the machine."""
    config = Config(
        signature_version="s3v4",  # with the payload signed, the service itself refuses other bytes than were sent
        s3={"addressing_style": "path", "payload_signing_enabled": True},
        request_checksum_calculation="when_required",
        response_checksum_validation="when_required",
        ignore_configured_endpoint_urls=True,
        proxies={},
        connect_timeout=waits.connect,
        read_timeout=waits.bytes,
        retries={"mode": "standard", "total_max_attempts": waits.tries},
        max_pool_connections=AT_ONCE,
    )
    return _session().create_client(
        "s3",
        region_name=address.region,
        endpoint_url=address.endpoint,
        verify=certificates or True,
        aws_access_key_id=credentials.key_id,
        aws_secret_access_key=credentials.secret,
        aws_session_token=credentials.token or None,
        config=config,
    )
