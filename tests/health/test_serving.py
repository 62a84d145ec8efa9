"""The trial server: its certificate, its QR, and what it says when it cannot start."""

import socket
import ssl
import stat
from datetime import UTC, datetime, timedelta

import numpy
import pytest
import zxingcpp
from cryptography import x509

from fieldapp.media.local_certificate import VALID_FOR, local_certificate
from fieldapp.services.local_serving import is_free, terminal_qr

NOW = datetime(2026, 11, 30, 15, 0, tzinfo=UTC)
NAMES = ("localhost", "127.0.0.1", "192.168.1.20")


def test_a_certificate_names_the_machine_and_is_kept(tmp_path):
    certificate, key = local_certificate(tmp_path, NAMES, NOW)
    assert {stat.S_IMODE(f.stat().st_mode) for f in (certificate, key)} == {0o600}
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key)
    found = x509.load_pem_x509_certificate(certificate.read_bytes())
    named = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert {str(n.value) for n in named} == set(NAMES)
    before = certificate.read_bytes()
    local_certificate(tmp_path, NAMES, NOW + timedelta(days=3))
    assert certificate.read_bytes() == before


@pytest.mark.parametrize(
    ("names", "later"),
    [((*NAMES, "10.0.0.9"), timedelta(0)), (NAMES, VALID_FOR - timedelta(days=1)), (NAMES, VALID_FOR * 2)],
)
def test_a_certificate_that_no_longer_fits_is_made_anew(tmp_path, names, later):
    certificate, _ = local_certificate(tmp_path, NAMES, NOW)
    before = certificate.read_bytes()
    local_certificate(tmp_path, names, NOW + later)
    assert certificate.read_bytes() != before


def test_a_broken_certificate_is_made_anew(tmp_path):
    certificate, key = local_certificate(tmp_path, NAMES, NOW)
    certificate.write_text("nothing of the kind")
    local_certificate(tmp_path, NAMES, NOW)
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key)


def test_the_terminal_shows_a_code_that_reads():
    site = "https://192.168.1.20:8000/"
    shown = terminal_qr(site)
    light = {"█": (1, 1), "▀": (1, 0), "▄": (0, 1), " ": (0, 0)}
    rows = []
    for line in shown.splitlines():
        text = line.removeprefix("\x1b[97;40m").removesuffix("\x1b[0m")
        rows += [[light[c][0] for c in text], [light[c][1] for c in text]]
    pixels = numpy.kron(numpy.array(rows, dtype=numpy.uint8) * 255, numpy.ones((8, 8), dtype=numpy.uint8))
    (read,) = zxingcpp.read_barcodes(pixels)
    assert read.text == site.upper()


def test_a_taken_port_is_told(command, tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert not is_free("127.0.0.1", port)
        done = command("serve", "--port", port, instance=tmp_path / "instance", check=False)
    assert done.returncode != 0
    assert f"Port {port} is taken" in done.stderr
    assert f"PORT={port + 1}" in done.stderr
    assert "Traceback" not in done.stderr


def test_migrate_from_nothing(command, tmp_path):
    done = command("migrate", instance=tmp_path / "instance")
    assert "The database stands at revision" in done.stdout
    modes = {f.name: stat.S_IMODE(f.stat().st_mode) for f in (tmp_path / "instance").iterdir()}
    assert {mode & 0o077 for mode in modes.values()} == {0}, modes
