#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks and times every workload but the first one on a GPU, against the ceilings that the same process measures.

    tests/peers/workloads_peer.py PROGRAM [--only WORKLOAD]

Prints a line for each variant: its median time, the fraction of the ceiling that limits it, and that ceiling; then a line for
each promise about the fastest variant. Exit code 1: a check failed or a promise is not kept; 77: there is no GPU.
"""
import argparse
import json
import subprocess
import sys

MISSING = 77  # what ctest and others take for "skipped"

# workload, options, promise: the fastest variant takes at most so many us, its kernels alone take at most so many us, or it has at
# least this fraction of its ceiling
QUESTIONS = [
    ("cross_distance", ["--n", "2048", "--m", "1024", "--dims", "16"], ("kernel us", 6.0)),
    ("cross_distance", ["--n", "8192", "--m", "8192", "--dims", "16"], ("fraction", 0.90)),
    ("cross_distance", ["--n", "8192", "--m", "8192", "--dims", "64"], ("fraction", 0.90)),
    ("cross_distance", ["--n", "8192", "--m", "8192", "--dims", "256"], ("us", 314.0)),
    ("rbf_matrix", ["--shape", "uniform_square", "--n", "30336"], ("fraction", 0.97)),
    ("rbf_density", ["--shape", "uniform_square", "--n", "30336"], None),
    ("rbf_pair", ["--n", "1024"], None),
    ("rbf_pair", ["--n", "1048576"], ("us", 8.0)),
    ("rbf_pair", ["--n", "134217728"], ("fraction", 0.95)),
]


def table(program, verb, workload, options):
    command = [program, verb, "--workload", workload, "--device", "cuda", *options, "--json"]
    done = subprocess.run(command, capture_output=True, text=True)
    try:
        return json.loads(done.stdout)
    except json.JSONDecodeError:
        sys.exit(f"{' '.join(command)} ended with {done.returncode}: {done.stderr.strip()}")


def check(program, workload):
    """All block sizes and targets at the sizes at which kernels go wrong. Returns how many runs failed."""
    rows = table(program, "check", workload, [])
    rows = rows["results"] if isinstance(rows, dict) else rows
    failed = [row for row in rows if row["verdict"] not in ("right", "skipped")]
    for row in failed[:20]:
        print(f"  {row['variant']} n = {row['n']} {row['target']} block {row['block']}: {row['verdict']}: {row.get('message') or row.get('reason')}")
    right = sum(row["verdict"] == "right" for row in rows)
    print(f"{workload:<16} check: {right} right, {len(failed)} failed, {len(rows) - right - len(failed)} skipped", flush=True)
    return len(failed)


def kernel_seconds(program, variant, options):
    """The kernels of one launch by activity records, without the time to launch them."""
    command = [program, "profile", variant, *options, "--set", "live", "--json"]
    return sum(kernel["seconds"] for kernel in json.loads(subprocess.run(command, capture_output=True, text=True).stdout)["kernels"])


def bench(program, workload, options, promise):
    """Returns whether the promise is kept."""
    print(f"{workload} {' '.join(options)}")
    measured = []
    for row in table(program, "bench", workload, options + ["--seconds", "0.3"])["results"]:
        if row.get("median_seconds") is None:
            print(f"  {row['variant']:<40} {row['target']:<8} {row['status']}: {row['reason']}")
            continue
        fraction = row.get("useful_fraction")
        print(f"  {row['variant']:<40} {row['target']:<8} {1e6 * row['median_seconds']:10.2f} us  {fraction if fraction is None else round(fraction, 4)} of its ceiling", flush=True)
        measured.append(row)
    if promise is None:
        return True
    if not measured:
        print("  nothing was measured")
        return False
    unit, limit = promise
    if unit == "kernel us":
        fastest = sorted(measured, key=lambda row: row["median_seconds"])[:4]
        for row in fastest:
            row["kernel_seconds"] = kernel_seconds(program, row["variant"], options)
            print(f"  {row['variant']:<40} {1e6 * row['kernel_seconds']:10.2f} us in its kernels")
        best = min(fastest, key=lambda row: row["kernel_seconds"])
        figure, kept = 1e6 * best["kernel_seconds"], 1e6 * best["kernel_seconds"] <= limit
    elif unit == "us":
        best = min(measured, key=lambda row: row["median_seconds"])
        figure, kept = 1e6 * best["median_seconds"], 1e6 * best["median_seconds"] <= limit
    else:
        best = max(measured, key=lambda row: row.get("useful_fraction") or 0.0)
        figure, kept = best.get("useful_fraction") or 0.0, (best.get("useful_fraction") or 0.0) >= limit
    print(f"  {'kept' if kept else 'MISSED'}: {best['variant']} {figure:.4g} {unit}, {'at least' if unit == 'fraction' else 'at most'} {limit} wanted")
    return kept


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--only")
    given = parser.parse_args()
    devices = json.loads(subprocess.run([given.program, "info", "--json"], capture_output=True, text=True).stdout)["devices"]
    if not any(device["id"].startswith("cuda") for device in devices):
        print("there is no GPU")
        sys.exit(MISSING)
    questions = [question for question in QUESTIONS if given.only in (None, question[0])]
    failed = sum(check(given.program, workload) for workload in dict.fromkeys(question[0] for question in questions))
    missed = sum(not bench(given.program, *question) for question in questions)
    print(f"{failed} checks failed, {missed} promises missed")
    sys.exit(1 if failed or missed else 0)


main()
