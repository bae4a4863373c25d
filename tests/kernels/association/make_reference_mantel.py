#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints reference_mantel.h: correlations of distances, exact p-values and Procrustes disparities, by SciPy.

python3 tests/kernels/association/make_reference_mantel.py > tests/kernels/association/reference_mantel.h
sample_pairs.h makes the same sets. The p-values are of all orders of the items, the observed one among them.
"""

import itertools

import numpy
import scipy
from scipy.spatial import procrustes
from scipy.spatial.distance import pdist, squareform
from scipy.stats import pearsonr, spearmanr

SETS = 12
ITEMS = 7
HEAD = """#pragma once

#include <array>

namespace pairscope::association {

/// What SciPy says about the two sets reference_points(number) and reference_points(number + 100).
struct ReferenceMantel {
    int number;
    double pearson, spearman;
    double p_greater, p_less, p_two_sided; ///< of Pearson's correlation
    double disparity;                      ///< of the two sets as points in the plane
};

// clang-format off"""


def generated(number):
    """Points in the plane whose distances are partly those of a common set."""
    state, values = 1000 + number, []
    for row in range(ITEMS):
        for k in range(2):
            state = (state * 1103515245 + 12345) % 2**31
            values.append((state >> 7) % 2**20 / 4096 + 100 * ((row * (k + 3)) % 5) * (number % 3))
    return numpy.array(values).reshape(ITEMS, 2)


def main():
    print("// SPDX-License-Identifier: MIT")
    print(f"// Made by make_reference_mantel.py with SciPy {scipy.__version__}.")
    print(HEAD)
    print(f"inline constexpr std::array<ReferenceMantel, {SETS}> reference_mantel{{{{")
    for number in range(SETS):
        first, second = generated(number), generated(number + 100)
        one, other = pdist(first), squareform(pdist(second))
        pairs = numpy.triu_indices(ITEMS, 1)
        observed = pearsonr(one, other[pairs])[0]
        orders = numpy.array(list(itertools.permutations(range(ITEMS))))
        shuffled = other[orders[:, pairs[0]], orders[:, pairs[1]]]
        x = (one - one.mean()) / one.std()
        y = (shuffled - shuffled.mean(axis=1, keepdims=True)) / shuffled.std(axis=1, keepdims=True)
        found = y @ x / len(x)
        sides = [(found >= observed - 1e-10).mean(), (found <= observed + 1e-10).mean(),
                 (abs(found) >= abs(observed) - 1e-10).mean()]
        rank = spearmanr(one, other[pairs])[0]
        disparity = procrustes(first, second)[2]
        print(f"    {{{number}, {observed:.15g}, {rank:.15g}, {', '.join(f'{p:.9g}' for p in sides)}, {disparity:.15g}}},")
    print("}};\n// clang-format on\n\n} // namespace pairscope::association")


if __name__ == "__main__":
    main()
