#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares what `pairscope profile` counts with what Nsight Compute counts.

    tests/peers/counters_peer.py PAIRSCOPE [--workload WORKLOAD]... [--n 1021 --n 2048 --n 8192] [--all] [VARIANT...]

Both are asked for the same metrics, with caches and clocks as they are. What a launch finds in the caches decides what
it reads and writes in DRAM, so live counts are medians over launches that each follow one like themselves, and are taken
in one pass, before which nothing is saved or restored. Where a process finds its memory also decides: what has a bound
and misses it is counted by both in two more processes each, and the medians over the processes are compared. All other
counts are of one launch. Of a variant that launches several kernels the sums over them are compared, and what cannot be
summed is left out. Prints a line for each variant, size and target with both durations and both figures of DRAM,
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

# The sizes of each workload; one of them is odd.
QUESTIONS = {
    "distance_matrix": [["--n", "1021"], ["--n", "2048"], ["--n", "8192"]],
    "cross_distance": [["--n", "2048", "--m", "1024", "--dims", "16"], ["--n", "4099", "--m", "4001", "--dims", "37"]],
    "rbf_matrix": [["--n", "1021"], ["--n", "8192"]],
    "rbf_density": [["--n", "1021"], ["--n", "8192"]],
    "rbf_pair": [["--n", "100003"], ["--n", "1048576"]],
    "farthest_pair": [["--n", "4099", "--dims", "100"], ["--n", "8192", "--dims", "784"]],
    "best_match": [["--n", "2053", "--m", "1999", "--dims", "100"], ["--n", "4096", "--m", "4096", "--dims", "128"]],
}
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
    ("", "special_operations"): (0.005, 32, "the hardware loses a few in launches of a few us: ncu 9 of 1021 x 1021 roots, and mostly "
                                 "all 32 of the one warp that converts numbers in single_launch, n = 100003"),
    ("", "duration"): (0.0, 0.8e-6, "launches of a few us differ by as much from process to process; ncu's are mostly 0.1 to 0.4 us longer"),
    ("coalesced", "dram_bytes_read"): (0.1, 0.0, "into a texture: how much of a half-written sector is read back depends on when the L2 cache lets go of it"),
    ("row_per_thread", "duration"): (0.0, 2e-6, "for n = 1021 of rbf_density ours asks the L2 cache for 175 KB and ncu's for 130 KB, and "
                                     "four blocks wait for each load"),
    ("tensor_wgmma", "shared_load_conflicts"): (0.0, 4000, BANKS),
    ("register_tile", "shared_load_conflicts"): (1.5, 0, BANKS),
    ("coalesced", "duration"): (0.06, 0.8e-6, "into a texture its own launches differ by 4 %"),
}
# The same of a variant that launches several kernels.
EXPLAINED_OF_SEVERAL = {
    "dram_bytes_written": (0.05, 0.0, "ours also holds what the L2 cache writes back between the kernels; ncu counts each kernel alone"),
}
SKIPPED_LAUNCHES = 3  # the check and the warm-ups of a bench
MORE_PROCESSES = 2  # for what misses its bound
MOST_TOGETHER = 4  # variants in a process of Nsight Compute: with all of them the first line would take minutes


def percent_to_share(metric):
    return 0.01 if ".pct" in metric else 1.0


def profiled(program, workload, variant, sizes, target, sets, repeats):
    """Counts by name: (metric, value); the seconds of a launch; the names of its kernels."""
    command = [program, "profile", variant, "--workload", workload, *sizes, "--target", target, "--set", sets,
               "--repeat", str(repeats), "--json"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr.strip()}")
    report = json.loads(done.stdout)
    counts = {c["name"]: (c["counter"], c["value"]) for c in report["counts"]}
    return counts, sum(kernel["seconds"] for kernel in report["kernels"]), [base_name(k["kernel"]) for k in report["kernels"]]


def base_name(kernel):
    return kernel.replace("(anonymous namespace)", "").replace("<unnamed>", "").split("<")[0].split("(")[0].split("::")[-1].split()[-1]


def counted_by_ncu(command, kernels, metrics):
    """Lists of values by variant and metric, a value for each launch. `kernels`: those of a launch of each variant."""
    names = sorted({kernel for of_launch in kernels.values() for kernel in of_launch})
    ncu = ["ncu", "--clock-control", "none", "--cache-control", "none", "--csv", "--print-units", "base",
           "--print-kernel-base", "function", "--metrics", ",".join(metrics), "-k", f"regex:^({'|'.join(names)})$", *command]
    text = subprocess.run(ncu, capture_output=True, text=True).stdout
    start = text.find('"ID"')
    if start < 0:
        raise RuntimeError(f"ncu gave no table: {text[-400:]}")
    ran = {}  # by ID, in their order: the kernel, and its values by metric
    for row in csv.DictReader(io.StringIO(text[start:])):
        try:
            ran.setdefault(row["ID"], (base_name(row["Kernel Name"]), {}))[1][row["Metric Name"]] = float(
                row["Metric Value"].replace(",", ""))
        except (KeyError, ValueError, AttributeError, IndexError):
            continue
    counters = {}
    for variant, launch in split_into_launches(list(ran.values()), kernels):
        for metric in launch[0]:
            values = [values[metric] for values in launch if metric in values]
            counters.setdefault(variant, {}).setdefault(metric, []).append(sum(values))
    return counters


