# SPDX-License-Identifier: MIT
"""How large pages are, and how long their reader waits: bench_page.py PROGRAM. Started by hand, on a quiet machine."""
import os
import pathlib
import statistics
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from browser import Browser, skip_without_browser, write_page
from firefox import FIREFOX, XVFB, Firefox

WINDOW = 2420, 1150  # its canvas is about 800 x 800
RECORDINGS = pathlib.Path("assets/recordings")


def marks(browser, page):
    browser.open(page)
    return browser.js("return ['pairscope-ladder', 'pairscope-matrix'].map(m => performance.getEntriesByName(m)[0].startTime)")


def moved_frames(browser, view, move):
    browser.js("pairscopePage.frameTimes.length = 0")
    left, top, width, height = browser.box("#matrix-canvas")
    move(browser, left + width / 2, top + height / 2)
    begin = time.monotonic()
    browser.wait("return pairscopePage.isAtRest()")
    rest = time.monotonic() - begin
    times = sorted(browser.js("return pairscopePage.frameTimes"))
    return (f"{len(times)} frames, median {statistics.median(times):.0f} ms, 95th percentile {times[int(0.95 * (len(times) - 1))]:.0f} ms, "
            f"at rest {1000 * rest:.0f} ms after the last movement with {browser.text('#matrix-state')}")


def pan(browser, x, y):
    browser.mouse("mousePressed", x, y, button="left", clickCount=1)
    for step in range(60):
        browser.mouse("mouseMoved", x + 2 * step, y + step, button="left", buttons=1)
        time.sleep(0.03)
    browser.mouse("mouseReleased", x + 120, y + 60, button="left", clickCount=1)


def zoom(browser, x, y):
    for step in range(60):
        browser.command("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=-60 if step < 40 else 80)
        time.sleep(0.03)


def firefox_pan(browser, left, top):
    browser.mouse((left, top), "down", *[(left + 2 * step, top + step) for step in range(1, 60)], "up")


def firefox_zoom(browser, x, y):
    wheel = [{"type": "scroll", "x": round(x), "y": round(y), "deltaX": 0, "deltaY": -60 if step < 40 else 80, "duration": 30} for step in range(60)]
    browser.command("WebDriver:PerformActions", actions=[{"type": "wheel", "id": "wheel", "actions": wheel}])


def report(name, browser, page, moves):
    print(name, "canvas", browser.js("const c = document.getElementById('matrix-canvas'); return [c.width, c.height]"))
    for view in ("zoom=fit", "row=15000,column=15000,zoom=0.2", "row=15000,column=15000,zoom=1", "row=15000,column=15000,zoom=4"):
        for move in moves:
            for painter in ("processor", "shader"):
                browser.open(page, view)
                browser.js("pairscopePage.paintBy(arguments[0])", painter)
                browser.wait("return pairscopePage.isAtRest()")
                time.sleep(1)
                told = moved_frames(browser, view, move)
                print(name, view, move.__name__, "begun by the", painter, "and ended by the", browser.js("return pairscopePage.painter()"), told, flush=True)


def times_of(name, browser, page):
    times = [marks(browser, page) for _ in range(10)]
    print(name, "ladder after {:.0f} ms, first heatmap after {:.0f} ms (medians of 10)".format(*map(statistics.median, zip(*times))), flush=True)


def main():
    skip_without_browser()
    program = sys.argv[1]
    print("load of the machine, number of processors:", os.getloadavg()[0], os.cpu_count())
    with tempfile.TemporaryDirectory() as name:
        for path in sorted(RECORDINGS.glob("*/*.pairscope")):
            begin = time.monotonic()
            page = write_page(program, [path], pathlib.Path(name) / "page.html")
            print(f"{path.parent.name}/{path.stem}: {page.stat().st_size} bytes, written in {time.monotonic() - begin:.2f} s", flush=True)
        page = write_page(program, [RECORDINGS / "NVIDIA H200/distance_matrix.pairscope"], pathlib.Path(name) / "page.html")
        with Browser() as browser:
            times_of("Chromium", browser, page)
        with Browser(*WINDOW) as browser:
            browser.open(page)
            report("Chromium", browser, page, (pan, zoom))
        if FIREFOX and XVFB:
            with Firefox() as browser:
                times_of("Firefox", browser, page)
            with Firefox(*WINDOW, screen="2600x1300x24") as browser:
                browser.open(page)
                report("Firefox", browser, page, (firefox_pan, firefox_zoom))
    print("load of the machine:", os.getloadavg()[0])


if __name__ == "__main__":
    main()
