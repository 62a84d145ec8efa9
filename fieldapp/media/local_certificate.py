"""A certificate to try the app on a phone in this network. No phone trusts it; a real server has a real one."""

import ipaddress
import os
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

VALID_FOR = timedelta(days=90)
LEFT = timedelta(days=2)


def local_certificate(folder: Path, names: Sequence[str], now: datetime) -> tuple[Path, Path]:
    """The files of a certificate for `names` (hosts and addresses) and of its key (mode 0600) in `folder`.

    One that is there already is kept while it names them all and is good for two more days at `now` (aware).
    """
    certificate, key = folder / "local_certificate.pem", folder / "local_certificate_key.pem"
    if not (certificate.exists() and key.exists() and _still_good(certificate, names, now)):
        _make(certificate, key, names, now)
    return certificate, key


def _still_good(file: Path, names: Sequence[str], now: datetime) -> bool:
    try:
        found = x509.load_pem_x509_certificate(file.read_bytes())
        alternatives = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (ValueError, x509.ExtensionNotFound):
        return False
    named = {str(name.value) for name in alternatives}
    return set(names) <= named and found.not_valid_before_utc <= now < found.not_valid_after_utc - LEFT


def _make(certificate: Path, key: Path, names: Sequence[str], now: datetime) -> None:
    secret = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "fieldapp on this network")])
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(secret.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(minutes=5))
        .not_valid_after(now + VALID_FOR)
        .add_extension(x509.SubjectAlternativeName([_name(n) for n in names]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(secret, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    _write(key, secret.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    _write(certificate, made.public_bytes(pem))


def _name(text: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(text))
    except ValueError:
        return x509.DNSName(text)


def _write(file: Path, content: bytes) -> None:
    file.unlink(missing_ok=True)
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as out:
        out.write(content)