def split_into_launches(ran, kernels):
    """(variant, the values of each of its kernels) of each launch, in the order of `ran`: (kernel, values)."""
    at = 0
    while at < len(ran):
        names = [name for name, _ in ran[at:]]
        variant = next((v for v, of_launch in kernels.items() if names[:len(of_launch)] == of_launch), None)
        if variant is None:
            raise RuntimeError(f"ncu saw {names[:8]}, with which no launch of these begins: {kernels}")
        yield variant, [values for _, values in ran[at:at + len(kernels[variant])]]
        at += len(kernels[variant])


def can_be_told_apart(launches):
    """Whether no launch begins with all kernels of another one."""
    return not any(a is not b and b[:len(a)] == a for a in launches for b in launches)


def batches(names, ask):
    """Profiles the variants, and yields what was found of as many as one process can run for Nsight Compute."""
    batch = {}
    for name in names:
        found = ask(name)
        if len(batch) == MOST_TOGETHER or not can_be_told_apart([kernels for _, _, kernels in (*batch.values(), found)]):
            yield batch
            batch = {}
        batch[name] = found
    if batch:
        yield batch


def in_si(name, metric, value):
    return value * 1e-9 if name == "duration" else value * percent_to_share(metric)


def beyond(mine, launches):
    """How far a count lies outside of what Nsight Compute's own launches range over."""
    return max(min(launches) - mine, mine - max(launches), 0.0)


def explanation_of(variant, name, several):
    """(relative, absolute, why); zeros where nothing explains a difference."""
    known = EXPLAINED.get((variant, name), EXPLAINED.get(("", name), (0.0, 0.0, "")))
    return EXPLAINED_OF_SEVERAL.get(name, known) if several else known


def verdict_on(variant, name, mine, launches, several):
    """`launches`: what Nsight Compute counted in each launch, in SI units; `several`: kernels in each."""
    counter = statistics.median(launches)
    if name.startswith(MOMENTARY):
        return "momentary"
    if mine == counter:
        return "equal"
    if abs(mine - counter) <= max(BOUNDS.get(name, (0.0, 0.0))[0] * counter, BOUNDS.get(name, (0.0, 0.0))[1]):
        return "within"
    relative, absolute, _ = explanation_of(variant, name, several)
    is_explained = max(relative, absolute) > 0.0 and beyond(mine, launches) <= max(relative * counter, absolute)
    return "explained" if is_explained else "DIFFERENT"


def launches_of(theirs, name, metric):
    return [in_si(name, metric, value) for value in theirs[metric][SKIPPED_LAUNCHES:] or theirs[metric]]


def range_of(launches):
    return f"ncu's launches {min(launches):.6g} to {max(launches):.6g}" if min(launches) < max(launches) else ""


def misses(variant, ours, theirs, several):
    """Whether a count that has a bound is off by more."""
    return any(name in BOUNDS and theirs.get(metric)
               and verdict_on(variant, name, mine, launches_of(theirs, name, metric), several) == "DIFFERENT"
               for name, (metric, mine) in ours.items())


def median_process(processes):
    """Of counts of several processes: the median of each that has a bound, the first of the others."""
    first = processes[0]
    return {name: (metric, statistics.median(p[name][1] for p in processes if name in p)) if name in BOUNDS else (metric, value)
            for name, (metric, value) in first.items()}


def compare(place, ours, theirs, several, show_all):
    """Prints what differs; returns how many counts have which verdict."""
    tally, variant = {}, place.split()[0]
    for name, (metric, mine) in ours.items():
        if not theirs.get(metric):
            print(f"{place} {name:24} absent     {mine:.9g} / - ({metric})", flush=True)
            continue
        launches = launches_of(theirs, name, metric)
        counter = statistics.median(launches)
        verdict = verdict_on(variant, name, mine, launches, several)
        tally[verdict] = tally.get(verdict, 0) + 1
        if show_all or verdict in ("explained", "DIFFERENT"):
            off = "" if counter == 0 else f"{100 * (mine / counter - 1):+.2f} %"
            why = explanation_of(variant, name, several)[2] if verdict == "explained" else ""
            print(f"{place} {name:24} {verdict:10} {mine:.9g} / {counter:.9g}  {off}  {range_of(launches)}  {why}", flush=True)
    return tally


