#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes reference_distances.h: distances of small sets by SciPy and NumPy, one entry for each pair of rows."""
import sys

import numpy
import scipy
from scipy.spatial.distance import pdist

random = numpy.random.default_rng(38)
mixed = random.integers(-40, 41, (9, 5)) / 8
counts = random.poisson(3, (13, 7)).astype(float)
counts[4] = counts[9] = 0  # rows without anything
counts[6] = counts[2]
decimals = numpy.round(random.normal(2, 1.5, (11, 3)), 3)
categories = random.integers(0, 4, (6, 17)).astype(float)
categories[3] = 2  # all numbers are equal
tall = numpy.round(random.normal(0, 1, (30, 4)) @ random.normal(0, 2, (4, 4)) + 100, 2)
codes = random.integers(0, 256, (10, 9)).astype(float)
sets = [mixed, counts, decimals, categories, tall, codes]


def shares(rows):
    with numpy.errstate(invalid="ignore"):
        return rows / rows.sum(axis=1, keepdims=True)


def jaccard(rows):
    """Numbers are categories. SciPy takes truth values only, for which both agree, and 0 for two empty rows."""
    found = []
    for i, row in enumerate(rows):
        for other in rows[i + 1:]:
            there = (row != 0) | (other != 0)
            found.append((row != other).sum() / there.sum() if there.any() else numpy.nan)
    return numpy.array(found)


truths = random.integers(0, 2, (8, 9)).astype(float)
truths[:, 0] = 1  # no row is empty
assert numpy.allclose(jaccard(truths), pdist(truths.astype(bool), "jaccard"))


def jensen_shannon(rows):
    found = pdist(rows, "jensenshannon")
    found[~numpy.isfinite(found)] = numpy.nan  # rows without anything are no distributions
    return found


def bits(rows):
    unpacked = numpy.unpackbits(rows.astype(numpy.uint8), axis=1)
    return pdist(unpacked, "hamming") * unpacked.shape[1]


metrics = {
    "euclidean": (pdist, [0, 1, 2, 4]),
    "canberra": (lambda rows: pdist(rows, "canberra"), [0, 1, 2, 3, 4]),
    "hamming": (lambda rows: pdist(rows, "hamming"), [0, 1, 3]),
    "standardised_euclidean": (lambda rows: pdist(rows, "seuclidean"), [0, 1, 2, 4]),
    "mahalanobis": (lambda rows: pdist(rows, "mahalanobis"), [0, 2, 4]),
    "hellinger": (lambda rows: pdist(numpy.sqrt(shares(rows)), "euclidean") / numpy.sqrt(2), [1, 3]),
    "correlation": (lambda rows: pdist(rows, "correlation"), [0, 1, 2, 3, 4]),
    "bray_curtis": (lambda rows: pdist(rows, "braycurtis"), [0, 1, 2, 3]),
    "minkowski": (lambda rows: pdist(rows, "minkowski", p=3), [0, 1, 2, 4]),
    "jaccard": (jaccard, [1, 3]),
    "jensen_shannon": (jensen_shannon, [1, 3]),
    "hamming_bits": (bits, [5]),
}


def written(numbers):
    return ", ".join("NAN" if numpy.isnan(x) else f"{x:.12g}" for x in numbers)


out = sys.stdout
out.write("// SPDX-License-Identifier: MIT\n")
out.write(f"// Made by make_reference_distances.py with SciPy {scipy.__version__} and NumPy {numpy.__version__}.\n")
out.write("""#pragma once

#include <cmath>
#include <string_view>
#include <vector>

namespace pairscope {

struct ReferenceSet {
    int rows, dims;
    std::vector<double> numbers;
};
struct ReferenceDistances {
    std::string_view metric; ///< as --metric names it
    int set;
    std::vector<double> distances; ///< of the pairs (0, 1), (0, 2) and so on; NAN: there is none
};

// clang-format off
inline std::vector<ReferenceSet> reference_sets() {
    return {
""")
for rows in sets:
    out.write(f"{{{len(rows)}, {rows.shape[1]}, {{{written(rows.ravel())}}}}},\n")
out.write("    };\n}\n\ninline std::vector<ReferenceDistances> reference_distances() {\n    return {\n")
for name, (measure, places) in metrics.items():
    for place in places:
        with numpy.errstate(all="ignore"):
            out.write(f'{{"{name}", {place}, {{{written(measure(sets[place]))}}}}},\n')
out.write("    };\n}\n// clang-format on\n\n} // namespace pairscope\n")
