#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares what `pairscope profile` counts with what Nsight Compute counts.

    tests/peers/counters_peer.py PAIRSCOPE [--n 1021 --n 2048 --n 8192] [--all] [VARIANT...]

Both are asked for the same metrics, with caches and clocks as they are. What a launch finds in the caches decides what
it reads and writes in DRAM, so live counts are medians over launches that each follow one like themselves, and are taken
in one pass, before which nothing is saved or restored. Where a process finds its memory also decides: what has a bound
and misses it is counted by both in two more processes each, and the medians over the processes are compared. All other
counts are of one launch. Prints a line for each variant, size and target with both durations and both figures of DRAM,
and a line for every count that differs; --all prints every count. Exit code 1 if a count differs by more than its bound
and EXPLAINED does not say why.
"""
import argparse
import csv
import io
import json
import statistics
import subprocess
import sys

# The bound of each count: exactly equal, unless it is here. (relative, absolute in SI units)
BOUNDS = {
    "duration": (0.02, 0.0),
    "dram_bytes_read": (0.01, 2e6),
    "dram_bytes_written": (0.01, 2e6),
}
# What depends on the moment and has no bound: clocks, waiting, what the caches held.
MOMENTARY = ("sm_clock", "active_warps", "issue_active", "l1_bytes", "l2_bytes", "stall_")
# (variant, count) or ("", count) -> (relative, absolute, why)
BANKS = ("the hardware also counts waiting for whatever kept a bank busy: ncu gave 46, 71 and 49 for one launch, and 14259 "
         "and 10923 for shared_tile at n = 2048 into a texture")
EXPLAINED = {
    ("", "shared_load_conflicts"): (0.5, 2000, BANKS),
    ("", "shared_store_conflicts"): (0.25, 2000, BANKS),
    ("", "special_operations"): (0.005, 0, "the hardware loses a few in launches of a few us: ncu 9 of 1021 x 1021 roots"),
    ("", "duration"): (0.0, 0.8e-6, "launches of a few us differ by as much from process to process; ncu's are mostly 0.1 to 0.4 us longer"),
    ("coalesced", "dram_bytes_read"): (0.1, 0.0, "into a texture: how much of a half-written sector is read back depends on when the L2 cache lets go of it"),
    ("coalesced", "duration"): (0.06, 0.8e-6, "into a texture its own launches differ by 4 %"),
}
SKIPPED_LAUNCHES = 3  # the check and the warm-ups of a bench
MORE_PROCESSES = 2  # for what misses its bound


def percent_to_share(metric):
    return 0.01 if ".pct" in metric else 1.0


def profiled(program, workload, variant, n, target, sets, repeats):
    """Counts by name: (metric, value)."""
    command = [program, "profile", variant, "--workload", workload, "--n", str(n), "--target", target, "--set", sets, "--repeat", str(repeats), "--json"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr.strip()}")
    report = json.loads(done.stdout)
    counts = {c["name"]: (c["metric"], c["value"]) for c in report["counts"]}
    return counts, sum(kernel["seconds"] for kernel in report["kernels"])


def base_name(kernel):
    return kernel.split("<")[0].split("(")[0].split("::")[-1].split()[-1]


def counted_by_ncu(command, variants, metrics):
    """Lists of values by variant and metric, in the order of the launches."""
    ncu = ["ncu", "--clock-control", "none", "--cache-control", "none", "--csv", "--print-units", "base",
           "--metrics", ",".join(metrics), "-k", f"regex:^({'|'.join(variants)})$", *command]
    text = subprocess.run(ncu, capture_output=True, text=True).stdout
    start = text.find('"ID"')
    if start < 0:
        raise RuntimeError(f"ncu gave no table: {text[-400:]}")
    counters = {}
    for row in csv.DictReader(io.StringIO(text[start:])):
        try:
            values = counters.setdefault(base_name(row["Kernel Name"]), {}).setdefault(row["Metric Name"], [])
            values.append(float(row["Metric Value"].replace(",", "")))
        except (KeyError, ValueError, AttributeError, IndexError):
            continue
    return counters


def in_si(name, metric, value):
    return value * 1e-9 if name == "duration" else value * percent_to_share(metric)


def beyond(mine, launches):
    """How far a count lies outside of what Nsight Compute's own launches range over."""
    return max(min(launches) - mine, mine - max(launches), 0.0)


def verdict_on(variant, name, mine, launches):
    """`launches`: what Nsight Compute counted in each launch, in SI units."""
    counter = statistics.median(launches)
    if name.startswith(MOMENTARY):
        return "momentary"
    if mine == counter:
        return "equal"
    if abs(mine - counter) <= max(BOUNDS.get(name, (0.0, 0.0))[0] * counter, BOUNDS.get(name, (0.0, 0.0))[1]):
        return "within"
    relative, absolute, _ = EXPLAINED.get((variant, name), EXPLAINED.get(("", name), (0.0, 0.0, "")))
    is_explained = max(relative, absolute) > 0.0 and beyond(mine, launches) <= max(relative * counter, absolute)
    return "explained" if is_explained else "DIFFERENT"


def launches_of(theirs, name, metric):
    return [in_si(name, metric, value) for value in theirs[metric][SKIPPED_LAUNCHES:] or theirs[metric]]


def range_of(launches):
    return f"ncu's launches {min(launches):.6g} to {max(launches):.6g}" if min(launches) < max(launches) else ""


def misses(variant, ours, theirs):
    """Whether a count that has a bound is off by more."""
    return any(name in BOUNDS and theirs.get(metric)
               and verdict_on(variant, name, mine, launches_of(theirs, name, metric)) == "DIFFERENT"
               for name, (metric, mine) in ours.items())


