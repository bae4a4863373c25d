# SPDX-License-Identifier: MIT
"""Chooses those literals of the sources that a user of Pairscope can see."""

import re
from pathlib import Path

from source_text import strings_of

FOLDERS = ("app", "kernels", "profiling", "render")
ENDINGS = (".cpp", ".h", ".cu", ".cuh", ".in")
NOT_SHOWN_IN = ("kernels/engines/simt/shim/", "app/toolkit/")


def sources(root):
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            name = path.relative_to(root).as_posix()
            if path.suffix in ENDINGS and not name.startswith(NOT_SHOWN_IN):
                yield name, path.read_text(encoding="utf-8")


def without_id(text):
    """ImGui shows nothing after ##, which begins the id of a widget."""
    return text.split("##")[0]


def is_program(text):
    """A shader, or a kernel."""
    return re.search(r"#version|gl_Position|void main|blockIdx\.x|__global__ void \{\}", text) is not None


def is_code(text):
    """Formats, file names, keys, flags, ids and assembly, which are not prose."""
    if re.search(r"%\d\b|\{\{'", text):
        return True
    bare = re.sub(r"\{[^{}]*\}|%[-+.0-9]*[a-z]+", "", text)
    if not re.search(r"[A-Za-z]{2}", bare):
        return True
    if " " in bare.strip():
        return False
    word = bare.strip()
    return re.search(r"[_/.=<>(){}\\$*]|::|^-|\d", word) is not None and not word.endswith((".", ":", "..."))


def is_key(text):
    """A single lower-case word: a JSON key, an option's value, a unit, or a state's name. No space comes before it."""
    return re.fullmatch(r"[a-z][a-z0-9-]*,?", text.rstrip()) is not None


def visible_strings(root):
    """Yields (file, Text) for prose and labels, with ids removed."""
    for name, source in sources(root):
        for literal in strings_of(source):
            literal.text = without_id(literal.text)
            if not is_program(literal.text) and not is_code(literal.text):
                yield name, literal


def paragraphs(root):
    """Yields (file, line, text) for the paragraphs, list items and table cells of pages in Markdown, without code."""
    for path in sorted(root.rglob("*.md")):
        name = path.relative_to(root).as_posix()
        if name.startswith(("build/", ".")):
            continue
        page = re.sub(r"```.*?```", lambda code: "\n" * code[0].count("\n"), path.read_text(encoding="utf-8"), flags=re.DOTALL)
        line = 1
        for block in re.split(r"(\n(?:\s*\n|(?=\s*(?:[-*|#]|\d+\.) )))", page):
            for part in re.split(r"\s\|\s|^\|\s|\s\|$", block):
                if part.strip():
                    yield name, line, re.sub(r"^\s*(?:[-*#]+|\d+\.) |\*\*", "", " ".join(part.split()))
            line += block.count("\n")


def repository():
    return Path(__file__).resolve().parent.parent.parent
