#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Times the fastest CPU variants against NumPy, SciPy and scikit-learn, in turns.

    tests/peers/cpu_peer.py [--pairscope build/release/bin/pairscope] [--only cross_distance] [--rounds 3]

cross_distance, 2048 x 1024 vectors of 16 coordinates: NumPy computes sqrt(max(|x|^2 + |y|^2 - 2 x.y, 0)) in float32, with all
threads of its BLAS for the product, into memory that it has used before; scipy.spatial.distance.cdist works in double precision
on one thread, into an array that it is given. rbf_matrix, 4096 points: sklearn.metrics.pairwise.rbf_kernel in float32.
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


def cross_distance():
    """Ours, and each peer with the ratio that is wanted of it."""
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
        good = good and ratio >= least
        print(f"{' '.join(options)}: {variant} is {ratio:.1f} times as fast as {peer} (at least {least:g} wanted)", flush=True)
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
    questions = [question for question in (cross_distance, rbf_matrix) if given.only in (None, question.__name__)]
    try:
        results = [compare(given.pairscope, question, given.rounds) for question in questions]
    except ImportError as error:
        print(f"skipped: {error}; install numpy, scipy and scikit-learn to compare with them", file=sys.stderr)
        return MISSING
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
