# SPDX-License-Identifier: MIT
"""Runs pairscope page, and the verbs that read a page: verb_test.py PROGRAM."""
import base64
import gzip
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unittest

RECORDINGS = pathlib.Path("assets/recordings").resolve()
EPYC = str(RECORDINGS / "AMD EPYC, 2 threads/distance_matrix.pairscope")
RBF = str(RECORDINGS / "AMD EPYC, 2 threads/rbf_pair.pairscope")
PROGRAM = ""


class PageVerb(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def start(self, *words):
        return subprocess.run([PROGRAM, *words], cwd=self.folder, capture_output=True, text=True, check=False)

    def written(self, *words):
        done = self.start("page", *words, "-o", "page.html")
        self.assertEqual((done.returncode, done.stdout), (0, "page.html\n"), done.stderr)
        return self.folder / "page.html"

    def expect_refused(self, words, sentence):
        before = sorted(os.listdir(self.folder))
        done = self.start(*words)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn(sentence, done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertEqual(sorted(os.listdir(self.folder)), before)

    def test_says_how_large_the_page_is_and_writes_the_same_bytes_each_time(self):
        first = self.written(EPYC).read_bytes()
        time.sleep(1.1)  # no time is in it
        done = self.start("page", EPYC, "-o", "page.html")
        self.assertRegex(done.stderr, r"the page has a size of \d+ kB")
        self.assertEqual((self.folder / "page.html").read_bytes(), first)

    def test_every_verb_that_takes_a_recording_reads_the_page(self):
        self.written(EPYC)
        of_file = self.start("info", EPYC).stdout.splitlines()[1:]
        self.assertEqual(self.start("info", "page.html").stdout.splitlines()[1:], of_file)
        for words in (["chart", "roofline", "page.html", "-o", "roofline.svg"], ["compare", EPYC, "page.html"], ["list", "--times", "page.html"],
                      ["neighbours", "page.html", "--k", "2", "--json"], ["page", "page.html", "-o", "again.html"],
                      ["render", "page.html", "-o", "matrix.png"]):
            done = self.start(*words)
            self.assertEqual(done.returncode, 0, (words, done.stderr))

    def test_says_why_a_page_has_no_matrix(self):
        done = self.start("page", str(RECORDINGS / "AMD EPYC, 2 threads/best_match.pairscope"), "-o", "page.html")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("only describes its vectors", done.stderr)

    def test_a_page_without_labels_is_read_like_others(self):
        for recording in (EPYC, str(RECORDINGS.parent.parent / "tests/profiling/example.pairscope")):
            self.assertEqual(self.start("page", recording, "-o", "page.html", "--no-labels").returncode, 0)
            for words in (["info", "page.html"], ["neighbours", "page.html", "--k", "2"], ["page", "page.html", "-o", "again.html"], ["matrix", "page.html", "--n", "64", "-o", "m.npy"]):
                done = self.start(*words)
                self.assertEqual(done.returncode, 0, (recording, words, done.stderr))

    def recording_in(self, page):
        return gzip.decompress(base64.b64decode(re.search(r'id="recording-1"[^>]*>([^<]*)<', (self.folder / page).read_text(encoding="utf-8")).group(1))).decode()

    def test_a_page_without_labels_leaves_out_texts_whose_letters_are_the_data(self):
        (self.folder / "words.csv").write_text("word\nkitten\nsitting\nmitten\n", encoding="utf-8")
        done = self.start("record", "words.pairscope", "words.csv", "--metric", "edit", "--device", "cpu", "--variant", "cpu_naive", "--seconds", "0.01")
        self.assertEqual(done.returncode, 0, done.stderr)
        done = self.start("page", "words.pairscope", "-o", "page.html", "--no-labels")
        self.assertIn("The rows of this data are texts", done.stderr)
        self.assertNotIn('"values"', self.recording_in("page.html"))
        self.assertEqual(self.start("info", "page.html").returncode, 0)

    def test_series_of_unequal_length_are_recorded_and_null_is_refused_elsewhere(self):
        (self.folder / "series.csv").write_text("a,b,c,d\n1.25,2,3,4\n2,3,,\n500000.1,6,7,\n1,1,1,1\n", encoding="utf-8")
        record = ["record", "series.pairscope", "series.csv", "--device", "cpu", "--variant", "cpu_naive", "--seconds", "0.01", "--metric"]
        done = self.start(*record, "dtw")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.start("page", "series.pairscope", "-o", "page.html").returncode, 0)
        entries = [self.start("matrix", name, *options, "--format", "csv").stdout for name, options in (("series.csv", ["--metric", "dtw"]), ("series.pairscope", []), ("page.html", []))]
        self.assertGreater(len(entries[0]), 20)
        self.assertEqual(entries, entries[:1] * 3)
        whole = (self.folder / "series.pairscope").read_text(encoding="utf-8")
        for old, new, sentence in (("2.0,3.0,null,null", "2.0,null,3.0,null", "/sets/0/values/5 is null"), ("[1.25,", "[null,", "/sets/0/values/0 is null"),
                                   ("dtw_distance", "manhattan_distance", "/sets/0/values/6 is null"), ("2.0,3.0,null,null", "2.0,3.0,null,1e39", "/sets/0/values/7 is 1e+39")):
            self.assertIn(old, whole)
            (self.folder / "wrong.pairscope").write_text(whole.replace(old, new), encoding="utf-8")
            self.expect_refused(["info", "wrong.pairscope"], sentence)
        (self.folder / "gap.csv").write_text("a,b,c\n1,2,3\n2,,3\n4,5,\n", encoding="utf-8")
        done = self.start(*[word.replace("series", "gap") for word in record], "dtw")
        self.assertEqual(done.returncode, 2)
        self.assertIn("delete row 1 of the file", done.stderr)
        done = self.start(*record[:1], "other.pairscope", *record[2:], "manhattan")
        self.assertEqual(done.returncode, 2)
        self.assertIn("delete rows 1, 2 of the file", done.stderr)

    def test_a_page_that_was_renamed_is_still_known(self):
        self.written(EPYC).rename(self.folder / "noname")
        self.assertEqual(self.start("info", "noname").returncode, 0)

    def test_a_page_that_was_cut_or_changed_is_refused_with_a_sentence(self):
        whole = self.written(EPYC).read_bytes()
        begin = whole.index(b'id="recording-1"')
        for size in (600, whole.index(b"<script>"), begin, begin + 60, begin + 5000, whole.index(b"</script>", begin)):
            (self.folder / "page.html").write_bytes(whole[:size])
            self.expect_refused(["info", "page.html"], f"the page is cut short after {size:,} bytes".replace(",", " "))
        (self.folder / "page.html").write_bytes(whole[: begin + 500] + b"AAAA" + whole[begin + 504 :])
        self.expect_refused(["info", "page.html"], "was changed since the page was written")
        self.expect_refused(["neighbours", "page.html"], "was changed since the page was written")

    def test_what_stands_elsewhere_in_the_page_is_not_read(self):
        whole = self.written(EPYC).read_bytes()
        (self.folder / "page.html").write_bytes(whole.replace(b"Distance matrix: ", b"Another title: ").replace(b"</script>", b"</script><p>more</p>", 1))
        self.assertEqual(self.start("info", "page.html").returncode, 0)

    def test_bad_questions_are_refused_before_anything_is_written(self):
        (self.folder / "mine.pairscope").write_bytes(pathlib.Path(EPYC).read_bytes())
        (self.folder / "other.html").write_text("<!doctype html><p>no page of ours", encoding="utf-8")
        for words, sentence in (
            (["page", "mine.pairscope", "-o", "mine.txt"], "end its name in .html"),
            (["page", "mine.pairscope", "-o", "missing/mine.html"], "missing"),
            (["page", "missing.pairscope", "-o", "mine.html"], "there is no such file"),
            (["page", "mine.pairscope", RBF, "-o", "mine.html"], "a page compares recordings of one workload"),
            (["page", "mine.pairscope", "-o", "mine.html", "--budget", "0.02"], "give a larger one with --budget"),
            (["page", "mine.pairscope", "-o", "mine.html", "--budget", "0"], "--budget"),
            (["page", "other.html", "-o", "mine.html"], "it is a web page"),
            (["page", "-o", "mine.html"], "RECORDING is missing"),
        ):
            with self.subTest(words=words):
                self.expect_refused(words, sentence) if "other.html" not in words else self.assertEqual(self.start(*words).returncode, 2)

    def test_a_page_replaces_none_of_the_files_that_it_is_made_of(self):
        self.written(EPYC)
        self.expect_refused(["page", "page.html", "-o", "page.html"], "it is the file that is read")

    def test_a_budget_leaves_out_parts_and_says_which(self):
        size = self.written(EPYC).stat().st_size
        for budget, sentences in ((size - 1, ["single samples"]), (500_000, ["The labels of the data", "The data and its matrix"])):
            done = self.start("page", EPYC, "-o", "page.html", "--budget", str(budget / 1e6))
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertLessEqual((self.folder / "page.html").stat().st_size, budget)
            left_out = [line for line in done.stderr.splitlines() if "left out" in line]
            self.assertEqual(len(left_out), len(sentences), left_out)
            for line, sentence in zip(left_out, sentences):
                self.assertIn(sentence, line)


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv[1])
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]], verbosity=1)
