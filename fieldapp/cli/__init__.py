"""Commands: parse, one service call, print."""

from flask import Flask

from fieldapp.cli.assets import add_assets_command
from fieldapp.cli.backup import add_backup_commands
from fieldapp.cli.demo import add_demo_command
from fieldapp.cli.import_licenses import add_import_command
from fieldapp.cli.keys import add_keys_commands
from fieldapp.cli.law import add_law_commands
from fieldapp.cli.one_line import put_on_one_line
from fieldapp.cli.people import add_people_commands
from fieldapp.cli.photos import add_photos_commands
from fieldapp.cli.premises import add_premises_command
from fieldapp.cli.serve import add_serve_command
from fieldapp.cli.tags import add_tags_commands
from fieldapp.cli.verify import add_verify_commands


def add_commands(app: Flask) -> None:
    """Give `flask --app wsgi` its commands."""
    add_assets_command(app)
    add_demo_command(app)
    add_people_commands(app)
    add_serve_command(app)
    add_tags_commands(app)
    add_import_command(app)
    add_law_commands(app)
    add_photos_commands(app)
    add_keys_commands(app)
    add_verify_commands(app)
    add_backup_commands(app)
    add_premises_command(app)
    put_on_one_line(app)
