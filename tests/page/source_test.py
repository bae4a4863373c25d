# SPDX-License-Identifier: MIT
"""Opens pages whose recordings keep instructions, and vectors of their output: source_test.py PROGRAM FOLDER_OF_PICTURES [TEST]..."""
import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from browser import PageTest, block, skip_without_browser, start_tests

PICTURES = pathlib.Path()
SOURCE = "kernels/workloads/distance_matrix/ladder/vec4_rows.cu"
LINE = next(i for i, text in enumerate(pathlib.Path(SOURCE).read_text(encoding="utf-8").split("\n"), 1) if "__global__" in text)
LIT = "return [...document.querySelectorAll(arguments[0] + ' tr.lit')].map(e => Number(e.dataset.at || e.dataset.line))"


def code(**more):
    """Ten instructions: the line of the kernel has two of its own and, through a header, those of a loop."""
    return {"variant": "distance_matrix/vec4_rows", "target": "texture", "architecture": 90, "kernel": "vec4_rows<4, SurfaceTarget>", "symbol": "_Z9vec4_rows",
            "checksum": "3ed6a6e3", "made": 12, "instructions": [f"FADD R{i}, R2, <b>" for i in range(9)] + ["@P0 BRA 0x0030"], "files": [SOURCE, "target.cuh"],
            "places": [[0, LINE], [1, 26, 0, LINE], [0, LINE + 4]], "at": [-1, 0, 0, 1, 1, 1, 1, 1, 2, 2], "loops": [[3, 9]], **more}


