"""What the outside sets is read once, and what cannot be used is said in one sentence."""

import stat

import pytest

from fieldapp.config import UnusableSetting, read_settings


def test_a_fresh_instance_is_private(tmp_path):
    settings = read_settings({"FIELDAPP_INSTANCE": str(tmp_path / "instance")})
    assert stat.S_IMODE(settings.instance.stat().st_mode) == 0o700
    assert len(settings.secret_key) == 32
    assert read_settings({"FIELDAPP_INSTANCE": str(settings.instance)}).secret_key == settings.secret_key


@pytest.mark.parametrize(
    ("environ", "said"),
    [
        ({"LAWBOOK_DIR": "/no/such/folder"}, "LAWBOOK_DIR"),
        ({"TRUSTED_PROXIES": "one"}, "TRUSTED_PROXIES"),
    ],
)
def test_what_cannot_be_used_is_named(tmp_path, environ, said):
    with pytest.raises(UnusableSetting, match=said):
        read_settings({"FIELDAPP_INSTANCE": str(tmp_path / "instance"), **environ})


def test_a_clock_that_cannot_be_read_is_named_in_a_demo_only(tmp_path):
    instance = tmp_path / "instance"
    read_settings({"FIELDAPP_INSTANCE": str(instance), "FIELDAPP_NOW": "yesterday"})
    (instance / "demo.json").write_text('{"people": []}')
    with pytest.raises(UnusableSetting, match="FIELDAPP_NOW"):
        read_settings({"FIELDAPP_INSTANCE": str(instance), "FIELDAPP_NOW": "yesterday"})


def test_an_instance_open_to_others_is_refused(tmp_path):
    settings = read_settings({"FIELDAPP_INSTANCE": str(tmp_path / "instance")})
    settings.instance.chmod(0o755)
    with pytest.raises(UnusableSetting, match="chmod 0700"):
        read_settings({"FIELDAPP_INSTANCE": str(settings.instance)})
