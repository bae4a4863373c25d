# SPDX-License-Identifier: MIT
"""Tests the rules for words and the search for strings. Run this file with Python."""

import unittest

import source_text
import visible_strings
import word_rules


class Rules(unittest.TestCase):
    def found(self, text):
        return " | ".join(word_rules.complaints(text))

    def test_each_rule_finds_what_it_forbids(self):
        for text, part in {
            "Of a block, static and dynamic.": "starts with 'Of'",
            "It is fast. Of runs into both, one is drawn.": "starts with 'Of'",
            "{:.2f} sectors a request": "'sectors a request'",
            "26 pictures a second": "'pictures a second'",
            "The person can stop it.": "'user'",
            "The answer is saved.": "'output'",
            "The square root is approximate.": "'sqrt'",
            "It stores halves.": "'fp16'",
            "The color of a variant": "British",
            "Two  spaces": "two spaces",
            "A “quotation”": "not ASCII",
            "It was measured. A click copies it": "full stop",
            "a side is too long: 9; choose one: 8": "more than one colon",
            " could not be measured: ": "continues a sentence",
            " of the same group": "continues a sentence",
            ", cold caches": "continues a sentence",
            "; did you mean {}?": "continues a sentence",
            ". Counted on {}": "continues a sentence",
            " ns": "continues a sentence",
            " (relative error {})": "continues a sentence",
            " rows lack": "a noun and a verb",
            " {} {} {} left out.": "three parts in a row",
            " ".join(["word"] * 36): "36 words",
        }.items():
            self.assertIn(part, self.found(text), text)

    def test_plain_sentences_are_left_alone(self):
        for text in (
            "Number of points (for a file: use only the first N)",
            "A pair of points; a launch failed.",
            "The median of {} runs is {:.2f} ms.",
            "It has 32 sectors per request. A click copies the number.",
            "Use std::vector; see https://example.org.",
            "The output is a matrix.",
            "cannot read {}: it is empty; open another file",
            "The thread runs a block.",
            " A click sorts by it.",
            " {} of them coincide with their nearest neighbour.",
            " and the ",
            " --origin none",
            "    parent    {}\n",
            "\n{} lines",
        ):
            self.assertEqual(self.found(text), "", text)

    def test_comments_follow_fewer_rules(self):
        self.assertEqual(word_rules.complaints_about_comment("A key; a value: the answer."), [])
        self.assertNotEqual(word_rules.complaints_about_comment("Of a block: its warps."), [])
        self.assertNotEqual(word_rules.complaints_about_comment("of a block: its warps"), [])
        self.assertEqual(word_rules.complaints_about_comment("the warps of a block"), [])
        self.assertNotEqual(word_rules.complaints_about_comment("Those that are open."), [])
        self.assertNotEqual(word_rules.complaints_about_comment("That of the selected variant."), [])
        self.assertNotEqual(word_rules.complaints_about_comment("those of its device; null: not measured"), [])
        for beside in ("The same for a row.", "The same; absent if there is none.", "As it is drawn.", "As load() does."):
            self.assertIn("name what", " ".join(word_rules.complaints_about_comment(beside)), beside)
        for whole in ("The same region, counted from the first entry.", "As long as it lives, faults go to it.",
                      "as job::Load has it"):
            self.assertEqual(word_rules.complaints_about_comment(whole), [], whole)
        self.assertEqual(self.found("of {}"), "")  # a string may follow a number


class Sources(unittest.TestCase):
    def test_adjacent_literals_are_one_string(self):
        source = 'draw("One " // a comment\n     "sentence.");\nother("x");'
        self.assertEqual([s.text for s in source_text.strings_of(source)], ["One sentence.", "x"])
        self.assertEqual(source_text.strings_of(source)[0].place, "draw")

    def test_literals_in_comments_and_directives_are_none(self):
        source = '#include "a/b.h"\n// say("no")\n/* "no" */ char c = \'"\'; say("yes \\"there\\"");'
        self.assertEqual([s.text for s in source_text.strings_of(source)], ['yes "there"'])

    def test_raw_literals_are_read(self):
        self.assertEqual([s.text for s in source_text.strings_of('f(R"x(a "b" \\n)x");')], ['a "b" \\n'])

    def test_comment_lines_are_joined(self):
        source = "// One\n// sentence.\nint a; // Another\nint b; // A third\n"
        self.assertEqual([c.text for c in source_text.comments_of(source)], ["One sentence.", "Another", "A third"])

    def test_ids_and_code_are_not_shown(self):
        self.assertEqual(visible_strings.without_id("Save##button"), "Save")
        self.assertTrue(visible_strings.is_code("distance_matrix/cpu_naive"))
        self.assertTrue(visible_strings.is_code("{:.2f}"))
        self.assertTrue(visible_strings.is_code("ex2.approx.ftz.f32 %0, %1;"))
        self.assertFalse(visible_strings.is_code("Reset layout"))
        self.assertFalse(visible_strings.is_code("Open..."))

    def test_a_word_behind_a_space_is_no_key(self):
        self.assertTrue(visible_strings.is_key("median"))
        self.assertFalse(visible_strings.is_key(" ns"))

    def test_the_repository_has_strings_to_check(self):
        found = list(visible_strings.visible_strings(visible_strings.repository()))
        names = {name for name, _ in found}
        self.assertGreater(len(names), 100)
        self.assertIn("app/window/menus/actions.cpp", names)
        texts = {literal.text for _, literal in found}
        self.assertEqual([text for text in word_rules.MAY_CONTINUE if text not in texts], [])


if __name__ == "__main__":
    unittest.main()
