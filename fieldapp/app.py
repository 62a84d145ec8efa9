"""Put the rooms together: one Flask app for one instance."""

from flask import Flask
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from fieldapp import clock
from fieldapp.cli import add_commands
from fieldapp.cli.law import add_law_commands
from fieldapp.config import Settings, UnusableSetting, read_settings
from fieldapp.lawbook.current import use_lawbook
from fieldapp.lawbook.load import load_lawbook
from fieldapp.services.cities import read_city_settings
from fieldapp.services.file_stores import store_of
from fieldapp.services.people_start import check_people
from fieldapp.services.server_keys import check_keys
from fieldapp.services.stored_files import use_store
from fieldapp.tables.db import db, end_reading, prepare_engine
from fieldapp.web import add_web
from fieldapp.web.asked import Asked

MEBIBYTE = 1024 * 1024


def create_app(settings: Settings | None = None) -> Flask:
    """The app of one instance; `settings` are read from the environment where none are given.

    Raises UnusableSetting or UnusableLaw with a sentence that names what is wrong and where.
    """
    settings = settings or read_settings()
    check_keys(settings.instance)
    app = Flask("fieldapp", instance_path=str(settings.instance), static_folder=None)
    app.request_class = Asked
    app.config.update(
        SECRET_KEY=settings.secret_key,
        SQLALCHEMY_DATABASE_URI=settings.database_url,
        SQLALCHEMY_ENGINE_OPTIONS=_engine_options(settings.database_url),
        MAX_CONTENT_LENGTH=MEBIBYTE,
        MAX_FORM_PARTS=200,
        SETTINGS=settings,
    )
    clock.set_clock(settings.now)
    use_lawbook(load_lawbook(settings.lawbook_dir))
    read_city_settings(settings.instance / "cities.toml")
    use_store(store_of(settings), settings.instance / "files" / "incoming")
    db.init_app(app)
    app.teardown_request(end_reading)
    with app.app_context():
        prepare_engine(db.engine)
        app.extensions["people_checked"] = check_people(demo=settings.demo)
    add_web(app, settings)
    add_commands(app)
    return app


def app_of_broken_law() -> Flask:
    """An app without pages and without a database, whose only use is `flask law validate`. Raises UnusableSetting."""
    app = Flask("fieldapp", static_folder=None)
    app.config["SETTINGS"] = read_settings()
    add_law_commands(app)
    return app


def _engine_options(url: str) -> dict[str, object]:
    _check_database_url(url)
    if url.startswith("sqlite"):
        return {"connect_args": {"timeout": 30}, "pool_size": 20}
    return {"pool_pre_ping": True}


def _check_database_url(url: str) -> None:
    """Raise UnusableSetting where no engine can be made of it; the sentence holds nothing of the address itself."""
    try:
        dialect = make_url(url).get_dialect()
        dialect.import_dbapi()
    except (ArgumentError, ValueError, TypeError) as wrong:
        raise UnusableSetting("DATABASE_URL is no address of a database: " + _KINDS) from wrong
    except (NoSuchModuleError, ImportError) as wrong:
        raise UnusableSetting("DATABASE_URL names a database or driver that is not installed: " + _KINDS) from wrong
    if dialect.name not in ("sqlite", "postgresql"):
        raise UnusableSetting(f"DATABASE_URL names {dialect.name}: " + _KINDS)


_KINDS = "write sqlite:////folder/file.db or postgresql+psycopg://user:password@host/database"
