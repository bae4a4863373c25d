# SPDX-License-Identifier: MIT
"""Opens pages in a browser and uses them: browser_test.py PROGRAM FOLDER_OF_PICTURES [TEST]..."""
import base64
import concurrent.futures
import json
import math
import pathlib
import random
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from browser import PageTest, block, float32, skip_without_browser, start_tests

RECORDINGS = pathlib.Path("assets/recordings")
H200 = RECORDINGS / "NVIDIA H200"
PANELS = ["roofline", "why", "source", "trace", "bytes", "counters", "samples", "figures", "table", "conditions"]
PICTURES = pathlib.Path()


class Pages(PageTest):
    def expect_quiet(self, browser):
        messages, asked = browser.logs()
        self.assertEqual(messages, [])
        self.assertEqual(asked, [])

    def row_in_file(self, vector):
        return json.loads(block(self.html, "recording-1"))["points"]["source_rows"][vector]

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
                lengths = b.js("""return arguments[0].map(panel => {
                    document.getElementById('tab-' + panel).click();
                    return document.getElementById('panel-' + panel).innerText.length; })""", PANELS)
                for panel, length in zip(PANELS, lengths):
                    self.assertGreater(length, 60, f"{name} {panel}")
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
            return cases.map(c => pairscopePage.entryOf({sets: [{dims: c.a.length}], formula: {terms: c.terms, ending: c.ending}, sigma, parameter: c.parameter,
                globe: {origin: c.origin || [0, 0], latitude_first: false}}, Float32Array.from(c.a), 0, Float32Array.from(c.b), 0))""", written)
        for case, value in zip(written["cases"], found):
            if case["exact"] or case["value"] is None:  # not a number
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
        self.assertIn(f"row {self.row_in_file(200)} ", b.text("#matrix-place"))
        self.assertIn(f"column {self.row_in_file(300)} ", b.text("#matrix-place"))
        value = float(b.text("#matrix-value").split(" ")[0])
        self.assertEqual(float32(value), b.js("return pairscopePage.entry(200, 300)"))
        b.click(left + width / 2 + 5, top + height / 2 + 5)
        self.assertEqual(b.js("return pairscopePage.look().pinned"), [200, 300])
        points = self.points()
        order = sorted((math.dist(points[200], other), i) for i, other in enumerate(points) if i != 200)[:8]
        self.assertEqual([one[0] for one in b.js("return pairscopePage.neighboursOf(200)")], [i for _, i in order])
        self.assertIn("single entries", b.text("#matrix-state"))

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
            b.address(wrong)
            self.assertIn("The view in the address was not used", b.notice(), wrong)
            self.assertEqual(b.js("return pairscopePage.look()"), look, wrong)
        b.open(self.page, "zoom=0")
        self.assertIn("The view in the address was not used", b.notice())
        self.assertEqual(b.js("return pairscopePage.look().place"), None)

    def test_an_order_by_distance_sorts_the_picture(self):
        b = self.browser
        b.open(self.page, "order=by_distance:7,row=0,column=0,zoom=20")
        left, top, width, height = b.box("#matrix-canvas")
        b.mouse("mouseMoved", left + width / 2 + 5, top + height / 2 + 5)
        self.assertIn(f"row {self.row_in_file(7)} ", b.text("#matrix-place"))

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
        done = subprocess.run([self.program, "info", str(cut)], capture_output=True, text=True)
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
        page = self.write([path], "hostile.html")
        self.browser.open(page, "panel=conditions", mark="pairscope-ladder")
        self.assertNotEqual(self.browser.js("return document.title"), "hit")
        self.assertEqual(self.browser.js("return document.querySelectorAll('b img, img[src=x]').length"), 0)
        self.expect_quiet(self.browser)

    def test_an_old_browser_and_one_without_scripts_show_the_table(self):
        with self.browser.adapted(first="delete window.DecompressionStream") as b:
            b.open(self.page, mark=None)
            b.wait("return document.getElementById('notice').textContent.includes('DecompressionStream')")
            self.assertIn("row_per_thread", b.text("#plain"))
        with self.browser.adapted(scripts=False) as b:
            b.driver.get(f"file://{self.page}")
            shown = b.driver.find_element("tag name", "body").text
            self.assertIn("This page needs JavaScript", shown)
            self.assertIn("row_per_thread", shown)

    def test_the_saved_recording_is_the_one_in_the_page(self):
        b = self.browser
        b.command("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(self.at))
        b.open(self.page, "panel=conditions", mark="pairscope-ladder")
        b.js("document.querySelector('.save').click()")
        self.assertEqual(self.downloaded(b, self.at / "distance_matrix.pairscope"), block(self.html, "recording-1"))

    def downloaded(self, browser, path):
        for _ in range(200):
            if path.exists() and path.stat().st_size > 0:
                break
            browser.js("return new Promise(done => setTimeout(done, 50))")
        return path.read_bytes()

    def test_a_telephone_has_targets_that_a_finger_hits_and_no_sideways_scrolling(self):
        with self.browser.adapted(width=390, height=844) as b:
            b.open(self.page, "variant=row_per_thread")
            for panel in PANELS:
                wide = b.js("document.getElementById('tab-' + arguments[0]).click(); return document.documentElement.scrollWidth", panel)
                self.assertLessEqual(wide, 390, panel)
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
        with self.browser.adapted() as b:
            b.open(self.page)
            b.js("dispatchEvent(new Event('beforeprint'))")
            self.assertEqual(b.js("return document.querySelectorAll('.panel').length"), len(PANELS))
            self.assertTrue(b.js("return document.getElementById('matrix-print').src.startsWith('data:image/png')"))
            b.command("Emulation.setEmulatedMedia", media="print")
            b.resize(718, 1000)  # A4 with margins
            self.assertLessEqual(b.js("return document.documentElement.scrollWidth"), 718)
            b.command("Emulation.setEmulatedMedia", media="")
            b.js("dispatchEvent(new Event('afterprint'))")
            self.assertEqual(b.js("return document.querySelectorAll('.panel').length"), 1)
            pdf = b.command("Page.printToPDF", printBackground=True)["data"]
            PICTURES.mkdir(parents=True, exist_ok=True)
            (PICTURES / "print.pdf").write_bytes(base64.b64decode(pdf))

    def test_clusters_order_the_picture_and_have_bands(self):
        page = self.write([self.small_recording("clusters", 60)], "clusters.html")
        b = self.browser
        b.open(page, "order=clusters,cut=number:2")
        self.assertEqual(b.js("return document.getElementById('choose-clusters').value"), "2")
        bands = b.js("return [...document.querySelectorAll('#matrix-clusters rect')].map(e => [e.width.baseVal.value, e.height.baseVal.value])")
        self.assertEqual(len(bands), 4)
        (_, high, *_), (_, low, *_) = bands[0], bands[1]
        self.assertAlmostEqual(high, low, delta=1)  # 30 rows each
        left, top, width, height = b.box("#matrix-canvas")
        seen = set()
        for k in range(10):
            b.mouse("mouseMoved", left + 10, top + height * (k + 0.5) / 20)
            seen.add(int(b.text("#matrix-place").split()[1].rstrip(",")) % 2)
        self.assertEqual(len(seen), 1)
        for wrong in ("cut=number:1", "cut=number:99", "cut=height:3", "cut=2"):
            b.address(wrong)
            self.assertIn("The view in the address was not used", b.notice(), wrong)

    def test_tracks_stand_along_the_matrix_with_their_legend(self):
        rows = 60
        tracks = [{"name": "species <b>", "class": True, "categories": ["malus", "rosa"], "sets": [{"values": [i % 2 for i in range(rows) if i != 4], "unknown": [4]}]},
                  {"name": "height", "sets": [{"values": [i / 4 for i in range(rows)]}]},
                  {"name": "specimen", "categories": [f"p{i}" for i in range(rows)], "sets": [{"values": list(range(rows))}]}]
        page = self.write([self.small_recording("tracks", rows, tracks=tracks)], "tracks.html")
        b = self.browser
        b.open(page, "row=10,column=10,zoom=20")
        self.expect_quiet(b)
        self.assertIn("species <b>", b.text("#matrix-legend"))
        self.assertIn("rosa", b.text("#matrix-legend"))
        self.assertIn("14.75", b.text("#matrix-legend"))
        keys = b.js("return [...document.querySelectorAll('#matrix-legend .legend-key rect')].map(e => e.getAttribute('fill'))")
        pixel = """const [id, x, y] = arguments, c = document.getElementById(id), k = c.width / c.clientWidth;
            const p = c.getContext('2d').getImageData(Math.floor((x < 0 ? c.clientWidth + x : x) * k), Math.floor((y < 0 ? c.clientHeight + y : y) * k), 1, 1).data;
            return '#' + [p[0], p[1], p[2]].map(one => one.toString(16).padStart(2, '0')).join('') + (p[3] ? '' : ' empty')"""
        _, _, width, height = b.box("#matrix-canvas")
        for row in (9, 10, 11):
            self.assertEqual(b.js(pixel, "row-tracks", -6, height / 2 + (row - 10) * 20 + 10), keys[row % 2], row)
            self.assertEqual(b.js(pixel, "column-tracks", width / 2 + (row - 10) * 20 + 10, -6), keys[row % 2], row)
        self.assertIn("empty", b.js(pixel, "row-tracks", -6, height / 2 - 6 * 20 + 10))  # row 4
        left, top, wide, _ = b.box("#row-tracks")
        b.mouse("mouseMoved", left + wide - 6, top + height / 2 + 10)
        self.assertEqual((b.text("#matrix-place"), b.text("#matrix-value")), ("species <b>, row 10", "malus"))
        b.mouse("mouseMoved", left + 30, top + height / 2 + 10)
        self.assertEqual(b.text("#matrix-value"), "p10")
        b.open(page, "order=by_distance:0,zoom=fit")
        self.assertEqual({b.js(pixel, "row-tracks", -6, height * (k + 0.5) / 20) for k in range(9)} - {"#000000 empty"}, {keys[0]})  # the even rows are near to row 0
        b.picture(PICTURES / "tracks.png")
        plain = self.write([self.small_recording("tracks", rows, tracks=tracks)], "plain.html", "--no-labels")
        self.assertNotIn(b"malus", block(plain.read_text(encoding="utf-8"), "recording-1"))

    def test_an_order_by_a_track_groups_the_picture(self):
        rows = 60
        tracks = [{"name": "species", "class": True, "categories": ["malus", "rosa"], "sets": [{"values": [i % 2 for i in range(rows) if i != 4], "unknown": [4]}]},
                  {"name": "leaf, 50%", "sets": [{"values": [1.7e308 * (1 - i / 29) for i in range(rows)]}]}]
        page = self.write([self.small_recording("ordered", rows, tracks=tracks)], "ordered.html")
        b = self.browser
        b.open(page)
        order = "return [...document.getElementById('choose-order').options].map(e => [e.value, e.textContent])"
        self.assertEqual(b.js(order)[-2:], [["class", "by class"], ["column:leaf%2C 50%25", "by the column leaf, 50%"]])
        choose = "const e = document.getElementById('choose-order'); e.value = arguments[0]; e.dispatchEvent(new Event('change'))"
        lines = "return [...document.querySelectorAll('#matrix-clusters line')].map(e => e.x1.baseVal.value === e.x2.baseVal.value)"
        for value, first, last, groups in (("class", 0, 4, 2), ("column:leaf%2C 50%25", 59, 0, 0)):
            b.js(choose, value)
            b.wait("return pairscopePage.isAtRest()")
            left, top, width, height = b.box("#matrix-canvas")
            for share, row in ((0.2, first), (rows - 0.5, last)):
                b.mouse("mouseMoved", left + width / 2, top + height * share / rows)
                self.assertEqual(b.text("#matrix-place").split()[1].rstrip(","), str(row), value)
            self.assertEqual(b.js(lines), [False] * groups + [True] * groups, value)
            b.wait(f"return location.hash.includes('order={value.split(':')[0]}')")
            address = b.js("return location.hash.slice(1)")
            b.open(page, address)
            self.assertEqual((b.notice(), b.js("return pairscopePage.look().order")), ("", value))
        b.address("order=class,zoom=4".replace(",", "%2C"))  # as some programs write it
        self.assertEqual((b.notice(), b.js("return pairscopePage.look().order")), ("", "class"))
        for wrong in ("order=column:leaf", "order=column", "order=class:1", "order=column:"):
            b.address(wrong)
            self.assertIn("The view in the address was not used", b.notice(), wrong)

    def test_many_tracks_with_long_names_and_the_largest_numbers_leave_the_matrix_room(self):
        rows = 40
        tracks = [{"name": f"{i} " + "name" * 60, "sets": [{"values": [(1 - 2 * (k % 2)) * 1.7e308 for k in range(rows)]}]} for i in range(60)]
        tracks += [{"name": f"text {i}", "categories": [f"{'word' * 90}{k}" for k in range(rows)], "sets": [{"values": list(range(rows))}]} for i in range(40)]
        turned = [{"name": "many words", "categories": ["a" * 500, "b b " * 200], "sets": [{"values": [k % 2 for k in range(rows)]}]}, *tracks[60:80]]
        for name, list_of_tracks in (("numbers", tracks), ("texts", turned)):
            page = self.write([self.small_recording(name, rows, tracks=list_of_tracks)], f"{name}.html")
            for width in (1280, 360):
                self.browser.resize(width, 800)
                self.browser.open(page)
                self.expect_quiet(self.browser)
                self.assertLessEqual(self.browser.js("return document.documentElement.scrollWidth"), width, name)
                _, _, wide, high = self.browser.box("#matrix-canvas")
                box = self.browser.box(".canvas-box")
                self.assertGreater(min(wide / box[2], high / box[3]), 0.55, (name, width))
                self.assertLess(self.browser.box("#matrix-legend")[3], 240)
                self.browser.picture(PICTURES / f"hostile_{name}_{width}.png")
                if name == "numbers":  # one row in two has the least number, and the other ones the greatest
                    pixel = "const c = document.getElementById('row-tracks'); return [...c.getContext('2d').getImageData(c.width - 6, Math.floor(arguments[0] * c.height), 1, 1).data].join()"
                    seen = [self.browser.js(pixel, (k + 0.5) / rows) for k in range(4)]
                    self.assertEqual((seen[0], seen[1]), (seen[2], seen[3]))
                    self.assertNotEqual(seen[0], seen[1])
            self.browser.resize(1280, 800)
        self.assertIn("keeps 100 columns, and the first 12 are drawn", json.dumps(json.loads(block((self.at / "numbers.html").read_text(encoding="utf-8"), "view"))["left_out"]))

    def test_pairs_of_the_recording_are_listed_and_looked_at(self):
        pairs = [{"row": 3, "column": 4, "name": "near <b>"}, {"row": 10, "column": 11, "name": ""}]
        page = self.write([self.small_recording("pairs", 60, labels=True, pairs=pairs)], "pairs.html")
        b = self.browser
        b.open(page)
        self.assertIn("near <b>", b.text("#matrix-pairs"))
        self.assertIn("item 4", b.text("#matrix-pairs"))
        b.js("document.querySelector('#matrix-pairs button').click()")
        look = b.js("return pairscopePage.look()")
        self.assertEqual((look["pinned"], look["place"]["row"], look["place"]["column"]), ([3, 4], 3.5, 4.5))

    def test_an_output_that_is_no_matrix_is_a_table(self):
        for name, rows, pictures, words in (("farthest_pair", 2, 2, "The squared distance of this pair"), ("best_match", 16, 0, "keeps the first 16")):
            page = self.page_of(H200 / f"{name}.pairscope")
            self.browser.open(page, mark="pairscope-ladder")
            self.assertEqual(self.browser.js("return document.querySelectorAll('#output tbody tr').length"), rows)
            self.assertEqual(self.browser.js("return document.querySelectorAll('#output .vector-picture').length"), pictures)
            self.assertIn(words, self.browser.text("#output"))

    def test_the_letters_of_charts_are_those_of_the_page(self):
        b = self.browser
        b.open(self.page)
        b.wait("return [...document.fonts].some(font => font.family.includes('Page Roboto') && font.status === 'loaded')")
        # The width that the program has measured is that of the letters, but for what hinting takes away.
        stretched = b.js("""return [...document.querySelectorAll('svg.chart text[textLength]')].filter(e => e.getBoundingClientRect().width > 0 && !e.getAttribute('font-weight')).map(e => {
            const asked = Number(e.getAttribute('textLength')); e.removeAttribute('textLength'); return [e.textContent, asked, e.getComputedTextLength()]; })""")
        self.assertGreater(len(stretched), 10)
        for words, asked, own in stretched:
            self.assertLessEqual(abs(asked - own), 1 + 0.03 * own, words)
        self.expect_quiet(b)

    def test_many_labels_and_huge_numbers_open(self):
        rows = 200_000
        recording = json.loads(self.small_recording("huge", 10).read_text(encoding="utf-8"))
        recording["points"].update(rows=rows, values=[i * 1e33 % 3e38 for i in range(2 * rows)], labels=[f"</script>{i}" for i in range(rows)])
        path = self.at / "huge.pairscope"
        path.write_text(json.dumps(recording), encoding="utf-8")
        page = self.write([path], "huge.html")
        self.assertLessEqual(page.stat().st_size, 10_000_000)
        self.browser.open(page, mark="pairscope-ladder")
        self.assertEqual(self.browser.notice(), "")
        self.expect_quiet(self.browser)

    def test_recordings_that_are_alike_are_told_apart(self):
        same = (RECORDINGS / "AMD EPYC, 2 threads/distance_matrix.pairscope").read_bytes()
        (self.at / "first.pairscope").write_bytes(same)
        (self.at / "second.pairscope").write_bytes(same)
        page = self.write([self.at / "first.pairscope", self.at / "second.pairscope"], "alike.html", "--budget", "20")
        self.browser.open(page)
        titles = self.browser.js("return [...document.querySelectorAll('.section-title')].map(e => e.firstChild.textContent)")
        self.assertEqual(len(titles), 2)
        self.assertIn("first.pairscope", titles[0])
        self.assertIn("second.pairscope", titles[1])

    def test_other_sizes_of_a_recording_are_named_and_the_chart_names_the_device(self):
        xeon, epyc = (RECORDINGS / f"{name}, 2 threads/distance_matrix.pairscope" for name in ("Intel Xeon", "AMD EPYC"))
        page = self.write([xeon, epyc], "sizes.html")
        self.browser.open(page, "panel=roofline")
        self.assertIn("The chart of sizes also shows those with n = ", self.browser.text("#ladder"))
        self.assertIn("time of a run on Intel(R) Xeon(R) Processor", self.browser.js("return document.getElementById('panels').textContent"))

    def test_several_recordings_stand_beside_each_other(self):
        page = self.page_of(self.recording, RECORDINGS / "NVIDIA H100/distance_matrix.pairscope")
        self.browser.open(page)
        titles = self.browser.js("return [...document.querySelectorAll('.section-title')].map(e => e.firstChild.textContent)")
        self.assertEqual(len(titles), 2)
        self.assertIn("H200", titles[0])
        self.assertIn("H100", titles[1])
        alone = block(self.page_of(RECORDINGS / "NVIDIA H100/distance_matrix.pairscope").read_text(encoding="utf-8"), "recording-1")
        self.assertLess(len(block(page.read_text(encoding="utf-8"), "recording-2")), len(alone) / 2)  # the cities stand there once
        b = self.browser
        b.command("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(self.at / "saved"))
        b.open(page, "panel=conditions", mark="pairscope-ladder")
        b.js("document.querySelectorAll('.save')[1].click()")
        self.assertEqual(self.downloaded(b, self.at / "saved/distance_matrix.pairscope"), alone)

    def test_every_shipped_recording_makes_a_page_that_opens(self):
        paths = sorted(RECORDINGS.glob("*/*.pairscope"))
        self.assertGreater(len(paths), 30)
        writer = concurrent.futures.ThreadPoolExecutor(1)  # it writes the next page while the browser opens this one
        self.addCleanup(writer.shutdown, cancel_futures=True)
        pages = [writer.submit(self.page_of, path) for path in paths]
        for path, written in zip(paths, pages):
            page = written.result()
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
            with self.browser.adapted(dark=dark) as b:
                b.open(self.page, "variant=vec4_rows")
                for panel in PANELS:
                    b.js("document.getElementById('tab-' + arguments[0]).click()", panel)
                    b.picture(PICTURES / f"{'dark' if dark else 'light'}_{panel}.png")


if __name__ == "__main__":
    skip_without_browser()
    PICTURES = pathlib.Path(sys.argv.pop(2))
    start_tests(Pages, sys.argv)
