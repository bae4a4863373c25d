#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints reference_trees.h: trees, optimal orders and silhouettes of generated sets, by SciPy and scikit-learn.

python3 tests/kernels/seriation/make_reference_trees.py > tests/kernels/seriation/reference_trees.h
reference_trees_test.cpp makes the same sets. None of them has two equal distances.
"""

import numpy
import scipy
import sklearn
from scipy.cluster.hierarchy import fcluster, leaves_list, linkage, optimal_leaf_ordering
from scipy.spatial.distance import pdist, squareform
from sklearn.metrics import silhouette_samples

SETS = 20
METRICS = {"euclidean": "euclidean", "squared": "sqeuclidean", "manhattan": "cityblock", "chebyshev": "chebyshev",
           "cosine": "cosine"}
LINKAGES = ["average", "complete", "single", "ward", "weighted", "centroid", "median"]
EUCLIDEAN_ONLY = {"ward", "centroid", "median"}
CLUSTERS = 3


HEAD = """#pragma once

#include "kernels/seriation/linkage.h"

#include <vector>

namespace pairscope::seriation {

struct ReferenceTree {
    int set;
    Metric metric;
    Linkage linkage;
    double least_length; ///< the sum of the distances between vectors side by side, in the best order of the tree
    std::vector<Merge> merges;
    std::vector<double> silhouettes; ///< of three clusters; empty: none were made
};

// clang-format off
inline std::vector<ReferenceTree> reference_trees() {
    return {"""


def generated(number):
    """Groups of vectors with coordinates that float32 holds exactly."""
    rows, dims, groups = 8 + number % 7, 1 + number % 5, 1 + number % 4
    dims = max(dims, 2)
    state, values = 1000 + number, []
    for row in range(rows):
        for k in range(dims):
            state = (state * 1103515245 + 12345) % 2**31
            values.append((state >> 7) % 2**20 / 256 + 3000 * ((row + k) % groups))
    return numpy.array(values).reshape(rows, dims)


def least_length(tree, square):
    """The shortest order, by the lengths between all ends of each cluster. SciPy's own order may be longer."""
    lengths = [{(i, i): 0.0} for i in range(len(square))]
    for a, b, _, _ in tree:
        both = {}
        for (start, left), before in lengths[int(a)].items():
            for (right, end), after in lengths[int(b)].items():
                length = before + square[left, right] + after
                if length < both.get((start, end), numpy.inf):
                    both[start, end] = both[end, start] = length
        lengths.append(both)
    return min(lengths[-1].values())


def merges_text(tree):
    return ", ".join(f"{{{int(a)}, {int(b)}, {height:.12g}, {int(size)}}}" for a, b, height, size in tree)


def main():
    print("// SPDX-License-Identifier: MIT")
    print(f"// Made by make_reference_trees.py with SciPy {scipy.__version__} and scikit-learn {sklearn.__version__}.")
    print(HEAD)
    longer = 0
    for number in range(SETS):
        vectors = generated(number)
        for place, name in enumerate(LINKAGES):
            metric = "euclidean" if name in EUCLIDEAN_ONLY else list(METRICS)[(number + place) % len(METRICS)]
            distances = pdist(vectors, METRICS[metric])
            assert len(set(distances)) == len(distances)
            tree = linkage(distances, name)
            square = squareform(distances)
            length = least_length(tree, square)
            order = leaves_list(optimal_leaf_ordering(tree, distances))
            scipy_length = square[order[1:], order[:-1]].sum()
            assert length <= scipy_length * (1 + 1e-12)
            longer += scipy_length > length * (1 + 1e-12)
            print(f"{{{number}, Metric::{metric}, Linkage::{name}, {length:.12g}, {{{merges_text(tree)}}},")
            found = fcluster(tree, CLUSTERS, "maxclust")
            samples = []
            if name not in ("centroid", "median"):
                samples = silhouette_samples(square, found, metric="precomputed")
            print(f" {{{', '.join(f'{sample:.9g}' for sample in samples)}}}}},")
    print("    };\n}\n// clang-format on\n\n} // namespace pairscope::seriation")
    print(f"// The order of SciPy's optimal_leaf_ordering is longer for {longer} of these trees.")


if __name__ == "__main__":
    main()
