# SPDX-License-Identifier: MIT
"""Opens pages in Firefox and uses them: firefox_test.py PROGRAM FOLDER_OF_PICTURES [TEST]..."""
import json
import math
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from browser import PageTest, block, float32, start_tests
from firefox import Firefox, skip_without_firefox

PANELS = ["roofline", "why", "source", "trace", "bytes", "counters", "samples", "figures", "table", "conditions"]
PICTURES = pathlib.Path()


class FirefoxPages(PageTest):
    @classmethod
    def new_browser(cls):
        return Firefox()

    def test_every_panel_has_content_and_nothing_is_loaded_beside_the_page(self):
        b = self.browser
        b.open(self.page)
        b.js("window.refused = 0; document.addEventListener('securitypolicyviolation', () => ++window.refused)")
        for panel in PANELS:
            b.js("document.getElementById('tab-' + arguments[0]).click()", panel)
            self.assertGreater(len(b.text(f"#panel-{panel}")), 60, panel)
        self.assertEqual(b.js("return performance.getEntriesByType('resource').map(e => e.name)"), [])
        self.assertEqual(b.js("return window.refused"), 0)
        self.assertEqual(b.js("return document.getElementById('notice').textContent"), "")
        b.picture(PICTURES / "firefox.png")

    def test_entries_are_the_reference(self):
        b = self.browser
        b.open(self.page)
        values = json.loads(block(self.html, "recording-1"))["points"]["values"]
        points = list(zip(*[iter([float32(value) for value in values])] * 2))
        rng = random.Random(11)
        pairs = [(rng.randrange(len(points)), rng.randrange(len(points))) for _ in range(10_000)]
        found = b.js("return arguments[0].map(([row, column]) => pairscopePage.entry(row, column))", pairs)
        for (row, column), value in zip(pairs, found):
            dx, dy = points[row][0] - points[column][0], points[row][1] - points[column][1]
            self.assertEqual(value, float32(math.sqrt(dx * dx + dy * dy)), (row, column))

    def test_pixels_are_the_colours_of_the_entries(self):
        b = self.browser
        b.open(self.page, "row=100,column=100,zoom=20,colours=grey,range=0:100")
        for painter in ("shader", "processor"):
            b.js("pairscopePage.paintBy(arguments[0])", painter)
            b.wait("return pairscopePage.isAtRest()")
            grey = b.js("""const picture = pairscopePage.pixels(), k = picture.width / document.getElementById('matrix-canvas').clientWidth, out = [];
                for (let i = -5; i < 5; ++i) for (let j = -5; j < 5; ++j) {
                    const x = Math.floor(picture.width / 2 + (20 * j + 10) * k), y = Math.floor(picture.height / 2 + (20 * i + 10) * k);
                    out.push([100 + i, 100 + j, picture.data[4 * (y * picture.width + x)], pairscopePage.entry(100 + i, 100 + j)]);
                }
                return out""")
            for row, column, level, value in grey:
                self.assertLessEqual(abs(level - 255 * min(value, 100) / 100), 2.5, (painter, row, column))

    def test_keys_and_the_mouse_work(self):
        b = self.browser
        b.open(self.page, "row=200,column=300,zoom=40")
        b.key("3")
        self.assertEqual(b.js("return pairscopePage.look().row"), 2)
        left, top, width, height = b.box("#matrix-canvas")
        b.mouse((left + width / 2 + 5, top + height / 2 + 5), "down", "up")
        self.assertEqual(b.js("return pairscopePage.look().pinned"), [200, 300])
        before = b.js("return pairscopePage.look().place")
        b.mouse((left + 100, top + 100), "down", (left + 140, top + 100), (left + 180, top + 120), "up")
        after = b.js("return pairscopePage.look().place")
        self.assertAlmostEqual(after["column"], before["column"] - 2, delta=0.2)
        self.assertAlmostEqual(after["row"], before["row"] - 0.5, delta=0.2)

    def test_without_webgl_the_processor_draws(self):
        b = self.browser
        b.set("webgl.disabled", True)
        self.addCleanup(b.set, "webgl.disabled", False)
        b.open(self.page)
        self.assertTrue(b.js("return document.createElement('canvas').getContext('webgl2') === null"))
        self.assertIn("The CPU draws the matrix", b.text("#board"))
        self.assertGreater(b.js("return new Set(pairscopePage.pixels().data).size"), 50)
        b.key("2")
        self.assertEqual(b.js("return pairscopePage.look().row"), 1)


if __name__ == "__main__":
    skip_without_firefox()
    PICTURES = pathlib.Path(sys.argv.pop(2))
    start_tests(FirefoxPages, sys.argv)
