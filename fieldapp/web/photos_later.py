"""Photos of records are made once the phone has its answer: it waits for its receipt, never for a decoder."""

from typing import Any, cast

import structlog
from flask import Flask, Response, current_app

from fieldapp.services.blobs import photo_rows
from fieldapp.services.records.receipts import Envelope

_log = structlog.get_logger("fieldapp.blobs")


def make_photos_after(response: Response, envelope: Envelope) -> Response:
    """Once this answer is sent, make the photos that are due in the city of its record; gives the response."""
    app = cast("Flask", cast("Any", current_app)._get_current_object())  # noqa: SLF001  Flask's documented way to it

    def make() -> None:
        with app.app_context():
            try:
                photo_rows.make_after(envelope)
            except Exception as fault:  # noqa: BLE001  the answer is sent, and what is due stays so
                _log.error("photos_not_made", fault=type(fault).__name__)

    response.call_on_close(make)
    return response
