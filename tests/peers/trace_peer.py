#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares what `pairscope trace` finds in a kernel's source with what Nsight Compute counts on the GPU.

    tests/peers/trace_peer.py PAIRSCOPE [--workload WORKLOAD]... [--n 512 --n 1021 --n 2048] [VARIANT...]

Both run on the same data. Prints one line for each variant, size, target and kind of access: requests and sectors (of
shared memory wavefronts and conflicts), traced and counted, summed over the kernels of a launch. Exit code 1 if any
differs by more than the bound that the line names; EXPLAINED lists the known differences, each with its reason.
"""
import argparse
import concurrent.futures
import csv
import io
import json
import os
import subprocess
import sys

# The sizes of each workload; one of them is odd.
QUESTIONS = {
    "distance_matrix": [["--n", "512"], ["--n", "1021"], ["--n", "2048"]],
    "cross_distance": [["--n", "512", "--m", "256", "--dims", "16"], ["--n", "301", "--m", "203", "--dims", "7"]],
    "rbf_matrix": [["--n", "512"], ["--n", "1021"]],
    "rbf_density": [["--n", "512"], ["--n", "1021"]],
    "rbf_pair": [["--n", "65536"], ["--n", "100003"]],
    "farthest_pair": [["--n", "512", "--dims", "64"], ["--n", "301", "--dims", "37"]],
    "best_match": [["--n", "256", "--m", "512", "--dims", "128"], ["--n", "201", "--m", "303", "--dims", "37"]],
}

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

# (workload, variant, kind) -> (largest relative difference, why, of which figures; all without them). The reason stands
# in the variant's file too.
OUT_OF_STEP = (0.01, "nvcc unrolls the loop by four and takes the rest first: lanes of one warp are out of step")
NEVER_RUN = (0.01, "nvcc puts three shared loads that no lane executes before an asynchronous copy")
IDLE_WARPS = (0.85, "an instruction that all lanes of a warp skip is counted, too", ("requests",))
MERGED = (0.51, "nvcc makes one load of 16 bytes of two of 8")
MERGED_FOUR = (0.75, "nvcc makes one load of 16 bytes of four of 4")
MERGED_KEYS = "nvcc loads two keys of warps at once: 4 loads of a block instead of 7"
MERGED_SCORES = "nvcc loads four scores of a row at once"
MERGED_NORMS = "nvcc loads the norms of four columns at once: three loads of a warp fewer"
NO_LANES = (0.7, NEVER_RUN[1], ("requests",))
SPLIT_COPIES = "the GPU may count a sector twice where the 16-byte copies of a warp begin inside a sector"
ENDS_OF_ROWS = "at the ends of misaligned rows lanes are matched by their first entry there"
EXPLAINED = {
    ("distance_matrix", "coalesced", "global load"): OUT_OF_STEP,
    ("distance_matrix", "coalesced", "global store"): OUT_OF_STEP,
    ("distance_matrix", "coalesced", "surface store"): OUT_OF_STEP,
    ("distance_matrix", "shared_tile", "global store"): OUT_OF_STEP,
    ("distance_matrix", "shared_tile", "surface store"): OUT_OF_STEP,
    ("distance_matrix", "shared_tile", "shared load"): OUT_OF_STEP,
    ("distance_matrix", "symmetric", "shared load"): (0.01, "nvcc loads only where it stores"),
    ("distance_matrix", "symmetric", "global load"): (0.02, OUT_OF_STEP[1]),
    ("distance_matrix", "symmetric", "shared store"): (0.02, OUT_OF_STEP[1]),
    ("distance_matrix", "symmetric", "global store"): (0.006, ENDS_OF_ROWS),
    ("distance_matrix", "tile16", "global store"): (0.001, ENDS_OF_ROWS),
    ("distance_matrix", "pipeline_dynamic", "shared load"): NEVER_RUN,
    ("distance_matrix", "pipeline_static", "shared load"): NEVER_RUN,
    ("cross_distance", "shared", "shared load"): MERGED_FOUR,
    ("cross_distance", "shared_transposed", "shared load"): MERGED_FOUR,
    ("cross_distance", "async_tile", "shared load"): NO_LANES,
    **{("cross_distance", variant, "global store"): (0.011, ENDS_OF_ROWS)
       for variant in ("register_tile", "async_tile", "expanded", "expanded_compensated")},
    ("cross_distance", "async_tile", "global load"): (
        0.334, "the GPU counts a sector for each 16-byte copy where the copies of a vector go to different rows of shared memory; "
               "of other vectors nvcc unrolls the loop, and the trace matches lanes by how many they have copied", ("sectors",)),
    ("cross_distance", "async_tile", "shared store"): (
        0.112, "nvcc unrolls the loop over four coordinates, the trace matches lanes by how many zeros they have stored",
        ("wavefronts",)),
    ("cross_distance", "expanded", "shared load"): (0.076, MERGED_NORMS),
    ("cross_distance", "expanded_compensated", "shared load"): (0.061, MERGED_NORMS),
    ("cross_distance", "expanded_compensated", "shared store"): (
        0.17, "three warps skip the store of a zero, and nvcc unrolls the loop in which suspects are stored"),
    ("cross_distance", "expanded_compensated", "global load"): (
        0.001, "the order of the suspects in the list differs from run to run", ("sectors",)),
    ("farthest_pair", "tile_reduce", "shared load"): (0.43, MERGED_KEYS),
    ("farthest_pair", "dp4a_tile", "shared load"): (0.006, MERGED_KEYS),
    ("best_match", "shared_buffers", "shared load"): MERGED_FOUR,
    ("best_match", "padded", "shared load"): (0.045, MERGED_SCORES),
    ("best_match", "float4_loads", "shared load"): (0.151, MERGED_SCORES),
    ("best_match", "sgemm_tile", "global load"): (0.014, f"nvcc unrolls the loop over the slices; {SPLIT_COPIES}"),
    **{("best_match", "two_sided", kind): (
        bound, "what a block offers depends on what other blocks found before, and blocks run one after another in the trace; nvcc makes "
               "a loop of a load and a compare-and-swap of each 64-bit maximum in shared memory; the rest as in sgemm_tile")
       for kind, bound in (("global load", 0.014), ("global store", 0.05), ("shared load", 0.45), ("shared store", 0.79))},
    ("best_match", "sgemm_tile", "shared load"): (
        0.17, "nvcc puts three loads that no lane executes before each asynchronous copy, and unrolls the loop over the rows"),
    ("best_match", "sgemm_tile", "shared store"): (
        0.79, "nvcc unrolls the loop over the rows; stores that all lanes of a warp skip are counted, too"),
    ("rbf_density", "row_per_thread", "global load"): MERGED,
    ("rbf_density", "fused_row_sum", "shared load"): MERGED,
    **{("rbf_pair", variant, f"shared {access}"): IDLE_WARPS
       for variant in ("norm2_shared", "concatenated", "interleaved_by_element", "interleaved_by_block", "no_idle_threads",
                       "reduce_modulo", "reduce_strided_index", "reduce_sequential", "reduce_first_add",
                       "reduce_last_warp", "reduce_unrolled", "reduce_many_per_thread")
       for access in ("load", "store")},
}


def base_name(kernel):
    """The name of a kernel without its parameters and namespaces, as Nsight Compute filters by it."""
    return kernel.replace("(anonymous namespace)", "").replace("<unnamed>", "").split("<")[0].split("(")[0].split("::")[-1].split()[-1]


def traced(program, workload, variant, sizes, target):
    """Requests, sectors, wavefronts and conflicts of each kind, summed over the lines; and the names of the kernels."""
    command = [program, "trace", variant, "--workload", workload, *sizes, "--target", target, "--blocks", "all", "--json"]
    trace = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    sums = {}
    for line in trace["lines"]:
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
    return sums, [base_name(launch["kernel"]) for launch in trace["launches"]]


def counted(program, workload, variant, sizes, target, kernels):
    """The same from the GPU's counters, of the first launch of each of these kernels; absent counters are absent."""
    metrics = [name for names in (*GLOBAL.values(), *SHARED.values()) for name in names]
    command = ["ncu", "--clock-control", "none", "--csv", "--print-units", "base",
               "--print-kernel-base", "function", "--metrics", ",".join(metrics),
               "-k", f"regex:^({'|'.join(sorted(set(kernels)))})$", "-c", str(len(kernels)),
               program, "check", "--workload", workload, "--variant", variant, *sizes, "--target", target]
    text = subprocess.run(command, capture_output=True, text=True).stdout
    start = text.find('"ID"')
    if start < 0:
        raise RuntimeError(f"ncu gave no table for {variant}: {text[-400:]}")
    counters, seen = {}, {}
    for row in csv.DictReader(io.StringIO(text[start:])):
        try:
            name, value = row["Metric Name"], float(row["Metric Value"].replace(",", ""))
        except (KeyError, ValueError, AttributeError):
            continue
        counters[name] = counters.get(name, 0.0) + value
        seen[row["ID"]] = base_name(row["Kernel Name"])
    if sorted(seen.values()) != sorted(kernels):
        raise RuntimeError(f"{variant}: the trace has the kernels {kernels}, ncu counted {list(seen.values())}")
    return {kind: [counters.get(name) for name in names] for kind, names in {**GLOBAL, **SHARED}.items()}


