#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares what `pairscope profile` counts with what Nsight Compute counts on the same launches.

    tests/peers/counters_peer.py PAIRSCOPE [--n 1021 --n 2048 --n 8192] [--all] [VARIANT...]

Both ask for the same metrics, with the caches and clocks as they are. Prints one line for each variant, size, target and
group of counters with both values where they differ; --all prints every counter. Exit code 1 if any differs by more than
its bound and has no entry in EXPLAINED.
"""
import argparse
import csv
import io
import json
import subprocess
import sys

# The bound of each count: exactly equal, unless it is here. (relative, absolute in SI units)
BOUNDS = {
    "duration": (0.02, 0.0),
    "dram_bytes_read": (0.01, 2e6),
    "dram_bytes_written": (0.01, 2e6),
}
# What depends on the moment, and is only printed: clocks, waiting, what the caches held.
MOMENTARY = ("sm_clock", "active_warps", "issue_active", "l1_bytes", "l2_bytes", "stall_")


def percent_to_share(metric):
    return 0.01 if ".pct" in metric else 1.0


def profiled(program, variant, n, target):
    """Counts by name: (metric, value)."""
    command = [program, "profile", variant, "--n", str(n), "--target", target, "--set", "live,explain", "--json"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr.strip()}")
    report = json.loads(done.stdout)
    counts = {c["name"]: (c["metric"], c["value"]) for c in report["counts"]}
    counts["activity"] = ("activity records", sum(kernel["seconds"] for kernel in report["kernels"]))
    return counts


def counted_by_ncu(program, variants, n, target, metrics):
    """Metrics by variant, of the one launch that a check makes of each."""
    names = "|".join(variants)
    command = ["ncu", "--clock-control", "none", "--cache-control", "none", "--csv", "--print-units", "base",
               "--metrics", ",".join(metrics), "-k", f"regex:^({names})$",
               program, "check", "--variant", ",".join(variants), "--n", str(n), "--target", target]
    text = subprocess.run(command, capture_output=True, text=True).stdout
    start = text.find('"ID"')
    if start < 0:
        raise RuntimeError(f"ncu gave no table: {text[-400:]}")
    counters = {}
    for row in csv.DictReader(io.StringIO(text[start:])):
        try:
            kernel = row["Kernel Name"].split("<")[0].split("(")[0].split("::")[-1].split()[-1]
            counters.setdefault(kernel, {})[row["Metric Name"]] = float(row["Metric Value"].replace(",", ""))
        except (KeyError, ValueError, AttributeError, IndexError):
            continue
    return counters


def in_si(name, metric, value):
    return value * 1e-9 if name == "duration" else value * percent_to_share(metric)


def compare(variant, n, target, ours, theirs, show_all):
    """Prints what differs; returns (equal, within the bound, different)."""
    tally = [0, 0, 0]
    for name, (metric, mine) in ours.items():
        if name == "activity":
            metric, counter = "gpu__time_duration.sum", theirs.get("gpu__time_duration.sum")
            counter = None if counter is None else counter * 1e-9
        else:
            counter = theirs.get(metric)
            counter = None if counter is None else in_si(name, metric, counter)
        if counter is None:
            print(f"{variant:16} {n:5} {target:8} {name:24} {mine:.9g} / absent  ({metric})")
            continue
        relative, absolute = BOUNDS.get(name, (0.0, 0.0))
        if name == "activity" or name.startswith(MOMENTARY):
            verdict = "momentary"
        elif mine == counter:
            verdict, tally[0] = "equal", tally[0] + 1
        elif abs(mine - counter) <= max(relative * counter, absolute):
            verdict, tally[1] = "within", tally[1] + 1
        else:
            verdict, tally[2] = "DIFFERENT", tally[2] + 1
        if show_all or verdict == "DIFFERENT" or name in ("duration", "activity", "dram_bytes_read", "dram_bytes_written"):
            off = "" if counter == 0 else f"{100 * (mine / counter - 1):+.2f} %"
            print(f"{variant:16} {n:5} {target:8} {name:24} {verdict:10} {mine:.9g} / {counter:.9g}  {off}", flush=True)
    return tally


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("program")
    options.add_argument("--n", type=int, action="append")
    options.add_argument("--target", action="append")
    options.add_argument("--all", action="store_true")
    options.add_argument("variants", nargs="*")
    given = options.parse_args()
    listing = json.loads(subprocess.run([given.program, "list", "--json"], check=True, capture_output=True, text=True).stdout)
    entries = [v for v in listing if v["backend"] == "cuda" and any(not d.get("simulated") and d["runs"] for d in v["devices"])]
    total = [0, 0, 0]
    for n in given.n or [1021, 2048, 8192]:
        for target in given.target or ["linear", "texture"]:
            names = [v["id"].split("/")[-1] for v in entries if v[f"writes_{target}"]]
            names = [name for name in names if not given.variants or name in given.variants]
            if not names:
                continue
            ours = {name: profiled(given.program, name, n, target) for name in names}
            metrics = sorted({m for counts in ours.values() for k, (m, _) in counts.items() if k != "activity"})
            theirs = counted_by_ncu(given.program, names, n, target, metrics)
            for name in names:
                tally = compare(name, n, target, ours[name], theirs.get(name, {}), given.all)
                total = [a + b for a, b in zip(total, tally)]
    print(f"{total[0]} counts equal, {total[1]} within their bound, {total[2]} different")
    sys.exit(1 if total[2] or not total[0] else 0)


if __name__ == "__main__":
    main()
