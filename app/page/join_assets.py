# SPDX-License-Identifier: MIT
"""Joins the files of a page into one C++ source: join_assets.py FOLDER OUTPUT. Scripts come in the order of their names."""
import pathlib
import sys

FILE = """// Written by app/page/join_assets.py.
#include "app/page/page_assets.h"

namespace pairscope::page {{
namespace {{
constexpr char script[] = {script};
constexpr char style[] = {style};
}} // namespace

std::string_view page_script() {{ return {{script, sizeof script - 1}}; }}
std::string_view style_sheet() {{ return {{style, sizeof style - 1}}; }}

}} // namespace pairscope::page
"""
LONGEST = 8000  # characters of a literal; compilers need not take longer ones


def literal(text):
    """The text as C++ literals that follow each other."""
    parts = [text[at : at + LONGEST] for at in range(0, len(text), LONGEST)]
    return "\n".join('R"page(' + part + ')page"' for part in parts)


def without_licence(path):
    """A file without its first line, which says the licence."""
    first, rest = path.read_text(encoding="utf-8").split("\n", 1)
    assert "SPDX-License-Identifier" in first, path
    return rest


def joined(folder, ending):
    return "".join(without_licence(path) for path in sorted(folder.glob("*" + ending)))


def main():
    folder, output = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    script = '"use strict";\n(() => {\n' + joined(folder, ".js") + "})();\n"
    assert "</script" not in script and ')page"' not in script
    style = joined(folder, ".css")
    output.write_text(FILE.format(script=literal(script), style=literal(style)), encoding="utf-8")


main()
