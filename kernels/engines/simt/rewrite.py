# SPDX-License-Identifier: MIT
"""What CUDA adds to C++ that no macro can express: `extern __shared__` arrays, `static __shared__`, launches by
<<<...>>>, and the ends of shared arrays of vectors. The namespace `ladder` becomes `simulated_ladder`, so that one
program can hold a kernel's build for the GPU, too. The lines of the source keep their numbers."""
import re

COMMENT_OR_STRING = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)
DECLARATION = re.compile(r"\b(?:extern|__shared__|__align__|alignas)\b[^;{}]*;")
DYNAMIC_ARRAY = re.compile(r"(?P<type>.*\S)\s*\b(?P<name>\w+)\s*\[\s*\]\s*;", re.DOTALL)
QUALIFIER = re.compile(r"\bextern\b|\b__shared__\b|(?:\b__align__|\balignas)\s*\([^()]*(?:\([^()]*\))?[^()]*\)")
STATIC_SHARED = re.compile(r"\bstatic\s+(?=__shared__\b)|(?<=\b__shared__)\s+static\b")
TEMPLATE_ARGUMENTS = r"<(?:[^;{}()<]|\([^;{}()]*\))*>"
LAUNCH = re.compile(
    r"\b(?P<kernel>[A-Za-z_][\w:]*(?:\s*" + TEMPLATE_ARGUMENTS + r")?)\s*<<<(?P<how>[^;{}]*?)>>>\s*\((?P<none>\s*\))?")
PLAIN_TYPE = re.compile(r"\s*(?:(?:static|const|volatile|unsigned|signed)\s+)*(?:float|double|int|char|short|long|bool|half|__half)\b")
LADDER = re.compile(r"\bnamespace\s+(?:\w+\s*::\s*)*(?P<name>ladder)\b")
MEMORY = "(::pairscope::simt::dynamic_shared_memory())"


def without_comments(text):
    """The same text, with spaces in place of comments and strings."""
    return COMMENT_OR_STRING.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def is_in_function(code):
    """Is the end of this code inside braces other than those of namespaces?"""
    open_braces = []
    for found in re.finditer(r"[{}]", code):
        if found[0] == "{":
            head = re.split(r"[;{}]", code[: found.start()])[-1]
            open_braces.append(re.search(r"\bnamespace\b|\bextern\s*$", head) is None)
        elif open_braces:
            open_braces.pop()
    return any(open_braces)


def dynamic_array(statement, code_before, source):
    """The pointer that stands for an `extern __shared__` array; None if the statement declares something else."""
    if not re.search(r"\bextern\b", statement) or not re.search(r"\b__shared__\b", statement):
        return None
    declared = DYNAMIC_ARRAY.fullmatch(QUALIFIER.sub(" ", statement))
    if declared is None or "," in re.sub(r"<.*>", "", declared["type"]):
        return None
    kind = " ".join(declared["type"].split())
    pointer = f"static_cast<{kind}*>{MEMORY}"
    if is_in_function(code_before):
        return f"[[maybe_unused]] {kind}* const {declared['name']} = {pointer};" + "\n" * statement.count("\n")
    line = code_before.count("\n") + statement.count("\n") + 1
    return f'\n#define {declared["name"]} ({pointer})\n#line {line} "{source}"\n'


def end_of_scope(code, begin):
    """Where the braces close within which `begin` is."""
    depth = 0
    for found in re.finditer(r"[{}]", code[begin:]):
        depth += 1 if found[0] == "{" else -1
        if depth < 0:
            return begin + found.start()
    return len(code)


def checked_elements(statement, begin, code):
    """Where the elements of the shared arrays of this declaration are named, with what takes the place of the names.
    Arrays of plain numbers are left to the compiler."""
    declared = QUALIFIER.sub(" ", statement)
    if "__shared__" not in statement or "extern" in statement or PLAIN_TYPE.match(declared):
        return []
    end = end_of_scope(code, begin)
    changes = []
    for name in re.findall(r"\b([A-Za-z_]\w*)\s*\[", declared):
        for found in re.finditer(rf"(?<![\w.>]){name}(?=\s*\[)", code[begin:end]):
            changes.append((begin + found.start(), begin + found.end(), f"::pairscope::simt::element_of({name})"))
    return changes


def rewritten(text, source):
    """The text as C++ that the shim understands; None if it is so already."""
    code = without_comments(text)
    changes = [(found.start("name"), found.end("name"), "simulated_ladder") for found in LADDER.finditer(code)]
    for found in DECLARATION.finditer(code):
        if (array := dynamic_array(found[0], code[: found.start()], source)) is not None:
            changes.append((found.start(), found.end(), array))
        changes += checked_elements(found[0], found.end(), code)
    for found in STATIC_SHARED.finditer(code):
        changes.append((found.start(), found.end(), re.sub(r"\S", " ", found[0])))
    for found in LAUNCH.finditer(code):
        how = text[found.start("how") : found.end("how")]
        end = "()" if found["none"] else "("
        changes.append((found.start(), found.end(), f"::pairscope::simt::configured({found['kernel']}, {how}){end}"))
    if not changes:
        return None
    parts, last = [f'#line 1 "{source}"\n'], 0
    for begin, end, replacement in sorted(changes):
        if begin >= last:
            parts += [text[last:begin], replacement]
            last = end
    return "".join(parts) + text[last:]