def compare(program, workload, variant, sizes, target):
    """The lines of one launch, each with whether it is wrong."""
    found, kernels = traced(program, workload, variant, sizes, target)
    counters, lines = counted(program, workload, variant, sizes, target, kernels), []
    for kind in (*GLOBAL, *SHARED):
        ours, theirs = found.get(kind, [0.0, 0.0, 0.0]), counters[kind]
        if not any(ours) and not any(theirs):
            continue
        names = ("requests", "wavefronts", "conflicts") if kind in SHARED else ("requests", "sectors")
        bound, why, *figures = EXPLAINED.get((workload, variant, kind), (0.0, ""))
        cells, verdict = [], "equal"
        for name, mine, counter in zip(names, ours, theirs):
            cells.append(f"{name} {mine:.0f} / {'absent' if counter is None else f'{counter:.0f}'}")
            if counter is None and name != "conflicts":  # a chip without that one: they follow from the wavefronts
                verdict = "DIFFERENT"
            if counter is None or mine == counter or verdict == "DIFFERENT":
                continue
            covered = not figures or name in figures[0]
            verdict = "explained" if covered and abs(mine - counter) <= bound * max(mine, counter) else "DIFFERENT"
        size = " x ".join(sizes[1::2])
        lines.append((f"{variant:22} {size:14} {target:8} {kind:17} {verdict:10} {'  '.join(cells)}  "
                      f"{why if verdict == 'explained' else ''}", verdict == "DIFFERENT"))
    return lines


