"""The door for a web server and for the flask command: `flask --app wsgi ...`, `gunicorn wsgi:app`."""

import os
import sys

from fieldapp.app import app_of_broken_law, create_app
from fieldapp.cli.law_checks import asks_to_validate
from fieldapp.config import UnusableSetting
from fieldapp.lawbook.load import UnusableLaw

os.umask(0o077)
try:
    app = create_app()
except (UnusableSetting, UnusableLaw) as wrong:
    if isinstance(wrong, UnusableSetting) or not asks_to_validate(sys.argv):
        sys.stderr.write(f"{wrong}\n")
        sys.exit(2)
    app = app_of_broken_law()
