"""The door for a web server and for the flask command: `flask --app wsgi ...`, `gunicorn wsgi:app`."""

import os
import sys

from fieldapp.app import create_app
from fieldapp.config import UnusableSetting
from fieldapp.lawbook.load import UnusableLaw

os.umask(0o077)
try:
    app = create_app()
except (UnusableSetting, UnusableLaw) as wrong:
    sys.stderr.write(f"{wrong}\n")
    sys.exit(2)
