"""Where an S3-compatible store is: s3://BUCKET/PREFIX?endpoint=https://HOST&region=REGION, with nothing secret."""

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

FORM = "s3://BUCKET/PREFIX?endpoint=https://HOST&region=REGION"
_BUCKET = re.compile(r"[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]", re.ASCII)
_PREFIX = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*", re.ASCII)
_WORD = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
_SETTABLE = ("endpoint", "region", "profile")


@dataclass(frozen=True, slots=True)
class S3Address:
    """One place in one bucket; `prefix` without slashes around it, `profile` a section of the credentials file."""

    bucket: str
    prefix: str
    endpoint: str
    region: str = "us-east-1"
    profile: str = ""

    def __str__(self) -> str:
        return f"s3://{self.bucket}/{self.prefix} at {self.endpoint}"


def read_s3_address(text: str) -> S3Address:
    """The address that `text` says. Raises ValueError with a sentence that repeats nothing which may be a secret."""
    if not text.isascii() or not text.isprintable() or " " in text:
        raise ValueError(f"an address of a store is written {FORM}, without spaces")
    parts = urlsplit(text)
    if "@" in parts.netloc:
        raise ValueError("credentials never stand in the address of a store: they belong in the environment or a file")
    bucket, prefix = parts.netloc, parts.path.removeprefix("/").removesuffix("/")
    if parts.scheme != "s3" or parts.fragment or not _BUCKET.fullmatch(bucket):
        raise ValueError(f"an address of a store is written {FORM}")
    if prefix and not _PREFIX.fullmatch(prefix):
        raise ValueError("the prefix of a store is made of letters, digits, dots, - and _, in parts divided by /")
    said = _said(parts.query)
    region, profile = said.get("region", "us-east-1"), said.get("profile", "")
    if not _WORD.fullmatch(region) or not (_WORD.fullmatch(profile) or not profile):
        raise ValueError("the region and the profile of a store are each one word")
    endpoint = _endpoint(said.get("endpoint", f"https://s3.{region}.amazonaws.com"))
    return S3Address(bucket, prefix, endpoint, region, profile)


def _said(query: str) -> dict[str, str]:
    pairs = parse_qsl(query, keep_blank_values=True)
    if len({name for name, _ in pairs}) != len(pairs) or any(name not in _SETTABLE for name, _ in pairs):
        raise ValueError(
            "after the ? of a store's address stand endpoint, region and profile, each once; "
            "credentials belong in the environment or a file"
        )
    return dict(pairs)


def _endpoint(text: str) -> str:
    parts = urlsplit(text)
    extra = parts.path.strip("/") or parts.query or parts.fragment or "@" in parts.netloc
    if parts.scheme not in ("https", "http") or not parts.hostname or extra:
        raise ValueError("the endpoint of a store is https://HOST or https://HOST:PORT and no more")
    if parts.scheme == "http" and not _is_here(parts.hostname):
        raise ValueError("the endpoint of a store on another machine must be https")
    if parts.port == 0:
        raise ValueError("the endpoint of a store has no port 0")
    return f"{parts.scheme}://{parts.netloc}"


def _is_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
