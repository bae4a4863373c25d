#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares what `pairscope trace` finds in a kernel's source with what Nsight Compute counts on the GPU.

    tests/peers/trace_peer.py PAIRSCOPE [--n 512 --n 1021 --n 2048] [VARIANT...]

Both run on the same points. Prints one line for each variant, size, target and kind of access: requests and sectors (of
shared memory wavefronts and conflicts), traced and counted. Exit code 1 if any differs by more than the bound that the
line names; EXPLAINED lists the known differences, each with its reason.
"""
import argparse
import csv
import io
import json
import subprocess
import sys

# The kinds of access in the trace, and the counters of the same thing: (requests, sectors) or (requests, wavefronts,
# conflicts). The counters of loads count asynchronous copies too.
GLOBAL = {
    "global load": ("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"),
    "global store": ("l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"),
    "surface store": ("l1tex__t_requests_pipe_tex_mem_surface_op_st.sum",
                      "l1tex__t_sectors_pipe_tex_mem_surface_op_st.sum"),
}
SHARED = {
    "shared load": ("smsp__inst_executed_op_shared_ld.sum",
                    "sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
                    "smsp__sass_l1tex_data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"),
    "shared store": ("smsp__inst_executed_op_shared_st.sum",
                     "sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
                     "smsp__sass_l1tex_data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"),
}

# (variant, kind) -> (largest relative difference, why). The reason stands in the variant's file too.
OUT_OF_STEP = (0.01, "nvcc unrolls the loop by four and takes the rest first: lanes of one warp are out of step")
NEVER_RUN = (0.01, "nvcc puts three shared loads that no lane executes before an asynchronous copy")
ENDS_OF_ROWS = "at the ends of misaligned rows lanes are matched by their first entry there"
EXPLAINED = {
    ("coalesced", "global load"): OUT_OF_STEP,
    ("coalesced", "global store"): OUT_OF_STEP,
    ("coalesced", "surface store"): OUT_OF_STEP,
    ("shared_tile", "global store"): OUT_OF_STEP,
    ("shared_tile", "surface store"): OUT_OF_STEP,
    ("shared_tile", "shared load"): OUT_OF_STEP,
    ("symmetric", "shared load"): (0.01, "nvcc loads only where it stores"),
    ("symmetric", "global load"): (0.02, OUT_OF_STEP[1]),
    ("symmetric", "shared store"): (0.02, OUT_OF_STEP[1]),
    ("symmetric", "global store"): (0.006, ENDS_OF_ROWS),
    ("tile16", "global store"): (0.001, ENDS_OF_ROWS),
    ("pipeline_dynamic", "shared load"): NEVER_RUN,
    ("pipeline_static", "shared load"): NEVER_RUN,
}


def traced(program, workload, variant, n, target):
    """Requests, sectors, wavefronts and conflicts of each kind, summed over the lines."""
    command = [program, "trace", variant, "--workload", workload, "--n", str(n), "--target", target, "--blocks", "all", "--json"]
    lines = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["lines"]
    sums = {}
    for line in lines:
        total = sums.setdefault(line["kind"], [0.0, 0.0, 0.0])
        total[0] += line["requests"]
        if line["kind"].startswith("shared"):
            total[1] += line["wavefronts_per_request"] * line["requests"]
            total[2] += line["conflicts"]
        else:
            total[1] += line["sectors"]
    copies = sums.pop("asynchronous copy", [0.0, 0.0, 0.0])
    if any(copies):
        loads = sums.setdefault("global load", [0.0, 0.0, 0.0])
        sums["global load"] = [a + b for a, b in zip(loads, copies)]
    return sums


def counted(program, workload, variant, n, target):
    """The same from the GPU's counters, of the first launch of the kernel; absent counters are absent."""
    metrics = [name for names in (*GLOBAL.values(), *SHARED.values()) for name in names]
    command = ["ncu", "--clock-control", "none", "--csv", "--print-units", "base", "--metrics", ",".join(metrics),
               "-k", f"regex:^{variant}$", "-c", "1", program, "check", "--workload", workload, "--variant", variant, "--n", str(n), "--target", target]
    text = subprocess.run(command, capture_output=True, text=True).stdout
    start = text.find('"ID"')
    if start < 0:
        raise RuntimeError(f"ncu gave no table for {variant}: {text[-400:]}")
    counters = {}
    for row in csv.DictReader(io.StringIO(text[start:])):
        try:
            counters[row["Metric Name"]] = float(row["Metric Value"].replace(",", ""))
        except (KeyError, ValueError, AttributeError):
            continue
    return {kind: [counters.get(name) for name in names] for kind, names in {**GLOBAL, **SHARED}.items()}


def compare(program, workload, variant, n, target):
    """Prints the lines of one launch; returns how many are wrong."""
    found, counters, wrong = traced(program, workload, variant, n, target), counted(program, workload, variant, n, target), 0
    for kind in (*GLOBAL, *SHARED):
        ours, theirs = found.get(kind, [0.0, 0.0, 0.0]), counters[kind]
        if not any(ours) and not any(theirs):
            continue
        names = ("requests", "wavefronts", "conflicts") if kind in SHARED else ("requests", "sectors")
        bound, why = EXPLAINED.get((variant, kind), (0.0, ""))
        cells, verdict = [], "equal"
        for name, mine, counter in zip(names, ours, theirs):
            cells.append(f"{name} {mine:.0f} / {'absent' if counter is None else f'{counter:.0f}'}")
            if counter is None and name != "conflicts":  # a chip without that one: they follow from the wavefronts
                verdict = "DIFFERENT"
            if counter is None or mine == counter or verdict == "DIFFERENT":
                continue
            verdict = "explained" if abs(mine - counter) <= bound * max(mine, counter) else "DIFFERENT"
        wrong += verdict == "DIFFERENT"
        print(f"{variant:16} {n:5} {target:8} {kind:17} {verdict:10} {'  '.join(cells)}  {why if verdict == 'explained' else ''}", flush=True)
    return wrong


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("program")
    options.add_argument("--n", type=int, action="append")
    options.add_argument("--workload", default="distance_matrix")
    options.add_argument("variants", nargs="*")
    given = options.parse_intermixed_args()
    listing = json.loads(subprocess.run([given.program, "list", "--workload", given.workload, "--json"], check=True, capture_output=True, text=True).stdout)
    chosen = [v for v in listing if v["backend"] == "cuda" and any(d.get("simulated") and d["runs"] for d in v["devices"])]
    wrong = 0
    for entry in chosen:
        name = entry["id"].split("/")[-1]
        if given.variants and name not in given.variants:
            continue
        for n in given.n or [512, 1021, 2048]:
            for target in (["linear"] if entry["writes_linear"] else []) + (["texture"] if entry["writes_texture"] else []):
                wrong += compare(given.program, given.workload, name, n, target)
    print(f"{wrong} differences without an explanation")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
