# SPDX-License-Identifier: MIT
"""What pages say about their file, their data and their address, and what they call rows: notice_test.py PROGRAM [TEST]..."""
import json
import pathlib
import re
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from browser import PageTest, block, skip_without_browser, start_tests

CHANGED, UNUSED = "changed since it was written", "The view in the address was not used"


class Notices(PageTest):
    recording = pathlib.Path("assets/recordings/AMD EPYC, 2 threads/distance_matrix.pairscope")

    def without(self, name):
        path = self.at / f"without_{name}.html"
        path.write_text(re.sub(rf'<script type="application/octet-stream" id="{name}"[^<]*</script>\n', "", self.html), encoding="utf-8")
        self.assertLess(path.stat().st_size, self.page.stat().st_size)
        return path

    def test_a_block_that_was_taken_away_is_a_change(self):
        b = self.browser
        for name in re.findall(r'<script type="application/octet-stream" id="([^"]*)"', self.html):
            b.open(self.without(name), mark=None)
            if name == "view":
                b.wait("return document.getElementById('notice').textContent.includes('cannot be read')")
                continue
            b.wait(f"return document.getElementById('notice').textContent.includes('{CHANGED}')")
        b.open(self.without("more"), "panel=source")
        b.wait("return document.getElementById('panel-source').textContent.includes('cannot be read')")
        for reason in ("does not have the source", "has no trace"):
            self.assertNotIn(reason, b.text("#panels"))
        b.js("document.getElementById('tab-trace').click()")
        self.assertIn("cannot be read", b.text("#panels"))
        self.assertIn(CHANGED, b.notice())

    def test_a_wrong_address_does_not_hide_that_the_page_was_changed(self):
        edited = self.at / "edited.html"
        edited.write_text(self.html.replace("<h1>", "<h1>Not ", 1), encoding="utf-8")
        b = self.browser
        b.open(edited, "zoom=0")
        self.assertIn(CHANGED, b.notice())
        self.assertIn(UNUSED, b.notice())
        b.address("zoom=3,row=5")
        self.assertIn(CHANGED, b.notice())
        self.assertNotIn(UNUSED, b.notice())

    def test_the_notice_about_an_address_goes_with_it(self):
        b = self.browser
        b.open(self.page, "zoom=0")
        self.assertIn(UNUSED, b.notice())
        b.address("zoom=3,row=5")
        self.assertEqual(b.notice(), "")
        self.assertEqual(b.js("return pairscopePage.look().place.zoom"), 3)

    def test_empty_parts_of_an_address_are_wrong(self):
        b = self.browser
        b.open(self.page)
        look = b.js("return pairscopePage.look()")
        for wrong in ("panel=table,row=5,", "zoom=4,,panel=table", ",,,", ",", ",zoom=4", "=", "=4", "%2C"):
            b.address("zoom=fit")
            self.assertEqual(b.notice(), "")
            b.address(wrong)
            self.assertIn(UNUSED, b.notice(), wrong)
            self.assertEqual(b.js("return pairscopePage.look()"), look, wrong)

    def test_a_long_address_takes_no_time(self):
        b = self.browser
        b.open(self.page)
        many = "1" * 60_000
        for wrong in (f"zoom={many}x", f"zoom={many}.{many}x", f"zoom=1e{many}x", f"range={many}x:{many}", f"row={many}", f"pinned={many}:{many}", f"order=by_distance:{many}x",
                      f"cut=number:{many}x", "," * 60_000, "%" * 60_000):
            begin = time.monotonic()
            b.address(wrong)
            self.assertLess(time.monotonic() - begin, 2, wrong[:20])
            self.assertIn(UNUSED, b.notice(), wrong[:20])
            self.assertLess(len(b.notice()), 200)

    def test_the_fields_of_the_range_take_what_the_address_takes(self):
        b = self.browser
        b.open(self.page)
        enter = """const [low, high] = arguments;
            for (const [id, text] of [['range-low', low], ['range-high', high]]) { const e = document.getElementById(id); e.value = text; e.dispatchEvent(new Event('change')); }
            return [pairscopePage.look().range, document.getElementById('range-low').getAttribute('aria-invalid')]"""
        for low, high, taken in (("1", "2.5e1", [1, 25]), ("0x10", "0x20", None), ("", "", None), ("1", "", None), ("-.5", "+3.", [-0.5, 3]), ("1", "Infinity", None), ("0b1", "3", None)):
            b.js(enter, "", "")
            self.assertEqual(b.js(enter, low, high), [taken, str(taken is None and low != "").lower()], low)
            b.address("range=automatic")
            b.address(f"range={low}:{high}")
            self.assertEqual(b.js("return pairscopePage.look().range"), taken, low)

    def rows_under(self, page, row):
        b = self.browser
        b.open(page, f"row={row}.5,column={row}.5,zoom=20")
        left, top, width, height = b.box("#matrix-canvas")
        b.mouse("mouseMoved", left + width / 2, top + height / 2)
        return b.text("#matrix-place")

    def test_rows_are_called_as_in_their_file(self):
        rows = 40
        recording = json.loads(self.small_recording("rows", rows, labels=True).read_text(encoding="utf-8"))
        recording["points"]["source_rows"] = [-1 if i == 3 else 1000 - i for i in range(rows)]
        recording["pairs"] = [{"row": 3, "column": 7}]
        path = self.at / "rows_of_file.pairscope"
        path.write_text(json.dumps(recording), encoding="utf-8")
        for options, label in ((), " \u2068item 15\u2069"), (("--no-labels",), ""):
            page = self.write([path], "rows.html", *options)
            self.assertEqual(self.rows_under(page, 15), f"row 985{label}, column 985{label}")
            self.assertIn("added 3", self.browser.text("#matrix-pairs"))
            self.assertIn("993", self.browser.text("#matrix-pairs"))

    def test_the_output_and_the_matrix_call_a_vector_alike(self):
        path = self.at / "matches.pairscope"
        done = subprocess.run([self.program, "record", str(path), "--workload", "best_match", "--n", "50", "--device", "cpu", "--variant", "cpu_naive", "--seconds", "0.01"],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        recording = json.loads(block(self.write([path], "matches.html").read_text(encoding="utf-8"), "recording-1"))
        for begin, one in zip((100, 1200), recording["sets"]):
            one.update(source_rows=[begin + 49 - i for i in range(50)], labels=[f"digit {i % 10}" for i in range(50)])
        path.write_text(json.dumps(recording), encoding="utf-8")
        page, b = self.write([path], "matches.html"), self.browser
        output = json.loads(block(page.read_text(encoding="utf-8"), "view"))
        b.open(page)
        for row, (first, best, *_) in enumerate(output["output"]["rows"]):
            b.js("document.querySelectorAll('#output button.link')[arguments[0]].click()", row)
            for what, name in (("row", first), ("column", best)):
                number, label = re.fullmatch(r"row ([\d \u202f\u2009]+)(?:, (.*))?", name).groups()
                self.assertIn(f"{what} {re.sub(r'[^0-9]', '', number)}" + (f" \u2068{label}\u2069" if label else ""), b.text("#matrix-pinned p"))

    def test_long_labels_leave_the_values_in_sight(self):
        rows = 40
        recording = json.loads(self.small_recording("long", rows, labels=True).read_text(encoding="utf-8"))
        recording["points"]["labels"] = [f"{i}" + "w" * 300 for i in range(rows)]
        recording["pairs"] = [{"row": 3, "column": 7}]
        path = self.at / "long_labels.pairscope"
        path.write_text(json.dumps(recording), encoding="utf-8")
        page = self.write([path], "long_labels.html")
        for width in (1280, 360):
            with self.browser.adapted(width=width) as b:
                b.open(page, "pinned=1:2")
                for table in ("#matrix-pinned", "#matrix-pairs"):
                    left, _, wide, _ = b.box(f"{table} td:last-child")
                    self.assertLessEqual(left + wide, b.js("const b = document.getElementById('matrix').getBoundingClientRect(); return b.right"), (width, table))
                    self.assertGreater(wide, 20)

    def test_without_scripts_one_sentence_says_what_is_missing(self):
        with self.browser.adapted(scripts=False) as b:
            b.driver.get(f"file://{self.page}")
            shown = b.driver.find_element("tag name", "body").text
            self.assertIn("This page needs JavaScript", shown)
            self.assertNotIn("If this sentence stays", shown)


if __name__ == "__main__":
    skip_without_browser()
    start_tests(Notices, sys.argv)
