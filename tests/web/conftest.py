"""An app with a toy game, and a browser that fills in forms as a person does: from the page it was given."""

from __future__ import annotations

import html
import io
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.serving import make_server
from werkzeug.test import TestResponse

from companion.web import DATABASE, create_app
from companion.web.boxes import Boxes
from companion.web.house import house, settle
from companion.web.safety import limiter
from companion.web.tables import House
from models import open_database
from tests.web import toy


class Compiled(BytecodeCache):
    """Templates that this process has compiled: nearly every test makes an app of its own, and compiling takes longest of it."""

    def __init__(self) -> None:
        self.kept: dict[str, tuple[str, CodeType | None]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        checksum, code = self.kept.get(bucket.key, ("", None))
        if checksum == bucket.checksum:
            bucket.code = code

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.kept[bucket.key] = bucket.checksum, bucket.code


Flask.jinja_options = {"bytecode_cache": Compiled()}

TAG = re.compile(r"<(/?)(form|input|button)\b((?:[^>\"']|\"[^\"]*\"|'[^']*')*)>", re.IGNORECASE)
ATTRIBUTE = re.compile(r"""([^\s=/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+)))?""")


def forms(page: str) -> list[dict[str, Any]]:
    """The forms of a page: address, fields, and the buttons that send them."""
    found: list[dict[str, Any]] = []
    inside: dict[str, Any] | None = None
    for end, tag, rest in TAG.findall(page):
        if end:
            inside = inside if tag != "form" else None
            continue
        told = {name: html.unescape(one or other or bare) for name, one, other, bare in ATTRIBUTE.findall(rest)}
        if tag == "form":
            inside = {"action": told.get("action"), "method": told.get("method", "get"), "fields": [], "buttons": []}
            found.append(inside)
        elif inside is not None and tag == "input" and told.get("type") == "hidden":
            inside["fields"].append((told["name"], told.get("value", "")))
        elif inside is not None and tag == "button":
            inside["buttons"].append((told.get("name"), told.get("value", "")))
    return found


def words(page: str) -> str:
    """What a page says, without its markup."""
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


class Browser:
    """A person's browser without script: it sends forms that are on the page, and follows where it is sent."""

    def __init__(self, app: Flask, **headers: str) -> None:
        self.client: FlaskClient = app.test_client()
        self.headers = headers
        self.page = ""
        self.path = "/"
        self.status = 0

    def get(self, path: str) -> str:
        return self._took(self.client.get(path, headers=self.headers, follow_redirects=True))

    def _took(self, answer: TestResponse) -> str:
        self.status, self.path, self.page = answer.status_code, answer.request.path, answer.get_data(as_text=True)
        return self.page

    def token(self) -> str:
        found = re.search(r'name="csrf_token" value="([^"]+)"', self.page) or re.search(
            r'name="csrf_token" value="([^"]+)"', self.get("/")
        )
        assert found is not None
        return found.group(1)

    def post(self, path: str, follow: bool = True, **fields: Any) -> str:
        data = {"csrf_token": self.token(), **{name.replace("__", "."): value for name, value in fields.items()}}
        return self._took(self.client.post(path, data=data, headers=self.headers, follow_redirects=follow))

    def forms(self) -> list[dict[str, Any]]:
        return forms(self.page)

    def press(self, move: str, **more: Any) -> str:
        """Presses the button that sends the move *move* (notation)."""
        for form in self.forms():
            if ("move", move) in form["buttons"]:
                return self.send(form, {"move": move, **more})
        raise AssertionError(f"no button for {move} on {self.path}")

    def fill(self, ending: str, having: tuple[str, str] | None = None, **more: Any) -> str:
        """Sends the first form whose address ends with *ending* (and that has this hidden field) with *more* filled in."""
        for form in self.forms():
            if form["action"].endswith(ending) and (having is None or having in form["fields"]):
                return self.send(form, {name.replace("__", "."): value for name, value in more.items()})
        raise AssertionError(f"no form for {ending} on {self.path}")

    def send(self, form: dict[str, Any], more: dict[str, Any], follow: bool = True) -> str:
        """Sends this form with *more* filled in."""
        data: dict[str, Any] = {}
        for name, value in form["fields"]:
            data.setdefault(name, []).append(value)
        data.update(more)
        return self._took(self.client.post(form["action"], data=data, headers=self.headers, follow_redirects=follow))

    def marks(self) -> dict[str, str]:
        """What every form of moves on this page carries."""
        form = next(form for form in self.forms() if "key" in dict(form["fields"]))
        return {name: value for name, value in form["fields"] if name in ("csrf_token", "seen", "key")}

    def upload(self, record: str) -> str:
        """Opens a table with this record; its address, whose page is not asked for yet."""
        start = self.get("/")
        self.post("/tables", follow=False, record=(io.BytesIO(record.encode()), "record.txt"))
        found = re.search(r'href="(/t/[^"]+)"', self.page)
        assert self.status == 303 and found is not None, words(self.page)
        self.path, self.page = found[1], start
        return self.path

    def open(self, game: str = "toy", people: tuple[str, ...] = ("Ana", "Ben"), **more: Any) -> str:
        """Opens a table; its code."""
        self.get(f"/tables?game={game}")
        self.post("/tables", game=game, seat=list(people), **more)
        assert self.status == 200, self.page
        return self.path.removeprefix("/t/")


@pytest.fixture(scope="session")
def toys(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """An app with the toy game, and its data folder, in which nothing has happened."""
    folder = str(tmp_path_factory.mktemp("toys"))
    made = create_app({"GAMES": {"toy": toy}, "DATA": folder, "TESTING": True, "PROPAGATE_EXCEPTIONS": False})
    with made.app_context():
        house().engine.dispose()
    return made


def at_table(app: Flask, record: str, seat: int | None = None, **headers: str) -> Browser:
    """A browser at a new table with this record, on the seat's page or the screen that everyone sees."""
    browser = Browser(app, **headers)
    table = browser.upload(record)
    if seat is None:
        browser.get(table)
    else:
        browser.post(f"{table}/sit", seat=str(seat), take_over="1")
    assert browser.status == 200
    return browser


def state_of(app: Flask, browser: Browser) -> Any:
    """The state of the game at the table that the browser is at."""
    with app.app_context():
        sitting = house().sitting(browser.path.split("/")[2])
        assert sitting.position.problem is None
        return sitting.position.state


def real_games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The app with the games as they ship; a module makes it its own: `app = pytest.fixture(real_games, scope="module")`."""
    made = create_app({"DATA": str(tmp_path_factory.mktemp("house")), "TESTING": True, "PROPAGATE_EXCEPTIONS": False})
    limiter.enabled = False
    yield made
    limiter.enabled = True


@pytest.fixture
def app(toys: Flask, tmp_path: Path) -> Iterator[Flask]:
    """The app with a house of this test's own: to make an app anew takes longer than most of what is asked of it."""
    shutil.copy(Path(toys.config["DATA"]) / DATABASE, tmp_path)
    engine = open_database(f"sqlite:///{tmp_path / DATABASE}")
    settle(toys, House(engine, {"toy": toy}, Boxes({"toy": toy}, tmp_path)))
    limiter.enabled = False
    yield toys
    limiter.enabled = True
    engine.dispose()


@pytest.fixture
def browser(app: Flask) -> Browser:
    return Browser(app)


@pytest.fixture
def another(app: Flask) -> Callable[..., Browser]:
    return lambda **headers: Browser(app, **headers)


# --- a real browser ---------------------------------------------------------------------------------------------------

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
OFF = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "AimEnabled"),
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable"),
    *("HttpsUpgrades", "LensOverlay", "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding"),
    *("PreconnectToSearch", "ThirdPartyStoragePartitioning"),
)
"""Two pages that the address bar would draw for every page of ours, at a second each; and what Playwright turns off, for of two
such lists Chromium reads the last."""
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    f"--disable-features={','.join(OFF)}",
)
PHONE = {"width": 390, "height": 844}

