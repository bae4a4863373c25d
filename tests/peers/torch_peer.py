#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Times the fastest CUDA variants against PyTorch on the same GPU, in turns.

    tests/peers/torch_peer.py [--pairscope build/release/bin/pairscope] [--only rbf_pair] [--rounds 3]

cross_distance: torch.cdist, replayed from a CUDA graph, so that no time of the Python interpreter is counted. rbf_matrix and
rbf_pair: the formula through torch.compile. PyTorch is timed by CUDA events around ten calls. Exit code 1: a ratio is below
what is wanted; 77: there is no PyTorch, no GPU or no program.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys

MISSING = 77  # what ctest and others take for "skipped"
CALLS = 10  # between two events


def fastest(program, workload, options):
    """The fastest CUDA variant with 32-bit entries, and its median in seconds."""
    command = [program, "bench", "--workload", workload, "--device", "cuda", *options, "--json"]
    answer = json.loads(subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout)
    rows = [row for row in answer["results"] if row.get("median_seconds") is not None and row["output_bits"] == 32]
    best = min(rows, key=lambda row: row["median_seconds"])
    return best["variant"], best["median_seconds"]


def event_seconds(torch, function):
    for _ in range(3):
        function()
    samples = []
    for _ in range(20):
        begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        begin.record()
        for _ in range(CALLS):
            function()
        end.record()
        end.synchronize()
        samples.append(1e-3 * begin.elapsed_time(end) / CALLS)
    return statistics.median(samples)


def graph_of(torch, function):
    """The function as a CUDA graph, which launches its kernels without Python."""
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        for _ in range(3):
            function()
    torch.cuda.current_stream().wait_stream(stream)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        function()
    return graph.replay


def distances(torch, rows, cols, dims):
    a, b = torch.randn(rows, dims, device="cuda"), torch.randn(cols, dims, device="cuda")
    return graph_of(torch, lambda: torch.cdist(a, b))


def kernel_matrix(torch, n):
    points = torch.rand(n, 2, device="cuda")
    function = torch.compile(lambda x: torch.exp(-0.02 * (x[:, None, :] - x[None, :, :]).square().sum(-1)))
    return lambda: function(points)


def kernel_of_two(torch, n):
    a, b = torch.rand(n, device="cuda"), torch.rand(n, device="cuda")
    function = torch.compile(lambda x, y: torch.exp(-0.5 * (x - y).square().sum()))
    return lambda: function(a, b)


# workload, options of ours, PyTorch's function, how many times as fast ours should be; None: it is told only
QUESTIONS = [
    ("cross_distance", ["--n", "2048", "--m", "1024", "--dims", "16"], lambda torch: distances(torch, 2048, 1024, 16), None),
    ("cross_distance", ["--n", "8192", "--m", "8192", "--dims", "16"], lambda torch: distances(torch, 8192, 8192, 16), 6.0),
    ("cross_distance", ["--n", "8192", "--m", "8192", "--dims", "64"], lambda torch: distances(torch, 8192, 8192, 64), 6.0),
    ("cross_distance", ["--n", "8192", "--m", "8192", "--dims", "256"], lambda torch: distances(torch, 8192, 8192, 256), 4.0),
    ("rbf_matrix", ["--shape", "uniform_square", "--n", "30336"], lambda torch: kernel_matrix(torch, 30336), None),
    ("rbf_pair", ["--n", "1048576"], lambda torch: kernel_of_two(torch, 1 << 20), None),
    ("rbf_pair", ["--n", "134217728"], lambda torch: kernel_of_two(torch, 1 << 27), None),
]


def compare(torch, program, question, rounds):
    """Returns whether the ratio is as wanted."""
    workload, options, function_of, least = question
    function = function_of(torch)
    ratios = []
    for number in range(rounds):
        theirs = event_seconds(torch, function)
        variant, mine = fastest(program, workload, options)
        ratios.append(theirs / mine)
        print(f"round {number + 1}: {variant} {1e6 * mine:.1f} us, torch {torch.__version__} {1e6 * theirs:.1f} us", flush=True)
    ratio = statistics.median(ratios)
    wanted = "" if least is None else f" (at least {least:g} wanted)"
    print(f"{workload} {' '.join(options)}: {ratio:.1f} times as fast as torch{wanted}", flush=True)
    return least is None or ratio >= least


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairscope", default=str(root / "build/release/bin/pairscope"))
    parser.add_argument("--only")
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    try:
        import torch
    except ImportError as error:
        print(f"skipped: {error}; install torch to compare with it", file=sys.stderr)
        return MISSING
    if not torch.cuda.is_available():
        print("skipped: torch finds no CUDA GPU", file=sys.stderr)
        return MISSING
    if not os.access(given.pairscope, os.X_OK):
        print(f"skipped: there is no program {given.pairscope}; build it or name it with --pairscope", file=sys.stderr)
        return MISSING
    torch.manual_seed(1)
    questions = [question for question in QUESTIONS if given.only in (None, question[0])]
    return 0 if all([compare(torch, given.pairscope, question, given.rounds) for question in questions]) else 1


if __name__ == "__main__":
    sys.exit(main())