def figures(place, ours, theirs, records):
    """One line for people: durations in us, DRAM in MB, ours / theirs."""
    def median(metric):
        return statistics.median(theirs[metric][SKIPPED_LAUNCHES:] or theirs[metric]) if theirs.get(metric) else float("nan")
    texts = [f"activity {1e6 * records:.2f} us"]
    if "duration" in ours:  # not of several kernels
        texts.insert(0, f"duration {1e6 * ours['duration'][1]:.2f} / {1e-3 * median(ours['duration'][0]):.2f} us")
    for name in ("dram_bytes_written", "dram_bytes_read"):
        if name in ours:
            texts.append(f"{name[11:]} {1e-6 * ours[name][1]:.2f} / {1e-6 * median(ours[name][0]):.2f} MB")
    print(place, "  ".join(texts), flush=True)


def can_be_summed(metric):
    return metric.endswith(".sum")


def names_of_live_counts(program):
    quantities = json.loads(subprocess.run([program, "profile", "--chip", "GH100", "--json"], check=True,
                                           capture_output=True, text=True).stdout)
    return {c["name"] for c in quantities["counts"]} | set(quantities["absent"])


def compare_all(given, workload, names, sizes, target):
    """Yields how many counts of a variant have which verdict, after printing them."""
    def ask(name, sets="live,explain"):
        return profiled(given.program, workload, name, sizes, target, sets, given.repeat)
    names_of_live = names_of_live_counts(given.program)
    for ours in batches(names, ask):
        kernels = {name: of_launch for name, (_, _, of_launch) in ours.items()}
        def chosen(of_live):
            return {name: {k: c for k, c in counts.items() if (k in names_of_live) == of_live
                           and (len(kernels[name]) == 1 or can_be_summed(c[0]))}
                    for name, (counts, _, _) in ours.items()}
        def counted(verb, counts, variants):
            where = ["--workload", workload, "--variant", ",".join(variants), *sizes, "--target", target]
            metrics = sorted({m for name in variants for m, _ in counts[name].values()})
            return counted_by_ncu([given.program, verb, *where, *(["--seconds", "0.001"] if verb == "bench" else [])],
                                  {name: kernels[name] for name in variants}, metrics)
        live, explain = chosen(True), chosen(False)
        live_ncu, explain_ncu = counted("bench", live, list(ours)), counted("check", explain, list(ours))
        for name in ours:
            place = f"{name:22} {' x '.join(sizes[1::2]):14} {target:8}"
            several = len(kernels[name]) > 1
            if misses(name, live[name], live_ncu.get(name, {}), several):
                print(f"{place} counted in {1 + MORE_PROCESSES} processes", flush=True)
                mine, theirs = [live[name]], [live_ncu[name]]
                for _ in range(MORE_PROCESSES):
                    mine.append(ask(name, "live")[0])
                    theirs.append(counted("bench", live, [name]).get(name, {}))
                live[name] = median_process(mine)
                live_ncu[name] = {m: [statistics.median(p[m][SKIPPED_LAUNCHES:] or p[m]) for p in theirs if p.get(m)]
                                  for m in theirs[0]}
            figures(place, ours[name][0], live_ncu.get(name, {}), ours[name][1])
            yield compare(place, live[name], live_ncu.get(name, {}), several, given.all)
            yield compare(place, explain[name], explain_ncu.get(name, {}), several, given.all)


def compare_workload(given, workload):
    listing = json.loads(subprocess.run([given.program, "list", "--workload", workload, "--json"], check=True,
                                        capture_output=True, text=True).stdout)
    entries = [v for v in listing if v["backend"] == "cuda" and any(not d.get("simulated") and d["runs"] for d in v["devices"])]
    total = {}
    for sizes in [["--n", str(n)] for n in given.n] if given.n else QUESTIONS[workload]:
        for target in given.target or ["linear", "texture"]:
            names = [v["id"].split("/")[-1] for v in entries if v[f"writes_{target}"]]
            names = [name for name in names if not given.variants or name in given.variants]
            if not names:
                continue
            for tally in compare_all(given, workload, names, sizes, target):
                for verdict, count in tally.items():
                    total[verdict] = total.get(verdict, 0) + count
    return total


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("program")
    options.add_argument("--n", type=int, action="append")
    options.add_argument("--target", action="append")
    options.add_argument("--workload", action="append", choices=QUESTIONS, help="all unless some are named")
    options.add_argument("--repeat", type=int, default=3, help="launches that the program itself counts")
    options.add_argument("--all", action="store_true")
    options.add_argument("variants", nargs="*")
    given = options.parse_intermixed_args()
    total = {}
    for workload in given.workload or QUESTIONS:
        for verdict, count in compare_workload(given, workload).items():
            total[verdict] = total.get(verdict, 0) + count
    print("counts:", ", ".join(f"{count} {verdict}" for verdict, count in sorted(total.items())))
    sys.exit(1 if total.get("DIFFERENT") or not total.get("equal") else 0)


if __name__ == "__main__":
    main()
