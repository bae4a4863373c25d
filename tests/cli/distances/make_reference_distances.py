#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints reference_distances.h: distances, near pairs and matches of generated sets, by SciPy and scikit-learn.

python3 tests/cli/distances/make_reference_distances.py > tests/cli/distances/reference_distances.h
The tests make the same sets. OpenCV's BFMatcher(NORM_L2).knnMatch(k=2) sorts by the distances that cdist computes here.
"""

import numpy
import scipy
import sklearn
from scipy.spatial.distance import cdist, pdist
from sklearn.neighbors import radius_neighbors_graph

ROWS, DIMS = 9, 3
METRICS = {"euclidean": "euclidean", "squared": "sqeuclidean", "manhattan": "cityblock", "chebyshev": "chebyshev",
           "cosine": "cosine"}
RADIUS = 9.0


def vectors(rows, dims, seed):
    return numpy.array([[((i * 37 + k * 101 + i * i * (k + seed)) % 211) / 8 for k in range(dims)] for i in range(rows)])


def listed(numbers):
    return ", ".join(repr(number) for number in numbers)


def matches():
    a, b = vectors(12, 4, 1), vectors(10, 4, 5)
    distances = cdist(a, b)
    order = numpy.argsort(distances, axis=1, kind="stable")
    back = numpy.argmin(distances, axis=0)
    for row in range(len(a)):
        best, second = int(order[row, 0]), int(order[row, 1])
        near, next_near = float(distances[row, best]), float(distances[row, second])
        mutual = "true" if int(back[best]) == row else "false"
        print(f"    {{{best}, {second}, {near!r}, {next_near!r}, {near / next_near!r}, {mutual}}},")


print("// SPDX-License-Identifier: MIT")
print(f"// Made by make_reference_distances.py with NumPy {numpy.__version__}, SciPy {scipy.__version__}, "
      f"scikit-learn {sklearn.__version__}.")
print("""#pragma once

#include <vector>

namespace pairscope {

struct ReferenceDistances {
    const char* metric;
    std::vector<double> condensed; ///< pdist
};
struct ReferenceMatch {
    int best, second;
    double distance, second_distance, ratio;
    bool mutual;
};
""")
points = vectors(ROWS, DIMS, 1)
print("inline const std::vector<ReferenceDistances> reference_distances{")
for ours, theirs in METRICS.items():
    print(f'    {{"{ours}", {{{listed(float(x) for x in pdist(points, theirs))}}}}},')
print("};")
graph = radius_neighbors_graph(points, RADIUS, mode="distance", include_self=False).tocsr()
graph.sort_indices()
print(f"/// Within {RADIUS}.")
print(f"inline const std::vector<int> reference_indptr{{{listed(int(x) for x in graph.indptr)}}};")
print(f"inline const std::vector<int> reference_indices{{{listed(int(x) for x in graph.indices)}}};")
print(f"inline const std::vector<double> reference_data{{{listed(float(x) for x in graph.data)}}};")
print("inline const std::vector<ReferenceMatch> reference_matches{")
matches()
print("};")
print("\n} // namespace pairscope")
