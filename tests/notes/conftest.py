"""A phone with a key on a server of its own, and words to try the form with."""

import pytest

from tests.stand.browsers import PATIENCE

HOSTILE = '"><img src=x onerror=alert(1)><b hx-get=/logout hx-trigger=load>'
LONG = [
    "Pa Kou Xiong-Vangchongtoua Lee and Mai Nhia Yang-Thao",
    "Cabdiraxmaan Maxamed Cabdullaahi Xuseen iyo Faadumo Cabdiraxiim Warsame",
]
UNTIL = """
async (argument) => {
  const m = (name) => import(`/static/js/offline/${name}.000000000000.js`);
  const { listen } = await m("news");
  const holds = QUESTION;
  await new Promise((done, fail) => {
    setTimeout(fail, PATIENCE, new Error("it never held"));
    const look = async () => (await holds(m, argument)) && done();
    listen(look);
    look();
  });
}
"""
ENROL = """
async () => {
  const { enrol } = await import("/static/js/offline/enrol.000000000000.js");
  return (await enrol({ label: "Test phone" })).device;
}
"""


def until(page, question, argument=None):
    """Wait until `question`, a function (m, argument) in the page, holds: asked again at each news of the store."""
    page.evaluate(UNTIL.replace("QUESTION", question).replace("PATIENCE", str(PATIENCE)), argument)


@pytest.fixture
def enrolled(sign_in):
    """enrolled(page, server, role, city): signed in, with a key on this phone."""

    def make(page, server, role="officer", city="crystal"):
        sign_in(page, server, role=role, city=city)
        until(page, "async (m) => Boolean(await (await m('who')).current())")
        assert page.evaluate(ENROL)
        return page

    return make


@pytest.fixture
def records_of():
    """records_of(page): what the outbox of this phone says."""

    def ask(page):
        return page.evaluate("async () => (await import('/static/js/offline/outbox.000000000000.js')).list()")

    return ask


@pytest.fixture
def as_officer(demo_app, demo_people):
    """as_officer(role, city="crystal"): a client that is signed in, over one demo; city None: of all three."""

    def enter(role, city="crystal"):
        person = next(one for one in demo_people if (one["role"], one["city"]) == (role, city))
        client = demo_app.test_client()
        client.environ_base["HTTP_ORIGIN"] = "http://localhost"
        client.environ_base["HTTP_SEC_FETCH_SITE"] = "same-origin"
        sent = {"username": person["username"], "password": person["password"]}
        assert client.post("/login", data=sent).status_code == 303
        if city is None:
            client.post("/account/city", data={"city": "crystal"})
        return client

    return enter
