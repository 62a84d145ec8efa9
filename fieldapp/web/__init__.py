"""Pages: guard, parse, one service call, respond."""

from flask import Flask

from fieldapp.config import Settings
from fieldapp.web import (
    account_pages,
    app_pages,
    device_pages,
    edit_pages,
    factor_pages,
    key_pages,
    law_pages,
    list_pages,
    new_note_pages,
    note_pages,
    office_pages,
    pack_pages,
    people_pages,
    photo_pages,
    search_pages,
    sign_in_pages,
    tag_pages,
    tag_steps_pages,
    tag_stock_pages,
    waiting_pages,
)
from fieldapp.web.assets import add_assets
from fieldapp.web.blob_pages import add_blobs
from fieldapp.web.errors import add_errors
from fieldapp.web.guard import add_guard
from fieldapp.web.headers import add_headers
from fieldapp.web.health_pages import add_health
from fieldapp.web.hello_pages import add_hello
from fieldapp.web.log import add_log
from fieldapp.web.respond import add_respond
from fieldapp.web.row_numbers import add_row_numbers
from fieldapp.web.sync_pages import add_sync


def add_web(app: Flask, settings: Settings) -> None:
    """Give the app its routes, guards and headers."""
    add_row_numbers(app)
    add_log(app)
    add_health(app)
    add_headers(app, settings)
    add_assets(app)
    add_respond(app)
    add_guard(app)
    add_errors(app)
    for noun in (
        tag_pages, edit_pages, search_pages, sign_in_pages, account_pages, factor_pages, people_pages, tag_stock_pages,
        tag_steps_pages, law_pages, list_pages, photo_pages, key_pages, app_pages,
        note_pages, new_note_pages, waiting_pages, device_pages, office_pages, pack_pages,
    ):  # fmt: skip
        app.register_blueprint(noun.pages)
    add_sync(app, settings)
    add_blobs(app, settings)
    add_hello(app, settings)
