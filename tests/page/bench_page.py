# SPDX-License-Identifier: MIT
"""How large pages are, and how long their reader waits: bench_page.py PROGRAM. Started by hand, on a quiet machine."""
import pathlib
import statistics
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from browser import Browser, skip_without_browser, write_page

RECORDINGS = pathlib.Path("assets/recordings")


def marks(browser, page):
    browser.open(page)
    return browser.js("return ['pairscope-ladder', 'pairscope-matrix'].map(m => performance.getEntriesByName(m)[0].startTime)")


def moved_frames(browser, view, move):
    browser.js("pairscopePage.frameTimes.length = 0")
    left, top, width, height = browser.box("#matrix-canvas")
    move(browser, left + width / 2, top + height / 2)
    times = sorted(browser.js("return pairscopePage.frameTimes"))
    return f"{len(times)} frames, median {statistics.median(times):.0f} ms, 95th percentile {times[int(0.95 * (len(times) - 1))]:.0f} ms"


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


def main():
    skip_without_browser()
    program = sys.argv[1]
    with tempfile.TemporaryDirectory() as name:
        for path in sorted(RECORDINGS.glob("*/*.pairscope")):
            begin = time.monotonic()
            page = write_page(program, [path], pathlib.Path(name) / "page.html")
            print(f"{path.parent.name}/{path.stem}: {page.stat().st_size} bytes, written in {time.monotonic() - begin:.2f} s", flush=True)
        page = write_page(program, [RECORDINGS / "NVIDIA H200/distance_matrix.pairscope"], pathlib.Path(name) / "page.html")
        with Browser() as browser:
            times = [marks(browser, page) for _ in range(10)]
            print("ladder after {:.0f} ms, first heatmap after {:.0f} ms (medians of 10)".format(*map(statistics.median, zip(*times))))
        with Browser(2420, 1150) as browser:
            browser.open(page)
            print("canvas", browser.js("const c = document.getElementById('matrix-canvas'); return [c.width, c.height]"))
            for view in ("zoom=fit", "row=15000,column=15000,zoom=0.2", "row=15000,column=15000,zoom=4"):
                for move in (pan, zoom):
                    browser.open(page, view)
                    time.sleep(1)
                    print(view, move.__name__, moved_frames(browser, view, move), flush=True)


if __name__ == "__main__":
    main()
