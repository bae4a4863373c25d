#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Looks whether a file of a ladder has the function that describes its variant: check_variant.py FILE

Without it the build would end with an error of the linker, which names a function but not the file to mend."""
import re
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
FUNCTION = re.compile(r"\bKernelVariant\s+(\w+)_variant\s*\(\s*\)\s*\{")
FUNCTION_OF_SEVERAL = re.compile(r"\bstd::vector<KernelVariant>\s+(\w+)_variants\s*\(\s*\)\s*\{")
NAMESPACE = re.compile(r"\bnamespace\s+(pairscope::ladder::\w+)\s*\{")
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


def complaint(path, text):
    """One sentence about what is wrong; empty if the function is there."""
    real = Path(path).resolve()
    shown = real.relative_to(REPOSITORY) if real.is_relative_to(REPOSITORY) else path
    code = COMMENT.sub("", text)
    has_several = (real.parent.parent / "workloads.cpp").exists()
    ending, result = ("_variants()", "std::vector<KernelVariant>") if has_several else ("_variant()", "KernelVariant")
    wanted, folder = real.stem + ending, f"pairscope::ladder::{real.parent.parent.name}"
    names = (FUNCTION_OF_SEVERAL if has_several else FUNCTION).findall(code)
    if real.stem not in names:
        found = f"it has {names[0]}{ending}, which" if len(names) == 1 else "a function"
        return f"{shown} has no function {result} {wanted}: {found} must have the name of the file"
    namespaces = NAMESPACE.findall(code)
    if namespaces and folder not in namespaces:
        return f"{shown} has {wanted} in the namespace {namespaces[0]}: it must be in {folder}"
    return ""


def main(path):
    if said := complaint(path, Path(path).read_text(errors="replace")):
        print(f"{said}.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