def launches_of(given, workload):
    """(workload, variant, sizes, target) of all that can be traced."""
    listing = json.loads(subprocess.run([given.program, "list", "--workload", workload, "--json"], check=True,
                                        capture_output=True, text=True).stdout)
    chosen = [v for v in listing if v["backend"] == "cuda" and any(d.get("simulated") and d["runs"] for d in v["devices"])]
    sizes_of_all = [["--n", str(n)] for n in given.n] if given.n else QUESTIONS[workload]
    launches = []
    for entry in chosen:
        name = entry["id"].split("/")[-1]
        if given.variants and name not in given.variants:
            continue
        targets = (["linear"] if entry["writes_linear"] else []) + (["texture"] if entry["writes_texture"] else [])
        launches += [(workload, name, sizes, target) for sizes in sizes_of_all for target in targets]
    return launches


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("program")
    options.add_argument("--n", type=int, action="append")
    options.add_argument("--workload", action="append", choices=QUESTIONS, help="all unless some are named")
    options.add_argument("variants", nargs="*")
    given = options.parse_intermixed_args()
    launches = [launch for workload in given.workload or QUESTIONS for launch in launches_of(given, workload)]
    wrong = 0
    # Tracing takes the CPU, counting the GPU: several at once, printed in their order.
    with concurrent.futures.ThreadPoolExecutor(max_workers=max(2, (os.cpu_count() or 2) // 2)) as pool:
        for lines in pool.map(lambda launch: compare(given.program, *launch), launches):
            for line, is_wrong in lines:
                print(line, flush=True)
                wrong += is_wrong
    print(f"{wrong} differences without an explanation")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
