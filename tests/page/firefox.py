# SPDX-License-Identifier: MIT
"""Firefox by its own protocol, Marionette: a window under Xvfb with WebGL2 by the processor."""
import base64
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

from browser import SKIPPED

FIREFOX, XVFB = shutil.which("firefox-esr") or shutil.which("firefox"), shutil.which("Xvfb")
# Nothing but the page is to be loaded.
SETTINGS = {
    "webgl.force-enabled": True,
    "gfx.x11-egl.force-enabled": True,
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.aboutwelcome.enabled": False,
    "browser.startup.page": 0,
    "dom.ipc.processPrelaunch.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "datareporting.policy.firstRunURL": "",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}


def skip_without_firefox():
    for name, there in (("firefox-esr", FIREFOX), ("Xvfb", XVFB)):
        if not there:
            print(f"skipped: {name} is missing; apt-get install firefox-esr xvfb installs it")
            sys.exit(SKIPPED)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Screen:
    """A display in memory."""

    def __init__(self, size):
        read, write = os.pipe()
        self.process = subprocess.Popen([XVFB, "-displayfd", str(write), "-screen", "0", size, "-noreset"], pass_fds=[write],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as answer:
            self.name = ":" + answer.readline().strip()

    def close(self):
        self.process.terminate()
        self.process.wait()


class Firefox:
    """One window."""

    def __init__(self, width=1280, height=800, dark=False, screen="1700x1200x24"):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        port, self.screen, self.number = free_port(), Screen(screen), 0
        settings = {**SETTINGS, "marionette.port": port, "ui.systemUsesDarkTheme": int(dark), "layout.css.prefers-color-scheme.content-override": 0 if dark else 1}
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in settings.items()]
        (pathlib.Path(self.folder.name) / "user.js").write_text("\n".join(lines), encoding="utf-8")
        environment = {**os.environ, "LIBGL_ALWAYS_SOFTWARE": "1", "HOME": self.folder.name, "MOZ_CRASHREPORTER_DISABLE": "1", "DISPLAY": self.screen.name}
        self.process = subprocess.Popen([FIREFOX, "--marionette", "--remote-allow-system-access", "--profile", self.folder.name, "--no-remote"],
                                        env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.socket = self.connected(port)
        self.received()  # the greeting
        self.command("WebDriver:NewSession")
        self.command("WebDriver:SetWindowRect", x=0, y=0, width=width, height=height)

    def connected(self, port, seconds=60):
        end = time.monotonic() + seconds
        while True:
            try:
                return socket.create_connection(("127.0.0.1", port), timeout=120)
            except OSError:
                assert time.monotonic() < end and self.process.poll() is None, "Firefox did not start"
                time.sleep(0.1)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        try:
            self.command("Marionette:Quit", flags=["eForceQuit"])
            self.process.wait(20)
        except (OSError, AssertionError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        self.socket.close()
        self.screen.close()
        self.folder.cleanup()

    def received(self):
        """A message: its length, a colon, and JSON."""
        length = b""
        while not length.endswith(b":"):
            part = self.socket.recv(1)
            assert part, "Firefox has closed the connection"
            length += part
        text, wanted = b"", int(length[:-1])
        while len(text) < wanted:
            text += self.socket.recv(wanted - len(text))
        return json.loads(text)

    def command(self, name, **arguments):
        self.number += 1
        text = json.dumps([0, self.number, name, arguments]).encode()
        self.socket.sendall(str(len(text)).encode() + b":" + text)
        _, number, error, result = self.received()
        assert number == self.number and error is None, (name, error)
        return result

    def js(self, script, *arguments):
        return self.command("WebDriver:ExecuteScript", script=script, args=list(arguments), sandbox=None)["value"]

    def set(self, name, value):
        """A preference, for pages that are opened from now on."""
        self.command("Marionette:SetContext", value="chrome")
        self.command("WebDriver:ExecuteScript", script="Services.prefs.setBoolPref(arguments[0], arguments[1])", args=[name, value])
        self.command("Marionette:SetContext", value="content")

    def open(self, page, view="", mark="pairscope-matrix"):
        self.command("WebDriver:Navigate", url="about:blank")
        self.command("WebDriver:Navigate", url=f"file://{pathlib.Path(page).resolve()}" + (f"#{view}" if view else ""))
        if mark:
            self.wait(f"return performance.getEntriesByName('{mark}').length > 0")

    def wait(self, condition, seconds=60):
        end = time.monotonic() + seconds
        while not self.js(condition):
            assert time.monotonic() < end, f"never true: {condition}"
            time.sleep(0.05)

    def text(self, selector):
        return self.js("const e = document.querySelector(arguments[0]); return e ? e.innerText : null", selector)

    def box(self, selector):
        return self.js("const b = document.querySelector(arguments[0]).getBoundingClientRect(); return [b.left, b.top, b.width, b.height]", selector)

    def key(self, key):
        self.command("WebDriver:PerformActions", actions=[{"type": "key", "id": "keys", "actions": [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]}])

    def mouse(self, *steps):
        """Moves to (x, y), and "down" and "up"."""
        acts = [{"type": "pointerDown", "button": 0} if step == "down" else {"type": "pointerUp", "button": 0} if step == "up"
                else {"type": "pointerMove", "x": round(step[0]), "y": round(step[1]), "duration": 30} for step in steps]
        self.command("WebDriver:PerformActions", actions=[{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": acts}])

    def picture(self, path):
        pathlib.Path(path).parent.mkdir(parents=True, exist_ok=True)
        pathlib.Path(path).write_bytes(base64.b64decode(self.command("WebDriver:TakeScreenshot", full=False)["value"]))
