"""read(bytes): what reading a photo gives or says. signed_in(role, city): a client of the demo with that person's
session. animal_of(city): an animal's id there. stored(): the names in the store; left_over(): files left on their way.
"""

import pytest
from sqlalchemy import select

from fieldapp.media.photo_sniff import Refused
from fieldapp.media.photos import read_photo
from fieldapp.services import stored_files
from fieldapp.tables.animals import Animal
from fieldapp.tables.db import reading

MULTIPART = "multipart/form-data; boundary=canary-line"
ORIGIN = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}


@pytest.fixture
def read(tmp_path):
    def one(data, name="photo"):
        file = tmp_path / name
        file.write_bytes(data)
        return read_photo(file)

    return one


@pytest.fixture
def refusal(read):
    def words(data):
        with pytest.raises(Refused) as refused:
            read(data)
        return str(refused.value)

    return words


@pytest.fixture
def signed_in(demo_app, demo_people):
    def enter(role="officer", city="crystal"):
        client = demo_app.test_client()
        person = next(p for p in demo_people if p["role"] == role and p["city"] == city)
        data = {"username": person["username"], "password": person["password"]}
        assert client.post("/login", data=data, headers=ORIGIN).status_code == 303
        client.environ_base["HTTP_ORIGIN"] = "http://localhost"
        client.environ_base["HTTP_SEC_FETCH_SITE"] = "same-origin"
        return client

    return enter


@pytest.fixture
def animal_of(demo_app):
    def one(city="crystal"):
        with reading() as connection:
            return (
                connection.execute(select(Animal.id).where(Animal.city == city).order_by(Animal.id)).scalars().first()
            )

    return one


@pytest.fixture
def give(animal_of):
    """give(client, [(name, bytes)], kind): the answer of the plain form."""

    def send(client, files, kind="dog", animal=None):
        body = form_of({"kind": kind}, [("photos", name, content) for name, content in files])
        return client.post(f"/animals/{animal or animal_of()}/photos", data=body, content_type=MULTIPART)

    return send


def form_of(fields, files):
    """The body of a form as a browser sends it (the test client's own would leave temporary files open)."""
    parts = [f'Content-Disposition: form-data; name="{name}"\r\n\r\n{value}'.encode() for name, value in fields.items()]
    for field, name, content in files:
        quoted = name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A").encode()
        head = b'Content-Disposition: form-data; name="' + field.encode() + b'"; filename="' + quoted + b'"\r\n'
        parts.append(head + b"Content-Type: image/jpeg\r\n\r\n" + content)
    return b"".join(b"--canary-line\r\n" + part + b"\r\n" for part in parts) + b"--canary-line--\r\n"


@pytest.fixture
def stored(demo_app):
    return lambda: sorted(stored_files.store().names())


@pytest.fixture
def left_over(demo_app):
    return lambda: sorted(f.name for f in stored_files.incoming().iterdir() if f.name != "decoding.turn")
