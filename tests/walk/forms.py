"""The names of all fields that a page sends: of the form classes and of the inputs in templates."""

import importlib
import pkgutil
import re

from wtforms import Form

from fieldapp import web
from tests.tree.listing import files


def field_names():
    names = set()
    for module in pkgutil.iter_modules(web.__path__):
        for value in vars(importlib.import_module(f"fieldapp.web.{module.name}")).values():
            if isinstance(value, type) and issubclass(value, Form) and value is not Form:
                names |= set(value()._fields)
    for file in files("*.html", "fieldapp/templates"):
        text = file.read_text(encoding="utf-8")
        names |= set(re.findall(r"<(?:input|select|textarea|button)[^>]*\bname=\"([\w-]+)\"", text))
    return names
