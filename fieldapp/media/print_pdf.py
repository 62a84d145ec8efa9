"""Pages of templates/print as PDF: tagged, with the font inside, the same bytes for the same data."""

import base64
import functools
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from fieldapp.media.letters import FONTS
from fieldapp.media.print_child import FAILED, NO_LIBRARY, REFUSED

TEMPLATES = Path(__file__).parent.parent / "templates"
CHILD = Path(__file__).parent / "print_child.py"
_PASSED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "XDG_CACHE_HOME", "FONTCONFIG_FILE", "LD_LIBRARY_PATH")
_PAST_BOUNDS = "The PDF went past its bounds of time or memory and was given up."


class NoPdf(Exception):
    """This machine cannot make PDFs; the sentence says what is missing."""


class PdfFailed(Exception):
    """The document could not be laid out within its bounds, or asked for something outside its assets."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A named thing that a page may ask for as `asset:NAME`: its media type and bytes."""

    kind: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Bounds:
    """What laying out may cost: seconds of one processor, megabytes of address space.

    The wall clock may show WAITS times the seconds, since a busy machine is slow and no fault of the page.
    """

    seconds: int
    megabytes: int


WAITS = 4
DOCUMENT = Bounds(5, 512)  # a letter, a notice, a citation


def page_of(template: str, **context: object) -> str:
    """The HTML of a template (print/...). Everything in `context` is escaped unless it is Markup of our own."""
    return _templates().get_template(template).render(context)


def pdf_of(html: str, assets: Mapping[str, Asset] | None = None, bounds: Bounds = DOCUMENT) -> bytes:
    """The PDF of a whole page of HTML, laid out in a process of its own.

    The page may ask for `asset:print.css`, `asset:Regular.ttf`, `asset:Bold.ttf` and what `assets` names.
    Raises NoPdf where Pango is missing, PdfFailed where the bounds are passed or the page asks for anything else.
    """
    every = {**_own_assets(), **(assets or {})}
    order = {
        "html": html,
        "assets": {name: (a.kind, base64.b64encode(a.data).decode()) for name, a in every.items()},
        "seconds": bounds.seconds,
        "megabytes": bounds.megabytes,
        "identifier": hashlib.sha256(html.encode()).hexdigest()[:32],
    }
    environment = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    try:
        done = subprocess.run(  # noqa: S603  our own file, by our own interpreter
            [sys.executable, "-I", str(CHILD)],
            input=json.dumps(order).encode(), capture_output=True, check=False, env=environment,
            timeout=bounds.seconds * WAITS,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise PdfFailed(_PAST_BOUNDS) from None
    if done.returncode:
        raise _what_went_wrong(done)
    return done.stdout


def _what_went_wrong(done: subprocess.CompletedProcess[bytes]) -> NoPdf | PdfFailed:
    said = done.stderr.decode(errors="replace").strip().rpartition("\n")[2][:300]
    if done.returncode == NO_LIBRARY:
        return NoPdf(
            "There is no PDF, because this machine lacks the Pango library (Debian: libpango-1.0-0 libpangoft2-1.0-0)."
        )
    if done.returncode == REFUSED:
        return PdfFailed(f"The page may not be printed: {said}.")
    if done.returncode == FAILED:
        return PdfFailed(f"The PDF could not be laid out: {said}.")
    return PdfFailed(_PAST_BOUNDS)


def letters_and_markup(text: str) -> Markup:
    """Markup that this package made itself and escaped where it holds words from outside."""
    return Markup(text)  # noqa: S704


@functools.cache
def _templates() -> Environment:
    loader = FileSystemLoader(TEMPLATES)
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)


@functools.cache
def _own_assets() -> dict[str, Asset]:
    return {
        "print.css": Asset("text/css", (TEMPLATES / "print" / "print.css").read_bytes()),
        **{
            f"{weight}.ttf": Asset("font/ttf", (FONTS / f"AtkinsonHyperlegibleNext-{weight}.ttf").read_bytes())
            for weight in ("Regular", "Bold")
        },
    }
