#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Times the fastest CPU variants against NumPy, SciPy and scikit-learn, in turns.

    tests/peers/cpu_peer.py [--pairscope build/release/bin/pairscope] [--only cross_distance] [--rounds 3]

distance_matrix, 8192 points: scipy.spatial.distance.cdist in double precision, on one thread, into an array that it is given.
cross_distance, 2048 x 1024 vectors of 16 coordinates: NumPy computes sqrt(max(|x|^2 + |y|^2 - 2 x.y, 0)) in float32, with all
threads of its BLAS for the product, into memory that it has used before; scipy.spatial.distance.cdist works in double precision
on one thread, into an array that it is given. rbf_matrix, 4096 points: sklearn.metrics.pairwise.rbf_kernel in float32.
rbf_density, 4096 points: the same kernel and the sum of each row; sklearn.neighbors.KernelDensity with a ball tree, exactly.
rbf_pair, 2^24 coordinates: NumPy subtracts into memory that it has used before, and multiplies the difference with itself.
farthest_pair, 20000 x 784 bytes: NumPy multiplies blocks of 2000 vectors with those behind them, in float32, which is not exact.
best_match, 16384 x 16384 x 128: NumPy multiplies blocks of 2048 vectors with all candidates and looks for the two highest scores;
FAISS searches a flat index of inner products.
The times of distance_matrix, rbf_density and rbf_pair are only told: no ratio is wanted of them.
Exit code 1: a ratio is below what is wanted; 77: something is missing, and it says what.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

MISSING = 77  # what ctest and others take for "skipped"


def ours(program, variant, options):
    """The median of a whole `pairscope bench`, in seconds."""
    command = [program, "bench", *options, "--variant", variant, "--json"]
    answer = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout)
    row = answer["results"][0]
    if row.get("median_seconds") is None:
        sys.exit(f"{variant}: {row['status']}: {row['reason']}")
    return row["median_seconds"]


def median_seconds(function, repeats):
    function()
    seconds = []
    for _ in range(repeats):
        start = time.perf_counter()
        function()
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds)


def product_form(numpy, a, b, out):
    """What people write, without new memory for the matrix."""
    numpy.matmul(a, b.T, out=out)
    out *= -2.0
    out += (a * a).sum(axis=1)[:, None]
    out += (b * b).sum(axis=1)[None, :]
    numpy.maximum(out, 0.0, out=out)
    numpy.sqrt(out, out=out)


def distance_matrix():
    """Ours, and each peer with the ratio that is wanted of it; None: its time is only told."""
    import numpy
    import scipy
    from scipy.spatial.distance import cdist
    points, out = numpy.random.default_rng(1).random(size=(8192, 2)), numpy.zeros((8192, 8192))
    return ("distance_matrix/cpu_parallel", ["--shape", "uniform_square", "--n", "8192"], {
        f"scipy {scipy.__version__}": (None, lambda: median_seconds(lambda: cdist(points, points, out=out), 3)),
    })


def cross_distance():
    import numpy
    import scipy
    from scipy.spatial.distance import cdist
    random = numpy.random.default_rng(1)
    a = random.normal(size=(2048, 16)).astype(numpy.float32)
    b = random.normal(size=(1024, 16)).astype(numpy.float32)
    single, double = numpy.zeros((2048, 1024), numpy.float32), numpy.zeros((2048, 1024))
    return ("cross_distance/cpu_simd_tile", ["--n", "2048", "--m", "1024", "--dims", "16"], {
        f"numpy {numpy.__version__}": (5.0, lambda: median_seconds(lambda: product_form(numpy, a, b, single), 15)),
        f"scipy {scipy.__version__}": (15.0, lambda: median_seconds(lambda: cdist(a, b, out=double), 5)),
    })


def rbf_matrix():
    import numpy
    import sklearn
    from sklearn.metrics.pairwise import rbf_kernel
    points = numpy.random.default_rng(1).random(size=(4096, 2)).astype(numpy.float32)
    return ("rbf_matrix/cpu_parallel", ["--shape", "uniform_square", "--n", "4096"], {
        f"scikit-learn {sklearn.__version__}": (15.0, lambda: median_seconds(lambda: rbf_kernel(points, gamma=0.02), 5)),
    })


def rbf_density():
    import numpy
    import sklearn
    from sklearn.metrics.pairwise import rbf_kernel
    from sklearn.neighbors import KernelDensity
    points = numpy.random.default_rng(1).random(size=(4096, 2)).astype(numpy.float32)
    density = KernelDensity(bandwidth=5.0, algorithm="ball_tree").fit(points)
    return ("rbf_density/cpu_parallel", ["--workload", "rbf_density", "--shape", "uniform_square", "--n", "4096"], {
        f"scikit-learn {sklearn.__version__}, rbf_kernel": (
            None, lambda: median_seconds(lambda: rbf_kernel(points, gamma=0.02).sum(axis=1), 5)),
        f"scikit-learn {sklearn.__version__}, KernelDensity": (
            None, lambda: median_seconds(lambda: density.score_samples(points), 1)),
    })


