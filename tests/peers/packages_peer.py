#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Times our fastest exact variants beside packages of PyPI at the packages' own shapes, in turns on one GPU.

    tests/peers/packages_peer.py PROGRAM [BENCH_NEIGHBOURS] [--rounds 3]

flash-kmeans: its assignment of vectors of 128 fp16 coordinates to 1 024 centroids; it publishes 2 097 152 vectors, and best_match
takes 262 144, so both get as many. It finds one nearest centroid with products of fp16; best_match finds the best and the second
best match of float32 vectors exactly. torchbvh: the 8 nearest
neighbours of 1 000 000 points in the plane in a tree that was built before, and with the building of the tree; the neighbour
search of this program includes its preparation and is exact in double precision. Prints a line for each comparison, or why it
is left out. Exit code 77: there is no PyTorch, no GPU or no program.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys

MISSING = 77  # what ctest and others take for "skipped"
VECTORS, CENTROIDS, DIMS = 262_144, 1024, 128
POINTS, NEAREST = 1_000_000, 8
EXACT = "tensor_fp16_rerank,sgemm_tile"


def event_seconds(torch, function, calls=5, samples=9):
    for _ in range(3):
        function()
    found = []
    for _ in range(samples):
        begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        begin.record()
        for _ in range(calls):
            function()
        end.record()
        end.synchronize()
        found.append(1e-3 * begin.elapsed_time(end) / calls)
    return statistics.median(found)


def matches_seconds(program):
    """The fastest variant with exact matches, and its median in seconds."""
    options = ["--n", str(VECTORS), "--m", str(CENTROIDS), "--dims", str(DIMS)]
    command = [program, "bench", "--workload", "best_match", "--device", "cuda", *options, "--variant", EXACT, "--seconds", "1", "--json"]
    done = subprocess.run(command, capture_output=True, text=True)
    answer = json.loads(done.stdout) if done.stdout else {"results": []}
    rows = [row for row in answer["results"] if row.get("median_seconds") is not None]
    if not rows:
        raise RuntimeError(f"{' '.join(command)} measured nothing: {done.stderr.strip()}")
    exact = [row for row in rows if row.get("different_entries") in (None, 0)]
    best = min(exact or rows, key=lambda row: row["median_seconds"])
    return best["variant"], best["median_seconds"]


def compare_assignment(torch, program, rounds):
    from flash_kmeans.assign_euclid_triton import euclid_assign_triton

    x = torch.randn(1, VECTORS, DIMS, device="cuda", dtype=torch.float16)
    centroids = torch.randn(1, CENTROIDS, DIMS, device="cuda", dtype=torch.float16)
    squares = x.float().square().sum(-1)
    of_centroids = centroids.float().square().sum(-1)
    out = torch.empty(1, VECTORS, device="cuda", dtype=torch.int32)
    peer, ours = [], []
    for _ in range(rounds):
        peer.append(event_seconds(torch, lambda: euclid_assign_triton(x, centroids, squares, out=out, c_sq=of_centroids)))
        name, seconds = matches_seconds(program)
        ours.append(seconds)
    theirs, mine = statistics.median(peer), statistics.median(ours)
    print(f"{VECTORS} x {CENTROIDS} x {DIMS}: {name} {1e3 * mine:.3f} ms (exact, two matches), flash-kmeans assignment "
          f"{1e3 * theirs:.3f} ms (fp16, one match): {theirs / mine:.2f} times as fast")


def compare_neighbours(torch, bench, rounds):
    import torchbvh

    points = torch.rand(POINTS, 2, device="cuda")
    peer, whole = [], []
    for _ in range(rounds):
        with torchbvh.BVH(points) as tree:
            peer.append(event_seconds(torch, lambda: tree.knn(points, k=NEAREST + 1)))  # each finds itself, too

        def from_scratch():
            with torchbvh.BVH(points) as built:
                built.knn(points, k=NEAREST + 1)

        whole.append(event_seconds(torch, from_scratch))
    done = subprocess.run([bench, str(POINTS), str(NEAREST)], capture_output=True, text=True)
    print(f"torchbvh, {POINTS} points in the plane, k = {NEAREST}: {1e3 * statistics.median(peer):.3f} ms with its tree ready, "
          f"{1e3 * statistics.median(whole):.3f} ms with the building of it; ours:")
    print("\n".join("    " + line for line in done.stdout.splitlines()))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("bench_neighbours", nargs="?")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    if not os.access(options.program, os.X_OK):
        print(f"{options.program} is no program")
        return MISSING
    try:
        import torch
    except ImportError as error:
        print(f"PyTorch is missing: {error}")
        return MISSING
    if not torch.cuda.is_available():
        print("there is no CUDA GPU")
        return MISSING
    print(torch.cuda.get_device_name(0))
    comparisons = [("flash-kmeans", compare_assignment, options.program), ("torchbvh", compare_neighbours, options.bench_neighbours)]
    for package, compare, ours in comparisons:
        if ours is None:
            print(f"{package}: left out, because BENCH_NEIGHBOURS was not given")
            continue
        try:
            compare(torch, ours, options.rounds)
        except ImportError as error:
            print(f"{package}: left out, because it cannot be loaded: {error}")
        except RuntimeError as error:
            print(f"{package}: left out, because it failed: {str(error).splitlines()[0]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