class SourcePages(PageTest):
    @classmethod
    def page_with(cls, name, *options, **more):
        path = cls.small_recording(name, 30, **more)
        recording = json.loads(path.read_text(encoding="utf-8"))
        place = {"file": SOURCE, "line": LINE}
        recording["runs"][0]["stalls"] = {"reasons": ["selected", "long_scoreboard"], "launches": 3, "seconds": 0.01, "period": 8, "checksum": "3ed6a6e3",
                                          "instructions": [{"function": "_Z9vec4_rows", "offset": 16 * at, **place, "counts": counts}
                                                           for at, counts in ((1, [100, 3000]), (3, [500, 500]), (99, [0, 50]))]}
        path.write_text(json.dumps(recording), encoding="utf-8")
        return cls.write([path], f"{name}.html", *options)

    def open_source(self, page):
        self.browser.open(page, "section=1,variant=vec4_rows,panel=source")

    def shown(self, selector):
        return self.browser.js("return [...document.querySelectorAll(arguments[0])].map(e => e.textContent)", selector)

    def click(self, selector):
        self.browser.js("document.querySelector(arguments[0]).click()", selector)

    def test_a_line_lights_up_its_instructions_and_an_instruction_its_line(self):
        b = self.browser
        self.open_source(self.page_with("lit", machine_code=[code()]))
        self.assertEqual(len(self.shown("#code-list tr")), 10)
        self.assertIn("FADD R8, R2, <b>", self.shown("#code-list tr")[8])
        self.assertIn("were recorded with the times", b.text("#panel-source"))
        self.assertIn("Only the first instructions of the kernel", b.text("#panel-source"))
        self.click(f"#source-lines [data-line='{LINE}']")
        self.assertEqual(b.js(LIT, "#code-list"), [1, 2, 3, 4, 5, 6, 7])
        self.assertEqual(b.js(LIT, "#source-lines"), [LINE])
        self.click("#code-list [data-at='9']")  # its line may be far from every change: then the whole source is shown
        self.assertEqual(b.js(LIT, "#source-lines"), [LINE + 4])
        self.assertEqual(b.js(LIT, "#code-list"), [8, 9])
        self.click("#code-list [data-at='0']")  # of no line
        self.assertEqual((b.js(LIT, "#source-lines"), b.js(LIT, "#code-list")), ([], [0]))
        b.js("[...document.querySelectorAll('#panel-source button')].find(e => e.textContent === 'Next line').click()")
        self.assertEqual(b.text("#code-lit"), f"line {LINE}")
        b.js("[...document.querySelectorAll('#panel-source button')].find(e => e.textContent === 'Previous line').click()")
        self.assertEqual(b.text("#code-lit"), f"line {LINE + 4}")
        b.picture(PICTURES / "source_lit.png")
        messages, asked = b.logs()
        self.assertEqual((messages, asked), ([], []))

    def test_a_loop_folds_and_the_list_can_be_hidden(self):
        b = self.browser
        self.open_source(self.page_with("folded", machine_code=[code()]))
        self.click("#code-list .fold")
        self.assertEqual(b.js("return [...document.querySelectorAll('#code-list tr')].map(e => Number(e.dataset.at))"), [0, 1, 2, 3])
        self.click("#code-list .fold")
        self.assertEqual(len(self.shown("#code-list tr")), 10)
        self.click("#code-show")
        self.assertEqual(self.shown("#code-list"), [])
        self.click("#code-show")
        self.assertEqual(len(self.shown("#code-list tr")), 10)

    def test_bars_say_where_warps_waited_if_the_samples_are_of_this_code(self):
        self.open_source(self.page_with("bars", machine_code=[code()]))
        bars = [text for text in self.shown("#code-list .stall") if text]
        self.assertEqual(bars, ["74.7 %", "24.1 %"])
        wide = self.browser.js("return [...document.querySelectorAll('#code-list [data-at=\"1\"] rect')].map(e => e.width.baseVal.value)")
        self.assertAlmostEqual(sum(wide), 100, delta=0.1)
        self.assertIn("A bar says how often", self.browser.text("#panel-source"))
        self.open_source(self.page_with("other_bars", machine_code=[code(checksum="12345678")]))
        self.assertEqual(self.shown("#code-list .stall"), [])
        self.assertEqual(len(self.shown("#code-list tr")), 10)

    def test_instructions_are_left_out_first(self):
        many = code(instructions=[f"FADD R{i}, R{i * i}, R{i * 7919 % 251}" for i in range(1500)], at=[-1] * 1500, made=1500)
        whole = self.page_with("whole", machine_code=[many])
        page = self.page_with("less", "--budget", str(whole.stat().st_size / 1e6 - 0.001), machine_code=[many])
        view = json.loads(block(page.read_text(encoding="utf-8"), "view"))
        self.assertEqual(len(view["left_out"]), 1)
        self.assertIn("The instructions of the kernels are left out", view["left_out"][0])
        self.assertNotIn(b"machine_code", block(page.read_text(encoding="utf-8"), "recording-1"))

    def test_the_code_of_a_second_recording_is_its_own(self):
        first = self.small_recording("first", 30, label="first", machine_code=[code()])
        other = code(instructions=["EXIT"], at=[0], made=1, loops=[])
        second = self.small_recording("second", 30, label="second", machine_code=[other])
        b = self.browser
        b.open(self.write([first, second], "two.html"), "section=3,variant=vec4_rows,panel=source")
        b.wait("return document.querySelectorAll('#code-list tr').length === 1")

    def test_a_farthest_pair_has_its_matrix_its_output_and_its_pictures(self):
        path = self.at / "pair.pairscope"
        done = subprocess.run([self.program, "record", str(path), "--workload", "farthest_pair", "--n", "200", "--dims", "784", "--device", "cpu", "--variant", "cpu_simd",
                               "--seconds", "0.01"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        page = self.write([path], "pair.html")
        b = self.browser
        b.open(page)
        self.assertEqual(len(self.shown("#output tbody tr")), 2)
        self.assertEqual(b.js("return document.querySelectorAll('#output .vector-picture').length"), 2)
        self.click("#output button.link")
        first, second = b.js("return pairscopePage.look().pinned")
        told = float(b.text("#output p").split(" is ")[1].split(". ")[0].replace("\u2009", "").replace("\u00a0", "").replace(" ", ""))
        self.assertEqual(b.js("return pairscopePage.entry(arguments[0], arguments[1])", first, second), told)
        overview = b.js("return Math.max(...pairscopePage.overview()[2])")
        self.assertEqual(overview, told)
        b.picture(PICTURES / "farthest_pair.png")


if __name__ == "__main__":
    skip_without_browser()
    PICTURES = pathlib.Path(sys.argv.pop(2))
    start_tests(SourcePages, sys.argv)
