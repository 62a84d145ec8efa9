"""The server's public keys as a phone gets them when it is set up and says hello."""

import structlog

from fieldapp.config import Settings
from fieldapp.services import rescue_key
from fieldapp.services.server_keys import page_of, published

_log = structlog.get_logger("fieldapp.keys")


def keys_for_phones(settings: Settings, *, actor: str) -> dict[str, object]:
    """What /.well-known/fieldapp-keys.json says, after the key of rescue files was made where there was none yet."""
    if not rescue_key.is_there(settings.instance, actor=actor):  # a phone does without it until its next hello
        _log.error("no_rescue_key")
    return page_of(published())
