#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes bugs from the sources by rules: a comparison or an operator is exchanged, a number is off by one, a condition is
negated, a statement is left out.

    tests/mutants/generate.py             lists the sample, a line each
    tests/mutants/generate.py --all       lists all bugs that the rules can make

The sample is fixed: a bug is ranked by a hash of its line and of what becomes of it, so the same line gives the same bug
wherever its file is moved to, and an edit elsewhere changes nothing.
"""
import hashlib
import pathlib
import re
import sys

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent.parent
TESTS = REPOSITORY / "tests"

# Which sources a quick test program ought to know well: its name, the sources, and how many bugs are planted in them.
SCOPES = [
    ("state", ["app/spine/**/*.cpp", "app/subjects/**/*.cpp", "app/chart/*.cpp"], 24),
    ("kernels", ["kernels/data/**/*.cpp", "kernels/ladder/*.cpp", "kernels/matrix/**/*.cpp", "kernels/neighbours/**/*.cpp",
                 "kernels/seriation/*.cpp"], 20),
    ("profiling", ["profiling/*.cpp", "profiling/ceilings/*.cpp", "profiling/comparing/*.cpp", "profiling/counting/*.cpp",
                   "profiling/recording/*.cpp"], 16),
]
# What draws is tested by test_gui, what talks to a GPU by test_gpu, and loops that are timed by their rates.
LEFT_OUT = re.compile(r"_panel|gpu_|_cuda|cupti|cpu_loops|-inl\.")

EXCHANGED = {" < ": " <= ", " <= ": " < ", " > ": " >= ", " >= ": " > ", " == ": " != ", " != ": " == ", " && ": " || ",
             " || ": " && ", " + ": " - ", " - ": " + ", " * ": " / ", "std::min(": "std::max(", "std::max(": "std::min(",
             "true": "false", "false": "true"}
TOKEN = re.compile(r" (?:<=|>=|==|!=|&&|\|\||[<>+*-]) |\bstd::(?:min|max)\(|\b(?:true|false)\b|(?<![\w.'])\d{1,6}(?![\w.'])")
SKIPPED_LINE = re.compile(r"^\s*(?:#|//|case\b|default\b|using\b|static\b|template\b|else\b|struct\b|class\b|enum\b)"
                          r"|static_assert|constexpr|requires|decltype|noexcept|operator")
CONDITION = re.compile(r"^\s*(?:\} else )?(?:if|while) \(")
STEP = re.compile(r"^\s*for \([^;]*; ")
RETURN = re.compile(r"\breturn (?=[^;{\[])")
DEFINITION = re.compile(r"^\s*(?:const )?(?:auto|bool|int|double|float|std::size_t|std::int64_t|std::ptrdiff_t) \w+ = ")
ASSIGNMENT = re.compile(r"^\s*(?:[A-Za-z_][\w.>\[\]()-]* [-+*/|&]?= |\+\+|--)")
CALL = re.compile(r"^\s*(?:\(void\))?[A-Za-z_][\w:.>\[\]-]*\(.*\);$")


def masked(line):
    """The line with blanks for what stands in quotes and in comments, as long as before."""
    line = re.sub(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)\'', lambda m: m[0][0] + "\x00" * (len(m[0]) - 2) + m[0][0], line)
    comment = line.find("//")
    return line if comment < 0 else line[:comment]


def end_of(text, start, closing):
    """The place of the first of `closing` behind `start` that no bracket holds; -1 if the line has none."""
    depth = 0
    for at in range(start, len(text)):
        if depth == 0 and text[at] in closing:
            return at
        depth += (text[at] in "([{") - (text[at] in ")]}")
        if depth < 0:
            return -1
    return -1


def expressions(code):
    """The parts of a line whose value may be replaced: (begin, end, whether it is a condition)."""
    found = []
    for pattern, closing, is_condition in ((CONDITION, ")", True), (STEP, ";", True), (RETURN, ";", False),
                                           (DEFINITION, ";", False)):
        match = pattern.search(code)
        if match is None:
            continue
        end = end_of(code, match.end(), closing)
        part = code[match.end():end]
        # A definition inside of a condition has no value, and a lambda has a type of its own.
        if end > match.end() and ";" not in part and not re.search(r"\[[&=\w]*\]\s*[({]| = |^\w+ \w+ = ", part):
            found.append((match.end(), end, is_condition))
    return found


def changed(token, quotes):
    if token.isdigit():
        return str(int(token) + 1)
    return None if quotes and token == " + " else EXCHANGED.get(token)  # texts are joined, not added


def mutants_of_line(line):
    """(begin, end, original, what becomes of it, kind, whether only its truth counts) for each bug of a line."""
    code = masked(line)
    if SKIPPED_LINE.search(code):
        return
    for begin, end, is_condition in expressions(code):
        part = line[begin:end]
        if is_condition:
            yield begin, end, part, f"!({part})", "expression", True
        for token in TOKEN.finditer(code, begin, end):
            becomes = changed(token[0], '"' in part)
            if becomes is not None:
                yield (begin, end, part, line[begin:token.start()] + becomes + line[token.end():end], "expression",
                       is_condition)
    stripped = code.strip()
    if code.rstrip().endswith(";") and code.count("(") == code.count(")") and code.count("{") == code.count("}"):
        if (ASSIGNMENT.search(code) or CALL.search(code.rstrip())) and not stripped.startswith("return"):
            begin = len(line) - len(line.lstrip())
            yield begin, len(code.rstrip()), line[begin:len(code.rstrip())], "", "statement", False


def is_whole(lines, number):
    """Whether a statement begins on this line, and not on the one before."""
    before = next((masked(lines[i]).rstrip() for i in range(number - 1, -1, -1) if masked(lines[i]).strip()), "")
    return before.endswith((";", "{", "}", ":"))


def inside_constant_functions(lines):
    """The numbers of the lines of constexpr functions, where no variable of a switch may stand."""
    inside, depth = set(), 0
    for number, line in enumerate(lines):
        code = masked(line)
        if depth == 0 and re.search(r"\b(?:constexpr|consteval)\b.*\{$", code.rstrip()) and "if constexpr" not in code:
            depth = code.count("{") - code.count("}")
            continue
        if depth > 0:
            inside.add(number)
            depth += code.count("{") - code.count("}")
    return inside


def mutants_of_file(path, program):
    lines = path.read_text().split("\n")
    constant = inside_constant_functions(lines)
    offset = 0
    for number, line in enumerate(lines):
        for begin, end, original, becomes, kind, is_condition in mutants_of_line(line) if number not in constant else ():
            if kind == "statement" and not is_whole(lines, number):
                continue
            rank = hashlib.sha256(f"{line.strip()}\n{becomes}\n{kind}".encode()).hexdigest()
            yield {"id": f"{path.stem}-{rank[:8]}", "file": str(path.relative_to(REPOSITORY)), "line": number + 1,
                   "at": offset + begin, kind: original, "becomes": becomes, "tests": [program], "rank": rank,
                   "is_condition": is_condition}
        offset += len(line) + 1


def candidates(program, globs):
    paths = {path for glob in globs for path in REPOSITORY.glob(glob) if not LEFT_OUT.search(str(path))}
    by_rank = {}
    for path in sorted(paths):
        for mutant in mutants_of_file(path, program):
            by_rank.setdefault(mutant["rank"], mutant)  # of equal lines the first
    return [by_rank[rank] for rank in sorted(by_rank)]


def spread(ranked, count):
    """The first by rank, at most one per line and two per file: one bug of a kind tells as much as ten."""
    chosen, lines, files = [], set(), {}
    for m in ranked:
        if (m["file"], m["line"]) in lines or files.get(m["file"], 0) == 2:
            continue
        chosen.append(m)
        lines.add((m["file"], m["line"]))
        files[m["file"]] = files.get(m["file"], 0) + 1
        if len(chosen) == count:
            break
    return chosen


def sample(refused=()):
    """The bugs that are planted, without those that the compiler refused. The next ones take their place."""
    found = [m for program, globs, count in SCOPES
             for m in spread([m for m in candidates(program, globs) if m["id"] not in refused], count)]
    for m in found:
        m["tests"] = [f"{program}:{suites_for(program, m['file'])}-{slow_tests(program)}" for program in m["tests"]]
    return found


def suites_for(program, source):
    """A filter for the suites in the folder of tests that mirrors the folder of the source; empty for all of a program."""
    folder = TESTS / program / source.split("/")[1]
    files = sorted(folder.rglob("*_test.cpp")) if program == "kernels" else []
    names = {name for file in files for name in re.findall(r"^TEST(?:_F|_P)?\((\w+),", file.read_text(), re.MULTILINE)}
    return ":".join(f"*{name}.*" for name in sorted(names))


def slow_tests(program):
    """A filter for those that ./test leaves out, because they take long or compare rates of the machine."""
    lines = (TESTS / "slow_tests.txt").read_text().splitlines()
    timing = re.search(r'set\(timing_tests "([^"]+)"', (TESTS / "CMakeLists.txt").read_text())[1]
    return ":".join([timing] + [line.split(" ", 1)[1] for line in lines if line.startswith(program + " ")])


def main():
    every = "--all" in sys.argv[1:]
    found = [m for program, globs, _ in SCOPES for m in candidates(program, globs)] if every else sample()
    for m in found:
        print(f"{m['id']:<36}{m['file']}:{m['line']}: {m.get('expression', m.get('statement'))}  ->  {m['becomes']}")
    print(f"{len(found)} bugs")


if __name__ == "__main__":
    main()
