#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures while another process has nearly all of the GPU's memory.

    tests/peers/memory_peer.py PAIRSCOPE BENCH_GPU

BENCH_GPU --hold-all-but MIB is that other process: it takes what is free but for so much, says so, and holds it until its
standard input ends. A run that finds too little memory must be a failed row with a sentence; the others must go on, and
nothing may crash. Prints a line for each situation; exit code 1 if one went wrong.
"""
import json
import subprocess
import sys
import time

SMALL, LARGE = 1024, 30336
WORDS = ("GPU memory", "texture of")  # what the sentences about too little memory say


class Holder:
    """The other process, from its first word to the end of the block."""

    def __init__(self, program, left_mib):
        self.command = [program, "--hold-all-but", str(left_mib)]

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        said = self.process.stdout.readline().strip()
        if not said.startswith("holding"):
            raise RuntimeError(f"{' '.join(self.command)}: it took no memory: {said}")
        print(f"   another process: {said}")
        return self

    def __exit__(self, *ignored):
        self.process.stdin.close()
        self.process.wait(timeout=60)


def command(program, sizes, *more):
    return [program, "bench", "--shape", "uniform_square", "--n", ",".join(map(str, sizes)), "--device", "cuda",
            "--variant", "vec4_rows,grid2d,half_output", "--seconds", "0.3", "--json", *more]


def results(done, out):
    if done not in (0, 1, 3):
        raise RuntimeError(f"it ended with {done}")
    return json.loads(out)["results"]


def bench(program, sizes, *more):
    done = subprocess.run(command(program, sizes, *more), capture_output=True, text=True)
    try:
        return results(done.returncode, done.stdout)
    except (RuntimeError, ValueError) as error:
        raise RuntimeError(f"{error}: {done.stderr.strip()}") from error


def check(good, words, rows):
    print(f"{'ok' if good else 'WRONG':6} {words}")
    if not good:
        for row in rows:
            print(f"       {row['variant']}, n = {row['n']}, {row['target']}: {row['status']} {row['reason']}")
    return good


def told(row):
    return row["status"] == "failed" and any(word in row["reason"] for word in WORDS)


def main():
    program, holder = sys.argv[1:3]
    good = True
    with Holder(holder, 2000):
        rows = bench(program, [SMALL, LARGE])
        small, large = ([row for row in rows if row["n"] == n] for n in (SMALL, LARGE))
        good &= check(len(small) == 3 and all(row["status"] == "measured" for row in small), "small runs go on", rows)
        good &= check(len(large) == 3 and all(told(row) for row in large), "large runs are told to have failed", rows)
        if large:
            print(f"       {large[0]['reason']}")
        rows = bench(program, [SMALL, LARGE], "--target", "texture")
        fine = all(row["status"] in ("measured", "skipped") or told(row) for row in rows)
        good &= check(len(rows) == 6 and fine, "textures too", rows)
    long_one = subprocess.Popen(command(program, [SMALL, 8192, LARGE], "--block", "all"), stdout=subprocess.PIPE, text=True)
    time.sleep(4)
    with Holder(holder, 300):
        out, _ = long_one.communicate()
        rows = results(long_one.returncode, out)
        good &= check(all(row["status"] == "measured" or told(row) for row in rows), "memory that goes in the middle", rows)
    rows = bench(program, [LARGE])
    good &= check(all(row["status"] == "measured" for row in rows), "and comes back", rows)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
