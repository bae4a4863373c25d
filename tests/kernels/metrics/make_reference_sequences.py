#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes reference_sequences.h: edit distances by RapidFuzz, and dynamic time warping by dtaidistance."""
import sys

import dtaidistance
import numpy
import rapidfuzz
from dtaidistance import dtw
from rapidfuzz.distance import Levenshtein

random = numpy.random.default_rng(38)
words = ["kitten", "sitting", "", "Müller", "Mueller", "saturday", "sunday", "日本語", "日語", "a", "kitten",
         "ACGT" * 17, "ACG" * 22 + "TTT", "ab" * 32, "ab" * 32 + "c", "x" + "ab" * 64, "two words, and more"]
series = [numpy.round(random.normal(0, 2, length).cumsum(), 2) for length in (12, 12, 9, 5, 1, 12, 30, 17)]
bands = [4096, 0, 2, 7]


def warped(a, b, band):
    # dtaidistance counts the diagonal, so its window is the band and 1. It widens it in another way for unequal lengths.
    limit = max(band, abs(len(a) - len(b)))
    cells = numpy.full((len(a) + 1, len(b) + 1), numpy.inf)
    cells[0, 0] = 0
    for i, x in enumerate(a, 1):
        for j, y in enumerate(b, 1):
            if abs(i - j) <= limit:
                cells[i, j] = (x - y) ** 2 + min(cells[i - 1, j], cells[i, j - 1], cells[i - 1, j - 1])
    return float(numpy.sqrt(cells[-1, -1]))


for a in series:  # the library and the definition above agree without a band, and for equal lengths with one
    for b in series:
        assert numpy.isclose(warped(a, b, 4096), dtw.distance(a, b))
        if len(a) == len(b):
            for band in bands:
                assert numpy.isclose(warped(a, b, band), dtw.distance(a, b, window=band + 1)), (len(a), len(b), band)


def written(numbers):
    return ", ".join(f"{x:.12g}" for x in numbers)


def quoted(word):
    return '"' + "".join(c if ord(c) < 128 else "".join(f"\\x{byte:02x}" for byte in c.encode()) + '""' for c in word) + '"'


out = sys.stdout
out.write("// SPDX-License-Identifier: MIT\n")
out.write(f"// Made by make_reference_sequences.py with RapidFuzz {rapidfuzz.__version__} and dtaidistance {dtaidistance.__version__}.\n")
out.write("""#pragma once

#include <string>
#include <vector>

namespace pairscope {

/// One entry for each pair of rows, (0, 1), (0, 2) and so on.
struct ReferenceWarps {
    double band;
    std::vector<double> distances;
};

// clang-format off
inline std::vector<std::string> reference_words() {
    return {
""")
out.write(",\n".join("        " + quoted(word) for word in words))
out.write("};\n}\ninline std::vector<double> reference_edits() {\n    return {")
out.write(written(Levenshtein.distance(a, b) for i, a in enumerate(words) for b in words[i + 1:]))
out.write("};\n}\ninline std::vector<std::vector<double>> reference_series() {\n    return {\n")
out.write(",\n".join("        {" + written(row) + "}" for row in series))
out.write("};\n}\ninline std::vector<ReferenceWarps> reference_warps() {\n    return {\n")
out.write(",\n".join(f"        {{{band}, {{" + written(warped(a, b, band) for i, a in enumerate(series) for b in series[i + 1:]) + "}}"
                     for band in bands))
out.write("};\n}\n// clang-format on\n\n} // namespace pairscope\n")
