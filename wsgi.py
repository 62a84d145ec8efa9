"""The door for a web server and for the flask command: `flask --app wsgi ...`, `gunicorn wsgi:app`."""

import os

from fieldapp.app import create_app

os.umask(0o077)
app = create_app()
