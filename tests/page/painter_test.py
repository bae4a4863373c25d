# SPDX-License-Identifier: MIT
"""Compares the pixels of a page's matrix with its entries, whoever paints them: painter_test.py PROGRAM [TEST]..."""
import json
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from browser import Browser, PageTest, block, skip_without_browser, start_tests

PAINTERS = ("shader", "processor")
SIZE = 1280, 500  # fewer pixels are painted sooner
USUAL = {"shown": "mean", "scale": "linear", "colours": "viridis"}
# The scripts of this file begin with these names.
HELPERS = """const picture = pairscopePage.pixels(), middle = [Math.floor(picture.width / 2), Math.floor(picture.height / 2)];
    const level = (x, y) => picture.data[4 * (y * picture.width + x)];
"""


class Painters(PageTest):
    recording = pathlib.Path("assets/recordings/AMD EPYC, 2 threads/distance_matrix.pairscope")

    @classmethod
    def new_browser(cls):
        return Browser(*SIZE)

    def open(self, page, view, painter):
        """A page that is open stays open, because loading takes longer than painting."""
        if self.browser.js("return location.pathname") != str(page.resolve()):
            self.browser.open(page)
        view = ",".join(f"{name}={value}" for name, value in {**USUAL, **dict(part.split("=") for part in view.split(","))}.items())
        self.browser.address(view, "pairscopePage.paintBy(arguments[1])", painter)
        self.browser.wait("return pairscopePage.isAtRest()", 90)
        self.assertEqual(self.browser.js("return pairscopePage.painter()"), painter)

    def test_rows_have_the_entries(self):
        self.browser.open(self.page)
        written = json.loads((pathlib.Path(__file__).parent / "entries.json").read_text(encoding="utf-8"))
        found = self.browser.js("""const {sigma, cases} = arguments[0];
            return cases.map(c => {
                const matrix = {sets: [{dims: c.a.length}], formula: {terms: c.terms, ending: c.ending}, sigma, parameter: c.parameter, globe: {origin: c.origin || [0, 0], latitude_first: false}};
                const a = Float32Array.from(c.a), b = Float32Array.from([...c.a, ...c.b, ...c.b]), out = new Float64Array(2);
                const columns = pairscopePage.columnsOf(matrix, b, Int32Array.from([2, 1, 0]));
                pairscopePage.entriesOfRow(matrix, a, 0, columns, 1, 2, out);
                return [out[0], pairscopePage.entryOf(matrix, a, 0, b, 1), out[1], pairscopePage.entryOf(matrix, a, 0, b, 0)].map(String);
            })""", written)
        self.assertGreater(len(found), 100)
        for case, (across, entry, self_there, self_entry) in zip(written["cases"], found):
            self.assertEqual((across, self_there), (entry, self_entry), case)

    def test_the_overview_has_the_blocks_of_the_entries(self):
        rng = random.Random(5)
        sets = [{"name": "vectors", "rows": rows, "dims": 3, "element": "float32", "values": [rng.gauss(0, 9) for _ in range(3 * rows)]} for rows in (300, 411)]
        for name, more in (("one", {}), ("two", {"workload": "cross_manhattan", "runs": [], "sets": sets})):
            page = self.write([self.small_recording(name, 300, **more)], f"{name}.html")
            self.browser.open(page)
            worst = self.browser.js("""const [blocks, side, [rows, columns]] = JSON.parse(arguments[0]), [least, mean, most] = pairscopePage.overview();
                let worst = 0;
                for (let i = 0; i < blocks[0]; ++i) for (let j = 0; j < blocks[1]; ++j) {
                    const values = [], at = i * blocks[1] + j;
                    for (let row = i * side; row < Math.min(rows, i * side + side); ++row)
                        for (let column = j * side; column < Math.min(columns, j * side + side); ++column) values.push(pairscopePage.entry(row, column));
                    const about = values.reduce((a, b) => a + b) / values.length, near = (a, b) => Math.abs(a - b) / Math.max(1e-30, Math.abs(b));
                    worst = Math.max(worst, near(least[at], Math.min(...values)), near(mean[at], about), near(most[at], Math.max(...values)));
                }
                return worst""", json.dumps([self.matrix_in(page)["blocks"], self.matrix_in(page)["side"], [self.matrix_in(page)["sets"][k]["rows"] for k in (0, -1)]]))
            self.assertLess(worst, 1e-5, name)  # the float32 sums of kernels

    def matrix_in(self, page):
        return json.loads(block(page.read_text(encoding="utf-8"), "view"))["matrix"]

    def test_pixels_are_the_colours_of_the_entries(self):
        for painter in PAINTERS:
            for scale, position in (("linear", lambda share: share), ("square_root", lambda share: share**0.5)):
                self.open(self.page, f"row=100,column=100,zoom=20,colours=grey,range=0:100,scale={scale}", painter)
                grey = self.browser.js(HELPERS + """const out = [];
                    for (let i = -5; i < 5; ++i) for (let j = -5; j < 5; ++j)
                        out.push([100 + i, 100 + j, level(middle[0] + 20 * j + 10, middle[1] + 20 * i + 10), pairscopePage.entry(100 + i, 100 + j)]);
                    return out""")
                inside = [one for one in grey if one[3] <= 100]
                self.assertGreater(len(inside), 20)
                for row, column, level, value in inside:
                    self.assertLessEqual(abs(level - 255 * position(value / 100)), 2.5, (painter, scale, row, column))

    def test_pixels_are_the_colours_of_whole_blocks(self):
        for painter in PAINTERS:
            for shown, side in (("minimum", 5), ("mean", 5), ("maximum", 4)):
                self.open(self.page, f"row=5000,column=3000,zoom={1 / side},shown={shown},colours=grey,range=0:3000", painter)
                self.assertIn(f"exact, blocks of {side} x {side} ", self.browser.text("#matrix-state"), painter)
                pairs = self.browser.js(HELPERS + """const [side, shown] = arguments, out = [];
                    for (let k = 0; k < 60; ++k) {
                        const x = (k * 131) % picture.width, y = (k * 197) % picture.height;
                        const at = [5000 + (y + 0.5 - picture.height / 2) * side, 3000 + (x + 0.5 - picture.width / 2) * side].map(p => Math.floor(p / side) * side);
                        const values = [];
                        for (let i = 0; i < side; ++i) for (let j = 0; j < side; ++j) values.push(pairscopePage.entry(at[0] + i, at[1] + j));
                        out.push([level(x, y), shown === 'mean' ? values.reduce((a, b) => a + b) / values.length : shown === 'minimum' ? Math.min(...values) : Math.max(...values)]);
                    }
                    return out""", side, shown)
                inside = [one for one in pairs if one[1] <= 3000]
                self.assertGreater(len(inside), 20)
                for level, value in inside:
                    self.assertLessEqual(abs(level - 255 * value / 3000), 2.5, (painter, shown, value))

    def test_a_picture_that_was_moved_is_the_one_that_is_drawn_anew(self):
        for painter in PAINTERS:
            for zoom in (0.25, 0.5, 1, 6):
                self.open(self.page, f"row=5000,column=3000,zoom={zoom}", painter)
                left, top, width, height = self.browser.box("#matrix-canvas")
                x, y = left + width / 2, top + height / 2
                self.browser.mouse("mousePressed", x, y, button="left", clickCount=1)
                for dx, dy in ((10, 4), (-30, 44), (60, -20), (5, 5)):
                    self.browser.mouse("mouseMoved", x + dx, y + dy, button="left", buttons=1)
                self.browser.mouse("mouseReleased", x + 5, y + 5, button="left", clickCount=1)
                self.browser.wait("return pairscopePage.isAtRest()", 60)
                moved = self.browser.js("window.moved = pairscopePage.pixels().data; return pairscopePage.look().place")
                self.assertNotAlmostEqual(moved["row"], 5000, delta=1 / zoom)
                self.browser.js("pairscopePage.paintBy(arguments[0])", painter)
                self.browser.wait("return pairscopePage.isAtRest()", 60)
                most = self.browser.js("const now = pairscopePage.pixels().data; return window.moved.length === now.length ? window.moved.reduce((most, one, i) => Math.max(most, Math.abs(one - now[i])), 0) : 255")
                self.assertLessEqual(most, 0 if painter == "processor" else 2, zoom)  # a shader that is too slow gives way to the processor

    def test_a_single_near_pair_is_seen_in_the_minimum_at_every_zoom(self):
        rows, near = 6000, (1000, 4000)
        points = [[100.0 * (i % 80), 100.0 * (i // 80)] for i in range(rows)]
        points[near[1]] = [points[near[0]][0] + 0.25, points[near[0]][1]]
        recording = json.loads(pathlib.Path("tests/profiling/example.pairscope").read_text(encoding="utf-8"))
        recording["points"] = {"name": "a lattice", "rows": rows, "dims": 2, "element": "float32", "unit": "", "credit": "", "note": "", "axes": ["x", "y"],
                               "values": [x for point in points for x in point]}
        path = self.at / "lattice.pairscope"
        path.write_text(json.dumps(recording), encoding="utf-8")
        page = self.write([path], "lattice.html")
        read = HELPERS + """const zoom = arguments[0] || Math.min(picture.width, picture.height) / 6000, place = pairscopePage.look().place;
            const x = Math.floor(picture.width / 2 + (4000.5 - (place ? place.column : 3000)) * zoom), y = Math.floor(picture.height / 2 + (1000.5 - (place ? place.row : 3000)) * zoom);
            let dark = 0, least = 255;
            for (let i = -40; i <= 40; ++i) for (let j = -40; j <= 40; ++j) if (level(x + i, y + j) < 128) ++dark;
            for (const i of [-1, 0, 1]) for (const j of [-1, 0, 1]) least = Math.min(least, level(x + i, y + j)); // a pixel has the block in its middle
            return [least, dark]"""
        for painter in PAINTERS:
            for zoom in (0, 0.08, 0.2, 0.5, 0.9, 3):
                view = f"zoom={zoom},row=1010,column=4010" if zoom else "zoom=fit"
                self.open(page, f"{view},shown=minimum,colours=grey,range=0:99", painter)
                least, dark = self.browser.js(read, zoom)
                self.assertLess(least, 10, (painter, zoom))
                self.assertLess(dark, 60, (painter, zoom))  # all other pairs here are farther apart
        self.browser.resize(400, 700)
        self.addCleanup(self.browser.resize, *SIZE)
        for painter in PAINTERS:  # a window with fewer pixels than the overview has blocks
            self.open(page, "zoom=fit,shown=minimum,colours=grey,range=0:99", painter)
            self.assertLess(self.browser.js("return document.getElementById('matrix-canvas').clientWidth"), 500)
            self.assertLess(self.browser.js(read, 0)[0], 10, painter)

    def test_distances_that_are_no_sum_of_terms_are_painted(self):
        rows, dims = 24, 5
        metrics = {"bray_curtis": [], "minkowski_distance": [2.5], "jaccard_distance": [], "jensen_shannon_distance": [], "hamming_bits": [],
                   "edit_distance": [], "dtw_distance": [4096], "cross_bray_curtis": [], "given_matrix": []}
        rng = random.Random(7)
        for workload, parameters in metrics.items():
            least = ord("a") if workload == "edit_distance" else 0
            element = "uint8" if workload == "hamming_bits" else "float32"
            sets = [{"name": "vectors", "rows": count, "dims": dims, "element": element, "values": [least + rng.randint(0, 4) for _ in range(count * dims)]}
                    for count in (rows, rows + 3)]
            if workload == "given_matrix":
                sets = [{"name": "table", "rows": rows, "dims": rows, "element": "float32", "holds_distances": True, "asymmetric": True,
                         "values": [0 if i == j else abs(i - j) + (i > j) for i in range(rows) for j in range(rows)]}]
            path = self.small_recording(workload, 4, workload=workload, parameters=parameters, runs=[], sets=sets if workload.startswith("cross") else sets[:1])
            page = self.write([path], f"{workload}.html")
            for painter in ("processor",) if workload in ("edit_distance", "dtw_distance") else PAINTERS:
                self.open(page, "row=12,column=12,zoom=20,colours=grey", painter)
                pairs = self.browser.js(HELPERS + """const out = [], [low, high] = JSON.parse(arguments[0]);
                    for (let i = -6; i < 6; ++i) for (let j = -6; j < 6; ++j) {
                        const value = pairscopePage.entry(12 + i, 12 + j);
                        out.push([level(middle[0] + 20 * j + 10, middle[1] + 20 * i + 10), Number.isNaN(value) ? null : 255 * (value - low) / (high - low)]);
                    }
                    return out""", json.dumps(self.matrix_in(page)["range"]))
                self.assertGreater(len({value for _, value in pairs}), 3, workload)
                for level, value in pairs:
                    if value is not None:
                        self.assertLessEqual(abs(level - value), 2.5, (workload, painter))
                self.assertEqual(self.browser.logs()[0], [], workload)

    def test_directions_that_are_nearly_equal_or_unknown_are_painted(self):
        rng = random.Random(9)
        for workload, about in (("cosine_distance", 1000), ("cosine_distance", 0), ("correlation_distance", 5)):
            values = [about + rng.gauss(0, 1) for _ in range(3 * 24)]
            values[3 * 8 : 3 * 9] = [0, 0, 0]
            name = f"{workload}_{about}"
            path = self.small_recording(name, 4, workload=workload, runs=[], sets=[{"name": "vectors", "rows": 24, "dims": 3, "element": "float32", "values": values}])
            page = self.write([path], f"{name}.html")
            high = 3e-6 if about == 1000 else 2
            for painter in PAINTERS:
                self.open(page, f"row=12,column=12,zoom=20,colours=grey,range=0:{high}", painter)
                pairs = self.browser.js(HELPERS + """const out = [], pixel = (x, y) => [...picture.data.subarray(4 * (y * picture.width + x)).subarray(0, 3)];
                    for (let i = -6; i < 6; ++i) for (let j = -6; j < 6; ++j) {
                        const value = pairscopePage.entry(12 + i, 12 + j);
                        out.push([pixel(middle[0] + 20 * j + 10, middle[1] + 20 * i + 10), Number.isNaN(value) ? null : value]);
                    }
                    return out""")
                inside = [(pixel[0], value) for pixel, value in pairs if value is not None and value <= high]
                self.assertGreater(len({level for level, _ in inside}), 30, name)
                for level, value in inside:
                    self.assertLessEqual(abs(level - 255 * value / high), 2.5, (name, painter, value))
                unknown = {tuple(pixel) for pixel, value in pairs if value is None}
                self.assertEqual(len(unknown), workload == "correlation_distance", (name, painter))  # the colour of what is no number
                self.assertFalse(any(len(set(pixel)) == 1 for pixel in unknown), (name, painter, unknown))

    def test_an_ordered_matrix_has_the_blocks_of_its_entries_on_both_sides_of_the_diagonal(self):
        page = self.write([self.small_recording("order", 1400)], "order.html")
        for painter in PAINTERS:
            for shown, zoom, row, column in (("mean", 0, 700, 700), ("minimum", 0.25, 600, 900), ("maximum", 0.5, 900, 600)):
                view = f"zoom={zoom},row={row},column={column}" if zoom else "zoom=fit"
                self.open(page, f"order=by_distance:5,{view},shown={shown},colours=grey,range=0:150", painter)
                pairs = self.browser.js(HELPERS + """const [zoom, row, column, shown] = arguments, perPixel = 1 / (zoom || Math.min(picture.width, picture.height) / 1400), side = Math.ceil(perPixel), out = [];
                    const away = Array.from({length: 1400}, (_, i) => pairscopePage.entry(5, i)), order = away.map((_, i) => i).sort((a, b) => away[a] - away[b] || a - b);
                    for (let k = 0; k < 120; ++k) {
                        const x = (k * 131) % picture.width, y = (k * 197) % picture.height;
                        const at = [row + (y + 0.5 - picture.height / 2) * perPixel, column + (x + 0.5 - picture.width / 2) * perPixel].map(p => Math.floor(Math.floor(p) / side) * side);
                        if (Math.min(...at) < 0 || Math.max(...at) + side > 1400) continue;
                        const values = [];
                        for (let i = 0; i < side; ++i) for (let j = 0; j < side; ++j) values.push(pairscopePage.entry(order[at[0] + i], order[at[1] + j]));
                        out.push([level(x, y), shown === 'mean' ? values.reduce((a, b) => a + b) / values.length : shown === 'minimum' ? Math.min(...values) : Math.max(...values), at[0] > at[1]]);
                    }
                    return out""", zoom, row, column, shown)
                self.assertGreater(min(sum(below == side for _, _, below in pairs) for side in (False, True)), 8, (painter, view))
                for level, value, _ in pairs:
                    self.assertLessEqual(abs(level - 255 * value / 150), 2.5, (painter, view, value))

    def test_without_webgl_the_processor_draws(self):
        with Browser(off=("--disable-gpu", "--disable-3d-apis")) as b:
            b.open(self.page)
            self.assertIn("The CPU draws the matrix", b.text("#board"))
            self.assertEqual(b.js("return pairscopePage.painter()"), "processor")
            self.assertGreater(b.js("return new Set(pairscopePage.pixels().data).size"), 50)

    def test_the_processor_goes_on_where_the_graphics_are_taken_away(self):
        self.open(self.page, "zoom=fit", "shader")
        self.browser.js("document.getElementById('matrix-canvas').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext()")
        self.browser.wait("return pairscopePage.painter() === 'processor' && pairscopePage.isAtRest()")
        self.assertGreater(self.browser.js("return new Set(pairscopePage.pixels().data).size"), 50)

    def test_a_browser_without_a_canvas_shows_the_picture_of_the_program(self):
        with self.browser.adapted(first="HTMLCanvasElement.prototype.getContext = () => null") as b:
            b.open(self.page, mark="pairscope-ladder")
            b.wait("return document.querySelector('.fallback') !== null")
            self.assertGreater(b.js("return document.querySelector('.fallback').naturalWidth"), 100)


if __name__ == "__main__":
    skip_without_browser()
    start_tests(Painters, sys.argv)
