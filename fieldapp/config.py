"""The settings of one instance: where it lies, which database, which hosts; read once at start-up."""

import os
import secrets
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


class UnusableSetting(Exception):
    """A setting or the instance folder cannot be used as it is; the sentence names it."""


@dataclass(frozen=True, slots=True)
class S3Keys:
    """How to sign in to an S3-compatible service: a key, or a file that holds keys; and whose certificates count."""

    key_id: str = ""
    secret: str = field(default="", repr=False)
    token: str = field(default="", repr=False)
    file: Path | None = None
    certificates: str = ""


@dataclass(frozen=True, slots=True)
class Quotas:
    """What a phone may send: puts a minute, records and bytes a day (UTC)."""

    puts_a_minute: int = 60
    records_a_day: int = 500
    bytes_a_day: int = 2_000_000_000


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything the outside can set. docs/settings.md has a line for each."""

    instance: Path
    database_url: str
    secret_key: bytes
    lawbook_dir: Path
    demo: bool
    now: datetime | None
    hosts: tuple[str, ...]
    trusted_proxies: int
    metrics_token: str
    hsts_subdomains: bool = False
    photo_store: str = ""  # empty: the folder `files` of the instance
    s3_keys: S3Keys = S3Keys()
    device_approval: bool = False  # a new phone waits for a supervisor
    quotas: Quotas = Quotas()
    lan: bool = False  # a trial on the network: demo sign-ins are good beyond loopback too


def read_settings(environ: Mapping[str, str] | None = None) -> Settings:
    """The settings from the environment and the instance folder (made with mode 0700 where it is missing).

    Raises UnusableSetting where the folder is open to others or a value cannot be read.
    """
    environ = os.environ if environ is None else environ
    instance = Path(environ.get("FIELDAPP_INSTANCE") or ROOT / "instance").resolve()
    _private_folder(instance)
    demo = (instance / "demo.json").exists()
    return Settings(
        instance=instance,
        database_url=environ.get("DATABASE_URL") or f"sqlite:///{instance / 'fieldapp.db'}",
        secret_key=_secret(instance / "secret_key"),
        lawbook_dir=_lawbook_folder(environ.get("LAWBOOK_DIR"), instance),
        demo=demo,
        now=demo_instant(environ) if demo else None,
        hosts=tuple(h.strip() for h in environ.get("FIELDAPP_HOSTS", "").split(",") if h.strip()),
        trusted_proxies=_count("TRUSTED_PROXIES", environ.get("TRUSTED_PROXIES")),
        metrics_token=environ.get("METRICS_TOKEN", ""),
        hsts_subdomains=environ.get("HSTS_SUBDOMAINS", "") == "1",
        photo_store=environ.get("PHOTO_STORE", ""),
        s3_keys=_s3_keys(environ),
        device_approval=environ.get("DEVICE_APPROVAL", "") == "1",
        quotas=_quotas(environ),
        lan=demo and environ.get("FIELDAPP_LAN", "") == "1",
    )


def demo_instant(environ: Mapping[str, str] | None = None) -> datetime | None:
    """The instant that FIELDAPP_NOW names, aware; None where it is not set. Only demo instances may use it.

    Raises UnusableSetting for a text that is no instant.
    """
    return _instant((os.environ if environ is None else environ).get("FIELDAPP_NOW"))


def _private_folder(folder: Path) -> None:
    if not folder.exists():
        folder.mkdir(mode=0o700, parents=True)
    mode = stat.S_IMODE(folder.stat().st_mode)
    if mode & 0o077 and any(p.name != ".keep" for p in folder.iterdir()):
        msg = f"{folder} can be read by others (mode {mode:04o}): chmod 0700 it, then start again"
        raise UnusableSetting(msg)
    if mode & 0o077:
        folder.chmod(0o700)


def _lawbook_folder(named: str | None, instance: Path) -> Path:
    folder = Path(named) if named else instance / "lawbook"
    if named and not folder.is_dir():
        msg = f"LAWBOOK_DIR is {named!r}: there is no such folder"
        raise UnusableSetting(msg)
    return folder


def _secret(file: Path) -> bytes:
    if not file.exists():
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as out:
            out.write(secrets.token_bytes(32))
    return file.read_bytes()


def _s3_keys(environ: Mapping[str, str]) -> S3Keys:
    """From the environment variables that every tool for S3 reads."""
    file = environ.get("AWS_SHARED_CREDENTIALS_FILE")
    return S3Keys(
        key_id=environ.get("AWS_ACCESS_KEY_ID", ""),
        secret=environ.get("AWS_SECRET_ACCESS_KEY", ""),
        token=environ.get("AWS_SESSION_TOKEN", ""),
        file=Path(file) if file else None,
        certificates=environ.get("AWS_CA_BUNDLE", ""),
    )


def _quotas(environ: Mapping[str, str]) -> Quotas:
    usual = Quotas()
    return Quotas(
        puts_a_minute=_count("SYNC_PUTS_A_MINUTE", environ.get("SYNC_PUTS_A_MINUTE")) or usual.puts_a_minute,
        records_a_day=_count("SYNC_RECORDS_A_DAY", environ.get("SYNC_RECORDS_A_DAY")) or usual.records_a_day,
        bytes_a_day=_count("SYNC_BYTES_A_DAY", environ.get("SYNC_BYTES_A_DAY")) or usual.bytes_a_day,
    )


def _instant(text: str | None) -> datetime | None:
    if not text:
        return None
    try:
        instant = datetime.fromisoformat(text)
    except ValueError as wrong:
        msg = f"FIELDAPP_NOW is {text!r}: write an ISO instant such as 2026-11-30T09:00:00-06:00"
        raise UnusableSetting(msg) from wrong
    return instant if instant.tzinfo else instant.astimezone()


def _count(name: str, text: str | None) -> int:
    if not text:
        return 0
    if not text.isdigit():
        msg = f"{name} is {text!r}: write a whole number"
        raise UnusableSetting(msg)
    return int(text)
