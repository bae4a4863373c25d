# SPDX-License-Identifier: MIT
"""Joins the files of a page into one C++ source: join_assets.py FOLDER OUTPUT. Scripts come in the order of their names."""
import pathlib
import re
import sys

FILE = """// Written by app/page/join_assets.py.
#include "app/page/page_assets.h"

namespace pairscope::page {{
namespace {{
constexpr char script[] = {script};
constexpr char style[] = {style};
constexpr unsigned char font[] = {{{font}}};
}} // namespace

std::string_view page_script() {{ return {{script, sizeof script - 1}}; }}
std::string_view style_sheet() {{ return {{style, sizeof style - 1}}; }}
std::string_view font_of_charts() {{ return {{reinterpret_cast<const char*>(font), sizeof font}}; }}

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


def script_of(folder):
    """The script that a page runs, without types, comments, indentation and empty lines."""
    code = re.sub(r"^ *(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)\n", "", joined(folder, ".js"), flags=re.S | re.M)
    code = re.sub(r"/\*\*(?:(?!\*/).)*\*/ ?", "", code, flags=re.S)
    code = re.sub(r""" +// [^\n"'`]*$""", "", code, flags=re.M)  # a comment behind code has no quotes
    code = re.sub(r"^ +|^\n", "", code, flags=re.M)  # texts of several lines are shaders only
    # A line without quotes is code, or a line of a shader.
    code = "\n".join(line if re.search("[\"'`]", line) else line.replace(", ", ",") for line in code.split("\n"))
    code = re.sub(r"(?<={) | (?=})| (?==> )|(?<= =>) |(?<==>) ", "", code)  # no text has such a blank
    return '"use strict";\n(() => {\n' + code + "})();\n"


def main():
    folder, output = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    script = script_of(folder)
    assert "</script" not in script and ')page"' not in script
    style = joined(folder, ".css")
    font = ",".join(map(str, (folder / "roboto.ttf").read_bytes()))
    output.write_text(FILE.format(script=literal(script), style=literal(style), font=font), encoding="utf-8")


if __name__ == "__main__":
    main()
