#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes source files as string literals of C++, for the build: write_texts.py LIST WRITTEN

LIST has two lines for each file: its path, and the path of its literal. A file of a ladder must have the function that
describes its variant. WRITTEN changes when a literal does: what would not change keeps its time, so that nothing is
compiled again for it."""
import hashlib
import sys
from pathlib import Path

from check_variant import complaint


def write_if_changed(path, content):
    if not path.exists() or path.read_bytes() != content:
        path.write_bytes(content)


def main(list_path, written_path):
    paths = [Path(line) for line in Path(list_path).read_text().splitlines()]
    complaints, all_literals = [], hashlib.sha256()
    for source, literal in zip(paths[::2], paths[1::2]):
        text = source.read_bytes()
        if source.parent.name == "ladder" and (said := complaint(source, text.decode(errors="replace"))):
            complaints.append(said)
            continue
        content = b'R"PAIRSCOPE(' + text + b')PAIRSCOPE"'
        write_if_changed(literal, content)
        all_literals.update(content)
    for said in complaints:
        print(f"{said}.", file=sys.stderr)
    if complaints:
        return 1
    write_if_changed(Path(written_path), all_literals.hexdigest().encode())
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
