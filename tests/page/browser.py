# SPDX-License-Identifier: MIT
"""What the tests of pages share: a browser that draws with the processor, and pages that the program writes."""
import base64
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
    """Tests that share one page and one window."""
    program = ""  # that writes pages
    recording = pathlib.Path("assets/recordings/NVIDIA H200/distance_matrix.pairscope")

    @classmethod
    def new_browser(cls):
        return Browser()

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.at = pathlib.Path(folder.name)
        cls.page = cls.write([cls.recording], "h200.html")
        cls.html = cls.page.read_text(encoding="utf-8")
        cls.browser = cls.new_browser()
        cls.addClassCleanup(cls.browser.close)

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
    """`arguments`: PROGRAM [TEST]..."""
    test.program = arguments[1]
    unittest.main(argv=[arguments[0], *arguments[2:]], verbosity=2)


class Browser:
    """One window. `off` are flags that switch something off."""

    def __init__(self, width=1280, height=800, dark=False, off=()):
        options = Options()
        options.binary_location = BROWSER
        for flag in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars",
                     f"--window-size={width},{height}", *(off or ("--use-angle=swiftshader", "--enable-unsafe-swiftshader"))):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(service=Service(DRIVER), options=options)
        self.command("Network.enable")
        self.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.resize(width, height)
        if width < 500:
            self.command("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=2)

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

    def address(self, view):
        """What stands behind #, while the page is open."""
        self.js("history.replaceState(null, '', '#' + arguments[0]); dispatchEvent(new HashChangeEvent('hashchange'))", view)

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
        self.driver.save_screenshot(str(path))
