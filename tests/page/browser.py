# SPDX-License-Identifier: MIT
"""What the tests of pages share: a browser that draws with the processor, and pages that the program writes."""
import base64
import contextlib
import gzip
import json
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import unittest

SKIPPED = 77
try:
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service
except ImportError:
    webdriver = None

DRIVER, BROWSER = shutil.which("chromedriver"), shutil.which("chromium")


def skip_without_browser():
    for name, there in (("selenium for Python", webdriver), ("chromedriver", DRIVER), ("chromium", BROWSER)):
        if not there:
            print(f"skipped: {name} is missing; ./test installs it, or apt-get install python3-selenium chromium-driver")
            sys.exit(SKIPPED)


def write_page(program, recordings, output, *options):
    done = subprocess.run([program, "page", *map(str, recordings), "-o", str(output), *options], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return output


def block(html, name):
    """The bytes of a block of the page."""
    found = re.search(rf'<script type="application/octet-stream" id="{name}"[^>]*>([^<]*)<', html)
    return gzip.decompress(base64.b64decode(found.group(1)))


def float32(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


class PageTest(unittest.TestCase):
    """Tests that share pages and one window."""
    program = ""  # that writes pages
    recording = pathlib.Path("assets/recordings/NVIDIA H200/distance_matrix.pairscope")
    pages = {}  # that are written already, by their recordings

    @classmethod
    def new_browser(cls):
        return Browser()

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.at = pathlib.Path(folder.name)
        cls.browser = cls.new_browser()
        cls.addClassCleanup(cls.browser.close)

    @classmethod
    def page_of(cls, *recordings):
        """A page of recordings that no test changes: it is written once."""
        if recordings not in cls.pages:
            cls.pages[recordings] = cls.write(recordings, f"page_{len(cls.pages)}.html")
        return cls.pages[recordings]

    @property
    def page(self):
        return self.page_of(self.recording)

    @property
    def html(self):
        return self.page.read_text(encoding="utf-8")

    @classmethod
    def write(cls, recordings, name, *options):
        return write_page(cls.program, recordings, cls.at / name, *options)

    @classmethod
    def small_recording(cls, name, rows, labels=False, **more):
        """Two groups of points, in turns."""
        recording = json.loads(pathlib.Path("tests/profiling/example.pairscope").read_text(encoding="utf-8"))
        recording["points"] = {"name": "groups", "rows": rows, "dims": 2, "element": "float32", "unit": "", "credit": "", "note": "", "axes": ["x", "y"],
                               "values": [x for i in range(rows) for x in ((i % 2) * 100 + i % 5, i % 7)]}
        if labels:
            recording["points"]["labels"] = [f"item {i}" for i in range(rows)]
        recording.update(more)
        path = cls.at / f"{name}.pairscope"
        path.write_text(json.dumps(recording), encoding="utf-8")
        return path


def start_tests(test, arguments):
    """`arguments`: PROGRAM [TEST]..., or PROGRAM --but TEST...: all tests but these."""
    test.program, wanted = arguments[1], arguments[2:]
    if wanted[:1] == ["--but"]:
        for name in wanted[1:]:
            delattr(test, name.split(".")[1])
        wanted = []
    unittest.main(argv=[arguments[0], *wanted], verbosity=2)


class Browser:
    """One window. `off` are flags that switch something off."""

    def __init__(self, width=1280, height=800, dark=False, off=()):
        options = Options()
        options.binary_location = BROWSER
        for flag in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars",
                     "--disable-gpu-compositing",  # the shaders of a page alone need software GL, which is slow
                     f"--window-size={width},{height}", *(off or ("--use-angle=swiftshader", "--enable-unsafe-swiftshader"))):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(service=Service(DRIVER), options=options)
        self.command("Network.enable")
        self.usual = {"width": width, "height": height, "dark": dark}
        self.adapt(**self.usual)

    def adapt(self, width, height, dark):
        self.command("Emulation.setEmulatedMedia", media="", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.resize(width, height)
        self.command("Emulation.setTouchEmulationEnabled", enabled=width < 500, maxTouchPoints=2)

    @contextlib.contextmanager
    def adapted(self, first="", scripts=True, **changes):
        """The window with other settings until the block ends, because a new one takes seconds. `first`: a script that runs before those of a page."""
        self.driver.get("about:blank")
        added = first and self.command("Page.addScriptToEvaluateOnNewDocument", source=first)["identifier"]
        self.command("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.adapt(**{**self.usual, **changes})
        try:
            yield self
        finally:
            self.adapt(**self.usual)
            self.command("Emulation.setScriptExecutionDisabled", value=False)
            self.driver.get("about:blank")
            if added:
                self.command("Page.removeScriptToEvaluateOnNewDocument", identifier=added)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.driver.quit()

    def command(self, name, **arguments):
        return self.driver.execute_cdp_cmd(name, arguments)

    def resize(self, width, height):
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500)

    def js(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def open(self, page, view="", mark="pairscope-matrix"):
        self.driver.get("about:blank")
        self.logs()
        self.driver.get(f"file://{pathlib.Path(page).resolve()}" + (f"#{view}" if view else ""))
        if mark:
            self.wait(f"return performance.getEntriesByName('{mark}').length > 0")

    def address(self, view, then="", *arguments):
        """What stands behind #, while the page is open; and a script that runs before the next frame."""
        self.js("history.replaceState(null, '', '#' + arguments[0]); dispatchEvent(new HashChangeEvent('hashchange'));" + then, view, *arguments)

    def wait(self, condition, seconds=30):
        end = time.monotonic() + seconds
        while not self.js(condition):
            assert time.monotonic() < end, f"never true: {condition}"
            time.sleep(0.05)

    def text(self, selector):
        return self.js("const e = document.querySelector(arguments[0]); return e ? e.innerText : null", selector)

    def notice(self):
        return self.js("const e = document.getElementById('notice'); return e.hidden ? '' : e.textContent")

    def key(self, key):
        self.js("(document.activeElement || document.body).dispatchEvent(new KeyboardEvent('keydown', {key: arguments[0], bubbles: true, cancelable: true}))", key)

    def mouse(self, kind, x, y, **more):
        self.command("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def click(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.mouse(kind, x, y, button="left", clickCount=1)

    def box(self, selector):
        return self.js("const b = document.querySelector(arguments[0]).getBoundingClientRect(); return [b.left, b.top, b.width, b.height]", selector)

    def logs(self):
        """Messages of the console, and what was requested beside the page itself."""
        messages = [entry["message"] for entry in self.driver.get_log("browser")]
        requests = []
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                requests.append(message["params"]["request"]["url"])
        asked = [url for url in requests if not url.startswith(("file:", "data:", "blob:", "about:"))]
        files = [url for url in requests if url.startswith("file:")]
        return messages, asked + files[1:]

    def picture(self, path):
        pathlib.Path(path).parent.mkdir(parents=True, exist_ok=True)
        pathlib.Path(path).write_bytes(base64.b64decode(self.command("Page.captureScreenshot", optimizeForSpeed=True)["data"]))