def rbf_pair():
    import numpy
    coordinates = 1 << 24
    random = numpy.random.default_rng(1)
    x, y = (random.random(size=coordinates, dtype=numpy.float32) for _ in range(2))
    difference = numpy.zeros(coordinates, numpy.float32)

    def value():
        numpy.subtract(x, y, out=difference)
        return numpy.exp(-0.5 / coordinates * numpy.dot(difference, difference))

    return ("rbf_pair/cpu_parallel", ["--workload", "rbf_pair", "--n", str(coordinates)], {
        f"numpy {numpy.__version__}": (None, lambda: median_seconds(value, 9)),
    })


def farthest_in_blocks(numpy, vectors, lengths, rows_at_once=2000):
    """The largest squared distance by |x|^2 + |y|^2 - 2 x.y, without the pairs below the diagonal of blocks."""
    best = 0.0
    for first in range(0, len(vectors), rows_at_once):
        rows = slice(first, first + rows_at_once)
        squares = vectors[rows] @ vectors[first:].T
        squares *= -2.0
        squares += lengths[rows, None]
        squares += lengths[None, first:]
        best = max(best, squares.flat[squares.argmax()])
    return best


def farthest_pair():
    import numpy
    random = numpy.random.default_rng(1)
    vectors = random.integers(0, 256, size=(20000, 784)).astype(numpy.float32)
    lengths = (vectors * vectors).sum(axis=1)
    return ("farthest_pair/cpu_parallel", ["--workload", "farthest_pair", "--n", "20000"], {
        f"numpy {numpy.__version__}": (4.0, lambda: median_seconds(lambda: farthest_in_blocks(numpy, vectors, lengths), 1)),
    })


def match_in_blocks(numpy, a, b, scores):
    """The two best candidates of each vector, as numpy finds them fastest: the highest score, and the highest without it."""
    rows_at_once = len(scores)
    for first in range(0, len(a), rows_at_once):
        numpy.matmul(a[first:first + rows_at_once], b.T, out=scores)
        best = scores.argmax(axis=1)
        scores[numpy.arange(rows_at_once), best] = -2.0
        scores.argmax(axis=1)


def best_match():
    import numpy
    random = numpy.random.default_rng(1)
    a, b = (random.normal(size=(16384, 128)).astype(numpy.float32) for _ in range(2))
    for vectors in (a, b):
        vectors /= numpy.linalg.norm(vectors, axis=1, keepdims=True)
    scores = numpy.zeros((2048, 16384), numpy.float32)
    peers = {f"numpy {numpy.__version__}": (1.8, lambda: median_seconds(lambda: match_in_blocks(numpy, a, b, scores), 3))}
    try:
        import faiss
        index = faiss.IndexFlatIP(128)
        index.add(b)
        peers[f"faiss {faiss.__version__}"] = (3.0, lambda: median_seconds(lambda: index.search(a, 2), 3))
    except ImportError:
        print("faiss is not installed: it is left out")
    return ("best_match/cpu_int8_screen", ["--workload", "best_match", "--n", "16384", "--m", "16384"], peers)


def compare(program, question, rounds):
    """Returns whether every ratio is as wanted."""
    variant, options, peers = question()
    ratios = {peer: [] for peer in peers}
    for number in range(rounds):
        mine = ours(program, variant, options)
        line = f"round {number + 1}: {variant} {1e3 * mine:.2f} ms"
        for peer, (_, seconds) in peers.items():
            theirs = seconds()
            ratios[peer].append(theirs / mine)
            line += f", {peer} {1e3 * theirs:.2f} ms"
        print(line, flush=True)
    good = True
    for peer, (least, _) in peers.items():
        ratio = statistics.median(ratios[peer])
        wanted = "" if least is None else f" (at least {least:g} wanted)"
        good = good and (least is None or ratio >= least)
        print(f"{' '.join(options)}: {variant} is {ratio:.1f} times as fast as {peer}{wanted}", flush=True)
    return good


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairscope", default=str(root / "build/release/bin/pairscope"))
    parser.add_argument("--only")
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    if not os.access(given.pairscope, os.X_OK):
        print(f"skipped: there is no program {given.pairscope}; build it or name it with --pairscope", file=sys.stderr)
        return MISSING
    questions = [question for question in (distance_matrix, cross_distance, rbf_matrix, rbf_density, rbf_pair, farthest_pair, best_match)
                 if given.only in (None, question.__name__)]
    try:
        results = [compare(given.pairscope, question, given.rounds) for question in questions]
    except ImportError as error:
        print(f"skipped: {error}; install numpy, scipy and scikit-learn to compare with them", file=sys.stderr)
        return MISSING
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