def median_process(processes):
    """Of counts of several processes: the median of each that has a bound, the first of the others."""
    first = processes[0]
    return {name: (metric, statistics.median(p[name][1] for p in processes if name in p)) if name in BOUNDS else (metric, value)
            for name, (metric, value) in first.items()}


def compare(place, ours, theirs, show_all):
    """Prints what differs; returns how many counts have which verdict."""
    tally, variant = {}, place.split()[0]
    for name, (metric, mine) in ours.items():
        if not theirs.get(metric):
            print(f"{place} {name:24} absent     {mine:.9g} / - ({metric})")
            continue
        launches = launches_of(theirs, name, metric)
        counter = statistics.median(launches)
        verdict = verdict_on(variant, name, mine, launches)
        tally[verdict] = tally.get(verdict, 0) + 1
        if show_all or verdict in ("explained", "DIFFERENT"):
            off = "" if counter == 0 else f"{100 * (mine / counter - 1):+.2f} %"
            why = EXPLAINED.get((variant, name), EXPLAINED.get(("", name), (0, 0, "")))[2] if verdict == "explained" else ""
            print(f"{place} {name:24} {verdict:10} {mine:.9g} / {counter:.9g}  {off}  {range_of(launches)}  {why}", flush=True)
    return tally


def figures(place, ours, theirs, records):
    """One line for people: durations in us, DRAM in MB, ours / theirs."""
    def median(metric):
        return statistics.median(theirs[metric][SKIPPED_LAUNCHES:] or theirs[metric]) if theirs.get(metric) else float("nan")
    texts = [f"duration {1e6 * ours['duration'][1]:.2f} / {1e-3 * median(ours['duration'][0]):.2f} us",
             f"activity {1e6 * records:.2f} us"]
    for name in ("dram_bytes_written", "dram_bytes_read"):
        if name in ours:
            texts.append(f"{name[11:]} {1e-6 * ours[name][1]:.2f} / {1e-6 * median(ours[name][0]):.2f} MB")
    print(place, "  ".join(texts), flush=True)


def compare_all(given, names, n, target):
    tally = {}
    def add(more):
        for verdict, count in more.items():
            tally[verdict] = tally.get(verdict, 0) + count
    ours = {name: profiled(given.program, given.workload, name, n, target, "live,explain", given.repeat) for name in names}
    quantities = json.loads(subprocess.run([given.program, "profile", "--chip", "GH100", "--json"], check=True,
                                           capture_output=True, text=True).stdout)
    names_of_live = {c["name"] for c in quantities["counts"]} | set(quantities["absent"])
    live = {v: ({k: c for k, c in counts.items() if k in names_of_live}, t) for v, (counts, t) in ours.items()}
    explain = {v: ({k: c for k, c in counts.items() if k not in names_of_live}, t) for v, (counts, t) in ours.items()}
    where = ["--workload", given.workload, "--variant", ",".join(names), "--n", str(n), "--target", target]
    metrics = lambda counts: sorted({m for c, _ in counts.values() for m, _ in c.values()})
    live_ncu = counted_by_ncu([given.program, "bench", *where, "--seconds", "0.001"], names, metrics(live))
    explain_ncu = counted_by_ncu([given.program, "check", *where], names, metrics(explain))
    for name in names:
        place = f"{name:16} {n:5} {target:8}"
        if misses(name, live[name][0], live_ncu.get(name, {})):
            print(f"{place} counted in {1 + MORE_PROCESSES} processes", flush=True)
            alone = ["--workload", given.workload, "--variant", name, "--n", str(n), "--target", target, "--seconds", "0.001"]
            mine, theirs = [live[name][0]], [live_ncu[name]]
            for _ in range(MORE_PROCESSES):
                mine.append(profiled(given.program, given.workload, name, n, target, "live", given.repeat)[0])
                theirs.append(counted_by_ncu([given.program, "bench", *alone], [name], metrics(live)).get(name, {}))
            live[name] = (median_process(mine), live[name][1])
            live_ncu[name] = {m: [statistics.median(p[m][SKIPPED_LAUNCHES:] or p[m]) for p in theirs if p.get(m)] for m in theirs[0]}
        figures(place, live[name][0], live_ncu.get(name, {}), live[name][1])
        add(compare(place, live[name][0], live_ncu.get(name, {}), given.all))
        add(compare(place, explain[name][0], explain_ncu.get(name, {}), given.all))
    return tally


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("program")
    options.add_argument("--n", type=int, action="append")
    options.add_argument("--target", action="append")
    options.add_argument("--workload", default="distance_matrix")
    options.add_argument("--repeat", type=int, default=5)
    options.add_argument("--all", action="store_true")
    options.add_argument("variants", nargs="*")
    given = options.parse_intermixed_args()
    listing = json.loads(subprocess.run([given.program, "list", "--workload", given.workload, "--json"], check=True, capture_output=True, text=True).stdout)
    entries = [v for v in listing if v["backend"] == "cuda" and any(not d.get("simulated") and d["runs"] for d in v["devices"])]
    total = {}
    for n in given.n or [1021, 2048, 8192]:
        for target in given.target or ["linear", "texture"]:
            names = [v["id"].split("/")[-1] for v in entries if v[f"writes_{target}"]]
            names = [name for name in names if not given.variants or name in given.variants]
            if not names:
                continue
            for verdict, count in compare_all(given, names, n, target).items():
                total[verdict] = total.get(verdict, 0) + count
    print("counts:", ", ".join(f"{count} {verdict}" for verdict, count in sorted(total.items())))
    sys.exit(1 if total.get("DIFFERENT") or not total.get("equal") else 0)


if __name__ == "__main__":
    main()
