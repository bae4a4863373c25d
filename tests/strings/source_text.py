# SPDX-License-Identifier: MIT
"""Finds the string literals and the comments of C++ and CUDA sources."""

import re
from dataclasses import dataclass


@dataclass
class Text:
    """One literal, adjacent ones joined, or one comment, its lines joined."""

    line: int
    text: str
    place: str  # the word before a literal, such as `draw_tooltip`; empty for a comment
    raw: bool = False


TOKEN = re.compile(
    r"""(?P<line_comment>//[^\n]*)"""
    r"""|(?P<block_comment>/\*.*?\*/)"""
    r"""|(?P<raw>\b(?:u8|u|U|L)?R"(?P<mark>[^()\s\\]*)\((?P<raw_text>.*?)\)(?P=mark)")"""
    r"""|(?P<string>(?:\b(?:u8|u|U|L))?"(?P<string_text>(?:[^"\\\n]|\\.)*)")"""
    r"""|(?P<character>(?<![0-9a-fA-F])'(?:[^'\\\n]|\\.)+')""",
    re.DOTALL | re.VERBOSE,
)
ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\", "r": "\r", "0": "\0"}


def unescaped(text):
    return re.sub(r"\\(.)", lambda found: ESCAPES.get(found[1], found[0]), text, flags=re.DOTALL)


def place_before(source, start):
    """The last word before `start`, which is usually the function or field that receives the literal."""
    before = re.search(r"([A-Za-z_][\w.]*)[^\w;{}]*$", source[max(0, start - 120) : start])
    return before[1].lstrip(".") if before else ""


def is_directive(source, start):
    line = source[source.rfind("\n", 0, start) + 1 : start]
    return re.match(r"\s*(#\s*(include|pragma|line)|extern\b)", line) is not None


def strings_of(source):
    found, end_of_last = [], -1
    for token in TOKEN.finditer(source):
        is_raw = token["raw"] is not None
        if not is_raw and token["string"] is None:
            continue
        if is_directive(source, token.start()):
            continue
        text = token["raw_text"] if is_raw else unescaped(token["string_text"])
        between = TOKEN.sub("", source[end_of_last : token.start()]) if end_of_last >= 0 else "x"
        if found and not between.strip():
            found[-1].text += text
        else:
            line = source.count("\n", 0, token.start()) + 1
            found.append(Text(line, text, place_before(source, token.start()), is_raw))
        end_of_last = token.end()
    return found


def comments_of(source):
    """Comments of whole lines that follow each other are one; each comment behind code is one of its own."""
    found, end_line, end_alone = [], -1, False
    for token in TOKEN.finditer(source):
        comment = token["line_comment"] or token["block_comment"]
        if comment is None:
            continue
        line = source.count("\n", 0, token.start()) + 1
        alone = not source[source.rfind("\n", 0, token.start()) + 1 : token.start()].strip()
        text = re.sub(r"^(//[/!]?<?|/\*+)|\*/$", "", comment).strip()
        if found and alone and end_alone and line == end_line + 1:
            found[-1].text += " " + text if text else "\n"
        else:
            found.append(Text(line, text, ""))
        end_line, end_alone = line + comment.count("\n"), alone
    return found
