"""Numbers in addresses: no more than a database's row can have, so that a longer one is an address nobody has."""

from flask import Flask
from werkzeug.routing import IntegerConverter, Map

LARGEST = 2_147_483_647


class RowNumber(IntegerConverter):
    """The number of a row, from 0 to LARGEST; anything else is no such page."""

    def __init__(self, url_map: Map) -> None:
        super().__init__(url_map, max=LARGEST)


def add_row_numbers(app: Flask) -> None:
    """Let `<int:...>` in every address of the app mean the number of a row. Call it before any route is added."""
    app.url_map.converters["int"] = RowNumber
