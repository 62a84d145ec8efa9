"""The shells: pages without any person, which a phone keeps and shows without a signal.

A shell is the page's own template, rendered for nobody; what is the officer's is filled in on the phone (`data-slot`,
static/js/offline/slots.js). A page that is to open without a signal is one line in SHELLS.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from flask import g, render_template, request

from fieldapp.services.cities import cities
from fieldapp.services.scan import hosts_of_tags
from fieldapp.web import new_note_pages, waiting_pages
from fieldapp.web.search_pages import ScanForm


def _nothing() -> Mapping[str, object]:
    return {}


@dataclass(frozen=True, slots=True)
class Shell:
    """One shell.

    `path` is the address that it stands for ("" where it stands for none). The phone shows it before it asks the
    server (`first` "shell", for pages that record) or only where the server does not answer in time ("server").
    `blank` gives what the template needs, about nobody. `csp` is the page's content security policy.
    """

    name: str
    path: str
    template: str
    first: Literal["shell", "server"] = "shell"
    blank: Callable[[], Mapping[str, object]] = _nothing
    csp: str = "staff"

    @property
    def address(self) -> str:
        """Where the shell itself is served."""
        return f"/shell/{self.name}"

    def text(self) -> str:
        """The page for nobody: the same bytes for everybody who asks under this host."""
        g.who = None
        given = {"who": None, "city": None, "look": "", "shell": self, "here": self.path, "all_cities": cities()}
        return render_template(self.template, **{**self.blank(), **given})


def _scan() -> Mapping[str, object]:
    return {"form": ScanForm(), "foreign": "", "hosts": hosts_of_tags(request.host)}


SHELLS = (
    Shell("start", "/", "start/start.html", "server", lambda: {"form": ScanForm()}),
    Shell("scan", "/scan", "scan/scan.html", blank=_scan, csp="decoder"),
    Shell("new-note", "/notes/new", "notes/new.html", blank=new_note_pages.blank_context),
    Shell("waiting", "/waiting", "waiting/waiting.html", blank=waiting_pages.blank_context),
    Shell("ready", "/ready", "ready/ready.html"),
    Shell("signed-out", "", "app/signed_out.html"),
    Shell("no-signal", "", "app/no_signal.html"),
)
