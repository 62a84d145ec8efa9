"""The installed app: its manifest, its worker with the list of all that a phone keeps, its shells, its readiness."""

import hashlib
import json
from typing import Any

from flask import Blueprint, Response, abort, current_app, jsonify, request

from fieldapp.services.browser_files import Asset, Assets
from fieldapp.services.cities import cities
from fieldapp.services.rights import RIGHTS
from fieldapp.web.guard import guard, signed_in
from fieldapp.web.headers import POLICIES
from fieldapp.web.respond import leads_somewhere, page
from fieldapp.web.shells import SHELLS

pages = Blueprint("app_pages", __name__)
NAME, SHORT_NAME = "Animal control", "Field app"
WORKER = ("js/sw-files.js", "js/sw-pages.js", "js/sw-turns.js", "js/sw-keys.js")
SYNC_ITSELF, SYNC_BY_PAGES = "js/sw-sync.js", "js/sw-sync-pages.js"  # last in a module worker, and in any other
BACKGROUND = "js/offline/background.js"
EXTRAS = ("vendor/zxing-wasm/", "js/decoder.js")  # large, or of use only with them: kept after everything else
NOT_KEPT = ("app/", "js/sw-")
ICONS = (("icon-192", 192, "any"), ("icon-512", 512, "any"), ("maskable-512", 512, "maskable"))
PICTURES = (("screen-scan", "Scan a tag"), ("screen-status", "What the law says about this dog"))
PICTURE = (780, 1560)
SHORTCUTS = (("Scan", "/scan", "#start"), ("New note", "/notes/new", ""), ("Waiting", "/waiting", ""))


@pages.get("/manifest.webmanifest")
@guard("public")
def manifest() -> Response:
    """What a phone needs to install the app."""
    described = {
        "id": "/",
        "name": NAME,
        "short_name": SHORT_NAME,
        "description": "Tag status, field notes and photos for animal-control officers, with or without a signal.",
        "lang": "en-US",
        "dir": "ltr",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#ffffff",
        "theme_color": "#ffffff",
        "categories": ["government", "utilities"],
        "icons": [_icon(name, size, purpose) for name, size, purpose in ICONS],
        "screenshots": [_screenshot(name, label) for name, label in PICTURES],
        "shortcuts": [
            {"name": name, "url": path + mark, "icons": [_icon("icon-192", 192, "any")]}
            for name, path, mark in SHORTCUTS
            if leads_somewhere(path)
        ],
    }
    return _fresh(json.dumps(described, indent=1) + "\n", "application/manifest+json")


def _icon(name: str, size: int, purpose: str) -> dict[str, str]:
    return {"src": _address(f"app/{name}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}


def _screenshot(name: str, label: str) -> dict[str, str]:
    size = f"{PICTURE[0]}x{PICTURE[1]}"
    return {
        "src": _address(f"app/{name}.png"), "sizes": size, "type": "image/png", "form_factor": "narrow", "label": label,
    }  # fmt: skip


@pages.get("/sw.js")
@guard("public")
def worker() -> Response:
    """The service worker, and before it the release that it serves: each file and shell with its SHA-256.

    `?module`: for browsers with Background Sync, as a module that names the sender's modules and sends by itself.
    """
    is_module = "module" in request.args
    names = (*WORKER, SYNC_ITSELF if is_module else SYNC_BY_PAGES)
    parts = [f"const RELEASE = {json.dumps(release())};", *(_assets().by_name[name].body.decode() for name in names)]
    if is_module:
        parts.insert(1, f'import {{ sendInBackground }} from "{_address(BACKGROUND)}";')
    answer = _fresh("\n".join(parts), "text/javascript; charset=utf-8")
    answer.headers["Service-Worker-Allowed"] = "/"
    return answer


def release() -> dict[str, Any]:
    """All that a phone keeps of this release: `first` (address, SHA-256) whole or not at all, `extras` one by one."""
    files = [asset for asset in _assets().by_name.values() if not asset.name.startswith(NOT_KEPT)]
    first = [_line(asset) for asset in files if not asset.name.startswith(EXTRAS)]
    first += [[shell.address, hashlib.sha256(shell.text().encode()).hexdigest()] for shell in SHELLS]
    extras = [_line(asset) for asset in files if asset.name.startswith(EXTRAS)]
    shells = [{"path": shell.path, "address": shell.address, "first": shell.first} for shell in SHELLS if shell.path]
    kept = {"shells": shells, "first": first, "extras": extras}
    return {"name": hashlib.sha256(json.dumps(kept).encode()).hexdigest()[:12], **kept}


def _line(asset: Asset) -> list[str]:
    return [f"/static/{asset.address}", asset.sha256]


@pages.get("/shell/<name>")
@guard("public")
def shell(name: str) -> Response:
    """A shell, the same for everybody; a phone compares its SHA-256 with the one in the worker's list."""
    wanted = next((one for one in SHELLS if one.name == name), None) or abort(404)
    answer = _fresh(wanted.text(), "text/html; charset=utf-8")
    answer.headers["Content-Security-Policy"] = POLICIES[wanted.csp]
    return answer


@pages.get("/ready")
@guard("signed_in")
def ready() -> Response:
    """Whether this phone is ready for a day without a signal; the phone itself finds out."""
    return page("ready/ready.html")


@pages.get("/current")
@guard("signed_in")
def current() -> Response:
    """Who is signed in here, for the phone's own memory (JSON): nothing that the menu does not show."""
    person = signed_in()
    own = {one.id: one.name for one in cities() if one.id in person.roles}
    answer = jsonify(
        id=person.person_id, name=person.name, role=person.role, role_word=person.role.capitalize(), city=person.city,
        city_name=own.get(person.city, ""), cities=list(own), city_names=own,
        may={right: True for right in sorted(RIGHTS) if person.may(right)},
    )  # fmt: skip
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _fresh(text: str, content_type: str) -> Response:
    answer = Response(text, content_type=content_type)
    answer.headers["Cache-Control"] = "no-cache"
    return answer


def _assets() -> Assets:
    assets: Assets = current_app.extensions["assets"]
    return assets


def _address(name: str) -> str:
    return _assets().address(name)
