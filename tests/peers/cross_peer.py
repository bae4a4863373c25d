#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Times cpu_simd_tile of cross_distance against NumPy's product form and scipy.spatial.distance.cdist, in turns.

    tests/peers/cross_peer.py [--pairscope build/release/bin/pairscope] [--m 2048] [--n 1024] [--rounds 3]

NumPy computes sqrt(max(|x|^2 + |y|^2 - 2 x.y, 0)) in float32, with all threads of its BLAS for the product, into memory that it
has used before. SciPy works in double precision on one thread, into an array that it is given. The vectors have 16 coordinates.
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
DIMS = 16


def ours(program, variant, m, n):
    """The median of a whole `pairscope bench`, in seconds."""
    command = [program, "bench", "--workload", "cross_distance", "--n", str(m), "--m", str(n), "--variant",
               f"cross_distance/{variant}", "--json"]
    answer = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    row = next(row for row in answer["results"] if row["variant"].endswith(variant))
    if row.get("median_seconds") is None:
        sys.exit(f"{variant}: {row['status']}: {row['reason']}")
    return row["median_seconds"]


def median_seconds(function, repeats=15):
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


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairscope", default=str(root / "build/release/bin/pairscope"))
    parser.add_argument("--variant", default="cpu_simd_tile")
    parser.add_argument("--m", type=int, default=2048)
    parser.add_argument("--n", type=int, default=1024)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--at-least-numpy", type=float, default=5.0)
    parser.add_argument("--at-least-scipy", type=float, default=15.0)
    options = parser.parse_args()
    try:
        import numpy
        import scipy
        from scipy.spatial.distance import cdist
    except ImportError as error:
        print(f"skipped: {error}; install numpy and scipy to compare with them", file=sys.stderr)
        return MISSING
    if not os.access(options.pairscope, os.X_OK):
        print(f"skipped: there is no program {options.pairscope}; build it or name it with --pairscope", file=sys.stderr)
        return MISSING

    random = numpy.random.default_rng(1)
    a = random.normal(size=(options.m, DIMS)).astype(numpy.float32)
    b = random.normal(size=(options.n, DIMS)).astype(numpy.float32)
    single = numpy.zeros((options.m, options.n), numpy.float32)
    double = numpy.zeros((options.m, options.n))
    ratios = {"numpy": [], "scipy": []}
    for round_number in range(options.rounds):
        by_numpy = median_seconds(lambda: product_form(numpy, a, b, single))
        by_scipy = median_seconds(lambda: cdist(a, b, out=double), 5)
        mine = ours(options.pairscope, options.variant, options.m, options.n)
        ratios["numpy"].append(by_numpy / mine)
        ratios["scipy"].append(by_scipy / mine)
        print(f"round {round_number + 1}: numpy {numpy.__version__} {1e3 * by_numpy:.2f} ms, scipy {scipy.__version__} "
              f"{1e3 * by_scipy:.2f} ms, {options.variant} {1e3 * mine:.2f} ms")
    wanted = {"numpy": options.at_least_numpy, "scipy": options.at_least_scipy}
    good = True
    for peer, least in wanted.items():
        ratio = statistics.median(ratios[peer])
        good = good and ratio >= least
        print(f"{options.m} x {options.n} x {DIMS}: {options.variant} is {ratio:.1f} times as fast as {peer} "
              f"(at least {least:g} wanted)")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
