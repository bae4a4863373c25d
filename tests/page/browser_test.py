# SPDX-License-Identifier: MIT
"""Opens pages in a browser and uses them: browser_test.py PROGRAM FOLDER_OF_PICTURES [TEST]..."""
import base64
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from browser import Browser, block, float32, skip_without_browser, write_page

RECORDINGS = pathlib.Path("assets/recordings")
H200 = RECORDINGS / "NVIDIA H200"
PANELS = ["roofline", "why", "source", "trace", "bytes", "counters", "samples", "figures", "table", "conditions"]
PROGRAM, PICTURES = "", pathlib.Path()


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.at = pathlib.Path(cls.folder.name)
        cls.page = write_page(PROGRAM, [H200 / "distance_matrix.pairscope"], cls.at / "h200.html")
        cls.html = cls.page.read_text(encoding="utf-8")
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.driver.quit()
        cls.folder.cleanup()

    def expect_quiet(self, browser):
        messages, asked = browser.logs()
        self.assertEqual(messages, [])
        self.assertEqual(asked, [])

    def points(self):
        values = json.loads(block(self.html, "recording-1"))["points"]["values"]
        return list(zip(*[iter([float32(value) for value in values])] * 2))

    def test_every_panel_of_every_variant_has_content_and_nothing_is_requested(self):
        b = self.browser
        b.open(self.page)
        sections = json.loads(block(self.html, "view"))["packed"]["sections"]
        self.assertEqual(len(sections), 2)
        for target in ("linear memory", "texture"):
            b.js("[...document.querySelectorAll('#ladder .switch button')].find(e => e.textContent === arguments[0]).click()", target)
            names = b.js("return [...document.querySelectorAll('[data-variant]')].map(e => e.dataset.variant)")
            self.assertGreaterEqual(len(names), 13)
            for name in names:
                b.js("document.querySelector(`[data-variant='${arguments[0]}']`).click()", name)
                for panel in PANELS:
                    b.js("document.getElementById('tab-' + arguments[0]).click()", panel)
                    self.assertGreater(len(b.text(f"#panel-{panel}")), 60, f"{name} {panel}")
        self.expect_quiet(b)

    def test_the_table_has_the_texts_of_the_program(self):
        b = self.browser
        b.open(self.page, "panel=table")
        read = "return [...document.querySelectorAll(arguments[0])].map(r => [...r.children].map(c => c.textContent))"
        shown = b.js(read, "#panel-table tbody tr")
        plain = b.js(read, "#plain table:first-of-type tbody tr")
        self.assertEqual(shown, plain)
        self.assertGreater(sum(map(len, shown)), 150)

    def test_entries_are_those_of_the_other_programs(self):
        b = self.browser
        b.open(self.page)
        written = json.loads((pathlib.Path(__file__).parent / "entries.json").read_text(encoding="utf-8"))
        found = b.js("""const {sigma, cases} = arguments[0];
            return cases.map(c => pairscopePage.entryOf({sets: [{dims: c.a.length}], formula: {terms: c.terms, ending: c.ending}, sigma,
                globe: {origin: c.origin || [0, 0], latitude_first: false}}, Float32Array.from(c.a), 0, Float32Array.from(c.b), 0))""", written)
        for case, value in zip(written["cases"], found):
            if case["exact"]:
                self.assertEqual(value, case["value"], case)
            else:
                self.assertLessEqual(abs(value - case["value"]), abs(case["value"]) * 2**-23 + 1e-45, case)

    def test_ten_thousand_entries_are_the_reference(self):
        b = self.browser
        b.open(self.page)
        points, rng = self.points(), random.Random(10)
        pairs = [(rng.randrange(len(points)), rng.randrange(len(points))) for _ in range(10_000)]
        found = b.js("return arguments[0].map(([row, column]) => pairscopePage.entry(row, column))", pairs)
        for (row, column), value in zip(pairs, found):
            dx, dy = points[row][0] - points[column][0], points[row][1] - points[column][1]
            self.assertEqual(value, float32(math.sqrt(dx * dx + dy * dy)), (row, column))

    def test_the_number_under_the_pointer_is_the_entry_there(self):
        b = self.browser
        b.open(self.page, "row=200,column=300,zoom=40")
        left, top, width, height = b.box("#matrix-canvas")
        b.mouse("mouseMoved", left + width / 2 + 5, top + height / 2 + 5)
        b.wait("return document.getElementById('matrix-value').textContent !== ''")
        self.assertIn("row 200 ", b.text("#matrix-place"))
        self.assertIn("column 300 ", b.text("#matrix-place"))
        value = float(b.text("#matrix-value").split(" ")[0])
        self.assertEqual(float32(value), b.js("return pairscopePage.entry(200, 300)"))
        b.click(left + width / 2 + 5, top + height / 2 + 5)
        self.assertEqual(b.js("return pairscopePage.look().pinned"), [200, 300])
        points = self.points()
        order = sorted((math.dist(points[200], other), i) for i, other in enumerate(points) if i != 200)[:8]
        self.assertEqual([one[0] for one in b.js("return pairscopePage.neighboursOf(200)")], [i for _, i in order])
        self.assertIn("single entries", b.text("#matrix-state"))

    def test_pixels_are_the_colours_of_the_entries(self):
        b = self.browser
        b.open(self.page, "row=100,column=100,zoom=20,colours=grey,range=0:100")
        grey = b.js("""const c = document.getElementById('matrix-canvas'), g = c.getContext('webgl2'), p = new Uint8Array(4 * c.width * c.height);
            g.readPixels(0, 0, c.width, c.height, g.RGBA, g.UNSIGNED_BYTE, p);
            const out = [];
            for (let i = -5; i < 5; ++i) for (let j = -5; j < 5; ++j) {
                const x = Math.floor(c.width / 2 + 20 * j + 10), y = Math.floor(c.height / 2 + 20 * i + 10);
                out.push([100 + i, 100 + j, p[4 * ((c.height - 1 - y) * c.width + x)]]);
            }
            return out""")
        for row, column, level in grey:
            value = b.js("return pairscopePage.entry(arguments[0], arguments[1])", row, column)
            self.assertLessEqual(abs(level - 255 * min(value, 100) / 100), 2.5, (row, column))

    def test_a_single_near_pair_is_seen_in_the_minimum_at_every_zoom(self):
        rows, near = 6000, (1000, 4000)
        points = [[100.0 * (i % 80), 100.0 * (i // 80)] for i in range(rows)]
        points[near[1]] = [points[near[0]][0] + 0.25, points[near[0]][1]]
        recording = json.loads(pathlib.Path("tests/profiling/example.pairscope").read_text(encoding="utf-8"))
        recording["points"] = {"name": "a lattice", "rows": rows, "dims": 2, "element": "float32", "unit": "", "credit": "", "note": "", "axes": ["x", "y"],
                               "values": [x for point in points for x in point]}
        path = self.at / "lattice.pairscope"
        path.write_text(json.dumps(recording), encoding="utf-8")
        page = write_page(PROGRAM, [path], self.at / "lattice.html")
        b = self.browser
        read = """const c = document.getElementById('matrix-canvas'), g = c.getContext('webgl2'), p = new Uint8Array(4 * 81 * 81);
            const zoom = arguments[0] || Math.min(c.width, c.height) / 6000, place = pairscopePage.look().place;
            const x = Math.floor(c.width / 2 + (4000.5 - (place ? place.column : 3000)) * zoom), y = Math.floor(c.height / 2 + (1000.5 - (place ? place.row : 3000)) * zoom);
            g.readPixels(x - 40, c.height - 1 - y - 40, 81, 81, g.RGBA, g.UNSIGNED_BYTE, p);
            return [p[4 * (40 * 81 + 40)], p.filter((_, i) => i % 4 === 0 && p[i] < 128).length]"""
        for zoom in (0, 0.08, 0.2, 0.5, 0.9, 3):
            view = f"zoom={zoom},row=1010,column=4010" if zoom else "zoom=fit"
            b.open(page, f"{view},shown=minimum,colours=grey,range=0:99")
            b.wait("return !document.getElementById('matrix-state').textContent.startsWith('coarse')", 60)
            middle, dark = b.js(read, zoom)
            self.assertLess(middle, 10, zoom)
            self.assertLess(dark, 60, zoom)  # all other pairs here are farther apart

    def test_keys_step_through_the_ladder(self):
        b = self.browser
        b.open(self.page)
        selected = "return document.querySelector('.rung.selected .name').firstChild.textContent"
        b.key("3")
        third = b.js(selected)
        b.key("ArrowDown")
        fourth = b.js(selected)
        b.key("ArrowUp")
        self.assertEqual(b.js(selected), third)
        self.assertNotEqual(third, fourth)
        b.key("1")
        self.assertEqual(b.js(selected), "row_per_thread")

    def test_the_address_restores_the_view_and_is_read_strictly(self):
        b = self.browser
        b.open(self.page, "section=1,variant=tile16,panel=counters,row=12.5,column=30,zoom=8,shown=minimum,range=1:9,scale=square_root,colours=cividis,pinned=4:5")
        look = b.js("return pairscopePage.look()")
        self.assertEqual([look[name] for name in ("section", "panel", "shown", "range", "scale", "colours", "pinned")],
                         [1, "counters", "minimum", [1, 9], "square_root", "cividis", [4, 5]])
        self.assertEqual(look["place"], {"row": 12.5, "column": 30, "zoom": 8})
        for wrong in ("zoom=0", "zoom=1e", "zoom=NaN", "row=1e10", "shown=extreme", "pinned=1", "pinned=1:99999999", "range=5:1", "range=1:2:3",
                      "colours=none", "variant=none", "panel=none", "section=9", "other=1", "zoom", "zoom=1,zoom=2", "order=by_distance:-1"):
            b.open(self.page, wrong)
            self.assertIn("The view in the address was not used", b.notice(), wrong)
            self.assertEqual(b.js("return pairscopePage.look().place"), None, wrong)

    def test_an_order_by_distance_sorts_the_picture(self):
        b = self.browser
        b.open(self.page, "order=by_distance:7,row=0,column=0,zoom=20")
        left, top, width, height = b.box("#matrix-canvas")
        b.mouse("mouseMoved", left + width / 2 + 5, top + height / 2 + 5)
        self.assertIn("row 7 ", b.text("#matrix-place"))

    def test_a_cut_page_says_so(self):
        cut = self.at / "cut.html"
        for part in (0.5, 0.95):
            cut.write_bytes(self.page.read_bytes()[: int(part * self.page.stat().st_size)])
            self.browser.open(cut, mark=None)
            self.browser.wait("return document.getElementById('notice').textContent.includes('cut short')")
            self.assertIn("row_per_thread", self.browser.text("#plain"))
        cut.write_bytes(self.page.read_bytes()[: self.html.index("<main") + 2000])
        self.browser.open(cut, mark=None)
        self.assertIn("the file is not complete", self.browser.notice())
        done = subprocess.run([PROGRAM, "info", str(cut)], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("cut short", done.stderr)

    def test_an_edited_page_says_so(self):
        edited = self.at / "edited.html"
        edited.write_text(self.html.replace(">0.799 ", ">0.199 ").replace("row_per_thread</th>", "row_per_threads</th>", 1), encoding="utf-8")
        self.browser.open(edited)
        self.assertIn("changed since it was written", self.browser.notice())
        self.browser.open(self.page)
        self.assertEqual(self.browser.notice(), "")

    def test_texts_of_a_hostile_recording_stay_texts(self):
        recording = json.loads(pathlib.Path("tests/profiling/example.pairscope").read_text(encoding="utf-8"))
        evil = "</script><img src=x onerror=document.title='hit'><b>\"'"
        recording["label"] = recording["host"]["cpu"] = recording["host"]["system"] = evil
        for device in recording["devices"]:
            device["name"] = evil
        path = self.at / "hostile.pairscope"
        path.write_text(json.dumps(recording), encoding="utf-8")
        page = write_page(PROGRAM, [path], self.at / "hostile.html")
        self.browser.open(page, "panel=conditions", mark="pairscope-ladder")
        self.assertNotEqual(self.browser.js("return document.title"), "hit")
        self.assertEqual(self.browser.js("return document.querySelectorAll('b img, img[src=x]').length"), 0)
        self.expect_quiet(self.browser)

    def test_without_webgl_there_is_a_picture(self):
        with Browser(off=("--disable-gpu", "--disable-3d-apis")) as b:
            b.open(self.page, mark="pairscope-ladder")
            b.wait("return document.querySelector('.fallback') !== null")
            self.assertIn("does not offer WebGL2", b.text("#board"))
            self.assertGreater(b.js("return document.querySelector('.fallback').naturalWidth"), 100)

    def test_an_old_browser_and_one_without_scripts_show_the_table(self):
        with Browser() as b:
            b.command("Page.addScriptToEvaluateOnNewDocument", source="delete window.DecompressionStream")
            b.open(self.page, mark=None)
            b.wait("return document.getElementById('notice').textContent.includes('DecompressionStream')")
            self.assertIn("row_per_thread", b.text("#plain"))
        with Browser() as b:
            b.command("Emulation.setScriptExecutionDisabled", value=True)
            b.driver.get(f"file://{self.page}")
            shown = b.driver.find_element("tag name", "body").text
            self.assertIn("This page needs JavaScript", shown)
            self.assertIn("row_per_thread", shown)

    def test_the_saved_recording_is_the_one_in_the_page(self):
        with Browser() as b:
            b.command("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(self.at))
            b.open(self.page, "panel=conditions")
            b.js("document.querySelector('.save').click()")
            saved = self.at / "distance_matrix.pairscope"
            for _ in range(200):
                if saved.exists() and saved.stat().st_size > 0:
                    break
                b.js("return new Promise(done => setTimeout(done, 50))")
            self.assertEqual(saved.read_bytes(), block(self.html, "recording-1"))

    def test_a_telephone_has_targets_that_a_finger_hits_and_no_sideways_scrolling(self):
        with Browser(390, 844) as b:
            b.open(self.page, "variant=coalesced")
            self.assertLessEqual(b.js("return document.documentElement.scrollWidth"), 390)
            small = b.js("return [...document.querySelectorAll('button, select')].filter(e => e.offsetParent && e.getBoundingClientRect().height < 40).map(e => e.textContent)")
            self.assertEqual(small, [])
            left, top, width, _ = b.box("#matrix-canvas")
            before = b.js("return pairscopePage.look().place")
            for kind, gap in (("touchStart", 40), ("touchMove", 60), ("touchMove", 90)):
                points = [{"x": left + width / 2 - gap, "y": top + 100}, {"x": left + width / 2 + gap, "y": top + 100}]
                b.command("Input.dispatchTouchEvent", type=kind, touchPoints=points)
            b.command("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
            self.assertEqual(before, None)
            self.assertIsNotNone(b.js("return pairscopePage.look().place"))
            b.picture(PICTURES / "telephone.png")

    def test_paper_has_all_panels(self):
        with Browser() as b:
            b.open(self.page)
            b.js("dispatchEvent(new Event('beforeprint'))")
            self.assertEqual(b.js("return document.querySelectorAll('.panel').length"), len(PANELS))
            self.assertTrue(b.js("return document.getElementById('matrix-print').src.startsWith('data:image/png')"))
            b.js("dispatchEvent(new Event('afterprint'))")
            self.assertEqual(b.js("return document.querySelectorAll('.panel').length"), 1)
            pdf = b.command("Page.printToPDF", printBackground=True)["data"]
            PICTURES.mkdir(parents=True, exist_ok=True)
            (PICTURES / "print.pdf").write_bytes(base64.b64decode(pdf))

    def test_several_recordings_stand_beside_each_other(self):
        page = write_page(PROGRAM, [H200 / "distance_matrix.pairscope", RECORDINGS / "NVIDIA H100/distance_matrix.pairscope"], self.at / "two.html")
        self.browser.open(page)
        titles = self.browser.js("return [...document.querySelectorAll('.section-title')].map(e => e.firstChild.textContent)")
        self.assertEqual(len(titles), 2)
        self.assertIn("H200", titles[0])
        self.assertIn("H100", titles[1])

    def test_every_shipped_recording_makes_a_page_that_opens(self):
        for path in sorted(RECORDINGS.glob("*/*.pairscope")):
            page = write_page(PROGRAM, [path], self.at / "one.html")
            self.assertLess(page.stat().st_size, 2_000_000, path)
            self.browser.open(page, mark="pairscope-ladder")
            self.assertEqual(self.browser.notice(), "", path)
            has_matrix = "matrix" in json.loads(block(page.read_text(encoding="utf-8"), "view"))
            if has_matrix:
                self.browser.wait("return performance.getEntriesByName('pairscope-matrix').length > 0")
            for panel in PANELS:
                self.browser.js("document.getElementById('tab-' + arguments[0]).click()", panel)
            self.expect_quiet(self.browser)

    def test_pictures_for_somebody_to_look_at(self):
        for dark in (False, True):
            with Browser(dark=dark) as b:
                for panel in PANELS:
                    b.open(self.page, f"variant=vec4_rows,panel={panel}")
                    b.picture(PICTURES / f"{'dark' if dark else 'light'}_{panel}.png")


if __name__ == "__main__":
    skip_without_browser()
    PROGRAM, PICTURES = sys.argv[1], pathlib.Path(sys.argv[2])
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
