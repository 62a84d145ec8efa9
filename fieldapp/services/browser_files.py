"""The files that browsers get: addresses that change with their content, and copies that are small on the way."""

import gzip
import hashlib
import mimetypes
import os
import re
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import brotli

FOLDER = Path(__file__).resolve().parent.parent / "static"
TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".json": "application/json",
    ".png": "image/png",
    ".woff2": "font/woff2",
}
SQUEEZED = {".js", ".css", ".svg", ".wasm", ".webmanifest", ".json"}
LARGE, QUICK = 200_000, 7  # bytes; a quality that takes less than a tenth of a second
NOT_SERVED = {".toml", ".md"}
RELATIVE = re.compile(rb"""(["'])(\.{1,2}/[\w./-]+\.(?:js|css|svg|wasm|png|woff2))\1""")
HASHED = re.compile(r"^(?P<stem>.+)\.(?P<hash>[0-9a-f]{12})(?P<suffix>\.[a-z0-9]+)$")


class UnusableAsset(Exception):
    """A file under static names another one that is not there, or two name each other."""


@dataclass(frozen=True, slots=True)
class Asset:
    """One file as browsers get it: the names in it already lead to hashed addresses."""

    name: str
    address: str
    body: bytes
    sha256: str
    content_type: str

    @property
    def codings(self) -> tuple[str, ...]:
        """The content codings that make it smaller, best first."""
        return ("br", "gzip") if PurePosixPath(self.name).suffix in SQUEEZED else ()


def read_assets(folder: Path = FOLDER) -> dict[str, Asset]:
    """Every file under `folder` by its plain name, such as js/start.js.

    A quoted relative path in a script or a sheet is replaced by that file's hashed name. So a file's address
    also changes when a file that it names changes. Raises UnusableAsset where that file is missing or leads back.
    """
    made: dict[str, Asset] = {}
    for name in _names(folder):
        _make(folder, name, made, ())
    return made


def _names(folder: Path) -> Iterator[str]:
    for file in sorted(folder.rglob("*")):
        if file.is_file() and file.suffix not in NOT_SERVED and not file.name.startswith("."):
            yield file.relative_to(folder).as_posix()


def _make(folder: Path, name: str, made: dict[str, Asset], within: tuple[str, ...]) -> Asset:
    if name in made:
        return made[name]
    if name in within:
        raise UnusableAsset(f"static/{name} and static/{within[-1]} name each other")
    body = (folder / name).read_bytes()
    suffix = PurePosixPath(name).suffix
    if suffix in {".js", ".css"}:
        body = RELATIVE.sub(lambda found: _lead(folder, name, found, made, (*within, name)), body)
    sha256 = hashlib.sha256(body).hexdigest()
    address = f"{name.removesuffix(suffix)}.{sha256[:12]}{suffix}"
    made[name] = Asset(name, address, body, sha256, _content_type(suffix))
    return made[name]


def _lead(folder: Path, name: str, found: re.Match[bytes], made: dict[str, Asset], within: tuple[str, ...]) -> bytes:
    path = found[2].decode()
    target = os.path.normpath(PurePosixPath(name).parent / path)
    if not (folder / target).is_file():
        if name.startswith("vendor/"):
            return found[0]  # a word in somebody else's program, not a file of ours
        raise UnusableAsset(f"static/{name} names {path}, which is not there")
    hashed = PurePosixPath(_make(folder, target, made, within).address).name
    return found[1] + f"{path.rpartition('/')[0]}/{hashed}".encode() + found[1]


def _content_type(suffix: str) -> str:
    return TYPES.get(suffix) or mimetypes.types_map.get(suffix, "application/octet-stream")


@dataclass(frozen=True, slots=True)
class Assets:
    """The assets of one running app, and the folder that keeps their compressed copies."""

    by_name: Mapping[str, Asset]
    by_address: Mapping[str, Asset]
    kept: Path

    def address(self, name: str) -> str:
        """The hashed address of a file, such as /static/js/start.0123456789ab.js. Raises UnusableAsset."""
        if name not in self.by_name:
            raise UnusableAsset(f"a page names static/{name}, which is not there")
        return f"/static/{self.by_name[name].address}"

    def find(self, address: str) -> tuple[Asset, bool] | None:
        """The file at a hashed address and whether that is its present one (an earlier release's leads to it too)."""
        if address in self.by_address:
            return self.by_address[address], True
        old = HASHED.match(address)
        present = self.by_name.get(old["stem"] + old["suffix"]) if old else None
        return (present, False) if present else None

    def squeezed(self, asset: Asset, coding: str) -> bytes:
        """The body in the content coding `br` or `gzip`: the kept copy, else one made now.

        A large file is only pressed lightly while somebody waits; `squeeze_all` makes and keeps its smallest copy.
        """
        try:
            return (self.kept / f"{asset.sha256}.{coding}").read_bytes()
        except FileNotFoundError:
            if len(asset.body) > LARGE:
                return squeeze(asset.body, coding, quality=QUICK)
            return self._keep(asset, coding)

    def _keep(self, asset: Asset, coding: str) -> bytes:
        body = squeeze(asset.body, coding)
        self.kept.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=self.kept, delete=False) as out:
            out.write(body)
        Path(out.name).replace(self.kept / f"{asset.sha256}.{coding}")
        return body

    def squeeze_all(self) -> int:
        """Make every compressed copy that is missing, drop those of files that are gone; how many files there are."""
        wanted = set()
        for asset in self.by_name.values():
            for coding in asset.codings:
                if not (self.kept / f"{asset.sha256}.{coding}").exists():
                    self._keep(asset, coding)
                wanted.add(f"{asset.sha256}.{coding}")
        for file in self.kept.glob("*"):
            if file.name not in wanted:
                file.unlink(missing_ok=True)
        return len(self.by_name)


def squeeze(body: bytes, coding: str, *, quality: int = 11) -> bytes:
    """The bytes in the content coding `br` or `gzip`; `quality` up to 11 is Brotli's, the slowest and smallest."""
    if coding == "br":
        return bytes(brotli.compress(body, quality=quality))
    return gzip.compress(body, compresslevel=min(quality, 9), mtime=0)


def assets_of(instance: Path) -> Assets:
    """The files of this release, and the instance's folder for their compressed copies."""
    by_name = read_assets()
    return Assets(by_name, {a.address: a for a in by_name.values()}, instance / "assets")
