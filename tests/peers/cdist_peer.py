#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Times cpu_parallel against scipy.spatial.distance.cdist on this machine, in turns, and prints the ratio.

    tests/peers/cdist_peer.py [--pairscope build/release/bin/pairscope] [--n 16384] [--rounds 3] [--at-least 10]

SciPy works in double precision on one thread and writes twice the bytes; it is given an array to write into, so that it does
not pay for fresh memory. Exit code 1: the ratio is below --at-least; 77: something is missing, and it says what.
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


def ours(program, variant, n):
    """The median of a whole `pairscope bench`, in seconds."""
    command = [program, "bench", "--shape", "uniform_square", "--n", str(n), "--variant", variant, "--json"]
    answer = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    row = next(row for row in answer["results"] if row["variant"].endswith(variant))
    if row.get("median_seconds") is None:
        sys.exit(f"{variant}: {row['status']}: {row['reason']}")
    return row["median_seconds"]


def cdist_seconds(cdist, points, out, repeats=3):
    seconds = []
    for _ in range(repeats):
        start = time.perf_counter()
        cdist(points, points, out=out)
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds)


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairscope", default=str(root / "build/release/bin/pairscope"))
    parser.add_argument("--variant", default="cpu_parallel")
    parser.add_argument("--n", type=int, default=16384)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--at-least", type=float, default=10.0)
    options = parser.parse_args()
    try:
        import numpy
        import scipy
        from scipy.spatial.distance import cdist
    except ImportError as error:
        print(f"skipped: {error}; install scipy to compare with it", file=sys.stderr)
        return MISSING
    if not os.access(options.pairscope, os.X_OK):
        print(f"skipped: there is no program {options.pairscope}; build it or name it with --pairscope", file=sys.stderr)
        return MISSING

    points = numpy.random.default_rng(1).random((options.n, 2))
    out = numpy.empty((options.n, options.n))
    out.fill(0.0)
    ratios = []
    for round_number in range(options.rounds):
        peer = cdist_seconds(cdist, points, out)
        mine = ours(options.pairscope, options.variant, options.n)
        ratios.append(peer / mine)
        print(f"round {round_number + 1}: scipy {scipy.__version__} cdist {1e3 * peer:.1f} ms, "
              f"{options.variant} {1e3 * mine:.1f} ms, ratio {ratios[-1]:.1f}")
    ratio = statistics.median(ratios)
    print(f"n = {options.n}: {options.variant} is {ratio:.1f} times as fast as cdist (at least {options.at_least:g} wanted)")
    return 0 if ratio >= options.at_least else 1


if __name__ == "__main__":
    sys.exit(main())
