#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the lines at which warps wait, by `pairscope profile --lines`, with those that Nsight Compute samples.

    tests/peers/lines_peer.py PAIRSCOPE [WORKLOAD/VARIANT...]

Both sample the same launch, with warm caches and with the clocks as they are, and both shares of the samples are summed
over the instructions of a line. Prints a line for each of the five lines that have most samples, with both shares, and
the difference that is allowed: four standard deviations of both shares, and two hundredths. Exit code 1 if a difference
is larger, or if one of both has fewer than 2000 samples.
"""
import argparse
import csv
import io
import json
import math
import subprocess
import sys

LAUNCHES = {
    "distance_matrix/coalesced": ["--n", "8192"],
    "distance_matrix/shared_tile": ["--n", "8192"],
    "distance_matrix/pipeline_static": ["--n", "8192"],
    "distance_matrix/vec4_rows": ["--n", "8191"],
    "cross_distance/shared": ["--n", "2048", "--m", "1024", "--dims", "64"],
    "cross_distance/register_tile": ["--n", "4099", "--m", "4001", "--dims", "37"],
    "cross_distance/async_tile": ["--n", "4096", "--m", "4096", "--dims", "64"],
    "rbf_matrix/tiled": ["--n", "8192"],
    "rbf_density/row_per_thread": ["--n", "8192"],
    "farthest_pair/tile_reduce": ["--n", "4099", "--dims", "100"],
    "best_match/registers_keep_best": ["--n", "4096", "--m", "4096", "--dims", "128"],
    "best_match/four_matches": ["--n", "2053", "--m", "1999", "--dims", "100"],
}
LEAST_SAMPLES = 2000
LARGEST = 5
INSTRUCTION_BYTES = 16
SKIPPED_LAUNCHES = 3  # the check and the warm-ups of a bench


def base_name(kernel):
    return kernel.replace("(anonymous namespace)", "").replace("<unnamed>", "").split("<")[0].split("(")[0].split("::")[-1].split()[-1]


def sampled(program, variant, sizes):
    """Samples by line, the line of each instruction by its offset, and the names of the kernels."""
    workload, name = variant.split("/")
    command = [program, "profile", name, "--workload", workload, *sizes, "--lines", "--json"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip())
    report = json.loads(done.stdout)
    stalls = next((value for value in report.values() if isinstance(value, dict) and "instructions" in value), None)
    if stalls is None:
        raise RuntimeError(f"there are no samples: {report.get('why_no_stalls', report.keys())}")
    places, counts = {}, {}
    for pc in stalls["instructions"]:
        place = (pc["file"], pc["line"])
        places[pc["offset"]] = place
        counts[place] = counts.get(place, 0) + pc["samples"]
    return counts, places, [base_name(k["kernel"]) for k in report["kernels"]]


def table_of(text):
    """The rows of the instructions that Nsight Compute printed."""
    lines = text.splitlines()
    start = next((i for i, line in enumerate(lines) if '"Source"' in line and "ampl" in line), None)
    if start is None:
        raise RuntimeError(f"ncu gave no table: {text[-600:]}")
    return list(csv.DictReader(io.StringIO("\n".join(lines[start:]))))


def sampled_by_ncu(program, variant, sizes, kernel, places):
    workload, name = variant.split("/")
    command = ["ncu", "--clock-control", "none", "--cache-control", "none", "--section", "SourceCounters", "--warp-sampling-interval",
               "0", "--page", "source", "--csv", "--print-source", "sass", "-k", f"regex:^{kernel}$", "--launch-skip",
               str(SKIPPED_LAUNCHES), "--launch-count", "1", program, "bench", "--workload", workload, "--variant", name, *sizes,
               "--target", "linear", "--seconds", "0.001"]
    rows = table_of(subprocess.run(command, capture_output=True, text=True).stdout)
    column = next(c for c in rows[0] if c in ("# Samples", "Warp Stall Sampling (All Samples)", "Samples"))
    counts = {}
    for i, row in enumerate(rows):
        try:
            samples = int(float(row[column].replace(",", "")))
        except (ValueError, AttributeError):
            continue
        place = places.get(i * INSTRUCTION_BYTES, (None, None))
        counts[place] = counts.get(place, 0) + samples
    return counts


def compare(variant, ours, theirs):
    """Prints the largest lines, and returns whether all of them agree."""
    mine, other = sum(ours.values()), sum(theirs.values())
    agree = min(mine, other) >= LEAST_SAMPLES
    print(f"{variant}: {mine} and {other} samples{'' if agree else ', TOO FEW'}", flush=True)
    for place in sorted(ours, key=ours.get, reverse=True)[:LARGEST]:
        a, b = ours[place] / mine, theirs.get(place, 0) / max(other, 1)
        allowed = 4 * math.sqrt(a * (1 - a) / mine + b * (1 - b) / max(other, 1)) + 0.02
        is_equal = abs(a - b) <= allowed
        agree = agree and is_equal
        file = (place[0] or "no line").rsplit("/", 1)[-1]
        print(f"    {file}:{place[1]}  {100 * a:.1f} % and {100 * b:.1f} %, {100 * allowed:.1f} allowed  "
              f"{'equal' if is_equal else 'DIFFERENT'}", flush=True)
    return agree


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("program")
    options.add_argument("variants", nargs="*")
    given = options.parse_args()
    equal = different = 0
    for variant in given.variants or LAUNCHES:
        try:
            ours, places, kernels = sampled(given.program, variant, LAUNCHES.get(variant, []))
            if len(kernels) != 1:
                print(f"{variant}: left out, because it launches {len(kernels)} kernels", flush=True)
                continue
            agree = compare(variant, ours, sampled_by_ncu(given.program, variant, LAUNCHES.get(variant, []), kernels[0], places))
        except RuntimeError as error:
            print(f"{variant}: {error}", flush=True)
            agree = False
        equal, different = equal + agree, different + (not agree)
    print(f"{equal} launches agree in their lines, {different} do not")
    return 0 if different == 0 and equal > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
