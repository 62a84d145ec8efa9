"""Files for browsers, under addresses that change with their content, so that a phone may keep them for good."""

from pathlib import Path

from flask import Blueprint, Flask, Response, abort, current_app, request

from fieldapp.services.browser_files import Asset, Assets, assets_of
from fieldapp.web.guard import guard

YEAR = 365 * 24 * 3600

pages = Blueprint("assets", __name__)


def add_assets(app: Flask) -> None:
    """Read the files, give the app their route, and templates `asset(name)`."""
    assets = assets_of(Path(app.instance_path))
    app.extensions["assets"] = assets
    app.jinja_env.globals["asset"] = assets.address
    app.register_blueprint(pages)


@pages.get("/static/<path:address>")
@guard("public")
def asset(address: str) -> Response:
    """A file by its hashed address; under an address of an earlier release the present file, not to be kept."""
    assets: Assets = current_app.extensions["assets"]
    file, lasting = assets.find(address) or abort(404)
    coding = _coding(file)
    response = Response(assets.squeezed(file, coding) if coding else file.body, content_type=file.content_type)
    if coding:
        response.headers["Content-Encoding"] = coding
    response.headers["Vary"] = "Accept-Encoding"
    response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable" if lasting else "no-cache"
    response.set_etag(f"{file.sha256[:32]}{'-' + coding if coding else ''}")
    response.make_conditional(request)
    return response


def _coding(file: Asset) -> str:
    accepted = request.accept_encodings
    return next((coding for coding in file.codings if accepted[coding] > 0), "")
