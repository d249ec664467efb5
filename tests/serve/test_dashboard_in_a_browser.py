"""The dashboard in a real browser: every page draws, nothing complains, and it moves."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import sync_playwright

from beliefs import Beliefs
from beliefs.serve.app import create_app
from beliefs.serve.clients import on_one_store
from beliefs.serve.guard import Guard
from beliefs.serve.keyring import Keyring
from beliefs.serve.rights import Right
from tests.http_server import HttpServer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from playwright.sync_api import Browser, Page

AXE = files("axe_playwright_python").joinpath("axe.min.js")
CHROMIUM = Path("/usr/bin/chromium")
PICTURES = Path(__file__).parents[2] / "build" / "dashboard"
MANY = 100_000
EVIL = '<script>window.hacked=1</script><img src=x onerror="window.hacked=1">'

pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason=f"{CHROMIUM} is not installed")


def faults(page: Page) -> list[str]:
    """What axe finds that somebody who cannot see a page, or only badly, would miss."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run({resultTypes: ['violations']}).then((said) => said.violations)")
    return [f"{one['impact']} {one['id']}: {one['nodes'][0]['html']}" for one in found]


class Looking:
    """A page in a browser, with everything that it complained about or asked for."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.complaints: list[str] = []
        self.hosts: set[str | None] = set()
        page.on("console", lambda said: self.complaints.append(f"{said.type}: {said.text}"))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("requestfailed", lambda asked: self._failed(asked.url))
        page.on("request", lambda asked: self.hosts.add(urlsplit(asked.url).hostname))

    def _failed(self, url: str) -> None:
        if not urlsplit(url).path.startswith("/v1/events"):  # cut off when a page is left
            self.complaints.append(f"failed: {url}")

    def go(self, path: str) -> None:
        self.page.goto(self.url + path)
        self.page.wait_for_selector("main[data-filled]")
        self.page.wait_for_selector("#slider")

    def keep(self, name: str) -> None:
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=PICTURES / f"{name}.png", full_page=True)

    def is_well(self) -> None:
        assert self.complaints == []
        assert self.hosts == {"127.0.0.1"}
        assert self.page.evaluate("window.hacked") is None
        assert faults(self.page) == []
        wide = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, "the page is wider than the window"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture(scope="module")
def ten(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpServer]:
    """Ten beliefs of every kind."""
    with Beliefs(tmp_path_factory.mktemp("ten") / "ten.db") as client:
        name = client.add("The cache is warm", confidence=0.9, strength=9).changes[0].belief_id
        client.add("The cache is warm", confidence=0.9, strength=9, refutes=True, agent="probe")
        client.trust.set(agent="probe", confidence=0.4)
        client.add([EVIL, "W" * 300, "The disk is full", "The site is fast", "The queue is short"])
        client.add("What broke", choice="the deploy", agent="probe")
        client.add("What broke", choice="the disk", agent="scout")
        client.add("Latency, ms", value=130, stdev=10, agent="probe")
        client.add("Latency, ms", value=1500, stdev=10, agent="scout")
        rests = client.add("The page is quick", depends_on=[name]).changes[0].belief_id
        client.relate(name, "contradicts", rests)
        client.retract(client.add("The rig is calibrated").changes[0].belief_id, "it was not")
        assert len(client.list(status="active")) + 1 == 10
        client.goal("Restore the site")
        client.gap("Who is affected?")
        with HttpServer(create_app(on_one_store(client))) as server:
            yield server


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpServer]:
    with Beliefs(tmp_path_factory.mktemp("many") / "many.db") as client:
        client.add("The first of them all")
        client.add([f"Sensor {at} of line {at % 97} is in tolerance" for at in range(MANY)])
        with HttpServer(create_app(on_one_store(client))) as server:
            yield server


def _looking(browser: Browser, server: HttpServer, **options: object) -> Looking:
    page = browser.new_page(**{"viewport": {"width": 1200, "height": 900}, **options})  # type: ignore[arg-type]
    page.set_default_timeout(90_000)  # a machine may be busy; nothing waits for it in vain
    return Looking(page, server.url)


PAGES = {
    "list": "/?order=oldest",
    "search": "/?q=cache+sensor+77",
    "contradictions": "/contradictions",
    "clarity": "/open",
    "trust": "/trust",
}


def _walk(looking: Looking, name: str, claims: Sequence[str] = ()) -> None:
    """Look at every page, and at those of some beliefs."""
    with Beliefs(looking.url) as client:
        found = {claim: client.search(claim, limit=1)[0] for claim in claims}
    beliefs = {claim: f"/belief/{belief.id}" for claim, belief in found.items()}
    for title, path in (PAGES | beliefs).items():
        looking.go(path)
        looking.keep(f"{name}-{title.lower().replace(' ', '-')}")
        looking.is_well()


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("light", {"color_scheme": "light"}),
        ("dark", {"color_scheme": "dark"}),
        ("phone", {"viewport": {"width": 390, "height": 844}, "has_touch": True}),
    ],
)
def test_every_page_draws_ten_beliefs(browser: Browser, ten: HttpServer, name, options) -> None:
    looking = _looking(browser, ten, **options)
    _walk(looking, name, ["The cache is warm", "What broke", "Latency, ms"])
    looking.go("/?status=retracted")
    looking.page.click(".claim")
    looking.page.wait_for_selector(".note:text('it was not')")
    looking.is_well()
    looking.page.close()


def test_every_page_draws_many_beliefs(browser: Browser, many: HttpServer) -> None:
    looking = _looking(browser, many)
    _walk(looking, "many", ["Sensor 77 of line 77"])
    looking.go("/")
    assert looking.page.locator(".beliefs tbody tr").count() == 50
    looking.page.click("a[rel=next]")
    looking.page.wait_for_selector("a[rel=prev]")
    assert looking.page.locator(".beliefs tbody tr").count() == 50
    looking.page.wait_for_selector("#slider")
    looking.page.focus("#slider")
    looking.page.keyboard.press("Home")
    looking.page.wait_for_selector("main.past")
    assert looking.page.locator(".claim").all_text_contents() == ["The first of them all"]
    looking.is_well()
    looking.page.close()


def test_an_empty_mind_says_what_to_do(browser: Browser, tmp_path: Path) -> None:
    with (
        Beliefs(tmp_path / "empty.db") as client,
        HttpServer(create_app(on_one_store(client))) as server,
    ):
        looking = _looking(browser, server)
        _walk(looking, "empty")
        looking.go("/")
        assert "belief add" in (looking.page.text_content("main") or "")
        looking.page.close()


def test_a_write_in_another_process_shows_up(browser: Browser, tmp_path: Path) -> None:
    store = tmp_path / "shared.db"
    with Beliefs(store) as client, HttpServer(create_app(on_one_store(client))) as server:
        looking = _looking(browser, server)
        looking.go("/")
        looking.page.wait_for_selector("body[data-live]")
        looking.page.evaluate("window.same = true")
        command = [sys.executable, "-m", "beliefs.cli", "add", "The disk is full"]
        subprocess.run([*command, "--store", store], check=True, capture_output=True)
        looking.page.wait_for_selector(".claim:text('The disk is full')", timeout=10_000)
        assert looking.page.evaluate("window.same"), "the page was loaded anew"
        looking.is_well()
        looking.page.close()


def test_an_update_leaves_the_reader_in_place(browser: Browser, tmp_path: Path) -> None:
    with (
        Beliefs(tmp_path / "live.db") as client,
        HttpServer(create_app(on_one_store(client))) as server,
    ):
        client.add([f"Probe {at} is green" for at in range(40)])
        looking = _looking(browser, server)
        looking.go("/")
        page = looking.page
        page.wait_for_selector("body[data-live]")
        page.focus(".claim:text('Probe 7 is green')")
        place = page.evaluate("scrollY")
        for at in range(5):
            client.add("Probe 7 is green", confidence=0.9, strength=at + 1)
        client.add("Probe 39 is green", strength=5000)
        page.wait_for_selector(".amount[width='64']")
        focused = page.evaluate("document.activeElement.textContent")
        assert (focused, page.evaluate("scrollY")) == ("Probe 7 is green", place)
        page.focus("#q")
        page.keyboard.type("half a wo")
        client.add("The disk is full")
        page.wait_for_selector(".claim:text('The disk is full')")
        page.keyboard.type("rd")
        assert page.input_value("#q") == "half a word"
        looking.is_well()
        page.close()


def test_the_slider_moves_through_time_by_keyboard(browser: Browser, tmp_path: Path) -> None:
    with (
        Beliefs(tmp_path / "time.db") as client,
        HttpServer(create_app(on_one_store(client))) as server,
    ):
        client.add("The cache is warm")
        client.add("The disk is full")
        looking = _looking(browser, server)
        looking.go("/")
        page = looking.page
        shown = page.locator(".claim")
        assert shown.all_text_contents() == ["The disk is full", "The cache is warm"]
        page.focus("#slider")
        page.keyboard.press("Home")
        page.wait_for_selector("main.past")
        assert shown.all_text_contents() == ["The cache is warm"]
        assert "as_of=" in page.url
        assert page.evaluate("document.activeElement.id") == "slider"
        page.click(".claim")
        page.wait_for_selector("h1:text('The cache is warm')")
        assert "as_of=" in page.url
        page.wait_for_selector("#slider")
        page.focus("#slider")
        page.keyboard.press("End")
        page.wait_for_selector("main:not(.past)")
        assert "as_of=" not in page.url
        looking.is_well()
        page.close()


def test_a_keyboard_reaches_a_belief(browser: Browser, ten: HttpServer) -> None:
    looking = _looking(browser, ten)
    looking.go("/")
    looking.page.keyboard.press("/")
    looking.page.keyboard.type("disk full")
    looking.page.keyboard.press("Enter")
    looking.page.wait_for_selector(".claim:text('The disk is full')")
    looking.page.wait_for_selector("main[data-filled]")
    looking.page.focus(".claim >> nth=0")
    looking.page.keyboard.press("Enter")
    looking.page.wait_for_selector("h1:text('The disk is full')")
    looking.page.close()


def test_pages_read_without_their_script(browser: Browser, ten: HttpServer) -> None:
    looking = _looking(browser, ten, java_script_enabled=False)
    looking.page.goto(ten.url + "/contradictions")
    looking.page.click("text=Show it")
    assert "Voices disagree" in (looking.page.text_content("body") or "")
    looking.page.close()


def test_the_command_starts_a_server_and_says_where(browser: Browser, tmp_path: Path) -> None:
    store = str(tmp_path / "mine.db")
    with Beliefs(store) as client:
        client.add("The disk is full")
    command = [sys.executable, "-m", "beliefs.cli", "dashboard", "--json", "--no-open"]
    with subprocess.Popen(
        [*command, "--port", "0", "--store", store], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        url = json.loads(process.stdout.readline())["url"]
        looking = Looking(browser.new_page(), url.rstrip("/"))
        looking.go("/")
        assert looking.page.locator(".claim").all_text_contents() == ["The disk is full"]
        looking.page.close()
        port = str(urlsplit(url).port)
        again = subprocess.run([*command, "--port", port], capture_output=True, check=True)
        assert json.loads(again.stdout)["url"] == url
        process.terminate()
        process.wait(20)


def test_somebody_signs_in_looks_and_is_signed_out(browser: Browser, tmp_path: Path) -> None:
    with Keyring(tmp_path / "keys.db") as keyring, Beliefs(tmp_path / "b.db") as client:
        key = keyring.create(["lab"], Right.READ).secret
        lab = Beliefs(tmp_path / "b.db", namespace="lab")
        lab.add("The cache is warm")
        app = create_app(on_one_store(client), guard=Guard(keyring))
        with lab, HttpServer(app) as server:
            looking = Looking(browser.new_context().new_page(), server.url)
            page = looking.page
            page.goto(server.url + "/trust?namespace=lab")
            assert urlsplit(page.url).path == "/sign-in"
            assert faults(page) == []
            looking.keep("sign-in")
            page.fill("#key", key)
            page.keyboard.press("Enter")
            page.wait_for_url("**/trust?namespace=lab")
            page.wait_for_selector("#slider")
            looking.go("/?namespace=lab")
            assert key not in page.evaluate("document.cookie + location.href + document.referrer")
            assert page.evaluate("document.cookie") == ""
            page.wait_for_selector("body[data-live]")
            lab.add("The disk is full")
            page.wait_for_selector("text=The disk is full")  # live, by the cookie
            looking.is_well()
            page.click("text=Sign out")
            page.wait_for_url("**/sign-in")
            page.fill("#key", key)
            page.click("button")
            page.wait_for_url("**/?namespace=lab")  # the ledger that the key reaches
            page.wait_for_selector("body[data-live]")
            keyring.revoke(key)
            page.wait_for_timeout(1_200)  # until it is asked again whether it may be told
            lab.add("The disk is new")
            page.wait_for_url("**/sign-in?to=*", timeout=20_000)  # by itself
            assert "The disk is new" not in page.content()
            page.context.close()