WATCH = """
window.wrong = [];
addEventListener("securitypolicyviolation", event => wrong.push("blocked: " + event.blockedURI + " " + event.violatedDirective));
addEventListener("error", event => wrong.push("error: " + event.message));
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    app = create_app({"DATA": str(tmp_path_factory.mktemp("house"))})
    limiter.enabled = False
    server = make_server("127.0.0.1", 0, app, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    limiter.enabled = True


@pytest.fixture(scope="session")
def chromium() -> Iterator[object]:
    sync_api = pytest.importorskip("playwright.sync_api")
    if CHROMIUM is None:
        pytest.skip("no chromium here")
    driving = sync_api.sync_playwright()
    try:
        driver = driving.start()
    except Exception as wrong:
        pytest.skip(f"what drives the browser does not run here (Debian: libatomic1): {wrong}")
    browser = driver.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
    yield browser
    browser.close()
    driver.stop()


@pytest.fixture(scope="module")
def phones(chromium: object, address: str) -> Iterator[Callable[..., object]]:
    """A phone of a kind, by its number: a phone takes a second to make, so tests take it over from each other."""
    made: dict[str, object] = {}

    def phone(number: int, **more: object) -> object:
        key = f"{number} {sorted(more.items())}"
        if key not in made:
            made[key] = chromium.new_context(viewport=PHONE, locale="en-GB", base_url=address, **more)
            made[key].set_default_timeout(60_000)
        return made[key]

    yield phone
    for context in made.values():
        context.close()


@pytest.fixture
def phone(phones: Callable[..., object]) -> Iterator[Callable[..., object]]:
    """A phone that nobody has used: a page on it."""
    used: list[object] = []

    def opened(**more: object) -> object:
        context = phones(len(used), **more)
        used.append(context)
        page = context.new_page()
        page.add_init_script(WATCH)
        return page

    yield opened
    for context in used:
        for page in context.pages:
            page.close()
        context.clear_cookies()
