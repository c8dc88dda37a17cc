"""A real server and a real browser. What a page may not do is checked for every page opened."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, ViewportSize, expect, sync_playwright

import lodge.server
from lodge.server.listening import own_ip
from tests.unmeasured import environment, unmeasured

expect.set_options(timeout=15_000)  # a busy machine takes its time
BUILT = Path(lodge.server.__file__).parent / "page" / "index.html"
BROWSERS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
HERE = "|".join(re.escape(host) for host in ("localhost", own_ip()) if host)  # what a request may go to
# For the suggestions of its address bar Chromium opens two pages of its own beside everybody's first, which take longer
# than that. Of two such lists the last one counts, so Playwright's is said again.
LEFT_OUT = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "TcpPortRandomizationWin",
    "ThirdPartyStoragePartitioning",
    "msEdgeUpdateLaunchServicesPreferredVersion",
    "msForceBrowserSignIn",
)
OUTPUT = Path(__file__).parent / "output"
WIDE: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
SMALL_PHONE: ViewportSize = {"width": 360, "height": 640}
TOUCH = {"has_touch": True, "is_mobile": True}

QUICK_BOTS = """try {
  [localStorage['lodge.beat'], localStorage['lodge.bots']] = ['10', 'greedy'];
  localStorage['lodge.sound'] ??= 'off'; // nothing is offered over what a test looks at
  localStorage['lodge.side'] ??= 'open'; // the log is read
} catch { /* a page that is not there keeps nothing */ }"""

Open = Callable[..., Page]
Shot = Callable[[Page, str], None]


class Server:
    """The server as a process of its own, on a free port, that can be killed and started again."""

    def __init__(self, folder: Path, *, beat: float = 0.01) -> None:
        self.database = folder / "lodge.db"
        self.beat = beat
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-u", "-m", "lodge.server", "--port", str(self.port), "--unlimited", "--no-native"]
        command += ["--bots", "greedy", "--beat", str(self.beat), "--analysis", "1", "--database", str(self.database)]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment()
        )
        assert self.process.stdout is not None
        said = []
        for line in self.process.stdout:
            said.append(line)
            if found := re.search(r"http://localhost:(\d+)", line):
                self.port = int(found[1])
                return
        pytest.fail("The server did not start: " + "".join(said))

    def kill(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            if self.process.stdout is not None:
                self.process.stdout.close()


@pytest.fixture(scope="package", autouse=True)
def only_the_browser() -> Iterator[None]:
    with unmeasured():
        yield


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if not BUILT.exists():
        pytest.fail("The page is not built: npm ci && npm run build in web/.")
    server = Server(tmp_path_factory.mktemp("server"))
    server.start()
    yield server
    server.kill()


@pytest.fixture
def mortal_server(tmp_path: Path) -> Iterator[Server]:
    """A server of its own, to be killed."""
    server = Server(tmp_path)
    server.start()
    yield server
    server.kill()


def browser_program() -> str:
    program = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if program is None:
        pytest.fail("These tests need Chromium: install it (apt-get install chromium) and have it in the PATH.")
    return program


def launch(chromium: BrowserType, *more: str) -> Browser:
    """Chromium, without what no test looks at."""
    args = ["--no-sandbox", "--disable-gpu", f"--disable-features={','.join(LEFT_OUT)}", *more]
    browser = chromium.launch(executable_path=browser_program(), args=args)
    line = browser.new_browser_cdp_session().send("SystemInfo.getInfo")["commandLine"]
    lists = [set(found.split(",")) for found in re.findall(r"--disable-features=(\S+)", line)]
    assert lists[0] <= lists[-1], f"Playwright leaves out more by now: {lists[0] - lists[-1]}"
    return browser


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One for all of these tests, and gone after them: Playwright's event loop would be in the way of others."""
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        yield browser
        browser.close()


@pytest.fixture
def browse(browser: Browser) -> Iterator[Open]:
    """Open an address as somebody new (or in another tab with `context`); nothing may go wrong on any of the pages."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def browse(
        url: str,
        *,
        context: BrowserContext | None = None,
        language: str = "en-GB",
        motion: bool = False,
        refused: str = "",  # an answer that the browser is to complain of
        **more: Any,
    ) -> Page:
        if context is None:
            more = {"viewport": WIDE, **more}
            context = browser.new_context(
                locale=language, reduced_motion="no-preference" if motion else "reduce", **more
            )
            context.set_default_timeout(30_000)
            context.add_init_script(QUICK_BOTS)
            contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(f"error on the page: {error} {error.stack}"))
        page.on("console", lambda message: check_console(message.type, message.text, refused))
        page.on("request", lambda request: check_request(request.url))
        page.goto(url)
        return page

    def check_console(kind: str, text: str, refused: str) -> None:
        expected = (refused and refused in text) or any(
            words in text
            for words in (
                "ERR_CONNECTION",
                "ERR_INTERNET",
                "WebSocket",
                "blocked by Playwright",
                "Opener-Policy header",
            )
        )  # the last one is told of every page in a home network, which has no certificate
        if kind in {"error", "warning"} and not expected:
            wrong.append(f"console: {text}")

    def check_request(url: str) -> None:
        if not re.match(rf"(https?|wss?)://({HERE}):\d+/|data:|blob:", url):
            wrong.append(f"a request to another host: {url}")

    yield browse
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.fixture
def open_page(browse: Open, server: Server) -> Open:
    """Open a page of a server. Nothing is kept for later: that takes its time, and has tests of its own."""

    def open_page(path: str = "/", *, at: Server = server, **more: Any) -> Page:
        more = {"base_url": at.url, "service_workers": "block", **more}
        return browse(path if path.startswith("http") else at.url + path, **more)

    return open_page


@pytest.fixture
def shot() -> Shot:
    """Keep a screenshot in tests/e2e/output/."""

    def shot(page: Page, name: str) -> None:
        OUTPUT.mkdir(exist_ok=True)
        page.screenshot(path=OUTPUT / f"{name}.png")

    return shot
